"""Values, marks and names that a source should not hold: brought in or refused, never a traceback."""

from __future__ import annotations

import codecs
import json
import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.importers import find_source
from pipeline.importers.__main__ import main
from tests.pipeline import test_importers_samples as samples
from tests.pipeline.test_importers import bring, meta, play, query
from tests.pipeline.test_importers_refusals import refused, with_lines, with_manifest
from tests.pipeline.test_importers_samples import game, write_files

HUGE = 10**400
"""A whole number that no float holds."""

FIRST = "game_00000_000_spatial_reasoning.py"
NAMELESS = "game_00000_000_no_such_skill.py"


def with_memory(root: Path, file_name: str, **record: Any) -> Path:
    """An output folder of the training code whose memory holds ``record`` of its one program."""
    memory = [{"game_file": file_name, **record}]
    return write_files(root, {f"step_00000/{file_name}": game("Maze"), "env_memory.json": json.dumps(memory)})


def with_summary(root: Path, summary: object) -> Path:
    source = samples.write_run_set(root, [samples.run_entry(0, 0, "optimization", 0)])
    manifest = json.loads((source / "manifest.json").read_text(encoding="utf-8"))
    (source / "manifest.json").write_text(json.dumps({**manifest, "summary": summary}), encoding="utf-8")
    return source


def test_half_characters_of_a_summary_do_not_lose_the_import(tmp_path: Path) -> None:
    summary = {"wandb_run_name": "river\ud800", "model": "a/b\udfff", "notes \udc00": ["x\ud83d\ude00\ud83d"]}
    run = tmp_path / "run"
    bring(with_summary(tmp_path / "set", summary), run, "--no-validate")
    said = meta(run)
    assert (said["title"], said["model"]) == ("river\ufffd", "b\ufffd")
    assert said["source"]["summary"]["notes \ufffd"] == ["x😀\ufffd"]


def test_a_summary_without_end_is_refused_before_a_program_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nested: list[Any] = []
    for _ in range(300):
        nested = [nested]
    said = refused(with_summary(tmp_path / "set", {"deep": nested}), tmp_path, capsys)
    assert said.endswith("manifest.json: summary is nested more than 64 deep")


