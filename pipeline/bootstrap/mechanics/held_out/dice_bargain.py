"""Dice bargain: for each pair of dice choose how it counts, so that the wanted number comes out."""

from __future__ import annotations

import random
import re
from itertools import product

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"ways": ("sum", "difference", "larger", "smaller"), "pairs": (3, 4), "each": True},
    "medium": {"ways": ("sum", "larger", "product"), "pairs": (3,), "each": False},
    "hard": {"ways": ("sum", "difference", "larger", "product"), "pairs": (3, 4), "each": False},
}

WAYS = {"sum": "x + y", "difference": "x - y", "larger": "x", "smaller": "y", "product": "x * y"}
# Deals that one way for all pairs would win are thrown again.
RESET = r"""
    self.i, self.total, off = 0, 0, [0]
    while 0 in off:
        self.dice = [<<roll>> for i in range(<<pairs>>)]
        self.plan = [rng.choice(self.ways) for d in self.dice]
        self.marks = [self.value(*d, w) for d, w in zip(self.dice, self.plan)]
        off = [sum(self.marks) - sum(self.value(*d, w) for d in self.dice) for w in self.ways]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
VALUE = r"""
    def value(self, x, y, w):
        return {<<table>>}[w]
"""
SHOW = {
    True: VALUE
    + r"""
    def show(self):
        x, y = self.dice[self.i]
        return f"<<label>>: {x} {y}. Wanted: {self.marks[self.i]}. Ways: {', '.join(self.ways)}."
""",
    False: VALUE
    + r"""
    def show(self):
        dice = ", ".join(f"{x} {y}" for x, y in self.dice[self.i:])
        ways = ", ".join(self.ways)
        return f"<<label>>: {dice}. Total: {self.total}. Wanted: {sum(self.marks)}. Ways: {ways}."
""",
}
CHECK = {
    True: "self.total != sum(self.marks[:self.i])",
    False: "self.i == len(self.dice) and self.total != sum(self.marks)",
}
STEP = r"""
    note = "<<unclear>>"
    if a in self.ways:
        self.total += self.value(*self.dice[self.i], a)
        self.i += 1
        if <<check>>:
            return "<<lost>>", 0.0, True, False, {}
        if self.i == len(self.dice):
            return "<<won>>", 1.0, True, False, {}
        note = "<<note>> "
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``pairs`` pairs, each counted in one of ``ways``; ``each``: every pair has its own wanted number."""
    each, ways = knobs["each"], rng.sample(knobs["ways"], len(knobs["ways"]))
    pairs = rng.choice(knobs["pairs"])
    return scaffold(
        title=title_for(theme, rng, ("dice", "bargain", "pairs", "throw")),
        summary=rng.choice(
            (
                "Choose how each pair of dice counts at <<setting>>.",
                "A dice bargain with the <<person>>.",
                "Count dice so that the wanted number comes out.",
            )
        ),
        turns=pairs + 1,
        fields=[f"self.ways = {literal(ways)}"],
        reset=RESET,
        helpers=SHOW[each],
        step=STEP,
        hint=rng.choice(
            (
                'return "Count: " + ", ".join(self.plan) + "."',
                'return "Ways in turn: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        # dice that give each way its own value where each pair is judged alone
        roll="rng.choice([(5, 2), (4, 3), (6, 2), (5, 3), (7, 3), (6, 4), (7, 2), (7, 5)])"
        if each
        else "sorted(rng.sample(range(2, 8), 2), reverse=True)",
        pairs=pairs,
        table=", ".join(f'"{way}": {WAYS[way]}' for way in ways),
        check=CHECK[each],
        label=rng.choice(("Dice", "Pairs", "Throws")),
        note=rng.choice(("Counted.", "On.", "Next.")),
        lost=rng.choice(("That is not the wanted number.", "The bargain is lost.", "It does not come out.")),
        goal=rng.choice(
            (
                "Count each pair so that it makes the wanted number.",
                "Each pair must give what the <<person>> wants.",
            )
            if each
            else (
                "Count the pairs in turn; all together make the wanted number.",
                "The total must come out exactly.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{ways[0]}}} or another way for the first pair.",
        **dress(theme, rng),
    )


def _state(observation: str) -> tuple[list[tuple[int, int]], int, list[str]]:
    """Dice still to count, what they must add to the total, and the ways."""
    dice = [
        (int(x), int(y)) for x, y in re.findall(r"(\d) (\d)", after(["Dice", "Pairs", "Throws"], observation))
    ]
    goal = int(after(["Wanted"], observation)) - int(after(["Total"], observation) or 0)
    return dice, goal, after(["Ways"], observation).split(", ")


def _value(x: int, y: int, way: str) -> int:
    return {"sum": x + y, "difference": x - y, "larger": x, "smaller": y, "product": x * y}[way]


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the hint, else search the ways of all dice in view."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        if planned:
            reply = planned.pop(0)
        else:
            dice, goal, ways = _state(observation)
            plans = product(ways, repeat=len(dice))
            fits = (p for p in plans if sum(_value(*d, w) for d, w in zip(dice, p, strict=True)) == goal)
            reply = next(fits)[0]
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any way."""
    return boxed(rng.choice(_state(observation)[2]))


MECHANIC = Mechanic("dice_bargain", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
