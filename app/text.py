"""Text from runs inside Streamlit's own elements, which read Markdown."""

from __future__ import annotations

import re

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&^=])")


def plain(text: str) -> str:
    """``text`` on one line with every Markdown mark escaped, so that it shows as written.

    Titles come from generated programs: unescaped, one could load an image from anywhere.
    """
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
