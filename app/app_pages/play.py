"""Play one environment in the browser: ``?env=&run=&seed=``, ``?pool=&file=&seed=``, or one's own with
``?own=1``; otherwise a choice."""

from __future__ import annotations

from typing import Any

import streamlit as st

from app.components import playground
from app.programs import Playable, ProgramError, pool_titles, resolve
from app.routes import jsonable
from app.settings import POOLS, store
from app.text import number, plain

PICKS_PER_RUN, IN_A_ROW = 6, 3


def show_player(chosen: Playable) -> None:
    with st.container(horizontal=True):
        if chosen.run:
            back = {"run": chosen.run, "env": chosen.program["env_id"]}
            label, icon = "Show on the map", ":material/scatter_plot:"
            st.page_link("app_pages/map.py", label=label, icon=icon, query_params=back)
        st.page_link("app_pages/play.py", label="Choose another", icon=":material/apps:")
    options = {
        "program": chosen.program,
        "seed": chosen.seed,
        "meta": chosen.meta,
        "episodes": jsonable(chosen.episodes),
    }
    playground("player.js", options, key=chosen.key)


def show_own() -> None:
    """The player without a program: its editor opens with a small one to start from."""
    st.page_link("app_pages/play.py", label="Choose another", icon=":material/apps:")
    st.write(
        "Write an environment, paste one, or open a file: one Python file with one class whose name ends in "
        "`Env`, with `reset(seed)` and `step(action)`. It runs here, sealed off; nothing is uploaded."
    )
    playground("player.js", {"program": None}, key="player-own")


def show_pick(run: str, pick: dict[str, Any]) -> None:
    """One card: what it is, how the agent did, a link to play."""
    st.markdown(f"**{plain(pick['title'] or pick['env_id'])}**")
    if pick["summary"]:
        st.markdown(plain(pick["summary"]))
    rates = number(pick["solve_rate_plain"]), number(pick["solve_rate_hint"])
    solved = f"Share solved by the agent {rates[0]}, with hint {rates[1]}"
    st.caption(f"{plain(pick['skill'])} · step {pick['step']} · {solved}")
    address = {"run": run, "env": pick["env_id"]}
    st.page_link("app_pages/play.py", label="Play", icon=":material/play_arrow:", query_params=address)


def show_choice() -> None:
    st.title("Play an environment")
    st.write(
        "Each one is a Python program that runs here in your browser, in the same reset and step loop "
        "the agent trained in. Nothing you type leaves this page."
    )
    st.page_link(
        "app_pages/play.py",
        label="Write, paste or upload your own",
        icon=":material/edit_note:",
        query_params={"own": "1"},
    )
    for run in store().catalogue()["runs"]:
        picks = store().picks(run["run"], PICKS_PER_RUN)
        if not picks:
            continue
        st.subheader(f"From the run {plain(run['name'])}: proved solvable, hint worth most")
        for first in range(0, len(picks), IN_A_ROW):
            for column, pick in zip(st.columns(IN_A_ROW), picks[first : first + IN_A_ROW], strict=False):
                with column.container(border=True, height="stretch"):
                    show_pick(run["run"], pick)
    titles = pool_titles(POOLS)
    if titles:
        st.subheader("From the hand-written bank")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            pool, file = st.selectbox(
                "Environment", list(titles), format_func=lambda key: titles[key], width=420
            )
            address = {"pool": pool, "file": file}
            st.page_link(
                "app_pages/play.py", label="Play", icon=":material/play_arrow:", query_params=address
            )


try:
    chosen = resolve(st.query_params.to_dict(), store(), POOLS)
except ProgramError as error:
    st.error(plain(str(error)), title="Nothing to play at this address", icon=":material/link_off:")
    chosen = None
if chosen:
    show_player(chosen)
elif "own" in st.query_params:
    show_own()
else:
    show_choice()
