"""Training page, "Designs": validity, the funnel, reward terms, diversity, skills, length and turns."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import streamlit as st

from app.address import one_of
from app.app_pages.training_charts import (
    blocks_chart,
    funnel_chart,
    per_hundred_chart,
    quartile_chart,
    shares_chart,
    terms_chart,
)
from app.app_pages.training_parts import Scene, sentences, show
from app.app_pages.training_progress import point_rows
from app.training_series import block_width, funnel, paid_terms, share, thirds

ERAS = {"all": "all steps", "first": "first third", "last": "last third"}
SCOPES = {"written": "every program that parses", "valid": "valid environments only"}


def designs_view(scene: Scene) -> None:
    """Everything about what the designer wrote."""
    with sentences():
        steps = scene.queries.steps(scene.head.run_id)
        left, right = st.columns(2)
        with left:
            _validity(scene, steps)
        with right:
            _funnel(scene, steps)
    left, right = st.columns(2)
    with left, sentences():
        _rewards(scene)
    with right, sentences():
        _skills(scene)
    with sentences():
        _diversity(scene)
    left, right = st.columns(2)
    with sentences():
        width = block_width(scene.head.steps)
        shapes = scene.queries.shapes(scene.head.run_id, width)
        for column, name, title, y in (
            (left, "lines", "Length of a valid program", "lines of code"),
            (right, "turns", "Turns of an episode", "turns per episode"),
        ):
            with column:
                _quartiles(scene, shapes, width, name, title, y)


def _validity(scene: Scene, steps: list[dict[str, Any]]) -> None:
    valid = share(steps, "valid", "attempts", scene.smooth)
    show(
        shares_chart("Valid designs", [("valid", valid)], scene.source, scene.colours, y="share of attempts"),
        "validity",
        f"Share of design attempts that are valid, per step, run {scene.source}",
        f"{scene.averaged} Band: 95 % interval of the share, attempts taken as independent.",
        point_rows(valid),
        step="step",
        count="attempts",
        mean="share valid",
        error="standard error",
    )


def _funnel(scene: Scene, steps: list[dict[str, Any]]) -> None:
    when = st.segmented_control(
        "Attempts of", list(ERAS), format_func=ERAS.__getitem__, default="all", required=True, key="funnel",
        bind="query-params",
    )  # fmt: skip
    scene.address.check("funnel", ERAS[str(when)], one_of(list(ERAS.values())))
    early, late = thirds(scene.head.steps)
    first, last = {"first": (0, early - 1), "last": (late, scene.head.steps - 1)}.get(
        str(when), (0, scene.head.steps - 1)
    )
    attempts = sum(row["attempts"] for row in steps if first <= row["step"] <= last)
    stages = funnel(attempts, scene.queries.funnel(scene.head.run_id, first, last))
    show(
        funnel_chart(attempts, stages, scene.source, scene.colours),
        "rejections",
        f"Designs left after each check, steps {first} to {last}, run {scene.source}",
        f"Steps {first}–{last}. Checks in the order they run; in brackets, how many failed there. A design "
        "is "
        "rejected by the first check it fails; checks that nobody failed are left out.",
        stages,
        stage="check",
        lost="rejected here",
        left="left after it",
        reason="commonest reason",
    )


def _rewards(scene: Scene) -> None:
    rows = scene.queries.rewards(scene.head.run_id)
    terms = sorted({name for row in rows for name in row} - {"step", "paid"})
    reward = scene.head.option("scoring", "reward")
    paid = paid_terms(reward)
    words = "The designer was not trained" if reward == "none" else f"Paid by: {', '.join(sorted(paid))}"
    show(
        terms_chart(rows, terms, paid, scene.smooth, scene.source, scene.colours),
        "rewards",
        f"Mean of every reward term per step, run {scene.source}",
        f"{scene.averaged} Over all attempts, valid or not. {words}; thin lines: terms that are logged but "
        "not "
        "paid.",
        rows,
    )


def _skills(scene: Scene) -> None:
    width = block_width(scene.head.steps)
    counts = scene.queries.skills(scene.head.run_id, width)
    totals: dict[int, int] = defaultdict(int)
    by_block: dict[int, dict[str, Any]] = defaultdict(dict)
    for row in counts:
        totals[row["first"]] += row["valid"]
        by_block[row["first"]][row["skill"]] = row["valid"]
    names = sorted({row["skill"] for row in counts})
    rows = [
        {"first": first, **{name: values.get(name, 0) / totals[first] for name in names}}
        for first, values in by_block.items()
        if totals[first]
    ]
    show(
        blocks_chart(
            "Skill mix", rows, names, scene.source, scene.colours, y="share of valid designs", width=width,
            shares=True,
        ),
        "skills",
        f"Share of valid designs by skill over steps, run {scene.source}",
        "Skills are asked for by the pipeline; the mix moves when some are harder to write validly than "
        "others.",
        [{**row, "share valid": row["valid"] / row["attempts"]} for row in counts],
        first="first step",
        skill="skill",
        attempts="attempts",
        valid="valid",
        **{"share valid": "share valid"},
    )  # fmt: skip


def _diversity(scene: Scene) -> None:
    found = scene.queries.diversity(scene.head.run_id)
    command = f"`python -m pipeline.diversity {scene.head.path}`"
    if found is None or not found["rows"]:
        why = "is not computed" if found is None else "covers no step yet"
        st.info(
            f"Diversity (distinct programs and Vendi score per 100) {why} for this run. Compute it with "
            f"{command}; "
            "it needs the `map` extra.",
            icon=":material/diversity_2:",
        )
        return
    rows, size = found["rows"], found["size"]
    late = "" if found["steps"] >= scene.head.steps else (
        f" Computed up to step {found['steps'] - 1}; run {command} again for the later ones."
    )  # fmt: skip
    small = max(row["designs"] for row in rows) < size
    few = f" Fewer than {size} programs so far: all of them are taken." if small else ""
    left, right = st.columns(2)
    for column, name, title, y, words in (
        (left, "distinct", "Distinct programs", f"distinct programs per {size}",
         "Distinct by syntax tree: comments, layout and docstrings do not count, names do."),
        (right, "vendi", "Vendi score", f"effective number of themes per {size}",
         "Exponential of the entropy of the similarity matrix's eigenvalues, on MiniLM embeddings of title, "
         "summary, first observation and docstring: 1 when all tell the same story."),
    ):  # fmt: skip
        series = [
            (text, [{"step": r["step"], "value": r[name]} for r in rows if r["scope"] == scope])
            for scope, text in SCOPES.items()
        ]
        figure = per_hundred_chart(title, series, scene.source, scene.colours, y=y)
        with column:
            show(
                figure,
                name,
                f"{title} among the last {size} per step, run {scene.source}",
                f"The last {size} programs up to each step. {words}{few}{late}",
                rows,
                scope="which programs",
                step="step",
                designs="programs",
                **{name: y},
            )


def _quartiles(scene: Scene, shapes: list[dict[str, Any]], width: int, name: str, title: str, y: str) -> None:
    show(
        quartile_chart(title, shapes, name, scene.source, scene.colours, y=y, width=width),
        name,
        f"{title} over steps, median and quartiles, run {scene.source}",
        "Valid designs; an episode's turns are averaged per environment. Line: median; band: the middle "
        "half of the environments (first to third quartile).",
        shapes,
        first="first step",
        count="environments",
        **{f"{name}_low": "first quartile", name: "median", f"{name}_high": "third quartile"},
    )
