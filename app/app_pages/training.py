"""How a run went, step by step: returns of both arms, regret, validity, and where the time went."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from app.charts import (
    quadrant_chart,
    regret_chart,
    rejection_chart,
    return_chart,
    seconds_chart,
    validity_chart,
)
from app.settings import store
from app.text import plain
from pipeline.run_log import RunLogError

st.title("Training")
catalogue = store().catalogue()
runs = {run["run"]: run for run in catalogue["runs"] if run["counts"]["steps"]}
for problem in catalogue["problems"]:
    st.warning(plain(problem), icon=":material/warning:")
if not runs:
    st.info("No run has a complete step yet.", icon=":material/monitoring:")
    st.stop()

with st.container(horizontal=True, vertical_alignment="bottom"):
    name = st.selectbox(
        "Run",
        list(runs),
        format_func=lambda run: f"{runs[run]['title']} ({runs[run]['counts']['steps']} steps)",
        bind="query-params",
        key="run",
        width=360,
    )
    smooth = st.slider("Average over steps", 1, 15, 5, key="smooth", bind="query-params", width=260)

run = runs[name]
counts = run["counts"]
try:
    steps, rejections, seconds = store().steps(name), store().rejections(name), store().seconds(name)
except RunLogError as error:
    st.error(plain(str(error)))
    st.stop()

third = max(1, len(steps) // 3)


def change(column: str) -> tuple[float | None, float | None]:
    """Means of ``column`` over the first and the last third of the steps."""
    first = [row[column] for row in steps[:third] if row[column] is not None]
    last = [row[column] for row in steps[-third:] if row[column] is not None]
    return (sum(first) / len(first) if first else None), (sum(last) / len(last) if last else None)


def card(label: str, value: str, note: str | None = None, *, arrow: Literal["auto", "off"] = "off") -> None:
    st.metric(label, value, note, delta_color="off", delta_arrow=arrow, border=True, height="stretch")


with st.container(horizontal=True):
    card("Design attempts", f"{counts['designs']:,}", f"{counts['steps']} steps")
    card("Valid", f"{counts['valid']:,}", f"{counts['valid'] / max(counts['designs'], 1):.0%} of attempts")
    card("Episodes", f"{counts['plays']:,}", "in two arms")
    for label, column in (("Return without hint", "return_plain"), ("Regret", "regret")):
        first, last = change(column)
        if first is not None and last is not None:
            note = f"{last - first:+.2f} since the first third"
            card(f"{label}, last third", f"{last:.2f}", note, arrow="auto")

left, right = st.columns(2)
with left:
    st.plotly_chart(
        return_chart(steps, smooth), key="returns", alt="Mean return per step, with and without hint"
    )
    st.plotly_chart(
        validity_chart(steps, smooth), key="validity", alt="Share of valid and of distinct designs per step"
    )
    st.plotly_chart(quadrant_chart(steps), key="quadrants", alt="Environments per step by quadrant")
with right:
    st.plotly_chart(regret_chart(steps, smooth), key="regret", alt="Regret per step with its standard error")
    st.plotly_chart(rejection_chart(rejections), key="rejections", alt="Rejected designs per step by stage")
    st.plotly_chart(seconds_chart(seconds), key="seconds", alt="Seconds per step by phase")
