"""Results page, "Held-out": scores over steps in figures and in words, and how far each run moved."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.address import one_of
from app.app_pages.results_charts import intervals_figure, scores_figure
from app.app_pages.results_parts import Results, Row, choose_setting, interval, nothing, of_setting
from app.app_pages.training_parts import queries, show
from app.held_out import HOW, evaluation, in_words, never_won, wins
from app.text import plain
from pipeline.run_log import RunLogError


def held_out_view(results: Results) -> None:
    """Score over steps of chosen runs against the starting model, and how far each run moved."""
    rows = results["held_out"]["scores"]
    if not rows:
        nothing("No recorded run holds a held-out evaluation.")
        return
    setting = choose_setting(rows, results.address)
    rows = of_setting(rows, setting)
    _scores(results, rows, setting)
    learned = of_setting(results["held_out"]["learned"], setting)
    if learned:
        _moved(results, learned)


def _scores(results: Results, rows: list[Row], setting: Row | None) -> None:
    names = {results.name(row["run_id"]): row["run_id"] for row in rows}
    first = [name for name, run in names.items() if run == results.main or _is_pool(results, run)]
    chosen = st.pills(
        "Runs", list(names), selection_mode="multi", default=first or list(names)[:2], key="lines",
        bind="query-params",
    )  # fmt: skip
    results.address.check("lines", chosen, f"each to be {one_of(list(names))}")
    lines = {name: [row for row in rows if row["run_id"] == names[name]] for name in chosen}
    base = next((row for row in rows if row["run_id"] == results.main and row["step"] == 0), None)
    counted = {name: _counted(own) for name, own in lines.items()}
    ids = [names[name] for name in chosen]
    flat = never_won([row for own in counted.values() for row in own]) if all(counted.values()) else None
    for name, own in counted.items():
        if own:
            st.markdown(f"* {plain(name)}: {plain(in_words(own))}.")
    st.caption(HOW)
    show(
        scores_figure(list(lines.items()), base, results.source(ids), results.colours, flat),
        "held-out",
        "Held-out score over training steps with bootstrap intervals, one line per run, the base model as a "
        "level",
        f"{results['held_out']['intervals']} Runs: {results.conditions(ids, setting)}",
        [_scored(results, row) for own in counted.values() for row in own],
    )


def _moved(results: Results, learned: list[Row]) -> None:
    show(
        intervals_figure(
            learned,
            [results.name(row["run_id"]) for row in learned],
            "Last evaluation against the first",
            "difference in score",
            results.source(row["run_id"] for row in learned),
            results.colours,
        ),
        "learned",
        "How far each run's held-out score moved, with intervals",
        "Paired on instances. An interval that holds zero shows no difference. Runs of different length end "
        "at different steps; the table says which.",
        [
            {"run": results.full_name(row["run_id"]), "from step": row["from_step"], "to step": row["step"],
             "difference": row["difference"],
             "95 % interval": interval(row["difference_low"], row["difference_high"]), "pairs": row["pairs"]}
            for row in learned
        ],
    )  # fmt: skip


def _counted(rows: Sequence[Row]) -> list[Row]:
    """Rows of one run with ``won``, which only its log knows; none where that cannot be read."""
    try:
        found = wins(queries().evals(rows[0]["run_id"])[0]) if rows else {}
    except RunLogError as error:
        st.warning(plain(str(error)), icon=":material/warning:")
        return []
    return [{**row, "won": found.get(evaluation(row), 0)} for row in rows]


def _scored(results: Results, row: Row) -> Row:
    return {"run": results.full_name(row["run_id"]), "step": row["step"], "score": row["score"],
            "95 % interval": interval(row["low"], row["high"]), "won": row.get("won"),
            "episodes": row["episodes"], "void": row["void"], "items": row["items"]}  # fmt: skip


def _is_pool(results: Results, run_id: str) -> bool:
    return results.runs.get(run_id, {}).get("variant") == "fixed-pool"
