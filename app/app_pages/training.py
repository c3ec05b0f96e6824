"""How a run went, step by step, and what it was writing: one run, two runs, or a run still going."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from app.app_pages.training_compare import compare_view
from app.app_pages.training_cost import cost_view
from app.app_pages.training_designs import designs_view
from app.app_pages.training_live import live_view, status_banner
from app.app_pages.training_pairs import pairs_view
from app.app_pages.training_parts import Scene, number, queries, sentences
from app.app_pages.training_progress import progress_view
from app.charts import palette
from app.settings import runs_root
from app.text import plain
from app.training_series import pooled, thirds
from pipeline.run_log import RunLogError

VIEWS = ("Progress", "Designs", "Cost", "Early and late", "Compare", "Live")
SHOWN_PROBLEMS = 4


def main() -> None:
    """The whole page."""
    st.title("Training")
    heads, problems = queries().heads()
    usable = {head.run_id: head for head in heads if head.steps or head.running}
    if not usable:
        _say(problems)
        st.info(
            f"No run has a complete step yet in {plain(str(runs_root()))}. Train one with "
            "`python pipeline/run.py --preset cpu-tiny`.",
            icon=":material/monitoring:",
        )
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Run", list(usable), bind="query-params", key="run", width=380)
        smooth = st.slider("Average over steps", 1, 31, 9, key="smooth", bind="query-params", width=240)
    head = usable[name]
    st.caption(plain(head.words))
    try:
        problems += queries().problems(name)
    except RunLogError as error:
        problems.append(str(error))
    _say(problems)
    scene = Scene(head, queries(), smooth, palette(st.context.theme.type))
    status_banner(scene)
    with sentences():
        _cards(scene)
    view = st.segmented_control(
        "Show", VIEWS, default=VIEWS[0], required=True, key="view", bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    if view == "Live":
        live_view(scene)
    elif not head.steps:
        st.info(
            "This run has no complete step yet; Live shows the first one.", icon=":material/hourglass_top:"
        )
    elif view == "Designs":
        designs_view(scene)
    elif view == "Cost":
        cost_view(scene)
    elif view == "Early and late":
        pairs_view(scene)
    elif view == "Compare":
        compare_view(scene, heads)
    else:
        progress_view(scene)


def _say(problems: list[str]) -> None:
    for problem in problems[:SHOWN_PROBLEMS]:
        st.warning(plain(problem), icon=":material/warning:")
    rest = problems[SHOWN_PROBLEMS:]
    if rest:
        with st.expander(f"And {len(rest)} more problems with files"):
            st.markdown("\n".join(f"* {plain(problem)}" for problem in rest))


def _cards(scene: Scene) -> None:
    counts = scene.head.meta["counts"]
    attempts, valid = counts.get("designs", 0), counts.get("valid", 0)
    with st.container(horizontal=True):
        _card("Design attempts", f"{attempts:,}", f"{scene.head.steps} steps")
        _card("Valid", f"{valid:,}", f"{valid / max(attempts, 1):.0%} of attempts")
        _card("Episodes", f"{counts.get('plays', 0):,}", "in two arms")
        steps = scene.queries.steps(scene.head.run_id)
        early, late = thirds(scene.head.steps)
        for label, column in (("Return without hint", "plain"), ("Regret", "regret")):
            first = _mean([row for row in steps if row["step"] < early], column)
            last = _mean([row for row in steps if row["step"] >= late], column)
            if first is not None and last is not None:
                note = f"{last - first:+.2f} since the first third"
                _card(f"{label}, last third", number(last), note, arrow="auto")


def _mean(rows: list[dict], column: str) -> float | None:
    return pooled(rows, column, len(rows))[-1].mean if rows else None


def _card(label: str, value: str, note: str, *, arrow: Literal["auto", "off"] = "off") -> None:
    st.metric(label, value, note, delta_color="off", delta_arrow=arrow, border=True, height="stretch")


main()
