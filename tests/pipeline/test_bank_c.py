"""Patterns and small sums: each rendering loads, is won by its expert, not by chance, and plays by its rule."""

from __future__ import annotations

import functools
import itertools
import random
import re
import statistics

import pytest
import spade_env

from pipeline.bootstrap.mechanics import Theme, load_mechanics, render
from pipeline.vocabulary import DIFFICULTIES
from tests.pipeline import bank_harness as bank
from tests.pipeline.bank_harness import chance_rates, play_expert, play_same, play_solution, texts, themes

PATTERNS = (
    "call_answer",
    "carousel",
    "growth_rules",
    "mirror_row",
    "missing_beat",
    "rule_bins",
    "twin_marks",
    "weave_cloth",
)
SUMS = ("balance_pans", "clock_steps", "pair_off")
NAMES = PATTERNS + SUMS
CASES = [(name, difficulty) for name in NAMES for difficulty in DIFFICULTIES]
RENDERS = 4
SEEDS = (0, 1, 2, 3)
ODD = ("", "\\boxed{}", "\\boxed{²}", "\\boxed{nobody nobody}", "no box", "\\boxed{" + "9 " * 2000 + "}")
programs = functools.partial(bank.programs, renders=RENDERS)


def starts(name: str, difficulty: str):
    """(first observation, the boxed contents of the solution) of some instances."""
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = spade_env.Episode(program, seed)
            yield episode.observation, [re.findall(r"\{(.*)\}", reply)[0] for reply in episode.solution()]


def items(text: str, after: str, gap: str | None = None) -> list[str]:
    """The parts (words) of the last sentence that ``after`` (a pattern) introduces."""
    return re.findall(rf"(?:{after}):? ([^.]*)\.", text)[-1].split(gap)


@pytest.mark.parametrize("name", NAMES)
def test_skill_and_knobs(name):
    mechanic = load_mechanics()[name]
    expected = "Pattern Recognition" if name in PATTERNS else "Mathematical Reasoning"
    assert (mechanic.kind, mechanic.skill) == ("game", expected)
    assert all(len(knobs) >= 3 for knobs in mechanic.knobs.values())
    assert len({str(knobs) for knobs in mechanic.knobs.values()}) == 3


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_scaffold_and_size(name, difficulty):
    sources = [program.source for program in programs(name, difficulty)]
    assert len(set(sources)) == RENDERS
    for source in sources:
        assert 28 <= len(source.splitlines()) <= 55
        assert len(source) <= (2100 if name == "growth_rules" else 1950)
        assert all(source.splitlines())
        methods = re.findall(r"^    def (\w+)", source, re.MULTILINE)
        assert methods[:2] == ["__init__", "reset"]
        assert methods[-4:] == ["show", "step", "hint", "solution"]
        assert "<<" not in source
        assert 4 <= int(re.findall(r"max_turns=(\d+)", source)[0]) <= 12


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_plain_and_no_slower_with_hint(name, difficulty):
    turns: dict[bool, list[float]] = {False: [], True: []}
    for program in programs(name, difficulty):
        for seed in SEEDS:
            for hinted in (False, True):
                episode = play_expert(name, program, seed, hinted)
                assert episode.outcome == "won", episode.transcript()
                turns[hinted].append(episode.turn / episode.turn_limit)
    assert statistics.mean(turns[True]) <= statistics.mean(turns[False])
    assert 0.5 <= statistics.mean(turns[False]) <= 0.76


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_solution_wins(name, difficulty):
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = play_solution(program, seed)
            assert episode.outcome == "won", episode.transcript()


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_chance_and_constant_replies_rarely_win(name, difficulty):
    rates = chance_rates(name, programs(name, difficulty), range(24), words=True)
    assert max(rates.values()) < 0.12, rates


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for program in programs(name, difficulty):
        episode = play_expert(name, program, 0)
        hint, answer = episode.hint(), " ".join(starts_solution(program))
        assert hint and all(hint not in text for text in texts(episode))
        assert len(answer) < 12 or answer not in episode.first_observation
        assert len(episode.first_observation.split()) <= 75
        assert max(len(text.split()) for text in texts(episode)[1:]) <= 50


