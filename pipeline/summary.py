"""A run in one table: first third against last third. ``python -m pipeline.summary RUN_DIR``

Every number comes from the run log; the standard error is over steps, which are the independent pieces of
a run. No trend is claimed: the table says what was measured and how far apart the thirds are.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.run_log import RunLogError, RunReader

MEASURES = {
    "valid designs": "avg(valid::int)",
    "return, plain arm": "avg(return_plain) filter (where valid)",
    "return, hinted arm": "avg(return_hint) filter (where valid)",
    "regret": "avg(regret) filter (where valid)",
    "frontier, of valid designs": "avg((quadrant = 'frontier')::int) filter (where valid)",
    "turns per episode": "avg(turns_mean) filter (where valid)",
    "lines per program": "avg(lines) filter (where valid)",
    "novelty": "avg(novelty) filter (where valid)",
}
"""Row of the table -> its value for one step, over the ``designs`` of that step."""
FEWEST = 6
"""Steps with a value that make thirds with a standard error each."""


def by_step(run: RunReader) -> dict[str, list[float]]:
    """Each measure's value at every step that has one, in step order."""
    columns = ", ".join(f"{expression} as m{i}" for i, expression in enumerate(MEASURES.values()))
    rows = run.rows(f"select step, {columns} from designs group by step order by step")
    return {
        name: [row[f"m{i}"] for row in rows if row[f"m{i}"] is not None] for i, name in enumerate(MEASURES)
    }


def thirds(values: Sequence[float]) -> tuple[float, float, float, float]:
    """Mean and standard error of the first and of the last third of at least :data:`FEWEST` values:
    (mean, se, mean, se)."""
    size = len(values) // 3
    first, last = values[:size], values[-size:]
    return (*_mean_se(first), *_mean_se(last))


def _mean_se(values: Sequence[float]) -> tuple[float, float]:
    return statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))


def table(run: RunReader) -> list[str]:
    """The run as lines of a Markdown table; a measure that too few steps have is shown without numbers.

    Raises ``ValueError`` for a run of fewer than :data:`FEWEST` steps.
    """
    counts: dict[str, Any] = run.meta["counts"]
    if run.steps < FEWEST:
        raise ValueError(f"has {run.steps} of the at least {FEWEST} steps that a first and a last third need")
    name = run.meta.get("model")
    lines = [
        f"{run.run_id}: {counts['steps']} steps, {counts['designs']} design attempts,"
        f" {counts['valid']} valid, {counts['plays']} episodes;"
        f" model {name}, preset {run.meta.get('preset')}",
        "",
        "| per step | first third | last third | difference |",
        "|---|---|---|---|",
    ]
    for measure, values in by_step(run).items():
        if len(values) < FEWEST:
            lines.append(f"| {measure} | – | – | – |")
            continue
        a, a_se, b, b_se = thirds(values)
        gap = f"{b - a:+.3f} ± {math.hypot(a_se, b_se):.3f}"
        lines.append(f"| {measure} | {a:.3f} ± {a_se:.3f} | {b:.3f} ± {b_se:.3f} | {gap} |")
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m pipeline.summary", description=__doc__)
    parser.add_argument("run", type=Path, help="run directory")
    arguments = parser.parse_args(argv)
    try:
        with RunReader(arguments.run) as run:
            print("\n".join(table(run)))
    except RunLogError as error:
        print(f"summary: {error}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"summary: {arguments.run} {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
