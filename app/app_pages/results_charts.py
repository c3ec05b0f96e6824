"""Figures of the results page: pure functions from computed rows to Plotly figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from app.charts import QUADRANTS, Palette, band, bars, chart, line, say_flat

Row = Mapping[str, Any]
MARKS = ("circle", "diamond", "square", "triangle-up", "cross", "x")


def scores_figure(
    series: Sequence[tuple[str, Sequence[Row]]],
    base: Row | None,
    source: str,
    colours: Palette,
    flat: tuple[str, str] | None = None,
) -> go.Figure:
    """Held-out score over steps, one line per run with its bootstrap interval; ``base`` is the score of the
    starting model, drawn as a level. ``flat`` is said in the figure, where every line lies at zero."""
    figure = chart("Held-out score", source, colours, y="score (mean return)", height=420)
    if base:
        steps = [row["step"] for _, rows in series for row in rows] or [0]
        ends = [min(steps), max(steps)]
        band(figure, ends, [base["low"]] * 2, [base["high"]] * 2, colours.muted, 0.16)
        line(figure, ends, [base["score"]] * 2, "base model", colours.muted, style=2, width=1.8)
    for style, (name, rows) in enumerate(series):
        colour = colours.categories[style % len(colours.categories)]
        x = [row["step"] for row in rows]
        band(figure, x, [row["low"] for row in rows], [row["high"] for row in rows], colour)
        line(figure, x, [row["score"] for row in rows], name, colour, style=style, marks=True)
    return say_flat(figure, flat, colours) if flat else figure


def intervals_figure(
    rows: Sequence[Row],
    names: Sequence[str],
    title: str,
    x: str,
    source: str,
    colours: Palette,
    of: str = "difference",
    seeds: Sequence[float] = (),
) -> go.Figure:
    """A value with its interval (``of``, ``of_low``, ``of_high`` of a row), one line per row. ``seeds`` are
    values of runs that differ by seed alone; what lies between them is shaded."""
    figure = chart(title, source, colours, y="", x=x, height=150 + 46 * len(rows))
    if len(seeds) > 1:
        figure.add_vrect(
            x0=min(seeds), x1=max(seeds), fillcolor=colours.muted, opacity=0.18, line_width=0, layer="below"
        )
    for index, (row, name) in enumerate(zip(rows, names, strict=True)):
        colour = colours.categories[index % len(colours.categories)]
        value, low, high = row[of], row[f"{of}_low"], row[f"{of}_high"]
        reach = {
            "type": "data",
            "symmetric": False,
            "array": [high - value],
            "arrayminus": [value - low],
            "color": colour,
            "thickness": 2.2,
            "width": 6,
        }
        figure.add_scatter(
            x=[value], y=[escape(name)], mode="markers", error_x=reach, showlegend=False,
            marker={"symbol": MARKS[index % len(MARKS)], "size": 11, "color": colour},
            hovertemplate=f"%{{y}}: %{{x:+.3f}} [{low:+.3f}, {high:+.3f}]"
            "<extra></extra>",
        )  # fmt: skip
    figure.update_layout(hovermode="closest")
    figure.update_xaxes(zeroline=True)
    return figure.update_yaxes(autorange="reversed", title=None)


def per_hundred_figure(
    rows: Sequence[Row], names: Sequence[str], measure: str, title: str, source: str, colours: Palette
) -> go.Figure:
    """One bar per run: the mean over draws, with the least and most of them."""
    figure = chart(title, source, colours, y="per 100 programs", x="")
    for style, (row, name) in enumerate(zip(rows, names, strict=True)):
        if row[measure] is None:
            continue
        spread = {
            "type": "data",
            "symmetric": False,
            "array": [row[f"{measure}_most"] - row[measure]],
            "arrayminus": [row[measure] - row[f"{measure}_least"]],
            "color": colours.ink,
        }
        colour = colours.categories[style % len(colours.categories)]
        bars(
            figure,
            [escape(name)],
            [row[measure]],
            name,
            colour,
            style=style,
            error_y=spread,
            showlegend=False,
        )
    return figure.update_yaxes(rangemode="tozero")


def blocks_figure(
    series: Sequence[tuple[str, Sequence[Row]]],
    measure: str,
    title: str,
    source: str,
    colours: Palette,
    *,
    y: str,
    zero: bool = False,
) -> go.Figure:
    """A measure over blocks of steps, one line per run with its band (interval or quartiles)."""
    figure = chart(title, source, colours, y=y)
    for style, (name, rows) in enumerate(series):
        colour = colours.categories[style % len(colours.categories)]
        known = [row for row in rows if row[measure] is not None]
        x = middles(known)
        band(figure, x, _column(known, f"{measure}_low"), _column(known, f"{measure}_high"), colour, 0.14)
        line(figure, x, _column(known, measure), name, colour, style=style)
    return figure.update_yaxes(rangemode="tozero") if zero else figure


def arms_figure(rows: Sequence[Row], source: str, colours: Palette) -> go.Figure:
    """Return of both arms of one run over blocks of steps."""
    figure = chart("Return while training", source, colours, y="mean return per episode")
    for style, (measure, name, colour) in enumerate(
        (("return_plain", "without hint", colours.plain), ("return_hint", "with hint", colours.hint))
    ):
        known = [row for row in rows if row[measure] is not None]
        x = middles(known)
        band(figure, x, _column(known, f"{measure}_low"), _column(known, f"{measure}_high"), colour)
        line(figure, x, _column(known, measure), name, colour, style=style)
    return figure


def quadrants_figure(rows: Sequence[Row], source: str, colours: Palette) -> go.Figure:
    """Shares of the quadrants over blocks of steps, stacked."""
    figure = chart("Where environments fall", source, colours, y="share of environments", shares=True)
    for style, (name, (colour, _)) in enumerate(QUADRANTS.items()):
        known = [row for row in rows if row[name] is not None]
        bars(
            figure, middles(known), _column(known, name), name, getattr(colours, colour), style=style,
            hovertemplate=f"{name}: %{{y:.3f}}<extra></extra>",
        )  # fmt: skip
    return figure.update_yaxes(range=[0, 1])


def sizes_figure(rows: Sequence[Row], names: Sequence[str], source: str, colours: Palette) -> go.Figure:
    """Score before and after training for every model."""
    figure = chart("By model size", source, colours, y="score (mean return)", x="")
    for style, (prefix, name, colour) in enumerate(
        (("base_", "before", colours.muted), ("", "after", colours.hint))
    ):
        score = [row[f"{prefix}score"] for row in rows]
        reach = {
            "type": "data",
            "symmetric": False,
            "array": [row[f"{prefix}high"] - row[f"{prefix}score"] for row in rows],
            "arrayminus": [row[f"{prefix}score"] - row[f"{prefix}low"] for row in rows],
            "color": colours.ink,
        }
        bars(figure, [escape(n) for n in names], score, name, colour, style=style, error_y=reach)
    figure.update_layout(barmode="group")
    return figure.update_yaxes(rangemode="tozero")


def middles(rows: Sequence[Row]) -> list[float]:
    """Middle step of each block."""
    return [(row["first_step"] + row["last_step"]) / 2 for row in rows]


def _column(rows: Sequence[Row], name: str) -> list[Any]:
    return [row[name] for row in rows]
