"""How a run went, step by step, and what it was writing: one run, two runs, or a run still going."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from app.address import Address, show, turn, write
from app.app_pages.training_compare import compare_view
from app.app_pages.training_cost import cost_view
from app.app_pages.training_designs import designs_view
from app.app_pages.training_live import live_view, status_banner
from app.app_pages.training_pairs import pairs_view
from app.app_pages.training_parts import Scene, queries, sentences
from app.app_pages.training_progress import progress_view
from app.charts import palette
from app.problems import say_problems
from app.settings import runs_root
from app.text import number, plain, share
from app.training_runs import RunHead
from app.training_series import last_third
from pipeline.run_log import RunLogError

VIEWS = ("Progress", "Designs", "Cost", "Early and late", "Compare", "Live")
SMOOTHEST, SMOOTH = 31, 9
# Parameters of the address that one of the views reads.
OF_VIEWS = ("with", "at", "film", "window", "funnel", "measure", "skill", "early", "late")


def main() -> None:
    """The whole page."""
    st.title("Training")
    address = Address(st.container())
    heads, problems = queries().heads()
    usable = {head.run_id: head for head in heads if head.steps or head.running}
    if not usable:
        say_problems(problems)
        st.info(
            f"No run has a complete step yet in {plain(str(runs_root()))}. Train one with "
            "`python pipeline/run.py --preset cpu-tiny`.",
            icon=":material/monitoring:",
        )
        return
    defaults: dict[str, str | int] = {"run": next(iter(usable)), "smooth": SMOOTH, "view": VIEWS[0]}
    address.unread((*defaults, *OF_VIEWS))
    head, smooth = _which(address, usable, defaults)
    st.caption(plain(head.words))
    try:
        problems += queries().problems(head.run_id)
    except RunLogError as error:
        problems.append(str(error))
    say_problems(problems)
    scene = Scene(head, queries(), smooth, palette(st.context.theme.type), address)
    status_banner(scene)
    with sentences():
        _cards(scene)
    asked = address.choice("view", VIEWS, VIEWS[0])
    view = st.segmented_control(
        "Show", VIEWS, required=True, key=show("view", asked), on_change=turn, args=(defaults,),
        label_visibility="collapsed",
    )  # fmt: skip
    _show(str(view), scene, heads)
    address.unused(OF_VIEWS)


def _show(view: str, scene: Scene, heads: list[RunHead]) -> None:
    if view == "Live":
        live_view(scene)
    elif not scene.head.steps:
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


def _which(
    address: Address, usable: dict[str, RunHead], defaults: dict[str, str | int]
) -> tuple[RunHead, int]:
    """The run and how many steps to average over."""
    names = {run: str(head.name) for run, head in usable.items()}
    run = address.choice("run", list(usable), str(defaults["run"]), names)
    smooth = address.whole("smooth", 1, SMOOTHEST, SMOOTH)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        run = st.selectbox(
            "Run", list(usable), format_func=names.__getitem__, key=show("run", run), on_change=write,
            args=("run", defaults["run"]), width=380,
        )  # fmt: skip
        smooth = st.slider(
            "Average over steps", 1, SMOOTHEST, key=show("smooth", smooth), on_change=write,
            args=("smooth", SMOOTH), width=240,
        )  # fmt: skip
    return usable[run], smooth


def _cards(scene: Scene) -> None:
    counts = scene.head.meta["counts"]
    attempts, valid = counts.get("designs", 0), counts.get("valid", 0)
    with st.container(horizontal=True):
        _card("Design attempts", f"{attempts:,}", f"{scene.head.steps} steps")
        _card("Valid", f"{valid:,}", f"{share(valid, attempts)} of attempts")
        _card("Episodes", f"{counts.get('plays', 0):,}", "in two arms")
        steps = scene.queries.steps(scene.head.run_id)
        for label, column in (("Return without hint", "plain"), ("Regret", "regret")):
            gap = last_third(steps, column)
            if gap:
                note = f"{gap.change:+.3f} ± {number(gap.change_error)} since the first third"
                _card(f"{label}, last third", number(gap.mean), note, arrow="auto")


def _card(label: str, value: str, note: str, *, arrow: Literal["auto", "off"] = "off") -> None:
    st.metric(label, value, note, delta_color="off", delta_arrow=arrow, border=True, height="stretch")


main()
