"""The exporters' command line, the names they give, and the data set they write."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import spade_env
from hypothesis import given
from hypothesis import strategies as st

from pipeline.exporters.__main__ import main
from pipeline.exporters.names import LENGTH, module_name, slug, slugs
from pipeline.run_log import RunWriter

POOLS = Path(__file__).resolve().parents[2] / "data" / "pools"

GUESS = '''
import random

class {name}Env:
    """{name}
    Say the secret digit."""
    def __init__(self, max_turns=4):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        self.secret = random.Random(seed).randint(0, 9)
        return "Say a digit, such as \\\\boxed{{3}}.", {{}}
    def step(self, action):
        won = action == f"\\\\boxed{{{{{{self.secret}}}}}}"
        return "Yes." if won else "No.", float(won), won, False, {{}}
    def hint(self):
        return f"it is {{self.secret}}"
    def solution(self):
        return [str(self.secret)]
'''


def program(name: str) -> str:
    return GUESS.format(name=name)


def design(step: int, index: int, **more) -> dict:
    code = program(f"Guess{step}x{index}")
    row = {
        "env_id": f"small-{step:06d}-{index}",
        "step": step,
        "kind": "game",
        "skill": "Logical Deduction",
        "difficulty": "easy",
        "title": "Guess",
        "summary": "Say the secret digit.",
        "code": code,
        "code_sha256": hashlib.sha256(code.encode()).hexdigest(),
        "lines": len(code.splitlines()),
        "imports": ["random"],
        "max_turns": 4,
        "tools": "[]",
        "first_observation": "Say a digit, such as \\boxed{3}.",
        "valid": True,
        "solvable": "proved",
        "check_trivial": "pass",
        "reward_regret": 0.25,
    }
    return {**row, **more}


def play(env_id: str, number: int, outcome: str, step: int) -> dict:
    void = outcome == "void"
    turn = {
        "action": "\\boxed{1}",
        "observation": "No.",
        "reward": 0.0,
        "terminated": False,
        "truncated": True,
    }
    return {
        "play_id": f"{env_id}-{number}",
        "env_id": env_id,
        "step": step,
        "arm": "plain",
        "seed": number,
        "messages": [] if void else [{"role": "user", "content": "Say a digit."}],
        "steps": [] if void else [turn],
        "return": None if void else float(outcome == "won"),
        "outcome": outcome,
        "fault": "env_fault:KeyError@3" if void else None,
    }


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Three steps; of step 0's four designs one is invalid, one unproved and one for tool use."""
    path = tmp_path / "small"
    writer = RunWriter.create(path, {"run_id": "small-s0", "title": "Small", "seeds": {"run": 0}})
    first = [
        design(0, 0),
        design(0, 1, valid=False, solvable="refuted"),
        design(0, 2, solvable="unknown"),
        design(0, 10, kind="tool_use", skill="Tool Use"),
    ]
    plays = [
        play("small-000000-0", number, outcome, 0) for number, outcome in enumerate(("won", "lost", "void"))
    ]
    writer.write_step(0, designs=first, plays=plays, updates=[{"step": 0}])
    writer.write_step(1, designs=[design(1, 0)], plays=[play("small-000001-0", 0, "won", 1)], updates=[])
    writer.write_step(2, designs=[design(2, 0)], plays=[], updates=[])
    writer.finish("complete")
    return path


def ids(folder: Path) -> list[str]:
    manifest = next(folder.rglob("manifest.json"))
    return [entry["id"] for entry in json.loads(manifest.read_text(encoding="utf-8"))["environments"]]


def export(target: str, source: Path, out: Path, *options: str) -> Path:
    assert main([target, str(source), "--out", str(out), *options]) == 0
    return out


NAMES = st.lists(st.text() | st.from_regex(r"[A-Za-z._-]{1,8}(-v[0-9]+)?", fullmatch=True), max_size=12)


