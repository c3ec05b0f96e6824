"""From a set that has been looked through to a run log."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pipeline.importers.judge import judge
from pipeline.importers.log import ImportLog, new_run
from pipeline.importers.rows import clean, design_row
from pipeline.importers.source import Item, Source
from pipeline.importers.trajectories import play_rows
from pipeline.validator import STAGES

PRESET = "imported"
_EVERY_S = 5.0
"""Seconds between two lines of progress."""


def bring_in(
    source: Source,
    run_dir: Path,
    *,
    workers: int = 1,
    checks: frozenset[str] = frozenset(STAGES),
    title: str | None = None,
    sandbox: str = "auto",
    say: Callable[[str], None] = print,
) -> dict[str, int]:
    """Write ``source`` as the run log ``run_dir`` (which must not exist) and return its counts.

    ``checks`` are the validator's that can reject a program; with none of them it is loaded, started and
    described, and no more. ``say`` is told how far it is.

    Raises :class:`pipeline.importers.ImportProblem`, and :class:`pipeline.sandbox.SandboxError` when programs
    cannot be run safely here; nothing is left then.
    """
    run_id, started, progress = run_dir.absolute().name, _now(), _Progress(source.total, say)
    seen: Counter[tuple[str | None, int]] = Counter()
    judged = judge(source.items(), workers=workers, checks=checks, level=sandbox)
    with new_run(run_dir) as staging, ImportLog(staging, source.last_step) as log, closing(judged):
        for one in judged:
            item = one.item
            attempt = seen[item.source_run, item.step]
            seen[item.source_run, item.step] += 1
            env_id = env_id_of(run_id, item, attempt)
            plays = play_rows(item.plays, env_id, item.step)
            log.add(design_row(one, plays, env_id=env_id, attempt=attempt), plays)
            progress.tell(log.counts["designs"], log.counts["valid"])
        log.finish(_header(source, run_id, title, checks, started))
    return log.counts


def env_id_of(run_id: str, item: Item, attempt: int) -> str:
    """``<run>-<step>-<n>``, with the source run before the step where a set holds several: so that an
    environment keeps its id whatever other runs come in beside it."""
    parts = [run_id, item.source_run, f"{item.step:06d}", str(attempt)]
    return "-".join(part for part in parts if part)


def _header(
    source: Source, run_id: str, title: str | None, checks: frozenset[str], started: str
) -> dict[str, Any]:
    header = {
        "run_id": run_id,
        "title": title or source.title,
        "preset": PRESET,
        "config": {},
        "model": source.model,
        "license": source.facts.get("license"),
        "source": {
            "format": source.format,
            "path": str(source.path),
            "checks": [stage for stage in STAGES if stage in checks],
            **source.facts,
        },
        "started": started,
        "finished": _now(),
    }
    return dict(clean(header))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class _Progress:
    """A line every few seconds: how many, how fast, how long still."""

    def __init__(self, total: int, say: Callable[[str], None]) -> None:
        self._total, self._say = total, say
        self._started = self._told = time.monotonic()

    def tell(self, done: int, valid: int) -> None:
        now = time.monotonic()
        if now - self._told < _EVERY_S or done == self._total:
            return
        self._told = now
        pace = done / (now - self._started)
        left = (self._total - done) / pace / 60
        self._say(f"{done:,} of {self._total:,}, {valid:,} valid, {pace:.1f} a second, {left:.0f} min left")
