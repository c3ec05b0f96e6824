"""The curriculum of recorded runs: return, regret, quadrants, program length and turns over training."""

from __future__ import annotations

import itertools
import math
from typing import Any

from pipeline.results_runs import Recorded

Row = dict[str, Any]

MOST_BLOCKS = 24
NORMAL_95 = 1.96
MEANS = ("return_plain", "return_hint", "regret")
QUARTILES = ("lines", "turns_mean")
QUADRANTS = ("frontier", "mastered", "intractable")

_MEAN_COLUMNS = ", ".join(
    f"count({name}) filter (where isfinite({name}))::int as n_{name},"
    f" avg({name}) filter (where isfinite({name})) as {name},"
    f" stddev_samp({name}) filter (where isfinite({name})) as sd_{name}"
    for name in MEANS
)
_QUARTILE_COLUMNS = ", ".join(
    f"quantile_cont({name}, 0.25) as {name}_low, median({name}) as {name},"
    f" quantile_cont({name}, 0.75) as {name}_high"
    for name in QUARTILES
)
_SHARE_COLUMNS = ", ".join(
    f"count(*) filter (where quadrant = '{name}') / nullif(count(quadrant), 0)::double as {name}"
    for name in QUADRANTS
)
_VALID = f"""
    select (step // ?) * ? as first_step, count(*)::int as valid, {_MEAN_COLUMNS}, {_QUARTILE_COLUMNS},
           {_SHARE_COLUMNS}
    from designs where valid group by first_step
"""
_ATTEMPTS = """
    select (step // ?) * ? as first_step, max(step) as last_step, count(*)::int as attempts
    from designs group by first_step order by first_step
"""


def block_width(steps: int) -> int:
    """Steps per block so that there are at most :data:`MOST_BLOCKS`: 1, 2, 5, 10, 20, ..."""
    for power in itertools.count():
        for digit in (1, 2, 5):
            if steps <= MOST_BLOCKS * digit * 10**power:
                return int(digit * 10**power)
    raise AssertionError("unreachable")


def curriculum_rows(run: Recorded) -> list[Row]:
    """One row per block of steps. Means are over the valid environments of the block with a 95 % normal
    interval over environments; program length and turns are quartiles; quadrants are shares of those that
    were classified."""
    width = block_width(run.steps)
    valid = {row["first_step"]: row for row in run.reader.rows(_VALID, [width, width])}
    rows = []
    for block in run.reader.rows(_ATTEMPTS, [width, width]):
        found = valid.get(block["first_step"], {})
        row: Row = {"run_id": run.run_id, "variant": run.variant, **block, "valid": found.get("valid", 0)}
        for name in MEANS:
            mean, reach = found.get(name), _reach(found, name)
            row |= {name: mean, f"{name}_low": None, f"{name}_high": None}
            if mean is not None and reach is not None:
                row |= {f"{name}_low": mean - reach, f"{name}_high": mean + reach}
        quartiles = [f"{name}{end}" for name in QUARTILES for end in ("_low", "", "_high")]
        row |= {name: found.get(name) for name in (*quartiles, *QUADRANTS)}
        rows.append(row)
    return rows


def _reach(found: Row, name: str) -> float | None:
    count, deviation = found.get(f"n_{name}") or 0, found.get(f"sd_{name}")
    return None if count < 2 or deviation is None else NORMAL_95 * deviation / math.sqrt(count)
