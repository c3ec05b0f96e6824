"""What the parent accepts from a sandboxed process: every field is checked before it is used.

All functions raise TypeError or KeyError on a value that the host would never send.
"""

from __future__ import annotations

import math
import re
from typing import Any

_NAME = re.compile(r"[A-Za-z_]\w{0,79}")
_FAULT = re.compile(r"env_timeout|env_fault:[A-Za-z_]\w{0,79}(@\d{1,6})?")


def blank_step(reply: str) -> dict[str, Any]:
    """What a turn that ended in a fault returns: the reply, and nothing that happened."""
    return {"action": reply, "observation": "", "reward": 0.0, "terminated": False, "truncated": False}


def checked_step(step: dict[str, Any]) -> dict[str, Any]:
    """Exactly the five fields of a step, each of its type."""
    for flag in ("terminated", "truncated"):
        if not isinstance(step[flag], bool):
            raise TypeError(flag)
    return {
        "action": text(step["action"]),
        "observation": text(step["observation"]),
        "reward": number(step["reward"]),
        "terminated": step["terminated"],
        "truncated": step["truncated"],
    }


def text(value: Any) -> str:
    """The string itself."""
    if not isinstance(value, str):
        raise TypeError("expected text")
    return value


def number(value: Any) -> float:
    """A finite float."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError("expected a number")
    return float(value)


def count(value: Any) -> int:
    """A line number, 0 for anything else."""
    return value if isinstance(value, int) and 0 <= value < 1_000_000 else 0


def name(value: Any) -> str:
    """An exception class's name, `Exception` for anything else."""
    return value if isinstance(value, str) and _NAME.fullmatch(value) else "Exception"


def clean_fault(value: Any) -> str:
    """A fault string as the host writes it, or `env_fault:ProtocolError` for one that a program made up."""
    return value if isinstance(value, str) and _FAULT.fullmatch(value) else "env_fault:ProtocolError"
