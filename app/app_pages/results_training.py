"""Results page, "While training": what runs did at the same steps of their training."""

from __future__ import annotations

import streamlit as st

from app.address import one_of
from app.app_pages.results_charts import intervals_figure
from app.app_pages.results_parts import Results, Row, interval, nothing
from app.app_pages.training_parts import show
from app.text import plain

MEASURES = {
    "valid": "Valid designs",
    "frontier": "Frontier share of all designs",
    "regret": "Regret",
    "return_plain": "Return without hint",
    "return_hint": "Return with hint",
}
COMPARED = {
    "difference": ("Against spade at the same steps", "difference"),
    "gain": ("Against its own first third", "last third − first third"),
}


def training_view(results: Results) -> None:
    """One measure of every run over the last third of its steps; against spade, and against its beginning."""
    every = results["ablations"]["training"]
    if not every:
        nothing("No recorded run has three steps yet.")
        return
    measure = st.selectbox(
        "Measure", list(MEASURES), format_func=MEASURES.__getitem__, key="measure", bind="query-params",
        width=280,
    )  # fmt: skip
    name = MEASURES[measure]
    results.address.check("measure", name, one_of(list(MEASURES.values())))
    rows = [row for row in every if row["measure"] == measure]
    _figure(results, rows, "value", f"{name}, last third of the steps", name.lower(), [])
    for of, (title, axis) in COMPARED.items():
        known = [row for row in rows if row[of] is not None]
        if known:
            seeds = _seeds(results, known) if of == "difference" else []
            _figure(results, known, of, f"{name}: {title.lower()}", axis, seeds)
    pools = [run for run in results.runs if run not in {row["run_id"] for row in rows}]
    if pools:
        names = ", ".join(map(results.name, pools))
        st.info(f"Not measured in {plain(names)}: its programs come from a pool.", icon=":material/info:")


def _seeds(results: Results, rows: list[Row]) -> list[float]:
    """Differences of runs that differ from the main run by seed alone, and its own, which is none."""
    main = results["runs"]["main"]
    own = [row["difference"] for row in rows if row["variant"] == "spade" and row["reference"] == main]
    return [0.0, *own] if own else []


def _figure(results: Results, rows: list[Row], of: str, title: str, axis: str, seeds: list[float]) -> None:
    names = [f"{results.name(row['run_id'])}, steps {row['first_step']}–{row['last_step']}" for row in rows]
    ids = [row["run_id"] for row in rows]
    show(
        intervals_figure(rows, names, title, axis, results.source(ids), results.colours, of, seeds),
        f"while-training-{of}",
        f"{title}, one line per run, with intervals",
        (f"Shaded: the range of {len(seeds)} runs of spade that differ by seed alone. " if seeds else "")
        + "95 % percentile bootstrap of steps. Environments differ from run to run and change as a run "
        f"learns, so returns and regret compare what was met, not skill. Runs: {results.conditions(ids)}",
        [
            {"run": results.full_name(row["run_id"]), "first step": row["first_step"],
             "last step": row["last_step"], of: row[of],
             "95 % interval": interval(row[f"{of}_low"], row[f"{of}_high"], "+.3f")}
            for row in rows
        ],
    )  # fmt: skip
