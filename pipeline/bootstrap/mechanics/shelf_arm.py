"""Shelf arm: send an arm along a row of names by how many places it must move, name after name."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, RIGHT, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"places": 6, "calls": 3, "rule": "still", "slack": 2},
    "medium": {"places": 6, "calls": 4, "rule": "swap", "slack": 2},
    "hard": {"places": 6, "calls": 4, "rule": "beside", "slack": 2},
}

WAYS = (("left", "right"), ("down", "up"), ("back", "ahead"))
ROWS = ("Row", "Shelf", "Slots")
ARMS = ("Arm at", "Arm over", "Grip at")
CALLS = ("Fetch", "Wanted", "Bring")
RESET = """
    self.row = rng.sample(<<pool>>, <<places>>)
    at, *self.calls = rng.sample(self.row, <<count>>)
    i = self.i = self.row.index(at)
    row, self.plan = list(self.row), []
    for n in self.calls:
        j = row.index(n)
        self.plan.append(f"{'<<more>>' if j > i else '<<less>>'} {abs(j - i)}")
        row[i], row[j], i = <<after>>, j
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = """
    def told(self, n):
        j = self.row.index(n)
        return f"<<more>> of {self.row[j - 1]}" if j else f"<<less>> of {self.row[1]}"
    def show(self):
        calls = " then ".join(<<told>>)
        row, at = " ".join(self.row), self.row[self.i]
        return f"<<rows>>, <<less>> to <<more>>: {row}. <<arms>>: {at}. <<fetch>>: {calls}."
"""
STEP = """
    note, i = "<<unclear>>", self.i
    m = re.fullmatch(r"(<<less>>|<<more>>) (\\d)", a)
    j = i + int(m[2]) * (1 if m[1] == "<<more>>" else -1) if m else -1
    if 0 <= j < <<places>>:
        note, self.i = "<<miss>> ", j
        if self.row[j] == self.calls[0]:
            self.calls.pop(0)
            note = "<<right>> "
            <<swap>>
    if not self.calls:
        return "<<won>>", 1.0, True, False, {}
"""
SWAP = "self.row[i], self.row[j] = self.row[j], self.row[i]"


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``calls`` names among ``places``; ``rule``: names stay, trade places with the arm's, or are told by
    their neighbour; ``slack`` moves to spare.
    """
    less, more = free_choice(WAYS, theme, rng)
    rule, places = knobs["rule"], knobs["places"]
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7, 8))))
    goal = rng.choice(
        (
            f"Move the arm as the {theme.person} wants.",
            f"Fetch names at {theme.setting} in order.",
            "Lead the arm to the wanted names.",
        )
    )
    if rule == "swap":
        goal += " It trades places with the arm's name."
    ways = f"\\\\boxed{{{more} 2}} or \\\\boxed{{{less} 1}}"
    return scaffold(
        title=title_for(theme, rng, ("arm", "shelf", "grip", "shelf arm")),
        summary=rng.choice(
            (
                "Count the places between two names of a row.",
                f"Tell the arm how far to go for the {theme.person}.",
                f"Fetch {knobs['calls']} names at {theme.setting}.",
            )
        ),
        turns=knobs["calls"] + knobs["slack"],
        reset=RESET,
        helpers=HELPERS if rule == "beside" else "    " + HELPERS[HELPERS.index("def show") :],
        step=STEP if rule == "swap" else STEP.replace("            <<swap>>\n", ""),
        hint=rng.choice(
            ('return "moves: " + ", ".join(self.plan) + "."', 'return " then ".join(self.plan) + "."')
        ),
        solution="return self.plan",
        pool=literal(pool),
        places=places,
        count=knobs["calls"] + 1,
        after="row[j], row[i]" if rule == "swap" else "row[i], row[j]",
        swap=SWAP,
        told="map(self.told, self.calls)" if rule == "beside" else "self.calls",
        goal=goal,
        ask=f"{rng.choice(FORMS)} {ways} to move.",
        less=less,
        more=more,
        rows=rng.choice(ROWS),
        arms=rng.choice(ARMS),
        fetch=rng.choice(CALLS),
        miss=rng.choice(("Not wanted now.", "It grips nothing.", "Wrong place.")),
        right=rng.choice(RIGHT),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _row(observation: str) -> tuple[str, str, list[str]]:
    """The two direction words of this game and the names in the row."""
    less, more, row = re.findall(rf"(?:{'|'.join(ROWS)}), (\w+) to (\w+): (.*?)\.", observation)[-1]
    return less, more, row.split()


def expert(first_observation: str, hint: str | None) -> Expert:
    """Count the places from the arm to the next wanted name; the hint lists the moves."""
    less, more, _ = _row(first_observation)
    moves = re.findall(rf"(?:{less}|{more}) \d", hint or "")
    seen = first_observation
    while True:
        row, call = _row(seen)[2], after(CALLS, seen).split(" then ")[0].split()
        shift = {less: -1, more: 1}[call[0]] if len(call) > 1 else 0
        away = row.index(call[-1]) + shift - row.index(after(ARMS, seen))
        seen = yield boxed(moves.pop(0) if moves else f"{more if away > 0 else less} {abs(away)}")


def legal(observation: str, rng: random.Random) -> str:
    """Any move that stays on the row."""
    less, more, row = _row(observation)
    at = row.index(after(ARMS, observation))
    aim = rng.choice([place for place in range(len(row)) if place != at])
    return boxed(f"{more if aim > at else less} {abs(aim - at)}")


MECHANIC = Mechanic("shelf_arm", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