@given(NAMES)
def test_names_become_different_ids_that_every_ecosystem_takes(names):
    found = slugs(names)
    assert len(found) == len(names) == len({name.casefold() for name in found})
    for name in found:
        assert re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?", name)
        assert not re.search(r"-v\d+$", name), "a registry would read a version"
        assert len(name) <= LENGTH + 6


@given(st.text())
def test_an_id_is_its_own_id_and_a_module_name_its_own(name):
    assert slug(slug(name)) == slug(name)
    assert module_name(module_name(name)) == module_name(name)
    assert f"spade_{module_name(name)}".isidentifier()


def test_usual_names_stay_as_they_are():
    assert slugs(["area_fence_easy_0", "spade-s0-bafcef-000012-10"]) == [
        "area_fence_easy_0",
        "spade-s0-bafcef-000012-10",
    ]
    assert slugs(["maze", "Maze", "maze-v2"]) == ["maze", "Maze.2", "maze_v2"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["small-000000-0", "small-000000-2", "small-000000-10", "small-000001-0", "small-000002-0"]),
        (["--limit", "2"], ["small-000000-0", "small-000000-2"]),
        (["--solvable", "proved", "--kind", "game"], ["small-000000-0", "small-000001-0", "small-000002-0"]),
        (["--steps", "1:"], ["small-000001-0", "small-000002-0"]),
        (["--steps", ":1", "--skill", "Tool Use"], ["small-000000-10"]),
        (["--steps", "1:2"], ["small-000001-0"]),
    ],
)
def test_options_choose_among_the_valid_designs(run, tmp_path, options, expected):
    assert ids(export("hf", run, tmp_path / "out", *options)) == expected


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--skill", "Chess"], "has --skill Chess; the values of skill are Logical Deduction, Tool Use"),
        (["--steps", "7:"], "has --steps 7:; the steps are 0 to 2"),
        (["--kind", "game", "--steps", "5:9"], "has --steps 5:9; the steps are 0 to 2"),
        (
            ["--steps", "1:", "--kind", "tool_use"],
            "that has --steps 1: has --kind tool_use; of those, the values of kind are game",
        ),
        (
            ["--steps", "1:2", "--kind", "game", "--skill", "Tool Use"],
            "has --steps 1:2 and --kind game has --skill Tool Use; of those, the values of skill are Logical Deduction",
        ),
    ],
)
def test_a_selection_that_leaves_nothing_says_what_there_is(run, tmp_path, capsys, options, says):
    out = tmp_path / "deep" / "out"
    assert main(["hf", str(run), "--out", str(out), *options]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"pipeline.exporters: no environment of {run} ")
    assert said.endswith(f" {says}\n") and said.count("\n") == 1
    assert not out.parent.exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--limit", "0"],
        ["--limit", "many"],
        ["--steps", "3"],
        ["--steps", ":"],
        ["--steps", "4:4"],
        ["--steps=-1:4"],
        ["--solvable", "perhaps"],
        ["--kind", "board"],
        ["--name", "Not A Module"],
    ],
)
def test_an_option_out_of_range_is_refused_by_name(run, tmp_path, capsys, options):
    with pytest.raises(SystemExit) as stop:
        main(["hf", str(run), "--out", str(tmp_path / "out"), *options])
    assert stop.value.code == 2
    assert options[0].partition("=")[0] in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("option", [("--steps", "0:1"), ("--solvable", "proved")])
def test_options_of_runs_are_refused_for_a_pool(tmp_path, capsys, option):
    assert main(["hf", str(POOLS / "featured"), "--out", str(tmp_path / "out"), *option]) == 2
    assert f"{option[0]} is for runs" in capsys.readouterr().err


def test_a_folder_in_use_is_left_alone(run, tmp_path, capsys):
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    assert main(["hf", str(run), "--out", str(out)]) == 2
    assert "does not exist or is empty" in capsys.readouterr().err
    assert [file.name for file in out.iterdir()] == ["mine.txt"]


def test_an_empty_folder_is_filled(run, tmp_path):
    (tmp_path / "out").mkdir()
    assert (export("hf", run, tmp_path / "out") / "README.md").exists()


