"""Deduction and arithmetic games: every rendering loads, is won by its expert, and not by chance."""

from __future__ import annotations

import functools
import importlib
import itertools
import random
import re
import statistics

import pytest
import spade_env

from pipeline.bootstrap.mechanics import Theme, render
from pipeline.vocabulary import DIFFICULTIES
from tests.pipeline import bank_harness as bank
from tests.pipeline.bank_harness import chance_rates, mechanic, play_expert, play_same, play_solution, texts

LOGIC = (
    "domino_chain",
    "nim_heaps",
    "pairing_table",
    "rank_ladder",
    "safe_steps",
    "seat_row",
    "suspect_sheet",
)
ARITHMETIC = ("area_fence", "coin_weigh", "linear_probe", "remainder_gate")
CASES = [(name, difficulty) for name in LOGIC + ARITHMETIC for difficulty in DIFFICULTIES]
RENDERS = 4
SEEDS = (0, 1, 2)
programs = functools.partial(bank.programs, renders=RENDERS)
ODD = (
    "",
    "\\boxed{}",
    "\\boxed{²}",
    "\\boxed{try }",
    "no box",
    "\\boxed{" + "9" * 6000 + "}",
    "\\boxed{a b c}",
)


def plain_games(name: str, difficulty: str) -> list[spade_env.Episode]:
    return [play_expert(name, p, seed, False) for p in programs(name, difficulty) for seed in SEEDS]


@pytest.mark.parametrize("name", LOGIC + ARITHMETIC)
def test_skill_and_kind(name):
    wanted = "Logical Deduction" if name in LOGIC else "Mathematical Reasoning"
    found = importlib.import_module(f"pipeline.bootstrap.mechanics.{name}").MECHANIC
    assert (found.name, found.kind, found.skill) == (name, "game", wanted)
    assert all(len(knobs) >= 3 for knobs in found.knobs.values())


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_scaffold_and_size(name, difficulty):
    sources = [program.source for program in programs(name, difficulty)]
    assert len(set(sources)) == RENDERS
    for source in sources:
        lines = source.splitlines()
        assert 28 <= len(lines) <= 55
        assert len(source) <= 2100
        assert all(lines)
        assert "<<" not in source
        methods = re.findall(r"^    def (\w+)", source, re.MULTILINE)
        assert methods[:2] == ["__init__", "reset"]
        assert methods[-4:] == ["show", "step", "hint", "solution"]


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_within_three_quarters_of_the_cap_and_no_slower_with_hint(name, difficulty):
    plain, hinted, share = [], [], []
    for program in programs(name, difficulty):
        cap = int(re.findall(r"max_turns=(\d+)", program.source)[0])
        assert 4 <= cap <= 12
        for seed in SEEDS:
            games = [play_expert(name, program, seed, with_hint) for with_hint in (False, True)]
            assert [game.outcome for game in games] == ["won", "won"], [game.transcript() for game in games]
            plain.append(games[0].turn)
            hinted.append(games[1].turn)
            share.append(games[0].turn / cap)
    assert statistics.mean(hinted) <= statistics.mean(plain)
    assert 0.45 <= statistics.mean(share) <= 0.78


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_solution_wins(name, difficulty):
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = play_solution(program, seed)
            assert episode.outcome == "won", episode.transcript()


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_chance_and_constant_replies_rarely_win(name, difficulty):
    rates = chance_rates(name, programs(name, difficulty), range(20), words=True)
    assert max(rates.values()) < 0.12, rates


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for episode in plain_games(name, difficulty):
        hint = episode.hint()
        assert hint and all(hint not in text for text in texts(episode))
        assert len(episode.first_observation.split()) <= 60
        assert max(len(text.split()) for text in texts(episode)[1:]) <= 40


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_needs_no_memory(name, difficulty):
    """The latest observation alone, after the first, settles the next reply."""
    for episode in plain_games(name, difficulty):
        for before, step in itertools.pairwise(episode.steps):
            fresh = mechanic(name).expert(before.observation, None)
            assert next(fresh) == step.action


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_same_seed_same_transcript_and_other_seeds_other_starts(name, difficulty):
    for program in programs(name, difficulty):
        first, again = (play_expert(name, program, 3, hinted=False).transcript() for _ in range(2))
        assert spade_env.same_transcript(first, again) is None
        assert len({spade_env.Episode(program, seed).observation for seed in range(6)}) >= 2


