"""The held-out bank: apart from training, and each rendering won by its expert, helped by its hint, not by chance."""

from __future__ import annotations

import functools
import hashlib
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
import spade_env

from pipeline.bootstrap.mechanics import load_mechanics, render
from pipeline.bootstrap.mechanics.held_out import load_held_out
from pipeline.novelty import NoveltyIndex
from pipeline.vocabulary import DIFFICULTIES, SKILLS, TOOL_SKILL
from tests.pipeline import bank_harness as bank
from tests.pipeline.bank_harness import (
    chance_rates,
    play,
    play_expert,
    play_same,
    play_solution,
    random_call,
    texts,
    themes,
)

ROOT = Path(__file__).parents[2]
BANK = load_held_out()
CASES = [(name, difficulty) for name in BANK for difficulty in DIFFICULTIES]
GAMES = [case for case in CASES if BANK[case[0]].kind == "game"]
TOOLS = [case for case in CASES if BANK[case[0]].kind == "tool_use"]
SEARCHED = (
    "pouring_jugs",
    "register_machine",
    "sum_grid",
    "dice_bargain",
    "river_crossing",
    "map_colours",
    "circuit_board",
    "slide_tiles",
    "mirror_beam",
    "knight_moves",
    "cellular_row",
    "odd_one_out",
    "bin_packing",
    "tiny_economy",
    "contact_trace",
)
"""Games whose first observation holds everything: there a hint saves the search, not turns."""
RENDERS = 4
SEEDS = (0, 1, 2, 3)
ODD = (
    "",
    "\\boxed{}",
    "\\boxed{²}",
    "\\boxed{nobody nobody}",
    "no box",
    "<tool_call>{</tool_call>",
    "\\boxed{" + "9 " * 3000 + "}",
)
programs = functools.partial(bank.programs, renders=RENDERS)
TRAINING = ("dataset", "tokenizer", "train_base")


@functools.cache
def expert_episodes(name: str, difficulty: str, hinted: bool) -> list[spade_env.Episode]:
    found = []
    for program in programs(name, difficulty):
        for seed in SEEDS:
            found.append(play_expert(name, program, seed, hinted))
    return found


def test_nothing_is_shared_with_the_seed_bank():
    assert not set(load_mechanics()) & set(BANK)
    games = [mechanic for mechanic in BANK.values() if mechanic.kind == "game"]
    assert len(games) >= 20 and {mechanic.skill for mechanic in games} == set(SKILLS)
    tools = [mechanic for mechanic in BANK.values() if mechanic.kind == "tool_use"]
    assert len(tools) >= 4 and {mechanic.skill for mechanic in tools} == {TOOL_SKILL}


@pytest.mark.parametrize("module", TRAINING)
def test_training_code_never_names_it(module):
    assert "held_out" not in (ROOT / f"pipeline/bootstrap/{module}.py").read_text(encoding="utf-8")


def test_training_code_never_loads_it():
    script = (
        "import sys, pipeline.bootstrap.dataset, pipeline.bootstrap.tokenizer\n"
        "from pipeline.bootstrap.mechanics import load_mechanics\n"
        "load_mechanics()\n"
        "print([name for name in sys.modules if '.held_out.' in name])\n"
    )
    path = {"PYTHONPATH": f"{ROOT}:{ROOT / 'web_runtime'}"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=path, cwd=ROOT)
    assert done.stdout.strip() == "[]", done.stderr


def test_no_program_resembles_the_seed_bank_or_another_one():
    index = NoveltyIndex()
    for mechanic in load_mechanics().values():
        rng = random.Random(mechanic.name)
        index.add(mechanic.name, render(mechanic, rng.choice(themes()), "medium", rng))
    for name in BANK:
        source = programs(name, "medium")[0].source
        nearest, similarity = index.nearest(source)
        # two programs of one seed mechanic: median 0.87; tool programs share the long scaffold
        assert similarity < (0.5 if BANK[name].kind == "game" else 0.65), (name, nearest)
        index.add(name, source)


