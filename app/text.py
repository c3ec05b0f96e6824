"""Text and numbers inside Streamlit's own elements, which read Markdown."""

from __future__ import annotations

import re

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&^=])")

THREE = ".3f"
"""Format of every return, regret, score and share that a reader sees, as in ``pipeline.summary``."""


def plain(text: str) -> str:
    """``text`` on one line with every Markdown mark escaped, so that it shows as written.

    Titles come from generated programs: unescaped, one could load an image from anywhere.
    """
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def number(value: float | None, form: str = THREE) -> str:
    """``value`` for a reader; a dash where there is none."""
    return "–" if value is None else format(value, form)


def share(part: float, whole: float) -> str:
    """``part`` out of ``whole`` as a share; a dash where there is nothing to share."""
    return number(part / whole if whole else None)
