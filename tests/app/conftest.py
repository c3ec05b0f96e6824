"""Fixtures of the explorer's tests: run logs on disk, and the store that reads them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from sample_run import write_sample_run

from app.queries import RunStore
from app.settings import RUNS_VARIABLE


@pytest.fixture(scope="session")
def sample_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with two sound runs, one mapped later than the other is long; never changed by a test."""
    root = tmp_path_factory.mktemp("runs")
    write_sample_run(root / "alpha", run_id="alpha", steps=6, seed=1)
    write_sample_run(root / "beta", run_id="beta", steps=3, seed=2)
    return root


@pytest.fixture
def store(sample_root: Path) -> RunStore:
    return RunStore(sample_root)


@pytest.fixture
def runs_at(monkeypatch: pytest.MonkeyPatch):
    """Point the whole application at a directory of runs."""

    def point(root: Path) -> None:
        monkeypatch.setenv(RUNS_VARIABLE, str(root))

    return point
