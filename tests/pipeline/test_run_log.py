"""The run log keeps its promises: whole steps only, resumable, and damaged files are named."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.run_log import (
    RunLogError,
    RunReader,
    RunWriter,
    discover,
    read_meta,
    why_no_run,
    write_table,
)
from pipeline.run_schema import DESIGNS, PLAYS


def design(step: int, n: int, **fields) -> dict:
    return {
        "env_id": f"r-{step}-{n}",
        "step": step,
        "attempt": n,
        "valid": n % 2 == 0,
        "code": "x = 1\n",
        **fields,
    }


def play(step: int, n: int) -> dict:
    turn = {
        "action": "\\boxed{1}",
        "observation": "ok",
        "reward": 1.0,
        "terminated": True,
        "truncated": False,
    }
    return {
        "play_id": f"r-{step}-{n}-p",
        "env_id": f"r-{step}-{n}",
        "step": step,
        "return": 1.0,
        "steps": [turn],
    }


def write(path: Path, steps: int) -> RunWriter:
    writer = RunWriter.create(path, {"run_id": "r"})
    for step in range(steps):
        writer.write_step(
            step,
            designs=[design(step, n) for n in range(3)],
            plays=[play(step, n) for n in range(2)],
            updates=[{"step": step, "loss": 0.5}],
        )
    return writer


def test_round_trip(tmp_path):
    write(tmp_path / "r", 2).finish("complete")
    with RunReader(tmp_path / "r") as run:
        assert run.meta["status"] == "complete"
        assert run.meta["counts"] == {"steps": 2, "designs": 6, "valid": 4, "plays": 4}
        assert run.rows("select count(*) as n from designs where valid") == [{"n": 4}]
        [row] = run.rows('select "return" as r, steps from plays where play_id = ?', ["r-1-0-p"])
        assert row["r"] == 1.0 and row["steps"][0]["observation"] == "ok"
        assert run.problems == []


def test_a_step_is_invisible_until_run_json_says_so(tmp_path):
    write(tmp_path / "r", 1)
    table = pq.read_table(tmp_path / "r/designs/step-000000.parquet")
    write_table(tmp_path / "r/designs/step-000001.parquet", table)
    with RunReader(tmp_path / "r") as run:
        assert run.rows("select count(*) as n from designs") == [{"n": 3}]


def test_resume_removes_what_was_never_committed(tmp_path):
    write(tmp_path / "r", 1)
    orphan = tmp_path / "r/plays/step-000001.parquet"
    orphan.write_bytes(b"half a file")
    writer = RunWriter.open(tmp_path / "r")
    assert writer.steps == 1 and not orphan.exists()


def test_a_run_that_goes_on_forgets_how_it_had_ended(tmp_path):
    write(tmp_path / "r", 1).finish(
        "failed", finished="2026-01-01T00:00:00+00:00", problem="the engine is gone"
    )
    assert read_meta(tmp_path / "r")["problem"] == "the engine is gone"
    RunWriter.open(tmp_path / "r").finish("failed")
    ended = read_meta(tmp_path / "r")
    assert ended["status"] == "failed" and not {"problem", "finished"} & ended.keys()


def test_writer_refuses_disorder_unknown_columns_and_existing_runs(tmp_path):
    writer = write(tmp_path / "r", 1)
    with pytest.raises(ValueError, match="out of order"):
        writer.write_step(3, designs=[], plays=[], updates=[])
    with pytest.raises(ValueError, match="'regrett'"):
        writer.write_step(1, designs=[design(1, 0, regrett=0.1)], plays=[], updates=[])
    with pytest.raises(RunLogError, match="--resume"):
        RunWriter.create(tmp_path / "r", {"run_id": "r"})
    with RunReader(tmp_path / "r") as run:
        assert run.steps == 1


def test_reward_and_check_families_become_columns(tmp_path):
    writer = RunWriter.create(tmp_path / "r", {"run_id": "r"})
    rows = [design(0, 0, reward_validity=0.2, check_parse="pass"), design(0, 1)]
    writer.write_step(0, designs=rows, plays=[], updates=[])
    with RunReader(tmp_path / "r") as run:
        values = run.rows("select reward_validity, check_parse from designs order by attempt")
    assert values == [
        {"reward_validity": 0.2, "check_parse": "pass"},
        {"reward_validity": None, "check_parse": None},
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "cannot be read as JSON"),
        ("[]", "JSON object"),
        ('{"schema_version": 1, "counts": {"steps": 1}}', "lacks the field 'run_id'"),
        ('{"schema_version": 99, "run_id": "r", "counts": {"steps": 1}}', "schema_version 99"),
        ('{"schema_version": 1, "run_id": "r", "counts": {}}', "counts.steps"),
    ],
)
def test_bad_run_json_is_one_sentence_naming_the_file(tmp_path, text, sentence):
    (tmp_path / "r").mkdir()
    (tmp_path / "r/run.json").write_text(text)
    with pytest.raises(RunLogError, match=r"run\.json") as error:
        read_meta(tmp_path / "r")
    assert sentence in str(error.value) and "\n" not in str(error.value)
    [summary] = discover(tmp_path)
    assert summary.meta is None and summary.problem == str(error.value)


def test_a_file_is_no_run_directory(tmp_path):
    file = tmp_path / "file.txt"
    file.write_text("text")
    with pytest.raises(RunLogError) as error:
        RunReader(file)
    assert str(error.value) == f"{file} is a file, expected a run directory"
    for absent in (tmp_path / "nope", file / "below"):
        with pytest.raises(RunLogError) as error:
            read_meta(absent)
        assert str(error.value) == f"{absent}/run.json does not exist, so {absent} is not a run directory"


def test_why_a_directory_holds_no_run(tmp_path):
    write(tmp_path / "r", 1)
    (tmp_path / "file.txt").write_text("text")
    (tmp_path / "empty").mkdir()
    for name, said in (
        ("nope", "does not exist, expected a directory of runs"),
        ("file.txt", "is a file, expected a directory of runs"),
        ("r", f"is itself a run, expected the directory above it: {tmp_path.resolve()}"),
        ("empty", "holds no run"),
    ):
        assert why_no_run(tmp_path / name) == f"{tmp_path / name} {said}"


def test_truncated_file_and_missing_column_leave_the_rest_open(tmp_path):
    write(tmp_path / "r", 3)
    broken = tmp_path / "r/plays/step-000001.parquet"
    broken.write_bytes(broken.read_bytes()[:40])
    thin = tmp_path / "r/designs/step-000002.parquet"
    write_table(thin, pq.read_table(thin).drop_columns(["regret"]))
    with RunReader(tmp_path / "r") as run:
        assert run.rows("select count(*) as n from plays") == [{"n": 4}]
        assert run.rows("select count(*) as n from designs") == [{"n": 9}]
        assert len(run.problems) == 2
        assert any(str(broken) in p for p in run.problems)
        assert any("'regret'" in p and str(thin) in p for p in run.problems)


def test_missing_table_reads_as_empty_with_all_columns(tmp_path):
    RunWriter.create(tmp_path / "r", {"run_id": "r"})
    with RunReader(tmp_path / "r") as run:
        assert set(DESIGNS.names) <= set(run.query("select * from designs").column_names)
        assert set(PLAYS.names) <= set(run.query("select * from plays").column_names)
        assert not run.has_map


def test_a_kept_table_answers_the_same_and_opens_no_file(tmp_path):
    write(tmp_path / "r", 3).finish("complete")
    asked = "select env_id, step, valid from designs order by env_id"
    with RunReader(tmp_path / "r") as run:
        before = run.rows(asked)
        run.keep("designs", "points", most=1 << 20)  # there are no points: an empty table is one too
        for file in (tmp_path / "r" / "designs").glob("*.parquet"):
            file.unlink()
        assert run.rows(asked) == before and len(before) == 9
        assert run.rows("select * from points") == []
        assert len(run.rows("select * from plays")) == 6


def test_a_table_above_the_limit_is_left_on_disk(tmp_path):
    write(tmp_path / "r", 3).finish("complete")
    size = sum(file.stat().st_size for file in (tmp_path / "r" / "designs").glob("*.parquet"))
    asked = "select count(*) as designs from designs"
    for most, held in ((size - 1, False), (size, True)):
        with RunReader(tmp_path / "r") as run:
            run.keep("designs", most=most)
            tables = run.rows("select table_name from duckdb_tables()")
            assert bool(tables) is held
            assert run.rows(asked) == [{"designs": 9}]


def test_a_table_that_breaks_while_it_is_kept_says_so_when_it_is_asked(tmp_path):
    write(tmp_path / "r", 2).finish("complete")
    with RunReader(tmp_path / "r") as run:
        file = next((tmp_path / "r" / "designs").glob("*.parquet"))
        file.write_bytes(b"PAR1" + b"\0" * 40)
        run.keep("designs", "plays", most=1 << 20)
        with pytest.raises(RunLogError, match="r cannot be read as a run log"):
            run.rows("select * from designs")
        assert len(run.rows("select * from plays")) == 4


def test_readable_without_this_code(tmp_path):
    write(tmp_path / "r", 2)
    frame = pq.read_table(tmp_path / "r" / "designs").to_pandas()
    assert sorted(frame["env_id"]) == [f"r-{s}-{n}" for s in range(2) for n in range(3)]


@settings(max_examples=25, deadline=None)
@given(kill_after=st.integers(0, 12))
def test_a_crash_between_any_two_writes_leaves_whole_steps(tmp_path_factory, kill_after):
    """Cut the writer at every file system boundary: reader and resume agree on whole steps."""
    path = tmp_path_factory.mktemp("crash") / "r"
    real, calls = os.replace, 0

    def replace(src, dst):
        nonlocal calls
        if calls == kill_after:
            raise KeyboardInterrupt
        calls += 1
        real(src, dst)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with contextlib.suppress(KeyboardInterrupt):
            write(path, 3)
    if not (path / "run.json").exists():
        return
    with RunReader(path) as run:
        whole = run.steps
        for name, per_step in (("designs", 3), ("plays", 2), ("updates", 1)):
            assert run.rows(f"select count(*) as n from {name}") == [{"n": whole * per_step}]
    writer = RunWriter.open(path)
    assert writer.steps == whole == json.loads((path / "run.json").read_text())["counts"]["steps"]


def test_a_log_older_than_a_column_is_whole_and_reads_empty_there(tmp_path):
    write(tmp_path / "r", 1).finish("complete")
    file = tmp_path / "r" / "updates" / "step-000000.parquet"
    write_table(file, pq.read_table(file).drop_columns(["publish_drift"]))
    with RunReader(tmp_path / "r") as run:
        assert run.problems == []
        assert run.rows("select loss, publish_drift from updates") == [{"loss": 0.5, "publish_drift": None}]
    write_table(file, pq.read_table(file).drop_columns(["loss"]))
    with RunReader(tmp_path / "r") as run:
        assert run.problems == [f"{file} lacks the column 'loss', which reads as empty"]
