"""What the tests of the bank share: programs rendered in fixed themes, and ways to play them."""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import spade_env
from spade_env.actions import conforming

from pipeline.bootstrap import pool
from pipeline.bootstrap.mechanics import Mechanic, Theme, load_mechanics, random_reply, render
from pipeline.bootstrap.mechanics.held_out import load_held_out

CORPUS = Path(__file__).parents[2] / "data" / "corpus" / "passages.jsonl"

Choose = Callable[[spade_env.Episode], str]
"""The reply in an episode."""


@functools.cache
def mechanic(name: str) -> Mechanic:
    """A mechanic of the training or the held-out bank."""
    return (load_mechanics() | load_held_out())[name]


@functools.cache
def themes() -> list[Theme]:
    return [theme for _, theme in pool.read_themes(CORPUS)]


@functools.cache
def programs(name: str, difficulty: str, renders: int) -> list[spade_env.Program]:
    """The first ``renders`` programs of a mechanic, always the same."""
    found = []
    for index in range(renders):
        rng = random.Random(f"{name}/{difficulty}/{index}")
        found.append(spade_env.load(render(mechanic(name), rng.choice(themes()), difficulty, rng)))
    return found


def play_expert(name: str, program: spade_env.Program, seed: int, hinted: bool = False) -> spade_env.Episode:
    episode = spade_env.Episode(program, seed)
    pool.play_expert(mechanic(name), episode, episode.hint() if hinted else None)
    return episode


def play_solution(program: spade_env.Program, seed: int) -> spade_env.Episode:
    """The program's own solution, which must not go on after the end."""
    episode = spade_env.Episode(program, seed)
    for reply in episode.solution() or ():
        assert not episode.done
        episode.act(reply)
    return episode


def play(program: spade_env.Program, seed: int, choose: Choose) -> spade_env.Episode:
    """An episode of whatever ``choose`` replies; no reply may break the program."""
    episode = spade_env.Episode(program, seed)
    while not episode.done:
        episode.act(choose(episode))
    assert episode.fault is None, episode.transcript()
    return episode


def play_same(program: spade_env.Program, seed: int, reply: str) -> spade_env.Episode:
    """One reply over and over."""
    return play(program, seed, lambda _: reply)


def texts(episode: spade_env.Episode) -> list[str]:
    """Every observation."""
    return [episode.first_observation, *(step.observation for step in episode.steps)]


def wins(program: spade_env.Program, seed: int, choose: Choose) -> bool:
    return play(program, seed, choose).outcome == "won"


def random_call(episode: spade_env.Episode, rng: random.Random) -> str:
    """A call of any tool with arguments that fit its schema."""
    function = rng.choice(episode.tools())["function"]
    words = re.findall(r"\w+", episode.observation)
    arguments = conforming(function["parameters"], words, rng)
    return f"<tool_call>{json.dumps({'name': function['name'], 'arguments': arguments})}</tool_call>"


def any_word(text: str, rng: random.Random) -> str:
    """A boxed word of the text."""
    return "\\boxed{" + rng.choice(re.findall(r"[a-z0-9]+", text)) + "}"


def chance_rates(
    name: str, found: Iterable[spade_env.Program], seeds: Iterable[int], *, words: bool
) -> dict[str, float]:
    """Share of episodes won by legal replies, by one legal reply over and over and, with ``words``, by words
    of the observation."""
    rng, seeds = random.Random(5), list(seeds)
    won = {"legal": 0, "constant": 0, **({"word": 0} if words else {})}
    total = 0
    for program in found:
        for seed in seeds:
            total += 1
            won["legal"] += wins(program, seed, lambda e: random_reply(mechanic(name), e.observation, rng))
            if words:
                won["word"] += wins(program, seed, lambda e: any_word(e.observation, rng))
            first = random_reply(mechanic(name), spade_env.Episode(program, seed).observation, rng)
            won["constant"] += play_same(program, seed, first).outcome == "won"
    return {player: count / total for player, count in won.items()}
