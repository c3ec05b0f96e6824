"""Training page, "Early and late": one environment from the first third beside one from the last."""

from __future__ import annotations

from typing import Any

import streamlit as st

from app.address import one_of
from app.app_pages.training_parts import Scene, numbers, sentences
from app.text import number, plain
from app.training_queries import MEASURES
from app.training_series import changes, thirds


def pairs_view(scene: Scene) -> None:
    """The pair picked by the rule, until the reader picks another."""
    with sentences():
        _pairs(scene)


def _pairs(scene: Scene) -> None:
    early_end, late_start = thirds(scene.head.steps)
    if scene.head.steps < 2:
        st.info(
            "An early and a late environment need at least two complete steps.", icon=":material/compare:"
        )
        return
    eras = scene.queries.eras(scene.head.run_id, early_end, late_start)
    st.markdown(
        "**The rule:** the skill whose mean moved most between the first and the last third of the run, "
        "and from "
        "each third the environment closest to its mean there (ties: the earlier one). Typical pairs, not "
        "the "
        "most extreme ones. Change any of it below."
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        measure = st.selectbox(
            "Largest change in", list(MEASURES), format_func=MEASURES.__getitem__, key="measure",
            bind="query-params", width=220,
        )  # fmt: skip
        scene.address.check("measure", MEASURES[measure], one_of(list(MEASURES.values())))
        ranked = changes(eras, measure)
        if not ranked:
            st.info("No skill has played environments in both thirds.", icon=":material/compare:")
            return
        by_skill = {change.skill: change for change in ranked}
        skill = st.selectbox(
            "Skill, largest change first", list(by_skill), key="skill", bind="query-params", width=280
        )
        scene.address.check("skill", skill, one_of(list(by_skill)))
    change = by_skill[skill]
    st.caption(
        f"{plain(skill)}: mean {MEASURES[measure]} {number(change.early)} in the first third, "
        f"{number(change.late)} in the last. The table has the other skills."
    )
    numbers("changes", [vars(item) | {"change": item.late - item.early} for item in ranked])
    sides = (
        ("early", "First third", (0, early_end - 1), change.early, change.early_count),
        ("late", "Last third", (late_start, scene.head.steps - 1), change.late, change.late_count),
    )
    for column, (key, words, steps, value, count) in zip(st.columns(2), sides, strict=True):
        with column, st.container(border=True, height="stretch"):
            st.subheader(words, anchor=False)
            st.caption(
                f"Steps {steps[0]}–{steps[1]}, {count} environments of this skill, mean {MEASURES[measure]} "
                f"{number(value)}."
            )
            options = scene.queries.nearest(scene.head.run_id, skill, steps, measure, value)
            titles = {row["env_id"]: _title(row) for row in options}
            chosen = st.selectbox(
                "Environment, closest to the mean first", list(titles), format_func=titles.__getitem__,
                key=key, bind="query-params",
            )  # fmt: skip
            scene.address.check(key, titles[chosen], one_of(list(titles.values())))
            design = scene.queries.design(scene.head.run_id, chosen)
            if design is not None:
                _side(scene, design)


def _title(row: dict[str, Any]) -> str:
    """Title with step and attempt, which together name one environment of the run (also in the address)."""
    return f"{row['title'] or 'untitled'} ({row['step']}-{row['attempt']})"


def _side(scene: Scene, design: dict[str, Any]) -> None:
    st.markdown(f"**{plain(design['title'] or 'untitled')}**")
    if design["summary"]:
        st.markdown(plain(design["summary"]))
    facts = (
        ("without hint", number(design["return_plain"])),
        ("with hint", number(design["return_hint"])),
        ("regret", f"{number(design['regret'])} ± {number(design['regret_se'])}"),
        ("difficulty asked for", design["difficulty"] or "–"),
        ("lines", number(design["lines"], "d")),
        ("turns", number(design["turns_mean"], ".1f")),
    )
    st.markdown(" · ".join(f"{name} **{plain(str(value))}**" for name, value in facts))
    st.code(design["first_observation"] or "(no observation)", language=None, wrap_lines=True)
    if design["hint_text"]:
        with st.popover("Hint (a spoiler)"):
            st.text(design["hint_text"])
    st.code(design["code"] or "", language="python", line_numbers=True, height=420)
    where = {"env": design["env_id"], "run": scene.head.run_id}
    st.page_link("app_pages/play.py", label="Play it", icon=":material/sports_esports:", query_params=where)
