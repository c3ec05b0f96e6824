"""Beat the Reasoning Agent: environments it never won, each proved solvable. ``?plays=`` changes the rule."""

from __future__ import annotations

import streamlit as st

from app.address import Address
from app.components import playground
from app.puzzles import DEFAULT_PLAYS, MOST_PLAYS

st.title("Beat the Reasoning Agent")
st.write("Environments that the agent never won, each proved winnable. Win one.")
address = Address(st.container())
address.unread(("plays", "mode", "day", "puzzle", "seed"))
plays = address.whole("plays", 1, MOST_PLAYS, DEFAULT_PLAYS)
playground(
    "beat.js", {"list": f"/data/puzzles.json?plays={plays}", "base": "/data/puzzle/"}, key=f"beat-{plays}"
)
