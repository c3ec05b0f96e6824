"""Training page, "Progress": returns, regret, the quadrant film, held-out scores."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import asdict
from typing import Any

import streamlit as st

from app.address import one_of
from app.app_pages.training_charts import blocks_chart, regret_chart, returns_chart, scores_chart
from app.app_pages.training_film import film_chart, in_window
from app.app_pages.training_parts import Scene, sentences, show
from app.charts import QUADRANTS
from app.held_out import HOW, NORMAL_95, in_words, setting_words
from app.text import plain
from app.training_series import Point, block_width, pooled, scores

WINDOWS = (1, 4, 8, 16, 32)


def progress_view(scene: Scene) -> None:
    """Everything about how well the agent did and what the hint was worth."""
    left, right = st.columns(2)
    with sentences():
        steps = scene.queries.steps(scene.head.run_id)
        with left:
            _returns(scene, steps)
        with right:
            _regret(scene, steps)
    with sentences():
        _film(scene)
    left, right = st.columns(2)
    with left, sentences():
        _quadrants(scene)
    with right, sentences():
        _scores(scene)


def _returns(scene: Scene, steps: list[dict[str, Any]]) -> None:
    plain_arm, hint_arm = pooled(steps, "plain", scene.smooth), pooled(steps, "hint", scene.smooth)
    table = [
        {"step": p.step, "environments": p.count, "without hint": p.mean, "± without": _reach(p.error),
         "with hint": h.mean, "± with": _reach(h.error)}
        for p, h in zip(plain_arm, hint_arm, strict=True)
    ]  # fmt: skip
    show(
        returns_chart(plain_arm, hint_arm, steps, scene.source, scene.colours),
        "returns",
        f"Mean return per step with and without hint, run {scene.source}",
        f"{scene.averaged} Bands: 95 % interval of the mean over the environments of those steps, taken as "
        "independent. The environments change as the policy writes new ones, so this is not a measure of "
        "skill.",
        table,
    )


def _regret(scene: Scene, steps: list[dict[str, Any]]) -> None:
    points = pooled(steps, "regret", scene.smooth)
    table = [
        {"step": p.step, "environments": p.count, "regret": p.mean, "paired standard error": p.paired,
         "standard error over environments": p.error}
        for p in points
    ]  # fmt: skip
    show(
        regret_chart(points, scene.source, scene.colours),
        "regret",
        f"Regret per step with its standard error, run {scene.source}",
        f"{scene.averaged} Inner band: ± {NORMAL_95} paired standard errors (both arms play the same "
        "instances; "
        "how well these very environments were measured). Outer band: the same over environments.",
        table,
    )


def _reach(error: float | None) -> float | None:
    return None if error is None else NORMAL_95 * error


@st.fragment
def _film(scene: Scene) -> None:
    rows, total = scene.queries.film(scene.head.run_id)
    if not rows:
        st.info("No environment of this run has been played in both arms yet.", icon=":material/movie:")
        return
    last = scene.head.steps - 1
    with st.container(horizontal=True, vertical_alignment="bottom"):
        step = last
        if last > 0:
            step = st.slider("Film at step", 0, last, last, key="film", bind="query-params", width=360)
            scene.address.check("film", step, f"a step from 0 to {last}")
        window = st.segmented_control(
            "Steps in one picture", WINDOWS, default=8, required=True, key="window", bind="query-params"
        )
        scene.address.check("window", window, one_of([str(width) for width in WINDOWS]))
    frontier = scene.head.number("scoring", "frontier_regret", 0.15)
    mastered = scene.head.number("scoring", "mastered_return", 0.5)
    drawn = "" if total == len(rows) else f" Showing {len(rows):,} of {total:,}, sampled at random."
    table = [{**row, "title": row["title"] or "untitled"} for row in in_window(rows, step, int(window or 8))]
    show(
        film_chart(
            rows, scene.head.steps, int(window or 8), frontier, mastered, scene.colours, step, scene.source
        ),
        "quadrants",
        f"Return without hint against regret at step {step}, run {scene.source}",
        "Each mark is the environments in one place; its area is their number. Frontier: regret above "
        f"{frontier:g}. Below that, mastered: return of at least {mastered:g}; intractable: less. "
        f"Play runs from the chosen step (start it at 0 for the whole run).{drawn}",
        table,
        step="step",
        title="title",
        quadrant="quadrant",
        return_plain="return without hint",
        regret="regret",
    )


def _quadrants(scene: Scene) -> None:
    width = block_width(scene.head.steps)
    blocks: dict[int, Counter[str]] = {}
    for row in scene.queries.steps(scene.head.run_id):
        block = blocks.setdefault(row["step"] // width * width, Counter())
        block.update({name: row[name] for name in QUADRANTS})
    rows = [
        {"first": first, **{name: block[name] / block.total() for name in QUADRANTS}}
        for first, block in blocks.items()
        if block.total()
    ]
    tints = [getattr(scene.colours, colour) for colour, _ in QUADRANTS.values()]
    show(
        blocks_chart(
            "Quadrants over time", rows, list(QUADRANTS), scene.source, scene.colours, width=width,
            shares=True, y="share of environments", tints=tints,
        ),
        "mix",
        f"Share of environments by quadrant over steps, run {scene.source}",
        f"Environments played in both arms, in blocks of {width} steps.",
        [{"first": first, **block} for first, block in blocks.items()],
        first="first step",
        frontier="frontier",
        mastered="mastered",
        intractable="intractable",
    )  # fmt: skip


def _scores(scene: Scene) -> None:
    episodes, problems = scene.queries.evals(scene.head.run_id)
    for problem in problems:
        st.warning(plain(problem), icon=":material/warning:")
    found = scores(episodes)
    if not found:
        st.info(
            "No held-out evaluation of this run. Evaluate a checkpoint with `python -m pipeline.evaluate "
            f"--model DIR --suite held_out --run {scene.head.path} --step N`, or every so many steps while "
            "training with `--evaluation.every N`.",
            icon=":material/school:",
        )
        return
    some = ", ".join(
        f"{row['suite']}: {row['items']} items, {row['episodes']} episodes" for row in found[-1:]
    )
    show(
        scores_chart(found, scene.source, scene.colours),
        "scores",
        f"Held-out score over steps, run {scene.source}",
        "Mean over a suite's items of the mean return, on programs the run never trained on. Bars: 95 % "
        "bootstrap "
        f"interval, episodes drawn again within items ({some} at the last point). Void episodes are left "
        "out.",
        found,
    )
    for setting, own in itertools.groupby(found, setting_words):
        st.markdown(f"* {plain(setting)}: {plain(in_words(list(own)))}.")
    st.caption(HOW)


def point_rows(points: list[Point]) -> list[dict[str, Any]]:
    """Points as rows of a table."""
    return [asdict(point) for point in points]
