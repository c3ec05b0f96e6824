"""Seat row: one clue a turn, relative to people who sit already, settles the seat of one more person."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, boxed, literal
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"seats": (5,), "given": 1, "rules": "near", "clauses": 1, "spare": 2},
    "medium": {"seats": (5, 6), "given": 1, "rules": "far", "clauses": 1, "spare": 2},
    "hard": {"seats": (6,), "given": 2, "rules": "loose", "clauses": 2, "spare": 3},
}

NAMES = ("ada", "ben", "dov", "eva", "gus", "ivo", "kai", "lea", "max", "nia", "ole", "una")
RULES = {
    "near": {"just left of": "-1", "just right of": "1"},
    "far": {"two left of": "-2", "two right of": "2", "just left of": "-1", "just right of": "1"},
    "loose": {"left of": "range(-6, 0)", "right of": "range(1, 7)", "beside": "[-1, 1]"},
}
"""What a clue can say: seat of the one minus seat of the other."""
SEATS = ("Seats", "Row", "Bench")
FREE = ("free", "empty", "open")
RESET = r"""
    self.row = rng.sample(<<pool>>, <<seats>>)
    on = self.on = rng.sample(self.row, <<given>>)
    self.i, self.clues = <<given>>, [""] * <<given>>
    at, steps = self.row.index, {<<steps>>}
    while len(on) < <<seats>>:
        <<draw>>
        if len(fit) == 1:
            on += fit
            self.clues.append(<<clue>>)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
DRAWS = {
    1: """r, p = rng.choice(list(steps)), rng.choice(on)
            fit = [n for n in self.row if n not in on and at(n) - at(p) == steps[r]]""",
    2: """c = rng.sample([(r, p) for r in steps for p in on], 2)
            fit = [n for n in self.row if n not in on and all(at(n) - at(p) in steps[r] for r, p in c)]""",
}
CLUES = {1: 'r + " " + p', 2: '" and ".join(map(" ".join, c))'}
HELPERS = r"""
def show(self):
    on = self.on[:self.i]
    row = ", ".join(f"{i} {n if n in on else '<<free>>'}" for i, n in enumerate(self.row, 1))
    return f"<<label>>: {row}. <<next>>: {self.on[self.i]} sits {self.clues[self.i]}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a == self.solution()[self.i - <<given>>]:
        self.i += 1
        note = "<<right>> "
    elif a.isdecimal():
        return "<<wrong>>", 0.0, True, False, {}
    if self.i == <<seats>>:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``seats`` with people in ``given`` of them; every clue has ``clauses`` of the kind ``rules``."""
    seats, given = rng.choice(knobs["seats"]), knobs["given"]
    noun = theme.pick(rng, 1)[0]
    steps = ", ".join(f'"{text}": {value}' for text, value in RULES[knobs["rules"]].items())
    return scaffold(
        title=title_for(theme, rng, ("seats", "bench", "row", "places")),
        summary=rng.choice(
            (
                "Seat people one by one from clues.",
                f"Each clue settles one seat at {theme.setting}.",
                f"Fill a bench for the {noun} show.",
            )
        ),
        turns=seats - given + knobs["spare"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Seats in turn: " + ", ".join(self.solution()) + "."',
                'return "Take " + ", then ".join(self.solution()) + "."',
            )
        ),
        solution="return [str(self.row.index(n) + 1) for n in self.on[<<given>>:]]",
        pool=literal(rng.sample(NAMES, seats)),
        seats=seats,
        given=given,
        steps=steps,
        draw=DRAWS[knobs["clauses"]],
        clue=CLUES[knobs["clauses"]],
        free=rng.choice(FREE),
        label=rng.choice(SEATS),
        next=rng.choice(("Next", "Clue", "Told")),
        goal=rng.choice(
            (
                f"Seat the guests of the {theme.person} without error.",
                f"At {theme.setting} each guest has a seat. No errors.",
                f"Find the seats for the {noun} talk. No errors.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.randint(1, seats)}}} to name the seat.",
        wrong=rng.choice(("That seat is wrong.", "No, another seat.", "Somebody else sits there.")),
        right=rng.choice(RIGHT),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _seats(observation: str) -> tuple[dict[str, int], list[int]]:
    """Seat of everyone who sits, and the free seats."""
    row = re.findall(rf"(?:{'|'.join(SEATS)}): (.*?)\.", observation)[-1]
    pairs = [(int(entry.split()[0]), entry.split()[1]) for entry in row.split(", ")]
    return {n: i for i, n in pairs if n not in FREE}, [i for i, n in pairs if n in FREE]


def expert(first_observation: str, hint: str | None) -> Expert:
    """The free seat that meets the clue; with the hint, the next seat of its list."""
    named = [int(seat) for seat in re.findall(r"\d", hint or "")]
    observation = first_observation
    while True:
        sitting, free = _seats(observation)
        text = re.findall(r" sits ([^.]*)\.", observation)[-1]
        if named:
            reply = named[-len(free)]
        else:
            clauses = [clause.rsplit(" ", 1) for clause in text.split(" and ")]
            reply = next(seat for seat in free if all(_fits(seat - sitting[p], rule) for rule, p in clauses))
        observation = yield boxed(reply)


def _fits(d: int, rule: str) -> bool:
    kind = {"just": 1, "two": 2}.get(rule.split()[0])
    if kind:
        return d == (kind if "right" in rule else -kind)
    return {"left of": d < 0, "right of": d > 0, "beside": abs(d) == 1}[rule]


def legal(observation: str, rng: random.Random) -> str:
    """Any free seat."""
    return boxed(rng.choice(_seats(observation)[1]))


MECHANIC = Mechanic("seat_row", "game", "Logical Deduction", KNOBS, build, expert, legal)
