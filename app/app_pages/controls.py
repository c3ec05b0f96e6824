"""Take the Controls: Rotating Sokoban with the keyboard, on boards proved beatable; and the walled maze."""

from __future__ import annotations

import streamlit as st

from app.components import playground
from app.programs import ProgramError, featured_deals, from_pool
from app.settings import POOLS
from app.text import plain

SOKOBAN, MAZE = "sokoban", "maze"
NAMES = {SOKOBAN: "Rotating Sokoban", MAZE: "The maze nobody can win"}
FILES = {SOKOBAN: "rotating_sokoban.py", MAZE: "rotating_maze_walled.py"}
GAUGES = {
    SOKOBAN: [
        {"label": "moves left", "pattern": r"Turns left: (\d+)"},
        {
            "label": "moves until the grid turns",
            "pattern": r"turns in (\d+)",
            "last": "move, then the grid turns",
        },
    ],
    MAZE: [
        {"label": "moves left", "pattern": r"Turns left: (\d+)"},
        {
            "label": "moves until the maze turns",
            "pattern": r"turns in (\d+)",
            "last": "move, then the maze turns",
        },
    ],
}


def seed() -> int:
    text = st.query_params.get("seed", "")
    return int(text) if text.isdigit() and len(text) < 10 else -1


def show_choice() -> None:
    st.query_params.from_dict({"board": st.session_state["board"]})


with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Take the Controls", width="content")
    board = st.segmented_control(
        "Board",
        list(NAMES),
        default=MAZE if st.query_params.get("board") == MAZE else SOKOBAN,
        required=True,
        format_func=NAMES.__getitem__,
        label_visibility="collapsed",
        key="board",
        on_change=show_choice,
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
        chosen = from_pool(POOLS, "featured", FILES[MAZE], max(seed(), 0))
        playground(
            "player.js",
            {"program": chosen.program, "seed": chosen.seed, "gauges": GAUGES[MAZE]},
            key="controls-maze",
        )
    else:
        chosen = from_pool(POOLS, "featured", FILES[SOKOBAN], None)
        options = {
            "program": chosen.program,
            "deals": featured_deals(POOLS),
            "seed": seed(),
            "gauges": GAUGES[SOKOBAN],
        }
        playground("controls.js", options, key="controls-sokoban")
except ProgramError as error:
    st.error(plain(str(error)), icon=":material/error:")