@pytest.mark.parametrize(("name", "difficulty"), CASES)
@pytest.mark.parametrize("reply", ODD)
def test_odd_replies_are_observations_not_faults(name, difficulty, reply):
    episode = play_same(programs(name, difficulty)[0], 1, reply)
    assert episode.fault is None
    assert episode.outcome in ("lost", "truncated")


@pytest.mark.parametrize("name", LOGIC + ARITHMETIC)
def test_six_nouns_are_enough(name):
    theme = Theme(("row", "number", "pair", "gate", "coin", "table"), "the station", "keeper")
    for difficulty in DIFFICULTIES:
        program = spade_env.load(render(mechanic(name), theme, difficulty, random.Random(difficulty)))
        assert play_expert(name, program, 0, hinted=False).outcome == "won"


# Expectations computed here in another way than the programs and experts do.


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_nim_starts_can_be_won_and_another_take_loses_by_exhaustive_search(difficulty):
    @functools.cache
    def wins_from(heaps: tuple[int, ...], misere: bool) -> bool:
        if not any(heaps):
            return misere  # the other one took the last
        return any(not wins_from(rest, misere) for rest in rests(heaps))

    def rests(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        places = range(len(heaps))
        return [
            tuple(sorted((*heaps[:i], kept, *heaps[i + 1 :]))) for i in places for kept in range(heaps[i])
        ]

    for episode in plain_games("nim_heaps", difficulty):
        for text in texts(episode)[:-1]:
            heaps = tuple(int(size) for size in re.findall(r"[a-z]+ (\d)", text.rpartition(": ")[2]))
            assert wins_from(heaps, "last one loses" in text)
            if sum(heaps) > 2:
                assert any(wins_from(rest, "last one loses" in text) for rest in rests(heaps))


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_seat_clues_leave_one_free_seat(difficulty):
    tests = {
        "just left of": lambda d: d == -1,
        "just right of": lambda d: d == 1,
        "two left of": lambda d: d == -2,
        "two right of": lambda d: d == 2,
        "left of": lambda d: d < 0,
        "right of": lambda d: d > 0,
        "beside": lambda d: d in (-1, 1),
    }
    for episode in plain_games("seat_row", difficulty):
        for text, step in zip(texts(episode), episode.steps, strict=False):
            seats = {name: int(seat) for seat, name in re.findall(r"(\d) (\w+)[,.]", text)}
            free = {int(s) for s in re.findall(r"(\d) (?:free|empty|open)\b", text)}
            clauses = re.findall(r"((?:just |two )?(?:left of|right of)|beside) (\w+)", text.split("sits")[1])
            fit = [s for s in free if all(tests[rule](s - seats[name]) for rule, name in clauses)]
            assert [step.action] == [f"\\boxed{{{seat}}}" for seat in fit]


@pytest.mark.parametrize(("difficulty", "most"), [("easy", 6), ("medium", 8), ("hard", 10)])
def test_suspects_are_accused_with_proof_only(difficulty, most):
    for program in programs("suspect_sheet", difficulty):
        for seed in range(10):
            assert play_expert("suspect_sheet", program, seed, hinted=False).turn <= most
        early = spade_env.Episode(program, 0)
        early.act("\\boxed{" + re.findall(r"(?:Sheet|Suspects|List): (\w+) ", early.observation)[0] + "}")
        assert early.outcome == "lost"


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_ranks_are_named_only_when_facts_prove_them(difficulty):
    for episode in plain_games("rank_ladder", difficulty):
        for text, step in zip(texts(episode), episode.steps, strict=False):
            left = re.findall(r"(?:Left|rank|Unranked): ([\w ]+)\.", text)[0].split()
            over = re.findall(r"(\w+) (?:heavier|taller|older|faster) (\w+)", text.rpartition(": ")[2])
            named = step.action[7:-1].split()
            orders = [
                o for o in itertools.permutations(left) if all(o.index(x) < o.index(y) for x, y in over)
            ]
            tops = {order[0] for order in orders}
            assert (tops == set(named)) if len(named) == 1 else set(named) <= tops


def test_trap_row_by_hand():
    from pipeline.bootstrap.mechanics.safe_steps import safe_cells

    # a open with 1: b is a trap; d open with 1: c or e is one; two traps in all, so f is safe.
    assert safe_cells(list("1??1??"), list("abcdef"), 2) == ["f"]
    assert safe_cells(list("0????"), list("abcde"), 2) == ["b"]
    assert safe_cells(list("?2??"), list("abcd"), 2) == ["d"]
    assert safe_cells(list("?1?"), list("abc"), 1) == []


def test_domino_chain_by_hand():
    from pipeline.bootstrap.mechanics.domino_chain import chain

    tiles = [["1", "5"], ["1", "2"], ["3", "2"], ["2", "2"], ["6", "3"]]
    assert chain("1", tiles, 4) == ["2", "2", "3", "6"]
    assert chain("1", tiles, 5) == []


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_domino_false_ways_all_get_stuck(difficulty):
    def longest(end: str, tiles: list[str]) -> int:
        ways = [(tile, tile.replace(end, "", 1).strip("-")) for tile in tiles if end in tile]
        return max((1 + longest(y, [t for t in tiles if t != tile]) for tile, y in ways), default=0)

    for episode in plain_games("domino_chain", difficulty):
        text = episode.first_observation
        end = re.findall(r"(?:[Ee]nd|half): (\d)\.", text)[0]
        assert longest(end, re.findall(r"\d-\d", text)) == len(episode.steps)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_pairings_have_one_solution(difficulty):
    from pipeline.bootstrap.mechanics.pairing_table import possible

    for episode in plain_games("pairing_table", difficulty):
        pairs = set(possible(episode.first_observation))
        people, things = sorted({p for p, _ in pairs}), sorted({x for _, x in pairs})
        matchings = [m for m in itertools.permutations(things) if set(zip(people, m, strict=True)) <= pairs]
        played = {tuple(step.action[7:-1].split()) for step in episode.steps}
        assert [set(zip(people, matching, strict=True)) for matching in matchings] == [played]


def test_fewest_weighings_by_dynamic_programming():
    from pipeline.bootstrap.mechanics.coin_weigh import weighings

    assert weighings(27, 13) == [9, 3, 1]
    for pan in (5, 8, 27):
        need = [0, 0]
        for coins in range(2, 82):
            need.append(1 + min(need[max(k, coins - 2 * k)] for k in range(1, min(pan, coins // 2) + 1)))
            assert len(weighings(coins, pan)) == need[coins]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_machine_answers_lie_on_one_line(difficulty):
    for episode in plain_games("linear_probe", difficulty):
        points = re.findall(r"(\d+) gives (\d+)", texts(episode)[-2])
        (x0, y0), (x1, y1) = (tuple(map(int, point)) for point in points)
        times = (y1 - y0) // (x1 - x0)
        plus = y0 - times * x0
        asked = [int(re.findall(r"\d+", text)[-1]) for text in texts(episode)[2:-1]]
        answers = [step.action for step in episode.steps if "try" not in step.action]
        assert answers == [f"\\boxed{{{times * x + plus}}}" for x in asked]


def test_gates_by_hand():
    from pipeline.bootstrap.mechanics.remainder_gate import ways

    assert ways(3, [2, 10, 5], [3, 5, 9, 8, 7]) == [(9, 8, 5)]
    assert ways(7, [4, 6], [1, 5, 6]) == [
        (5, 6)
    ]  # 1 opens the first gate too, but 8 + 5 and 8 + 6 do not fit
    assert ways(7, [4, 6], [1, 2]) == []


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_gate_instances_have_one_way_and_hard_ones_a_false_start(difficulty):
    from pipeline.bootstrap.mechanics.remainder_gate import ways

    for episode in plain_games("remainder_gate", difficulty):
        text = episode.first_observation
        number = int(re.findall(r"(\d+)\. Gates", text)[0])
        gates, tokens = ([int(n) for n in line.split()] for line in re.findall(r": ([\d ]+)\.", text))
        (only,) = ways(number, gates, tokens)
        assert [f"\\boxed{{{token}}}" for token in only] == [step.action for step in episode.steps]
        if difficulty == "hard":
            assert sum((number + token) % gates[0] == 0 for token in tokens) >= 2


@pytest.mark.parametrize(
    ("area", "wall", "best"), [(12, False, {3, 4}), (36, False, {6}), (18, True, {3}), (24, True, {3, 4})]
)
def test_least_fence_by_hand(area, wall, best):
    from pipeline.bootstrap.mechanics.area_fence import fence

    lengths = {w: 2 * w + (1 if wall else 2) * area // w for w in range(1, area + 1) if area % w == 0}
    assert {w for w in lengths if lengths[w] == min(lengths.values())} == best
    assert all(fence(area, side, wall) == length for side, length in lengths.items())


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_long_plot_loses_the_fence_game(difficulty):
    for program in programs("area_fence", difficulty):
        episode = spade_env.Episode(program, 0)
        episode.act("\\boxed{1}")
        assert episode.outcome == "lost"
