"""Figures of the training page: pure functions from rows (:mod:`app.training_series`) to Plotly figures."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from app.charts import Palette, band, bars, chart, line, moving_mean, say_flat
from app.held_out import NORMAL_95, never_won, setting_words
from app.kept import kept
from app.training_series import Point

Row = Mapping[str, Any]

KEPT = 64
"""Figures of one kind that are kept, for a page drawn again and for the next visitor."""


@kept(KEPT)
def returns_chart(
    plain: Sequence[Point], hint: Sequence[Point], steps: Sequence[Row], source: str, colours: Palette
) -> go.Figure:
    """Mean return of both arms with 95 % bands over environments."""
    figure = chart("Return of the agent", source, colours, y="mean return per episode")
    for style, (points, name, colour) in enumerate(
        ((plain, "without hint", colours.plain), (hint, "with hint", colours.hint))
    ):
        _mean_with_band(figure, points, name, colour, style)
    return figure


@kept(KEPT)
def regret_chart(points: Sequence[Point], source: str, colours: Palette) -> go.Figure:
    """Mean regret: outer band over environments, inner band from the paired plays of these environments."""
    figure = chart("Regret: what the hint is worth", source, colours, y="return with hint − without")
    x = [point.step for point in points]
    _band(figure, points, colours.regret, 0.14, lambda point: point.error)
    _band(figure, points, colours.regret, 0.34, lambda point: point.paired)
    line(figure, x, [point.mean for point in points], "regret", colours.regret)
    return figure


@kept(KEPT)
def shares_chart(
    title: str, series: Sequence[tuple[str, Sequence[Point]]], source: str, colours: Palette, *, y: str
) -> go.Figure:
    """Shares, each with its 95 % band."""
    figure = chart(title, source, colours, y=y, shares=True)
    figure.update_layout(showlegend=len(series) > 1).update_yaxes(range=[0, 1.03])
    for style, (name, points) in enumerate(series):
        _mean_with_band(figure, points, name, colours.categories[style], style, (0, 1))
    return figure


def _mean_with_band(
    figure: go.Figure,
    points: Sequence[Point],
    name: str,
    colour: str,
    style: int,
    bounds: tuple[float, float] = (-math.inf, math.inf),
) -> None:
    _band(figure, points, colour, 0.16, lambda point: point.error, bounds)
    line(figure, [p.step for p in points], [p.mean for p in points], name, colour, style=style)


def _band(
    figure: go.Figure,
    points: Sequence[Point],
    colour: str,
    opacity: float,
    error: Callable[[Point], float | None],
    bounds: tuple[float, float] = (-math.inf, math.inf),
) -> None:
    """A band of 95 %; ``bounds`` are the values that are possible at all."""
    floor, ceiling = bounds
    reach = [(p.mean, error(p)) for p in points]
    low = [None if m is None or e is None else max(floor, m - NORMAL_95 * e) for m, e in reach]
    high = [None if m is None or e is None else min(ceiling, m + NORMAL_95 * e) for m, e in reach]
    band(figure, [p.step for p in points], low, high, colour, opacity)


@kept(KEPT)
def funnel_chart(attempts: int, stages: Sequence[Row], source: str, colours: Palette) -> go.Figure:
    """Designs left after each check, from all attempts down to the valid ones."""
    names = ["all attempts", *[f"after {row['stage']}" for row in stages]]
    left = [attempts, *[row["left"] for row in stages]]
    words = [f"{attempts:,}"]
    words += [f"{row['left']:,}  (−{row['lost']:,})" for row in stages]
    figure = chart("From attempt to valid environment", source, colours, y="", x="designs left")
    figure.add_bar(
        y=names, x=left, orientation="h", text=words, textposition="auto", marker_color=colours.hint,
        customdata=[[""], *[[escape(row["reason"] or "")[:160]] for row in stages]],
        hovertemplate="%{y}: %{x:,} designs<br>commonest reason: %{customdata[0]}<extra></extra>",
        textfont={"size": 12}, insidetextanchor="end", cliponaxis=False,
    )  # fmt: skip
    figure.update_layout(hovermode="closest", showlegend=False, height=130 + 30 * len(names))
    return figure.update_yaxes(autorange="reversed", title=None)


@kept(KEPT)
def blocks_chart(
    title: str,
    rows: Sequence[Row],
    names: Sequence[str],
    source: str,
    colours: Palette,
    *,
    y: str,
    width: int,
    shares: bool = False,
    tints: Sequence[str] | None = None,
) -> go.Figure:
    """Stacked bars, one per block of ``width`` steps. ``rows`` hold ``first`` and one column per name."""
    x_title = "training step" if width == 1 else f"training step, in blocks of {width}"
    figure = chart(title, source, colours, y=y, x=x_title, shares=shares, height=350 + 14 * len(names))
    middles = [row["first"] + (width - 1) / 2 for row in rows]
    ends = [f"steps {row['first']}–{row['first'] + width - 1}" for row in rows]
    for style, name in enumerate(names):
        tint = (tints or colours.categories)[style % len(tints or colours.categories)]
        form = ".3f" if shares else ",.3~f"
        hover = f"{escape(name)}: %{{y:{form}}}<extra></extra>"
        values = [row.get(name) for row in rows]
        bars(figure, middles, values, name, tint, style=style, customdata=ends, hovertemplate=hover)
    figure.update_xaxes(hoverformat=".0f", unifiedhovertitle={"text": "%{customdata}"})
    if shares:
        figure.update_yaxes(range=[0, 1])
    return figure


@kept(KEPT)
def terms_chart(
    rows: Sequence[Row], terms: Sequence[str], paid: set[str], smooth: int, source: str, colours: Palette
) -> go.Figure:
    """Mean of each reward term; terms that are logged but not paid are thin."""
    figure = chart(
        "Designer's reward, term by term", source, colours, y="mean per design attempt", height=460
    )
    x = [row["step"] for row in rows]
    for style, term in enumerate(terms):
        values = moving_mean([row.get(term) for row in rows], smooth)
        width = 2.5 if term in paid else 1.2
        line(figure, x, values, term.replace("_", " "), colours.categories[style], style=style, width=width)
    total = moving_mean([row["paid"] for row in rows], smooth)
    if any(value is not None for value in total):
        line(figure, x, total, "paid in all", colours.ink, width=3.5)
    return figure


@kept(KEPT)
def quartile_chart(
    title: str, rows: Sequence[Row], name: str, source: str, colours: Palette, *, y: str, width: int
) -> go.Figure:
    """Median with the middle half of the environments as a band."""
    x_title = "training step" if width == 1 else f"training step, in blocks of {width}"
    figure = chart(title, source, colours, y=y, x=x_title)
    known = [row for row in rows if row[name] is not None]
    x = [row["first"] + (width - 1) / 2 for row in known]
    low, high = [row[f"{name}_low"] for row in known], [row[f"{name}_high"] for row in known]
    band(figure, x, low, high, colours.categories[0])
    line(figure, x, [row[name] for row in known], "median", colours.categories[0], marks=True)
    return figure.update_yaxes(rangemode="tozero")


@kept(KEPT)
def per_hundred_chart(
    title: str, series: Sequence[tuple[str, Sequence[Row]]], source: str, colours: Palette, *, y: str
) -> go.Figure:
    """Values per 100 programs over steps; ``series`` are (name, rows of ``step`` and ``value``)."""
    figure = chart(title, source, colours, y=y)
    for style, (name, rows) in enumerate(series):
        x, values = [row["step"] for row in rows], [row["value"] for row in rows]
        line(figure, x, values, name, colours.categories[style], style=style)
    return figure.update_yaxes(range=[0, 104])


@kept(KEPT)
def scores_chart(rows: Sequence[Row], source: str, colours: Palette) -> go.Figure:
    """Held-out score over steps with bootstrap intervals, one line per suite, arm and temperature. ``rows``
    are those of :func:`app.training_series.scores`."""
    figure = chart("Held-out score", source, colours, y="score (mean return)")
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[setting_words(row)].append(row)
    for style, (name, own) in enumerate(sorted(groups.items())):
        colour = colours.hint if own[0]["arm"] == "hint" else colours.plain
        reach = {
            "type": "data",
            "symmetric": False,
            "array": [row["high"] - row["score"] for row in own],
            "arrayminus": [row["score"] - row["low"] for row in own],
            "color": colour,
        }
        x, y = [row["step"] for row in own], [row["score"] for row in own]
        line(figure, x, y, name, colour, style=style, marks=True, error_y=reach)
    flat = never_won(rows)
    return say_flat(figure, flat, colours) if flat else figure


@kept(KEPT)
def overlay_chart(
    title: str, series: Sequence[tuple[str, Sequence[Point]]], source: str, colours: Palette, *, y: str
) -> go.Figure:
    """One measure of several runs, each with its 95 % band over environments."""
    figure = chart(title, source, colours, y=y)
    tints = (colours.hint, colours.plain)
    for style, (name, points) in enumerate(series):
        _mean_with_band(figure, points, name, tints[style], style)
    return figure
