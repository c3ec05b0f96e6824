"""Nim heaps: two or three heaps, take any number from one of them; the opponent answers without error."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"heaps": 2, "sizes": (2, 5), "misere": (False,), "turns": 6},
    "medium": {"heaps": 2, "sizes": (4, 6), "misere": (False, True), "turns": 7},
    "hard": {"heaps": 3, "sizes": (2, 6), "misere": (False, True), "turns": 8},
}

LABELS = ("Heaps", "Piles", "Stacks")
RESET = r"""
    self.names = rng.sample(<<pool>>, <<count>>)
    h = rng.sample(range(<<low>>, <<high>>), 2)
    <<third>>
    self.h, self.plan = h, []
    while any(h):
        a, h = self.best(h)
        self.plan.append(a)
        h = self.best(h)[1]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def moves(self, h):
    takes = [(k, i) for k in range(1, <<high>>) for i in range(<<count>>) if h[i] >= k]
    return [(f"{self.names[i]} {k}", h[:i] + [h[i] - k] + h[i + 1:]) for k, i in takes]
def best(self, h):
    moves = self.moves(h)
    return ([(a, x) for a, x in moves if <<lost>>] + moves + [("", h)])[0]
def show(self):
    h = ", ".join(f"{n} {k}" for n, k in zip(self.names, self.h))
    return f"<<label>>: {h}. <<rule>>"
"""
STEP = r"""
    note = "<<unclear>>"
    left = dict(self.moves(self.h)).get(a)
    if left:
        a, self.h = self.best(left)
        note = f"<<told>>"
        if not any(self.h):
            won = <<mine>>
            return "<<won>>" if won else "<<gone>>", float(won), True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``heaps`` with ``sizes`` (least, most); ``misere``: who takes the last one loses.

    Three heaps start with two alike, so that the third has to go.
    """
    count, misere = knobs["heaps"], rng.choice(knobs["misere"])
    pool = theme.pick(rng, count + 1)
    other = theme.person
    xor = " ^ ".join(f"x[{index}]" for index in range(count))
    return scaffold(
        title=title_for(theme, rng, ("heaps", "piles", "nim", "two takers")),
        summary=rng.choice(
            (
                f"Take from {count} heaps against the {other}, who never errs.",
                f"A game of {count} heaps at {theme.setting} with one right take each turn.",
                f"Leave the {other} heaps without a good take.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Take " + ", then ".join(self.plan) + "."',
                'return "Your takes: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        count=count,
        third="h = rng.sample(h + h[:1], 3)" if count == 3 else "",
        lost=f"{xor} == (max(x) < 2)" if misere else f"{xor} == 0",
        low=knobs["sizes"][0],
        high=knobs["sizes"][1] + 1,
        label=rng.choice(LABELS),
        rule="The last one loses." if misere else "The last one wins.",
        goal=rng.choice(
            (
                f"You and the {other} take in turn from one heap at a time.",
                f"Play the {other}. Take any number from one heap.",
                f"At {theme.setting} two players take from one heap each turn.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]} 1}} to take 1 {pool[0]}.",
        mine="any(left)" if misere else "not any(left)",
        gone=rng.choice(("The last one is gone.", "All is taken.", "Nothing is left.")),
        told=rng.choice((f"The {other} takes {{a}}. ", f"Then the {other} took {{a}}. ", "{a} went too. ")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _heaps(observation: str) -> dict[str, int]:
    pairs = (entry.split() for entry in after(LABELS, observation).split(", "))
    return {name: int(size) for name, size in pairs}


def _lost(sizes: list[int], misere: bool) -> bool:
    """Whether the player to move loses against perfect play."""
    total = 0
    for size in sizes:
        total ^= size
    return total == 1 if misere and max(sizes) <= 1 else total == 0


def expert(first_observation: str, hint: str | None) -> Expert:
    """Leave heaps from which the mover loses (two alike, say): the hint's take while it does, else any."""
    named = re.findall(r"[a-z]+ \d", (hint or "").partition("akes")[2] or (hint or ""))
    observation = first_observation
    while True:
        heaps, misere = _heaps(observation), "last one loses" in observation
        takes = [(name, taken) for taken in range(1, 9) for name, size in heaps.items() if size >= taken]
        good = []
        for name, taken in takes:
            rest = heaps | {name: heaps[name] - taken}
            if _lost(list(rest.values()), misere):
                good.append(f"{name} {taken}")
        planned = [take for take in named if take in good]
        observation = yield boxed((planned or good or ["{} {}".format(*takes[0])])[0])


def legal(observation: str, rng: random.Random) -> str:
    """Any number that one of the heaps in view can give."""
    name, size = rng.choice([(name, size) for name, size in _heaps(observation).items() if size])
    return boxed(f"{name} {rng.randint(1, size)}")


MECHANIC = Mechanic("nim_heaps", "game", "Logical Deduction", KNOBS, build, expert, legal)
