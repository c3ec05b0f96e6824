"""What a pool's manifest, a program or ``--out`` should not hold: exported or refused, never a traceback."""

from __future__ import annotations

import codecs
import json
import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.exporters.__main__ import main
from pipeline.run_log import RunWriter
from tests.pipeline.test_exporters import design, export, play, program

FORGED = '''
import json, os, time

class ForgedEnv:
    """Forged"""
    resets = 0
    def __init__(self, max_turns=4):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        ForgedEnv.resets += 1
        lie = {{"title": "t", "summary": "s", "kind": "game", "imports": [], "ast_nodes": 9, "lines": 9, "tools": [],
               "sha256": "0", "first_observation": "x", "max_turns": 4, **{more!r}}}
        if ForgedEnv.resets > 2:  # not before it is asked what it is
            os.write(3, (json.dumps({{"program": lie}}) + "\\n").encode())
            time.sleep(1)  # so that the lie comes alone
        return "Say.", {{}}
    def step(self, action):
        return "No.", 0.0, False, False, {{}}
'''


def pool_of(folder: Path, text: bytes | str, *, code: str = program("Plain")) -> Path:
    """A pool with ``text`` as its manifest and one program."""
    folder.mkdir()
    (folder / "plain.py").write_text(code, encoding="utf-8")
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    (folder / "manifest.jsonl").write_bytes(data)
    return folder


def line(**more: Any) -> str:
    return json.dumps({"file_name": "plain.py", **more}) + "\n"


def only_row(folder: Path) -> dict[str, Any]:
    [row] = pq.read_table(folder / "environments" / "train.parquet").to_pylist()
    return row


