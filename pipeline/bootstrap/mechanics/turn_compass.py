"""Turn compass: walk along a told route by turning left or right and going ahead."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"marks": 4, "legs": 2, "turns": 2, "slack": 2},
    "medium": {"marks": 4, "legs": 3, "turns": 3, "slack": 3},
    "hard": {"marks": 6, "legs": 3, "turns": 5, "slack": 3},
}
COMPASS = ("north", "east", "south", "west")
ROUND = ("Around you", "Clockwise", "In a ring")
FACING = ("You face", "Ahead of you", "You look at")
ROUTE = ("Route", "Go towards", "Way")

RESET = """
    self.ring, self.plan = <<ring>>, []
    while len(self.plan) != <<moves>>:
        i = rng.randrange(<<marks>>)
        self.facing, self.plan, self.route = self.ring[i], [], []
        while len(self.route) < <<legs>>:
            d = rng.randrange(<<marks>>)
            i = (i + d) % <<marks>>
            self.plan += ["right"] * d if d <= <<half>> else ["left"] * (<<marks>> - d)
            self.plan.append("ahead")
            self.route.append(self.ring[i])
    return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    return f"<<round>>: {' '.join(self.ring)}. <<face>>: {self.facing}. <<way>>: {' '.join(self.route)}."
"""
STEP = """
    note, i = "<<unclear>>", self.ring.index(self.facing)
    if a in ("left", "right"):
        i += 1 if a == "right" else -1
        self.facing, note = self.ring[i % <<marks>>], "<<turned>> "
    elif a == "ahead":
        if self.facing != self.route.pop(0):
            return "<<lost>>", 0.0, True, False, {}
        note = "<<gone>> "
    if not self.route:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A route of ``legs`` among ``marks`` around the walker, ``turns`` in all, ``slack`` moves to spare."""
    marks, legs = knobs["marks"], knobs["legs"]
    compass = marks == 4 and rng.random() < 0.5
    goal = rng.choice(
        (
            f"Walk the route for the {theme.person}. A turn shows the next mark.",
            f"Follow the route at {theme.setting}; each turn is one mark.",
            f"The {theme.person} walks a route. Marks lie clockwise, one turn apart.",
        )
    )
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7))))
    return scaffold(
        title=title_for(theme, rng, ("compass", "turns", "headings", "route")),
        summary=rng.choice(
            (
                "Turn left or right to follow a route.",
                f"Find the right heading for the {theme.person}.",
                f"A walk with {legs} legs at {theme.setting}.",
            )
        ),
        turns=legs + knobs["turns"] + knobs["slack"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            ('return "moves: " + ", ".join(self.plan) + "."', 'return "do " + " then ".join(self.plan) + "."')
        ),
        solution="return self.plan",
        ring=literal(COMPASS) if compass else f"rng.sample({literal(pool)}, {marks})",
        marks=marks,
        legs=legs,
        half=marks // 2,
        moves=legs + knobs["turns"],
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{left}}, \\\\boxed{{right}} or \\\\boxed{{ahead}}.",
        round=rng.choice(ROUND),
        face=rng.choice(FACING),
        way=rng.choice(ROUTE),
        turned=rng.choice(("You turn.", "Turned.", "A turn.")),
        gone=rng.choice(("You walk on.", "One leg done.", "That was right.")),
        lost=rng.choice(("You are lost.", "That way is wrong.", "You left the route.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Turn the shorter way round until the next mark is ahead, then go; the hint lists the moves."""
    moves = re.findall(r"left|right|ahead", hint or "")
    seen = first_observation
    while True:
        ring = after(ROUND, seen).split()
        away = ring.index(after(ROUTE, seen).split()[0]) - ring.index(after(FACING, seen))
        turn = "right" if away % len(ring) <= len(ring) // 2 else "left"
        seen = yield boxed(moves.pop(0) if moves else turn if away else "ahead")


def legal(observation: str, rng: random.Random) -> str:
    """Either turn, or ahead."""
    return boxed(rng.choice(("left", "right", "ahead")))


MECHANIC = Mechanic("turn_compass", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
