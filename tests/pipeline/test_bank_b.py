"""Patterns, optimisation, causes and take-away: each rendering loads, is won by its expert, not by chance."""

from __future__ import annotations

import functools
import json
import random
import re
import statistics
from pathlib import Path

import pytest
import spade_env

from pipeline.bootstrap.mechanics import Theme, load_mechanics, random_reply, render
from pipeline.vocabulary import DIFFICULTIES

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
ODD = ("", "\\boxed{}", "\\boxed{²}", "\\boxed{cause }", "no box", "\\boxed{" + "9" * 3000 + "}")
CORPUS = Path(__file__).parents[2] / "data" / "corpus" / "passages.jsonl"


@functools.cache
def themes() -> list[Theme]:
    records = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    return [Theme(tuple(r["nouns"]), r["setting"], r["person"], i) for i, r in enumerate(records)]


@functools.cache
def programs(name: str, difficulty: str) -> list[spade_env.Program]:
    mechanic, found = load_mechanics()[name], []
    for index in range(RENDERS):
        rng = random.Random(f"{name}/{difficulty}/{index}")
        found.append(spade_env.load(render(mechanic, rng.choice(themes()), difficulty, rng)))
    return found


def play_expert(name: str, program: spade_env.Program, seed: int, hinted: bool) -> spade_env.Episode:
    episode = spade_env.Episode(program, seed)
    player = load_mechanics()[name].expert(episode.observation, episode.hint() if hinted else None)
    reply = next(player)
    while not episode.done:
        episode.act(reply)
        if not episode.done:
            reply = player.send(episode.observation)
    return episode


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
            episode = spade_env.Episode(program, seed)
            for action in episode.solution():
                assert not episode.done
                episode.act(action)
            assert episode.outcome == "won", episode.transcript()


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_chance_and_constant_replies_rarely_win(name, difficulty):
    mechanic, rng, seeds = load_mechanics()[name], random.Random(5), range(24)
    legal = word = constant = total = 0
    for program in programs(name, difficulty):
        for seed in seeds:
            total += 1
            legal += _wins(program, seed, lambda text: random_reply(mechanic, text, rng))
            word += _wins(
                program, seed, lambda text: f"\\boxed{{{rng.choice(re.findall(r'[a-z0-9]+', text))}}}"
            )
            first = random_reply(mechanic, spade_env.Episode(program, seed).observation, rng)
            constant += _wins(program, seed, lambda text, first=first: first)
    assert max(legal, word, constant) / total < 0.15


def _any_word(text: str, rng: random.Random) -> str:
    return "\\boxed{" + rng.choice(re.findall(r"[a-z0-9]+", text)) + "}"


def _wins(program: spade_env.Program, seed: int, reply) -> bool:
    episode = spade_env.Episode(program, seed)
    while not episode.done:
        episode.act(reply(episode.observation))
    return episode.outcome == "won"


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for program in programs(name, difficulty):
        episode = play_expert(name, program, 0, hinted=False)
        hint = episode.hint()
        texts = [episode.first_observation] + [step.observation for step in episode.steps]
        assert hint and all(hint not in text for text in texts)
        assert len(texts[0].split()) <= 75
        assert max(len(text.split()) for text in texts[1:]) <= 50


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
            episode = spade_env.Episode(program, 1)
            while not episode.done:
                episode.act(reply)
            assert episode.fault is None
            assert episode.outcome in ("lost", "truncated")
