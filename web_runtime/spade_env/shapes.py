"""What a program may hand back, checked and turned into plain values (ENVIRONMENT.md sections 1 and 2).

Everything here is called on values of untrusted type, so nothing relies on methods a program may override.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

OBSERVATION_BYTES = 64 * 1024
"""Longest observation, hint or picture, in UTF-8 bytes."""

_NAME_LENGTH = 60
_SURROGATE = re.compile("[\ud800-\udfff]")


class BadShape(Exception):
    """Not the tuple, or not the types, that the contract asks for. Recorded under its name, like the next."""


class NonFiniteReward(Exception):
    """A reward that is NaN, infinite, or too large to be a float."""


class ObservationTooLong(Exception):
    """A text over :data:`OBSERVATION_BYTES`."""


def clean_text(text: str) -> str:
    """``text`` as a plain string that UTF-8 can carry, by JavaScript's rule, which is what a browser would
    make of it anyway: surrogates that form a pair become the character, a lone one becomes U+FFFD."""
    try:
        return str.encode(text, "utf-8").decode("utf-8")
    except UnicodeEncodeError:
        paired = str.encode(text, "utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return _SURROGATE.sub("\ufffd", paired)


def observation(value: Any) -> str:
    """A text of at most 64 KiB; raises :class:`BadShape` or :class:`ObservationTooLong`."""
    if not isinstance(value, str):
        raise BadShape
    if str.__len__(value) > OBSERVATION_BYTES:
        raise ObservationTooLong
    text = clean_text(value)
    if len(text.encode("utf-8")) > OBSERVATION_BYTES:
        raise ObservationTooLong
    return text


def reward(value: Any) -> float:
    """A finite float from a number or a look-alike (numpy's, Fraction); raises :class:`BadShape` or
    :class:`NonFiniteReward`."""
    if isinstance(value, (str, bytes, bytearray)) or value is None:
        raise BadShape
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise BadShape from None
    except OverflowError:
        raise NonFiniteReward from None
    if not math.isfinite(number):
        raise NonFiniteReward
    return number


def flag(value: Any) -> bool:
    """Booleans and their look-alikes (0/1, numpy's); raises :class:`BadShape` for texts and containers."""
    if isinstance(value, (str, bytes)) or value is None or not hasattr(value, "__bool__"):
        raise BadShape
    return bool(value)


def fault_name(error: BaseException) -> str:
    """Name under which an exception is recorded; never its message, which differs between interpreters."""
    if type(error) is re.error:
        return "PatternError"  # its name since Python 3.13
    name = type.__dict__["__name__"].__get__(type(error))  # a metaclass may hide the real attribute
    return clean_text(name)[:_NAME_LENGTH]


def plain_tools(value: Any) -> list[dict[str, Any]]:
    """``value`` as a list of plain JSON objects; raises :class:`BadShape` when it is none. Whether each is a
    tool schema, :func:`is_tool_schema` says."""
    try:
        tools = json.loads(clean_text(json.dumps(value, allow_nan=False, ensure_ascii=False)))
    except (TypeError, ValueError, RecursionError):
        raise BadShape from None
    if not isinstance(tools, list) or not all(isinstance(tool, dict) for tool in tools):
        raise BadShape
    return tools


def is_tool_schema(tool: dict[str, Any]) -> bool:
    """Whether a tool has the OpenAI function-calling form that chat templates and players rely on."""
    function = tool.get("function")
    return (
        tool.get("type") == "function"
        and isinstance(function, dict)
        and isinstance(function.get("name"), str)
        and isinstance(function.get("description"), str)
        and isinstance(function.get("parameters"), dict)
    )
