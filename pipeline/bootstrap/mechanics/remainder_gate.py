"""Remainder gates: each gate opens to multiples of its number; spend tokens so that all open in turn."""

from __future__ import annotations

import random
import re
from itertools import permutations

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"gates": 3, "of": (2, 5, 10), "tokens": 5, "fair": "len(ways) == 1", "spare": 2},
    "medium": {"gates": 4, "of": (2, 3, 4, 5), "tokens": 6, "fair": "len(ways) == 1", "spare": 3},
    "hard": {"gates": 4, "of": (3, 4, 6), "tokens": 6, "fair": "", "spare": 3},
}
"""``of``: what gates can ask for; ``fair``: what all ways through must be like ("": one
way, and a false start)."""

TRAP = "len(ways) == 1 < sum((self.n + c) % self.gates[0] == 0 for c in self.bag)"
LABELS = ("Tokens", "Bag", "Chips")
RESET = r"""
    ways = []
    while not (<<fair>>):
        self.n = rng.randint(2, 9)
        self.gates = [rng.choice(<<of>>) for i in range(<<gates>>)]
        self.bag = rng.sample(range(1, 10), <<tokens>>)
        ways = self.ways(self.n, self.gates, self.bag)
    self.s = [str(c) for c in ways[0]]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def ways(self, n, gates, bag):
    if not gates:
        return [[]]
    fit = [c for c in bag if (n + c) % gates[0] == 0]
    return [[c] + w for c in fit for w in self.ways(n + c, gates[1:], [x for x in bag if x != c])]
def show(self):
    gates = " ".join(map(str, self.gates))
    return f"<<have>> {self.n}. Gates: {gates}. <<label>>: {' '.join(map(str, self.bag))}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a in map(str, self.bag):
        self.bag.remove(int(a))
        self.n += int(a)
        if self.n % self.gates[0]:
            return f"<<shut>>", 0.0, True, False, {}
        self.gates = self.gates[1:]
        note = "<<open>> "
    if not self.gates:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``gates`` in a row, each asking for a number ``of``; ``tokens`` from 1 to 9, each good for one gate."""
    noun = theme.pick(rng, 1)[0]
    return scaffold(
        title=title_for(theme, rng, ("gates", "multiples", "number gates", "toll")),
        summary=rng.choice(
            (
                "Add tokens so that each gate finds its multiple.",
                f"Walk through the gates of {theme.setting} with a growing number.",
                f"The {theme.person} opens only to multiples.",
            )
        ),
        turns=knobs["gates"] + knobs["spare"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Spend " + ", then ".join(self.s) + "."',
                'return "The tokens in order: " + ", ".join(self.s) + "."',
            )
        ),
        solution="return list(self.s)",
        fair=knobs["fair"] or TRAP,
        of=list(knobs["of"]),
        gates=knobs["gates"],
        tokens=knobs["tokens"],
        have=rng.choice(("You have", "Number", "Your number is")),
        label=rng.choice(LABELS),
        goal=rng.choice(
            (
                f"Add a token each time, so that the next {noun} gate divides your number.",
                f"At {theme.setting} a gate opens to multiples of its number.",
                f"The {theme.person} lets only multiples of the next gate through.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.randint(1, 9)}}} to add a token.",
        shut=rng.choice(("{self.n} does not open it.", "The gate stays shut at {self.n}.")),
        open=rng.choice(("The gate opens.", "Through.", "Open.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def ways(number: int, gates: list[int], tokens: list[int]) -> list[tuple[int, ...]]:
    """All orders of tokens, one a gate, that open every gate from ``number`` on."""
    found = []
    for order in permutations(tokens, len(gates)):
        total = number
        for token, gate in zip(order, gates, strict=True):
            total += token
            if total % gate:
                break
        else:
            found.append(order)
    return found


def _state(observation: str) -> tuple[int, list[int], list[int]]:
    number = re.findall(r"(?:You have|Number|Your number is) (\d+)\.", observation)[-1]
    return int(number), numbers(after(["Gates"], observation)), numbers(after(LABELS, observation))


def expert(first_observation: str, hint: str | None) -> Expert:
    """The first token of a way through all gates; a hint lists the tokens."""
    planned = numbers(hint or "")
    observation = first_observation
    while True:
        number, gates, tokens = _state(observation)
        first = (ways(number, gates, tokens) or [tuple(tokens)])[0][0]
        observation = yield boxed(planned[-len(gates)] if planned else first)


def legal(observation: str, rng: random.Random) -> str:
    """Any token in view."""
    return boxed(rng.choice(_state(observation)[2]))


MECHANIC = Mechanic("remainder_gate", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
