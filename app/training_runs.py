"""A run in the training page's eyes before any table is read, and whether a running one still lives."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.run_names import RunName

Row = dict[str, Any]

RECENT = 20
"""Steps whose median is a run's pace."""
PATIENCE_S, PATIENCE_STEPS = 120.0, 4.0
"""Silence after which a run is taken for dead, or as many of its slowest recent steps if that is longer."""

_WATCHED = ("run.json", "designs", "plays", "updates", "tokens", "evals", "state", "checkpoints")


@dataclass(frozen=True)
class RunHead:
    """What the page says about a run before reading its tables."""

    run_id: str
    path: Path
    meta: Row

    @property
    def steps(self) -> int:
        """Complete steps."""
        return int(self.meta["counts"]["steps"])

    @property
    def planned(self) -> int | None:
        """Steps the run was started for; None when its configuration does not say."""
        wanted = self.option("run", "steps")
        return wanted if isinstance(wanted, int) and wanted > 0 else None

    @property
    def running(self) -> bool:
        return self.meta.get("status") == "running"

    @property
    def name(self) -> RunName:
        return RunName.of(self.path.name, self.meta)

    @property
    def label(self) -> str:
        """Run and model, for titles: which run made the numbers."""
        model = Path(str(self.meta.get("model") or "")).name
        return f"{self.name} · {model}" if model else str(self.name)

    @property
    def words(self) -> str:
        """Preset, model and length, for a caption under the name."""
        parts = [f"{name} {self.meta[name]}" for name in ("preset", "model") if self.meta.get(name)]
        length = f"{self.steps} of {self.planned} steps" if self.planned else f"{self.steps} steps"
        started = f", started {_minute(str(self.meta['started']))}" if self.meta.get("started") else ""
        return f"{', '.join([*parts, length])}{started}, {self.meta.get('status', 'status unknown')}"

    def option(self, section: str, name: str) -> Any:
        """One value of the run's configuration, None when it is missing."""
        config = self.meta.get("config")
        part = config.get(section) if isinstance(config, dict) else None
        return part.get(name) if isinstance(part, dict) else None

    def number(self, section: str, name: str, otherwise: float) -> float:
        found = self.option(section, name)
        return float(found) if isinstance(found, int | float) else otherwise


def _minute(text: str) -> str:
    """A time as ISO 8601 writes it, for a reader: to the minute, in UTC; as it is where it names no zone."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return text
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if at.tzinfo else text


@dataclass(frozen=True)
class Pulse:
    """Whether a run that says it is running still writes."""

    silent_s: float
    """Seconds since one of its files changed."""
    patience_s: float
    """Silence after which the job is taken for dead."""
    pace_s: float | None
    """Median seconds of its last steps."""
    left_s: float | None
    """Seconds left at that pace."""

    @property
    def stalled(self) -> bool:
        return self.silent_s > self.patience_s


def pulse(head: RunHead, seconds: Sequence[float | None], now: float) -> Pulse:
    """``seconds`` are those of its complete steps, oldest first; ``now`` is in seconds of the epoch."""
    changed = max(
        (file.stat().st_mtime for file in map(head.path.joinpath, _WATCHED) if file.exists()), default=0.0
    )
    known = [value for value in seconds[-RECENT:] if value is not None]
    pace = statistics.median(known) if known else None
    left = None
    if pace is not None and head.planned is not None:
        left = max(0, head.planned - head.steps) * pace
    patience = max(PATIENCE_S, PATIENCE_STEPS * max(known, default=0.0))
    return Pulse(now - changed, patience, pace, left)
