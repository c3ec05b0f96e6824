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
_BRACE = re.compile(r"\\boxed\{|[{}]")
_CALL = re.compile(r"<tool_call>\s*")
_FUNCTION = re.compile(r"<function\s*=\s*([^>\s]+)\s*>(.*?)(?:</function>|</tool_call>|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter\s*=\s*([^>\s]+)\s*>(.*?)</parameter>", re.DOTALL)
_ANSWER = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)


def boxed(reply: str) -> str:
    """The action a boxed-protocol environment receives for ``reply``; ``boxed(boxed(x)) == boxed(x)``."""
    content = last_box(reply)
    return reply.strip() if content is None else f"{_BOX}{content}}}"


def last_box(reply: str) -> str | None:
    """Content of the last complete ``\\boxed{…}`` span that is not inside another, or None. Linear time.

    Of nested complete spans the outermost closes last, so the span that closes last is the one wanted.
    """
    content: str | None = None
    open_braces: list[int | None] = []  # start of a box's content, None for a plain brace
    for match in _BRACE.finditer(reply):
        if match.group() == "{":
            open_braces.append(None)
        elif match.group() == "}":
            start = open_braces.pop() if open_braces else None
            if start is not None:
                content = reply[start : match.start()]
        else:
            open_braces.append(match.end())
    return content


@dataclass(frozen=True)
class Call:
    """One tool call: ``arguments`` is the JSON object that was sent. The XML-style form has no types:
    there the arguments are guesses and ``texts`` holds what was written, for parameters that are text."""

    name: str
    arguments: dict[str, Any]
    texts: dict[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class ToolTurn:
    """What a reply asks for. ``errors`` are sentences about calls that could not be read."""

    calls: tuple[Call, ...] = ()
    answer: str | None = None
    errors: tuple[str, ...] = ()


def tool_call(reply: str) -> ToolTurn:
    """Parse the calls and the final answer of a reply; the last answer wins, and an answer beats calls."""
    answers = _ANSWER.findall(reply)
    if answers:
        return ToolTurn(answer=answers[-1].strip())
    calls: list[Call] = []
    errors: list[str] = []
    match = _CALL.search(reply)
    while match is not None:
        result, end = _one_call(reply, match.end())
        if isinstance(result, Call):
            calls.append(result)
        else:
            errors.append(result)
        match = _CALL.search(reply, end)  # after this call's end: its texts may hold tags of their own
    return ToolTurn(calls=tuple(calls), errors=tuple(errors))


def _one_call(reply: str, start: int) -> tuple[Call | str, int]:
    """The call that starts at ``start``, or a sentence why it can't be read; and where to read on."""
    if reply.startswith("<function", start):
        match = _FUNCTION.match(reply, start)
        if match is None:
            return "a <function=name> element could not be read", start
        return _xml_call(match), match.end()
    try:
        value, end = _JSON.raw_decode(reply, start)
    except (ValueError, RecursionError):
        return 'a <tool_call> must hold JSON like {"name": "...", "arguments": {...}}', start
    return _json_call(value), end


def _json_call(value: Any) -> Call | str:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return 'a tool call needs a "name" that is text'
    arguments = value.get("arguments", value.get("parameters", {}))
    if isinstance(arguments, str):  # some models send the arguments as JSON inside a string
        arguments = _guess(arguments)
    if not isinstance(arguments, dict):
        return f'the "arguments" of {value["name"]} must be a JSON object'
    return Call(value["name"], arguments)


def _xml_call(match: re.Match[str]) -> Call:
    texts = {name: text.strip() for name, text in _PARAMETER.findall(match.group(2))}
    return Call(match.group(1), {name: _guess(text) for name, text in texts.items()}, texts)


def _guess(text: str) -> Any:
    """The JSON value that ``text`` spells, else the text itself."""
    try:
        return _JSON.decode(text)
    except (ValueError, RecursionError):
        return text


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_JSON = json.JSONDecoder(parse_constant=_no_constant)
"""Strict: Python's decoder would accept NaN and Infinity, which no other reader of a transcript does."""


def as_reply(item: str) -> str:
    """A ``solution()`` item as an agent would write it: boxed unless it already carries a box or a tag."""
    if _BOX in item or "<tool_call>" in item or "<answer>" in item:
        return item
    return f"{_BOX}{item}}}"


def call_text(name: str, arguments: dict[str, Any]) -> str:
    """A tool call as an agent writes it."""
    return f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>"
