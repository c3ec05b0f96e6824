"""Space and optimisation: each rendering loads, is won by its expert, not by chance, and is what it says."""

from __future__ import annotations

import functools
import itertools
import random
import re
import statistics

import pytest
import spade_env

from pipeline.bootstrap.mechanics import Theme, load_mechanics, random_reply, render
from pipeline.vocabulary import DIFFICULTIES
from tests.pipeline import bank_harness as bank
from tests.pipeline.bank_harness import chance_rates, play_expert, play_same, play_solution, texts

SPATIAL = (
    "drop_tokens",
    "key_rooms",
    "push_crate",
    "roll_cube",
    "shelf_arm",
    "stack_towers",
    "track_switches",
    "turn_compass",
)
OPTIMIZATION = ("job_deadlines", "merge_piles", "post_coverage", "toll_lanes")
NAMES = (*SPATIAL, *OPTIMIZATION)
CASES = [(name, difficulty) for name in NAMES for difficulty in DIFFICULTIES]
RENDERS = 4
SEEDS = (0, 1, 2)
programs = functools.partial(bank.programs, renders=RENDERS)
ODD = ("", "\\boxed{}", "\\boxed{²}", "\\boxed{left ²}", "no box", "\\boxed{" + "9" * 3000 + "}")
THEME = Theme(("pier", "float", "pipe", "wave", "tide", "pen"), "the tide station", "keeper")


def test_skills():
    mechanics = load_mechanics()
    assert all(mechanics[name].skill == "Spatial Reasoning" for name in SPATIAL)
    assert all(mechanics[name].skill == "Optimization" for name in OPTIMIZATION)


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_scaffold_and_size(name, difficulty):
    sources = [program.source for program in programs(name, difficulty)]
    assert len(set(sources)) == RENDERS
    for source in sources:
        lines = source.splitlines()
        assert 28 <= len(lines) <= 55
        assert len(source) <= 2050
        assert all(lines)
        methods = re.findall(r"^    def (\w+)", source, re.MULTILINE)
        assert [methods[0], methods[1], *methods[-4:]] == [
            *("__init__", "reset", "show", "step", "hint", "solution")
        ]
        assert "<<" not in source


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_plain_and_no_slower_with_hint(name, difficulty):
    turns: dict[bool, list[int]] = {False: [], True: []}
    for program in programs(name, difficulty):
        for seed in SEEDS:
            for hinted in (False, True):
                episode = play_expert(name, program, seed, hinted)
                assert episode.outcome == "won", episode.transcript()
                assert 3 <= episode.turn < episode.turn_limit <= 12
                turns[hinted].append(episode.turn)
    assert statistics.mean(turns[True]) <= statistics.mean(turns[False])


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_solution_wins(name, difficulty):
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = play_solution(program, seed)
            assert episode.outcome == "won", episode.transcript()


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_chance_and_constant_replies_rarely_win(name, difficulty):
    rates = chance_rates(name, programs(name, difficulty), range(24), words=False)
    assert max(rates.values()) < 0.15, rates


def _solution(program: spade_env.Program, seed: int) -> list[str]:
    """The replies of the solution without their boxes."""
    return [
        reply.removeprefix("\\boxed{")[:-1] for reply in spade_env.Episode(program, seed).solution() or ()
    ]


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for program in programs(name, difficulty):
        episode = play_expert(name, program, 0, hinted=False)
        hint, joined = episode.hint(), " ".join(_solution(program, 0))
        assert hint and all(hint not in text and joined not in text for text in texts(episode))
        assert len(episode.first_observation.split()) <= 75
        assert max(len(text.split()) for text in texts(episode)[1:]) <= 50


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_same_seed_same_transcript_and_other_seeds_other_starts(name, difficulty):
    for program in programs(name, difficulty):
        first, again = (play_expert(name, program, 3, hinted=False).transcript() for _ in range(2))
        assert spade_env.same_transcript(first, again) is None
        assert len({spade_env.Episode(program, seed).observation for seed in range(6)}) >= 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reply", ODD)
def test_odd_replies_are_observations_not_faults(name, reply):
    for difficulty in DIFFICULTIES:
        for program in programs(name, difficulty)[:2]:
            episode = play_same(program, 1, reply)
            assert episode.fault is None
            assert episode.outcome == "truncated"


def test_nouns_may_coincide_with_words_of_the_game():
    theme = Theme(("open", "left", "north", "front", "red", "low", "lamps", "top"), "the yard", "keeper")
    for name in NAMES:
        for difficulty in DIFFICULTIES:
            program = spade_env.load(render(load_mechanics()[name], theme, difficulty, random.Random(1)))
            assert play_expert(name, program, 0, hinted=False).outcome == "won", name


# What follows does not trust the experts: it plays the programs exhaustively, or works out from the text
# alone what the best result is.


def _outcome(program: spade_env.Program, seed: int, replies) -> tuple[str, str]:
    """(outcome or "open", last observation) after ``replies``."""
    episode = spade_env.Episode(program, seed)
    for reply in replies:
        if not episode.done:
            episode.act(f"\\boxed{{{reply}}}")
    return (str(episode.outcome) if episode.done else "open"), episode.observation


