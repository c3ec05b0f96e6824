"""What an importer refuses, that it leaves nothing behind, and that what it accepts can be read back."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.importers import ImportProblem, bring_in, find_source
from pipeline.importers.__main__ import main
from pipeline.importers.detect import FORMATS, LAYOUTS
from pipeline.importers.trajectories import play_rows
from tests.pipeline import test_importers_samples as samples
from tests.pipeline.test_importers_samples import game, run_entry, sha256, write_files, write_run_set


def refused(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The sentence with which ``source`` is refused; nothing may have been written."""
    before = sorted(tmp_path.rglob("*"))
    assert main([str(source), "--out", str(tmp_path / "run"), "--workers", "1", *options]) == 2
    assert sorted(tmp_path.rglob("*")) == before
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("importers: ")
    return said


def with_manifest(root: Path, manifest: object) -> Path:
    return write_files(root, {"games/a.py": game("A"), "manifest.json": json.dumps(manifest)})


def with_lines(root: Path, *lines: object) -> Path:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return write_files(root, {"games/a.py": game("A"), "manifest.jsonl": text})


def with_sums(root: Path, text: str) -> Path:
    return write_files(root, {"games/a.py": game("A"), "checksums.sha256": text})


WRONG_SUM = "0" * 64
SOURCES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "nothing there": (lambda root: root, "set does not exist"),
    "an empty folder": (lambda root: write_files(root, {"note.txt": ""}), "is no environment set; expected"),
    "another file": (lambda root: write_files(root, {"a.txt": ""}) / "a.txt", "a.txt is no environment set"),
    "a run log": (lambda root: write_files(root, {"run.json": "{}"}), "is a run log already"),
    "run logs": (lambda root: write_files(root, {"a/run.json": "{}"}), "holds run logs already"),
    "another manifest": (lambda root: write_files(root, {"manifest.json": "{}"}), "set is no environment set"),
    "a manifest that is no JSON": (lambda root: write_files(root, {"manifest.json": "{"}), "is not JSON"),
    "an empty run set": (lambda root: with_manifest(root, {"games": []}), "holds no environment program"),
    "an entry that is no object": (
        lambda root: with_manifest(root, {"games": ["games/a.py"]}), "game 0 is a str, expected an object"
    ),
    "an entry without a file": (lambda root: with_manifest(root, {"games": [{}]}), "names no program file"),
    "a file that is missing": (
        lambda root: with_manifest(root, {"games": [{"filename": "b.py"}]}), "game 0: the program 'b.py' is not in"
    ),
    "a path upwards": (
        lambda root: with_manifest(root, {"games": [{"path_in_dataset": "games/../../b.py"}]}), "leads out of"
    ),
    "an absolute path": (
        lambda root: with_manifest(root, [{"source_run": "r", "path": "/etc/hostname"}]), "leads out of"
    ),
    "a source run upwards": (
        lambda root: with_manifest(root, [{"source_run": "../..", "file": "b.py"}]), "leads out of"
    ),
    "a path upwards in JSON lines": (lambda root: with_lines(root, {"file_name": "../b.py"}), "leads out of"),
    "a line that is no object": (lambda root: with_lines(root, [1]), "manifest.jsonl:1 should hold a JSON object"),
    "a step that is none": (
        lambda root: with_manifest(root, {"games": [{"filename": "games/a.py", "step": -1}]}),
        "step is -1, expected a whole number",
    ),
    "a solve rate above 1": (
        lambda root: with_manifest(root, {"games": [{"filename": "games/a.py", "solve_rate": 3}]}),
        "solve_rate is 3, expected a number from 0 to 1",
    ),
    "a trajectory without steps": (
        lambda root: with_manifest(root, {"games": [{"filename": "games/a.py", "trajectory": {"reward": 1}}]}),
        "game 0, trajectory 0: steps should be a list",
    ),
    "a wrong sum in the manifest": (
        lambda root: with_lines(root, {"file_name": "a.py", "sha256": WRONG_SUM}),
        f"states the SHA-256 {WRONG_SUM} for",
    ),
    "a wrong sum": (lambda root: with_sums(root, f"{WRONG_SUM}  games/a.py\n"), "games/a.py, which has"),
    "a sum of nothing": (lambda root: with_sums(root, f"{WRONG_SUM}  games/b.py\n"), "lists 'games/b.py'"),
    "a sum upwards": (lambda root: with_sums(root, f"{WRONG_SUM}  ../b.py\n"), "leads out of"),
    "a line that is no sum": (lambda root: with_sums(root, "abc a.py\n"), "checksums.sha256:1 is no line of"),
    "a table without code": (
        lambda root: samples.write_table(root / "t.jsonl", [{"game_id": "a"}]), "row 1 has no 'code'"
    ),
    "a table with another code": (
        lambda root: samples.write_table(root / "t.parquet", [{"code": "x", "sha256": WRONG_SUM}]),
        "row 1 states the SHA-256",
    ),
    "a table of numbers": (lambda root: samples.write_table(root / "t.parquet", [{"code": 1}]), "code is a int"),
    "a torn Parquet file": (
        lambda root: write_files(root, {"t.parquet": b"PAR1"}) / "t.parquet", "cannot be read as Parquet"
    ),
    "a torn row of CSV": (
        lambda root: write_files(root, {"t.csv": "code\na,b\n"}) / "t.csv", "row 1 has more values"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SOURCES)
