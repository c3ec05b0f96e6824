"""Our HTTP routes: what they answer, what they let be cached, and the isolation headers."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from app.queries import RunStore
from app.routes import ASSETS, all_routes, middleware
from app.server import main, parse
from app.settings import runs_root


@pytest.fixture
def client(store: RunStore) -> TestClient:
    return TestClient(Starlette(routes=all_routes(store), middleware=middleware()))


def test_run_list(client: TestClient) -> None:
    listing = client.get("/data/runs.json").json()
    assert [run["run"] for run in listing["runs"]] == ["alpha", "beta"]


def test_points_and_text_are_arrow(client: TestClient) -> None:
    answer = client.get("/data/alpha/points.arrow")
    assert answer.headers["content-type"] == "application/vnd.apache.arrow.stream"
    assert pa.ipc.open_stream(io.BytesIO(answer.content)).read_all().num_rows == 18
    text = pa.ipc.open_stream(io.BytesIO(client.get("/data/alpha/text/0.arrow").content)).read_all()
    assert text["env_id"][0].as_py() == "alpha-0-0"


def test_environment_json(client: TestClient) -> None:
    found = client.get("/data/alpha/env/alpha-1-0.json").json()
    assert found["design"]["title"]
    assert found["plays"][0]["steps"]


def test_topics(client: TestClient) -> None:
    levels = [topic["level"] for topic in client.get("/data/alpha/topics.json").json()]
    assert levels == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("path", "words"),
    [("/data/nope/points.arrow", "no run called 'nope'"), ("/data/alpha/env/x.json", "no environment 'x'")],
)
def test_missing_things_are_one_sentence(client: TestClient, path: str, words: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert words in answer.json()["error"]


def test_versioned_answers_are_kept_for_good(client: TestClient) -> None:
    assert "immutable" in client.get("/data/alpha/points.arrow?v=1").headers["cache-control"]
    assert client.get("/data/alpha/points.arrow").headers["cache-control"] == "no-cache"
    assert "immutable" in client.get("/lib/plotly.min.js?v=1").headers["cache-control"]


def test_pages_are_isolated_and_only_components_are_shared(client: TestClient) -> None:
    data = client.get("/data/runs.json").headers
    assert data["cross-origin-opener-policy"] == "same-origin"
    assert data["cross-origin-embedder-policy"] == "require-corp"
    assert data["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in data
    module = client.get("/player/map/map.js").headers
    assert module["access-control-allow-origin"] == "*"
    assert module["cross-origin-resource-policy"] == "cross-origin"
    assert "javascript" in module["content-type"]


def test_runtime_assets_are_immutable_below_their_hash(client: TestClient) -> None:
    manifest = ASSETS / "manifest.json"
    if not manifest.exists():
        assert client.get("/rt/manifest.json").status_code == 404
        return
    listed = client.get("/rt/manifest.json")
    assert listed.headers["cache-control"] == "no-cache"
    base = json.loads(manifest.read_text())["base"]
    module = client.get(f"/rt/{base}/pyodide.mjs")
    assert "immutable" in module.headers["cache-control"]
    wasm = client.head(f"/rt/{base}/pyodide.asm.wasm")
    assert wasm.headers["content-type"] == "application/wasm"


def test_files_outside_the_served_directories_stay_there(client: TestClient) -> None:
    for path in (
        "/player/../../pyproject.toml",
        "/player/%2e%2e/%2e%2e/pyproject.toml",
        "/rt/..%2f__init__.py",
    ):
        assert client.get(path).status_code == 404


def test_options_of_the_server(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setenv("PORT", "9123")
    assert parse([]).port == "9123"
    (tmp_path / "file.txt").write_text("")
    whole = "expected a whole number from 1 to 65535"
    for arguments, words in (
        (["--port", "eighty"], f"--port eighty: {whole}"),
        (["--port", "²"], f"--port ²: {whole}"),
        (["--port", "65536"], f"--port 65536: {whole}"),
        (["--port", "9" * 5000], whole),
        (["--runs", str(tmp_path / "no")], "no: no such directory, expected a directory of runs"),
        (["--runs", str(tmp_path / "file.txt")], "file.txt: is a file, expected a directory of runs"),
    ):
        refused(arguments, words, capsys)


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("SPADE_RUNS", "nope", "SPADE_RUNS=nope: no such directory, expected a directory of runs"),
        ("SPADE_RUNS", __file__, f"SPADE_RUNS={__file__}: is a file, expected a directory of runs"),
        ("PORT", "²", "PORT=²: expected a whole number from 1 to 65535"),
    ],
)
def test_what_the_environment_says_is_checked_like_the_options(variable, value, words, capsys, monkeypatch):
    monkeypatch.setenv(variable, value)
    refused([], words, capsys)


def test_runs_of_the_environment_are_those_below_where_the_server_was_started(tmp_path: Path, monkeypatch):
    (tmp_path / "mine").mkdir()
    started = []
    monkeypatch.setattr(
        "app.server.build_app", lambda: SimpleNamespace(run=lambda config: started.append(config))
    )
    monkeypatch.setenv("SPADE_RUNS", "mine")
    monkeypatch.chdir(tmp_path)
    assert main([]) == 0 and len(started) == 1
    assert runs_root() == (tmp_path / "mine").resolve() and Path.cwd() != tmp_path


def refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        parse(arguments)
    assert stop.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith(words)
