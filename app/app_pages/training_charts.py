"""Figures of the training page: pure functions from rows (:mod:`app.training_series`) to Plotly figures."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from app.charts import QUADRANTS, Palette, band, bars, chart, line, moving_mean, say_flat
from app.held_out import NORMAL_95, never_won, setting_words
from app.training_series import Point

Row = Mapping[str, Any]


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


def regret_chart(points: Sequence[Point], source: str, colours: Palette) -> go.Figure:
    """Mean regret: outer band over environments, inner band from the paired plays of these environments."""
    figure = chart("Regret: what the hint is worth", source, colours, y="return with hint − without")
    x = [point.step for point in points]
    _band(figure, points, colours.regret, 0.14, lambda point: point.error)
    _band(figure, points, colours.regret, 0.34, lambda point: point.paired)
    line(figure, x, [point.mean for point in points], "regret", colours.regret)
    return figure


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


def per_hundred_chart(
    title: str, series: Sequence[tuple[str, Sequence[Row]]], source: str, colours: Palette, *, y: str
) -> go.Figure:
    """Values per 100 programs over steps; ``series`` are (name, rows of ``step`` and ``value``)."""
    figure = chart(title, source, colours, y=y)
    for style, (name, rows) in enumerate(series):
        x, values = [row["step"] for row in rows], [row["value"] for row in rows]
        line(figure, x, values, name, colours.categories[style], style=style)
    return figure.update_yaxes(range=[0, 104])


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


def overlay_chart(
    title: str, series: Sequence[tuple[str, Sequence[Point]]], source: str, colours: Palette, *, y: str
) -> go.Figure:
    """One measure of several runs, each with its 95 % band over environments."""
    figure = chart(title, source, colours, y=y)
    tints = (colours.hint, colours.plain)
    for style, (name, points) in enumerate(series):
        _mean_with_band(figure, points, name, tints[style], style)
    return figure


class Film:
    """The quadrant film: plain return against regret, window by window, played in the browser.

    ``rows`` hold step, quadrant, return_plain, regret and title. Environments in one place are one mark whose
    area grows with their number, so nothing is hidden and nothing is moved.
    """

    def __init__(
        self, rows: Sequence[Row], steps: int, window: int, frontier: float, mastered: float, colours: Palette
    ):
        self._colours, self._window = colours, window
        self._frontier, self._mastered = frontier, mastered
        self._by_step: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            self._by_step[row["step"]].append(row)
        stride = max(1, -(-steps // 80))
        self._ends = sorted({*range(steps - 1, -1, -stride)})
        spread = [row["return_plain"] for row in rows] or [0.0]
        drop = [row["regret"] for row in rows] or [0.0]
        self._x_range = [min(0.0, *spread) - 0.06, max(1.0, *spread) + 0.06]
        self._y_range = [min(-0.1, *drop) - 0.06, max(1.0, *drop) + 0.06]
        groups = [self._groups(end) for end in self._ends]
        self._most = max((max(g.values(), default=1) for by in groups for g in by.values()), default=1)

    def figure(self, step: int, source: str) -> go.Figure:
        """The film standing at ``step``; Play runs from there to the end."""
        title = "Where environments fall"
        figure = chart(title, source, self._colours, y="regret", x="return without hint", height=570)
        first = next((end for end in self._ends if end >= step), self._ends[-1])
        for trace in self._traces(step):
            figure.add_trace(trace)
        figure.frames = [
            go.Frame(
                name=str(end),
                data=self._traces(end),
                traces=list(range(len(QUADRANTS))),
                layout={"annotations": self._words(end)},
            )
            for end in self._ends
        ]
        later = [str(end) for end in self._ends if end >= first]
        options = {
            "frame": {"duration": 350, "redraw": True},
            "transition": {"duration": 0},
            "mode": "immediate",
        }
        stop = {**options, "frame": {"duration": 0, "redraw": False}}
        buttons = [
            {"label": "▶ Play", "method": "animate", "args": [later, options]},
            {"label": "❚❚ Pause", "method": "animate", "args": [[None], stop]},
        ]
        figure.update_layout(
            annotations=self._words(step),
            hovermode="closest",
            shapes=self._lines(),
            legend={"itemsizing": "constant"},
            updatemenus=[
                {
                    "type": "buttons", "direction": "right", "buttons": buttons, "x": 0, "xanchor": "left",
                    "y": 1.02, "yanchor": "bottom", "showactive": False, "pad": {"t": 0, "r": 0},
                    "bgcolor": self._colours.surface, "bordercolor": self._colours.muted,
                    "font": {"color": self._colours.ink},
                }
            ],
        )  # fmt: skip
        figure.update_layout(margin={"t": 136})
        figure.update_xaxes(range=self._x_range, zeroline=True)
        return figure.update_yaxes(range=self._y_range)

    def rows(self, step: int) -> list[dict[str, Any]]:
        """The environments of the window that ends at ``step``, as a table."""
        return [dict(row) for at in self._steps(step) for row in self._by_step.get(at, ())]

    def _steps(self, end: int) -> range:
        return range(max(0, end - self._window + 1), end + 1)

    def _groups(self, end: int) -> dict[str, Counter[tuple[float, float]]]:
        found: dict[str, Counter[tuple[float, float]]] = {name: Counter() for name in QUADRANTS}
        for row in self.rows(end):
            if row["quadrant"] in found:
                found[row["quadrant"]][round(row["return_plain"], 3), round(row["regret"], 3)] += 1
        return found

    def _traces(self, end: int) -> list[go.Scatter]:
        traces = []
        titles: dict[tuple[float, float], list[str]] = defaultdict(list)
        for row in self.rows(end):
            titles[round(row["return_plain"], 3), round(row["regret"], 3)].append(row["title"] or "untitled")
        for name, places in self._groups(end).items():
            colour, mark = QUADRANTS[name]
            words = ["<br>".join(escape(t[:60]) for t in titles[place][:4]) for place in places]
            traces.append(
                go.Scatter(
                    x=[place[0] for place in places], y=[place[1] for place in places], mode="markers",
                    name=name, customdata=list(zip(places.values(), words, strict=True)),
                    marker={
                        "symbol": mark, "color": getattr(self._colours, colour), "opacity": 0.78,
                        "size": list(places.values()), "sizemode": "area", "sizemin": 5,
                        "sizeref": 2 * self._most / 30**2,
                        "line": {"width": 1, "color": self._colours.surface},
                    },
                    hovertemplate="return %{x:.3f}, regret %{y:.3f}<br>"
                    "%{customdata[0]} here<br>%{customdata[1]}"
                    f"<extra>{name}</extra>",
                )
            )  # fmt: skip
        return traces

    def _words(self, end: int) -> list[dict[str, Any]]:
        steps = self._steps(end)
        count = sum(len(self._by_step.get(at, ())) for at in steps)
        when = f"step {end}" if len(steps) == 1 else f"steps {steps[0]}–{end}"
        plain = {"showarrow": False, "font": {"color": self._colours.muted, "size": 12}}
        head = {"xref": "paper", "yref": "paper", "x": 0, "y": 1.02, "yshift": 38, "xanchor": "left"}
        ink = {"color": self._colours.ink, "size": 13}
        right = {**plain, "x": self._x_range[1], "xanchor": "right", "yanchor": "bottom"}
        return [
            {
                **plain,
                **head,
                "yanchor": "bottom",
                "font": ink,
                "text": f"<b>{when}</b>: {count} environments",
            },
            {**right, "text": f"frontier above {self._frontier:g}", "y": self._frontier},
            {**right, "text": "dotted: the most a hint can add", "y": self._y_range[1], "yanchor": "top"},
        ]

    def _lines(self) -> list[dict[str, Any]]:
        muted = {"color": self._colours.muted, "width": 1}
        (left, right), (bottom, _) = self._x_range, self._y_range
        return [
            {"type": "line", "x0": 0, "y0": 1, "x1": 1, "y1": 0, "line": {**muted, "dash": "dot"}},
            {"type": "line", "x0": left, "x1": right, "y0": self._frontier, "y1": self._frontier,
             "line": {**muted, "dash": "dash"}},
            {"type": "line", "x0": self._mastered, "x1": self._mastered, "y0": bottom, "y1": self._frontier,
             "line": {**muted, "dash": "dash"}},
        ]  # fmt: skip
