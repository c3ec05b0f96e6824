"""Mirror row: lengthen a row at its ends until it reads the same both ways.

The row holds one small mirrored core with a tail on one side only; the words of the tail have to be added
on the other side, nearest to the core first. A word added in error has to be taken off again.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"tail": 3, "sides": "right", "again": False, "turns": 5},
    "medium": {"tail": 4, "sides": "one", "again": False, "turns": 6},
    "hard": {"tail": 4, "sides": "both", "again": True, "turns": 8},
}

OPENED = ("Open end", "Add at", "Free end")
LABELS = ("Row", "Line", "Chain", "String")
GOALS = (
    "Make the <<noun>> row of <<setting>> read the same both ways.",
    "The <<person>> wants a row that reads alike from left and right.",
    "Add words until the row at <<setting>> is its own mirror image.",
)
STEPS = {
    "one": """
note = "<<unclear>>"
if a == "undo" and self.past:
    self.row = self.past.pop()
    note = "<<undone>> "
elif a in self.row:
    self.past.append(self.row)
    self.row = <<joined>>
    note = "<<added>> "
if self.row == self.row[::-1]:
    return "<<won>>", 1.0, True, False, {}
""",
    "both": """
note = "<<unclear>>"
side, _, word = a.partition(" ")
if a == "undo" and self.past:
    self.row = self.past.pop()
    note = "<<undone>> "
elif side in ("left", "right") and word in self.row:
    self.past.append(self.row)
    self.row = [word] + self.row if side == "left" else self.row + [word]
    note = "<<added>> "
if self.row == self.row[::-1]:
    return "<<won>>", 1.0, True, False, {}
""",
}
MADE = {
    "right": "self.row = tail[::-1] + core",
    "left": "self.row = core + tail",
    "both": 'self.row = core + tail if self.side == "left" else tail[::-1] + core',
}
JOINED = {"right": "self.row + [a]", "left": "[a] + self.row", "both": ""}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A tail of ``tail`` words on one side (``sides``); ``again``: its last word repeats its first."""
    sides = rng.choice(("left", "right")) if knobs["sides"] == "one" else knobs["sides"]
    count = knobs["tail"]
    pool = theme.pick(rng, count + 2)
    core = rng.choice(("[x, y, x]", "[x, y, y, x]"))
    label, gap = rng.choice(LABELS), rng.choice((", ", " - "))
    example = f"left {pool[0]}" if sides == "both" else pool[0]
    where = "left or right" if sides == "both" else sides
    opened = rng.choice(OPENED)
    told = rng.choice(('" then ".join(self.tail)', '", ".join(self.tail)'))
    opening = rng.choice(('"Add " + ', '"To add: " + '))
    if sides == "both":
        opening = 'f"Add on the {self.side}: " + '
    ask = f"{rng.choice(FORMS)} \\\\boxed{{{example}}} to add a word, \\\\boxed{{undo}} to take off. "
    return scaffold(
        title=title_for(theme, rng, ("mirror", "mirror row", "both ways", "turned row")),
        summary=rng.choice(
            (
                "Add words at an end until the row mirrors itself.",
                f"The row at {theme.setting} must read alike both ways.",
                f"Complete the mirror row of the {theme.person}.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            x, y, *tail = rng.sample({literal(pool)}, {count + 2})
            {"tail.append(tail[0])" if knobs["again"] else ""}
            core = {core}
            {'self.side = rng.choice(["left", "right"])' if sides == "both" else ""}
            {MADE[sides]}
            self.tail, self.past = tail, []
            return "<<goal>> {ask}" + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                return "{label}: " + "{gap}".join(self.row) + ". {opened}: {where}."
        """,
        step=STEPS["both" if sides == "both" else "one"],
        hint="return " + opening + told + ' + "."',
        solution='return [self.side + " " + word for word in self.tail]'
        if sides == "both"
        else "return self.tail",
        goal=rng.choice(GOALS),
        joined=JOINED[sides],
        undone=rng.choice(("Taken off.", "It is off again.", "Undone.")),
        added=rng.choice(("Added.", "It is on.", "One more.")),
        noun=pool[0],
        setting=theme.setting,
        person=theme.person,
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _row(observation: str) -> list[str]:
    return re.split(", | - ", after(LABELS, observation))


def expert(first_observation: str, hint: str | None) -> Expert:
    """Add the next word of the longer side to the other; a hint only names the words in advance."""
    seen = first_observation
    while True:
        sides = _open(seen)
        side, word = _missing(_row(seen), sides)
        seen = yield boxed(word if len(sides) == 1 else f"{side} {word}")


def _open(observation: str) -> tuple[str, ...]:
    return tuple(after(OPENED, observation).split(" or "))


def _missing(row: list[str], sides: tuple[str, ...]) -> tuple[str, str]:
    """(end, word): the first addition of the shortest way to a mirror image."""
    for count in range(1, len(row)):
        for side in sides:
            rest = row[count:] if side == "right" else row[:-count]
            if rest == rest[::-1]:
                return side, row[count - 1] if side == "right" else row[-count]
    raise ValueError(f"no end of {row} can be mirrored")


def legal(observation: str, rng: random.Random) -> str:
    """Any word of the row, at any end where both are open."""
    word, sides = rng.choice(_row(observation)), _open(observation)
    return boxed(word if len(sides) == 1 else f"{rng.choice(sides)} {word}")


MECHANIC = Mechanic("mirror_row", "game", "Pattern Recognition", KNOBS, build, expert, legal)
