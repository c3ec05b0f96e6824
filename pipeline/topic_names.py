"""Topic names that a person would write: the kinds of environment a topic holds, or its commonest phrase.

Most environments are of a kind that has a name (:mod:`pipeline.topic_vocabulary`), and a topic is called by
the kinds of its members. For the rest the members' own words have to do. Generated titles and summaries
repeat what a group is about in whole phrases ("sort a row by swapping neighbours"), and such a phrase reads
like something a person wrote, because a person or a model wrote it; a bag of keywords does not. A phrase is
good when many members hold it, few others do, and it says enough.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pipeline.topic_labels import FILLER, stem
from pipeline.topic_vocabulary import Kind

Span = tuple[str, ...]

LONGEST = 8
"""Words of a phrase, at most."""
MOST_CHARS = 38
"""Characters of a name on the map, at most; a longer one hides its neighbours."""
KINDS_CHARS = 54
"""The same for a name made of several kinds: each is short, and a map breaks the line between them."""
_FEWEST = 0.14
"""Share of a topic's members that must hold a phrase before it may name the topic."""
_ENOUGH = 0.5
"""Share from which one phrase is name enough; below it a second one is added for the others."""

_KNOWN = 0.5
"""Share of a topic's members that must be of a known kind before kinds name the topic."""
_MAINLY = 0.6
"""Share from which one kind is name enough; below it further ones are added, up to :data:`MOST_KINDS`."""
_PART = 0.08
"""Share of a topic's members below which a kind is not worth a place in its name, once half are named."""
MOST_KINDS = 3

_NO_START_TEXT = """
    a about after against along an and are around as at be before behind below beneath beside between but
    by did do does down for from has have her his if in inside into is it its near no nor not of off on one
    onto or out over past since so spite than that the their them then there these they this those through to
    toward towards under until up upon via was were while will with within without you your
"""
_NO_START = frozenset(_NO_START_TEXT.split())
_GOOD_ENDS = frozenset({"line", "lines", "number", "numbers", "order", "place", "places", "word", "words"})
_ARTICLES = frozenset({"a", "an", "the"})
_QUESTION = frozenset({"how", "what", "when", "where", "which", "who", "whose"})
_TOKEN = re.compile(r"[A-Za-z][A-Za-z'-]*|\d+")

_STARTS = {"clause": 1.6, "joint": 1.0, "cut": 0.5}
_ENDS = {"clause": 1.2, "joint": 1.1, "cut": 0.4}
"""How whole a phrase is at either end: there the clause ends too, or a function word joins it to the rest
("hold a set point | in spite of lag"), or it is cut out of a group of words that belong together."""


class _Found(NamedTuple):
    """Phrases of one topic: the members (by number) that hold each, and how whole each is on average (factor
    from ``_STARTS`` times factor from ``_ENDS``)."""

    holders: dict[Span, set[int]]
    whole: dict[Span, float]
    members: int


def spans(text: str) -> Iterator[tuple[Span, float]]:
    """Phrases of ``text`` that could be a name, lower case: 2 to :data:`LONGEST` words of one clause, without
    numbers, from a word that may open a phrase to one with a meaning of its own. With each, how whole it is
    (about 0.3 to 1.9)."""
    for clause in re.split(r"[.,;:!?()\[\]{}\n\"\\|/<>=]+", text):
        words = [word.lower().strip("'-") for word in _TOKEN.findall(clause)]
        for start, first in enumerate(words):
            if first in _NO_START or not first.isalpha():
                continue
            for end in range(start + 1, min(start + LONGEST, len(words))):
                if words[end].isdigit():
                    break
                if _may_end(words[end]) and _content(words[start : end + 1]):
                    yield tuple(words[start : end + 1]), _start_of(words, start) * _end_of(words, end)


def _start_of(words: Sequence[str], start: int) -> float:
    opens = start == 0 or (start == 1 and words[0] in _ARTICLES)
    if opens and words[start] not in _QUESTION:  # "who never errs" is no name without what stood before it
        return _STARTS["clause"]
    return _STARTS["joint" if start and words[start - 1] in _NO_START else "cut"]


def _end_of(words: Sequence[str], end: int) -> float:
    if end == len(words) - 1:
        return _ENDS["clause"]
    return _ENDS["joint" if words[end + 1] in _NO_START else "cut"]


def names(
    texts: Mapping[int, Sequence[str]],
    keywords: Mapping[int, Sequence[str]],
    kinds: Mapping[int, Sequence[Kind | None]] | None = None,
) -> dict[int, str]:
    """A name for every topic, no two alike. ``texts`` maps a topic to the texts of its members, ``kinds`` to
    what the vocabulary calls each; ``keywords`` to words that set it apart from the others."""
    found = {topic: _holders(members) for topic, members in texts.items()}
    spread: Counter[Span] = Counter()
    for one in found.values():
        for span, holders in one.holders.items():
            spread[span] += len(holders) / one.members  # type: ignore[assignment]
    named: dict[int, str] = {}
    for topic in sorted(texts, key=lambda t: (-len(texts[t]), t)):
        known = _of_kinds((kinds or {}).get(topic, ()), keywords[topic])
        free = (name for name in known if name not in named.values())
        named[topic] = next(free, "") or _unlike(_candidates(found[topic], spread, keywords[topic]), named)
    return named


def _of_kinds(kinds: Sequence[Kind | None], keywords: Sequence[str]) -> Iterator[str]:
    """Names of a topic whose members the vocabulary knows, best first; none where it knows too few."""
    count = Counter(kind for kind in kinds if kind)
    if count.total() < _KNOWN * len(kinds) or not count:
        return
    name = _kinds_name(count)
    yield name
    used = set(_words(name))
    for word in keywords:
        if used.isdisjoint(_words(word)):
            yield f"{name}: {word}"


def _kinds_name(count: Counter[Kind]) -> str:
    """The kind that most members are of, or up to three, or the field of a topic that holds many."""
    ranked = sorted(count.items(), key=lambda item: (-item[1], item[0]))
    listed, covered = [ranked[0][0].name], ranked[0][1]
    for kind, members in ranked[1:]:
        few = members < _PART * count.total() and covered >= _ENOUGH * count.total()
        long = len(_listed([*listed, kind.name])) > KINDS_CHARS  # a rarer one that fits would mislead
        if len(listed) == MOST_KINDS or covered >= _MAINLY * count.total() or few or long:
            break
        listed.append(kind.name)
        covered += members
    fields = Counter(kind.field for kind in count.elements())
    field, members = min(fields.items(), key=lambda item: (-item[1], item[0]))
    if covered < _ENOUGH * count.total() <= members:
        return field
    return _listed(listed)


def _listed(kinds: Sequence[str]) -> str:
    """ "Tours, queues and mazes"; with commas alone where a name has an "and" of its own."""
    words = [kinds[0], *(kind[:1].lower() + kind[1:] for kind in kinds[1:])]
    return ", ".join(words) if any(" and " in word for word in words) else _joined(words)


def _candidates(found: _Found, spread: Mapping[Span, float], keywords: Sequence[str]) -> Iterator[str]:
    """Names for one topic from its members' own words, best first."""
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
        span: _score(span, len(holders) / found.members, spread[span]) * found.whole[span]
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
    ends: dict[Span, float] = {}
    for number, text in enumerate(members):
        for span, whole in dict(spans(text)).items():
            holders.setdefault(span, set()).add(number)
            ends[span] = ends.get(span, 0.0) + whole
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
