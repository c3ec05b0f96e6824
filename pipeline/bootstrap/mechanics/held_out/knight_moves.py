"""Knight moves: lead a knight over a small board to a goal square in few jumps."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed, shortest

KNOBS: dict[str, Knobs] = {
    "easy": {"size": (6,), "jumps": 2, "listed": True},
    "medium": {"size": (5, 6), "jumps": 3, "listed": True},
    "hard": {"size": (5, 6), "jumps": 3, "listed": False},
}

RESET = r"""
    self.at = rng.choice(self.cells)
    way = {self.at: []}
    for i in range(<<jumps>>):
        for c in list(way):
            for n in self.near(c):
                way.setdefault(n, way[c] + [n])
    self.goal = rng.choice([c for c in way if len(way[c]) == <<jumps>>])
    self.plan = way[self.goal]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def near(self, c):
        return [n for n in self.cells if abs(ord(n[0]) - ord(c[0])) * abs(int(n[1]) - int(c[1])) == 2]
    def show(self):
        return f"<<label>>: {self.at}. Goal: {self.goal}.<<listed>>"
"""
STEP = r"""
    note = "<<unclear>>"
    if a in self.near(self.at):
        self.at = a
        note = <<note>>
    if self.at == self.goal:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A board of ``size`` by ``size``, the goal ``jumps`` away; ``listed``: the next jumps are shown."""
    size, jumps = rng.choice(knobs["size"]), knobs["jumps"]
    letters, digits = "abcdef"[:size], "123456"[:size]
    corner = f"{letters[-1]}{digits[-1]}"
    return scaffold(
        title=title_for(theme, rng, ("knight", "jumps", "horse", "board")),
        summary=rng.choice(
            (
                "Lead a knight to its goal on a board of <<size>> by <<size>>.",
                "The <<person>> rides in knight jumps at <<setting>>.",
                "Two squares one way and one aside: reach the goal.",
            )
        ),
        turns=jumps + 1,
        fields=[f'self.cells = [x + y for x in "{letters}" for y in "{digits}"]'],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Jump to: " + ", ".join(self.plan) + "."',
                'return "The way: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        size=size,
        jumps=jumps,
        listed=" Jumps: {' '.join(self.near(self.at))}." if knobs["listed"] else "",
        label=rng.choice(("Knight", "Horse", "Rider")),
        note=rng.choice(('""', '"Hop. "', 'f"You land on {a}. "')),
        goal=rng.choice(
            (
                f"The board goes from a1 to {corner}. Jump two squares one way and one aside.",
                f"A knight on a board a1 to {corner}: two squares straight, one aside.",
                f"At <<setting>> a horse leaps as knights do, on squares a1 to {corner}.",
            )
        )
        + f" Reach the goal in {jumps} jumps.",
        ask=f"{rng.choice(FORMS)} the square as \\\\boxed{{{rng.choice(letters)}{rng.choice(digits)}}}.",
        **dress(theme, rng),
    )


def _near(cell: str, size: int) -> list[tuple[str, str]]:
    found = []
    for right in (-2, -1, 1, 2):
        for up in (abs(right) - 3, 3 - abs(right)):
            x, y = ord(cell[0]) - 97 + right, int(cell[1]) - 1 + up
            if 0 <= x < size and 0 <= y < size:
                found.append(("abcdef"[x] + str(y + 1), "abcdef"[x] + str(y + 1)))
    return found


def _place(observation: str) -> tuple[str, str]:
    return after(["Knight", "Horse", "Rider"], observation), after(["Goal"], observation)


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the hint, else a shortest way over the board."""
    planned = listed(hint) if hint else []
    size = int(re.findall(r"a1 to [ef](\d)", first_observation)[0])
    observation = first_observation
    while True:
        at, goal = _place(observation)
        way = shortest(at, lambda cell: _near(cell, size), goal.__eq__) or [goal]
        observation = yield boxed(planned.pop(0) if planned else way[0])


def legal(observation: str, rng: random.Random) -> str:
    """Any jump that stays on a board of six."""
    return boxed(rng.choice(_near(_place(observation)[0], 6))[0])


MECHANIC = Mechanic("knight_moves", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