def test_an_export_that_fails_half_way_leaves_nothing(run, tmp_path, capsys):
    damaged = run / "plays" / "step-000001.parquet"
    damaged.write_bytes(damaged.read_bytes()[:50])
    out = tmp_path / "exports" / "out"
    assert main(["hf", str(run), "--out", str(out)]) == 2
    assert str(damaged) in capsys.readouterr().err
    assert list(out.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "holds no environment"),
        ({"broken.py": "class GoneEnv:\n    pass\n"}, "broken.py"),
        ({"broken.py": program("Fine").replace("self.secret = random", "self.secret = rnd")}, "broken.py"),
        ({"manifest.jsonl": '{"file_name": "../secret.py"}\n'}, "manifest.jsonl:1"),
        ({"manifest.jsonl": '{"file_name": "gone.py"}\n'}, "gone.py"),
        ({"manifest.jsonl": "nonsense\n"}, "manifest.jsonl:1"),
    ],
)
def test_a_pool_that_cannot_be_exported_names_the_file(tmp_path, capsys, files, says):
    pool = tmp_path / "pool"
    pool.mkdir()
    for name, text in files.items():
        (pool / name).write_text(text, encoding="utf-8")
    assert main(["gymnasium", str(pool), "--out", str(tmp_path / "out")]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("name", "what"), [("nope", "does not exist"), ("file.txt", "is a file")])
@pytest.mark.parametrize("option", [[], ["--steps", "0:1"]])
def test_a_source_that_is_no_folder_is_told_so(tmp_path, capsys, name, what, option):
    (tmp_path / "file.txt").write_text("text")
    assert main(["hf", str(tmp_path / name), "--out", str(tmp_path / "out"), *option]) == 2
    said = capsys.readouterr().err
    assert f"{name} {what}, expected a run (run.json) or a folder of Python programs\n" in said
    assert said.count("\n") == 1 and not (tmp_path / "out").exists()


def test_plain_files_are_a_pool_of_what_every_reader_here_sees(tmp_path):
    pool = tmp_path / "My Pool"
    pool.mkdir()
    text = "# – not only ASCII, and lines of another system\n" + program("Plain")
    (pool / "plain one.py").write_bytes(text.replace("\n", "\r\n").encode("utf-8"))
    folder = export("gymnasium", pool, tmp_path / "out") / "spade_gymnasium_my_pool"
    [entry] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["environments"]
    assert (folder / "programs" / entry["file_name"]).read_bytes() == text.encode("utf-8")
    assert entry["sha256"] == hashlib.sha256(text.encode("utf-8")).hexdigest()
    assert entry["byte_count"] == len(text.encode("utf-8"))
    assert (entry["id"], entry["kind"], entry["title"]) == ("plain-one", "game", "Plain")


@pytest.mark.parametrize("target", ["gymnasium", "verifiers", "openenv"])
def test_a_package_export_holds_everything_it_names(target, run, tmp_path):
    folder = export(target, run, tmp_path / "out", "--name", "tiny")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    package = folder / f"spade_{target}_tiny"
    assert project["tool"]["setuptools"]["packages"] == [package.name, f"{package.name}.spade_env"]
    assert project["project"]["license"] == "Apache-2.0"
    assert any(need.startswith(target) for need in project["project"]["dependencies"])
    assert "Apache License" in (folder / "LICENSE").read_text(encoding="utf-8")
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert "container" in readme and package.name in readme
    assert not [name for name in ("PACKAGE", "FIRST", "DASHED", "KIND", "REPLY") if name in readme]
    host = {file.name: file.read_bytes() for file in (package / "spade_env").iterdir()}
    assert host == {
        file.name: file.read_bytes()
        for file in Path(spade_env.__file__).parent.iterdir()
        if file.suffix != ""
    }
    for file in folder.rglob("*.py"):
        compile(file.read_text(encoding="utf-8"), str(file), "exec")
        assert (
            "pipeline" not in file.read_text(encoding="utf-8")
            or "programs" in file.parts
            or "spade_env" in file.parts
        )


