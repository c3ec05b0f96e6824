"""The forms a reply can take, from the examples an observation gives of it.

``\\boxed{fix pump}`` is a word and a slot: which words stand still and which are filled from a list is told
by what else the examples say (``\\boxed{pump}`` beside it) and by the lists that hold the words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from .offers_lists import Group, distinct
from .offers_sources import Sources, in_range

MOST_EXAMPLES = 17
"""A text that shows more of them is read no further."""

MOST_WORDS_SPELLED = 2
"""Longer replies are offered in pieces."""

_BEFORE = 80
"""Characters before an example that belong to it."""

_EXAMPLE = re.compile(r"\\boxed\{([^{}\n]{1,40})\}")
_SENTENCE_END = re.compile(r"[.?!;\n]|\\boxed")
_NUMBER = re.compile(r"-?\d{1,3}|n|k|x|numbers?|amount|count|index|position|digit", re.IGNORECASE)
_BLANK = re.compile(
    r"n|x|…|\.\.\.|.*\b(?:answer|numbers?|words?|letters?|move|action|choice|name|item|text)\b.*|your .*",
    re.IGNORECASE,
)
_OPEN = re.compile(r",? or (?:another|any other|a different|other)\b")
_SUCH = re.compile(r"\b(?:such as|for example|for instance|e\.g\.) ?$", re.IGNORECASE)
_POINTS = re.compile(r",? to \w+(?: \w+)? (?:it|one|there|them|this|that|an? \w+)\b")
_MEASURE = re.compile(r"[,:] (?:your\b|(?!\d)(?:[\w']+ ){1,3}(?:of|on|in|far|below|above|per)\b)")
_BARE = re.compile(r"\bor (?:name|say|give|answer|tell) the \w+((?:(?:,? or |, )\w+)*)")
_NOBODY = frozenset(("nobody", "none", "nothing", "neither"))
"""Beside one of these, an example is one of those who might be meant."""
_TWO = re.compile(r"\b(?:two|both|pair)\b", re.IGNORECASE)
_FEWER = re.compile(r"\b(?:at most|up to) two\b", re.IGNORECASE)
_TAKES = re.compile(r"\b(?:take|takes|remove|draw)\b", re.IGNORECASE)
_STEPS = re.compile(r"\b(?:turns?|moves?|steps?|places?)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Example:
    """One ``\\boxed{text}`` with what its sentence says ``before`` and ``after`` it (to the next box)."""

    text: str
    before: str
    after: str

    @property
    def words(self) -> list[str]:
        return self.text.split()

    @property
    def blank(self) -> bool:
        """A stand-in such as ``number`` or ``your move``, never a reply."""
        return _BLANK.fullmatch(self.text) is not None

    @property
    def kind(self) -> str:
        """What it stands for: ``number``, ``letter`` or ``any``."""
        return "letter" if self.text == "letter" else "number" if _NUMBER.fullmatch(self.text) else "any"

    @property
    def such(self) -> bool:
        """One of a kind: ``a side such as \\boxed{north}``."""
        return _SUCH.search(self.before) is not None

    @property
    def open(self) -> bool:
        """Others of its kind exist: ``\\boxed{north} or another``."""
        return self.such or _OPEN.match(self.after) is not None

    @property
    def points(self) -> bool:
        """Names a thing that is there: ``\\boxed{pump} to open it``."""
        return _POINTS.match(self.after) is not None

    @property
    def two(self) -> bool:
        """Its sentence asks for two things of one sort."""
        return _TWO.search(re.split(r"[.?!;\n]", self.before)[-1] + self.after) is not None

    @property
    def measure(self) -> bool:
        """A number of the agent's own, no item of a list: ``\\boxed{6}, one side of the plot``."""
        return _MEASURE.match(self.after) is not None


@dataclass(frozen=True)
class Slot:
    """What may stand at one place of a reply. ``limits`` gives for each item of the slot before it how far
    the numbers from 1 may go."""

    items: tuple[str, ...]
    key: str
    limits: tuple[tuple[str, int], ...] = ()


Form = tuple[Slot | str, ...]


def examples_in(latest: str, first: str) -> list[Example]:
    """The distinct examples of both observations; a text seen twice keeps the words around its first."""
    found: dict[str, Example] = {}
    for text in (latest, first):
        for box in _EXAMPLE.finditer(text):
            end = _SENTENCE_END.search(text, box.end())
            after = text[box.end() : end.start() if end else None]
            found.setdefault(box[1].strip(), Example(box[1].strip(), text[: box.start()][-_BEFORE:], after))
    return [example for example in found.values() if example.text][:MOST_EXAMPLES]


