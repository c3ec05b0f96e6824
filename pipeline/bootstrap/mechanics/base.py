"""What every mechanic of the bank shares: the types, discovery, rendering, the thoughtless player.

A mechanic is a *generator*: theme words, difficulty knobs and a random source in, one self-contained
environment program out. Programs keep one scaffold (``frame``), so that a model of a few million parameters
can learn to write them; wording, constants and small structure differ.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.vocabulary import DIFFICULTIES, KINDS, SKILLS, TOOL_SKILL

Knobs = Mapping[str, Any]
Expert = Generator[str, str, None]
"""Yields replies, is sent the observation that followed each of them."""


@dataclass(frozen=True)
class Theme:
    """The situation a program is set in: at least six single lower-case ``nouns``, a place, a role word.

    ``seed`` numbers the rendering; it is for callers that derive a random source from a theme.
    """

    nouns: tuple[str, ...]
    setting: str
    person: str
    seed: int = 0

    def pick(self, rng: random.Random, count: int) -> list[str]:
        """``count`` distinct nouns; ValueError if the theme has fewer."""
        return rng.sample(self.nouns, count)


@dataclass(frozen=True)
class Mechanic:
    """One game rule, able to write programs and to play them.

    ``knobs`` maps each difficulty word to the settings ``build`` receives.
    ``expert(first_observation, hint)`` plays from what an agent sees and wins every instance.
    ``legal(observation, rng)``, where given, is one well-formed reply chosen without thought: the noise of
    imitation data and the chance player of the bank's table.
    """

    name: str
    kind: str
    skill: str
    knobs: Mapping[str, Knobs]
    build: Callable[[Theme, Knobs, random.Random], str]
    expert: Callable[[str, str | None], Expert]
    legal: Callable[[str, random.Random], str] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"mechanic {self.name}: kind is {self.kind!r}, expected one of {KINDS}")
        if self.skill not in (*SKILLS, TOOL_SKILL):
            raise ValueError(f"mechanic {self.name}: unknown skill {self.skill!r}")
        if set(self.knobs) != set(DIFFICULTIES):
            raise ValueError(f"mechanic {self.name}: knobs need exactly the difficulties {DIFFICULTIES}")


def load_mechanics() -> dict[str, Mechanic]:
    """Every mechanic of this package by name, sorted: modules that define ``MECHANIC`` or ``MECHANICS``."""
    package = __name__.rpartition(".")[0]
    found: dict[str, Mechanic] = {}
    for info in pkgutil.iter_modules(importlib.import_module(package).__path__):
        if info.ispkg:  # the held-out bank is not part of this one
            continue
        module = importlib.import_module(f"{package}.{info.name}")
        single = getattr(module, "MECHANIC", None)
        for mechanic in (single,) if single else getattr(module, "MECHANICS", ()):
            if mechanic.name in found:
                raise ValueError(f"two mechanics are named {mechanic.name!r}")
            found[mechanic.name] = mechanic
    return dict(sorted(found.items()))


def render(mechanic: Mechanic, theme: Theme, difficulty: str, rng: random.Random) -> str:
    """Source of one program; the same arguments (and state of ``rng``) give the same text."""
    if difficulty not in mechanic.knobs:
        raise ValueError(f"difficulty is {difficulty!r}, expected one of {DIFFICULTIES}")
    return mechanic.build(theme, mechanic.knobs[difficulty], rng)


def numbers(text: str) -> list[int]:
    """All integers in ``text``, left to right (a minus sign counts when it touches the digits)."""
    return [int(found) for found in re.findall(r"-?\d+", text)]


def random_reply(mechanic: Mechanic, observation: str, rng: random.Random) -> str:
    """A legal-looking reply without thought: the mechanic's own, else any word or number of the text."""
    if mechanic.legal is not None:
        return mechanic.legal(observation, rng)
    return "\\boxed{" + rng.choice(re.findall(r"[A-Za-z]+|\d+", observation) or ["1"]) + "}"