def test_a_set_that_is_none_is_refused_in_a_sentence(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, sentence = SOURCES[case]
    assert sentence in refused(make(tmp_path / "set"), tmp_path, capsys)


def test_a_link_out_of_the_set_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = write_files(tmp_path / "outside", {"secret.py": "TOKEN = 1\n"})
    source = write_files(tmp_path / "set", {"a.py": game("A")})
    (source / "b.py").symlink_to(outside / "secret.py")
    assert "leads out of" in refused(source, tmp_path, capsys)


def test_a_pipe_among_the_programs_is_not_waited_for(tmp_path: Path) -> None:
    source = write_files(tmp_path / "set", {"a.py": game("A")})
    os.mkfifo(source / "b.py")
    assert find_source(source).total == 1


def test_a_format_can_be_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = samples.write_training_output(tmp_path / "set")
    assert find_source(output).format == "training-output"
    assert find_source(output, "pool").total == 1


@pytest.mark.parametrize("source", ["a folder of programs", "a text file"])
@pytest.mark.parametrize("format", FORMATS)
def test_a_forced_format_says_what_layout_it_expected(
    format: str, source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_files(tmp_path / "set", {"a.txt": ""} if format == "folder" else {"a.py": game("A")})
    path = folder if source == "a folder of programs" else write_files(folder, {"b.txt": ""}) / "b.txt"
    said = refused(path, tmp_path, capsys, "--format", format)
    assert said.startswith(f"importers: {path} ")
    assert said.endswith(f"; the format '{format}' is {LAYOUTS[format]}")


def test_a_manifest_of_another_set_says_what_was_expected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for manifest, format in (([], "run-set"), ({"games": []}, "tool-use-set")):
        said = refused(with_manifest(tmp_path / format, manifest), tmp_path, capsys, "--format", format)
        assert said.endswith(f"; the format '{format}' is {LAYOUTS[format]}")


@pytest.mark.parametrize("options", [[], ["--format", "folder"]])
def test_a_single_program_is_shown_where_to_go(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_files(tmp_path / "set", {"a.py": game("A")}) / "a.py"
    said = refused(file, tmp_path, capsys, *options)
    assert said.endswith(
        f"a.py is a single program; give the folder it is in, or check it with python -m pipeline.validator {file}"
    )


def test_the_pools_of_this_repository_are_folders_as_the_readme_says() -> None:
    pools = Path(__file__).resolve().parents[2] / "data" / "pools"
    assert {find_source(pools / name).format for name in ("featured", "held_out", "seed")} == {"folder"}


def test_a_source_run_has_to_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = samples.write_tool_use_set(tmp_path / "set", {"30b-blend": 1, "4b-glory": 1})
    said = refused(source, tmp_path, capsys, "--source-run", "8b")
    assert "no source run '8b' (it has 30b-blend, 4b-glory)" in said
    pool = samples.write_pool(tmp_path / "pool")
    assert "only a tool-use set has source runs" in refused(pool, tmp_path, capsys, "--source-run", "8b")


def test_an_existing_run_directory_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write_files(tmp_path / "set", {"a.py": game("A")})
    (tmp_path / "run").mkdir()
    assert "run exists already" in refused(source, tmp_path, capsys)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write_files(tmp_path / "set", {"a.py": game("A")})
    assert main([str(source), "--out", str(source / "a.py" / "run")]) == 2
    assert "run cannot be made (" in capsys.readouterr().err


def test_nothing_is_left_of_an_import_that_was_cut_short(tmp_path: Path) -> None:
    source = write_files(tmp_path / "set", {f"{n}.py": game(f"G{n}") for n in range(3)})
    found = find_source(source)
    (source / "2.py").unlink()
    with pytest.raises(ImportProblem, match=r"2\.py cannot be read"):
        bring_in(found, tmp_path / "run", checks=frozenset())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set"]


@pytest.mark.parametrize("option", [["--workers", "0"], ["--format", "zip"], ["--skip", "load"]])
def test_a_wrong_option_is_named(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["set", "--out", "run", *option])
    assert stop.value.code == 2
    assert option[0] in capsys.readouterr().err


def test_checks_cannot_be_skipped_where_none_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write_files(tmp_path / "set", {"a.py": game("A")})
    with pytest.raises(SystemExit) as stop:
        main([str(source), "--out", str(tmp_path / "run"), "--no-validate", "--skip", "diversity"])
    assert stop.value.code == 2 and not (tmp_path / "run").exists()
    assert "argument --skip: --no-validate makes no check" in capsys.readouterr().err.splitlines()[-1]


def test_several_workers_write_the_same_log_as_one(tmp_path: Path) -> None:
    source = write_files(tmp_path / "set", {f"{n}.py": game(f"G{n}") for n in range(6)})
    logs = []
    for workers in (1, 3):
        run = tmp_path / str(workers) / "run"
        bring_in(find_source(source), run, workers=workers)
        columns = "* exclude (validate_ms)"
        logs.append(duckdb.sql(f"select {columns} from read_parquet('{run}/designs/*.parquet')").fetchall())
    assert logs[0] == logs[1] and len(logs[0]) == 6


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
CODES = st.lists(TEXTS | TEXTS.map(lambda text: f"{game('Sound')}# {text!r}\n"), min_size=1, max_size=4)


@settings(max_examples=12)
@given(codes=CODES, steps=st.lists(st.integers(0, 2**16), min_size=4, max_size=4))
@example(codes=["", "\r\nx = 1\r\n", "\ufeffclass A: pass\n", "\x00"], steps=[7, 0, 7, 3])
def test_what_is_brought_in_can_be_read_back(codes: list[str], steps: list[int]) -> None:
    """Code byte for byte, sums, counts and steps, through the manifest of a run set, one by one."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        entries = [
            run_entry(step, n, "optimization", n)
            for n, (step, _) in enumerate(zip(steps, codes, strict=False))
        ]
        source = write_run_set(root / "set", entries)
        for entry, code in zip(entries, codes, strict=True):
            (source / entry["path_in_dataset"]).write_bytes(code.encode())
        counts = bring_in(find_source(source), root / "run", checks=frozenset(), say=lambda _: None)
        rows = duckdb.sql(
            "select step, file_name, encode(code), sha256, code_sha256, byte_count, line_count, valid "
            f"from read_parquet('{root}/run/designs/*.parquet')"
        ).fetchall()
    expected = {
        (entry["step"], entry["filename"]): code.encode() for entry, code in zip(entries, codes, strict=True)
    }
    assert {(step, name): data for step, name, data, *_ in rows} == expected
    for _, _, data, stated, own, size, lines, _ in rows:
        assert (stated, own, size) == (sha256(data), sha256(data), len(data))
        assert lines == len(data.decode().splitlines())
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert counts["designs"] == len(codes) and counts["steps"] == max(entry["step"] for entry in entries) + 1
    assert counts["valid"] == sum(row[7] for row in rows)


REWARDS = st.none() | st.floats(-1, 1) | st.just(float("nan"))


@given(turns=st.lists(st.tuples(TEXTS, TEXTS), max_size=5), reward=REWARDS, success=st.none() | st.booleans())
def test_a_play_keeps_its_turns_and_invents_no_outcome(
    turns: list[tuple[str, str]], reward: float | None, success: bool | None
) -> None:
    steps = [{"i": i, "obs": obs, "action": action} for i, (obs, action) in enumerate(turns)]
    (row,) = play_rows([{"steps": steps, "reward": reward, "success": success}], "e", 3)
    shown = [row["first_observation"] or "", *(step["observation"] for step in row["steps"])]
    assert [(obs, step["action"]) for obs, step in zip(shown, row["steps"], strict=False)] == turns
    known = reward is not None and reward == reward
    assert row["return"] == (reward if known else None)
    assert (row["outcome"] is None) == (success is None and not known)
    assert row.get("seed") is None and row["arm"] == "plain"
