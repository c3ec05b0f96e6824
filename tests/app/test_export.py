"""The static site: its files say what the server's routes say, and it is there whole or not at all."""

from __future__ import annotations

import gzip
import json
import random
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from puzzle_run import design, write_run
from sample_run import write_sample_run
from starlette.applications import Starlette
from starlette.testclient import TestClient
from test_map_modules import from_module, node

from app.export import main
from app.queries import RunStore
from app.routes import all_routes
from app.static_site import pages
from pipeline.run_log import RunReader
from web_runtime.build import ASSETS

pytestmark = pytest.mark.skipif(not (ASSETS / "manifest.json").exists(), reason="the runtime is not built")
NAMES = ("index", "play", "beat", "controls", "tools")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``alpha`` (150 environments, so three shards, with a map) and ``jars`` (one puzzle, no map)."""
    root = tmp_path_factory.mktemp("runs")
    write_sample_run(root / "alpha", run_id="alpha", steps=6, per_step=25, seed=1)
    write_run(root / "jars", [design("jars", "coins", 0, plays=16)])
    return root


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("www") / "site"
    assert main([str(out), "--data", str(root)]) == 0
    return out


@pytest.fixture(scope="module")
def server(root: Path) -> TestClient:
    return TestClient(Starlette(routes=all_routes(RunStore(root))))


def unpacked(file: Path) -> Any:
    return json.loads(gzip.decompress(file.read_bytes()))


def environments(site: Path, run: str) -> dict[str, Any]:
    files = (site / "data" / run / "environments").iterdir()
    return {env_id: found for file in files for env_id, found in unpacked(file).items()}


def test_geometry_and_texts_are_the_routes_own_bytes(site: Path, server: TestClient) -> None:
    for name in ("points.arrow", "topics.json", "text/0.arrow"):
        written, answered = site / "data/alpha" / name, server.get(f"/data/alpha/{name}")
        assert answered.status_code == 200
        if name.endswith("json"):
            assert json.loads(written.read_text()) == answered.json()
        else:
            assert written.read_bytes() == answered.content


def test_every_valid_environment_is_what_the_route_answers(
    site: Path, server: TestClient, root: Path
) -> None:
    for run, count in (("alpha", 150), ("jars", 1)):
        found = environments(site, run)
        with RunReader(root / run) as log:
            assert set(found) == {row["env_id"] for row in log.rows("select env_id from designs where valid")}
        assert len(found) == count
        for env_id in random.Random(0).sample(sorted(found), min(count, 20)):
            record = dict(found[env_id])
            playable = record.pop("playable")
            assert record == server.get(f"/data/{run}/env/{env_id}.json").json()
            plain = [play["seed"] for play in record["plays"] if play["arm"] == "plain"]
            assert playable["seed"] == plain[0]
            assert playable["program"]["title"] == record["design"]["title"]
            assert ["Run", record["run_name"]] in playable["meta"]


def test_the_listing_leads_to_the_shard_of_every_environment(site: Path) -> None:
    [alpha] = [
        run for run in json.loads((site / "data/runs.json").read_text())["runs"] if run["run"] == "alpha"
    ]
    lies_in = {
        env_id: int(file.name.split(".")[0])
        for file in (site / "data/alpha/environments").iterdir()
        for env_id in unpacked(file)
    }
    assert max(lies_in.values()) + 1 == len(alpha["shards"]) == 3
    source = (
        from_module("files.js", "shardOf")
        + f"done({json.dumps(list(lies_in))}.map((id) => shardOf({json.dumps(alpha['shards'])}, id)));"
    )
    assert node(source) == list(lies_in.values())


@pytest.mark.parametrize("packed", [True, False], ids=["as it lies there", "unpacked by the browser"])
def test_a_packed_file_is_read_however_the_web_server_declares_it(packed: bool) -> None:
    text = json.dumps({"title": "Lamps – β"})
    data = gzip.compress(text.encode()) if packed else text.encode()
    fetched = f"globalThis.fetch = async () => new Response(Uint8Array.from({list(data)}));"
    source = from_module("get.js", "get") + fetched + "get('x.json.gz', 'packed').then(done);"
    assert node(source) == {"title": "Lamps – β"}


def test_a_search_reads_the_observations_and_programs_of_the_dots_in_their_order(
    site: Path, server: TestClient
) -> None:
    words = unpacked(site / "data/alpha/words/0.json.gz")
    found = environments(site, "alpha")
    row = server.get("/data/alpha/row.json?env=alpha-3-22").json()["row"]
    assert words["code"][row] == found["alpha-3-22"]["design"]["code"]
    assert words["observation"][row] == found["alpha-3-22"]["design"]["first_observation"]
    assert len(words["code"]) == 150


def test_the_passages_at_hand(site: Path) -> None:
    passages = unpacked(site / "data/alpha/passages.json.gz")
    assert set(passages) == {f"corpus-{step:03d}" for step in range(6)}
    assert "<b>twice</b>" in passages["corpus-003"]["text"]


def test_puzzles_are_what_the_routes_answer(site: Path, server: TestClient) -> None:
    book = json.loads((site / "games/puzzles.json").read_text())
    assert book == server.get("/data/puzzles.json").json()
    assert "jars/jars-000000-0" in [puzzle["id"] for puzzle in book["puzzles"]]
    for puzzle in book["puzzles"]:
        written = unpacked(site / "games/puzzle" / f"{puzzle['id']}.json.gz")
        assert written == server.get(f"/data/puzzle/{puzzle['id']}.json").json()


def test_tools_and_boards_lead_to_programs(site: Path) -> None:
    choices = json.loads((site / "games/tools.json").read_text())
    assert choices
    for choice in choices:
        options = unpacked(site / "games/tools" / choice["in"] / f"{choice['env']}.json.gz")
        assert "Env" in options["program"]["source"]
    boards = json.loads((site / "games/controls.json").read_text())
    assert [board["id"] for board in boards] == ["sokoban", "maze"]
    assert all((site / "player" / board["module"]).is_file() for board in boards)


class Addresses(HTMLParser):
    """Every address that a page names, and its content security policy."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.policy = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.found += [named[name] or "" for name in ("src", "href") if name in named]
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policy = named["content"] or ""