def refused(target: str, source: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence that an export is refused with; nothing may have been written."""
    before = sorted(out.parent.rglob("*"))
    assert main([target, str(source), "--out", str(out)]) == 2
    assert sorted(out.parent.rglob("*")) == before
    said = capsys.readouterr().err
    assert said.startswith("pipeline.exporters: ") and said.count("\n") == 1
    return said


@pytest.mark.parametrize("target", ["hf", "gymnasium"])
@pytest.mark.parametrize(
    ("name", "value"),
    [("difficulty", 2), ("skill", ["a"]), ("mechanic", {}), ("theme", 1.5), ("blurb", True), ("title", 3)],
)
def test_a_manifest_states_texts(target, name, value, tmp_path, capsys):
    pool = pool_of(tmp_path / "pool", "\n" + line(**{name: value}))
    said = refused(target, pool, tmp_path / "out", capsys)
    assert said.endswith(f"manifest.jsonl:2: {name} is {json.dumps(value)}, expected text\n")


@pytest.mark.parametrize("value", ["high", 0.5, [1]])
def test_what_only_a_run_knows_is_left_out_of_a_pool(value, tmp_path):
    names = (
        "regret",
        "step",
        "env_id",
        "solvable",
        "valid",
        "check_trivial",
        "reward_regret",
        "lines",
        "other",
    )
    pool = pool_of(tmp_path / "pool", line(skill="Optimization", **dict.fromkeys(names, value)))
    row = only_row(export("hf", pool, tmp_path / "hf"))
    assert (row["skill"], row["line_count"]) == ("Optimization", len(program("Plain").splitlines()))
    assert not set(names) & row.keys()
    manifest = next(export("gymnasium", pool, tmp_path / "package").rglob("manifest.json"))
    [entry] = json.loads(manifest.read_text(encoding="utf-8"))["environments"]
    assert not set(names) & entry.keys()


def test_a_manifest_may_hold_nulls_marks_and_half_characters(tmp_path):
    text = line(kind=None, skill="a\ud800", theme=None, blurb="x")
    text = text.replace('"x"', '"one\u2028line\x85"')  # ends of lines for Python, and for nobody else
    pool = pool_of(tmp_path / "pool", codecs.BOM_UTF8 + text.encode("utf-8"))
    row = only_row(export("hf", pool, tmp_path / "out", "--kind", "game"))
    assert (row["skill"], row["blurb"], row["kind"]) == ("a\ufffd", "one\u2028line\x85", "game")


@pytest.mark.parametrize("name", ["", "..", "a\0.py", "\ud800.py", 1, None])
def test_a_name_that_is_no_files_is_refused(name, tmp_path, capsys):
    pool = pool_of(tmp_path / "pool", line(file_name=name))
    assert "manifest.jsonl:1 cannot be used" in refused("hf", pool, tmp_path / "out", capsys)


def test_a_line_without_end_is_refused(tmp_path, capsys):
    pool = pool_of(tmp_path / "pool", '{"file_name": "plain.py", "a": ' + "[" * 100_000)
    assert "manifest.jsonl:1 cannot be used" in refused("hf", pool, tmp_path / "out", capsys)


@pytest.mark.parametrize(
    ("name", "value"),
    [("kind", "riddle"), ("title", 3), ("imports", [1]), ("ast_nodes", 10**40), ("tools", {})],
)
def test_a_program_that_forges_what_it_is_is_refused(name, value, tmp_path, capsys):
    pool = pool_of(tmp_path / "pool", line(), code=FORGED.format(more={name: value}))
    said = refused("hf", pool, tmp_path / "out", capsys)
    assert said.endswith(f"plain.py cannot be exported: what it says of itself has no usable '{name}'\n")


def test_folders_and_runs_with_names_that_no_encoding_holds(tmp_path, capsys):
    pool = pool_of(tmp_path / os.fsdecode(b"pool\xff"), line())
    manifest = next(export("gymnasium", pool, tmp_path / "package").rglob("manifest.json"))
    assert json.loads(manifest.read_text(encoding="utf-8"))["source"]["name"] == "pool\ufffd"
    capsys.readouterr().out.encode("utf-8")
    out = tmp_path / os.fsdecode(b"out\xff")
    assert main(["hf", str(pool), "--out", str(out)]) == 2 and not out.exists()
    assert capsys.readouterr().err.endswith("out\ufffd cannot be made: its path is not UTF-8 text\n")

    writer = RunWriter.create(tmp_path / "run", {"run_id": "r", "title": "t", "seeds": {}})
    writer.write_step(0, designs=[design(0, 0)], plays=[], updates=[])
    header = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    (tmp_path / "run" / "run.json").write_text(json.dumps({**header, "title": "t\ud800", "model": "m\udfff"}))
    folder = export("hf", tmp_path / "run", tmp_path / "out")
    said = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["source"]
    assert (said["title"], said["model"]) == ("t\ufffd", "m\ufffd")


@pytest.mark.parametrize(("table", "column"), [("designs", "regret"), ("plays", "return")])
def test_a_run_with_a_column_of_another_type_is_refused(table, column, tmp_path, capsys):
    writer = RunWriter.create(tmp_path / "run", {"run_id": "r", "title": "t", "seeds": {}})
    first = design(0, 0)
    writer.write_step(0, designs=[first], plays=[play(first["env_id"], 0, "won", 0)], updates=[])
    file = tmp_path / "run" / table / "step-000000.parquet"
    rows = pq.read_table(file)
    place = rows.schema.get_field_index(column)
    pq.write_table(rows.set_column(place, column, pa.array(["high"])), file)
    assert "has a value of another type" in refused("hf", tmp_path / "run", tmp_path / "out", capsys)


@pytest.mark.parametrize("target", ["hf", "openenv"])
@pytest.mark.parametrize("out", ["file", "file/out", "circle", "circle/out", "x" * 300])
def test_an_out_that_cannot_be_is_one_sentence(target, out, tmp_path, capsys):
    pool = pool_of(tmp_path / "pool", line())
    (tmp_path / "file").write_text("mine")
    (tmp_path / "circle").symlink_to("circle")
    before = sorted(tmp_path.rglob("*"))
    assert main([target, str(pool), "--out", str(tmp_path / out)]) == 2
    assert sorted(tmp_path.rglob("*")) == before and (tmp_path / "file").read_text() == "mine"
    said = capsys.readouterr().err
    assert said.startswith(f"pipeline.exporters: --out {tmp_path / out} ") and said.count("\n") == 1


@pytest.mark.parametrize(("rights", "out"), [(0o555, "out"), (0o555, "deep/out"), (0o000, "out")])
def test_an_out_that_is_not_permitted_is_one_sentence(rights, out, tmp_path, capsys):
    pool = pool_of(tmp_path / "pool", line())
    closed = tmp_path / "closed"
    closed.mkdir(rights)
    if os.access(closed, os.W_OK):
        pytest.skip("nothing is forbidden to this user")
    assert main(["hf", str(pool), "--out", str(closed / out)]) == 2
    closed.chmod(0o755)
    said = capsys.readouterr().err
    assert f"--out {closed / out} " in said and "Permission denied" in said and said.count("\n") == 1
    assert not list(closed.iterdir())
