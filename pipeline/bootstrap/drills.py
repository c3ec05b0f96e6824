"""Short chats that ask for nothing but copying and looking up: the skill every game here rests on.

Left to the games alone, attention that copies from the prompt forms only after several million tokens; with
drills among the examples it forms early, and the games then build on it. Words are corpus nouns, invented
words, single letters and numbers, so that what is learned is the copying and not the words.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

TURNS = 5
_CONSONANTS, _VOWELS = "bcdfghklmnprstvz", "aeiou"


def drill(nouns: Sequence[str], rng: random.Random) -> list[tuple[str, str]]:
    """Up to ``TURNS`` pairs of a request and its only right reply, all of one kind."""
    kind = rng.choice((_say, _lookup, _place, _neighbour))
    return [kind(_words(nouns, rng), rng) for _ in range(rng.randint(2, TURNS))]


def _say(words: list[str], rng: random.Random) -> tuple[str, str]:
    """Repeat some of the words in a given order."""
    chosen = rng.sample(words, rng.randint(1, min(3, len(words))))
    told = rng.choice(("Take", "Send", "The way is", "best:")) + " " + rng.choice((" ", ", ")).join(chosen)
    return f"Items: {_joined(words, rng)}. {told}.", " ".join(chosen)


def _lookup(words: list[str], rng: random.Random) -> tuple[str, str]:
    """The value that a table gives for one of its keys."""
    values = [rng.choice((str(rng.randint(0, 20)), rng.choice(words))) for _ in words]
    sign = rng.choice((" = ", " is ", " -> ", ": ", " "))
    table = ", ".join(key + sign + value for key, value in zip(words, values, strict=True))
    at = rng.randrange(len(words))
    return f"Table: {table}. Next: {words[at]}.", values[at]


def _place(words: list[str], rng: random.Random) -> tuple[str, str]:
    """The word that stands behind a number."""
    listed = ", ".join(f"{number} {word}" for number, word in enumerate(words, 1))
    at = rng.randrange(len(words))
    return f"Choices: {listed}. Number {at + 1}.", words[at]


def _neighbour(words: list[str], rng: random.Random) -> tuple[str, str]:
    """The word right after another, or the last one."""
    at = rng.randrange(len(words) - 1)
    if rng.random() < 0.3:
        return f"Now: {_joined(words, rng)}. Last.", words[-1]
    return f"Now: {_joined(words, rng)}. After {words[at]}.", words[at + 1]


def _joined(words: Sequence[str], rng: random.Random) -> str:
    return rng.choice((" ", ", ")).join(words)


def _words(nouns: Sequence[str], rng: random.Random) -> list[str]:
    """Three to seven different words of one sort."""
    count = rng.randint(3, 7)
    sort = rng.random()
    if sort < 0.5:
        return rng.sample(list(nouns), count)
    if sort < 0.65:
        return rng.sample("abcdefghiklmnoprstuvwyz", count)
    if sort < 0.85:
        return [str(number) for number in rng.sample(range(100), count)]
    return list(dict.fromkeys(_invented(rng) for _ in range(count + 3)))[:count]


def _invented(rng: random.Random) -> str:
    return "".join(rng.choice(_CONSONANTS) + rng.choice(_VOWELS) for _ in range(rng.randint(1, 3)))
