"""Roll a cube with a name on every face until the called names lie on top, one after the other."""

from __future__ import annotations

import json
import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    # calls: v, w are opposite side faces, u a side face next to them, f[0] the top face, f[5] the one below
    "easy": {"calls": ("[u, v, f[0]]", "[u, v, f[5]]"), "rolls": 3, "slack": 1},
    "medium": {"calls": ("[f[5], u, v, f[0]]", "[v, w, u, f[0]]"), "rolls": 5, "slack": 2},
    "hard": {"calls": ("[f[5], v, w, u]", "[f[5], u, v, w]"), "rolls": 6, "slack": 2},
}

SIDES = (("north", "east", "south", "west"), ("front", "right", "back", "left"))
TOPS = (("top", "under"), ("up", "down"), ("above", "below"))
TURNS = ("302541", "410352", "152043", "215304")
"""For a roll to each side: whose old face every place (top, four sides, below) shows afterwards."""
CALLS = ("Bring up", "Wanted", "Called")
CUBES = ("Cube", "Faces", "Block")

RESET = """
    f = self.face = rng.sample(<<pool>>, 6)
    u, (v, w) = rng.choice(f[<<odd>>:5:2]), rng.sample(f[<<even>>:5:2], 2)
    self.calls, self.plan = <<wanted>>, []
    for n in self.calls:
        while f[0] != n:
            self.plan += [d for d in self.turns if self.roll(f, d)[0] == n] or ["<<d0>>"]
            f = self.roll(f, self.plan[-1])
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = """
    def roll(self, f, d):
        return [f[int(i)] for i in self.turns[d]]
    def show(self):
        faces = ", ".join(map(" ".join, zip(<<places>>, self.face)))
        return f"<<cube>>: {faces}. <<calls>>: {' '.join(self.calls)}."
"""
STEP = """
    note = "<<unclear>>"
    if a in self.turns:
        self.face, note = self.roll(self.face, a), <<rolled>>
        if self.face[0] == self.calls[0]:
            note = self.calls.pop(0) + " <<shown>>. "
    if not self.calls:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``calls``: which faces to bring up; that takes ``rolls``, with ``slack`` more to spare."""
    sides, (top, under) = free_choice(SIDES, theme, rng), free_choice(TOPS, theme, rng)
    pool = theme.pick(rng, 6)
    odd, even = rng.choice(((1, 2), (2, 1)))
    goal = rng.choice(
        (
            f"Roll the cube to bring names {top} in order.",
            f"The {theme.person} calls names; roll each {top} in order.",
            f"At {theme.setting} roll a cube: names {top} in order.",
        )
    )
    goal += f" A {sides[0]} roll turns {sides[2]} {top}."
    return scaffold(
        title=title_for(theme, rng, ("cube", "rolling block", "dice roll", "faces")),
        summary=rng.choice(
            (
                f"Roll a cube for the {theme.person}.",
                f"Six names on a cube at {theme.setting}.",
                f"Bring the wanted faces {top} by {knobs['rolls']} rolls.",
            )
        ),
        turns=knobs["rolls"] + knobs["slack"],
        fields=[f"self.turns = {json.dumps(dict(zip(sides, TURNS, strict=True)))}"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "roll " + ", ".join(self.plan) + "."',
                'return "rolls: " + " then ".join(self.plan) + "."',
            )
        ),
        solution="return self.plan",
        pool=literal(pool),
        odd=odd,
        even=even,
        wanted=rng.choice(knobs["calls"]),
        places=literal((top, *sides, under)),
        d0=rng.choice(sides),
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.choice(sides)}}} or another.",
        cube=rng.choice(CUBES),
        calls=rng.choice(CALLS),
        rolled=rng.choice(('"Rolled. "', '"It rolls. "', '""')),
        shown=rng.choice((f"is {top}", "was shown", "counts")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _cube(observation: str) -> tuple[list[str], list[str]]:
    """Place words (top, four sides in turn, below) and the names there."""
    pairs = [entry.split() for entry in after(CUBES, observation).split(", ")]
    return [place for place, _ in pairs], [name for _, name in pairs]


def expert(first_observation: str, hint: str | None) -> Expert:
    """Roll away from the side where the next called name is; the hint lists the rolls."""
    rolls = re.findall(r"\w+", (hint or "").replace(" then ", " "))[1:]
    seen = first_observation
    while True:
        places, names = _cube(seen)
        place = names.index(after(CALLS, seen).split()[0])
        # a face below is as far by every side: any roll brings it to a side
        away = 1 if place == 5 else (place + 1) % 4 + 1
        seen = yield boxed(rolls.pop(0) if rolls else places[away])


def legal(observation: str, rng: random.Random) -> str:
    """Any of the four sides."""
    return boxed(rng.choice(_cube(observation)[0][1:5]))


MECHANIC = Mechanic("roll_cube", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