def _wins_within(name: str, program: spade_env.Program, seed: int, turns: int) -> bool:
    """Whether any sequence of at most ``turns`` legal replies wins, by trying them all."""
    mechanic, rng = load_mechanics()[name], random.Random(0)
    paths: list[tuple[str, ...]] = [()]
    for _ in range(turns):
        longer: list[tuple[str, ...]] = []
        for path in paths:
            outcome, text = _outcome(program, seed, path)
            if outcome == "open":
                replies = {random_reply(mechanic, text, rng)[len("\\boxed{") : -1] for _ in range(60)}
                longer += [(*path, reply) for reply in sorted(replies)]
        if any(_outcome(program, seed, path)[0] == "won" for path in longer):
            return True
        paths = longer
    return False


@pytest.mark.parametrize("name", SPATIAL)
def test_no_shorter_sequence_of_replies_wins_a_space_game(name):
    program = programs(name, "easy")[0]
    best = play_expert(name, program, 1, hinted=False).turn
    assert not _wins_within(name, program, 1, min(best - 1, 4))


def _listed(text: str, label: str) -> list[list[str]]:
    return [entry.split() for entry in re.findall(rf"(?:{label}): (.*?)\.", text)[0].split(", ")]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_exactly_one_order_of_the_jobs_meets_all_deadlines(difficulty):
    program = programs("job_deadlines", difficulty)[1]
    names = [entry[0] for entry in _listed(spade_env.Episode(program, 4).observation, "To do|Open|Waiting")]
    won = [order for order in itertools.permutations(names) if _outcome(program, 4, order)[0] == "won"]
    assert won == [tuple(_solution(program, 4))]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_budget_is_the_least_cost_of_joining_all_piles(difficulty):
    def least(sizes: tuple[int, ...]) -> int:
        costs = [0] if len(sizes) == 1 else []
        for i, j in itertools.combinations(range(len(sizes)), 2):
            if difficulty != "hard" or j == i + 1:
                joined = sizes[i] + sizes[j]
                costs.append(joined + least((*sizes[:i], joined, *sizes[i + 1 : j], *sizes[j + 1 :])))
        return min(costs)

    for seed in SEEDS:
        text = spade_env.Episode(programs("merge_piles", difficulty)[0], seed).observation
        sizes = tuple(int(size) for _, size in _listed(text, "Piles|Heaps|Left"))
        assert int(re.findall(r"\d+", text)[-1]) == least(sizes)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_exactly_one_trio_of_posts_covers_all_places(difficulty):
    for seed in SEEDS:
        program = programs("post_coverage", difficulty)[0]
        episode = spade_env.Episode(program, seed)
        sites = {name: set(seen) for name, *seen in _listed(episode.observation, "Free|Sites|Possible")}
        places = set(_listed(episode.observation, "Unseen|Dark|Dry")[0])
        trios = [t for t in itertools.combinations(sites, 3) if set().union(*map(sites.get, t)) >= places]
        assert [set(trio) for trio in trios] == [set(_solution(program, seed))]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_money_is_the_least_sum_of_tolls(difficulty):
    for seed in SEEDS:
        text = spade_env.Episode(programs("toll_lanes", difficulty)[0], seed).observation
        first = _listed(text, "Tolls|Gates|Prices")
        rows = [[int(toll) for _, toll in first]]
        rows += [
            [int(toll) for toll in row.split()] for row in re.findall(r"Then: (.*?)\.", text)[0].split(";")
        ]
        lanes = [lane for lane, _ in first]
        here = lanes.index(re.findall(r"(?:You are in|Lane|Now in): (\w+)\.", text)[0])
        costs = {lane: 0 if lane == here else 99 for lane in range(3)}
        for row in rows:
            reach = 2 if difficulty == "easy" else 1
            costs = {
                lane: row[lane] + min(cost for old, cost in costs.items() if abs(old - lane) <= reach)
                for lane in range(3)
            }
        assert int(re.findall(r"\d+", text)[-1]) == min(costs.values())


def test_four_rolls_the_same_way_bring_a_cube_back_and_one_lifts_the_opposite_side():
    program = programs("roll_cube", "hard")[0]
    faces = _listed(spade_env.Episode(program, 0).observation, "Cube|Faces|Block")
    sides = [place for place, _ in faces[1:5]]
    for index, side in enumerate(sides):
        seen = [_outcome(program, 0, [side] * count)[1] for count in (1, 2, 4)]
        tops = [_listed(text, "Cube|Faces|Block")[0][1] for text in seen]
        assert tops == [faces[1 + (index + 2) % 4][1], faces[5][1], faces[0][1]]


def test_pushing_moves_the_crate_away_from_the_side_where_one_stands():
    program = programs("push_crate", "easy")[0]
    episode = spade_env.Episode(program, 0)
    sides = max((("north", "east", "south", "west"), ("front", "right", "back", "left")), key=_count(episode))
    for index, side in enumerate(sides):
        opposite = sides[(index + 2) % 4]
        before, after = (_outcome(program, 0, replies)[1] for replies in ((side,), (side, "push")))
        gap = [sum(_distances(text, opposite, side)) for text in (before, after)]
        assert gap[1] == gap[0] - 1


def _count(episode: spade_env.Episode):
    return lambda words: sum(word in episode.observation for word in words)


def _distances(text: str, ahead: str, behind: str) -> list[int]:
    """How far the mark is ahead (minus: behind)."""
    ahead_of = [int(n) for n in re.findall(rf"(\d) {ahead}\b", text)]
    return ahead_of + [-int(n) for n in re.findall(rf"(\d) {behind}\b", text)]
