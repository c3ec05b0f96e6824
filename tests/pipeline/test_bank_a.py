"""Numbers, logic and space: every rendering is won by its expert and its solution, and not by chance."""

from __future__ import annotations

import functools
import json
import random
import re
import statistics

import pytest
import spade_env
from spade_env.checks import CHECKS, run_check

from pipeline.bootstrap import pool
from pipeline.bootstrap.mechanics import load_mechanics, random_reply
from pipeline.pool import load_pool
from pipeline.vocabulary import DIFFICULTIES
from tests.pipeline import bank_harness as bank
from tests.pipeline.bank_harness import CORPUS, play_expert, play_same, play_solution, texts

NAMES = (
    "code_breaker",
    "exact_change",
    "field_walk",
    "lamps",
    "number_range",
    "sort_row",
    "truth_tellers",
)
CASES = [(name, difficulty) for name in NAMES for difficulty in DIFFICULTIES]
RENDERS = 10
SEEDS = (0, 1, 2)
CHANCE_SEEDS = range(500, 524)
programs = functools.partial(bank.programs, renders=RENDERS)


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_one_scaffold_and_a_small_size(name, difficulty):
    sources = [program.source for program in programs(name, difficulty)]
    assert len(set(sources)) == RENDERS
    for source in sources:
        lines = source.splitlines()
        assert 28 <= len(lines) <= 60
        assert len(source) <= 2100
        assert lines[0] == "import random, re"
        assert all(line.strip() for line in lines)
        methods = re.findall(r"^    def (\w+)", source, re.MULTILINE)
        assert methods[:2] == ["__init__", "reset"]
        assert methods[-4:] == ["show", "step", "hint", "solution"]
        assert "<<" not in source


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_plain_and_no_slower_with_the_hint(name, difficulty):
    turns: dict[bool, list[int]] = {False: [], True: []}
    for program in programs(name, difficulty):
        for seed in SEEDS:
            for hinted in (False, True):
                episode = play_expert(name, program, seed, hinted)
                assert episode.outcome == "won", episode.transcript()
                turns[hinted].append(episode.turn)
    assert statistics.mean(turns[True]) <= statistics.mean(turns[False])


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_solution_wins(name, difficulty):
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = play_solution(program, seed)
            assert episode.outcome == "won", episode.transcript()


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_blind_legal_and_constant_replies_rarely_win(name, difficulty):
    mechanic, rng = load_mechanics()[name], random.Random(5)
    blind = constant = total = 0
    for program in programs(name, difficulty):
        for seed in CHANCE_SEEDS:
            total += 1
            episode = spade_env.Episode(program, seed)
            pool.play_blind(mechanic, episode, rng)
            blind += episode.outcome == "won"
            same = random_reply(mechanic, episode.first_observation, rng)
            constant += play_same(program, seed, same).outcome == "won"
    assert max(blind, constant) / total < 0.15


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_host_checks_pass(name, difficulty):
    for program in programs(name, difficulty)[:3]:
        for check in CHECKS:
            result = run_check(check, program, seeds=(60, 61, 62, 63, 64), max_turns=25)
            assert result.status in ("pass", "skip"), (check, result.sentence, program.source)


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for program in programs(name, difficulty):
        episode = play_expert(name, program, 0, hinted=False)
        hint = episode.hint()
        assert hint and all(hint not in text for text in texts(episode))
        assert len(episode.first_observation.split()) <= 50
        assert max(len(text.split()) for text in texts(episode)[1:]) <= 45


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_same_seed_same_transcript_and_other_seeds_other_starts(name, difficulty):
    for program in programs(name, difficulty):
        first, again = (play_expert(name, program, 3, hinted=False).transcript() for _ in range(2))
        assert spade_env.same_transcript(first, again) is None
        assert len({spade_env.Episode(program, seed).observation for seed in range(6)}) >= 3


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hinted", [False, True])
def test_expert_goes_on_after_thoughtless_replies(name, hinted):
    """Imitation data mixes legal noise into expert play: whatever happened, the expert has a reply."""
    mechanic, rng = load_mechanics()[name], random.Random(8)
    for difficulty in DIFFICULTIES:
        for program in programs(name, difficulty):
            episode = spade_env.Episode(program, 7)
            player = mechanic.expert(episode.observation, episode.hint() if hinted else None)
            reply = next(player)
            while not episode.done:
                episode.act(reply if rng.random() < 0.5 else random_reply(mechanic, episode.observation, rng))
                reply = None if episode.done else player.send(episode.observation)
            assert episode.fault is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "reply",
    ["", "\\boxed{}", "\\boxed{²}", "\\boxed{٣}", "\\boxed{0 / 0}", "no box", "\\boxed{" + "9" * 6000 + "}"],
)
def test_odd_replies_are_observations_not_faults(name, reply):
    for difficulty in DIFFICULTIES:
        for program in programs(name, difficulty)[:3]:
            episode = play_same(program, 1, reply)
            assert episode.fault is None
            assert episode.outcome in ("lost", "truncated")


def test_pool_is_written_replaced_and_read_back(tmp_path, capsys):
    arguments = ["--out", str(tmp_path), "--passages", str(CORPUS), "--only", "lamps"]
    assert pool.main([*arguments, "--per-mechanic", "4"]) == 0
    first = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert len(first) == 5
    assert pool.main([*arguments, "--per-mechanic", "3"]) == 0
    second = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert len(second) == 4
    assert all(first[name] == text for name, text in second.items() if name.endswith(".py"))
    rows = [json.loads(line) for line in second["manifest.jsonl"].splitlines()]
    assert [row["file_name"] for row in rows] == sorted(row["file_name"] for row in rows)
    loaded = load_pool(tmp_path)
    assert [spade_env.load(program.code).sha256 for program in loaded] == [row["sha256"] for row in rows]
    assert {program.skill for program in loaded} == {"Spatial Reasoning"}


def test_check_prints_a_table_of_wins(capsys):
    assert pool.main(["--passages", str(CORPUS), "--only", "lamps", "--per-mechanic", "3", "--check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    header, _, easy = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines[:3])
    row = dict(zip(header, easy, strict=True))
    assert (row["mechanic"], row["skill"], row["level"]) == ("lamps", "Spatial Reasoning", "easy")
    assert row["expert"] == row["expert + hint"] == "1.00"


@pytest.mark.parametrize(
    ("line", "named"), [("{", "passages.jsonl:1"), ('{"id": "p1"}', "nouns"), ("", "no passage")]
)
def test_unusable_passages_are_one_sentence_and_exit_2(tmp_path, capsys, line, named):
    path = tmp_path / "passages.jsonl"
    path.write_text(line)
    assert pool.main(["--out", str(tmp_path / "out"), "--passages", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"--passages {path}") and named in error and len(error.splitlines()) == 1


def test_the_default_corpus_is_found_from_anywhere_and_an_unreadable_one_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert pool.main(["--out", "pool", "--only", "lamps", "--per-mechanic", "1"]) == 0
    assert (tmp_path / "pool" / "manifest.jsonl").exists()
    (tmp_path / "odd").write_bytes(b"\xff")
    for name, reason in (("none", "No such file or directory"), ("odd", "it is not UTF-8 text")):
        capsys.readouterr()
        assert pool.main(["--out", "other", "--passages", name]) == 2
        assert (
            capsys.readouterr().err == f"--passages {name} cannot be read ({reason}), expected JSON lines\n"
        )
    assert not (tmp_path / "other").exists()
