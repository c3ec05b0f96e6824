"""Where the explorer looks: the directory of runs and the environment pools. Read once, at start."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from app.queries import RunStore

ROOT = Path(__file__).resolve().parent.parent
POOLS = ROOT / "data" / "pools"
RUNS_VARIABLE = "SPADE_RUNS"


def runs_root() -> Path:
    """The directory whose subdirectories are runs: ``SPADE_RUNS``, or ``data/runs``."""
    return Path(os.environ.get(RUNS_VARIABLE) or ROOT / "data" / "runs").resolve()


@cache
def _store(root: Path) -> RunStore:
    return RunStore(root)


def store() -> RunStore:
    """The one store of this process, shared by routes and pages."""
    return _store(runs_root())
