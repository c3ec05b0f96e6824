"""Navigation of the explorer; the pages are under ``app_pages/``."""

from __future__ import annotations

import sys
from pathlib import Path

import streamlit as st

ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:  # Streamlit puts this file's own directory on the path, not the repository
    sys.path.insert(0, ROOT)

st.set_page_config(
    page_title="SPADE explorer", page_icon=str(Path(__file__).with_name("icon.svg")), layout="wide"
)

page = st.navigation(
    [
        st.Page(
            "app_pages/map.py",
            title="Map",
            icon=":material/scatter_plot:",
            default=True,
            help="Every environment of a training run as a dot: replay training, read, watch, play.",
        ),
        st.Page(
            "app_pages/play.py",
            title="Play",
            icon=":material/sports_esports:",
            help="Play an environment in this browser: the very program the agent trained on.",
        ),
        st.Page(
            "app_pages/beat.py",
            title="Beat the Agent",
            icon=":material/trophy:",
            help="Puzzles that the agent never won, each proved solvable: one a day, a streak, all of them.",
        ),
        st.Page(
            "app_pages/controls.py",
            title="Take the Controls",
            icon=":material/gamepad:",
            help="Rotating Sokoban with the keyboard, on boards a solver proved beatable.",
        ),
        st.Page(
            "app_pages/tools.py",
            title="Tool use",
            icon=":material/construction:",
            help="Work a simulated backend through forms, beside the agent's own episodes word for word.",
        ),
        st.Page(
            "app_pages/training.py",
            title="Training",
            icon=":material/monitoring:",
            help="How a run went: returns of both arms, regret, validity, what was rejected and why.",
        ),
        st.Page(
            "app_pages/results.py",
            title="Results",
            icon=":material/science:",
            help="Held-out scores, ablations and diversity with their intervals; the paper's tables apart.",
        ),
    ],
    position="top",
)
page.run()