class Reader:
    """Reads the forms of all examples."""

    def __init__(self, examples: Sequence[Example], sources: Sources):
        self._sources = sources
        self._examples = examples
        self._singles = [e for e in examples if len(e.words) == 1]
        self._several = [e for e in examples if len(e.words) > 1]
        self._used = Counter(word for e in examples for word in set(e.words))
        self._bare = next((found for e in examples if (found := _BARE.search(e.after))), None)

    def read(self) -> tuple[list[Form], bool]:
        """The forms, and whether they are all: False where an example of several words is not clear."""
        if not self._several:
            return self._of_singles(), True
        forms: list[Form] = []
        whole = True
        for example in self._examples:
            several = len(example.words) > 1
            form = self._of_several(example) if several else self._of_single(example)
            whole = whole and not (several and form is None)
            forms += [form] if form else []
            if form and len(form) > 1 and _FEWER.search(example.before):
                forms += [(form[-1],)]
        if self._bare:
            slots = [part for form in forms for part in form if isinstance(part, Slot)]
            forms += [(slots[0],)] if slots else []
            forms += [(word,) for word in distinct(re.split(r",? or |, ", self._bare[1]))]
        return forms, whole

    def _of_single(self, example: Example) -> Form | None:
        """The form of a reply of one word beside longer ones: it stands for a thing if it says so, if a list
        or a longer reply holds it; else for itself."""
        stands = example.kind == "number" or example.blank or example.points or self._used[example.text] > 1
        slot = self._slot(example) if stands or self._sources.holder(example.text) else None
        return (slot,) if slot else None if example.blank else (example.text,)

    def _of_singles(self) -> list[Form]:
        """Forms where every example is one word: ``\\boxed{left} or \\boxed{right}`` is all there is,
        ``\\boxed{pump} to open it, \\boxed{wait}`` stands for every pump there is, and for itself."""
        if len(self._singles) == 1:
            slot = self._slot(self._singles[0])
            return [(slot,)] if slot else []
        found = {e.text: self._sources.holder(e.text) for e in self._singles}
        homes = {text: home for text, home in found.items() if home and not home.remembered}
        columns = {(home.head, home.form) for home in homes.values()}
        if len(homes) == len(self._singles) and len(columns) == 1:
            return [(e.text,) for e in self._singles]
        table = next((h for h in homes.values() if h.form.startswith("cell")), None)
        if table is not None:  # examples from two columns: what is in any column is a reply
            mates = [g for g in self._sources.columns(table) if not g.numeric]
            return [(_filled(group),) for group in mates]
        nobody = any(example.text in _NOBODY for example in self._singles)
        forms: list[Form] = []
        for example in self._singles:
            pointing = not homes and (example.points or nobody) and example.text not in _NOBODY
            stands = example.text in homes or example.blank or pointing
            slot = self._slot(example) if stands else None
            forms += [(slot,)] if slot else [] if example.blank else [(example.text,)]
        return forms

    def _slot(self, example: Example) -> Slot | None:
        """What a reply of one word stands for; None where no list is like it."""
        if home := self._sources.holder(example.text):
            return _filled(home)
        if example.kind != "number":
            group = None if example.open else self._sources.pick(example.text, example.kind)
            return _filled(group) if group else None
        if near := in_range(example.after[:24]):
            return Slot(tuple(near), "range")
        if example.measure:
            halves = self._sources.halves()
            return Slot(halves, "halves") if halves else self._ranged("")
        if group := self._sources.pick(example.text, "number"):
            return _filled(group)
        return self._ranged("") or self._stepped(example)

    def _ranged(self, verb: str) -> Slot | None:
        found = self._sources.span(verb)
        return Slot(tuple(found), "range") if found else None

    def _stepped(self, example: Example) -> Slot | None:
        """So many steps as lead from one place of the row shown to any other."""
        length = self._sources.row_length() if _STEPS.search(example.after) else 0
        return Slot(tuple(map(str, range(1, length))), "steps") if length > 2 else None

    def _of_several(self, example: Example) -> Form | None:
        """The form of a reply of several words, or None where it is not clear."""
        words = example.words
        if rows := self._sources.pick(example.text, "any", member=True):
            return (_filled(rows),)
        if len(words) > MOST_WORDS_SPELLED:
            return None
        parts: list[Slot | str | None] = []
        for i, word in enumerate(words):
            parts.append(self._part(example, i, word, parts))
        for i in reversed(range(len(words))):
            if parts[i] is None:
                parts[i] = self._guess(example, i, parts)
        form = tuple(part for part in parts if part is not None)
        return form if len(form) == len(words) and any(isinstance(part, Slot) for part in form) else None

    def _part(self, example: Example, place: int, word: str, before: list[Slot | str | None]) -> Slot | None:
        """The slot that a word of an example clearly is, or None."""
        if home := self._sources.holder(word):
            return _filled(home)
        if Example(word, "", "").kind == "number":
            return self._number(example, place, word, before)
        stands = word in [e.text for e in self._singles] or self._used[word] > 1
        group = self._sources.pick(word, "any", numbers=False) if stands else None
        return _filled(group) if group else None

    def _number(
        self, example: Example, place: int, word: str, before: list[Slot | str | None]
    ) -> Slot | None:
        if place and before[-1] is None and _TAKES.search(example.after):
            heaps = self._sources.pick(example.words[place - 1], "any", numbers=False)
            before[-1] = _filled(heaps) if heaps and heaps.counts else None
        last = before[-1] if before else None
        if isinstance(last, Slot) and last.limits and _TAKES.search(example.after):
            most = max(limit for _, limit in last.limits)
            return Slot(tuple(str(n + 1) for n in range(most)), "taken", last.limits)
        verb = example.words[place - 1] if place and last is None else ""
        if verb and (slot := self._ranged(verb)):
            return slot
        group = self._sources.pick(word, "number")
        return _filled(group) if group else self._stepped(self._several[-1])

    def _guess(self, example: Example, place: int, parts: list[Slot | str | None]) -> Slot | str | None:
        """A word that no list holds: a standing word such as a verb, another thing of the list its
        neighbour is from, or (None) anybody's guess."""
        words = example.words
        named = [part for part in parts if isinstance(part, Slot) and any(map(_word, part.items))]
        known = named[0] if named else None
        if any(_twins(words, other.words, place) for other in self._several):
            return words[place]
        if place:
            guessed = known is None and (self._bare or example.two)
            group = self._sources.pick(words[place], "any", numbers=False) if guessed else None
            return _filled(group) if group else known
        rest = words[1:]
        counted = not any(map(_word, rest)) and words[0].isalpha()
        if self._bare or counted or any(self._used[word] > 1 for word in rest if _word(word)):
            return words[0]
        if known is None or example.two:
            return known
        other = self._sources.apart(known.items)
        return _filled(other) if other else None


