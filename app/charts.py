"""The look of every Plotly chart: one theme, light and dark, and the few forms a chart is made of.

Colours are told apart by people with colour-vision deficiencies (Okabe and Ito) and never carry a meaning
alone: lines also differ in dash, marks in shape, bars in pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import plotly.graph_objects as go

from app.text import THREE

Values = Sequence[float | None]


@dataclass(frozen=True)
class Palette:
    """Colours of one theme, as CSS hex."""

    ink: str
    muted: str
    grid: str
    surface: str
    plain: str
    hint: str
    regret: str
    categories: tuple[str, ...]


LIGHT = Palette(
    ink="#16212c", muted="#56626e", grid="#e2e7ec", surface="#ffffff",
    plain="#c06800", hint="#0b6cab", regret="#00785a",
    categories=("#0072b2", "#d98200", "#009470", "#b84e88", "#4a9bd6", "#c94f00", "#5b4bb5", "#84841c",
                "#8c2f5f", "#5d7f8c", "#6d747b", "#946b3d", "#2f6f4f"),
)  # fmt: skip
DARK = Palette(
    ink="#e6ecf2", muted="#a3afbb", grid="#26323d", surface="#0e141b",
    plain="#f0a63a", hint="#62b3ee", regret="#3ad1a4",
    categories=("#4ea3e0", "#f0b13c", "#2fc79a", "#e08fbd", "#8fd0f7", "#f2803a", "#a99bf0", "#cfcf5c",
                "#d9749f", "#9fb8c2", "#b4bcc4", "#c79f70", "#7fcfa5"),
)  # fmt: skip

QUADRANTS = {"frontier": ("regret", "circle"), "mastered": ("hint", "square"), "intractable": ("plain", "x")}
"""Quadrant -> (colour of the palette, mark)."""

_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_PATTERNS = ("", "/", ".", "x", "-", "\\", "|", "+")
_MARKS = ("circle", "diamond", "square", "triangle-up", "cross", "x")
_FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"

CONFIG = {
    "displaylogo": False,
    "responsive": True,
    "scrollZoom": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"scale": 2},
}
"""Options of the drawing: only saving a picture, so that a finger scrolls the page, not the axes."""


def palette(theme: str | None) -> Palette:
    """Colours for ``"dark"`` or ``"light"``; light when the browser did not say."""
    return DARK if theme == "dark" else LIGHT


def moving_mean(values: Values, width: int) -> list[float | None]:
    """Mean of each value and up to ``width - 1`` before it, leaving out missing ones."""
    means: list[float | None] = []
    for end in range(1, len(values) + 1):
        window = [value for value in values[max(0, end - width) : end] if value is not None]
        means.append(sum(window) / len(window) if window else None)
    return means


def chart(
    title: str,
    source: str,
    colours: Palette,
    *,
    y: str,
    x: str = "training step",
    shares: bool = False,
    height: int = 360,
) -> go.Figure:
    """An empty figure of our look. ``source`` says which run and model the numbers are from; text is shown as
    it is, never as markup."""
    axis = {
        "gridcolor": colours.grid,
        "linecolor": colours.grid,
        "zerolinecolor": colours.muted,
        "zerolinewidth": 1,
        "automargin": True,
    }
    heading = {
        "text": f"<b>{escape(title)}</b>",
        "font": {"size": 15, "color": colours.ink},
        "subtitle": {"text": escape(source), "font": {"size": 12, "color": colours.muted}},
        "x": 0,
        "xref": "container",
        "xanchor": "left",
        "y": 0.97,
        "yanchor": "top",
        "pad": {"l": 4},
    }
    figure = go.Figure()
    return figure.update_layout(
        title=heading,
        height=height,
        margin={"l": 8, "r": 12, "t": 64, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": _FONT, "size": 13, "color": colours.ink},
        hoverlabel={"bgcolor": colours.surface, "bordercolor": colours.muted, "font": {"color": colours.ink}},
        legend={
            "orientation": "h",
            "x": 0,
            "y": 0,
            "yref": "container",
            "yanchor": "bottom",
            "font": {"size": 12},
            "itemwidth": 42,
        },
        hovermode="x unified",
        dragmode=False,
        bargap=0.12,
        modebar={"bgcolor": "rgba(0,0,0,0)", "color": colours.muted, "activecolor": colours.ink},
        xaxis={**axis, "title": {"text": x, "standoff": 6, "font": {"size": 12}}, "zeroline": False},
        yaxis={
            **axis,
            "title": {"text": y, "standoff": 6, "font": {"size": 12}},
            "hoverformat": THREE if shares else ",.3~f",
            "range": [0, 1.03] if shares else None,
        },
    )


def line(
    figure: go.Figure,
    x: Sequence[Any],
    y: Values,
    name: str,
    colour: str,
    *,
    style: int = 0,
    marks: bool = False,
    width: float = 2.5,
    **more: Any,
) -> None:
    """A line whose dash (and mark) also tell it apart: ``style`` counts through them."""
    mode = "lines+markers" if marks or sum(value is not None for value in y) < 3 else "lines"
    figure.add_scatter(
        x=list(x),
        y=list(y),
        name=escape(name),
        mode=mode,
        line={"color": colour, "width": width, "dash": _DASHES[style % len(_DASHES)]},
        marker={"symbol": _MARKS[style % len(_MARKS)], "size": 8, "color": colour},
        **more,
    )


def band(
    figure: go.Figure, x: Sequence[Any], low: Values, high: Values, colour: str, opacity: float = 0.18
) -> None:
    """A shaded range; where a bound is missing the band is interrupted, never bridged."""
    start = 0
    for end in range(len(x) + 1):
        if end < len(x) and low[end] is not None and high[end] is not None:
            continue
        if end > start:
            figure.add_scatter(
                x=[*x[start:end], *reversed(x[start:end])],
                y=[*high[start:end], *reversed(low[start:end])],
                fill="toself",
                fillcolor=rgba(colour, opacity),
                line={"width": 0},
                mode="lines",
                hoverinfo="skip",
                showlegend=False,
            )
        start = end + 1


def bars(
    figure: go.Figure, x: Sequence[Any], y: Values, name: str, colour: str, *, style: int = 0, **more: Any
) -> None:
    """One layer of stacked bars; ``style`` counts through patterns."""
    shape = _PATTERNS[style % len(_PATTERNS)]
    pattern = {
        "shape": shape,
        "fillmode": "overlay",
        "fgcolor": "rgba(255,255,255,0.5)",
        "size": 6,
        "solidity": 0.25,
    }
    figure.add_bar(
        x=list(x), y=list(y), name=escape(name), marker={"color": colour, "pattern": pattern}, **more
    )
    figure.update_layout(barmode="stack")


def say_flat(figure: go.Figure, words: tuple[str, str], colours: Palette) -> go.Figure:
    """Scores that all lie at zero, on the scale of what a score can be, with two lines of ``words`` in the
    empty space."""
    first, second = map(escape, words)
    figure.add_annotation(
        text=f"<b>{first}</b><br><span style='font-size:12px'>{second}</span>", showarrow=False, xref="paper",
        yref="paper", x=0.5, y=0.5, font={"size": 16, "color": colours.ink},
    )  # fmt: skip
    return figure.update_yaxes(range=[-0.03, 1.0])


def rgba(colour: str, opacity: float) -> str:
    """``#rrggbb`` as CSS with an opacity."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"
