"""Safe steps: a row hides traps; open cells count the traps beside them, and what is safe can be proved."""

from __future__ import annotations

import random
import re
from itertools import combinations

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"cells": 8, "traps": 2, "given": 2, "spare": 2},
    "medium": {"cells": 9, "traps": 3, "given": 2, "spare": 2},
    "hard": {"cells": 10, "traps": 4, "given": 2, "spare": 2},
}

TRAPS = (("trap",), ("mine",), ("snare",), ("pitfall",))
LABELS = ("Row", "Path", "Cells")
RESET = r"""
    seen = []
    while len(seen) < <<all>>:
        self.traps = rng.sample(range(<<cells>>), <<traps>>)
        self.open = rng.sample([c for c in range(<<cells>>) if c not in self.traps], <<given>>)
        seen = self.open[:]
        while self.safe(seen):
            seen += self.safe(seen)
    self.s = [self.names[c] for c in seen[<<given>>:]]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def row(self, traps, seen):
    return [(c - 1 in traps) + (c + 1 in traps) if c in seen else "?" for c in range(<<cells>>)]
def safe(self, seen):
    row = self.row(self.traps, seen)
    shut = [c for c in range(<<cells>>) if c not in seen]
    fits = [t for t in itertools.combinations(shut, <<traps>>) if self.row(t, seen) == row]
    return [c for c in shut if not any(c in t for t in fits)]
def show(self):
    row = ", ".join(f"{n} {v}" for n, v in zip(self.names, self.row(self.traps, self.open)))
    return f"<<label>>: {row}. <<traps>> <<kind>>."
"""
STEP = r"""
    note = "<<unclear>>"
    if a in self.names:
        c = self.names.index(a)
        if c in self.traps:
            return "<<lost>>", 0.0, True, False, {}
        self.open.append(c)
        note = "<<safe>> "
    if len(set(self.open)) == <<all>>:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``cells`` in a row with ``traps`` among them, ``given`` open; every step can be proved safe."""
    cells, traps, given = knobs["cells"], knobs["traps"], knobs["given"]
    steps = cells - traps - given
    (trap,) = free_choice(TRAPS, theme, rng)
    first = rng.randrange(26 - cells)
    names = "abcdefghijklmnopqrstuvwxyz"[first : first + cells]
    noun = theme.pick(rng, 1)[0]
    return scaffold(
        title=title_for(theme, rng, ("safe steps", f"{trap}s", "path", "row")),
        summary=rng.choice(
            (
                f"Open all cells but the {trap}s.",
                f"Numbers count the {trap}s beside a cell.",
                "Prove which cells are safe.",
            )
        ),
        turns=steps + knobs["spare"],
        imports="itertools, random, re",
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Safe in this order: " + " ".join(self.s) + "."',
                'return "Open " + ", then ".join(self.s) + "."',
            )
        ),
        solution="return list(self.s)",
        cells=cells,
        traps=traps,
        kind=f"{trap}s",
        given=given,
        steps=steps,
        all=steps + given,
        fields=[f'self.names = list("{names}")'],
        label=rng.choice(LABELS),
        goal=rng.choice(
            (
                f"Numbers count {trap}s beside. Open the rest.",
                f"At {theme.setting} a number counts {trap}s beside it.",
                f"Each {noun} number counts the {trap}s beside it.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.choice(names)}}} to open one.",
        lost=rng.choice((f"A {trap}! It is over.", f"That was a {trap}.", f"You hit a {trap}.")),
        safe=rng.choice(("Safe.", "Nothing there.", "Open.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _row(observation: str) -> dict[str, str]:
    return dict(entry.split() for entry in after(LABELS, observation).split(", "))


def _traps(first_observation: str) -> int:
    kinds = "|".join(trap for (trap,) in TRAPS)
    return int(re.findall(rf"(\d) (?:{kinds})s\.", first_observation)[0])


def expert(first_observation: str, hint: str | None) -> Expert:
    """Open the first cell that no way of laying the traps makes a trap; a hint lists the cells to open."""
    count = _traps(first_observation)
    named = re.findall(r"\b[a-z]\b", hint or "")
    observation = first_observation
    while True:
        row = _row(observation)
        if named:
            reply = next(name for name in named if row[name] == "?")
        else:
            reply = safe_cells(list(row.values()), list(row), count)[0]
        observation = yield boxed(reply)


def safe_cells(values: list[str], names: list[str], count: int) -> list[str]:
    """Closed cells (``?``) that are free in every layout of ``count`` traps that fits the open numbers."""
    closed = [place for place, value in enumerate(values) if value == "?"]
    layouts = [
        layout
        for layout in combinations(closed, count)
        if all(
            int(value) == (place - 1 in layout) + (place + 1 in layout)
            for place, value in enumerate(values)
            if value != "?"
        )
    ]
    return [names[place] for place in closed if not any(place in layout for layout in layouts)]


def legal(observation: str, rng: random.Random) -> str:
    """Any closed cell."""
    return boxed(rng.choice([name for name, value in _row(observation).items() if value == "?"]))


MECHANIC = Mechanic("safe_steps", "game", "Logical Deduction", KNOBS, build, expert, legal)
