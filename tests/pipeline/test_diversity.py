"""Diversity over training: the score against its definition, the windows against a slow count, the command."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from pipeline.diversity import diversity, main, vendi_score, windows
from pipeline.run_log import RunReader, RunWriter
from pipeline.topic_store import TopicMapError

WORDS = ("apples", "boats", "clocks", "drums")


def bag(texts: list[str]) -> np.ndarray:
    """Unit vectors of word counts: the same word, the same direction."""
    counts = np.array([[text.count(word) for word in WORDS] for text in texts], float) + 1e-9
    return counts / np.linalg.norm(counts, axis=1, keepdims=True)


def write_run(path: Path, steps: list[list[tuple[str, bool]]]) -> None:
    """A run whose designs are (word, valid); each word is a program of its own, ``!`` does not parse."""
    writer = RunWriter.create(path, {"run_id": "r", "title": "r", "config": {}})
    for step, made in enumerate(steps):
        rows = [
            {"env_id": f"r-{step}-{n}", "step": step, "attempt": n, "valid": valid, "title": word,
             "code": "class (" if word == "!" else f"class A:\n    word = '{word}'\n# remark {step}\n"}
            for n, (word, valid) in enumerate(made)
        ]  # fmt: skip
        writer.write_step(step, designs=rows, plays=[], updates=[])
    writer.finish("complete")


def test_vendi_score_is_the_effective_number() -> None:
    assert vendi_score(np.tile(np.eye(5)[0], (7, 1))) == pytest.approx(1)
    assert vendi_score(np.eye(6)) == pytest.approx(6)
    assert vendi_score(np.eye(3)[[0, 0, 1, 1, 2, 2]]) == pytest.approx(3)
    shares = np.array([3, 1]) / 4
    uneven = vendi_score(np.eye(2)[[0, 0, 0, 1]])
    assert uneven == pytest.approx(math.exp(-(shares * np.log(shares)).sum()))
    with pytest.raises(ValueError, match="at least one"):
        vendi_score(np.zeros((0, 3)))


def test_vendi_score_of_two_vectors_at_an_angle() -> None:
    for cosine in (0.0, 0.3, 0.9):  # eigenvalues of [[1, c], [c, 1]] / 2
        halves = np.array([1 + cosine, 1 - cosine]) / 2
        vectors = np.array([[1, 0], [cosine, math.sqrt(1 - cosine**2)]])
        assert vendi_score(vectors) == pytest.approx(math.exp(-(halves * np.log(halves)).sum()))


def test_windows_hold_the_last_programs_of_each_step() -> None:
    marks = "aabcaaab"
    programs = [(place // 2, mark, np.eye(3)["abc".index(mark)]) for place, mark in enumerate(marks)]
    for row in windows(programs, 3):
        last = marks[: 2 * row["step"] + 2][-3:]
        assert (row["designs"], row["distinct"]) == (len(last), len(set(last)))


def test_a_collapse_shows_among_everything_written(tmp_path: Path) -> None:
    varied = [(word, True) for word in WORDS]
    collapsed = [("apples", False)] * 3 + [("!", False)]
    write_run(tmp_path / "r", [varied, varied, collapsed, collapsed])
    with RunReader(tmp_path / "r") as run:
        found = diversity(run, bag, size=4)
    assert (found["version"], found["size"], found["steps"]) == (1, 4, 4)
    written = [row for row in found["rows"] if row["scope"] == "written"]
    assert [(row["step"], row["distinct"]) for row in written] == [(0, 4), (1, 4), (2, 2), (3, 1)]
    assert written[0]["vendi"] == pytest.approx(4, abs=0.01)
    assert written[-1]["vendi"] == pytest.approx(1, abs=0.01)
    assert {row["distinct"] for row in found["rows"] if row["scope"] == "valid"} == {4}


def test_a_short_run_gets_windows_that_are_not_full(tmp_path: Path) -> None:
    write_run(tmp_path / "r", [[("apples", True), ("boats", False)]])
    with RunReader(tmp_path / "r") as run:
        rows = diversity(run, bag)["rows"]
    assert [(row["scope"], row["designs"], row["distinct"]) for row in rows] == [
        ("written", 2, 2),
        ("valid", 1, 1),
    ]


def test_command_writes_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run(tmp_path / "r", [[("apples", True), ("boats", True)], [("!", False)]])
    assert main([str(tmp_path / "r"), "--size", "2"], embed=bag) == 0
    found = json.loads((tmp_path / "r/map/diversity.json").read_text())
    assert found["steps"] == 2 and len(found["rows"]) == 2
    assert "written: per 2, step 0 -> 0: distinct 2 -> 2" in capsys.readouterr().out


def test_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")], embed=bag) == 2
    assert "none/run.json does not exist" in capsys.readouterr().err

    def missing(texts: list[str]) -> np.ndarray:
        raise TopicMapError("a topic map needs the 'map' extra")

    write_run(tmp_path / "r", [[("apples", True)]])
    assert main([str(tmp_path / "r")], embed=missing) == 2
    assert "needs the 'map' extra" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stopped:
        main([str(tmp_path / "r"), "--size", "1"], embed=bag)
    assert stopped.value.code == 2