def test_names_that_no_encoding_holds_are_written_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write_files(tmp_path / os.fsdecode(b"set\xff"), {"a.py": game("A")})
    run = tmp_path / "run"
    bring(source, run, "--no-validate", "--title", "t\udcff")
    assert meta(run)["title"] == "t\ufffd" and meta(run)["source"]["path"].endswith("set\ufffd")
    capsys.readouterr().err.encode("utf-8")

    out = tmp_path / os.fsdecode(b"run\xff")
    assert main([str(source), "--out", str(out), "--workers", "1"]) == 2 and not out.exists()
    assert capsys.readouterr().err.endswith("run\ufffd cannot be made: its path is not UTF-8 text\n")


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ({"skill": 5}, "skill is 5, expected text"),
        ({"regret": HUGE}, f"regret is {HUGE}, expected a number from -2 to 2"),
        ({"regret": -2.5}, "regret is -2.5, expected a number from -2 to 2"),
        ({"actor_win_rate": 1.5}, "actor_win_rate is 1.5, expected a number from 0 to 1"),
        ({"actor_win_rate": "all"}, "actor_win_rate is 'all', expected a number from 0 to 1"),
        ({"actor_win_rate": float("inf")}, "actor_win_rate is inf, expected a number from 0 to 1"),
    ],
)
@pytest.mark.parametrize("file_name", [FIRST, NAMELESS])
def test_a_memory_of_another_kind_is_refused_by_name(
    record: dict[str, Any], sentence: str, file_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(with_memory(tmp_path / "set", file_name, **record), tmp_path, capsys)
    assert said.endswith(f"env_memory.json, record 0: {sentence}")


def test_what_a_memory_leaves_open_stays_open(tmp_path: Path) -> None:
    run = tmp_path / "run"
    source = with_memory(tmp_path / "set", NAMELESS, skill=None, regret=None, actor_win_rate=float("nan"))
    bring(source, run, "--no-validate")
    assert query(run, "skill, regret, solve_rate_plain") == [(None, None, None)]


def test_rewards_of_any_size_are_clipped(tmp_path: Path) -> None:
    plays = [play(reward, None) for reward in (HUGE, -HUGE, 7, float("inf"), float("nan"))]
    entry = samples.run_entry(0, 0, "optimization", 0, trajectories=plays)
    run = tmp_path / "run"
    bring(samples.write_run_set(tmp_path / "set", [entry]), run, "--no-validate")
    assert query(run, '"return"', "plays") == [(1.0,), (-1.0,), (1.0,), (1.0,), (None,)]


@pytest.mark.parametrize("header", ["x" * 200_000, '"' + "x" * 200_000 + '",code', "x" * 2**27])
def test_a_csv_file_beside_programs_does_not_hide_them(header: str, tmp_path: Path) -> None:
    source = write_files(tmp_path / "set", {"a.py": game("A"), "notes.csv": f"{header}\n1\n"})
    found = find_source(source)
    assert found.format == ("table" if header.endswith(",code") else "folder") and found.total == 1


def test_a_date_out_of_range_in_a_column_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = pa.table({"code": [game("A")], "made": pa.array([2**60], pa.timestamp("ms"))})
    (tmp_path / "set").mkdir()
    pq.write_table(table, tmp_path / "set" / "t.parquet")
    assert "t.parquet cannot be read as Parquet after row 0" in refused(tmp_path / "set", tmp_path, capsys)


@pytest.mark.parametrize("folder", [False, True])
@pytest.mark.parametrize("name", ["t.csv", "t.jsonl"])
def test_a_table_may_begin_with_a_byte_order_mark(name: str, folder: bool, tmp_path: Path) -> None:
    file = samples.write_table(tmp_path / "set" / name, [{"code": game("A"), "skill": "optimization"}])
    file.write_bytes(codecs.BOM_UTF8 + file.read_bytes())
    (item,) = find_source(tmp_path / "set" if folder else file).items()
    assert item.content == game("A").encode() and item.columns["skill"] == "Optimization"


def test_other_files_of_a_set_may_begin_with_one_too(tmp_path: Path) -> None:
    pool = samples.write_pool(tmp_path / "pool")
    for name in ("manifest.jsonl", "checksums.sha256", "README.md"):
        (pool / name).write_bytes(codecs.BOM_UTF8 + (pool / name).read_bytes())
    found = find_source(pool)
    assert (found.title, found.total) == ("A pool of games", 2)

    (pool / "manifest.jsonl").write_bytes(
        codecs.BOM_UTF8 + b"\r\n" + (pool / "manifest.jsonl").read_bytes()[3:]
    )
    assert find_source(pool).total == 2

    output = samples.write_training_output(tmp_path / "out")
    for file in (*output.rglob("*_hint.txt"), *output.rglob("*.reason.txt"), *output.rglob("*.json")):
        file.write_bytes(codecs.BOM_UTF8 + file.read_bytes())
    items = {Path(item.name).name: item for item in find_source(output).items()}
    assert items[FIRST].columns["hint_text"] == "Follow the left wall."
    assert items[FIRST].columns["regret"] == -0.125
    rejected = items["reject_4_2_optimization_env_validator.py"]
    assert rejected.refusal == "the source's own checks rejected it: cannot be won"


@pytest.mark.parametrize("name", ["a\0.py", "\ud800.py", "circle.py"])
def test_a_name_that_leads_nowhere_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for source in (
        with_lines(tmp_path / "pool", {"file_name": name}),
        with_manifest(tmp_path / "set", {"games": [{"file_name": name}]}),
    ):
        (source / "circle.py").symlink_to("circle.py")
        assert f"the path {name!r} names no file" in refused(source, tmp_path, capsys)


@pytest.mark.parametrize("out", ["file", "file/run", "circle", "circle/run", "x" * 300])
def test_an_out_that_cannot_be_is_one_sentence(
    out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write_files(tmp_path / "set", {"a.py": game("A")})
    (tmp_path / "file").write_text("mine")
    (tmp_path / "circle").symlink_to("circle")
    before = sorted(tmp_path.rglob("*"))
    assert main([str(source), "--out", str(tmp_path / out), "--workers", "1", "--no-validate"]) == 2
    assert sorted(tmp_path.rglob("*")) == before and (tmp_path / "file").read_text() == "mine"
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("importers: ") and str(tmp_path / out) in said


@pytest.mark.parametrize(("rights", "out"), [(0o555, "run"), (0o555, "deep/run"), (0o000, "run")])
def test_an_out_that_is_not_permitted_is_one_sentence(
    rights: int, out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write_files(tmp_path / "set", {"a.py": game("A")})
    closed = tmp_path / "closed"
    closed.mkdir(rights)
    if os.access(closed, os.W_OK):
        pytest.skip("nothing is forbidden to this user")
    assert main([str(source), "--out", str(closed / out), "--workers", "1", "--no-validate"]) == 2
    closed.chmod(0o755)
    said = capsys.readouterr().err.splitlines()[-1]
    assert "Permission denied" in said and str(closed / out) in said and not list(closed.iterdir())