def starts_solution(program: spade_env.Program) -> list[str]:
    return [re.findall(r"\{(.*)\}", reply)[0] for reply in spade_env.Episode(program, 0).solution()]


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_same_seed_same_transcript_and_other_seeds_other_starts(name, difficulty):
    for program in programs(name, difficulty):
        first, again = (play_expert(name, program, 3).transcript() for _ in range(2))
        assert spade_env.same_transcript(first, again) is None
        assert len({spade_env.Episode(program, seed).observation for seed in range(6)}) >= 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reply", ODD)
def test_odd_replies_are_observations_not_faults(name, reply):
    for difficulty in DIFFICULTIES:
        episode = play_same(programs(name, difficulty)[0], 1, reply)
        assert episode.fault is None
        assert episode.outcome in ("lost", "truncated")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", [0, 40, 80, 120])
def test_any_theme_renders_and_is_won(name, theme):
    for difficulty in DIFFICULTIES:
        chosen = themes()[theme]
        few = Theme(chosen.nouns[:6], chosen.setting, chosen.person)
        source = render(load_mechanics()[name], few, difficulty, random.Random(theme))
        assert play_expert(name, spade_env.load(source), 9).outcome == "won"


# What each game is, worked out anew from its first observation.


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_mirror_row_needs_exactly_the_words_of_the_solution(difficulty):
    for text, solution in starts("mirror_row", difficulty):
        row = re.split(", | - ", re.findall(r"(?:Row|Line|Chain|String): (.*?)\.", text)[-1])
        ends = re.findall(r"(?:Open end|Add at|Free end): (.*?)\.", text)[-1].split(" or ")
        possible = []
        for end, count in itertools.product(ends, range(len(row))):
            mirrored = row + row[:count][::-1] if end == "right" else row[len(row) - count :][::-1] + row
            if mirrored == mirrored[::-1]:
                possible.append(count)
        assert min(possible) == len(solution)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_rule_bins_examples_allow_one_rule_only(difficulty):
    for text, solution in starts("rule_bins", difficulty):
        entries = [re.findall(r"\w+", entry) for entry in items(text, "Sorted", "; ")]
        model = entries[0]
        names = sorted({entry[-1] for entry in entries})
        arriving = re.findall(r"(?:Next|Now|Arrives|To sort): (.*?)\.", text)[-1].split()
        answers = set()
        for looked_at, start in itertools.product(itertools.product((0, 1), repeat=3), (0, 1)):
            told = [_bin(entry, model, looked_at, start) for entry in entries]
            if told == [names.index(entry[-1]) for entry in entries]:
                answers.add((looked_at, names[_bin(arriving, model, looked_at, start)]))
        assert len(answers) == 1
        (looked_at, answer) = answers.pop()
        assert answer == solution[0]
        assert sum(looked_at) == (2 if difficulty == "hard" else 1)