def _twins(words: list[str], other: list[str], place: int) -> bool:
    """Alike but for one place; any number is like any other."""
    if len(words) != len(other) or words[place] == other[place]:
        return False
    pairs = [(a, b) for i, (a, b) in enumerate(zip(words, other, strict=True)) if i != place]
    return all(a == b or not (_word(a) or _word(b)) for a, b in pairs)


def _word(word: str) -> bool:
    return _NUMBER.fullmatch(word) is None


def _filled(group: Group) -> Slot:
    limits = tuple(zip(group.items, group.counts, strict=True)) if group.counts else ()
    return Slot(group.items, f"{group.head}/{group.form}", limits)


def spelled(forms: Sequence[Form], most: int) -> list[str]:
    """Every reply of the forms, or nothing where they are more than ``most``. Two slots of one list never
    name the same thing."""
    if sum(prod(len(part.items) for part in form if isinstance(part, Slot)) for form in forms) > 4 * most:
        return []
    replies = distinct(reply for form in forms for reply in _spelled(form))
    return replies if len(replies) <= most else []


def _spelled(form: Form) -> list[str]:
    found = []
    for words in product(*((part,) if isinstance(part, str) else part.items for part in form)):
        slots = [(part, word) for part, word in zip(form, words, strict=True) if isinstance(part, Slot)]
        same = len({part.key for part, _ in slots}) < len(slots) and len({word for _, word in slots}) == 1
        over = any(part.limits and part.key == "taken" and not _within(part, words) for part, _ in slots)
        if not same and not over:
            found.append(" ".join(words))
    return found


def _within(amount: Slot, words: tuple[str, ...]) -> bool:
    return int(words[-1]) <= dict(amount.limits).get(words[-2], 0)


def pieces(forms: Sequence[Form]) -> list[str]:
    """The words that replies of several words are built from: those that stand, then those of the lists."""
    long = [form for form in forms if len(form) > 1]
    still = [part for form in long for part in form if isinstance(part, str)]
    return distinct(
        [*still, *(item for form in long for p in form if isinstance(p, Slot) for item in p.items)]
    )
