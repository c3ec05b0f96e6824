"""Where the words of a reply come from: which list of an observation an example of a reply points at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from .offers_lists import Group, compared, distinct, forms_of, groups

if TYPE_CHECKING:
    from .offers_forms import Example

_MOST_RANGE = 12
_MEMBER = 4
_HEADED = 2
"""What speaks for a list: it holds the word, or has a word of an example in its label."""
_PLACE = re.compile(r"(?<![\w.])(\d{1,2}) [A-Za-z]+")
_RANGE = re.compile(r"(?<![\w.-])(\d{1,3})(?: to | ?\.\. ?| ?– ?|-)(\d{1,3})(?![\w-])")
_UP_TO = re.compile(r"\bup to (\d{1,2})\b", re.IGNORECASE)


class Sources:
    """The groups of the latest and of the first observation. What an example points at is decided by the
    first, which states the format; what it stands for now is read in the latest."""

    def __init__(self, latest: str, first: str, examples: Sequence[Example]):
        self._texts = (latest, first)
        self._first, self._heads = _read_first(first)
        self._latest = groups(latest, self._heads)
        self._examples = {word for example in examples for word in example.words}

    def chosen(self) -> list[Group]:
        """Groups whose label says that they are to be chosen from: those that the latest observation shows,
        or those of the first."""
        latest = [g for g in self._latest if g.chosen and (len(g.items) > 1 or g.head in self._heads)]
        return latest or [g for g in self._first if g.chosen and len(g.items) > 1]

    def alike(self, group: Group, examples: Sequence[Example]) -> bool:
        """Items as long as the examples are, and numbers where those are numbers."""
        example = examples[0]
        widths = {len(item.split()) for item in group.items}
        return widths == {len(example.words)} and self._fits(group, example.text, example.kind)

    def pick(self, word: str, kind: str, *, member: bool = False, numbers: bool = True) -> Group | None:
        """The group that ``word`` of an example points at, as it reads now; None where none does.

        ``kind`` is what the word stands for (``number``, ``letter`` or ``any``); ``member`` asks that the
        group holds the word; without ``numbers`` no list of numbers will do.
        """
        for found in (self._first, self._latest):
            best = self._best(found, word, kind, member, numbers)
            if best is None:
                continue
            same = (g for g in self._latest if (g.head, g.form) == (best.head, best.form))
            return next(same, best)
        return None

    def _best(self, found: list[Group], word: str, kind: str, member: bool, numbers: bool) -> Group | None:
        scored = []
        for place, group in enumerate(found):
            inside = word in group.items
            if _alone(group) or (member and not inside) or (group.numeric and not numbers):
                continue
            if not inside and (group.form == "row" or group.form.startswith("cell")):
                continue
            if not inside and not self._fits(group, word, kind):
                continue
            # Equal numbers meet by chance, and what is in one's hand is told after what is on the table.
            score = group.rank + (0 if not inside else 1 if group.numeric else _MEMBER)
            score += _HEADED if self._headed(group) else 0
            scored.append((score, place if group.numeric else -place, group))
        best = max(scored, key=lambda entry: entry[:2], default=None)
        return best[2] if best is not None and best[0] >= 0 else None

    def _fits(self, group: Group, word: str, kind: str) -> bool:
        if kind == "number":
            return group.numeric
        if kind == "letter":
            return all(len(item) == 1 and item.isalpha() for item in group.items)
        return True

    def _headed(self, group: Group) -> bool:
        heads = {form for word in group.head.split() for form in (word, word.removesuffix("s"))}
        return bool(heads & self._examples)

    def holder(self, word: str) -> Group | None:
        """The group of words, not numbers, that holds ``word``."""
        return self.pick(word, "any", member=True, numbers=False)

    def columns(self, group: Group) -> list[Group]:
        """All columns of the table that ``group`` is a column of, as they read now."""
        return [g for g in self._latest if g.head == group.head and g.form != "row"]

    def apart(self, items: Sequence[str]) -> Group | None:
        """The best group of words that shares none of ``items``."""
        forms = ("flat", "key", "ends")
        found = [g for g in self._latest if g.rank >= 0 and not _alone(g) and g.form in forms]
        found = [g for g in found if not g.numeric and not set(g.items) & set(items)]
        return max(found, key=lambda g: g.rank, default=None)

    def halves(self) -> tuple[str, ...]:
        """The numbers that things named by two of them (``5-8``) are made of, in order; where one end is
        open (``Open end: 8``), those beside it."""
        ends = [
            g.items[0] for g in self._latest if len(g.items) == 1 and re.search(r"\b(?:end|half)\b", g.head)
        ]
        for group in self._latest:
            if group.form == "flat" and all(re.fullmatch(r"\d{1,2}-\d{1,2}", item) for item in group.items):
                pairs = [item.split("-") for item in group.items]
                both = [pair[i] for pair in pairs for i in (0, 1) if not ends or pair[i - 1] == ends[0]]
                return tuple(sorted(set(both), key=int))
        return ()

    def pieces(self, examples: Sequence[Sequence[str]]) -> list[str]:
        """Words of the lists shown, for replies like ``examples``: digits only where those are digits."""
        digits = all(word.isdigit() for words in examples for word in words)
        width = max(len(words) for words in examples)
        for text, found in zip(self._texts, (self._latest, self._first), strict=True):
            lists = [g for g in found if g.form == "flat" and not g.remembered and len(g.items) > 1]
            shown = [word for group in lists for word in group.items]
            both, between = compared(text, width)
            shown = distinct([*both, *(word for word in shown if word not in between)])
            if words := [word for word in shown if word.isdigit() or not digits]:
                starts = [] if digits else distinct(words[0] for words in examples)
                return distinct([*(starts if len(starts) > 1 else ()), *words])
        return []

    def span(self, verb: str = "") -> list[str]:
        """Numbers of a short range that a text states, after ``verb`` where one is given."""
        for text in self._texts:
            if verb:
                text = text[match.start() :] if (match := re.search(rf"\b{re.escape(verb)} \d", text)) else ""
            if found := (_places(text) if not verb else []) or in_range(text):
                return found
        return []

    def row_length(self) -> int:
        """Places in the longest row of words of the latest observation; 0 where it shows none."""
        rows = [len(g.items) for g in self._latest if g.form == "flat" and not g.numeric and g.rank > -3]
        return max(rows, default=0)


@lru_cache(maxsize=4)
def _read_first(text: str) -> tuple[list[Group], dict[str, str]]:
    """The lists of a first observation, which stays the same for a whole episode, and their forms."""
    return groups(text), forms_of(text)


def _alone(group: Group) -> bool:
    """One thing is no choice, unless it is all that a map leaves."""
    return len(group.items) < 2 and group.form != "ends"


def in_range(text: str) -> list[str]:
    """The numbers of the first short range of a text: ``1 to 4`` · ``up to 3``."""
    for low, high in _RANGE.findall(text) + [("1", high) for high in _UP_TO.findall(text)]:
        if 0 < int(high) - int(low) < _MOST_RANGE:
            return [str(number) for number in range(int(low), int(high) + 1)]
    return []


def _places(text: str) -> list[str]:
    """``1 open 2 shut 3 open`` counts its places."""
    places = _PLACE.findall(text)
    if "1" not in places:
        return []
    start = places.index("1")
    run = [place for i, place in enumerate(places[start:]) if place == str(i + 1)]
    return run if len(run) >= 3 else []
