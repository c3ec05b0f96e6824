"""Bring a row of numbers into order by swapping neighbours, with hardly a swap to spare."""

from __future__ import annotations

import math
import random
import re
from itertools import pairwise

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, make_title, program

KNOBS: dict[str, Knobs] = {
    "easy": {"forms": ("number",), "count": (5, 5), "swaps": (3, 3), "top": (9, 20)},
    "medium": {"forms": ("number", "sum"), "count": (5, 6), "swaps": (4, 4), "top": (60, 99)},
    "hard": {"forms": ("product",), "count": (5, 6), "swaps": (4, 5), "top": (0, 0)},
}

NAMES = {
    "number": "{v: str(v) for v in range(1, <<top>>)}",
    "sum": '{x + y: f"{x}+{y}" for x in range(2, 10) for y in range(<<low>>, 10)}',
    "product": '{x * y: f"{x}*{y}" for x in range(2, <<factor>>) for y in range(<<low>>, 10)}',
}
GOALS = (
    "Put the <<noun>> row at <<setting>> in order, <<first>> first.",
    "The <<person>> at <<setting>> wants the <<noun>> numbers sorted, <<first>> first.",
    "Sort the <<noun>> tags at <<setting>>. <<First>> comes first.",
)
ASKS = (
    r"Swap two neighbours with \\boxed{left right}.",
    r"Name two neighbours to swap: \\boxed{left right}.",
    r"Reply \\boxed{left right} to swap neighbours.",
)
LABELS = ("Row", "Now", "Order", "Line")
NOTES = ("Swapped {a}. ", "Swap done. ", "They change places. ", "Moved. ")
SUMMARIES = (
    "Sort a row by swapping neighbours, <<first>> first.",
    "Order the <<noun>> numbers at <<setting>> in <<swaps>> swaps.",
    "Only neighbours change places until the row is sorted.",
)
HINTS = (
    '"Swap " + ", then ".join(self.s) + "."',
    'f"The first swaps are {self.s[0]} and {self.s[1]}."',
    '"Swaps: " + ", ".join(self.s) + "."',
)

BODY = r"""        self.row = sorted(rng.sample(sorted(self.names), <<count>>)<<order>>)
        self.goal = list(self.row)
        self.s = []
        while len(self.s) < <<swaps>>:
            i = rng.randrange(<<count>> - 1)
            if self.row[i] <<before>> self.row[i + 1]:
                self.swap(i)
                self.s.insert(0, self.pairs()[i])
        return "<<goal>> <<ask>> " + self.show(), {}
    def swap(self, i):
        self.row[i], self.row[i + 1] = self.row[i + 1], self.row[i]
    def pairs(self):
        names = [self.names[v] for v in self.row]
        return [f"{x} {y}" for x, y in zip(names, names[1:])]
    def show(self):
        return f"<<label>>: {' '.join(self.names[v] for v in self.row)}."
<<READ>>
        note = "<<unclear>>"
        if a in self.pairs():
            self.swap(self.pairs().index(a))
            note = <<note>>
        if self.row == self.goal:
            return "<<won>>", 1.0, True, False, {}
<<LAST>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return self.s
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A row of ``count``, ``swaps`` neighbour swaps from sorted; ``forms``: numbers, sums or products."""
    noun = theme.pick(rng, 1)[0]
    first, before, order = rng.choice((("smallest", "<", ""), ("largest", ">", ", reverse=True")))
    swaps = rng.randint(*knobs["swaps"])
    note = rng.choice(NOTES)
    return program(
        BODY,
        title=make_title([noun], theme.setting, rng.choice(("sorting", "order", "row", "swaps")), rng),
        summary=rng.choice(SUMMARIES),
        cap=swaps + 1,
        fields=["self.names = " + NAMES[rng.choice(knobs["forms"])]],
        top=rng.randint(*knobs["top"]) + 1,
        low=rng.choice((2, 3, 4)),
        factor=rng.choice((5, 6, 7, 8)),
        count=rng.randint(*knobs["count"]),
        swaps=swaps,
        before=before,
        order=order,
        first=first,
        First=first.title(),
        goal=rng.choice(GOALS),
        ask=rng.choice(ASKS),
        label=rng.choice(LABELS),
        note=f'{"f" if "{" in note else ""}"{note}"',
        hint=rng.choice(HINTS),
        noun=noun,
        setting=theme.setting,
        person=theme.person,
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _row(observation: str) -> list[str]:
    return after(LABELS, observation).split()


def _value(name: str) -> int:
    """12, 4+9 or 3*7 as a number."""
    terms = [int(number) for number in re.findall(r"\d+", name)]
    return math.prod(terms) if "*" in name else sum(terms)


def expert(first_observation: str, hint: str | None) -> Expert:
    """Swap the first neighbours in view that stand in the wrong order (or the hint's, in its order)."""
    sign = 1 if "smallest first" in first_observation.lower().replace(" comes", "") else -1
    named = re.findall(r"\d[\d+*]* \d[\d+*]*", hint or "")
    seen = first_observation
    while True:
        wrong = [f"{x} {y}" for x, y in pairwise(_row(seen)) if sign * (_value(x) - _value(y)) > 0]
        seen = yield boxed(next((pair for pair in named if pair in wrong), wrong[0]))


def legal(observation: str, rng: random.Random) -> str:
    """Any two neighbours of the row in view."""
    row = _row(observation)
    place = rng.randrange(len(row) - 1)
    return boxed(f"{row[place]} {row[place + 1]}")


MECHANIC = Mechanic("sort_row", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
