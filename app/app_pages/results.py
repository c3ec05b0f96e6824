"""What the recorded runs show, with intervals and conditions; and, apart from it, what the paper reports."""

from __future__ import annotations

import streamlit as st

from app.address import Address, show, turn
from app.app_pages.results_held_out import held_out_view
from app.app_pages.results_paper import paper_view
from app.app_pages.results_parts import FILES, MissingResults, Results, command, load
from app.app_pages.results_showcase import showcase_view
from app.app_pages.results_training import training_view
from app.app_pages.results_views import (
    ablations_view,
    conditions_view,
    curriculum_view,
    diversity_view,
    sizes_view,
)
from app.charts import palette
from app.run_names import RunName
from app.settings import runs_root
from app.text import plain
from pipeline.run_log import discover

PAPER = "The paper"
VIEWS = {
    "Held-out": held_out_view,
    "Ablations": ablations_view,
    "While training": training_view,
    "Diversity": diversity_view,
    "Curriculum": curriculum_view,
    "Sizes": sizes_view,
    "Chosen by rule": showcase_view,
    "Conditions": conditions_view,
}

# Parameters of the address that one of the views reads.
OF_VIEWS = ("suite", "lines", "measure", "scope", "until", "curriculum-run")


def main() -> None:
    """The whole page."""
    st.title("Results")
    address = Address(st.container())
    address.unread(("show", *OF_VIEWS))
    names, default = (*VIEWS, PAPER), next(iter(VIEWS))
    view = st.segmented_control(
        "Show", names, required=True, key=show("show", address.choice("show", names, default)),
        on_change=turn, args=({"show": default},), label_visibility="collapsed",
    )  # fmt: skip
    if view == PAPER:
        paper_view()
    else:
        _own(str(view), address)
    address.unused(OF_VIEWS)


def _own(view: str, address: Address) -> None:
    """One view of the files computed from the recorded runs."""
    try:
        results = Results({name: load(name) for name in FILES}, palette(st.context.theme.type), address)
    except MissingResults as error:
        st.info(f"{plain(str(error))}. Make it from the recorded runs:", icon=":material/monitoring:")
        st.code(command(), language="bash")
        return
    _outdated(results)
    VIEWS[view](results)


def _outdated(results: Results) -> None:
    """Say so when the logs have moved on since the files were made."""
    known = {name: row["steps"] for name, row in results.runs.items()}
    changed = [
        str(RunName.of(summary.path.name, summary.meta))
        for summary in discover(runs_root())
        if summary.meta and known.get(summary.run_id, 0) != summary.meta["counts"]["steps"]
    ]
    if changed:
        st.warning(
            f"The logs have changed since these figures were computed ({plain(', '.join(changed))}): "
            f"`{command()}` makes them again.",
            icon=":material/history:",
        )


main()
