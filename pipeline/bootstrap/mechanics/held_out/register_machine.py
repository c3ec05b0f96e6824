"""Register machine: press arithmetic keys until the register shows the wanted number."""

from __future__ import annotations

import random

from ..base import Expert, Knobs, Mechanic, Theme, numbers
from ..frame import after, boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed, shortest

KNOBS: dict[str, Knobs] = {
    "easy": {
        "keys": ("add 10", "add 1", "double"),
        "start": (11, 40),
        "adds": True,
        "steps": (4, 5),
        "slack": 1,
    },
    "medium": {
        "keys": ("add {p}", "double", "less {q}"),
        "start": (4, 9),
        "adds": False,
        "steps": (4,),
        "slack": 1,
    },
    "hard": {
        "keys": ("add {p}", "double", "less {q}", "triple"),
        "start": (4, 9),
        "adds": False,
        "steps": (4, 5),
        "slack": 1,
    },
}

LABELS = ("Register", "Display", "Counter")
RESET = r"""
    self.n, plan = rng.choice(<<deals>>)
    self.plan = [self.keys[int(i)] for i in plan]
    self.goal = self.n
    for k in self.plan:
        self.goal = self.press(k, self.goal)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def press(self, k, n):
        v = int(k.split()[1]) if " " in k else 0
        return {"add": n + v, "less": n - v, "double": 2 * n, "triple": 3 * n}[k.split()[0]]
    def show(self):
        return f"<<label>>: {self.n}. Wanted: {self.goal}. Keys: {', '.join(self.keys)}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a in self.keys:
        self.n = self.press(a, self.n)
        note = <<note>>
    if self.n == self.goal:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Start in ``start``; ``steps`` ``keys`` (``adds``: only adding) lead to the goal; ``slack`` to spare."""
    steps = rng.choice(knobs["steps"])
    p, q = rng.sample((3, 4, 5, 7), 2)
    keys = [key.format(p=p, q=q) for key in knobs["keys"]]
    return scaffold(
        title=title_for(theme, rng, ("register", "counter", "machine", "keys")),
        summary=rng.choice(
            (
                "Press keys until the number is the one the <<person>> wants.",
                "A machine at <<setting>> with a number and a few keys.",
                "Reach the wanted <<noun>> number within <<cap>> presses.",
            )
        ),
        turns=steps + knobs["slack"],
        fields=[f"self.keys = {literal(keys)}"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Press: " + ", ".join(self.plan) + "."',
                'return "Keys in turn: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        deals=_deals(keys, knobs["start"], knobs["adds"], steps, rng),
        label=rng.choice(LABELS),
        note=rng.choice(('""', 'f"You press {a}. "', '"Pressed. "')),
        goal=rng.choice(
            (
                "Bring the machine of <<setting>> to the wanted number.",
                "The <<person>> wants one exact <<noun>> number.",
                "Press keys until the number is right.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.choice(keys)}}} to press a key.",
        **dress(theme, rng),
    )


def _deals(
    keys: list[str], start: tuple[int, int], adds: bool, steps: int, rng: random.Random
) -> list[tuple[int, str]]:
    """Eight starts with a way (indices of keys) that is as short as any."""
    deals: list[tuple[int, str]] = []
    while len(deals) < 8:
        value = first = rng.randint(*start)
        plan = [rng.randrange(2 if adds else len(keys)) for _ in range(steps)]
        for key in plan:
            value = _press(keys[key], value)
        if (
            len(set(plan)) > 1
            and 0 < value <= 150
            and value != first
            and len(_plan(first, value, keys)) == steps
        ):
            deals.append((first, "".join(map(str, plan))))
    return deals


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the hint, else a shortest way from the number in view."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        if planned:
            reply = planned.pop(0)
        else:
            keys = after(["Keys"], observation).split(", ")
            reply = _plan(int(after(LABELS, observation)), int(after(["Wanted"], observation)), keys)[0]
        observation = yield boxed(reply)


def _plan(start: int, goal: int, keys: list[str]) -> list[str]:
    def moves(value: int) -> list[tuple[str, int]]:
        return [(key, _press(key, value)) for key in keys if abs(value) < 500]

    return shortest(start, moves, lambda value: value == goal) or keys


def _press(key: str, value: int) -> int:
    amount = (numbers(key) or [0])[0]
    word = key.split()[0]
    return {"add": value + amount, "less": value - amount, "double": 2 * value, "triple": 3 * value}[word]


def legal(observation: str, rng: random.Random) -> str:
    """Any key."""
    return boxed(rng.choice(after(["Keys"], observation).split(", ")))


MECHANIC = Mechanic("register_machine", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
