"""Fault hunt: measure behind parts of a row, close in on the first broken one, replace it, go on to the next.

A signal runs along the row and dies at the first broken part, so a measurement says on which side of it the
fault lies. A later fault shows only once the earlier one is mended.
"""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"size": (4, 5), "faults": 2, "shown": "suspects", "turns": 9},
    "medium": {"size": (6,), "faults": 2, "shown": "suspects", "turns": 10},
    "hard": {"size": (6, 7), "faults": 3, "shown": "bounds", "turns": 12},
}

SIGNALS = (
    ("signal", "wire"),
    ("oil", "line"),
    ("current", "row"),
    ("pulse", "string"),
    ("air", "hose"),
)
SUSPECTS = ("Suspects", "May be broken", "Doubtful")
ROWS = ("In order", "All parts", "Sequence")
SHOWN = {
    "suspects": "<<suspects>>: {' '.join(self.parts[self.lo:self.hi + 1])}.",
    "bounds": "Alive after {(['start'] + self.parts)[self.lo]}, dead after {self.parts[self.hi]}.",
}
RESET = """
self.parts = rng.sample(<<pool>>, <<size>>)
self.bad = sorted(rng.sample(range(<<size>>), <<faults>>))
self.lo, self.hi = 0, <<size>> - 1
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    return f"<<rows>>: {' '.join(self.parts)}. Broken: {len(self.bad)}. <<shown>>"
"""
STEP = """
note, name = "<<unclear>>", a.split(" ")[-1]
i = self.parts.index(name) if name in self.parts else -1
if a == name and 0 <= i < self.bad[0]:
    self.lo, note = max(self.lo, i + 1), "<<alive>> "
elif a == name and i >= 0:
    self.hi, note = min(self.hi, i), "<<dead>> "
elif a == "fix " + name and i >= 0:
    if i != self.bad.pop(0):
        return "<<sound>>", 0.0, True, False, {}
    if not self.bad:
        return "<<won>>", 1.0, True, False, {}
    self.lo, self.hi, note = i + 1, <<size>> - 1, "<<fixed>> "
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``size`` parts, ``faults`` of them broken; ``shown``: the suspects, or only the bounds measured."""
    size = min(rng.choice(knobs["size"]), len(theme.nouns))
    signal, line = free_choice(SIGNALS, theme, rng)
    pool = theme.pick(rng, min(len(theme.nouns), max(size, rng.choice((6, 7)))))
    goal = rng.choice(
        (
            f"The {signal} at {theme.setting} dies at a broken part.",
            f"Mend this {line} for the {theme.person}.",
            f"The {theme.person} gets no {signal}: parts are broken.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("fault", f"{line} fault", "repair", f"lost {signal}")),
        summary=rng.choice(
            (
                f"Measure along the {line} to find each broken part.",
                f"Close in on the faults that stop the {signal}.",
                f"Fix what is broken at {theme.setting}.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "fix " + ", then ".join(self.parts[i] for i in self.bad) + "."',
                'return "The faults are " + " and ".join(self.parts[i] for i in self.bad) + "."',
            )
        ),
        solution='return ["fix " + self.parts[i] for i in self.bad]',
        pool=literal(pool),
        size=size,
        faults=knobs["faults"],
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{{pool[0]}}} to measure, \\boxed{{fix {pool[0]}}} to renew it.",
        rows=rng.choice(ROWS),
        shown=SHOWN[knobs["shown"]],
        suspects=rng.choice(SUSPECTS),
        alive=rng.choice((f"The {signal} is alive there.", "Alive there.", "All well so far.")),
        dead=rng.choice((f"No {signal} there.", "Dead there.", "Nothing comes through.")),
        sound=rng.choice(("That part was sound.", "A good part is wasted.", "It was not broken.")),
        fixed=rng.choice(("It works again.", "One fault is gone.", "That was broken.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _suspects(observation: str) -> list[str]:
    listed = after(SUSPECTS, observation)
    if listed:
        return listed.split()
    parts = after(ROWS, observation).split()
    words = observation.rpartition("Alive after ")[2].replace(",", " ").replace(".", " ").split()
    low = 0 if words[0] == "start" and "start" not in parts else parts.index(words[0]) + 1
    return parts[low : parts.index(words[-1]) + 1]


def expert(first_observation: str, hint: str | None) -> Expert:
    """Measure after the middle suspect until one is left, then replace it; a hint's faults at once."""
    observation = first_observation
    named = [word.strip(".,") for word in (hint or "").split()]
    while True:
        suspects = _suspects(observation)
        known = [name for name in named if name in suspects]
        if known or len(suspects) == 1:
            observation = yield boxed(f"fix {(known or suspects)[0]}")
        else:
            observation = yield boxed(suspects[(len(suspects) - 1) // 2])


def legal(observation: str, rng: random.Random) -> str:
    """Measure anywhere or (one time in three) replace anything."""
    name = rng.choice(after(ROWS, observation).split())
    return boxed(f"fix {name}" if rng.random() < 0.33 else name)


MECHANIC = Mechanic("fault_hunt", "game", "Causal Inference", KNOBS, build, expert, legal)
