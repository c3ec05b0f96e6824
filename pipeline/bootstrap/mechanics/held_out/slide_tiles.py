"""Slide tiles: two rows of three with one gap; slide tiles into the gap until the order is the wanted one."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed, shortest

KNOBS: dict[str, Knobs] = {
    "easy": {"slides": (3,), "slack": 1, "mixed": False},
    "medium": {"slides": (4, 5), "slack": 1, "mixed": True},
    "hard": {"slides": (6,), "slack": 1, "mixed": True},
}

SIGNS = ("12345", "abcde", "vwxyz", "56789", "klmno")
BEFORE = ("Now", "Board", "Tray")
NEAR = ("13", "024", "15", "04", "135", "24")
"""The places beside each place of the two by three board."""

RESET = r"""
    self.goal = <<order>>
    self.b, self.plan = list(self.goal), []
    while len(self.plan) < <<slides>>:
        s = rng.choice([x for x in self.near() if [x] != self.plan[-1:]])
        self.slide(s)
        self.plan.append(s)
    self.plan.reverse()
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def near(self):
        g = self.b.index("_")
        return [self.b[i] for i in range(6) if abs(i // 3 - g // 3) + abs(i % 3 - g % 3) == 1]
    def slide(self, s):
        i, g = self.b.index(s), self.b.index("_")
        self.b[i], self.b[g] = "_", s
    def show(self):
        now, want = [" ".join(b[:3]) + " / " + " ".join(b[3:]) for b in (self.b, self.goal)]
        return f"<<now>>: {now}. Wanted: {want}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a in self.near():
        self.slide(a)
        note = <<note>>
    if self.b == self.goal:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``slides`` slides away from the wanted order; ``mixed``: that order differs from deal to deal."""
    signs = rng.choice(SIGNS)
    slides = rng.choice(knobs["slides"])
    return scaffold(
        title=title_for(theme, rng, ("tiles", "sliding", "tray", "crates")),
        summary=rng.choice(
            (
                "Slide five tiles around one gap into the wanted order.",
                "The <<person>> sorts a tray at <<setting>> by sliding.",
                "Only a tile beside the gap can move.",
            )
        ),
        turns=slides + knobs["slack"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Slide: " + ", ".join(self.plan) + "."',
                'return "Tiles in turn: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        order=f'rng.sample("{signs}_", 6)' if knobs["mixed"] else f'list("{signs}_")',
        slides=slides,
        now=rng.choice(BEFORE),
        note=rng.choice(('""', '"It slides. "', 'f"You slide {a}. "')),
        goal=rng.choice(
            (
                "Two rows of <<noun>> tiles with a gap: make the wanted order.",
                "Slide the tiles of <<setting>> into the wanted order.",
                "A tile beside the gap _ slides into it. Make the wanted order.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{signs[0]}}} to slide that tile into the gap.",
        **dress(theme, rng),
    )


def _boards(observation: str) -> list[str]:
    """The board now and the wanted one, six signs each."""
    found = re.findall(r"(?:Now|Board|Tray|Wanted): (\S) (\S) (\S) / (\S) (\S) (\S)\.", observation)
    return ["".join(signs) for signs in found[-2:]]


def _moves(board: str) -> list[tuple[str, str]]:
    gap = board.index("_")
    found = []
    for place in map(int, NEAR[gap]):
        signs = list(board)
        signs[gap], signs[place] = signs[place], "_"
        found.append((board[place], "".join(signs)))
    return found


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the hint, else a shortest way between the two boards in view."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        now, wanted = _boards(observation)
        reply = planned.pop(0) if planned else (shortest(now, _moves, wanted.__eq__) or [now[0]])[0]
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any tile beside the gap."""
    return boxed(rng.choice(_moves(_boards(observation)[0]))[0])


MECHANIC = Mechanic("slide_tiles", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
