"""Compaction changes how a run lies on disk, and nothing that can be read from it."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.compact import _amount, compact, main
from pipeline.run_log import RunLogError, RunReader, RunWriter
from tests.pipeline.test_run_log import design, play

QUESTIONS = (
    "select * from designs order by step, attempt",
    "select * from plays order by step, play_id",
    "select * from updates order by step",
)


def recorded(path, steps: int, status: str = "complete") -> None:
    writer = RunWriter.create(path, {"run_id": "alpha"})
    for step in range(steps):
        designs = [design(step, attempt, reward_regret=0.1 * attempt) for attempt in range(step % 3 + 1)]
        writer.write_step(step, designs=designs, plays=[play(step, 0)], updates=[{"step": step, "loss": 0.5}])
    writer.finish(status)


def answers(path) -> list:
    with RunReader(path) as run:
        assert run.problems == []
        return [run.rows(question) for question in QUESTIONS]


@settings(max_examples=12, deadline=None)
@given(steps=st.integers(1, 9), width=st.integers(2, 5), twice=st.booleans())
def test_a_compacted_run_reads_the_same_and_goes_on(tmp_path_factory, steps, width, twice):
    path = tmp_path_factory.mktemp("run") / "alpha"
    recorded(path, steps)
    expected = answers(path)
    for _ in range(1 + twice):
        compact(path, width)
    assert answers(path) == expected
    assert len(list((path / "plays").iterdir())) == -(-steps // width)
    with RunReader(path) as run:
        for step in range(steps):
            assert run.step_file("plays", step).exists()
        assert not run.step_file("plays", steps).exists()
    writer = RunWriter.open(path)
    writer.write_step(steps, designs=[design(steps, 0)], plays=[], updates=[{"step": steps, "loss": 0.5}])
    assert [row["step"] for row in answers(path)[2]] == list(range(steps + 1))


def test_cut_short_between_writing_and_deleting_nothing_is_read_twice(tmp_path):
    path = tmp_path / "alpha"
    recorded(path, 5)
    expected = answers(path)
    singles = tmp_path / "singles"
    shutil.copytree(path, singles)
    compact(path, 4)
    for name in ("designs", "plays", "updates"):
        for file in (singles / name).iterdir():
            shutil.copy(file, path / name)
    assert answers(path) == expected
    compact(path, 4)
    assert answers(path) == expected
    assert sorted(file.name for file in (path / "plays").iterdir()) == [
        "step-000000-000003.parquet",
        "step-000004.parquet",
    ]


def test_it_shrinks_and_says_by_how_much(tmp_path, capsys):
    recorded(tmp_path / "alpha", 8)
    before = sum(file.stat().st_size for file in (tmp_path / "alpha").rglob("*.parquet"))
    assert main([str(tmp_path / "alpha")]) == 0
    after = sum(file.stat().st_size for file in (tmp_path / "alpha").rglob("*.parquet"))
    assert after < before / 4
    assert 1e3 < after < before < 1e6
    said = f"{before / 1e3:.1f} kB of step files are {after / 1e3:.1f} kB now"
    assert said in capsys.readouterr().out
    assert [_amount(size) for size in (0, 4_321, 2_340_000)] == ["0.0 kB", "4.3 kB", "2.3 MB"]


def test_a_run_with_nothing_to_put_together_is_told_so(tmp_path, capsys):
    recorded(tmp_path / "alpha", 1)
    recorded(tmp_path / "beta", 8)
    compact(tmp_path / "beta")
    for name in ("alpha", "beta"):
        size = sum(file.stat().st_size for file in (tmp_path / name).rglob("*.parquet"))
        assert main([str(tmp_path / name)]) == 0
        said = f"{tmp_path / name}: nothing to put together, its step files have {size / 1e3:.1f} kB\n"
        assert capsys.readouterr().out == said


def test_only_whole_runs_are_compacted(tmp_path, capsys):
    recorded(tmp_path / "alpha", 3, status="interrupted")
    with pytest.raises(RunLogError, match="is interrupted, and only a complete run is compacted"):
        compact(tmp_path / "alpha")
    recorded(tmp_path / "beta", 3)
    torn = tmp_path / "beta" / "plays" / "step-000001.parquet"
    torn.write_bytes(b"PAR1 torn")
    assert main([str(tmp_path / "beta")]) == 2
    assert f"{torn} is not a readable Parquet file" in capsys.readouterr().err
    assert len(list((tmp_path / "beta" / "designs").iterdir())) == 3
    recorded(tmp_path / "delta", 3)
    files = sorted((tmp_path / "delta").rglob("*.parquet"))
    rotten = tmp_path / "delta" / "plays" / "step-000002.parquet"
    data = rotten.read_bytes()
    rotten.write_bytes(data[:4] + bytes(byte ^ 255 for byte in data[4:40]) + data[40:])  # the footer is whole
    assert main([str(tmp_path / "delta")]) == 2
    error = capsys.readouterr().err
    assert f"{rotten} is damaged" in error and error.count("\n") == 1
    assert sorted((tmp_path / "delta").rglob("*.parquet")) == files
    assert main([str(tmp_path / "gamma")]) == 2
    assert "run.json does not exist" in capsys.readouterr().err
    with pytest.raises(SystemExit) as left:
        main([str(tmp_path / "beta"), "--steps", "1"])
    assert left.value.code == 2
