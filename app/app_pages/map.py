"""Home: the map of environments. Everything but Play happens in the browser."""

from __future__ import annotations

import streamlit as st

from app.components import environment_map
from app.settings import runs_root, store
from app.text import plain

AT_ONCE = 2

catalogue = store().catalogue()
mapped = [run for run in catalogue["runs"] if run["dots"]]


def say_problems(problems: list[str]) -> None:
    """What could not be read, above the map; many sentences are folded away behind their number."""
    for problem in problems[:AT_ONCE]:
        st.warning(plain(problem), icon=":material/warning:")
    rest = problems[AT_ONCE:]
    if rest:
        with st.expander(f"{len(rest)} more files or runs with problems", icon=":material/warning:"):
            for problem in rest:
                st.warning(plain(problem))


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