def test_the_openenv_export_can_be_deployed(run, tmp_path):
    yaml = pytest.importorskip("yaml")
    folder = export("openenv", run, tmp_path / "out")
    described = yaml.safe_load((folder / "openenv.yaml").read_text(encoding="utf-8"))
    assert described["app"] == "server.app:app"
    assert described["validation"]["capabilities"]["declared_task_count"] == {"train": 5}
    dockerfile = (folder / "Dockerfile").read_text(encoding="utf-8")
    assert "http" not in re.sub(r"http://127\.0\.0\.1\S*", "", dockerfile)


def test_the_data_set_has_the_published_columns_and_typed_nulls(run, tmp_path):
    folder = export("hf", run, tmp_path / "out")
    table = pq.read_table(folder / "environments" / "train.parquet")
    assert table.column_names[:7] == [
        "game_id",
        "file_name",
        "skill",
        "sha256",
        "line_count",
        "byte_count",
        "code",
    ]
    assert {"env_id", "step", "check_trivial", "reward_regret", "verdict_reason"} <= set(table.column_names)
    assert not {"lines", "code_sha256"} & set(table.column_names)
    row = table.to_pylist()[0]
    code = row["code"].encode("utf-8")
    assert (row["sha256"], row["byte_count"]) == (hashlib.sha256(code).hexdigest(), len(code))
    assert row["line_count"] == len(row["code"].splitlines())
    assert table["verdict_reason"].null_count == table.num_rows
    plays = pq.read_table(folder / "plays")
    assert plays.num_rows == 4
    for field in (*table.schema, *plays.schema):
        assert not pa.types.is_null(field.type), field.name
    assert pa.types.is_struct(plays.schema.field("steps").type.value_type)


def test_only_plays_of_exported_environments_come_along(run, tmp_path):
    plays = pq.read_table(export("hf", run, tmp_path / "out", "--steps", "1:") / "plays")
    assert plays["play_id"].to_pylist() == ["small-000001-0-0"]
    none = pq.read_table(export("hf", run, tmp_path / "none", "--steps", "2:") / "plays")
    assert none.num_rows == 0 and none.schema == plays.schema


def test_the_card_counts_the_rows_that_are_there(run, tmp_path):
    yaml = pytest.importorskip("yaml")
    card = (export("hf", run, tmp_path / "out") / "README.md").read_text(encoding="utf-8")
    _, front, body = card.split("---\n", 2)
    facts = yaml.safe_load(front)
    assert facts["license"] == "apache-2.0"
    assert facts["size_categories"] == ["n<1K"]
    assert [config["config_name"] for config in facts["configs"]] == ["environments", "plays"]
    assert "5 environments, 5 distinct programs" in body
    assert "| proved | 4 |" in body and "| unknown | 1 |" in body
    assert "4 plays" in body
    assert "| plain | 4 | 2 | 1 | 0 | 1 | 66.7% |" in body


def test_the_host_comes_as_a_wheel(run, tmp_path):
    [wheel] = export("hf", run, tmp_path / "out").glob("spade_env-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert "spade_env/episode.py" in archive.namelist()


@pytest.mark.parametrize("source", ["run", "pool"])
def test_the_datasets_library_loads_it(source, run, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    path = run if source == "run" else POOLS / "featured"
    folder = export("hf", path, tmp_path / "out", "--limit", "3")
    cache = str(tmp_path / "cache")
    rows = datasets.load_dataset(str(folder), split="train", cache_dir=cache)
    assert rows.num_rows == 3 and rows["game_id"][:] == ids(folder)
    assert spade_env.load(rows[0]["code"]).sha256 == rows[0]["sha256"]
    if source == "run":
        plays = datasets.load_dataset(str(folder), "plays", split="train", cache_dir=cache)
        assert plays[0]["steps"][0]["observation"] == "No."
        assert [play["outcome"] for play in plays] == ["won", "lost", "void"]
