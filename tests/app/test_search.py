"""Search and downloads of the map, through the routes and against what was written."""

from __future__ import annotations

import hashlib
import io
import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from app.embedder import EmbeddingUnavailable
from app.queries import RunStore
from app.routes import DataRoutes
from app.search import NEAREST, Search, SearchError
from pipeline.run_log import RunReader


@pytest.fixture(scope="module")
def client(sample_root: Path) -> TestClient:
    return TestClient(Starlette(routes=DataRoutes(RunStore(sample_root)).routes()))


@pytest.fixture(scope="module")
def designs(sample_root: Path) -> list[dict]:
    """Valid designs of ``alpha`` in the order of the map."""
    with RunReader(sample_root / "alpha") as run:
        return run.rows("select * from designs where valid order by step, attempt, env_id")


def rows(answer) -> list[int]:
    assert answer.status_code == 200, answer.text
    return pa.ipc.open_stream(io.BytesIO(answer.content)).read_all()["row"].to_pylist()


@pytest.mark.parametrize(
    ("where", "column", "words"),
    [
        ("title", "title", "WALK"),
        ("observation", "first_observation", "compass"),
        ("code", "code", "self.secret"),
    ],
)
def test_text_is_found_where_it_was_asked_for(client, designs, where, column, words) -> None:
    found = rows(client.get("/data/alpha/search.arrow", params={"q": words, "where": where}))
    expected = [i for i, design in enumerate(designs) if words.lower() in design[column].lower()]
    assert found == expected and 0 < len(found) < len(designs)


def test_anywhere_is_every_place(client, designs) -> None:
    found = rows(client.get("/data/alpha/search.arrow", params={"q": "lamps"}))
    columns = ("title", "first_observation", "code")
    assert found == [i for i, d in enumerate(designs) if any("lamps" in d[c].lower() for c in columns)]


@pytest.mark.parametrize("words", ["%", "_", "' or 1=1 --", "\\boxed{{"])
def test_marks_of_other_languages_are_plain_text(client, designs, words) -> None:
    found = rows(client.get("/data/alpha/search.arrow", params={"q": words}))
    columns = ("title", "first_observation", "code")
    assert found == [i for i, d in enumerate(designs) if any(words in d[c] for c in columns)]


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"q": ""}, "1 to 1000 characters"),
        ({"q": "x" * 1001}, "not 1001"),
        ({"q": "x", "where": "hint"}, "where='hint': expected one of anywhere, title"),
        ({"q": "x", "how": "magic"}, "how='magic': expected one of text, meaning, alike"),
    ],
)
def test_a_question_that_cannot_be_asked_is_one_sentence(client, params, words) -> None:
    answer = client.get("/data/alpha/search.arrow", params=params)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_likeness_walks_two_stored_steps(client, sample_root, designs) -> None:
    start = designs[5]["env_id"]
    answer = client.get("/data/alpha/search.arrow", params={"q": start, "how": "alike"})
    table = pa.ipc.open_stream(io.BytesIO(answer.content)).read_all()
    with RunReader(sample_root / "alpha") as run:
        near = {r["env_id"]: r["neighbors"] for r in run.rows("select env_id, neighbors from points")}
    order = [design["env_id"] for design in designs]
    reached = set(near[start]) | {other for one in near[start] for other in near[one]}
    assert {order[row] for row in table["row"].to_pylist()} == reached - {start}
    assert [order[row] for row in table["row"].to_pylist()[:3]] == near[start]
    scores = table["score"].to_pylist()
    assert scores == sorted(scores, reverse=True)
    missing = client.get("/data/alpha/search.arrow", params={"q": "nothing", "how": "alike"})
    assert missing.status_code == 404 and "no environment 'nothing'" in missing.json()["error"]


