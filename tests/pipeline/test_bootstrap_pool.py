"""The command that renders the bank into a pool: what it replaces, in which order, and what it refuses."""

from __future__ import annotations

import pytest

from pipeline.bootstrap import pool
from pipeline.pool import load_pool


@pytest.fixture
def out(tmp_path, monkeypatch):
    """A pool of two mechanics, three programs each."""
    bank = pool.load_mechanics()
    monkeypatch.setitem(pool.BANKS, "seed", lambda: {name: bank[name] for name in ("lamps", "stock_desk")})
    assert _write(tmp_path / "pool") == 0
    return tmp_path / "pool"


def _write(out, *arguments):
    return pool.main(["--out", str(out), "--per-mechanic", "3", *arguments])


def _contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_only_replaces_one_mechanic_and_leaves_the_others(out, capsys):
    before = _contents(out)
    assert _write(out, "--only", "lamps") == 0
    assert _contents(out) == before
    assert _write(out, "--only", "lamps", "--seed", "5", "--per-mechanic", "2") == 0
    assert "2 programs of 1 mechanics written, 5 in" in capsys.readouterr().out
    after = _contents(out)
    assert {name for name in before if name not in after} == {"lamps_hard_0.py"}
    assert after["lamps_easy_0.py"] != before["lamps_easy_0.py"]
    assert all(after[name] == before[name] for name in after if name.startswith("stock_desk"))
    names = [program.file_name for program in load_pool(out)]
    assert names == sorted(name for name in after if name != "manifest.jsonl")


def test_without_only_what_the_manifest_no_longer_lists_goes(out):
    (out / "mine.py").write_text("kept: no manifest lists it")
    assert _write(out, "--per-mechanic", "1") == 0
    assert sorted(_contents(out)) == ["lamps_easy_0.py", "manifest.jsonl", "mine.py", "stock_desk_easy_0.py"]


@pytest.mark.parametrize("last", ["stock_desk_easy_0.py", "manifest.jsonl"])
def test_a_pool_that_cannot_be_finished_can_still_be_read(out, monkeypatch, capsys, last):
    """When a write fails, the programs that the manifest lists are all there, whole."""
    written = pool.write_atomic

    def fails(path, data):
        if path.name == last:
            raise OSError(28, "No space left on device", str(path))
        written(path, data)

    monkeypatch.setattr(pool, "write_atomic", fails)
    assert _write(out, "--per-mechanic", "1") == 2
    assert f"--out: {out / last} cannot be written (No space left on device)" in capsys.readouterr().err
    assert len(load_pool(out)) == 6


@pytest.mark.parametrize("line", [b"{", b"[1]", b'{"mechanic": "lamps"}', b'{"file_name": 3}'])
def test_a_broken_manifest_is_named_with_its_line(out, capsys, line):
    manifest = out / "manifest.jsonl"
    manifest.write_bytes(manifest.read_bytes() + b"\n" + line)
    before = _contents(out)
    assert _write(out, "--seed", "1") == 2
    said = capsys.readouterr().err
    assert f"--out: {manifest}:8 is not a JSON object with file_name" in said and said.count("\n") == 1
    assert _contents(out) == before


def test_a_manifest_that_is_no_text_is_named(out, capsys):
    (out / "manifest.jsonl").write_bytes(b"\xff")
    assert _write(out) == 2
    assert "manifest.jsonl cannot be read (it is not UTF-8 text)" in capsys.readouterr().err


def test_bad_options_are_named(out, capsys):
    for given, words in (
        (["--per-mechanic", "0"], "--per-mechanic: 0 is not"),
        (["--only", "x"], "--only is 'x'"),
    ):
        with pytest.raises(SystemExit) as stop:
            _write(out, *given)
        assert stop.value.code == 2 and words in capsys.readouterr().err
    file = out / "lamps_easy_0.py"
    assert _write(file) == 2
    assert f"--out: {file} cannot be written (File exists)" in capsys.readouterr().err
