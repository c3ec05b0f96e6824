"""The quadrant film of the training page: one picture per step, played by the browser."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from app.charts import QUADRANTS, Palette, chart
from app.kept import kept

Row = Mapping[str, Any]


class Filmed(go.Figure):
    """A figure whose frames are plain dictionaries. Plotly's own frame objects check every value of every
    picture, which takes longer than all else a page of charts does."""

    pictures: Sequence[dict[str, Any]] = ()

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "frames": list(self.pictures)}


@kept(16)
def film_chart(
    rows: Sequence[Row],
    steps: int,
    window: int,
    frontier: float,
    mastered: float,
    colours: Palette,
    step: int,
    source: str,
) -> go.Figure:
    """The film of :class:`Film` standing at ``step``."""
    return Film(rows, steps, window, frontier, mastered, colours).figure(step, source)


def in_window(rows: Sequence[Row], end: int, window: int) -> list[dict[str, Any]]:
    """The environments of the ``window`` steps up to and with ``end``, step by step."""
    return sorted((dict(row) for row in rows if end - window < row["step"] <= end), key=lambda r: r["step"])


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
        figure = Filmed(figure)
        figure.pictures = [
            {
                "name": str(end),
                "data": self._traces(end),
                "traces": list(range(len(QUADRANTS))),
                "layout": {"annotations": self._words(end)},
            }
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

    def _rows(self, end: int) -> list[Row]:
        return [row for at in self._steps(end) for row in self._by_step.get(at, ())]

    def _steps(self, end: int) -> range:
        return range(max(0, end - self._window + 1), end + 1)

    def _groups(self, end: int) -> dict[str, Counter[tuple[float, float]]]:
        found: dict[str, Counter[tuple[float, float]]] = {name: Counter() for name in QUADRANTS}
        for row in self._rows(end):
            if row["quadrant"] in found:
                found[row["quadrant"]][round(row["return_plain"], 3), round(row["regret"], 3)] += 1
        return found

    def _traces(self, end: int) -> list[dict[str, Any]]:
        traces = []
        titles: dict[tuple[float, float], list[str]] = defaultdict(list)
        for row in self._rows(end):
            titles[round(row["return_plain"], 3), round(row["regret"], 3)].append(row["title"] or "untitled")
        for name, places in self._groups(end).items():
            colour, mark = QUADRANTS[name]
            words = ["<br>".join(escape(t[:60]) for t in titles[place][:4]) for place in places]
            traces.append(
                {
                    "type": "scatter", "mode": "markers", "name": name,
                    "x": [place[0] for place in places], "y": [place[1] for place in places],
                    "customdata": [list(pair) for pair in zip(places.values(), words, strict=True)],
                    "marker": {
                        "symbol": mark, "color": getattr(self._colours, colour), "opacity": 0.78,
                        "size": list(places.values()), "sizemode": "area", "sizemin": 5,
                        "sizeref": 2 * self._most / 30**2,
                        "line": {"width": 1, "color": self._colours.surface},
                    },
                    "hovertemplate": "return %{x:.3f}, regret %{y:.3f}<br>"
                    "%{customdata[0]} here<br>%{customdata[1]}"
                    f"<extra>{name}</extra>",
                }
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
