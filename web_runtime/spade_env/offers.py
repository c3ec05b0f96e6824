"""What a page may offer a person to press: moves, or pieces of a move, found in an observation.

It reads text only, and an environment may accept more than is found. A wrong button is worse than none, so
everything here prefers silence: the reply format shown (the ``\\boxed{...}`` examples) decides what may be a
reply, and the lists of the observation (:mod:`spade_env.offers_lists`) what its words may be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .offers_forms import Example, Reader, examples_in, pieces, spelled
from .offers_lists import distinct
from .offers_sources import Sources

MOST_MOVES = 16
MOST_WORDS = 24
"""Where an observation names more, buttons would be a wall of noise and nothing is offered."""

_READ = 6000
"""Characters of an observation that are searched."""

_BESIDE = re.compile(
    r"\\boxed\{([^{}\n]{1,30})\}((?:(?:,? or |, )[\w-]{1,20}(?=[,.;?]| or |$))+)", re.MULTILINE
)
_ONE_OF = re.compile(r"\bone of(?:: |\s+(?=[^.?!\n:]*(?:,| or )))([^.?!\n:]+)", re.IGNORECASE)
_LETTERED = re.compile(r"^[ \t]*[(\[]?([A-Ha-h]|\d{1,2})[).\]:][ \t]+\S", re.MULTILINE)
_QUESTION = re.compile(r"(?:^|[:,]) ((?:\w+, )*\w+ or \w+)\?\s*$")
_QUESTION_END = 120
"""Characters that a last question with its answers takes."""
_MORE = frozenset(("another", "other", "others", "any", "more"))
_DIRECTIONS = (
    ("up", "down", "left", "right"),
    ("north", "south", "west", "east"),
    ("front", "back", "left", "right"),
)
_VERBS = ("go", "move", "push", "walk", "step", "slide", "turn")


@dataclass(frozen=True)
class Offers:
    """``moves`` are whole replies without their box, ``words`` pieces to build a longer one from."""

    moves: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def offers(observation: str, first_observation: str) -> Offers:
    """What to offer for the latest observation of an episode; the first one states the reply format."""
    latest, first = observation[-_READ:], first_observation[:_READ]
    examples = examples_in(latest, first)
    sources = Sources(latest, first, examples)
    moves = (
        _asked(latest)
        or _directions(examples, f"{first}\n{latest}")
        or _named(latest, examples)
        or _named(first, examples)
        or _chosen(sources, examples)
    )
    if moves:
        return Offers(tuple(moves) if len(moves) <= MOST_MOVES else ())
    return _built(examples, sources)


def _built(examples: list[Example], sources: Sources) -> Offers:
    """Whole replies where they are short and few; else those of one word, and pieces for the others."""
    forms, whole = Reader(examples, sources).read()
    longer = [form for form in forms if len(form) > 1]
    if whole and (moves := spelled(forms, MOST_MOVES)):
        return Offers(tuple(moves))
    short = spelled([form for form in forms if len(form) == 1], MOST_MOVES)
    several = [example.words for example in examples if len(example.words) > 1]
    words = pieces(longer) if whole else sources.pieces(several)
    return Offers(tuple(short), tuple(words) if len(words) <= MOST_WORDS else ())


def _asked(latest: str) -> list[str]:
    """Answers of a last question ``…: yes or no?``."""
    asked = _QUESTION.search(latest[-_QUESTION_END:])
    return _alternatives(asked[1]) if asked else []


def _directions(examples: list[Example], text: str) -> list[str]:
    """Moves of a text that shows a direction as a reply: those shown, or where it shows one, all that it
    names, or all there are if it says that there are others."""
    found: tuple[int, list[str]] = (0, [])
    for words in _DIRECTIONS:
        shown = {e.text: verb for e in examples if (verb := _verb_of(e.text, words)) is not None}
        if not shown:
            continue
        named = [word for word in words if re.search(rf"\b{word}\b", text, re.IGNORECASE)]
        if len(named) < 2:
            continue
        if len(shown) == 1 and (one := next(e for e in examples if e.text in shown)).open:
            if len(named) < 4 and not one.such:
                continue
            wanted = list(words)
        else:
            wanted = named
        replies = [f"{next(iter(shown.values()))} {word}".strip() for word in wanted]
        others = [e.text for e in examples if e.text not in shown and not e.blank]
        moves = [*(replies if len(shown) == 1 else shown), *others]
        found = max((len(named), moves), found, key=lambda entry: entry[0])
    if not found[1]:
        return []
    listed = [item for part in _ONE_OF.findall(text) for item in _alternatives(part)]
    return distinct(listed) if set(found[1]) < set(listed) else found[1]


def _verb_of(example: str, words: tuple[str, ...]) -> str | None:
    """Nothing for a bare direction, the verb of ``go up``, None for anything else."""
    *verb, last = example.lower().split() or [""]
    if last not in words:
        return None
    return "" if not verb else verb[0] if len(verb) == 1 and verb[0] in _VERBS else None


def _named(text: str, examples: list[Example]) -> list[str]:
    """Alternatives that the text itself names: ``\\boxed{a}, b or c`` · ``one of a, b, c`` · ``A) …``."""
    found = [_alternatives(f"{first}, {rest}") for first, rest in _BESIDE.findall(text)]
    found += [_alternatives(part) for part in _ONE_OF.findall(text) if "\\boxed" not in part]
    found += [_lettered(text)]
    shown = [example.text for example in examples]
    for items in found:
        if len(items) >= 2:
            return distinct([*items, *(() if len(shown) < 2 or not set(shown) & set(items) else shown)])
    return []


def _alternatives(part: str) -> list[str]:
    """``a, b or c`` as a list, or nothing where one of them is no single word."""
    items = distinct(re.split(r",? or |, ", part.strip()))
    return items if all(re.fullmatch(r"[\w-]{1,20}", i) and i not in _MORE for i in items) else []


def _lettered(text: str) -> list[str]:
    """Keys of a list ``A) … B) …`` or ``1. … 2. …``, one a line, when they count up from the first."""
    keys = _LETTERED.findall(text)
    if len(keys) < 2 or keys[0] not in ("1", "A", "a"):
        return []
    counted = [str(i + 1) if keys[0] == "1" else chr(ord(keys[0]) + i) for i in range(len(keys))]
    return keys if keys == counted else []


def _chosen(sources: Sources, examples: list[Example]) -> list[str]:
    """Items of a list that calls itself the moves, the options or the choices, where they are like every
    example."""
    widths = {len(example.words) for example in examples}
    for group in sources.chosen():
        items = list(group.items)
        if {e.text for e in examples} <= set(items) or (len(widths) == 1 and sources.alike(group, examples)):
            return items
    return []
