"""Topic names taken from the environments' own words: the phrase that most members of a topic share.

Generated titles and summaries repeat what a group is about in whole phrases ("sort a row by swapping
neighbours"). Such a phrase reads like something a person wrote, because a person or a model wrote it; a
bag of keywords does not. A phrase is good when many members hold it, few others do, and it says enough.
Standard library only.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pipeline.topic_labels import FILLER, stem

Span = tuple[str, ...]

LONGEST = 7
"""Words of a phrase, at most."""
MOST_CHARS = 38
"""Characters of a name on the map, at most; a longer one hides its neighbours."""
_FEWEST = 0.14
"""Share of a topic's members that must hold a phrase before it may name the topic."""
_ENOUGH = 0.5
"""Share from which one phrase is name enough; below it a second one is added for the others."""

_NO_START_TEXT = """
    a an and are as at be but by did do does down for from has have her his if in into is it its no nor not of
    on one or out over past so than that the their them then there these they this those to under until up was
    were while will with you your
"""
_NO_START = frozenset(_NO_START_TEXT.split())
_GOOD_ENDS = frozenset({"line", "lines", "number", "numbers", "order", "place", "places", "word", "words"})
_QUESTION = frozenset({"how", "what", "when", "where", "which", "who", "whose"})
_TOKEN = re.compile(r"[A-Za-z][A-Za-z'-]*|\d+")


class _Found(NamedTuple):
    """Phrases of one topic: the members (by number) that hold each, and how whole each is on average (0 cut
    out of the middle of a clause, 2 a clause by itself)."""

    holders: dict[Span, set[int]]
    whole: dict[Span, float]
    members: int


def spans(text: str) -> Iterator[tuple[Span, int]]:
    """Phrases of ``text`` that could be a name, lower case: 2 to :data:`LONGEST` words of one clause, without
    numbers, from a word that may open a phrase to one with a meaning of its own. With each, at how many ends
    (0 to 2) it reaches the end of its clause."""
    for clause in re.split(r"[.,;:!?()\[\]{}\n\"\\|/<>=]+", text):
        words = [word.lower().strip("'-") for word in _TOKEN.findall(clause)]
        for start, first in enumerate(words):
            if first in _NO_START or not first.isalpha():
                continue
            for end in range(start + 1, min(start + LONGEST, len(words))):
                if words[end].isdigit():
                    break
                if _may_end(words[end]) and _content(words[start : end + 1]):
                    whole = (start == 0) + (end == len(words) - 1)
                    yield tuple(words[start : end + 1]), whole


def names(texts: Mapping[int, Sequence[str]], keywords: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """A name for every topic, no two alike. ``texts`` maps a topic to the texts of its members; ``keywords``
    to words that name it where its members share no phrase."""
    found = {topic: _holders(members) for topic, members in texts.items()}
    spread: Counter[Span] = Counter()
    for one in found.values():
        for span, holders in one.holders.items():
            spread[span] += len(holders) / one.members  # type: ignore[assignment]
    named: dict[int, str] = {}
    for topic in sorted(texts, key=lambda t: (-len(texts[t]), t)):
        named[topic] = _unlike(_candidates(found[topic], spread, keywords[topic]), named)
    return named


def _candidates(found: _Found, spread: Mapping[Span, float], keywords: Sequence[str]) -> Iterator[str]:
    """Names for one topic, best first."""
    ranked = _ranked(found, spread, found.holders)
    for first, _ in zip(ranked, range(12), strict=False):
        second = _second(first, found, spread)
        if second:
            yield f"{_shown(first)}, {_shown(second, inner=True)}"
        yield _shown(first)
    for word in keywords if ranked else ():  # every phrase is taken: say what sets this apart
        yield f"{_shown(ranked[0])}: {word}"
    words = list(keywords) or ["mixed environments"]
    for length in range(min(2, len(words)), len(words) + 1):
        yield _joined(words[:length])


def _second(first: Span, found: _Found, spread: Mapping[Span, float]) -> Span | None:
    """A phrase for the members that do not hold ``first``, when those are many."""
    if len(found.holders[first]) >= _ENOUGH * found.members:
        return None
    room = MOST_CHARS - len(" ".join(first)) - 2
    used = {stem(word) for word in first if word not in FILLER}
    left = {
        span: holders - found.holders[first]
        for span, holders in found.holders.items()
        if len(" ".join(span)) <= room and used.isdisjoint(stem(word) for word in span)
    }
    return next(iter(_ranked(found, spread, left)), None)


def _ranked(found: _Found, spread: Mapping[Span, float], of: Mapping[Span, set[int]]) -> list[Span]:
    least = max(2, math.ceil(_FEWEST * found.members)) if found.members > 2 else 1
    score = {
        span: _score(span, len(holders) / found.members, spread[span]) * (1 + 0.2 * found.whole[span])
        for span, holders in of.items()
        if len(holders) >= least and len(" ".join(span)) <= MOST_CHARS
    }
    return sorted(score, key=lambda span: (-score[span], span))


def _score(span: Span, share: float, spread: float) -> float:
    """Shared by many here, by few elsewhere, and telling: two words of meaning or more, not too long."""
    telling = sum(word not in FILLER for word in span)
    worth = {1: 0.6, 2: 1.0, 3: 1.2}.get(telling, 1.3)
    long = 0.85 if len(span) > 5 else 1.0
    return share * math.sqrt(share / max(spread, share)) * worth * long


def _holders(members: Sequence[str]) -> _Found:
    holders: dict[Span, set[int]] = {}
    ends: Counter[Span] = Counter()
    for number, text in enumerate(members):
        for span, whole in dict(spans(text)).items():
            holders.setdefault(span, set()).add(number)
            ends[span] += whole
    mean = {span: ends[span] / len(those) for span, those in holders.items()}
    return _Found(holders, mean, max(len(members), 1))


def _unlike(candidates: Iterator[str], named: Mapping[int, str]) -> str:
    """The first candidate that says something no earlier name says; failing that one that is not the same."""
    taken = {frozenset(_words(name)) for name in named.values()}
    spare = ""
    for name in candidates:
        words = frozenset(_words(name))
        if not any(words <= other for other in taken):
            return name
        if not spare and name not in named.values():
            spare = name
    spare = spare or name
    number = 2
    while spare in named.values():
        spare, number = f"{spare.split(' (')[0]} ({number})", number + 1
    return spare


def _words(name: str) -> list[str]:
    return [stem(word) for word in re.findall(r"[a-z'-]+", name.lower()) if word not in FILLER]


def _may_end(word: str) -> bool:
    return len(word) > 2 and word not in _QUESTION and (word not in FILLER or word in _GOOD_ENDS)


def _content(words: Sequence[str]) -> bool:
    """Whether a phrase says something: two words of meaning, or one and what it does."""
    telling = sum(word not in FILLER for word in words)
    return telling >= 2 or (telling == 1 and len(words) >= 3)


def _shown(span: Span, *, inner: bool = False) -> str:
    text = " ".join(span)
    return text if inner else text[:1].upper() + text[1:]


def _joined(words: Sequence[str]) -> str:
    text = words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
    return text[:1].upper() + text[1:]
