"""A run has one name, whatever page it is on."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.queries import RunStore
from app.run_names import RunName
from app.training_queries import TrainingQueries
from pipeline.run_log import RunLogError


@pytest.mark.parametrize(
    ("meta", "words"),
    [
        ({"title": "Three million", "run_id": "spade-s0-1"}, "Three million (run-a)"),
        ({"title": "", "run_id": "spade-s0-1"}, "run-a"),
        ({"run_id": "spade-s0-1"}, "run-a"),
        ({"title": "run-a"}, "run-a"),
    ],
)
def test_title_first_directory_beside_it(meta: dict, words: str) -> None:
    assert str(RunName.of("run-a", meta)) == words


def test_every_page_is_told_the_same_name(sample_root: Path, store: RunStore) -> None:
    heads, _ = TrainingQueries(store).heads()
    listed = {entry["run"]: entry["name"] for entry in store.catalogue()["runs"]}
    opened = {run: store.environment(run, f"{run}-1-0")["run_name"] for run in listed}
    wanted = {"alpha": "Sample alpha (alpha)", "beta": "Sample beta (beta)"}
    assert listed == opened == {head.run_id: str(head.name) for head in heads} == wanted
    assert {run: str(store.name(run)) for run in wanted} == wanted
    with pytest.raises(RunLogError, match="holds no run called 'gamma'"):
        store.name("gamma")
