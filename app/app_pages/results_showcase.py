"""Results page, "Chosen by rule": the environments and episodes that rules pick from the logs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from app.app_pages.results_parts import Results, Row
from app.app_pages.training_parts import numbers
from app.text import number, plain


def showcase_view(results: Results) -> None:
    """Early and late, never solved, tool use, the collapse or its absence; each with its rule."""
    shown = results["showcase"]
    _section("Early and late", shown["early_late"], _early_late)
    _section("Never solved", shown["never_solved"], _never_solved)
    _section("Two tool-use episodes", shown["tool_use"], _tool_use)
    _section("Collapse without a corpus", shown["collapse"], partial(_collapse, results))


def _section(title: str, choice: Row, body: Callable[[Row], None]) -> None:
    st.subheader(title, anchor=False)
    st.caption(f"Rule: {plain(choice['rule'])}")
    if choice.get("absent"):
        st.info(plain(choice["absent"]), icon=":material/info:")
    if not choice.get("absent") or "measured" in choice:
        body(choice)


def _early_late(choice: Row) -> None:
    for column, when in zip(st.columns(2), ("early", "late"), strict=True):
        row = choice[when]
        with column, st.container(border=True, height="stretch"):
            st.markdown(f"**{plain(row['title'] or 'untitled')}**")
            st.caption(
                f"{when}, step {row['step']}; {plain(choice['skill'])}; {row['lines']} lines; regret "
                f"{number(row['regret'])}; return without hint {number(row['return_plain'])}"
            )
            _play(choice["run_id"], row["env_id"])


def _never_solved(choice: Row) -> None:
    st.markdown(f"{choice['found']:,} such environments; the first {len(choice['puzzles'])} by the rule:")
    for row in choice["puzzles"]:
        with st.container(horizontal=True, vertical_alignment="center"):
            _play(choice["run_id"], row["env_id"], row["title"])
            st.caption(
                f"step {row['step']}: 0 of {row['plays']} without the hint, {row['hinted_wins']} of "
                f"{row['hinted_plays']} with it"
            )


def _tool_use(choice: Row) -> None:
    for column, outcome in zip(st.columns(2), ("won", "lost"), strict=True):
        row = choice[outcome]
        with column, st.container(border=True, height="stretch"):
            st.markdown(f"**{plain(row['title'] or 'untitled')}**")
            end = {"won": "won", "lost": "lost"}.get(row["outcome"], "ran out of turns or tokens")
            st.caption(f"{end} after {row['turns']} turns; step {row['step']}; seed {row['seed']}")
            st.page_link(
                "app_pages/play.py",
                label="Open",
                icon=":material/construction:",
                query_params={"run": choice["run_id"], "env": row["env_id"], "seed": str(row["seed"])},
            )


def _collapse(results: Results, choice: Row) -> None:
    found = choice.get("collapse")
    if found:
        st.markdown(
            f"{plain(results.full_name(found['run_id']))} wrote **{plain(found['title'] or 'one program')}** "
            f"{found['streak']} times in a row; of the programs of its last third "
            f"{number(found['distinct_share'])} are distinct."
        )
        if found["env_id"]:
            _play(found["run_id"], found["env_id"], found["title"])
    rows = [
        {"run": results.full_name(row["run_id"]), "longest streak": row["streak"],
         "programs in last third": row["programs"], "distinct": row["distinct_share"],
         "collapsed": row["collapsed"]}
        for one in choice.get("measured", ())
        for row in (one, one.get("reference"))
        if row
    ]  # fmt: skip
    numbers("collapse", rows)


def _play(run_id: str, env_id: str, title: str | None = None) -> None:
    st.page_link(
        "app_pages/play.py",
        label=plain(title) if title else "Play it",
        icon=":material/sports_esports:",
        query_params={"run": run_id, "env": env_id},
    )