@pytest.mark.parametrize("name", NAMES)
def test_pages_name_files_of_the_site_and_allow_nothing_else(site: Path, name: str) -> None:
    page = Addresses()
    page.feed((site / f"{name}.html").read_text(encoding="utf-8"))
    assert len(page.found) > len(NAMES)
    for address in page.found:
        assert not re.match(r"/|[a-z]+:", address), f"{address} would not work below a path"
        assert (site / address).is_file()
    assert page.policy.startswith("default-src 'none'; ")
    assert not re.search(r"https?:|\*|'unsafe-eval'", page.policy)


def test_nothing_of_this_machine_is_in_the_data(site: Path, root: Path) -> None:
    for file in [*(site / "data").rglob("*"), *(site / "games").rglob("*"), *(site / "site").rglob("*")]:
        if file.is_file():
            data = file.read_bytes()
            text = gzip.decompress(data) if file.suffix == ".gz" else data
            assert str(root).encode() not in text
            assert str(pages.ROOT).encode() not in text


def test_a_run_is_named_by_its_id_or_its_directory(root: Path, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("alpha", "jars"):
        (tmp_path / "runs" / f"my-{name}").symlink_to(root / name)
    for name in ("my-jars", "jars"):
        out = tmp_path / name
        assert main([str(out), "--data", str(tmp_path / "runs"), "--runs", name]) == 0
        assert [run["run"] for run in json.loads((out / "data/runs.json").read_text())["runs"]] == ["jars"]
        assert not (out / "data/alpha").exists()


def test_a_run_is_named_by_its_path(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    elsewhere = ["--data", str(tmp_path / "none"), "--runs", "jars", f"{root}/jars/"]
    assert main([str(tmp_path / "out"), *elsewhere]) == 0
    [run] = json.loads((tmp_path / "out/data/runs.json").read_text())["runs"]
    assert (run["run"], run["directory"]) == ("jars", "jars")
    assert set(environments(tmp_path / "out", "jars")) == {"jars-000000-0"}


def test_a_path_that_cannot_be_used(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy, out = tmp_path / "copy", tmp_path / "out"
    shutil.copytree(root / "jars", copy)
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn/run.json").write_text("{")
    for runs, words in (
        (["jars", str(copy)], f"{copy} and {root / 'jars'} have the same run_id 'jars': choose one"),
        ([str(root / "jars/run.json")], "run.json is a file, expected a run directory"),
        ([str(tmp_path / "torn")], "torn/run.json cannot be read as JSON"),
        ([str(root)], f"{root} holds no such run, only alpha, jars; nor is it a run directory"),
    ):
        assert words in refused([str(out), "--data", str(root), "--runs", *runs], capsys)
    assert not out.exists()


def test_what_is_damaged_is_said_here_and_not_on_the_site(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = tmp_path / "runs"
    write_run(runs / "jars", [design("jars", "coins", 0, plays=16), design("jars", "eggs", 1, plays=16)])
    (runs / "jars/plays/step-000001.parquet").write_bytes(b"torn")
    (runs / "torn").mkdir()
    (runs / "torn/run.json").write_text("{")
    assert main([str(tmp_path / "out"), "--data", str(runs)]) == 0
    said = capsys.readouterr().err
    assert str(runs / "torn/run.json") in said and str(runs / "jars/plays/step-000001.parquet") in said
    found = environments(tmp_path / "out", "jars")
    assert found["jars-000000-0"]["plays"] and not found["jars-000001-0"]["plays"]
    assert found["jars-000001-0"]["problems"]
    assert str(runs) not in json.dumps(found)
    assert json.loads((tmp_path / "out/data/runs.json").read_text())["problems"] == []


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence with which a command line is refused."""
    assert main(arguments) == 2
    [sentence] = capsys.readouterr().err.splitlines()
    return sentence


def test_a_directory_that_holds_something_is_left_alone(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert "is not empty" in refused([str(tmp_path), "--data", str(root)], capsys)
    assert "is a file" in refused([str(tmp_path / "mine.txt"), "--data", str(root)], capsys)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        (["--runs", "alpha", "nope"], "--runs nope: {root} holds no such run, only alpha, jars"),
        (["--data", "{root}/alpha/designs"], "holds no run"),
        (["--data", "{root}/nope"], "--data: {root}/nope does not exist, expected a directory of runs"),
        (["--data", "{root}/alpha/run.json"], "alpha/run.json is a file, expected a directory of runs"),
        (["--data", "{root}/alpha"], "alpha is itself a run, expected the directory above it: "),
        (["--data", "{root}/nope", "--runs", "x"], "--runs x is no run directory, and {root}/nope does not"),
    ],
)
def test_runs_that_are_not_there(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], runs: list[str], words: str
) -> None:
    given = ["--data", str(root), *(part.format(root=root) for part in runs)]
    assert words.format(root=root) in refused([str(tmp_path / "out"), *given], capsys)
    assert list(tmp_path.iterdir()) == []


def test_a_site_that_fails_on_the_way_is_not_there(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ASSETS", tmp_path / "none")
    out = tmp_path / "www" / "out"
    assert "python -m web_runtime.build" in refused([str(out), "--data", str(root)], capsys)
    assert list((tmp_path / "www").iterdir()) == []
