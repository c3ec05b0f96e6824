"""Pack tour: pick up everything that stands along a line, walking no more than the shortest tour."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"items": 4, "start": "0", "mixed": False, "turns": 6},
    "medium": {"items": 5, "start": "rng.randint(4, 16)", "mixed": False, "turns": 7},
    "hard": {"items": 6, "start": "rng.randint(8, 20)", "mixed": True, "turns": 8},
}

LEFT = ("To fetch", "Left", "Waiting")
RESET = """
self.at, places = <<start>>, rng.sample(range(1, <<far>>), <<items>>)
places = [p + 1 if p >= self.at else p for p in <<order>>]
self.left = dict(zip(rng.sample(<<pool>>, <<items>>), places))
line = sorted(self.left, key=self.left.get)
low = [n for n in line if self.left[n] < self.at][::-1]
high = line[len(low):]
down, up = (abs(self.left[x[-1]] - self.at) if x else 0 for x in (low, high))
self.plan, self.steps = low + high if down <= up else high + low, down + up + min(down, up)
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    left = ", ".join(f"{n} {p}" for n, p in self.left.items())
    return f"You are at {self.at}. <<label>>: {left}. Steps left {self.steps}."
"""
STEP = """
note = "<<unclear>>"
if a in self.left:
    self.steps -= abs(self.left[a] - self.at)
    self.at, note = self.left.pop(a), "<<took>> "
if self.steps < 0:
    return "<<tired>>", 0.0, True, False, {}
if not self.left:
    return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``items`` along a line, from ``start``; ``mixed``: listed in any order, else by place."""
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7))))
    goal = rng.choice(
        (
            f"Fetch all things along one road of {theme.setting}.",
            f"The {theme.person} walks a line and picks up all.",
            "Numbers are places on a line. Fetch all.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("tour", "walk", "fetching", "line")),
        summary=rng.choice(("Fetch all with the least walking.", "A tour with no step to spare.")),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "Go to " + ", then ".join(self.plan) + "."',
                'return "Tour: " + " ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        start=knobs["start"],
        far=rng.randint(22, 28),
        items=knobs["items"],
        order="places" if knobs["mixed"] else "sorted(places)",
        pool=literal(pool),
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{{pool[0]}}} to fetch it next.",
        label=rng.choice(LEFT),
        took=rng.choice(("Fetched.", "You have it.", "Picked up.")),
        tired=rng.choice(("Too much walking.", "You are too tired.", "Too far.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Sweep first towards the nearer end of what is left, the nearest thing on that side next."""
    observation = first_observation
    while True:
        at = int(re.findall(r"You are at (\d+)\.", observation)[-1])
        entries = [entry.split() for entry in after(LEFT, observation).split(", ")]
        gaps = {name: int(place) - at for name, place in entries}
        low, high = min(gaps.values()), max(gaps.values())
        side = -1 if high < 0 or (low < 0 and -low <= high) else 1
        ahead = {name: gap * side for name, gap in gaps.items() if gap * side > 0}
        observation = yield boxed(min(ahead, key=lambda name: ahead[name]))


def legal(observation: str, rng: random.Random) -> str:
    """Anything still to fetch."""
    return boxed(rng.choice(after(LEFT, observation).split(", ")).split()[0])


MECHANIC = Mechanic("pack_tour", "game", "Optimization", KNOBS, build, expert, legal)
