"""Plotly figures of the training page: pure functions from rows (:mod:`app.queries`) to figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

Row = dict[str, Any]

PLAIN, HINT, REGRET = "#d98200", "#2a86c8", "#12946c"
"""Orange without hint, blue with, green for their difference: apart for every common colour vision."""

QUADRANT_COLOURS = {"frontier": "#12946c", "mastered": "#2a86c8", "intractable": "#9a6fb0"}
_STAGE_COLOURS = (
    "#2a86c8", "#d98200", "#12946c", "#c45a94", "#5b4bb5", "#a8a13a", "#d55e00", "#7f8c98", "#4aa8e0",
    "#8c5f3a", "#b0b7be", "#6f4a7f", "#3c7f7a",
)  # fmt: skip


def moving_mean(values: Sequence[float | None], width: int) -> list[float | None]:
    """Mean of each value and up to ``width - 1`` before it, leaving out missing ones."""
    means: list[float | None] = []
    for end in range(1, len(values) + 1):
        window = [value for value in values[max(0, end - width) : end] if value is not None]
        means.append(sum(window) / len(window) if window else None)
    return means


def return_chart(steps: Sequence[Row], smooth: int) -> go.Figure:
    """Mean return of each arm: raw values faint, moving mean strong."""
    figure = _figure("Return of the agent", "mean return")
    for column, name, colour in (("return_plain", "without hint", PLAIN), ("return_hint", "with hint", HINT)):
        _line(figure, steps, column, name, colour, smooth)
    return figure


def regret_chart(steps: Sequence[Row], smooth: int) -> go.Figure:
    """Mean regret with a band of one standard error (of the step's mean)."""
    figure = _figure("Regret: what the hint is worth", "return with hint − without")
    known = [row for row in steps if row["regret"] is not None]
    error = [row["regret_se"] or 0.0 for row in known]
    x = [row["step"] for row in known]
    upper = [row["regret"] + e for row, e in zip(known, error, strict=True)]
    lower = [row["regret"] - e for row, e in zip(known, error, strict=True)]
    figure.add_scatter(
        x=x + x[::-1],
        y=upper + lower[::-1],
        fill="toself",
        fillcolor="rgba(18,148,108,0.22)",
        line={"width": 0},
        hoverinfo="skip",
        name="± standard error",
    )
    _line(figure, steps, "regret", "regret", REGRET, smooth)
    return figure


def validity_chart(steps: Sequence[Row], smooth: int) -> go.Figure:
    """Share of attempts that are valid, and share of the valid ones that are distinct programs."""
    figure = _figure("Valid and distinct designs", "share", percent=True)
    rows = [
        {
            "step": row["step"],
            "valid": row["valid"] / row["attempts"],
            "distinct": row["distinct_programs"] / row["valid"] if row["valid"] else None,
        }
        for row in steps
    ]
    _line(figure, rows, "valid", "valid, of all attempts", HINT, smooth)
    _line(figure, rows, "distinct", "distinct, of the valid", PLAIN, smooth)
    return figure


def rejection_chart(rejections: Sequence[Row]) -> go.Figure:
    """Rejected designs stacked by the check that rejected them, commonest at the bottom."""
    figure = _figure("Why designs were rejected", "designs")
    totals: dict[str, int] = {}
    for row in rejections:
        totals[row["stage"]] = totals.get(row["stage"], 0) + row["count"]
    stages = sorted(totals, key=lambda stage: (-totals[stage], stage))
    for stage, colour in zip(stages, _STAGE_COLOURS * 2, strict=False):
        own = [row for row in rejections if row["stage"] == stage]
        figure.add_bar(
            x=[row["step"] for row in own],
            y=[row["count"] for row in own],
            name=f"{stage} ({totals[stage]})",
            marker_color=colour,
        )
    return figure.update_layout(barmode="stack")


def quadrant_chart(steps: Sequence[Row]) -> go.Figure:
    """Environments per step by quadrant: frontier, mastered, intractable."""
    figure = _figure("Where the environments fall", "environments")
    for name, colour in QUADRANT_COLOURS.items():
        figure.add_bar(
            x=[row["step"] for row in steps], y=[row[name] for row in steps], name=name, marker_color=colour
        )
    return figure.update_layout(barmode="stack")


def seconds_chart(seconds: Sequence[Row]) -> go.Figure:
    """Seconds of each step by phase."""
    figure = _figure("Where the time went", "seconds")
    phases = [name for name in (seconds[0] if seconds else {}) if name not in ("step", "seconds_total")]
    for phase, colour in zip(phases, _STAGE_COLOURS, strict=False):
        figure.add_bar(
            x=[row["step"] for row in seconds],
            y=[row[phase] for row in seconds],
            name=phase.removeprefix("seconds_"),
            marker_color=colour,
        )
    return figure.update_layout(barmode="stack")


def _line(figure: go.Figure, rows: Sequence[Row], column: str, name: str, colour: str, smooth: int) -> None:
    x, y = [row["step"] for row in rows], [row[column] for row in rows]
    if smooth > 1:
        faint = {"color": colour, "width": 1}
        figure.add_scatter(x=x, y=y, line=faint, opacity=0.35, hoverinfo="skip", showlegend=False)
    figure.add_scatter(x=x, y=moving_mean(y, smooth), name=name, line={"color": colour, "width": 2.5})


def _figure(title: str, y_title: str, *, percent: bool = False) -> go.Figure:
    figure = go.Figure()
    return figure.update_layout(
        title={
            "text": title,
            "font": {"size": 16},
            "x": 0,
            "xanchor": "left",
            "xref": "container",
            "pad": {"l": 4},
        },
        height=330,
        margin={"l": 8, "r": 8, "t": 46, "b": 8},
        legend={"orientation": "h", "y": -0.22, "x": 0},
        hovermode="x unified",
        bargap=0.1,
        xaxis={"title": "training step", "zeroline": False},
        yaxis={"title": y_title, "zeroline": True, "tickformat": ".0%" if percent else None},
    )
