"""Suspect sheet: ask for marks of the culprit, see suspects crossed out, accuse the only one left."""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, RIGHT, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"suspects": 4, "coats": 2, "things": 2, "turns": 9},
    "medium": {"suspects": 6, "coats": 2, "things": 3, "turns": 11},
    "hard": {"suspects": 8, "coats": 3, "things": 3, "turns": 12},
}

NAMES = ("ada", "ben", "dov", "eva", "gus", "ivo", "kai", "lea", "max", "nia", "ole", "una")
COATS = (("red", "blue", "green"), ("tall", "short", "round"), ("white", "black", "grey"))
LABELS = ("Sheet", "Suspects", "List")
RESET = r"""
    self.case, self.cases = 0, []
    looks = [f"{c} {n}" for c in self.words[:<<coats>>] for n in self.words[<<coats>>:]]
    for i in range(2):
        sheet = list(zip(rng.sample(<<pool>>, <<count>>), rng.sample(looks, <<count>>)))
        self.cases.append((dict(sheet), *rng.choice(sheet)))
    self.left = self.cases[0][0]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def show(self):
    left = ", ".join(f"{n} {x}" for n, x in self.left.items())
    return f"<<case>> {self.case + 1} of 2. <<label>>: {left}."
"""
STEP = r"""
    note = "<<unclear>>"
    look = self.cases[self.case][2].split()
    if a in self.words:
        self.left = {n: x for n, x in self.left.items() if (a in x.split()) == (a in look)}
        note = "<<yes>> " if a in look else "<<no>> "
    elif a in self.left:
        if len(self.left) > 1:
            return "<<early>>", 0.0, True, False, {}
        self.case += 1
        if self.case == 2:
            return "<<won>>", 1.0, True, False, {}
        note, self.left = "<<right>> ", self.cases[1][0]
"""
HINTS = (
    'return "Ask " + "; then ".join(f"{x} and accuse {n}" for s, n, x in self.cases) + "."',
    'return "; next ".join(f"{x}, it is {n}" for s, n, x in self.cases) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``suspects`` out of ``coats`` times ``things`` looks, so that questions halve them at best."""
    things = theme.pick(rng, knobs["things"])
    coats = rng.sample(free_choice(COATS, theme, rng), knobs["coats"])
    names = rng.sample(NAMES, knobs["suspects"])
    return scaffold(
        title=title_for(theme, rng, ("suspects", "case", "inquiry", "culprit")),
        summary=rng.choice(
            (
                "Ask for marks and accuse when one suspect is left.",
                f"Find who took the {things[0]} from {theme.setting}, twice.",
                f"Two cases for the {theme.person}: ask, then accuse.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(HINTS),
        solution="return [w for s, n, x in self.cases for w in f'{x} {n}'.split()]",
        fields=[f'self.words = "{" ".join(coats + things)}".split()'],
        coats=len(coats),
        pool=f'"{" ".join(names)}".split()',
        count=knobs["suspects"],
        case=rng.choice(("Case", "Crime", "Round")),
        label=rng.choice(LABELS),
        yes=rng.choice(("Yes.", "Yes, that fits.", "True.")),
        no=rng.choice(("No.", "No, others.", "Not so.")),
        early=rng.choice(("Too early, no proof.", "Not proved. It is over.", "That was a guess only.")),
        goal=rng.choice(
            (
                "Find the culprit. Accuse only when one is left.",
                f"Who broke in at {theme.setting}? Accuse the last one left.",
                f"The {theme.person} asks who did it. Accuse the last one left.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{coats[0]}}} to ask or \\\\boxed{{{names[0]}}} to accuse.",
        right=rng.choice(RIGHT),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _sheet(observation: str) -> dict[str, list[str]]:
    """The two marks of every suspect left."""
    entries = (entry.split() for entry in after(LABELS, observation).split(", "))
    return {entry[0]: entry[1:] for entry in entries}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Ask for the mark that halves the suspects best (the hint's marks first), accuse when one is left."""
    parts = hint.split("; ") if hint else ["", ""]
    observation = first_observation
    while True:
        sheet = _sheet(observation)
        marks = sorted({mark for look in sheet.values() for mark in look})
        sizes = {mark: sum(mark in look for look in sheet.values()) for mark in marks}
        told = parts[" 2 of 2." in observation].replace(",", "").split()
        told = [mark for mark in told if sizes.get(mark, 99) < len(sheet)]
        best = min(marks, key=lambda mark: abs(2 * sizes[mark] - len(sheet)))
        reply = next(iter(sheet)) if len(sheet) == 1 else min(told, key=sizes.__getitem__, default=best)
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Ask for a mark in view or accuse someone in view, each about as often."""
    sheet = _sheet(observation)
    marks = sorted({mark for look in sheet.values() for mark in look})
    return boxed(rng.choice(marks if rng.random() < 0.5 else sorted(sheet)))


MECHANIC = Mechanic("suspect_sheet", "game", "Logical Deduction", KNOBS, build, expert, legal)
