"""Take the Controls: Rotating Sokoban with the keyboard, on boards proved beatable; and the walled maze."""

from __future__ import annotations

from typing import Any

import streamlit as st

from app.address import Address, one_of, show, turn
from app.components import playground
from app.components.boards import FILES, GAUGES, MAZE, NAMES, SOKOBAN, WALLED
from app.programs import MAX_SEED, ProgramError, featured_deals, from_pool
from app.settings import POOLS
from app.text import plain


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
        title, words = WALLED
        st.info(words, title=title, icon=":material/block:")
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
