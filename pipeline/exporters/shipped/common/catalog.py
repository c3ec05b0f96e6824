"""The environments of this export: what ``manifest.json`` says about them, and their programs.

Programs are code that a model wrote. Loading or playing one runs it in this process: do so in a container.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from .spade_env import Program, load

_HERE = resources.files(__package__)


@cache
def manifest() -> dict[str, Any]:
    """The manifest: source, selection, and one entry for each environment."""
    return json.loads((_HERE / "manifest.json").read_text(encoding="utf-8"))


@cache
def entries() -> dict[str, dict[str, Any]]:
    """The manifest's entries by id, in its order."""
    return {entry["id"]: entry for entry in manifest()["environments"]}


def load_program(environment: str) -> Program:
    """A fresh load of an environment's program, which shares nothing with other loads.

    Raises ``ValueError`` for an id that is none, ``spade_env.LoadError`` when the program cannot run here.
    """
    if environment not in entries():
        raise ValueError(f"there is no environment {environment!r}; entries() lists the {len(entries())} ids")
    file = _HERE / "programs" / entries()[environment]["file_name"]
    return load(file.read_bytes().decode("utf-8"))
