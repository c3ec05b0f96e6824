"""Cellular row: cells on a ring change all at once by one rule; write the next row, several times over."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"cells": 4, "rows": 3, "rules": ("left", "right", "flip"), "told": True},
    "medium": {"cells": 5, "rows": 3, "rules": ("unlike", "beside", "flip"), "told": True},
    "hard": {"cells": 7, "rows": 3, "rules": ("left", "right", "flip", "unlike", "beside"), "told": False},
}

RULES = {
    # the new cell from the old row r at place i, and the sentence that says so
    "left": ("r[i - 1]", "Each cell becomes what its left neighbour was."),
    "right": ("r[(i + 1) % n]", "Each cell becomes what its right neighbour was."),
    "flip": ("1 - r[i - 1]", "Each cell becomes the opposite of its left neighbour."),
    "unlike": ("r[i - 1] ^ r[(i + 1) % n]", "A cell is 1 when its two neighbours were unlike, else 0."),
    "beside": ("r[i - 1] ^ r[i]", "A cell is 1 when it was unlike its left neighbour, else 0."),
}
NEXT: dict[str, Callable[[list[int], int], int]] = {
    "left": lambda row, i: row[i - 1],
    "right": lambda row, i: row[(i + 1) % len(row)],
    "flip": lambda row, i: 1 - row[i - 1],
    "unlike": lambda row, i: row[i - 1] ^ row[(i + 1) % len(row)],
    "beside": lambda row, i: row[i - 1] ^ row[i],
}
RESET = r"""
    self.i, self.rows = 1, []
    while len({str(r) for r in self.rows}) < <<total>>:
        self.rows = [[rng.randint(0, 1) for i in range(<<cells>>)]]
        for i in range(<<last>>):
            self.rows.append(self.after(self.rows[-1]))
    self.plan = [" ".join(map(str, r)) for r in self.rows[1:]]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def after(self, r):
        n = len(r)
        return [<<cell>> for i in range(n)]
    def show(self):
        return f"<<example>><<label>> {self.i}: {' '.join(map(str, self.rows[self.i - 1]))}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a.split() == self.plan[self.i - 1].split():
        self.i += 1
        note = "<<right>> "
    elif a:
        note = "<<wrong>> "
    if self.i == <<total>>:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A ring of ``cells``, ``rows`` to write; the rule, one of ``rules``, is told or only shown at work."""
    name = rng.choice(knobs["rules"])
    cell, sentence = RULES[name]
    cells, rows, example = knobs["cells"], knobs["rows"], f"{sentence} "
    if not knobs["told"]:
        before = _telling_row(knobs["rules"], cells, rng)
        shown = [" ".join(map(str, row)) for row in (before, _next(name, before))]
        example = f"One rule: {shown[0]} becomes {shown[1]}. "
    return scaffold(
        title=title_for(theme, rng, ("cells", "row", "ring", "pattern")),
        summary=rng.choice(
            (
                "Write how a ring of cells changes by its rule.",
                "Cells at <<setting>> change all at once; foresee them.",
                "The <<person>> watches <<cells>> cells on a ring.",
            )
        ),
        turns=rows + 1,
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Rows to come: " + ", ".join(self.plan) + "."',
                'return "In turn: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        cells=cells,
        total=rows + 1,
        last=rows,
        cell=cell,
        example=example,
        label=rng.choice(("Row", "Step", "Time")),
        wrong=rng.choice(("Wrong.", "No.", "Not so.")),
        goal=rng.choice(
            (
                f"{cells} <<noun>> cells form a ring: the first and the last are neighbours.",
                f"A ring of {cells} cells at <<setting>> (the ends touch).",
            )
        ),
        ask=f"{rng.choice(FORMS)} the next row, {rows} times, as \\\\boxed{{{' '.join('1001011'[:cells])}}}.",
        **dress(theme, rng),
    )


def _next(rule: str, row: list[int]) -> list[int]:
    return [NEXT[rule](row, place) for place in range(len(row))]


def _telling_row(rules: tuple[str, ...], cells: int, rng: random.Random) -> list[int]:
    """A row that every rule changes in a way of its own."""
    while True:
        row = [rng.randint(0, 1) for _ in range(cells)]
        if len({str(_next(rule, row)) for rule in rules}) == len(rules):
            return row


def expert(first_observation: str, hint: str | None) -> Expert:
    """Apply the rule that is told or that explains the example; a hint gives the rows."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        rows = [[int(cell) for cell in row.split()] for row in re.findall(r"\b[01](?: [01])+\b", observation)]
        if "becomes" in observation and len(rows) >= 3:
            rule = next(rule for rule in NEXT if _next(rule, rows[-3]) == rows[-2])
        else:
            rule = next(rule for rule, (_, sentence) in RULES.items() if sentence in first_observation)
        planned_row = planned.pop(0) if planned else " ".join(map(str, _next(rule, rows[-1])))
        observation = yield boxed(planned_row)


def legal(observation: str, rng: random.Random) -> str:
    """Any row of the right length."""
    count = len(re.findall(r"\b[01](?: [01])+\b", observation)[-1].split())
    return boxed(" ".join(str(rng.randint(0, 1)) for _ in range(count)))


MECHANIC = Mechanic("cellular_row", "game", "Pattern Recognition", KNOBS, build, expert, legal)
