"""Area fence: choose the sides of plots with given areas, so that one roll of fence is enough for all."""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"areas": (8, 12, 16, 18, 20, 24), "plots": 4, "wall": False, "spare": 2},
    "medium": {"areas": (12, 18, 20, 24, 28, 30, 32, 36, 40, 42), "plots": 4, "wall": False, "spare": 2},
    "hard": {"areas": (8, 12, 18, 20, 24, 30, 32, 36, 40), "plots": 4, "wall": True, "spare": 3},
}
"""``wall``: one side of every plot is a wall and needs no fence, so a square is no longer best."""

FENCES = {False: "2 * (w + area // w)", True: "2 * w + area // w"}
LABELS = ("Plots", "Areas", "Beds")
ROLLS = ("Fence left", "Roll", "Fence")
RESET = r"""
    self.plots = rng.sample(<<areas>>, <<plots>>)
    self.s = [min(self.sides(area), key=lambda w: self.cost(area, w)) for area in self.plots]
    self.roll = sum(self.cost(area, w) for area, w in zip(self.plots, self.s))
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def sides(self, area):
    return [w for w in range(1, area + 1) if area % w == 0]
def cost(self, area, w):
    return <<cost>>
def show(self):
    return f"<<rolls>>: {self.roll}. <<label>>: {' '.join(map(str, self.plots))}. <<rule>>"
"""
STEP = r"""
    note = "<<unclear>>"
    if a in map(str, self.sides(self.plots[0])):
        area = self.plots.pop(0)
        self.roll -= self.cost(area, int(a))
        note = f"<<built>> "
        if self.roll < sum(min(self.cost(x, w) for w in self.sides(x)) for x in self.plots):
            return "<<short>>", 0.0, True, False, {}
    if not self.plots:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``plots`` of different ``areas``; with a ``wall`` the side named is fenced twice, the other once."""
    noun = theme.pick(rng, 1)[0]
    wall = knobs["wall"]
    return scaffold(
        title=title_for(theme, rng, ("fence", "plots", "garden fence", "beds")),
        summary=rng.choice(
            (
                "Give each plot the sides that need the least fence.",
                f"One roll of fence for all {noun} plots.",
                f"Areas are given at {theme.setting}, sides are free.",
            )
        ),
        turns=knobs["plots"] + knobs["spare"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Sides: " + ", ".join(map(str, self.s)) + "."',
                'return "Take " + ", then ".join(map(str, self.s)) + "."',
            )
        ),
        solution="return [str(w) for w in self.s]",
        areas=list(knobs["areas"]),
        plots=knobs["plots"],
        cost=FENCES[wall],
        rolls=rng.choice(ROLLS),
        label=rng.choice(LABELS),
        rule="Fence the depth twice, the length once." if wall else "Fence all four sides.",
        goal=rng.choice(
            (
                f"Fence {noun} plots of these areas, first one first. Waste no fence.",
                f"The {theme.person} has just enough fence for plots of these areas.",
                f"At {theme.setting} each plot needs its area and as little fence as can be.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.randint(2, 6)}}}, "
        + ("the depth of the first plot, from a wall." if wall else "one side of the first plot."),
        built=rng.choice(("Built.", "Side {a} it is.", "The plot stands.")),
        short=rng.choice(("The fence will not do.", "Too much fence is gone.", "Not enough fence is left.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def fence(area: int, side: int, wall: bool) -> int:
    """Fence around a plot of ``area`` with ``side``; a wall saves one of the other two sides."""
    other = area // side
    return 2 * side + (1 if wall else 2) * other


def _state(observation: str) -> tuple[list[int], bool]:
    return numbers(after(LABELS, observation)), "depth twice" in observation


def _sides(area: int) -> list[int]:
    return [side for side in range(1, area + 1) if area % side == 0]


def expert(first_observation: str, hint: str | None) -> Expert:
    """The side of the first plot that takes the least fence; a hint lists the sides."""
    planned = numbers(hint or "")
    observation = first_observation
    while True:
        areas, wall = _state(observation)
        best = min(_sides(areas[0]), key=lambda side: fence(areas[0], side, wall))
        observation = yield boxed(planned[-len(areas)] if planned else best)


def legal(observation: str, rng: random.Random) -> str:
    """Any side that the first plot can have."""
    return boxed(rng.choice(_sides(_state(observation)[0][0])))


MECHANIC = Mechanic("area_fence", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
