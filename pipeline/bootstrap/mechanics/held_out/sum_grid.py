"""Sum grid: fill the gaps of a three by three grid from the sums of its rows and columns."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"gaps": 3, "top": 5, "paired": 0, "slack": 1},
    "medium": {"gaps": 4, "top": 7, "paired": 1, "slack": 1},
    "hard": {"gaps": 5, "top": 9, "paired": 2, "slack": 2},
}

CELLS = [row + column for row in "abc" for column in "123"]
RESET = r"""
    self.v = {c: rng.randint(1, <<top>>) for c in <<cells>>}
    self.gaps = rng.choice(<<patterns>>).split()
    self.plan = [f"{c} {self.v[c]}" for c in self.gaps]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def line(self, cells):
        shown = " ".join("?" if c in self.gaps else str(self.v[c]) for c in cells)
        return f"{shown} sum {sum(self.v[c] for c in cells)}"
    def show(self):
        rows = ", ".join(f"{r}: {self.line([r + c for c in '123'])}" for r in "abc")
        cols = ", ".join(f"{c}: {self.line([r + c for r in 'abc'])}" for c in "123")
        return f"<<rows>> {rows}. <<columns>> {cols}."
"""
STEP = r"""
    note = "<<unclear>>"
    c, v = (a.split() + ["", ""])[:2]
    if c in self.gaps:
        note = "<<wrong>> "
        if v == str(self.v[c]):
            self.gaps.remove(c)
            note = "<<right>> "
    if not self.gaps:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``gaps`` gaps with numbers 1 to ``top``, ``paired`` of them beside another gap in row and column."""
    patterns = _patterns(knobs["gaps"], knobs["paired"])
    return scaffold(
        title=title_for(theme, rng, ("grid", "sums", "table", "square")),
        summary=rng.choice(
            (
                "Fill the gaps of a number grid at <<setting>>.",
                "The <<person>> knows every sum but lost some numbers.",
                "Rows and columns give away the missing numbers.",
            )
        ),
        turns=knobs["gaps"] + knobs["slack"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Fill in: " + ", ".join(self.plan) + "."',
                'return "Numbers: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        top=knobs["top"],
        cells=f'"{" ".join(CELLS)}".split()',
        patterns='["' + '", "'.join(rng.sample(patterns, 4)) + '"]',
        rows=rng.choice(("Rows:", "Across:")),
        columns=rng.choice(("Columns:", "Down:")),
        wrong=rng.choice(("Wrong.", "No.", "That is not it.")),
        goal=rng.choice(
            (
                "Fill each gap so that all sums hold.",
                "The <<person>> of <<setting>> lost some <<noun>> counts.",
                "Find the numbers behind the question marks.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{b3 {rng.randint(1, 5)}}} to put a number in row b, column 3.",
        **dress(theme, rng),
    )


def _patterns(gaps: int, paired: int) -> list[str]:
    """Gap lists in an order in which each has a line of its own; ``paired`` at first have none."""
    rng = random.Random(gaps)
    found: list[str] = []
    while len(found) < 12:
        left, order, first = rng.sample(CELLS, gaps), [], None
        while free := [cell for cell in left if _alone(cell, left)]:
            first = len(free) if first is None else first
            order.append(free[0])
            left.remove(free[0])
        if len(order) == gaps and first == gaps - paired:
            found.append(" ".join(order))
    return found


def _alone(cell: str, gaps: list[str]) -> bool:
    return any(sum(other[axis] == cell[axis] for other in gaps) == 1 for axis in (0, 1))


def expert(first_observation: str, hint: str | None) -> Expert:
    """Fill a gap that is the only one in its row or column; a hint gives all numbers."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        observation = yield boxed(planned.pop(0) if planned else _next(observation))


def _next(observation: str) -> str:
    for name, shown, total in re.findall(r"\b([abc123]): ([\d? ]+) sum (\d+)", observation):
        values = shown.split()
        if values.count("?") == 1:
            other = ("123" if name in "abc" else "abc")[values.index("?")]
            cell = name + other if name in "abc" else other + name
            return f"{cell} {int(total) - sum(int(value) for value in values if value != '?')}"
    raise ValueError(f"no line with one gap in {observation!r}")


def legal(observation: str, rng: random.Random) -> str:
    """Any number in any gap."""
    rows = re.findall(r"\b([abc]): (\S) (\S) (\S) sum", observation)
    gaps = [row[0] + str(column) for row in rows for column in (1, 2, 3) if row[column] == "?"]
    return boxed(f"{rng.choice(gaps)} {rng.randint(1, 9)}")


MECHANIC = Mechanic("sum_grid", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