def _bin(thing: list[str], model: list[str], looked_at: tuple[int, ...], start: int) -> int:
    """0 or 1: the bin changes with every word looked at that differs from the model's."""
    return (start + sum(k for k, x, y in zip(looked_at, thing, model, strict=False) if x != y)) % 2


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_call_answer_reorders_the_words_of_the_call(difficulty):
    for text, solution in starts("call_answer", difficulty):
        quoted = re.findall(r"(?:Call|Answer|Asked|Told|Sent|Returned|Sung|Echoed): (.*?)\.", text)
        (call, answer), asked = quoted[:2], quoted[-1]
        marks = dict(zip(call.split(), "0123", strict=False))
        order = [int(marks[word]) for word in answer.split()]
        assert " ".join(asked.split()[k] for k in order) == solution[0]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_carousel_turns_bring_the_word_to_the_front(difficulty):
    for text, solution in starts("carousel", difficulty):
        old, new = items(text, "Before|Last|A turn ago"), items(text, "Now|Ring|This turn")
        wanted = items(text, "Wanted|Fetch|To take|Needed")[0]
        for _ in range(int(solution[0])):  # one more turn moves every word as the last one did
            moved = dict(zip(old, new, strict=True))
            old, new = new, [moved[word] for word in new]
        assert new[0] == wanted


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_twin_marks_changes_only_what_the_pair_changes(difficulty):
    for text, solution in starts("twin_marks", difficulty):
        pair = re.findall(r"(?:Pair|Example|Model): (.*?)\.", text)[-1]
        first, second = (thing.split() for thing in re.split(" becomes | turns into | changes to ", pair))
        mine = items(text, "Yours|In hand|Your thing")
        made = solution[0].split()
        assert [x != y for x, y in zip(first, second, strict=True)] == [
            x != y for x, y in zip(mine, made, strict=True)
        ]
        if difficulty != "hard":
            assert all(y == z for x, y, z in zip(first, second, made, strict=True) if x != y)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_weave_cloth_mended_goes_on_as_it_began(difficulty):
    for text, solution in starts("weave_cloth", difficulty):
        rows = [row.split() for row in re.findall(r"(?:Row|Line|Strip) \d: (.*?)\.", text)]
        missing = iter(solution)
        mended = [[next(missing) if word == "?" else word for word in row] for row in rows]
        maps = [dict(zip(above, below, strict=True)) for above, below in itertools.pairwise(mended)]
        assert next(missing, None) is None
        assert maps[0] == maps[2]  # the threads under each thread are the same all the way down
        assert difficulty != "hard" or maps[0] == maps[1]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_growth_rules_has_one_way_to_the_goal(difficulty):
    for text, solution in starts("growth_rules", difficulty):
        entries = [entry.split(" to ") for entry in re.findall(r"Rules: (.*?)\.", text)[-1].split(", ")]
        rules = {word: into.split() for word, into in entries}
        row, goal = items(text, "Row|To do|Open words"), items(text, "Goal")
        keep, grow = re.findall(r"boxed\{(\w+)\}", text)[:2]
        ways = []

        def walk(row, goal, way, rules=rules, keep=keep, grow=grow, ways=ways):
            if len(row) > len(goal) or (goal and not row):
                return
            if not row:
                ways.append(way)
                return
            if row[0] == goal[0]:
                walk(row[1:], goal[1:], [*way, keep])
            if row[0] in rules:
                walk(rules[row[0]] + row[1:], goal, [*way, grow])

        walk(row, goal, [])
        assert ways == [solution]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_missing_beat_mended_repeats_one_measure(difficulty):
    for program in programs("missing_beat", difficulty):
        episode = spade_env.Episode(program, 2)
        *early, last = episode.solution()
        for reply in early:
            episode.act(reply)
        played = re.findall(r"(?:Played|Tune|Heard): (.*?)\.", episode.observation)[-1]
        row = re.split(", | / ", played)
        beat = re.findall(r"\{(.*)\}", last)[0]
        size = (len(row) + 1) // 4
        whole = [[*row[:k], beat, *row[k:]] for k in range(len(row) + 1)]
        assert any(found == found[:size] * 4 for found in whole)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_balance_pans_end_level(difficulty):
    for text, solution in starts("balance_pans", difficulty):
        left, right = (int(n) for n in re.findall(r"left (\d+), right (\d+)", text)[-1])
        weights = [int(n) for n in items(text, "Weights|To place|Stones")]
        for weight, side in zip(weights, solution, strict=True):
            assert difficulty == "hard" or left == right or side == ("left" if left < right else "right")
            left, right = left + weight * (side == "left"), right + weight * (side == "right")
        assert left == right


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_clock_steps_go_round_the_dial(difficulty):
    for program in programs("clock_steps", difficulty):
        episode = spade_env.Episode(program, 4)
        steps = [int(reply[7:-1]) for reply in episode.solution()]
        hours = int(re.findall(r"Hours 0 to (\d+)", episode.observation)[0]) + 1
        at = int(re.findall(r"(?:Hand at|The hand shows|Now at): (\d+)", episode.observation)[-1])
        stops = {re.findall(r"(?:Stop at|Next stop|Go to): (\d+)", episode.observation)[-1]}
        passed = set()
        for reply, step in zip(episode.solution(), steps, strict=True):
            episode.act(reply)
            at = (at + step) % hours
            passed.add(str(at))
            if not episode.done:
                assert f": {at}." in episode.observation
                stops.add(re.findall(r"(?:Stop at|Next stop|Go to): (\d+)", episode.observation)[-1])
        assert stops <= passed


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_pair_off_leaves_nothing_over(difficulty):
    for text, solution in starts("pair_off", difficulty):
        row = [int(n) for n in items(text, "Numbers|Tags|On the table|Cards")]
        total = int(re.findall(r"(\d+) (?:together|apart)|(?:add up to|differ by) (\d+)", text)[-1][0] or 0)
        total = total or int(re.findall(r"(?:add up to|differ by) (\d+)", text)[-1])
        pairs = [[int(n) for n in pair.split()] for pair in solution]
        assert sorted(n for pair in pairs for n in pair) == sorted(row)
        for x, y in pairs:
            assert total == (abs(x - y) if difficulty == "hard" else x + y)
