"""Keyphrases of groups of environments: class-based TF-IDF, tidied for a person to read.

A phrase scores high in a topic when it is frequent there and rare over the whole collection
(the class-based TF-IDF of BERTopic: ``tf * log(1 + A / f)``, where ``A`` is the mean number of phrases
per topic and ``f`` the phrase's frequency over all topics). Standard library only.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

_FILLER_TEXT = """
    a about above act action actions adding after again against all allowed also always am among an and
    another answer answers any anything are around as at attempt attempts back be because been before began
    begin begins being below best between both box boxed but by can cannot change changed changes choose
    chosen come comes complete correct could current decide decides did different do does done down drive
    drives during each eight either else end ends enough environment every everything exact exactly example
    few find first five follow following for format four from further game get give given gives go goal goes
    going good guess guesses had has have having he held her here hers hidden him his hold holds how i if in
    into is it item its itself just keep keeps know known largest last later least leave leaves left less
    let like line lines list long look made make makes many may maybe me means might mine more most move
    moves much must my name named names need needs never new next nine no nor not note nothing now number
    numbers of off often on once one ones only onto or order other others our out over own part past people
    per person pick place play player please point possible put puts puzzle question reach read ready
    replies reply right round rules same say says secret see send set seven several she should show shown
    shows since single single-word sit sits six small smallest so some someone something stand stands start
    starts state step steps still stop such take takes task tell ten than that the their them themselves
    then there these they thing things this those three through time times to together too total toward try
    trying turn turns two under until up upon us use used uses using valid value values very visit visits
    want was way we well were what when where whether which while who whom whose why will win wins with
    within without word words work worked working works would write wrong yes yet you your yours yourself
    zero
"""

FILLER = frozenset(_FILLER_TEXT.split())
"""Words that never name a topic: function words, and words of the environment contract."""

_PAIR_BONUS = 1.6
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")


def stem(word: str) -> str:
    """``word`` without a plural ending, so that "lamp" and "lamps" count as one."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def phrases(text: str) -> list[tuple[str, ...]]:
    """Content words and neighbouring pairs of them in ``text``, lower case, as tuples of words.

    A pair must stand side by side with no filler word or punctuation between its members.
    """
    found: list[tuple[str, ...]] = []
    for clause in re.split(r"[.,;:!?()\[\]{}\n\"\\|/]+", text):
        previous: str | None = None
        for token in _WORD.findall(clause):
            word = token.lower().strip("'-").removesuffix("'s")
            if len(word) < 3 or word in FILLER:
                previous = None
                continue
            found.append((word,))
            if previous is not None and stem(previous) != stem(word):
                found.append((previous, word))
            previous = word
    return found


def topic_phrases(texts: Mapping[int, Sequence[str]], *, limit: int = 8) -> dict[int, list[str]]:
    """The ``limit`` best keyphrases of every topic, best first, no two sharing a word.

    ``texts`` maps a topic to the texts of its members. A phrase counts once per member, so one long text
    cannot name a topic alone.
    """
    counts: dict[int, Counter[tuple[str, ...]]] = {}
    surface: dict[tuple[str, ...], Counter[tuple[str, ...]]] = {}
    for topic, members in texts.items():
        counter: Counter[tuple[str, ...]] = Counter()
        for text in members:
            for phrase in sorted(set(phrases(text))):
                key = tuple(stem(word) for word in phrase)
                surface.setdefault(key, Counter())[phrase] += 1
                counter[key] += 1
        counts[topic] = counter
    scores = _class_tf_idf(counts)
    shown = {key: _most_common(forms) for key, forms in surface.items()}
    return {
        topic: [
            " ".join(shown[key]) for key in _distinct(scores[topic], counts[topic], len(texts[topic]), limit)
        ]
        for topic in texts
    }


def _class_tf_idf(counts: Mapping[int, Counter[tuple[str, ...]]]) -> dict[int, dict[tuple[str, ...], float]]:
    total: Counter[tuple[str, ...]] = Counter()
    for counter in counts.values():
        total.update(counter)
    mean = sum(total.values()) / max(len(counts), 1)
    return {
        topic: {
            key: frequency / max(sum(counter.values()), 1) * math.log(1 + mean / total[key])
            for key, frequency in counter.items()
        }
        for topic, counter in counts.items()
    }


def _distinct(
    scores: Mapping[tuple[str, ...], float], counts: Counter[tuple[str, ...]], members: int, limit: int
) -> list[tuple[str, ...]]:
    """Best phrases in order, skipping any that repeats a word; a pair is preferred to its single words.

    A pair outranks its own words when it is nearly as frequent as they are, because "tile floor" names
    more than "tile". Phrases of a single member are left out while others exist.
    """
    weight = {
        key: score * (_PAIR_BONUS if len(key) == 2 else 1.0)
        for key, score in scores.items()
        if counts[key] > 1 or members < 3
    }
    chosen: list[tuple[str, ...]] = []
    used: set[str] = set()
    for key in sorted(weight, key=lambda k: (-weight[k], k)):
        if used.isdisjoint(key):
            chosen.append(key)
            used.update(key)
        if len(chosen) == limit:
            break
    return chosen


def _most_common(forms: Counter[tuple[str, ...]]) -> tuple[str, ...]:
    return min(forms, key=lambda form: (-forms[form], form))