@pytest.fixture
def embedded(sample_root: Path, tmp_path: Path) -> Path:
    """A copy of ``alpha`` with embeddings: axis i for the i-th environment of its map file."""
    root = tmp_path / "runs"
    shutil.copytree(sample_root / "alpha", root / "alpha")
    ids = pq.read_table(root / "alpha/map/points.parquet")["env_id"]
    vectors = pa.FixedSizeListArray.from_arrays(pa.array(np.eye(18, dtype=np.float16).ravel()), 18)
    pq.write_table(pa.table({"env_id": ids, "embedding": vectors}), root / "alpha/map/embeddings.parquet")
    return root


def test_meaning_ranks_by_cosine(embedded: Path, designs) -> None:
    wanted = np.zeros(18, np.float32)
    wanted[[4, 9]] = 0.6, 0.8
    ids = pq.read_table(embedded / "alpha/map/points.parquet")["env_id"].to_pylist()
    found = Search(RunStore(embedded), embed=lambda words: wanted).find("alpha", "meaning", "two of them")
    order = [design["env_id"] for design in designs]
    assert [order[row] for row in found["row"].to_pylist()[:2]] == [ids[9], ids[4]]
    assert found["score"].to_pylist()[:2] == pytest.approx([0.8, 0.6])
    assert found.num_rows == min(18, NEAREST)


def test_meaning_without_its_packages_says_so(embedded: Path) -> None:
    def unavailable(words: str) -> np.ndarray:
        raise EmbeddingUnavailable

    with pytest.raises(SearchError, match=r"pip install -e '\.\[map\]'") as refusal:
        Search(RunStore(embedded), embed=unavailable).find("alpha", "meaning", "weights")
    assert refusal.value.missing


def test_meaning_without_stored_embeddings_names_the_file(client) -> None:
    answer = client.get("/data/alpha/search.arrow", params={"q": "weights", "how": "meaning"})
    assert answer.status_code == 400
    assert "map/embeddings.parquet is missing" in answer.json()["error"]


def test_row_of_an_environment(client, designs) -> None:
    assert client.get("/data/alpha/row.json", params={"env": designs[7]["env_id"]}).json() == {"row": 7}
    assert client.get("/data/alpha/row.json", params={"env": "gone"}).json() == {"row": -1}


def export(client: TestClient, body: object) -> pa.Table:
    answer = client.post("/data/export", json=body)
    assert answer.status_code == 200, answer.text
    return pq.read_table(io.BytesIO(answer.content))


def test_parquet_has_the_chosen_rows_in_their_order(client, designs) -> None:
    table = export(client, {"format": "parquet", "rows": {"alpha": [9, 2], "beta": [0]}})
    assert table["env_id"].to_pylist() == [designs[9]["env_id"], designs[2]["env_id"], "beta-0-0"]
    assert table["code"].to_pylist()[0] == designs[9]["code"]
    assert {"regret", "n_plain", "solvable", "reward_regret"} <= set(table.column_names)


def test_pool_has_the_published_columns(client, designs) -> None:
    table = export(client, {"format": "pool", "rows": {"alpha": [3]}})
    assert table.column_names == [
        "game_id",
        "file_name",
        "skill",
        "sha256",
        "line_count",
        "byte_count",
        "code",
    ]
    row, code = table.to_pylist()[0], designs[3]["code"]
    assert row["game_id"] == designs[3]["env_id"] and row["file_name"] == f"{row['game_id']}.py"
    assert row["sha256"] == hashlib.sha256(code.encode()).hexdigest()
    assert (row["line_count"], row["byte_count"]) == (code.count("\n"), len(code.encode()))


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"format": "zip", "rows": {"alpha": [0]}}, 400, '"parquet" or "pool"'),
        ([], 400, '"rows": {run: [row, ...]}'),
        ({"format": "pool", "rows": {"alpha": [99]}}, 400, "has no row 99: its map holds 18"),
        ({"format": "pool", "rows": {}}, 400, "No environment was chosen"),
        ({"format": "pool", "rows": {"nope": [0]}}, 404, "no run called 'nope'"),
    ],
)
def test_an_export_that_cannot_be_made_is_one_sentence(client, body, status, words) -> None:
    answer = client.post("/data/export", json=body)
    assert answer.status_code == status
    assert words in answer.json()["error"]
