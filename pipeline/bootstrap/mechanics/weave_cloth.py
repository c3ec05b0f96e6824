"""Weave cloth: fill the gaps of a cloth whose threads repeat along the rows and across them.

The first two rows are whole. In the easier forms a small tile repeats both ways; in the hard form every row
is the row above moved by a fixed number of places.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import WON, boxed, literal
from .wording import RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"tile": (2, 2), "threads": 4, "width": 5, "gaps": 5, "turns": 8},
    "medium": {"tile": (2, 3), "threads": 6, "width": 5, "gaps": 6, "turns": 9},
    "hard": {"tile": None, "threads": 5, "width": 5, "gaps": 6, "turns": 9},
}

HEIGHT = 4
ROWS = ("Row", "Line", "Strip")
GOALS = (
    "Mend the cloth of <<setting>>: its pattern repeats.",
    "The <<person>> left gaps in a patterned cloth.",
    "A cloth at <<setting>> has gaps, its pattern goes on in every row.",
)
ASKS = ("Name the first missing thread", "Fill the first gap", "Say what the first ? is")
CELLS = {
    True: "yarn[r % {high} * {wide} + c % {wide}]",
    False: "yarn[(r * step + c) % {threads}]",
}
HINTS = (
    'return "The gaps are " + ", ".join(self.plan) + "."',
    'return "First " + ", next ".join(self.plan) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``tile`` rows by columns repeat (``None``: rows move on), ``width`` columns, ``gaps`` to fill."""
    width, gaps, threads = knobs["width"], knobs["gaps"], knobs["threads"]
    high, wide = knobs["tile"] or (1, threads)
    pool = theme.pick(rng, min(threads, len(theme.nouns)))
    cell = CELLS[knobs["tile"] is not None].format(high=high, wide=wide, threads=threads)
    step = "" if knobs["tile"] else f"step = rng.choice({[1, 2, threads - 2, threads - 1]})"
    wrong = rng.choice(("That does not fit. ", "Wrong thread. ", "No. "))
    row = rng.choice(ROWS)
    return scaffold(
        title=title_for(theme, rng, ("cloth", "weave", "pattern cloth", "mending")),
        summary=rng.choice(
            (
                f"Mend {gaps} gaps in the cloth of {theme.setting}.",
                "Find how a cloth repeats and fill its gaps.",
                f"Weave on as the {theme.person} began.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            yarn = rng.sample({literal(pool)}, {threads})
            {step}
            self.cloth = [[{cell} for c in range({width})] for r in range({HEIGHT})]
            spots = sorted(rng.sample(range({2 * width}, {HEIGHT * width}), {gaps}))
            self.gaps = [divmod(spot, {width}) for spot in spots]
            self.plan = [self.cloth[r][c] for r, c in self.gaps]
            return "<<goal>> {rng.choice(ASKS)}: \\\\boxed{{{pool[0]}}}. " + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                rows = [list(row) for row in self.cloth]
                for r, c in self.gaps:
                    rows[r][c] = "?"
                return " ".join(f"{row} {{r + 1}}: {{' '.join(row)}}." for r, row in enumerate(rows))
        """,
        step=f"""
            r, c = self.gaps[0]
            note = "{wrong}"
            if a == self.cloth[r][c]:
                self.gaps.pop(0)
                note = "<<right>> "
            if not self.gaps:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=rng.choice(HINTS),
        solution="return self.plan",
        goal=rng.choice(GOALS),
        setting=theme.setting,
        person=theme.person,
        right=rng.choice(RIGHT),
        won=rng.choice(WON),
    )


def _cloth(observation: str) -> list[list[str]]:
    rows = re.findall(rf"(?:{'|'.join(ROWS)}) \d: (.*?)\.", observation)
    return [row.split() for row in rows[-HEIGHT:]]


def expert(first_observation: str, hint: str | None) -> Expert:
    """Fill the first gap from two rows above, or from the row above moved as the second row is."""
    seen = first_observation
    while True:
        seen = yield boxed(_missing(_cloth(seen)))


def _missing(cloth: list[list[str]]) -> str:
    row, column = next((r, c) for r, words in enumerate(cloth) for c, word in enumerate(words) if word == "?")
    first, second = cloth[0], cloth[1]
    moves = [k for k in range(1, len(first)) if second == first[k:] + first[:k]]
    if not moves:
        return cloth[row % 2][column]
    return first[(column + row * moves[0]) % len(first)]


def legal(observation: str, rng: random.Random) -> str:
    """Any thread of the cloth."""
    return boxed(rng.choice([word for row in _cloth(observation) for word in row if word != "?"]))


MECHANIC = Mechanic("weave_cloth", "game", "Pattern Recognition", KNOBS, build, expert, legal)
