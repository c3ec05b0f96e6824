"""Causes and optimisation: each rendering loads, is won by its expert, seldom by chance, and is what it says."""

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
from tests.pipeline.bank_harness import chance_rates, play_expert, play_same, play_solution, texts

NAMES = (
    "common_cause",
    "delay_bell",
    "domino_fall",
    "fault_hunt",
    "inhibitor_bench",
    "pack_tour",
    "predator_pond",
    "price_steps",
    "seed_trial",
    "study_hours",
    "talk_plan",
    "thermostat_loop",
)
CASES = [(name, difficulty) for name in NAMES for difficulty in DIFFICULTIES]
RENDERS = 4
SEEDS = (0, 1, 2)
programs = functools.partial(bank.programs, renders=RENDERS)
ODD = (
    "",
    "\\boxed{}",
    "\\boxed{²}",
    "\\boxed{set }",
    "\\boxed{fix }",
    "no box",
    "\\boxed{" + "9" * 3000 + "}",
)
SMALLEST = Theme(("cause", "water", "start", "none", "light", "undo"), "the test room", "worker")


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_scaffold_and_size(name, difficulty):
    for program in programs(name, difficulty):
        lines = program.source.splitlines()
        assert 28 <= len(lines) <= 55
        assert len(program.source) <= 2150
        assert all(lines)
        assert "<<" not in program.source
        assert 4 <= spade_env.Episode(program, 0).turn_limit <= 12


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_plain_and_no_slower_with_hint(name, difficulty):
    turns: dict[bool, list[int]] = {False: [], True: []}
    for program in programs(name, difficulty):
        for seed in range(8):
            for hinted in (False, True):
                episode = play_expert(name, program, seed, hinted)
                assert episode.outcome == "won", episode.transcript()
                turns[hinted].append(episode.turn)
    assert statistics.mean(turns[True]) <= statistics.mean(turns[False])


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_solution_wins_and_instances_differ(name, difficulty):
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = play_solution(program, seed)
            assert episode.outcome == "won", episode.transcript()
        assert len({spade_env.Episode(program, seed).observation for seed in range(6)}) >= 2


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_chance_and_constant_replies_rarely_win(name, difficulty):
    rates = chance_rates(name, programs(name, difficulty), range(40), words=False)
    assert max(rates.values()) < 0.15, rates


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for program in programs(name, difficulty):
        episode = play_expert(name, program, 0, hinted=False)
        hint = episode.hint()
        assert hint and all(hint not in text for text in texts(episode))
        assert len(episode.first_observation.split()) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_odd_replies_are_observations_not_faults(name):
    for difficulty, reply in itertools.product(DIFFICULTIES, ODD):
        episode = play_same(programs(name, difficulty)[0], 1, reply)
        assert episode.fault is None
        assert episode.outcome in ("lost", "truncated")


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_a_theme_of_six_nouns_that_are_also_rule_words(name, difficulty):
    program = spade_env.load(render(load_mechanics()[name], SMALLEST, difficulty, random.Random(3)))
    assert spade_env.Episode(program, 0).solution()


def _instance(name: str, difficulty: str, index: int, seed: int):
    """The environment object itself, to compare what it hides with what is worked out here."""
    space: dict = {}
    exec(programs(name, difficulty)[index].source, space)
    made = next(value for key, value in space.items() if key.endswith("Env"))()
    made.reset(seed=seed)
    return made


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_tour_is_the_shortest_of_all_orders(difficulty):
    for seed in SEEDS:
        made = _instance("pack_tour", difficulty, 0, seed)

        def length(order, at=made.at):
            return sum(abs(b - a) for a, b in itertools.pairwise([at, *order]))

        assert made.steps == min(length(order) for order in itertools.permutations(made.left.values()))


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_hours_needed_are_the_best_split(difficulty):
    for seed in SEEDS:
        made, best = _instance("study_hours", difficulty, 1, seed), 0
        for split in itertools.combinations_with_replacement(made.gain, made.left):
            total = 0
            for name in made.gain:
                total += sum(made.gain[name] - k * made.drop[name] for k in range(split.count(name)))
            best = max(best, total)
        assert made.need == best


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_no_programme_of_talks_holds_more(difficulty):
    for seed in SEEDS:
        made = _instance("talk_plan", difficulty, 2, seed)
        pause = 0 if difficulty == "easy" else 1

        def most(now, talks, pause=pause):
            return max((1 + most(y + pause, talks) for x, y in talks if x >= now), default=0)

        assert most(0, list(made.talks.values())) == len(made.plan)


def test_incomes_have_one_peak_inside():
    for seed in SEEDS:
        made = _instance("price_steps", "hard", 0, seed)
        for income, best in zip(made.income, made.best, strict=True):
            assert income[: best + 1] == sorted(set(income[: best + 1]))
            assert income[best:] == sorted(set(income[best:]), reverse=True)
            assert 0 < best < len(income) - 1


def test_the_tile_pushed_leads_to_the_one_wanted():
    text = spade_env.Episode(programs("domino_fall", "hard")[0], 4).observation
    solution = spade_env.Episode(programs("domino_fall", "hard")[0], 4).solution()
    tips = dict(re.findall(r"(\d+) (?:tips|fells|topples|hits) (\d+)", text))
    tile = re.findall(r"\d+", solution[0])[0]
    while tile in tips:
        tile = tips[tile]
    assert text.endswith(f": {tile}.")


def test_setting_a_gauge_shows_who_follows():
    episode = spade_env.Episode(programs("common_cause", "easy")[0], 0)
    for reply in episode.solution():
        verdict = re.findall(r"\{(\w+)\}", reply)[0]
        x, y = re.findall(r"\d of \d: (\w+) (\w+)\.", episode.observation)[-1]
        for name, other in ((x, y), (y, x)):
            episode.act(f"\\boxed{{set {name}}}")
            assert f"set {name} {other} {'follows' if verdict == name else 'stays'}" in episode.observation
        episode.act(reply)
    assert episode.outcome == "won"
