"""Take the Controls: Rotating Sokoban with the keyboard, on boards proved beatable; and the walled maze."""

from __future__ import annotations

from typing import Any

import streamlit as st

from app.address import Address, one_of, show, turn
from app.components import playground
from app.programs import MAX_SEED, ProgramError, featured_deals, from_pool
from app.settings import POOLS
from app.text import plain

SOKOBAN, MAZE = "sokoban", "maze"
NAMES = {SOKOBAN: "Rotating Sokoban", MAZE: "Walled maze"}
FILES = {SOKOBAN: "rotating_sokoban.py", MAZE: "rotating_maze_walled.py"}
GAUGES = {
    SOKOBAN: [
        {"label": "moves left", "pattern": r"Turns left: (\d+)"},
        {
            "label": "until the grid turns",
            "pattern": r"turns in (\d+)",
            "last": "until the grid turns",
        },
    ],
    MAZE: [
        {"label": "moves left", "pattern": r"Turns left: (\d+)"},
        {
            "label": "until the maze turns",
            "pattern": r"turns in (\d+)",
            "last": "until the maze turns",
        },
    ],
}


def proved_seed(address: Address, deals: dict[str, Any]) -> int:
    """The board asked for; -1 for the easiest not won yet, which only the browser knows."""
    asked = st.query_params.get("seed")
    proved = {str(deal["seed"]) for deal in deals["deals"]}
    if asked is None or asked in proved:
        return -1 if asked is None else int(asked)
    address.say("seed", asked, one_of(sorted(proved, key=int)), "the easiest board not won yet")
    return -1


address = Address(st.container())
address.unread(("board", "seed"))
with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Take the Controls", width="content")
    board = st.segmented_control(
        "Board",
        list(NAMES),
        required=True,
        format_func=NAMES.__getitem__,
        label_visibility="collapsed",
        key=show("board", address.choice("board", list(NAMES), SOKOBAN, NAMES)),
        on_change=turn,
        args=({"board": SOKOBAN},),
    )

try:
    if board == MAZE:
        st.info(
            "A wall closes the exit off on every seed, so **no play ever wins**. This is what an environment "
            "looks like whose return is 0 whatever anyone does: there is nothing to learn from it, and a "
            "designer that keeps writing such programs has stopped teaching.",
            title="Walled off",
            icon=":material/block:",
        )
        chosen = from_pool(POOLS, "featured", FILES[MAZE], address.whole("seed", 0, MAX_SEED, 0))
        playground(
            "player.js",
            {"program": chosen.program, "seed": chosen.seed, "gauges": GAUGES[MAZE]},
            key="controls-maze",
        )
    else:
        chosen = from_pool(POOLS, "featured", FILES[SOKOBAN], None)
        deals = featured_deals(POOLS)
        options = {
            "program": chosen.program,
            "deals": deals,
            "seed": proved_seed(address, deals),
            "gauges": GAUGES[SOKOBAN],
        }
        playground("controls.js", options, key="controls-sokoban")
except ProgramError as error:
    st.error(plain(str(error)), icon=":material/error:")
