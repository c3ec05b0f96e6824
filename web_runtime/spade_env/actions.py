"""Finding what could be done in what was shown: legal-looking moves in an observation.

Used by the random agent of the validator and by the baseline "random" policy. It reads text only, so it
guesses, and widely: what a page offers a person is :mod:`spade_env.offers`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import Any

from .protocols import call_text

MOST = 40
"""Moves returned at most."""

_LEAD = (
    r"(?:one of|options?|choose(?: from| between| among)?|pick(?: from| one of)?|from|moves?|actions?"
    r"|say|answer|reply|send)"
)
_LIST = re.compile(rf"\b{_LEAD}\b[^:.\n]{{0,40}}?[:]?\s+([^.\n;]+)", re.IGNORECASE)
_QUOTED = re.compile(r"['\"“‘]([^'\"”’\n]{1,30})['\"”’]")
_BRACKETED = re.compile(r"\[([^\]\n]{1,120})\]|\(([^)\n]{1,120})\)|\{([^}\n]{1,120})\}")
_BOXED = re.compile(r"\\boxed\{([^{}\n]{1,30})\}")
_RANGE = re.compile(r"(-?\d{1,4})\s*(?:\.\.|-|–|to|and|through)\s*(-?\d{1,4})", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])-?\d{1,4}(?![\w.])")
_LABELLED = re.compile(
    r"(?:^|[\s,;(])([A-Za-z]|\d{1,2})[):=]\s*(\w[\w ]{0,20}?)(?=[,;.\n()]|\s+\w{1,2}[):=]|$)"
)
_DIRECTIONS = (
    ("up", "down", "left", "right"),
    ("north", "south", "east", "west"),
)
_FILLER = re.compile(r"^(?:with|as|by|the|a|an|is|are|either) ", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"^(?:…|\.\.\.|n|x|answer|number|word|action|move|your .*)$", re.IGNORECASE)


def legal_looking(observations: Iterable[str]) -> list[str]:
    """Distinct moves named by the texts, latest text first, at most :data:`MOST`."""
    return _distinct(move for text in observations for move in (*_offered_in(text), *_loose(text)))


def _distinct(moves: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    for move in moves:
        move = _FILLER.sub("", move.strip(" \t,.;:!?\"'`"))
        if move and len(move) <= 30 and not _PLACEHOLDER.match(move):
            found.setdefault(move)
    return list(found)[:MOST]


def _offered_in(text: str) -> Iterable[str]:
    plain = _BOXED.sub(r"\1", text)
    yield from _directions(plain)
    for match in _LIST.finditer(plain):
        parts = re.split(r",|\bor\b|\band\b|/|\|", match.group(1))
        if len(parts) > 1:
            parts[0] = parts[0].rpartition(":")[2]  # "with one of: red"
            yield from (part for part in parts if len(part.split()) <= 3)
    yield from _BOXED.findall(text)
    for groups in _BRACKETED.findall(plain):
        parts = re.split(r",|/|\|", next(part for part in groups if part))
        if len(parts) > 1:
            yield from (part for part in parts if len(part.split()) <= 3)
    yield from _QUOTED.findall(plain)


def _loose(text: str) -> Iterable[str]:
    for low, high in _RANGE.findall(text):
        if 0 < int(high) - int(low) <= MOST:
            yield from (str(n) for n in range(int(low), int(high) + 1))
    for key, word in _LABELLED.findall(text):
        yield key
        yield word
    yield from _NUMBER.findall(text)


def _directions(text: str) -> Iterable[str]:
    lower = text.lower()
    for words in _DIRECTIONS:
        named = [word for word in words if re.search(rf"\b{word}\b", lower)]
        if len(named) < 2:
            continue
        verbs = (
            verb for verb in ("go", "move", "push") if re.search(rf"\b{verb} (?:{'|'.join(named)})\b", lower)
        )
        verb = next(verbs, None)
        yield from (f"{verb} {word}" if verb else word for word in named)


class RandomAgent:
    """Plays legal-looking replies from its own seeded generator: boxed moves or conforming tool calls."""

    def __init__(self, seed: int, tools: list[dict[str, Any]]):
        # Not random.Random(seed): a program seeds its instance that way, and an agent drawing from the same
        # stream would guess what the program drew.
        self._rng = random.Random(f"agent:{seed}")
        self._tools = tools

    def reply(self, observations: list[str]) -> str:
        """Next reply given everything shown so far, oldest first."""
        if self._tools:
            return self._tool_reply(observations)
        moves = legal_looking([observations[-1], observations[0]])
        if not moves:
            moves = ["1", "yes", "a"]
        return f"\\boxed{{{self._rng.choice(moves)}}}"

    def _tool_reply(self, observations: list[str]) -> str:
        words = legal_looking([observations[-1], observations[0]]) or ["1"]
        if self._rng.random() < 0.2:
            return f"<answer>{self._rng.choice(words)}</answer>"
        function = self._rng.choice(self._tools)["function"]
        arguments = conforming(function.get("parameters", {}), words, self._rng)
        return call_text(function["name"], arguments)


def conforming(schema: dict[str, Any], words: list[str], rng: random.Random) -> Any:
    """A random value that fits a JSON schema; texts are drawn from ``words``."""
    if schema.get("enum"):
        return rng.choice(schema["enum"])
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        properties = schema.get("properties") or {}
        return {name: conforming(part, words, rng) for name, part in properties.items()}
    if kind == "array":
        return [conforming(schema.get("items") or {"type": "string"}, words, rng)]
    if kind == "boolean":
        return rng.random() < 0.5
    if kind in ("integer", "number"):
        numbers = [int(word) for word in words if re.fullmatch(r"-?\d{1,4}", word)]
        return rng.choice(numbers) if numbers and rng.random() < 0.7 else rng.randint(0, 12)
    return rng.choice(words)


__all__ = ["MOST", "RandomAgent", "conforming", "legal_looking"]