def test_the_pool_on_disk_holds_every_mechanic():
    pool = ROOT / "data/pools/held_out"
    rows = [json.loads(line) for line in (pool / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {(row["mechanic"], row["difficulty"]) for row in rows} == set(CASES)
    for row in rows:
        source = (pool / row["file_name"]).read_bytes()
        assert hashlib.sha256(source).hexdigest() == row["sha256"]


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_scaffold_and_size(name, difficulty):
    assert len(BANK[name].knobs[difficulty]) >= 2
    sources = [program.source for program in programs(name, difficulty)]
    assert len(set(sources)) == RENDERS
    for source in sources:
        lines = source.splitlines()
        assert 28 <= len(lines) <= 60 and all(line.strip() for line in lines)
        assert len(source) <= (2400 if BANK[name].kind == "game" else 3200) and "<<" not in source
        methods = re.findall(r"^    def (\w+)", source, re.MULTILINE)
        assert methods[:2] == ["__init__", "reset"] and methods[-2:] == ["hint", "solution"]
        if BANK[name].kind == "game":
            assert methods[-4:-2] == ["show", "step"]


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_and_the_hint_helps(name, difficulty):
    plain, hinted = (expert_episodes(name, difficulty, flag) for flag in (False, True))
    for episode in plain + hinted:
        assert episode.outcome == "won", episode.transcript()
    saved = sum(e.turn for e in plain) - sum(e.turn for e in hinted)
    assert saved >= 0 if name in SEARCHED else saved > 0


@pytest.mark.parametrize(("name", "difficulty"), [case for case in GAMES if case[0] in SEARCHED])
def test_a_reader_who_only_copies_the_hint_wins(name, difficulty):
    """Such a reader without the hint is the chance player below, who wins less than 15 %."""
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = spade_env.Episode(program, seed)
            for move in episode.hint().rpartition(": ")[2].rstrip(".").split(", "):
                episode.act(f"\\boxed{{{move}}}")
            assert episode.outcome == "won", episode.transcript()


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_solution_wins(name, difficulty):
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = play_solution(program, seed)
            assert episode.outcome == "won", episode.transcript()


@pytest.mark.parametrize(("name", "difficulty"), GAMES)
def test_chance_and_constant_replies_rarely_win(name, difficulty):
    rates = chance_rates(name, programs(name, difficulty), range(30), words=True)
    assert max(rates.values()) < 0.15, rates


@pytest.mark.parametrize(("name", "difficulty"), TOOLS)
def test_random_calls_and_early_answers_rarely_win(name, difficulty):
    rng = random.Random(9)
    calls = mixed = total = 0
    for program in programs(name, difficulty):
        for seed in range(25):
            total += 1
            calls += play(program, seed, lambda e: random_call(e, rng)).outcome == "won"
            mixed += (
                play(program, seed, lambda e: random_call(e, rng) if e.turn < 4 else guess(e, rng)).outcome
                == "won"
            )
    assert max(calls, mixed) / total < 0.15


def guess(episode: spade_env.Episode, rng: random.Random) -> str:
    return f"<answer>{rng.choice(re.findall(r'[a-z]+|[0-9]+', episode.observation))}</answer>"


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for episode in expert_episodes(name, difficulty, False):
        hint = episode.hint()
        assert hint and all(hint not in text for text in texts(episode))
        assert len(episode.first_observation.split()) <= 80
        assert max(len(text.split()) for text in texts(episode)[1:]) <= 55


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_same_seed_same_transcript_and_other_seeds_other_starts(name, difficulty):
    for program in programs(name, difficulty):
        solution = spade_env.Episode(program, 3).solution()
        first, again = (spade_env.replay(program, 3, solution) for _ in range(2))
        assert spade_env.same_transcript(first, again) is None
        starts = [spade_env.Episode(program, seed) for seed in range(6)]
        assert len({(e.observation, e.hint(), tuple(e.solution())) for e in starts}) >= 2


@pytest.mark.parametrize("name", BANK)
def test_odd_replies_are_observations_not_faults(name):
    for difficulty in DIFFICULTIES:
        for reply in ODD:
            episode = play_same(programs(name, difficulty)[0], 1, reply)
            assert episode.outcome in ("lost", "truncated")
