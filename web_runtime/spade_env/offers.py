"""What a page may offer a person to press: moves, or pieces of a move, found in an observation.

It reads text only, and an environment may accept more than is found. A wrong button is worse than none, so
everything here prefers silence: a list counts when the reply format shown (the ``\\boxed{...}`` examples)
agrees that its items are replies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

MOST_MOVES = 16
MOST_WORDS = 24
"""Where an observation names more, buttons would be a wall of noise and nothing is offered."""

_READ = 6000
"""Characters of an observation that are searched."""

_EXAMPLE = re.compile(r"\\boxed\{([^{}\n]{1,40})\}")
_BESIDE = re.compile(
    r"\\boxed\{([^{}\n]{1,30})\}((?:(?:,? or |, )[\w-]{1,20}(?=[,.;?]| or |$))+)", re.MULTILINE
)
_DIRECTIONS = (("up", "down", "left", "right"), ("north", "south", "west", "east"))
_VERBS = ("go", "move", "push", "walk", "step", "slide", "turn")
_LIST = re.compile(
    r"(?:^|[.?!;\n])[ \t]*(?P<head>[A-Za-z][A-Za-z ]{0,24}(?: \d{1,2}(?: of \d{1,2})?)?):[ \t]+"
    r"(?P<tail>(?:[^.?!\n]|\?(?=[,.]))+)"
)
_CHOICE_HEAD = re.compile(r"\b(?:options?|choices?|choose|pick|moves?|actions?|commands?)\b", re.IGNORECASE)
_STATE_HEAD = re.compile(
    r"(?:row|line|word|code|log|tried|tests?|known|last|blocked|closed|decoded|reached|active|history|goal|you"
    r"|target|position|state|board|score|turn|round|step|list|user|left|found|done|example)\b",
    re.IGNORECASE,
)
_MEMORY_HEAD = re.compile(r"(?:tried|tests?|log|known|last|example)\b", re.IGNORECASE)
_ONE_OF = re.compile(r"\bone of(?:: |\s+(?=[^.?!\n:]*(?:,| or )))([^.?!\n:]+)", re.IGNORECASE)
_LETTERED = re.compile(r"^[ \t]*[(\[]?([A-Ha-h]|\d{1,2})[).\]:][ \t]+\S", re.MULTILINE)
_PLACE = re.compile(r"(?<![\w.])(\d{1,2}) [A-Za-z]+")
_RANGE = re.compile(r"(?<![\w.-])(\d{1,3})(?: to | ?\.\. ?| ?– ?|-)(\d{1,3})(?![\w-])")
_UP_TO = re.compile(r"\bup to (\d{1,2})\b", re.IGNORECASE)
_TOKEN = re.compile(r"(?=.*\w)[\w*+/'=→>-]{1,20}|->|=")
_NUMBER = re.compile(r"\d{1,3}|n|k|x|numbers?|amount|count|index|position|digit", re.IGNORECASE)
_BLANK = re.compile(
    r"n|x|…|\.\.\.|.*\b(?:answer|numbers?|words?|move|action|choice|name|item|text)\b.*|your .*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Offers:
    """``moves`` are whole replies without their box, ``words`` pieces to build a longer one from."""

    moves: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def offers(observation: str, first_observation: str) -> Offers:
    """What to offer for the latest observation of an episode; the first one states the reply format."""
    latest, first = observation[-_READ:], first_observation[:_READ]
    examples = _distinct([*_EXAMPLE.findall(latest), *_EXAMPLE.findall(first)])
    moves = _directions(examples, f"{first}\n{latest}")
    items = _items(latest, examples) or _items(first, examples)
    moves = moves or _as_replies(items, examples)
    if moves:
        return Offers(moves=tuple(moves) if len(moves) <= MOST_MOVES else ())
    if any(" " in example for example in examples):
        words = _pieces(latest, examples) or _pieces(first, examples)
        return Offers(words=tuple(words) if len(words) <= MOST_WORDS else ())
    return Offers()


def _directions(examples: list[str], text: str) -> list[str]:
    """Moves of a text that shows a direction as a reply, completed to all the directions it names."""
    for words in _DIRECTIONS:
        verbs = [verb for example in examples if (verb := _verb_of(example, words)) is not None]
        named = [word for word in words if re.search(rf"\b{word}\b", text, re.IGNORECASE)]
        if verbs and len(named) > 1:
            others = [e for e in examples if _verb_of(e, words) is None and not _BLANK.fullmatch(e)]
            return [f"{verbs[0]} {word}".strip() for word in named] + others
    return []


def _verb_of(example: str, words: tuple[str, ...]) -> str | None:
    """Nothing for a bare direction, the verb of ``go up``, None for anything else."""
    *verb, last = example.lower().split() or [""]
    if last not in words:
        return None
    return "" if not verb else verb[0] if len(verb) == 1 and verb[0] in _VERBS else None


def _items(text: str, examples: list[str]) -> list[str]:
    """The alternatives a text lists, by the clearest sign first."""
    lists = [(m["head"], m["tail"]) for m in _LIST.finditer(text) if "\\boxed" not in m["tail"]]
    chosen = [_listed(tail) for head, tail in lists if _CHOICE_HEAD.search(head)]
    named = [_listed(found) for found in _ONE_OF.findall(text) if "\\boxed" not in found]
    plain = [_described(tail) if _STATE_HEAD.match(head) else _listed(tail) for head, tail in lists]
    width = max((len(example.split()) for example in examples), default=1)
    shown = {word for example in examples for word in example.split()}
    plain.sort(key=lambda found: not shown & {word for item in found for word in item.split()})
    fitting = [f for f in plain if set(f) & set(examples) or all(len(item.split()) <= width for item in f)]
    for found in (*chosen, _beside_example(text), *named, _lettered(text), *fitting):
        if len(found) >= 2:
            return found
    return _numbers(text) if any(_NUMBER.fullmatch(example) for example in examples) else []


def _beside_example(text: str) -> list[str]:
    """Items of ``\\boxed{a}, b or c``."""
    for first, rest in _BESIDE.findall(text):
        return _distinct([first, *re.split(r",? or |, ", rest)])
    return []


def _listed(tail: str) -> list[str]:
    """Items of one list: ``a, b or c`` · ``a b c``, or what :func:`_described` finds."""
    described = _described(tail)
    parts = _parts(tail)
    if described or not all(_TOKEN.fullmatch(token) for part in parts for token in part):
        return described
    if len(parts) == 1 or ";" in tail:
        words = [word for part in parts for word in part]
        return [] if "of" in words else _distinct(words)
    alike = len({len(part) for part in parts}) == 1
    return _distinct(" ".join(part) for part in parts) if alike or max(map(len, parts)) <= 3 else []


def _described(tail: str) -> list[str]:
    """Things with something said of each: ``a 2 kg, b 5 kg`` or ``a shut, b shut`` (a, b) · ``a feeds b, b
    feeds c, …`` (what is fed)."""
    parts = _parts(tail)
    if len(parts) < 2 or min(map(len, parts)) < 2:
        return []
    firsts = _distinct(part[0] for part in parts)
    if len(parts) > 2 and {len(p) for p in parts} == {3} and len({p[1] for p in parts}) == 1:
        return sorted({part[2] for part in parts}) if not parts[0][1].isdigit() else firsts
    numbered = all(not part[0].isdigit() and (part[1].isdigit() or part[1] == "?") for part in parts)
    states = {len(p) for p in parts} == {2} and len({p[1] for p in parts}) < len(parts) == len(firsts)
    return firsts if numbered or states else []


def _parts(tail: str) -> list[list[str]]:
    return [words for part in re.split(r",|;|\||\bor\b|\band\b", tail) if (words := part.split())]


def _lettered(text: str) -> list[str]:
    """Keys of a list ``A) … B) …`` or ``1. … 2. …``, one a line, when they count up from the first."""
    keys = _LETTERED.findall(text)
    if len(keys) < 2 or keys[0] not in ("1", "A", "a"):
        return []
    counted = [str(i + 1) if keys[0] == "1" else chr(ord(keys[0]) + i) for i in range(len(keys))]
    return keys if keys == counted else []


def _numbers(text: str) -> list[str]:
    """``1 open 2 shut 3 open`` counts its places; ``1 to 4`` is a range when it is short."""
    places = _PLACE.findall(text)
    if "1" in places:
        start = places.index("1")
        run = [place for i, place in enumerate(places[start:]) if place == str(i + 1)]
        if len(run) >= 3:
            return run
    for low, high in _RANGE.findall(text) + [("1", high) for high in _UP_TO.findall(text)]:
        if 0 < int(high) - int(low) < MOST_MOVES - 4:
            return [str(number) for number in range(int(low), int(high) + 1)]
    return []


def _as_replies(items: list[str], examples: list[str]) -> list[str]:
    """The items in every form the examples show: ``\\boxed{bar}`` and ``\\boxed{cause bar}`` give both."""
    single = [example for example in examples if " " not in example and not _BLANK.fullmatch(example)]
    if len(single) > 1 and len(single) == len(examples):
        return _distinct([*items, *single]) if set(items) & set(single) else single
    if not items or all(" " not in example for example in examples):
        return items
    forms = [_form(example, items, examples) for example in examples]
    if len(forms) > 1 and None not in forms:
        return [form.replace("\0", item) for form in forms if form is not None for item in items]
    widths = {len(example.split()) for example in examples}
    return items if {len(item.split()) for item in items} == widths or set(items) & set(examples) else []


def _form(example: str, items: list[str], examples: list[str]) -> str | None:
    """The example with the one item it names left open, or None where it names none or several."""
    words = example.split()
    named = [i for i, word in enumerate(words) if word in items or (len(examples) > 1 and word in examples)]
    if len(named) != 1 or any(word.isdigit() for i, word in enumerate(words) if i not in named):
        return None
    return " ".join("\0" if i == named[0] else word for i, word in enumerate(words))


def _pieces(text: str, examples: list[str]) -> list[str]:
    """Words for replies of several words: how the examples start, and what every list holds; only digits
    where the examples are digits."""
    tails = [match["tail"] for match in _LIST.finditer(text) if not _MEMORY_HEAD.match(match["head"])]
    found = [word for tail in tails if len(listed := _listed(tail)) > 1 for word in listed if " " not in word]
    if all(word.isdigit() for example in examples for word in example.split()):
        return _distinct(word for word in found if word.isdigit())
    starts = _distinct(example.split()[0] for example in examples)
    return _distinct([*(starts if len(starts) > 1 else ()), *found]) if found else []


def _distinct(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(item.strip() for item in items if item.strip()))
