"""The explorer opens imported runs: the map is made, every page and every data address answers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from app.geometry import SKILL_CODES
from app.programs import from_run
from app.queries import RunStore
from app.routes import all_routes
from app.settings import RUNS_VARIABLE
from pipeline.browser_verdict import verdicts
from pipeline.importers import bring_in, find_source
from pipeline.run_log import RunReader
from pipeline.topic_map import build_maps
from tests.pipeline import test_importers_samples as samples
from tests.pipeline.test_importers import play

MAIN = Path(__file__).parents[2] / "app" / "main.py"
VIEWS = ("Progress", "Designs", "Cost", "Early and late", "Compare", "Live")


def by_hash(texts: Sequence[str]) -> np.ndarray:
    """A stand-in for MiniLM: a direction fixed by the text."""
    seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") for text in texts]
    rows = np.stack([np.random.default_rng(seed).normal(size=32) for seed in seeds])
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run set with plays and a program that does not parse, and a tool-use set, on one map."""
    root = tmp_path_factory.mktemp("imported")
    told = [play(1.0, True), play(0.0, False), play(1.0, True, "Ask the mill.")]
    games = [samples.run_entry(4 * n, 0, "optimization", n, trajectories=told) for n in range(9)]
    broken = root / "sets" / "games" / games[4]["path_in_dataset"]
    for name, source in {
        "games": samples.write_run_set(root / "sets" / "games", games),
        "tools": samples.write_tool_use_set(root / "sets" / "tools", {"30b-blend": 3, "4b-glory": 3}),
    }.items():
        if name == "games":
            broken.write_text(samples.LONE, encoding="utf-8")
        bring_in(find_source(source), root / "runs" / name, checks=frozenset(), say=lambda _: None)
    build_maps([root / "runs" / "games", root / "runs" / "tools"], embed=by_hash)
    return root / "runs"


def open_page(page: str | None, **query: str) -> AppTest:
    test = AppTest.from_file(str(MAIN), default_timeout=90).run()
    if page:
        test.switch_page(page)
    for name, value in query.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception, test.exception
    assert not test.error
    return test


def test_every_page_opens_on_imported_runs(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RUNS_VARIABLE, str(runs))
    assert "key='map'" in str(open_page(None).main)
    for page in ("play", "beat", "controls", "tools"):
        open_page(f"app_pages/{page}.py")
    for run in ("games", "tools"):
        for view in VIEWS:
            open_page("app_pages/training.py", run=run, view=view)
    open_page("app_pages/play.py", run="tools", env="tools-4b-glory-000016-0")


def test_the_data_of_imported_runs_answers(runs: Path) -> None:
    client = TestClient(Starlette(routes=all_routes(RunStore(runs))))
    catalogue = client.get("/data/runs.json").json()
    assert catalogue["problems"] == []
    assert {run["run"]: run["dots"] for run in catalogue["runs"]} == {"games": 8, "tools": 6}
    assert {run["run"]: run["name"] for run in catalogue["runs"]}["games"] == "river-run (games)"
    found = client.get("/data/games/env/games-000008-0.json").json()
    assert found["problems"] == []
    assert [(p["arm"], p["return"], p["seed"]) for p in found["plays"]] == [
        ("plain", 1.0, None), ("plain", 0.0, None), ("hint", 1.0, None)
    ]  # fmt: skip
    assert found["design"]["n_plain"] == 2 and found["design"]["regret"] == 0.5
    assert len(found["nearest"]) == 5
    dots = pa.ipc.open_stream(client.get("/data/tools/points.arrow").content).read_all()
    assert dots["step"].to_pylist() == [0, 0, 16, 16, 32, 32]
    assert {SKILL_CODES[code] for code in dots["skill"].to_pylist()} == {"Tool Use"}
    pool = client.post("/data/export", json={"format": "pool", "rows": {"tools": [0]}})
    assert pool.status_code == 200


def test_episodes_without_a_seed_are_read_and_not_run_again(runs: Path) -> None:
    playable = from_run(RunStore(runs), "games", "games-000008-0", None)
    assert playable.seed == 0 and [play["seed"] for play in playable.episodes] == [None] * 3
    with RunReader(runs / "games") as run:
        assert verdicts(run) == {}
