"""From an agent's reply to what the environment is handed: boxed answers and tool calls.

``boxed``: the **last** ``\\boxed{…}`` span of the reply, nested braces respected, wrapped again; the
stripped text where there is none. ``tool_call``: ``<tool_call>`` elements holding JSON or the XML-style
function/parameter form, and ``<answer>…</answer>``, which beats calls in the same reply.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

_BOX = "\\boxed{"
_CALL = re.compile(r"<tool_call>\s*")
_FUNCTION = re.compile(r"<function\s*=\s*([^>\s]+)\s*>(.*?)(?:</function>|</tool_call>|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter\s*=\s*([^>\s]+)\s*>(.*?)</parameter>", re.DOTALL)
_ANSWER = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)


def boxed(reply: str) -> str:
    """The action a boxed-protocol environment receives for ``reply``; ``boxed(boxed(x)) == boxed(x)``."""
    content = last_box(reply)
    return reply.strip() if content is None else f"{_BOX}{content}}}"


def last_box(reply: str) -> str | None:
    """Content of the last complete ``\\boxed{…}`` span that is not inside another, or None."""
    content, start = None, reply.find(_BOX)
    while start >= 0:
        end = _closing_brace(reply, start + len(_BOX))
        if end is None:
            start = reply.find(_BOX, start + len(_BOX))
        else:
            content = reply[start + len(_BOX) : end]
            start = reply.find(_BOX, end)
    return content


def _closing_brace(text: str, start: int) -> int | None:
    depth = 1
    for i in range(start, len(text)):
        if text[i] == "{":
            depth += 1
        elif text[i] == "}":
            depth -= 1
            if depth == 0:
                return i
    return None


@dataclass(frozen=True)
class Call:
    """One tool call: ``arguments`` is whatever JSON object was sent."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class ToolTurn:
    """What a reply asks for. ``errors`` are sentences about calls that could not be read."""

    calls: tuple[Call, ...] = ()
    answer: str | None = None
    errors: tuple[str, ...] = field(default=())


def tool_call(reply: str) -> ToolTurn:
    """Parse the calls and the final answer of a reply; the last answer wins, and an answer beats calls."""
    answers = _ANSWER.findall(reply)
    if answers:
        return ToolTurn(answer=answers[-1].strip())
    calls: list[Call] = []
    errors: list[str] = []
    for match in _CALL.finditer(reply):
        result = _one_call(reply, match.end())
        if isinstance(result, Call):
            calls.append(result)
        else:
            errors.append(result)
    return ToolTurn(calls=tuple(calls), errors=tuple(errors))


def _one_call(reply: str, start: int) -> Call | str:
    if reply.startswith("<function", start):
        return _xml_call(reply, start)
    try:
        value, _ = json.JSONDecoder().raw_decode(reply, start)
    except (ValueError, RecursionError):
        return 'a <tool_call> must hold JSON like {"name": "...", "arguments": {...}}'
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return 'a tool call needs a "name" that is text'
    arguments = value.get("arguments", value.get("parameters", {}))
    if isinstance(arguments, str):  # some models send the arguments as JSON inside a string
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return f'the "arguments" of {value["name"]} must be a JSON object'
    if not isinstance(arguments, dict):
        return f'the "arguments" of {value["name"]} must be a JSON object'
    return Call(value["name"], arguments)


def _xml_call(reply: str, start: int) -> Call | str:
    match = _FUNCTION.match(reply, start)
    if match is None:
        return "a <function=…> element could not be read"
    arguments: dict[str, Any] = {}
    for name, text in _PARAMETER.findall(match.group(2)):
        text = text.strip()
        try:
            arguments[name] = json.loads(text)
        except (ValueError, RecursionError):
            arguments[name] = text
    return Call(match.group(1), arguments)


def as_reply(item: str) -> str:
    """A ``solution()`` item as an agent would write it: boxed unless it already carries a box or a tag."""
    if _BOX in item or "<tool_call>" in item or "<answer>" in item:
        return item
    return f"{_BOX}{item}}}"


def call_text(name: str, arguments: dict[str, Any]) -> str:
    """A tool call as an agent writes it."""
    return f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>"
