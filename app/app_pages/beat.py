"""Beat the Reasoning Agent: environments it never won, each proved solvable. ``?plays=`` changes the rule."""

from __future__ import annotations

import streamlit as st

from app.components import playground
from app.puzzles import DEFAULT_PLAYS

asked = st.query_params.get("plays", "")
plays = int(asked) if asked.isdigit() and 1 <= int(asked) <= 10_000 else DEFAULT_PLAYS

st.title("Beat the Reasoning Agent")
playground(
    "beat.js", {"list": f"/data/puzzles.json?plays={plays}", "base": "/data/puzzle/"}, key=f"beat-{plays}"
)
