"""Play one environment in the browser: ``?env=&run=&seed=``, ``?pool=&file=&seed=``, or one's own with
``?own=1``; otherwise a choice."""

from __future__ import annotations

from typing import Any

import streamlit as st

from app.address import Address
from app.components import playground
from app.programs import MAX_SEED, Playable, ProgramError, pool_titles, resolve
from app.routes import jsonable
from app.settings import POOLS, store
from app.text import plain

PICKS_PER_RUN, IN_A_ROW = 6, 3
# What names a program, or one's own, and the parameters that are read with it; the first one named wins.
READ_WITH = {"file": ("pool", "file", "seed"), "env": ("run", "env", "seed"), "own": ("own", "seed")}


def show_player(chosen: Playable, asked: dict[str, str]) -> None:
    with st.container(horizontal=True):
        if chosen.run:
            back = {"run": chosen.run, "env": chosen.program["env_id"]}
            label, icon = "Show on the map", ":material/scatter_plot:"
            st.page_link("app_pages/map.py", label=label, icon=icon, query_params=back)
        st.page_link("app_pages/play.py", label="Choose another", icon=":material/apps:")
    options = {
        "program": chosen.program,
        "seed": chosen.seed,
        "address": asked,
        "meta": chosen.meta,
        "episodes": jsonable(chosen.episodes),
    }
    playground("player.js", options, key=chosen.key)


def show_own(seed: int) -> None:
    """The player without a program: its editor opens with a small one to start from."""
    st.page_link("app_pages/play.py", label="Choose another", icon=":material/apps:")
    st.write(
        "Write an environment, paste one, or open a file: one Python file with one class whose name ends in "
        "`Env`, with `reset(seed)` and `step(action)`. It runs here, sealed off; nothing is uploaded."
    )
    playground("player.js", {"program": None, "seed": seed, "address": {"own": "1"}}, key="player-own")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}".replace("%", " %")


def show_pick(run: str, pick: dict[str, Any]) -> None:
    """One card: what it is, how the agent did, a link to play."""
    st.markdown(f"**{plain(pick['title'] or pick['env_id'])}**")
    if pick["summary"]:
        st.markdown(plain(pick["summary"]))
    rates = _percent(pick["solve_rate_plain"]), _percent(pick["solve_rate_hint"])
    solved = f"the agent won {rates[0]}, with the hint {rates[1]}"
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
        st.header(f"From the run {plain(run['name'])}: proved solvable, hint worth most")
        for first in range(0, len(picks), IN_A_ROW):
            for column, pick in zip(st.columns(IN_A_ROW), picks[first : first + IN_A_ROW], strict=False):
                with column.container(border=True, height="stretch"):
                    show_pick(run["run"], pick)
    titles = pool_titles(POOLS)
    if titles:
        st.header("From the hand-written bank")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            pool, file = st.selectbox(
                "Environment", list(titles), format_func=lambda key: titles[key], width=420
            )
            address = {"pool": pool, "file": file}
            st.page_link(
                "app_pages/play.py", label="Play", icon=":material/play_arrow:", query_params=address
            )


named = next((name for name in READ_WITH if st.query_params.get(name)), None)
address = Address(st.container())
known = {name for names in READ_WITH.values() for name in names}
address.unread(known)
address.unused(known - set(READ_WITH[named] if named else ()))
# What is played first, then the rest of what says so: the browser shows it where a link left it out.
asked = (
    {name: st.query_params[name] for name in (named, *READ_WITH[named]) if name in st.query_params}
    if named
    else {}
)
try:
    chosen = resolve(st.query_params.to_dict(), store(), POOLS)
except ProgramError as error:
    st.error(plain(str(error)), title="Nothing to play at this address", icon=":material/link_off:")
    chosen = None
if chosen:
    show_player(chosen, asked)
elif named == "own":
    show_own(address.whole("seed", 0, MAX_SEED, 0))
else:
    show_choice()
