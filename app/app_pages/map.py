"""Home: the map of environments. Everything but Play happens in the browser."""

from __future__ import annotations

import streamlit as st

from app.components import environment_map
from app.problems import say_problems
from app.settings import runs_root, store

catalogue = store().catalogue()
mapped = [run for run in catalogue["runs"] if run["dots"]]

say_problems(catalogue["problems"])

if mapped:
    result = environment_map(key="map", on_event=lambda: None)
    if result.event:
        wanted = {name: str(result.event[name]) for name in ("env", "run", "seed")}
        st.switch_page("app_pages/play.py", query_params=wanted)
else:
    st.title("Environment map")
    st.info(
        f"{runs_root()} holds no run with a topic map yet. Train one with `python pipeline/run.py "
        "--preset cpu-tiny`, then map it with `python -m pipeline.topic_map RUN_DIR`.",
        title="No environments to show",
        icon=":material/scatter_plot:",
    )
