"""What the dataset card beside a set says: its name and its licence."""

from __future__ import annotations

import re
from pathlib import Path

_MOST_BYTES = 1 << 20
_FIELD = re.compile(r"^(license|license_name|pretty_name):[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)


def card(folder: Path) -> dict[str, str]:
    """``license`` and ``pretty_name`` as far as ``folder`` states them.

    Both are read from the front matter of ``README.md``, as dataset hosts write it; without one, the licence
    is the first line of a ``LICENSE`` file.
    """
    text = _text(folder / "README.md")
    front = re.match(r"---\r?\n(.*?)\r?\n---", text, re.DOTALL)
    stated = {name: value.strip("'\"") for name, value in _FIELD.findall(front[1])} if front else {}
    if stated.get("license") == "other" and "license_name" in stated:
        stated["license"] = stated["license_name"]
    stated.pop("license_name", None)
    if "license" not in stated:
        lines = [line.strip() for line in _text(folder / "LICENSE").splitlines() if line.strip()]
        stated |= {"license": lines[0]} if lines else {}
    return stated


def _text(file: Path) -> str:
    if not file.is_file():
        return ""
    with file.open("rb") as handle:
        return handle.read(_MOST_BYTES).decode("utf-8-sig", "replace")
