"""What the training of two runs shows at the same steps: the last third of them, beside their first third.

Returns and regret are on the environments a run met at those steps (its own, or a pool's), so between runs
they compare curricula, not skill; held-out scores compare skill.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pipeline.intervals import Interval, gap_interval, score_interval
from pipeline.results_runs import Recorded, differences, main_run, reference_of

Row = dict[str, Any]
Series = dict[str, list[float]]
"""Values by measure, one per step at which there was anything to measure."""

WRITTEN = ("valid", "frontier")
"""Shares of what a policy wrote; a pool's programs say nothing about one."""
MEASURES = (*WRITTEN, "regret", "return_plain", "return_hint")

_STEPS = """
    select step, avg(valid::int) as valid,
           avg(coalesce(valid and quadrant = 'frontier', false)::int) as frontier,
           avg(regret) filter (where valid and isfinite(regret)) as regret,
           avg(return_plain) filter (where valid and isfinite(return_plain)) as return_plain,
           avg(return_hint) filter (where valid and isfinite(return_hint)) as return_hint
    from designs where step >= ? and step < ? group by step order by step
"""


def training_rows(runs: Sequence[Recorded]) -> list[Row]:
    """A row per run and measure. ``value`` is the mean over steps ``first_step`` to ``last_step``, the last
    third of the steps that the run shares with its reference (of its own steps for the main run);
    ``gain`` is that minus the first third, ``difference`` that minus the reference's value at the same
    steps. The other seeds of ``spade`` are measured against the main run, which shows how much of a
    difference a seed alone makes. Intervals resample steps."""
    return [row for run in runs if run.steps >= 3 for row in _rows(run, _reference(run, runs))]


def _reference(run: Recorded, runs: Sequence[Recorded]) -> Recorded | None:
    main = main_run(runs)
    if main and run.variant == main.variant and run.seed != main.seed and not differences(run, main):
        return main
    return reference_of(run, runs)


def _rows(run: Recorded, reference: Recorded | None) -> list[Row]:
    until = min(run.steps, reference.steps) if reference and reference.steps >= 3 else run.steps
    third = until // 3
    last, first = _series(run, until - third, until), _series(run, 0, third)
    other = _series(reference, until - third, until) if reference else {}
    return [
        {"run_id": run.run_id, "variant": run.variant, "reference": reference and reference.run_id,
         "measure": name, "first_step": until - third, "last_step": until - 1,
         **_told("value", score_interval(last[name], ["step"] * len(last[name]))),
         **_told("gain", _gap(last, first, name)), **_told("difference", _gap(last, other, name))}
        for name in MEASURES
        if last.get(name)
    ]  # fmt: skip


def _series(run: Recorded, start: int, end: int) -> Series:
    found = run.reader.rows(_STEPS, [start, end])
    wanted = [name for name in MEASURES if name not in WRITTEN or run.option("designer.source") != "pool"]
    return {
        name: [row[name] for row in found if row[name] is not None and math.isfinite(row[name])]
        for name in wanted
    }


def _gap(after: Series, before: Series, name: str) -> Interval | None:
    return gap_interval(after[name], before[name]) if before.get(name) else None


def _told(name: str, found: Interval | None) -> Row:
    mean, low, high = (found.mean, found.low, found.high) if found else (None, None, None)
    return {name: mean, f"{name}_low": low, f"{name}_high": high}
