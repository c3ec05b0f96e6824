"""Domino fall: rows of tiles tip each other; push the first tile of the row in which the wanted one stands.

Which tile tips which is told as scattered facts, so the wanted tile has to be followed back to a push. One
row ends in a tile that must stay up.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"rows": 5, "length": 2, "mixed": False, "turns": 6},
    "medium": {"rows": 4, "length": 3, "mixed": True, "turns": 5},
    "hard": {"rows": 4, "length": 4, "mixed": True, "turns": 5},
}

VERBS = ("tips", "fells", "topples", "hits")
PUSHES = ("Push one of", "Free", "You reach")
WANTED = ("Next to fall", "Wanted down", "Now fell")
RESET = """
tiles = rng.sample(range(1, <<top>>), <<rows>> * <<length>>)
self.rows = [tiles[i::<<rows>>] for i in range(<<rows>>)]
self.plan = [str(r[0]) for r in self.rows[1:]]
self.links = [f"{x} <<verb>> {y}" for r in self.rows for x, y in zip(r, r[1:])]
self.free = sorted(r[0] for r in self.rows)<<mixed>>
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    free = " ".join(str(x) for x in self.free)
    keep, aim = self.rows[0][-1], self.rows[1][-1]
    return f"<<pushes>>: {free}. {', '.join(self.links)}. <<keep>> {keep}. <<wanted>>: {aim}."
"""
STEP = """
note = "<<unclear>>"
if a == str(self.rows[1][0]):
    gone = self.rows.pop(1)
    if len(self.rows) == 1:
        return "<<won>>", 1.0, True, False, {}
    self.links = [x for x in self.links if int(x.split(" ")[0]) not in gone]
    self.free.remove(gone[0])
    note = "<<right>> "
elif a in [str(x) for x in self.free]:
    return "<<wrong>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``rows`` rows of ``length`` tiles, all but one to fell in order; ``mixed``: the facts are shuffled."""
    rows, length = knobs["rows"], knobs["length"]
    noun = theme.pick(rng, 1)[0]
    goal = rng.choice(
        (
            f"The {theme.person} sets {noun} tiles in rows.",
            f"Numbered tiles stand at {theme.setting}.",
            f"A {noun} show: each tile falls on another.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("dominoes", "tiles", "falling rows", "first push")),
        summary=rng.choice(
            (
                "Find the push that makes the wanted tile fall.",
                f"Follow effects back to their cause at {theme.setting}.",
                f"Fell the tiles in the order that the {theme.person} wants.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET.replace("<<mixed>>", "\nrng.shuffle(self.links)" if knobs["mixed"] else ""),
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "push " + ", then ".join(self.plan) + "."',
                'return "The pushes in order: " + ", ".join(self.plan) + "."',
                "return f\"Start with {self.plan[0]}, go on with {' and '.join(self.plan[1:])}.\"",
            )
        ),
        solution="return list(self.plan)",
        top=rng.randint(rows * length + 2, 28),
        rows=rows,
        length=length,
        verb=rng.choice(VERBS),
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{number}} to push a first tile; the rest of its row follows.",
        pushes=rng.choice(PUSHES),
        keep=rng.choice(("Keep up", "Must stand:", "Do not fell")),
        wanted=rng.choice(WANTED),
        right=rng.choice((*RIGHT, "It falls.", "Down it goes.")),
        wrong=rng.choice(("The wrong row falls.", "Another row went down.", "That was not its row.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the wanted tile back, fact by fact, to one that nothing tips; a hint's pushes in order."""
    observation = first_observation
    told = iter(re.findall(r"\d+", hint or ""))
    while True:
        tile = after(WANTED, observation)
        causes = {y: x for x, y in re.findall(rf"(\d+) (?:{'|'.join(VERBS)}) (\d+)", observation)}
        while tile in causes:
            tile = causes[tile]
        observation = yield boxed(next(told, tile))


def legal(observation: str, rng: random.Random) -> str:
    """Any tile that can be pushed."""
    return boxed(rng.choice(after(PUSHES, observation).split()))


MECHANIC = Mechanic("domino_fall", "game", "Causal Inference", KNOBS, build, expert, legal)
