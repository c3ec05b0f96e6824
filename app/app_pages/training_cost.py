"""Training page, "Cost": tokens and seconds by phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from app.app_pages.training_charts import blocks_chart
from app.app_pages.training_parts import Scene, sentences, show
from app.training_series import block_width

ROLES = {"design": "writing environments", "play": "playing them", "other": "other (hints)"}


def cost_view(scene: Scene) -> None:
    """Where the tokens and the time of a run went."""
    left, right = st.columns(2)
    with left, sentences():
        _seconds(scene)
    with right, sentences():
        _tokens(scene)


def _seconds(scene: Scene) -> None:
    rows = scene.queries.seconds(scene.head.run_id)
    phases = [
        name for name in (rows[0] if rows else {})
        if name.startswith("seconds_") and name != "seconds_total" and any(row[name] for row in rows)
    ]  # fmt: skip
    width = block_width(scene.head.steps)
    means = _means(rows, phases, width)
    shown = [{name.removeprefix("seconds_"): value for name, value in row.items()} for row in means]
    names = [name.removeprefix("seconds_") for name in phases]
    total = sum(row["seconds_total"] or 0 for row in rows)
    show(
        blocks_chart(
            "Seconds of a step", shown, names, scene.source, scene.colours, y="seconds per step", width=width
        ),
        "seconds",
        f"Seconds per step by phase, run {scene.source}",
        f"Mean of each block of {width} steps, as logged on the machine that trained; {total / 60:,.1f} "
        "minutes in "
        "all. Times of different machines do not compare.",
        rows,
    )


def _tokens(scene: Scene) -> None:
    rows = [{**row, "other": _rest(row)} for row in scene.queries.tokens(scene.head.run_id)]
    names = [name for name in ROLES if any(row.get(name) for row in rows)]
    width = block_width(scene.head.steps)
    means = [
        {"first": row["first"], **{ROLES[name]: row[name] for name in names}}
        for row in _means(rows, names, width)
    ]
    trained = sum(row.get("trained_tokens") or 0 for row in rows)
    sampled = sum(row.get("sampled_tokens") or 0 for row in rows)
    show(
        blocks_chart(
            "Tokens written in a step", means, [ROLES[name] for name in names], scene.source, scene.colours,
            y="sampled tokens per step", width=width,
        ),
        "tokens",
        f"Tokens sampled per step by role, run {scene.source}",
        f"Mean of each block of {width} steps. {sampled:,} tokens sampled in all, {trained:,} of them "
        "trained on; "
        "prompts and observations are not counted.",
        rows,
    )  # fmt: skip


def _rest(row: dict[str, Any]) -> int:
    """Sampled tokens of a step that neither a design nor an episode accounts for."""
    known = (row.get("design") or 0) + (row.get("play") or 0)
    return max(0, (row.get("sampled_tokens") or known) - known)


def _means(rows: Sequence[dict[str, Any]], names: Sequence[str], width: int) -> list[dict[str, Any]]:
    """Mean of each column over blocks of ``width`` steps, missing values left out."""
    blocks: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        blocks.setdefault(row["step"] // width * width, []).append(row)
    means = []
    for first, own in sorted(blocks.items()):
        known = {name: [row[name] for row in own if row.get(name) is not None] for name in names}
        means.append({"first": first, **{name: sum(v) / len(v) if v else None for name, v in known.items()}})
    return means
