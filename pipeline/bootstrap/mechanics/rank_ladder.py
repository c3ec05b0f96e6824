"""Rank ladder: compare two things at a time, then name them from the top down; a wrong name ends it."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, RIGHT, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"things": 4, "known": 3, "turns": 7},
    "medium": {"things": 4, "known": 1, "turns": 10},
    "hard": {"things": 5, "known": 4, "turns": 12},
}

WORDS = (("heavier", "heaviest"), ("taller", "tallest"), ("older", "oldest"), ("faster", "fastest"))
LABELS = ("Left", "To rank", "Unranked")
KNOWN = ("Known", "Facts", "Seen")
RESET = r"""
    self.order = rng.sample(<<pool>>, <<things>>)
    self.left = self.order[:]
    self.facts = rng.sample(list(itertools.combinations(self.order, 2)), <<known>>)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def show(self):
    facts = ", ".join(f"{x} <<over>> {y}" for x, y in self.facts if x in self.left) or "none"
    return f"<<label>>: {' '.join(sorted(self.left))}. <<seen>>: {facts}."
"""
STEP = r"""
    note = "<<unclear>>"
    pair = tuple(n for n in self.left if n in a.split())
    if len(pair) == len(a.split()) == 2:
        note = f"{pair[0]} is <<over>>. "
        self.facts += [pair] if pair not in self.facts else []
    elif a == self.left[0]:
        note = "<<right>> "
        self.left.pop(0)
    elif a in self.left:
        return "<<wrong>>", 0.0, True, False, {}
    if len(self.left) == 1:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``things`` to rank, ``known`` of their pairs compared at the start, ``turns`` for everything."""
    over, top = free_choice(WORDS, theme, rng)
    pool = theme.pick(rng, knobs["things"])
    return scaffold(
        title=title_for(theme, rng, ("ladder", "ranking", "order", top)),
        summary=rng.choice(
            (
                f"Compare in pairs and name the {top} first.",
                f"Which is {over}? Rank them all for the {theme.person}.",
                f"Rank the things of {theme.setting} without an error.",
            )
        ),
        turns=knobs["turns"],
        imports="itertools, random, re",
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                f'return "{top.title()} first: " + ", then ".join(self.order) + "."',
                'return "The order is " + ", then ".join(self.order) + "."',
            )
        ),
        solution="return self.order[:-1]",
        pool=literal(pool),
        things=knobs["things"],
        known=knobs["known"],
        over=over,
        label=rng.choice(LABELS),
        seen=rng.choice(KNOWN),
        goal=rng.choice(
            (
                f"Rank these for the {theme.person}, {top} first.",
                f"At {theme.setting} name the {top} left, again and again.",
                f"Name them in order, {top} first, with no error.",
            )
        ),
        ask=rf"{rng.choice(FORMS)} \\boxed{{{pool[0]} {pool[1]}}} to compare, \\boxed{{{pool[0]}}} to name.",
        wrong=rng.choice((f"No, another was {over}.", f"That was not the {top}.", "Wrong order.")),
        right=rng.choice(RIGHT),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _state(observation: str) -> tuple[list[str], set[str]]:
    """What is left, and what of it is known to be below something."""
    facts = re.findall(r"(\w+) (?:heavier|taller|older|faster) (\w+)", after(KNOWN, observation))
    return after(LABELS, observation).split(), {below for _, below in facts}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Name the only thing with nothing known above it, else compare two such; a hint gives the order."""
    order = re.split(r": | is ", hint.rstrip("."))[1].split(", then ") if hint else []
    observation = first_observation
    while True:
        left, below = _state(observation)
        tops = [name for name in order if name in left][:1] or [name for name in left if name not in below]
        observation = yield boxed(" ".join(tops[:2]))


def legal(observation: str, rng: random.Random) -> str:
    """Compare any two or name any one."""
    left, _ = _state(observation)
    return boxed(" ".join(rng.sample(left, rng.choice((1, 2)))))


MECHANIC = Mechanic("rank_ladder", "game", "Logical Deduction", KNOBS, build, expert, legal)
