"""Toll lanes: drive through rows of gates, changing at most one lane a row, and pay the least in all."""

from __future__ import annotations

import random
import re
from itertools import product

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"rows": 4, "top": 9, "free": True},
    "medium": {"rows": 4, "top": 9, "free": False},
    "hard": {"rows": 5, "top": 9, "free": False},
}

LANES = (("left", "middle", "right"), ("low", "centre", "high"), ("red", "blue", "green"))
TOLLS = ("Tolls", "Gates", "Prices")
HERE = ("You are in", "Lane", "Now in")
MONEY = ("Money", "Coins", "Budget")
RESET = """
    self.at = rng.randrange(3)
    self.rows = [rng.sample(range(1, <<past>>), 3) for i in range(<<rows>>)]
    ways = itertools.product(range(3), repeat=<<rows>>)
<<steps>>    self.money, way = min((sum(r[i] for r, i in zip(self.rows, w)), w) for w in ways)
    self.plan = [self.lanes[i] for i in way]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
STEPS = "    ways = [w for w in ways if all(abs(i - j) < 2 for i, j in zip((self.at,) + w, w))]\n"
HELPERS = """
    def show(self):
        first = ", ".join(f"{n} {p}" for n, p in zip(self.lanes, self.rows[0]))
        later = "; ".join(" ".join(map(str, row)) for row in self.rows[1:]) or "nothing"
        return f"<<here>>: {self.lanes[self.at]}. <<tolls>>: {first}. Then: {later}. <<coins>>: {self.money}."
"""
STEP = """
    note = "<<unclear>>"
    if a in self.lanes<<near>>:
        self.at = self.lanes.index(a)
        self.money -= self.rows.pop(0)[self.at]
        note = <<paid>>
    if self.money < 0:
        return "<<over>>", 0.0, True, False, {}
    if not self.rows:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``rows`` of three tolls up to ``top``; ``free``: any lane may follow any; money is just enough."""
    lanes, free = free_choice(LANES, theme, rng), knobs["free"]
    goal = rng.choice(
        (
            f"Drive through {knobs['rows']} rows of gates; the money is just enough.",
            f"The {theme.person} pays one toll a row and has little money.",
            f"Cross the gates of {theme.setting} as cheaply as can be.",
        )
    )
    goal += " Any lane may follow." if free else f" Never from {lanes[0]} to {lanes[2]} or back at once."
    return scaffold(
        title=title_for(theme, rng, ("tolls", "toll lanes", "gates", "cheap way")),
        summary=rng.choice(
            (
                "Find the cheapest way through the gates.",
                f"Pay little on the road of the {theme.person}.",
                f"Three lanes and their tolls at {theme.setting}.",
            )
        ),
        turns=knobs["rows"] + 2,
        imports="itertools, random, re",
        fields=[f"self.lanes = {literal(lanes)}"],
        reset=RESET.replace("<<steps>>", "" if free else STEPS),
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "drive " + ", ".join(self.plan) + "."',
                'return "lanes: " + " then ".join(self.plan) + "."',
            )
        ),
        solution="return self.plan",
        near="" if free else " and abs(self.lanes.index(a) - self.at) < 2",
        rows=knobs["rows"],
        past=knobs["top"] + 1,
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.choice(lanes)}}} or another lane.",
        here=rng.choice(HERE),
        tolls=rng.choice(TOLLS),
        coins=rng.choice(MONEY),
        paid=rng.choice(('"Paid. "', 'f"You pay in lane {a}. "', '"Through. "')),
        over=rng.choice(("The money is gone.", "You cannot pay.", "Too expensive a way.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _read(observation: str) -> tuple[list[str], int, list[list[int]]]:
    """Lane words, the lane now, and the tolls of all rows to come."""
    pairs = [entry.split() for entry in after(TOLLS, observation).split(", ")]
    lanes = [lane for lane, _ in pairs]
    later = [numbers(row) for row in after(["Then"], observation).split("; ")]
    rows = [[int(toll) for _, toll in pairs], *(row for row in later if row)]
    return lanes, lanes.index(after(HERE, observation)), rows


def expert(first_observation: str, hint: str | None) -> Expert:
    """Take the first lane of the cheapest way through all rows; the hint lists the lanes."""
    free = "Any lane may follow" in first_observation
    words = re.findall(r"\w+", (hint or "").replace(" then ", " "))[1:]
    seen = first_observation
    while True:
        lanes, here, rows = _read(seen)
        seen = yield boxed(words.pop(0) if words else lanes[_cheapest(here, rows, free)[0]])


def _cheapest(here: int, rows: list[list[int]], free: bool) -> tuple[int, ...]:
    """Lanes of the cheapest way; unless ``free``, each is at most one away from the one before."""
    ways = []
    for way in product(range(3), repeat=len(rows)):
        if free or all(abs(old - new) < 2 for old, new in zip((here, *way), way, strict=False)):
            ways.append((sum(row[lane] for row, lane in zip(rows, way, strict=True)), way))
    return min(ways)[1]


def legal(observation: str, rng: random.Random) -> str:
    """The same lane or one beside it."""
    lanes, here, _ = _read(observation)
    return boxed(rng.choice(lanes[max(0, here - 1) : here + 2]))


MECHANIC = Mechanic("toll_lanes", "game", "Optimization", KNOBS, build, expert, legal)
