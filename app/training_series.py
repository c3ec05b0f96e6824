"""Arithmetic of the training page, apart from any drawing: pure functions of rows of the run log."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.held_out import evaluation, wins
from app.kept import kept
from pipeline.intervals import Interval, score_interval
from pipeline.novelty import fingerprint
from pipeline.summary import thirds as first_and_last

Row = Mapping[str, Any]

STAGES = (
    "parse", "load", "contract", "reset", "determinism", "diversity", "probes", "solvable", "trivial", "leak",
    "tools", "cost", "novelty", "audit",
)  # fmt: skip
"""Checks in the order the validator runs them; a funnel keeps this order."""

MAX_BLOCKS = 24


@dataclass(frozen=True)
class Point:
    """A mean over the environments of some steps. Errors are None where they cannot be known."""

    step: int
    count: int
    mean: float | None
    error: float | None
    """Standard error over environments, taken as independent."""
    paired: float | None = None
    """Standard error from the plays of these very environments (paired by instance and seed)."""


def pooled(rows: Sequence[Row], name: str, width: int) -> list[Point]:
    """Mean of ``name`` over the environments of each step and of the ``width - 1`` steps before it.

    ``rows`` hold ``n_<name>``, ``sum_<name>`` and ``squares_<name>`` per step; for regret also ``n_error``
    and ``squares_error`` (sum of the squared paired standard errors). Environments without a paired error
    are given the mean square of the others.
    """
    points = []
    for end in range(1, len(rows) + 1):
        window = rows[max(0, end - width) : end]
        count = _sum(window, f"n_{name}")
        step = window[-1]["step"]
        if not count:
            points.append(Point(step, 0, None, None))
            continue
        mean = _sum(window, f"sum_{name}") / count
        error = None
        if count > 1:
            variance = max(0.0, _sum(window, f"squares_{name}") - count * mean * mean) / (count - 1)
            error = math.sqrt(variance / count)
        paired = None
        known = _sum(window, "n_error") if name == "regret" else 0
        if known:
            paired = math.sqrt(_sum(window, "squares_error") / known / count)
        points.append(Point(step, int(count), mean, error, paired))
    return points


def share(rows: Sequence[Row], part: str, whole: str, width: int) -> list[Point]:
    """``part`` out of ``whole`` over trailing windows, with the standard error of a proportion."""
    points = []
    for end in range(1, len(rows) + 1):
        window = rows[max(0, end - width) : end]
        count, hits = _sum(window, whole), _sum(window, part)
        mean = hits / count if count else None
        error = math.sqrt(mean * (1 - mean) / count) if mean is not None else None
        points.append(Point(window[-1]["step"], int(count), mean, error))
    return points


def _sum(rows: Sequence[Row], column: str) -> float:
    return sum(row[column] or 0 for row in rows)


def block_width(steps: int) -> int:
    """Steps per block so that a chart has at most :data:`MAX_BLOCKS` blocks: 1, 2, 5, 10, 20, ..."""
    for power in itertools.count():
        for digit in (1, 2, 5):
            if steps <= MAX_BLOCKS * digit * 10**power:
                return digit * 10**power
    raise AssertionError("unreachable")


def thirds(steps: int) -> tuple[int, int]:
    """(first step after the first third, first step of the last third) of a run of ``steps`` steps."""
    size = max(1, steps // 3)
    return size, max(size, steps - size)


@dataclass(frozen=True)
class Gap:
    """The last third of a run, and how far it lies from the first."""

    mean: float
    change: float
    change_error: float
    """Standard error over steps."""


def last_third(rows: Sequence[Row], name: str) -> Gap | None:
    """As ``pipeline.summary`` has it: means over steps of the mean of ``name`` at each step. None for a run
    too short to be cut in three. ``rows`` are those of :func:`pooled`."""
    means = [row[f"sum_{name}"] / row[f"n_{name}"] for row in rows if row[f"n_{name}"]]
    try:
        first, first_error, last, last_error = first_and_last(means)
    except ValueError:
        return None
    return Gap(last, last - first, math.hypot(first_error, last_error))


def funnel(attempts: int, rejected: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows ``stage``, ``lost``, ``left`` (designs still valid after the stage) and ``reason``, in the order
    of the checks; a check that nobody failed is left out."""
    left, rows = attempts, []
    for row in sorted(rejected, key=lambda row: (_stage_order(row["stage"]), row["stage"])):
        left -= row["count"]
        rows.append({"stage": row["stage"], "lost": row["count"], "left": left, "reason": row["reason"]})
    return rows


