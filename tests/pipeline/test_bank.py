"""The bank as a whole: how much there is, that no two mechanics are twins, and what a hint is worth."""

from __future__ import annotations

import ast
import functools
import itertools
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pipeline.bootstrap import pool
from pipeline.bootstrap.mechanics import Mechanic, load_mechanics, render
from pipeline.bootstrap.mechanics.held_out import load_held_out
from pipeline.bootstrap.players import play_expert, play_reader, players
from pipeline.memory import embed
from pipeline.vocabulary import DIFFICULTIES, SKILLS, TOOL_SKILL

CORPUS = Path(__file__).parents[2] / "data" / "corpus" / "passages.jsonl"
SCAFFOLD = ("__init__", "form", "call")
"""Methods every program of a kind shares."""
TWIN_GAMES, TWIN_DESKS = 0.75, 0.80
"""Renderings of one mechanic are closer to each other than this, renderings of two must not be."""


@functools.cache
def sources(name: str) -> tuple[str, ...]:
    """Two renderings per difficulty."""
    mechanic = bank()[name]
    themes = [theme for _, theme in pool.read_themes(CORPUS)]
    found = []
    for difficulty, copy in itertools.product(DIFFICULTIES, (0, 1)):
        rng = random.Random(f"bank/{name}/{difficulty}/{copy}")
        found.append(render(mechanic, rng.choice(themes), difficulty, rng))
    return tuple(found)


@functools.cache
def bank() -> dict[str, Mechanic]:
    return {**load_mechanics(), **load_held_out()}


@functools.cache
def shapes(name: str) -> np.ndarray:
    """Unit vectors of what is a mechanic's own in its syntax trees: names, texts and scaffold left out."""
    return np.array([embed(own_methods(source)) for source in sources(name)])


def own_methods(source: str) -> str:
    tree = ast.parse(source)
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    found.body = [n for n in found.body if isinstance(n, ast.FunctionDef) and n.name not in SCAFFOLD]
    return ast.unparse(found)


def test_there_is_enough_of_every_skill():
    seed = Counter(mechanic.skill for mechanic in load_mechanics().values())
    assert sum(seed[skill] for skill in SKILLS) >= 60
    assert min(seed[skill] for skill in SKILLS) >= 8
    assert seed[TOOL_SKILL] >= 16
    held_out = Counter(mechanic.kind for mechanic in load_held_out().values())
    assert held_out["game"] >= 20 and held_out["tool_use"] >= 4
    assert not set(load_mechanics()) & set(load_held_out())


def test_every_mechanic_has_three_knobs_that_differ_between_levels():
    for mechanic in load_mechanics().values():
        names = {name for knobs in mechanic.knobs.values() for name in knobs}
        moving = [n for n in names if len({repr(k.get(n)) for k in mechanic.knobs.values()}) > 1]
        assert len(names) >= 3 and moving, mechanic.name


def test_no_two_mechanics_are_twins():
    """Also across the seed and the held-out bank."""
    for first, second in itertools.combinations(bank(), 2):
        desks = "tool_use" in (bank()[first].kind, bank()[second].kind)
        similarity = float((shapes(first) @ shapes(second).T).mean())
        assert similarity < (TWIN_DESKS if desks else TWIN_GAMES), (first, second, similarity)


def test_the_measure_knows_a_twin_when_it_sees_one():
    for name in bank():
        within = (shapes(name) @ shapes(name).T)[np.triu_indices(len(shapes(name)), 1)]
        assert within.mean() > TWIN_DESKS, name


@pytest.mark.parametrize("name", sorted(load_mechanics()))
def test_a_hint_is_worth_something(name):
    """Whoever only reads wins more often with it than by chance, or the expert needs fewer turns."""
    mechanic, rng = load_mechanics()[name], random.Random(7)
    won = {"plain": 0, "hint": 0}
    turns = {"plain": 0, "hint": 0}
    for source, seed in itertools.product(sources(name), range(900, 904)):
        program = pool.load(source)
        for arm in won:
            episode = pool.Episode(program, seed)
            play_reader(mechanic, episode, rng, episode.hint() if arm == "hint" else None)
            won[arm] += episode.outcome == "won"
            episode = pool.Episode(program, seed)
            play_expert(mechanic, episode, episode.hint() if arm == "hint" else None)
            assert episode.outcome == "won"
            turns[arm] += episode.turn
    assert won["hint"] >= won["plain"] + 4 or turns["hint"] <= 0.9 * turns["plain"], (won, turns)


def test_the_table_has_a_line_per_mechanic_and_level_and_a_column_per_player():
    mechanics = {name: load_mechanics()[name] for name in ("lamps", "stock_desk")}
    entries = pool.render_pool(mechanics, pool.read_themes(CORPUS), 3, 0)
    head, _, *lines = pool.check_table(entries)
    assert [cell.strip() for cell in head.split("|")][6:11] == [name for name, _ in players()]
    assert len(lines) == 6
    for line in lines:
        cells = [cell.strip() for cell in line.split("|")]
        assert cells[6] == cells[7] == "1.00"
