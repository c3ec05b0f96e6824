"""What could not be read, said on a page: many sentences of one kind as one, and the rest folded away."""

from __future__ import annotations

import re
from collections.abc import Sequence

import streamlit as st

from app.text import plain

AT_ONCE = 2
"""Sentences shown before the others are folded away behind their number."""

_STEP_FILE = re.compile(r"step-\d+")


def condensed(problems: Sequence[str]) -> list[str]:
    """``problems``, where those that differ only in the step of a file are one: the first of them, with how
    many more there are. In the order of first mention."""
    kinds: dict[str, list[str]] = {}
    for problem in problems:
        kinds.setdefault(_STEP_FILE.sub("step", problem), []).append(problem)
    return [
        first if not others else f"{first} (and so for {len(others)} more step file{'s' * (len(others) > 1)})"
        for first, *others in kinds.values()
    ]


def say_problems(problems: Sequence[str]) -> None:
    """A warning for each of the first few; the rest behind their number."""
    sentences = condensed(problems)
    for sentence in sentences[:AT_ONCE]:
        st.warning(plain(sentence), icon=":material/warning:")
    rest = sentences[AT_ONCE:]
    if rest:
        with st.expander(f"{len(rest)} more files or runs with problems", icon=":material/warning:"):
            st.markdown("\n".join(f"* {plain(sentence)}" for sentence in rest))