def _stage_order(stage: str) -> int:
    return STAGES.index(stage) if stage in STAGES else len(STAGES)


def paid_terms(reward: str | None) -> set[str]:
    """Reward terms a designer is paid by; the others are logged only. Empty for an untrained designer."""
    if reward == "none":
        return set()
    main = {"regret", "password"} if reward in (None, "regret") else {str(reward)}
    return {"validity", "fault", "novelty"} | main


@kept(32)
def scores(episodes: Sequence[Row]) -> list[dict[str, Any]]:
    """Held-out score with its interval per suite, arm, temperature and step; void episodes are left out."""

    rows, won = [], wins(episodes)
    for (suite, arm, temperature, step), group in itertools.groupby(
        sorted(episodes, key=evaluation), evaluation
    ):
        sound = [row for row in group if row["return"] is not None and math.isfinite(row["return"])]
        if sound:
            found: Interval = score_interval([r["return"] for r in sound], [r["item"] for r in sound])
            items = len({row["item"] for row in sound})
            rows.append(
                {"suite": suite, "arm": arm, "temperature": temperature, "step": step, "score": found.mean,
                 "low": found.low, "high": found.high, "won": won[suite, arm, temperature, step],
                 "episodes": len(sound), "items": items}
            )  # fmt: skip
    return rows


@dataclass(frozen=True)
class Change:
    """How far a measure moved for one skill between the first and the last third."""

    skill: str
    early: float
    late: float
    early_count: int
    late_count: int

    @property
    def size(self) -> float:
        return abs(self.late - self.early)


def changes(eras: Sequence[Row], measure: str) -> list[Change]:
    """Skills with environments in both thirds, the largest change of the mean of ``measure`` first."""
    means: dict[str, dict[bool, Row]] = {}
    for row in eras:
        if row[measure] is not None:
            means.setdefault(row["skill"], {})[row["late"]] = row
    found = [
        Change(skill, both[False][measure], both[True][measure], both[False]["count"], both[True]["count"])
        for skill, both in means.items()
        if len(both) == 2
    ]
    return sorted(found, key=lambda change: (-change.size, change.skill))


@dataclass(frozen=True)
class Writing:
    """What a run was writing during some steps."""

    attempts: int
    parsed: int
    valid: int
    distinct: int
    """Distinct programs among the parsed, by normalised syntax tree."""
    streak: int
    """Most attempts in a row with one and the same program."""
    streak_title: str
    titles: list[tuple[str, int]]
    """Commonest first; attempts without a title are left out."""
    observations: list[tuple[str, int]]
    return_plain: float | None
    regret: float | None


def writing(rows: Sequence[Row]) -> Writing:
    """Summary of design attempts given in the order of writing."""
    marks = [program_mark(row["code"] or "") for row in rows]
    parsed = [mark for mark in marks if not mark.startswith("text ")]
    best, best_at, start = 0, 0, 0
    for index in range(1, len(marks) + 1):
        if index == len(marks) or marks[index] != marks[start]:
            if index - start > best:
                best, best_at = index - start, start
            start = index
    valid = [row for row in rows if row["valid"]]
    return Writing(
        attempts=len(rows),
        parsed=len(parsed),
        valid=len(valid),
        distinct=len(set(parsed)),
        streak=best,
        streak_title=(rows[best_at]["title"] or "untitled") if rows else "",
        titles=Counter(row["title"] for row in rows if row["title"]).most_common(),
        observations=Counter(r["first_observation"] for r in rows if r["first_observation"]).most_common(),
        return_plain=_mean([row["return_plain"] for row in valid]),
        regret=_mean([row["regret"] for row in valid]),
    )


@lru_cache(maxsize=8192)
def program_mark(code: str) -> str:
    """What makes two programs the same: the syntax tree without comments, layout and docstrings, or for a
    text that does not parse (``"text ..."``) the text."""
    try:
        return fingerprint(code)
    except ValueError:
        return "text " + hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None and math.isfinite(value)]
    return sum(known) / len(known) if known else None


def duration(seconds: float) -> str:
    """``seconds`` in words short enough for a sentence: ``42 s``, ``7 min``, ``3 h 05 min``."""
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02d} min"
