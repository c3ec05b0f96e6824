"""Held-out episodes as wins of episodes played, in words: what a score of zero leaves open."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.text import number

Row = Mapping[str, Any]
Evaluation = tuple[str, str, float, int]
"""Suite, arm, temperature, step."""

NORMAL_95 = 1.96
SUITES = {
    "held_out": "mechanics that neither the base model nor any run was trained on",
    "seed": "mechanics that the base model was taught, on instances of their own",
    "reasoning_gym": "tasks of another project at their easiest settings, asked in one turn",
    "reasoning_gym_hard": "tasks of another project at the paper's settings, asked in one turn",
}
"""What a suite is made of, for a reader."""
HOW = "Win rates with their 95 % Wilson intervals, episodes taken as independent."


def setting_words(row: Row) -> str:
    """Suite, arm and temperature of an evaluation for a reader."""
    hint = "with" if row["arm"] == "hint" else "without"
    return f"{row['suite']}, {hint} hint, temperature {row['temperature']:g}"


def evaluation(row: Row) -> Evaluation:
    """What tells an evaluation of a run from the others."""
    return row["suite"], row["arm"], row["temperature"] or 0.0, row["step"]


def wins(episodes: Iterable[Row]) -> Counter[Evaluation]:
    """Won episodes of every evaluation, of rows of a run's ``evals``."""
    return Counter(evaluation(row) for row in episodes if row["outcome"] == "won")


def wilson(won: int, played: int) -> tuple[float, float]:
    """95 % interval of a win rate (Wilson 1927); not empty at 0 and at 1. ``played`` is positive."""
    square = NORMAL_95**2
    middle = won + square / 2
    reach = NORMAL_95 * math.sqrt(won * (played - won) / played + square / 4)
    return max(0.0, (middle - reach) / (played + square)), min(1.0, (middle + reach) / (played + square))


def in_words(rows: Sequence[Row]) -> str:
    """One line of a chart of scores: at least one row with ``step``, ``won`` and ``episodes``, by step."""
    if len({(row["won"], row["episodes"]) for row in rows}) > 1:
        first, last = rows[0], rows[-1]
        return f"{_won(first)} at step {first['step']}, {_won(last)} at step {last['step']}"
    if len(rows) == 1:
        return f"{_won(rows[0])} at step {rows[0]['step']}"
    steps = f"steps {rows[0]['step']} to {rows[-1]['step']}"
    return f"{_won(rows[0])} at each of {len(rows)} evaluations, {steps}"


def never_won(rows: Sequence[Row]) -> tuple[str, str] | None:
    """Two lines for a chart whose own lines all lie flat at zero, None for any other."""
    if not rows or any(row["score"] or row["low"] or row["high"] or row["won"] for row in rows):
        return None
    played = sorted({row["episodes"] for row in rows})
    counts = " or ".join(f"0 of {count:,}" for count in played)
    highest = number(wilson(0, played[0])[1])
    return f"{counts} won each time", f"95 % interval of the win rate: 0 to {highest}"


def _won(row: Row) -> str:
    low, high = wilson(row["won"], row["episodes"])
    rate = number(row["won"] / row["episodes"])
    return f"{row['won']:,} of {row['episodes']:,} won ({rate}, interval {number(low)} to {number(high)})"
