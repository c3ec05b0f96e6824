"""Pouring jugs: fill, empty and pour two jugs until one of them holds the wanted amount."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed, shortest

KNOBS: dict[str, Knobs] = {
    "easy": {"top": 7, "steps": (2,), "slack": 1},
    "medium": {"top": 7, "steps": (4,), "slack": 1},
    "hard": {"top": 9, "steps": (6,), "slack": 2},
}

SHOWS = (
    'f"{x}: {self.n[x]} of {self.size[x]}. {y}: {self.n[y]} of {self.size[y]}. Wanted: {self.goal}."',
    'f"{x}: {self.n[x]} of {self.size[x]}, {y}: {self.n[y]} of {self.size[y]}. Wanted: {self.goal}."',
)
RESET = r"""
    x, y = self.names = rng.sample(<<pool>>, 2)
    big, small, self.goal, turn = rng.choice(<<deals>>)
    self.size, self.n, self.plan = {x: big, y: small}, {x: 0, y: 0}, []
    if turn:
        x, y = y, x
    while self.goal not in self.n.values():
        full = self.n[y] == self.size[y]
        self.plan.append(f"empty {y}" if full else f"pour {x} {y}" if self.n[x] else f"fill {x}")
        self.act(self.plan[-1].split())
    self.n = dict.fromkeys(self.names, 0)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def act(self, w):
        if w[0] == "pour":
            k = min(self.n[w[1]], self.size[w[2]] - self.n[w[2]])
            self.n[w[1]] -= k
            self.n[w[2]] += k
        else:
            self.n[w[1]] = self.size[w[1]] if w[0] == "fill" else 0
    def show(self):
        x, y = self.names
        return <<show>>
"""
STEP = r"""
    w, two = a.split(), sorted(self.names)
    note = "<<unclear>>"
    pour = w[:1] == ["pour"] and sorted(w[1:]) == two
    if pour or len(w) == 2 and w[0] in ("fill", "empty") and w[1] in two:
        self.act(w)
        note = "<<note>> "
    if self.goal in self.n.values():
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Jugs of at most ``top``; the shortest way has one of ``steps`` moves; ``slack`` moves to spare."""
    pool = theme.pick(rng, rng.randint(3, 6))
    steps = rng.choice(knobs["steps"])
    deals = _deals(knobs["top"], steps)
    return scaffold(
        title=title_for(theme, rng, ("jugs", "pouring", "measure", "two tanks")),
        summary=rng.choice(
            (
                "Measure an exact amount with two jugs at <<setting>>.",
                "The <<person>> pours between two jugs without a scale.",
                "Fill, empty and pour until one jug is right.",
            )
        ),
        turns=steps + knobs["slack"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Do this: " + ", ".join(self.plan) + "."',
                'return "Moves: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        deals=rng.sample(deals, min(len(deals), rng.randint(4, 6))),
        show=rng.choice(SHOWS),
        note=rng.choice(("Done.", "The water moved.", "Now look.")),
        goal=rng.choice(
            (
                "Two jugs at <<setting>>: get the wanted amount into one of them.",
                "The <<person>> has two empty jugs and wants an exact amount in one.",
                "Measure the wanted amount with two jugs named by what they hold.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{fill {pool[0]}}}, \\\\boxed{{empty {pool[0]}}} "
        f"or \\\\boxed{{pour {pool[0]} {pool[1]}}}.",
        **dress(theme, rng),
    )


def _moves(state: tuple[int, int], sizes: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
    """Labels as ``fill 0`` or ``pour 0 1`` with the state that follows."""
    (m, n), (p, q) = state, sizes
    right, left = min(m, q - n), min(n, p - m)
    return [
        ("fill 0", (p, n)),
        ("fill 1", (m, q)),
        ("empty 0", (0, n)),
        ("empty 1", (m, 0)),
        ("pour 0 1", (m - right, n + right)),
        ("pour 1 0", (m + left, n - left)),
    ]


def _plan(state: tuple[int, int], sizes: tuple[int, int], goal: int) -> list[str]:
    return shortest(state, lambda now: _moves(now, sizes), lambda now: goal in now) or []


def _deals(top: int, steps: int) -> list[tuple[int, int, int, int]]:
    """(big, small, goal, which is filled first): every deal whose shortest way has ``steps`` moves."""
    deals = []
    for big in range(3, top + 1):
        for small in range(2, big):
            for goal in range(1, big):
                plan = _plan((0, 0), (big, small), goal)
                if goal != small and len(plan) == steps:
                    deals.append((big, small, goal, int(plan[0][-1])))
    return deals


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the hint, else a shortest way from the state in view."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        (x, m, p), (y, n, q) = re.findall(r"(\w+): (\d+) of (\d+)", observation)
        if planned:
            reply = planned.pop(0)
        else:
            goal = int(re.findall(r"Wanted: (\d+)", observation)[-1])
            plan = _plan((int(m), int(n)), (int(p), int(q)), goal)
            reply = plan[0].replace("0", x).replace("1", y)
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any of the six moves."""
    names = [found[0] for found in re.findall(r"(\w+): (\d+) of", observation)]
    rng.shuffle(names)
    kind = rng.choice(("fill", "empty", "pour"))
    return boxed(f"{kind} {' '.join(names)}" if kind == "pour" else f"{kind} {names[0]}")


MECHANIC = Mechanic("pouring_jugs", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
