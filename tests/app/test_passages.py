"""The passage behind a design: found where the run's configuration says, or one sentence why not."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from sample_run import CORPUS, write_sample_run
from starlette.applications import Starlette
from starlette.testclient import TestClient

from app.passages import PassageError, corpus_file, passage
from app.queries import RunStore
from app.routes import all_routes


def test_a_passage_is_read_from_the_corpus_of_the_run(store: RunStore) -> None:
    found = passage(store, "alpha", "corpus-002")
    assert found["text"] == "The keeper of gauge 2 writes the tide down <b>twice</b> a day."
    assert (found["id"], found["subject"], found["source"]) == ("corpus-002", "tides", "us")


def test_the_route_answers_with_the_passage_or_a_sentence(store: RunStore) -> None:
    client = TestClient(Starlette(routes=all_routes(store)))
    good = client.get("/data/alpha/passage/corpus-001.json")
    assert good.json()["id"] == "corpus-001" and good.headers["cache-control"] == "no-cache"
    for path, words in (
        ("/data/alpha/passage/p999.json", f"{CORPUS} holds no passage called 'p999'"),
        ("/data/alpha/passage/..%2F..%2Fetc%2Fpasswd.json", "holds no passage called"),
        ("/data/gone/passage/p1.json", "no run called 'gone'"),
    ):
        bad = client.get(path)
        assert bad.status_code == 404 and words in bad.json()["error"]


def test_a_changed_corpus_is_read_again(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "r", run_id="r", steps=1)
    store = RunStore(tmp_path)
    assert passage(store, "r", "corpus-000")["source"] == "us"
    file = tmp_path / "r" / CORPUS
    file.write_text(file.read_text().replace('"us"', '"them"'))
    os.utime(file, ns=(1, 1))
    assert passage(store, "r", "corpus-000")["source"] == "them"


@pytest.mark.parametrize(
    "config", [None, {}, {"corpus": None}, {"corpus": {"path": 3}}, {"corpus": {"path": ""}}]
)
def test_a_run_that_names_no_corpus_says_so(config: Any, tmp_path: Path) -> None:
    with pytest.raises(PassageError, match=r"run.json names no corpus file \(config.corpus.path\)"):
        corpus_file(config, tmp_path)


def test_devices_and_missing_files_are_not_read(tmp_path: Path) -> None:
    for name in ("/dev/zero", "nowhere/passages.jsonl"):
        with pytest.raises(PassageError, match=f"corpus file .*{Path(name).name} is not here"):
            corpus_file({"corpus": {"path": name}}, tmp_path)


def test_a_file_that_is_no_corpus_is_one_sentence(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "r", run_id="r", steps=1)
    (tmp_path / "r" / CORPUS).write_text(json.dumps({"id": 1}) + "\n")
    with pytest.raises(PassageError, match="holds no usable line"):
        passage(RunStore(tmp_path), "r", "corpus-000")
