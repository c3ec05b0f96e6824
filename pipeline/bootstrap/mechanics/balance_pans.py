"""Balance pans: put given weights one by one on the left or the right pan so that both end level.

In the easier forms the lighter pan is always right; in the hard form the weights still to come decide.
"""

from __future__ import annotations

import random
from itertools import product

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"count": 5, "top": 9, "lighter": True, "turns": 7},
    "medium": {"count": 6, "top": 15, "lighter": True, "turns": 8},
    "hard": {"count": 5, "top": 12, "lighter": False, "turns": 7},
}

PANS = ("Pans", "Scales", "Load")
WEIGHTS = ("Weights", "To place", "Stones")
GOALS = (
    "Put every <<noun>> weight of <<setting>> on a pan. At the end both must be level.",
    "The <<person>> wants level pans once all weights are placed.",
    "Place all weights at <<setting>>, the first one first, until the pans are level.",
)
LIGHTER = {True: "int(pans[0] > pans[1])", False: "rng.randrange(2)"}
HINTS = (
    'return "In turn: " + " ".join(self.plan) + "."',
    'return "Place " + ", ".join(self.plan) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``count`` weights up to ``top``; ``lighter``: always taking the lighter pan is a solution."""
    noun = theme.pick(rng, 1)[0]
    count, top = knobs["count"], knobs["top"]
    ask = f"{rng.choice(FORMS)} \\\\boxed{{left}} or \\\\boxed{{right}}. "
    pans, weights = rng.choice(PANS), rng.choice(WEIGHTS)
    return scaffold(
        title=title_for(theme, rng, ("balance", "pans", "scales", "level pans")),
        summary=rng.choice(
            (
                f"Place {count} weights so that two pans are level.",
                f"Balance the {noun} weights of the {theme.person}.",
                f"Left or right: level the pans at {theme.setting}.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            last = 0
            while not 0 < last <= {top}:
                self.rest = rng.sample(range(1, {top + 1}), {count - 1})
                pans = rng.sample(range(3, {top + 3}), 2)
                self.pans, self.plan = pans[:], []
                for w in self.rest:
                    self.plan.append({LIGHTER[knobs["lighter"]]})
                    pans[self.plan[-1]] += w
                last = abs(pans[0] - pans[1])
            self.rest.append(last)
            self.plan = [["left", "right"][k] for k in self.plan + [int(pans[0] > pans[1])]]
            return "<<goal>> {ask}" + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                rest = " ".join(str(w) for w in self.rest)
                return f"{pans}: left {{self.pans[0]}}, right {{self.pans[1]}}. {weights}: {{rest}}."
        """,
        step="""
            note = "<<unclear>>"
            if a in ("left", "right"):
                w = self.rest.pop(0)
                self.pans[a == "right"] += w
                note = f"Placed {w}. "
            if not self.rest:
                level = self.pans[0] == self.pans[1]
                return "<<won>>" if level else "<<lost>>", float(level), True, False, {}
        """,
        hint=rng.choice(HINTS),
        solution="return self.plan",
        goal=rng.choice(GOALS),
        noun=noun,
        setting=theme.setting,
        person=theme.person,
        lost=rng.choice(("The pans are not level.", "One pan is heavier.", "It tips over.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _read(observation: str) -> tuple[list[int], list[int]]:
    """(the two pans, the weights still to place)."""
    return numbers(after(PANS, observation)), numbers(after(WEIGHTS, observation))


def expert(first_observation: str, hint: str | None) -> Expert:
    """The lighter pan where the rest can then still be levelled, else the other one."""
    seen = first_observation
    while True:
        (left, right), rest = _read(seen)
        gap = left - right
        sides = sorted((1, -1), key=lambda side: abs(gap + side * rest[0]))
        side = next(side for side in sides if _can_level(gap + side * rest[0], rest[1:]))
        seen = yield boxed("left" if side == 1 else "right")


def _can_level(gap: int, rest: list[int]) -> bool:
    signs = product((1, -1), repeat=len(rest))
    return any(gap + sum(s * w for s, w in zip(row, rest, strict=True)) == 0 for row in signs)


def legal(observation: str, rng: random.Random) -> str:
    """Either pan."""
    return boxed(rng.choice(("left", "right")))


MECHANIC = Mechanic("balance_pans", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
