"""River crossing: bring everyone over in a small boat; some may not be left together without you."""

from __future__ import annotations

import random
import re
from itertools import combinations

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed, shortest

KNOBS: dict[str, Knobs] = {
    "easy": {"count": 3, "foes": ((0, 1),), "seats": 1, "slack": 1},
    "medium": {"count": 3, "foes": ((0, 1), (1, 2)), "seats": 1, "slack": 1},
    "hard": {"count": 4, "foes": ((0, 1), (0, 2), (1, 2), (1, 3)), "seats": 2, "slack": 1},
}

State = tuple[frozenset[str], bool]
"""Who is on the near side, and whether the boat is there."""

RESET = r"""
    self.names = rng.sample(<<pool>>, <<count>>)
    self.foes = [(self.names[i], self.names[j]) for i, j in <<foes>>]
    self.plan = [" ".join(self.names[i] for i in go) or "nobody" for go in <<plan>>]
    self.here, self.near = sorted(self.names), True
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        far = [n for n in sorted(self.names) if n not in self.here]
        foes = ", ".join(f"{x} with {y}" for x, y in self.foes)
        lists = f"Near: {' '.join(self.here) or 'nobody'}. Far: {' '.join(far) or 'nobody'}."
        return f"{lists} <<boat>>: {'near' if self.near else 'far'}. <<never>>: {foes}."
"""
STEP = r"""
    go = [] if a == "nobody" else a.split()
    side = [n for n in self.names if (n in self.here) == self.near]
    note = "<<unclear>>"
    if a and len(set(go)) == len(go) <= <<seats>> and all(n in side for n in go):
        for x, y in self.foes:
            if x in side and y in side and not {x, y} & set(go):
                return f"<<lost>>", 0.0, True, False, {}
        self.here = sorted(set(self.here) ^ set(go))
        self.near = not self.near
        note = "<<note>> "
    if not self.here:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``count`` passengers, ``foes`` by place in their list, ``seats`` beside you, ``slack`` crossings."""
    count, foes, seats = knobs["count"], knobs["foes"], knobs["seats"]
    pool = theme.pick(rng, rng.randint(count + 1, 6))
    plan = _plan([str(i) for i in range(count)], [(str(x), str(y)) for x, y in foes], seats)
    room = "one" if seats == 1 else "two"
    return scaffold(
        title=title_for(theme, rng, ("crossing", "ferry", "river", "boat")),
        summary=rng.choice(
            (
                "Ferry everyone across without leaving foes alone.",
                "The <<person>> has a boat for <<room>> at <<setting>>.",
                "Some may not stay together while you row.",
            )
        ),
        turns=len(plan) + knobs["slack"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Take: " + ", ".join(self.plan) + "."',
                'return "Crossings: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        count=count,
        foes=list(foes),
        plan=[[int(i) for i in go.split() if i != "nobody"] for go in plan],
        seats=seats,
        room=room,
        boat=rng.choice(("Boat", "Raft", "You")),
        never=rng.choice(("Never alone", "Foes", "Not together")),
        lost=rng.choice(("You left {x} with {y}.", "{x} and {y} were alone. Lost.")),
        note=rng.choice(("You cross.", "Over.", "You row.")),
        goal=rng.choice(
            (
                "Bring all to the far side; the boat takes you and up to <<room>>.",
                "Row everyone over, at most <<room>> with you, and part the foes.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{' '.join(pool[:seats])}}} or \\\\boxed{{nobody}} to cross.",
        **dress(theme, rng),
    )


def _plan(names: list[str], foes: list[tuple[str, str]], seats: int, start: State | None = None) -> list[str]:
    """Who rides in each crossing of a shortest way (``nobody`` or names)."""

    def moves(state: State) -> list[tuple[str, State]]:
        here, near = state
        side = here if near else frozenset(names) - here
        found: list[tuple[str, State]] = []
        for size in range(seats + 1):
            for go in combinations([name for name in names if name in side], size):
                left = side - set(go)
                if not any(x in left and y in left for x, y in foes):
                    found.append((" ".join(go) or "nobody", (here ^ set(go), not near)))
        return found

    return shortest(start or (frozenset(names), True), moves, lambda state: not state[0]) or []


def _read(observation: str) -> tuple[list[str], State, list[tuple[str, str]]]:
    near, far, boat = re.findall(r"Near: ([\w ]+)\. Far: ([\w ]+)\. \w+: (\w+)\.", observation)[-1]
    sides = [[name for name in side.split() if name != "nobody"] for side in (near, far)]
    return (
        sides[0] + sides[1],
        (frozenset(sides[0]), boat == "near"),
        re.findall(r"(\w+) with (\w+)", observation),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the hint, else a shortest way from the sides in view."""
    planned = listed(hint) if hint else []
    seats = 2 if "two" in first_observation else 1
    observation = first_observation
    while True:
        names, state, foes = _read(observation)
        observation = yield boxed(planned.pop(0) if planned else _plan(names, foes, seats, state)[0])


def legal(observation: str, rng: random.Random) -> str:
    """Nobody, or any one (two where four must cross) on the boat's side."""
    names, (here, near), _ = _read(observation)
    side = [name for name in names if (name in here) == near]
    size = min(rng.randint(0, 2 if len(names) > 3 else 1), len(side))
    return boxed(" ".join(rng.sample(side, size)) or "nobody")


MECHANIC = Mechanic("river_crossing", "game", "Logical Deduction", KNOBS, build, expert, legal)
