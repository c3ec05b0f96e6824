"""What every hand-written showpiece of the featured pool promises to the person who plays it."""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import random
from pathlib import Path

import pytest
import spade_env
from spade_env import Episode
from spade_env.actions import RandomAgent
from spade_env.offers import offers

from pipeline.novelty import NoveltyIndex
from pipeline.pool import load_pool
from pipeline.sandbox import Sandbox
from pipeline.validator import validate
from pipeline.vocabulary import DIFFICULTIES, SKILLS

POOLS = Path(__file__).resolve().parents[2] / "data" / "pools"
FEATURED = POOLS / "featured"
SHOWPIECES = (
    "cold_embers",
    "corner_queen",
    "four_piles",
    "frost_orchard",
    "gate_bench",
    "ice_glide",
    "lantern_court",
    "quiet_meadow",
    "secret_dealer",
    "wet_paint",
)
ARROWS = ("ice_glide", "wet_paint")
SEEDS = range(60)


def source_of(name: str) -> str:
    return (FEATURED / f"{name}.py").read_text(encoding="utf-8")


@functools.cache
def program(name: str) -> spade_env.Program:
    return spade_env.load(source_of(name))


def board(picture: str) -> list[list[str]]:
    """The cells of a picture: every line but the last, which tells counts."""
    return [line.split(" ") for line in picture.split("\n")[:-1]]


def entries() -> list[dict]:
    lines = (FEATURED / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as opened:
        yield opened


def test_the_manifest_lists_every_file_as_it_is():
    rows = entries()
    assert {row["file_name"] for row in rows} == {file.name for file in FEATURED.glob("*.py")}
    assert len({row["file_name"] for row in rows}) == len(rows) == 12
    for row in rows:
        text = (FEATURED / row["file_name"]).read_bytes()
        shown = spade_env.describe(spade_env.load(text.decode()))
        assert row["sha256"] == hashlib.sha256(text).hexdigest(), row["file_name"]
        assert row["lines"] == len(text.decode().splitlines()), row["file_name"]
        assert (row["title"], row["kind"]) == (shown["title"], shown["kind"]), row["file_name"]
        assert row["skill"] in SKILLS and row["difficulty"] in DIFFICULTIES
        assert 30 < len(row["blurb"]) < 140 and row["blurb"].endswith(".")


def test_showpieces_cover_all_six_skills_and_load_as_a_pool():
    rows = {row["file_name"]: row for row in entries()}
    assert {rows[f"{name}.py"]["skill"] for name in SHOWPIECES} == set(SKILLS)
    assert [entry.file_name for entry in load_pool(FEATURED)] == list(rows)
    assert all(55 <= rows[f"{name}.py"]["lines"] <= 165 for name in SHOWPIECES)


def test_no_showpiece_is_close_to_another_or_to_a_program_of_the_bank():
    index = NoveltyIndex()
    for file in sorted([*POOLS.glob("seed/*_hard_0.py"), *POOLS.glob("held_out/*_hard_0.py")]):
        index.add(file.name, file.read_text(encoding="utf-8"))
    for name in SHOWPIECES:
        nearest, similarity = index.nearest(source_of(name))
        assert similarity < 0.4, (name, nearest, similarity)
        index.add(name, source_of(name))


@pytest.mark.parametrize("name", SHOWPIECES)
def test_every_check_of_the_validator_passes(name, sandbox):
    verdict = validate(source_of(name), sandbox, known=NoveltyIndex())
    assert verdict.valid, verdict.reason
    assert verdict.solvable == "proved"
    assert set(verdict.imports) <= {"collections", "functools", "heapq", "itertools", "random", "re"}


@pytest.mark.parametrize("name", SHOWPIECES)
def test_the_solution_wins_every_deal_with_its_last_move_and_to_the_eye(name):
    lengths, starts = [], set()
    for seed in SEEDS:
        episode = Episode(program(name), seed)
        starts.add((episode.first_observation, episode.hint()))
        moves = episode.solution()
        shape, pictures = set(), [episode.render()]
        for move in moves:
            assert episode.outcome is None, seed
            assert episode.hint() not in episode.observation
            episode.act(move)
            assert episode.render() == episode.render()
            pictures.append(episode.render())
        assert (episode.outcome, episode.turn) == ("won", len(moves)), (seed, episode.fault)
        for picture in pictures:
            cells = board(picture)
            assert all(len(cell) == 1 for row in cells for cell in row), picture
            shape.add(len({len(row) for row in cells}))
            assert 3 <= len(cells) <= 24 and 3 <= len(cells[0]) <= 24
        assert shape == {1}
        assert all(a != b for a, b in itertools.pairwise(pictures)), seed
        lengths.append(len(moves) / episode.turn_limit)
    assert len(starts) >= 25
    assert max(lengths) <= 0.95 and 0.3 <= sum(lengths) / len(lengths) <= 0.9


@pytest.mark.parametrize("name", SHOWPIECES)
def test_random_play_hardly_ever_wins(name):
    wins = 0
    for seed in SEEDS:
        rng = random.Random(f"presser {seed}")
        episode = Episode(program(name), seed)
        reader = RandomAgent(seed, [])
        shown = [episode.first_observation]
        while not episode.done:
            buttons = offers(episode.observation, episode.first_observation).moves
            reply = f"\\boxed{{{rng.choice(buttons)}}}" if buttons else reader.reply(shown)
            shown.append(episode.act(reply).observation)
        assert episode.outcome != "void", episode.fault
        wins += episode.outcome == "won"
    assert wins < 0.15 * len(SEEDS)


@pytest.mark.parametrize("name", SHOWPIECES)
def test_every_winning_move_can_be_pressed(name):
    for seed in range(8):
        episode = Episode(program(name), seed)
        for reply in episode.solution():
            move = spade_env.protocols.last_box(reply)
            found = offers(episode.observation, episode.first_observation)
            assert move in found.moves or (not found.moves and set(move.split()) <= set(found.words)), (
                seed,
                move,
            )
            if name in ARROWS:
                assert found.moves == ("go up", "go down", "go left", "go right")
            episode.act(reply)


@pytest.mark.parametrize("name", SHOWPIECES)
def test_a_reply_that_says_nothing_costs_a_turn_and_is_answered_with_the_format(name):
    episode = Episode(program(name), 3)
    before = board(episode.render())
    step = episode.act("I am not sure")
    assert "\\boxed{" in step.observation and step.reward == 0.0
    if name != "frost_orchard":  # a day passes in the orchard, whatever was said
        assert board(episode.render()) == before
    while not episode.done:
        episode.act("still not sure")
    assert (episode.outcome, episode.turn) == ("truncated", episode.turn_limit)
