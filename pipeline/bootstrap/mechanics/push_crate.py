"""Push a crate to its mark: walk to the side away from where it must go, then push."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"pushes": ((1, 1), (1, 2)), "corners": False, "told": "way", "slack": 2},
    "medium": {"pushes": ((1, 2), (2, 2)), "corners": True, "told": "way", "slack": 3},
    "hard": {"pushes": ((2, 2), (2, 3)), "corners": True, "told": "squares", "slack": 3},
}

SIDES = (("north", "east", "south", "west"), ("front", "right", "back", "left"))
CRATES = ("crate", "cart", "stone", "trunk", "chest")
PLACES = ("Mark", "Goal", "Target")
YOU = ("You stand", "Your side", "You are")
WALK = {False: "a in self.sides:", True: "a in self.sides and (self.sides.index(a) - i) % 2:"}
SHOWN = {
    "way": """
        left = zip((self.y, self.x, -self.y, -self.x), self.sides)
        way = " and ".join(f"{n} {s}" for n, s in left if n > 0)
        return f"<<mark>>: {way}. <<you>>: {self.side}."
""",
    "squares": """
        x, y = self.at
        here = f"x {x - self.x} y {y - self.y}"
        return f"<<Crate>>: {here}. <<mark>>: x {x} y {y}. <<you>>: {self.side}."
""",
}
RESET = """
    self.x, self.y = rng.choice((-1, 1)) * <<across>>, rng.choice((-1, 1)) * <<along>>
    self.at = rng.sample(range(10, 20), 2)
    need = ["<<d3>>" if self.x > 0 else "<<d1>>", "<<d2>>" if self.y > 0 else "<<d0>>"]
    self.side = rng.choice([s for s in self.sides if s not in need])
    steps = [[need[0]] + ["push"] * <<across>>, [need[1]] + ["push"] * <<along>>]
    self.plan = sum(steps[:: -1 if self.side in self.sides[1::2] else 1], [])
    return "<<goal>> <<ask>> " + self.show(), {}
"""
STEP = """
    note, i = "<<unclear>>", self.sides.index(self.side)
    if a == "push":
        self.x, self.y = self.x + (0, 1, 0, -1)[i], self.y + (1, 0, -1, 0)[i]
        note = "<<pushed>> "
    elif <<walk>>
        self.side, note = a, <<walked>>
    if self.x == self.y == 0:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``pushes`` along both axes; ``corners``: one walk reaches the next side only; mark ``told`` how."""
    sides = free_choice(SIDES, theme, rng)
    across, along = rng.sample(rng.choice(knobs["pushes"]), 2)
    crate = rng.choice([word for word in CRATES if word not in theme.nouns])
    noun = theme.pick(rng, 1)[0]
    squares = knobs["told"] == "squares"
    goal = rng.choice(
        (
            f"Push the {noun} {crate} to its mark.",
            f"Bring the {crate} of the {theme.person} to the mark.",
            f"A {noun} {crate} at {theme.setting} must reach its mark.",
        )
    )
    goal += f" From {sides[0]} it goes {sides[2]}."
    if knobs["corners"]:
        goal += " Walk one corner at a time."
    if squares:
        goal += f" x grows {sides[1]}, y grows {sides[0]}."
    return scaffold(
        title=title_for(theme, rng, (crate, f"{crate} pushing", "heavy push", f"{noun} {crate}")),
        summary=rng.choice(
            (
                f"Choose the side, then push the {crate}.",
                f"A {crate} and its mark at {theme.setting}.",
                f"The {theme.person} pushes a {noun} {crate}.",
            )
        ),
        turns=across + along + 2 + knobs["slack"],
        fields=[f"self.sides = {literal(sides)}"],
        reset=RESET if squares else RESET.replace("    self.at = rng.sample(range(10, 20), 2)\n", ""),
        helpers="def show(self):\n" + SHOWN[knobs["told"]].replace("\n        ", "\n    ").strip("\n"),
        step=STEP,
        hint=rng.choice(
            ('return "do: " + ", ".join(self.plan) + "."', 'return " then ".join(self.plan) + "."'),
        ),
        solution="return self.plan",
        walk=WALK[knobs["corners"]],
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{push}} or a side such as \\\\boxed{{{rng.choice(sides)}}}.",
        Crate=crate.title(),
        across=across,
        along=along,
        mark=rng.choice(PLACES),
        you=rng.choice(YOU),
        pushed=rng.choice(("Pushed.", "It moves.", "You push.")),
        walked=rng.choice(('f"You walk {a}. "', '"You walk. "', '""')),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
        **{f"d{index}": side for index, side in enumerate(sides)},
    )


def _sides(observation: str) -> tuple[str, ...]:
    """The side words of this game: those that the text uses most."""
    return max(SIDES, key=lambda sides: len(re.findall(rf"\b(?:{'|'.join(sides)})\b", observation)))


def _way(observation: str, sides: tuple[str, ...]) -> list[str]:
    """The directions in which the crate must still go."""
    told = after(PLACES, observation)
    if "x " not in told:
        return [word for word in told.split() if word in sides]
    crate = after([word.title() for word in CRATES], observation)
    (x, y), (to_x, to_y) = (map(int, re.findall(r"\d+", text)) for text in (crate, told))
    return [sides[1 if to_x > x else 3]] * (to_x != x) + [sides[0 if to_y > y else 2]] * (to_y != y)


def expert(first_observation: str, hint: str | None) -> Expert:
    """Push where that brings the crate nearer, else walk to a side that does and is round one corner."""
    sides = _sides(first_observation)
    moves = re.findall(r"\w+", (hint or "").replace("do: ", "").replace(" then ", " "))
    seen = first_observation
    while True:
        here = sides.index(after(YOU, seen))
        needed = [(sides.index(way) + 2) % 4 for way in _way(seen, sides)]
        near = [side for side in needed if (side - here) % 2] or [(here + 1) % 4]
        move = "push" if here in needed else sides[near[0]]
        seen = yield boxed(moves.pop(0) if moves else move)


def legal(observation: str, rng: random.Random) -> str:
    """Push, or walk to another side."""
    here = after(YOU, observation)
    return boxed(rng.choice(["push", *(side for side in _sides(observation) if side != here)]))


MECHANIC = Mechanic("push_crate", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
