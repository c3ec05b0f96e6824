"""Circuit board: set switches so that every lamp, each wired to two of them, gets the count it needs."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed, shortest

KNOBS: dict[str, Knobs] = {
    "easy": {"switches": 5, "flips": (2, 3), "slack": 1, "shown": True},
    "medium": {"switches": 5, "flips": (3,), "slack": 1, "shown": False},
    "hard": {"switches": 6, "flips": (3, 4), "slack": 0, "shown": False},
}

NEEDS = ("none", "one", "both")
STATES = (("up", "down"), ("on", "off"), ("open", "shut"))
RESET = r"""
    self.names = rng.sample(<<pool>>, <<switches>>)
    goal = [rng.random() < 0.5 for n in self.names]
    goal[1] = goal[0]
    self.need = [x + y for x, y in zip(goal, goal[1:])]
    self.plan = rng.sample(self.names, <<flips>>)
    self.on = {n: g != (n in self.plan) for n, g in zip(self.names, goal)}
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def lit(self, i):
        return self.on[self.names[i]] + self.on[self.names[i + 1]] == self.need[i]
    def show(self):
        on = ", ".join(f"{n} {'<<high>>' if v else '<<low>>'}" for n, v in self.on.items())
        wires = ", ".join(
            f"{['none', 'one', 'both'][k]} {self.names[i]} {self.names[i + 1]}<<lamp>>"
            for i, k in enumerate(self.need))
        return f"<<label>>: {on}. <<lamps>>: {wires}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a in self.on:
        self.on[a] = not self.on[a]
        note = <<note>>
    if all(self.lit(i) for i in range(<<switches>> - 1)):
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A chain of ``switches``, a lamp between neighbours; ``flips`` away; ``shown``: which are lit."""
    switches, flips = knobs["switches"], rng.choice(knobs["flips"])
    high, low = rng.choice(STATES)
    pool = theme.pick(rng, 6)
    lamps = rng.choice(("Lamps", "Bulbs", "Lights"))
    return scaffold(
        title=title_for(theme, rng, ("circuit", "board", "wiring", "panel")),
        summary=rng.choice(
            (
                "Set the switches so that every lamp of <<setting>> is lit.",
                "The <<person>> wired each lamp to two switches.",
                "A lamp is lit when the right number of its switches is <<high>>.",
            )
        ),
        turns=flips + max(knobs["slack"], 1),
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Flip: " + ", ".join(self.plan) + "."',
                'return "These are wrong: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        switches=switches,
        flips=flips,
        high=high,
        low=low,
        lamp="{' lit' if self.lit(i) else ' dark'}" if knobs["shown"] else "",
        label=rng.choice(("Switches", "Board")),
        lamps=lamps,
        note=rng.choice(('""', 'f"You flip {a}. "', '"Flipped. "')),
        goal=rng.choice(
            (
                "Light every lamp of <<setting>>.",
                "The <<person>> wants each lamp lit.",
            )
        )
        + f" A lamp wants none, one or both of its two switches {high}.",
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to flip a switch.",
        **dress(theme, rng),
    )


def _plan(observation: str) -> list[str]:
    """A smallest set of flips that lights all lamps in view."""
    highs = {pair[0] for pair in STATES}
    switches = [part.split() for part in after(["Switches", "Board"], observation).split(", ")]
    names = [name for name, _ in switches]
    wires = re.findall(r"(none|one|both) (\w+) (\w+)", after(["Lamps", "Bulbs", "Lights"], observation))
    lamps = [(names.index(x), names.index(y), NEEDS.index(need)) for need, x, y in wires]

    def moves(state: tuple[bool, ...]) -> list[tuple[str, tuple[bool, ...]]]:
        return [(n, (*state[:i], not state[i], *state[i + 1 :])) for i, n in enumerate(names)]

    start = tuple(state in highs for _, state in switches)
    return shortest(start, moves, lambda on: all(on[x] + on[y] == need for x, y, need in lamps)) or names


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the hint, else a smallest set of flips."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        observation = yield boxed(planned.pop(0) if planned else _plan(observation)[0])


def legal(observation: str, rng: random.Random) -> str:
    """Any switch."""
    return boxed(rng.choice(after(["Switches", "Board"], observation).split(", ")).split()[0])


MECHANIC = Mechanic("circuit_board", "game", "Logical Deduction", KNOBS, build, expert, legal)
