"""Patterns, optimisation, causes and take-away: each rendering loads, is won by its expert, not by chance."""

from __future__ import annotations

import functools
import re
import statistics

import pytest
import spade_env

from pipeline.vocabulary import DIFFICULTIES
from tests.pipeline import bank_harness as bank
from tests.pipeline.bank_harness import chance_rates, play_expert, play_same, play_solution, texts

NAMES = (
    "cipher_key",
    "levers",
    "load_cart",
    "sequence_rounds",
    "shortest_queue",
    "take_away",
    "valve_chain",
)
CASES = [(name, difficulty) for name in NAMES for difficulty in DIFFICULTIES]
RENDERS = 10
SEEDS = (0, 1, 2)
programs = functools.partial(bank.programs, renders=RENDERS)


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_scaffold_and_size(name, difficulty):
    sources = [program.source for program in programs(name, difficulty)]
    assert len(set(sources)) == RENDERS
    for source in sources:
        lines = source.splitlines()
        assert 28 <= len(lines) <= 60
        assert len(source) <= 2000
        assert all(lines)
        methods = re.findall(r"^    def (\w+)", source, re.MULTILINE)
        assert methods == ["__init__", "reset", "show", "step", "hint", "solution"]
        assert "<<" not in source


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_plain_and_no_slower_with_hint(name, difficulty):
    turns: dict[bool, list[int]] = {False: [], True: []}
    for program in programs(name, difficulty):
        for seed in SEEDS:
            for hinted in (False, True):
                episode = play_expert(name, program, seed, hinted)
                assert episode.outcome == "won", episode.transcript()
                assert episode.turn <= episode.turn_limit
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
    rates = chance_rates(name, programs(name, difficulty), range(24), words=True)
    assert max(rates.values()) < 0.15, rates


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for program in programs(name, difficulty):
        episode = play_expert(name, program, 0, hinted=False)
        hint = episode.hint()
        assert hint and all(hint not in text for text in texts(episode))
        assert len(episode.first_observation.split()) <= 75
        assert max(len(text.split()) for text in texts(episode)[1:]) <= 50


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_same_seed_same_transcript_and_other_seeds_other_starts(name, difficulty):
    for program in programs(name, difficulty):
        first, again = (play_expert(name, program, 3, hinted=False).transcript() for _ in range(2))
        assert spade_env.same_transcript(first, again) is None
        assert len({spade_env.Episode(program, seed).observation for seed in range(6)}) >= 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "reply", ["", "\\boxed{}", "\\boxed{²}", "\\boxed{cause }", "no box", "\\boxed{" + "9" * 3000 + "}"]
)
def test_odd_replies_are_observations_not_faults(name, reply):
    for difficulty in DIFFICULTIES:
        for program in programs(name, difficulty)[:3]:
            episode = play_same(program, 1, reply)
            assert episode.fault is None
            assert episode.outcome in ("lost", "truncated")
