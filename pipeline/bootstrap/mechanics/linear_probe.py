"""Linear probe: a machine multiplies and adds; try small numbers, then choose what others will give."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"times": (2, 3), "plus": (1, 5), "tries": (0, 1), "asked": (2, 4), "turns": 8},
    "medium": {"times": (2, 5), "plus": (1, 9), "tries": (0, 2), "asked": (3, 6), "turns": 8},
    "hard": {"times": (3, 7), "plus": (2, 9), "tries": (2, 4), "asked": (5, 9), "turns": 8},
}
"""``tries``: least and most number that may be tried; ``asked``: the numbers asked about lie there."""

RESET = r"""
    self.times, self.plus = rng.randint(<<low>>, <<high>>), rng.randint(<<least>>, <<most>>)
    self.asked = rng.sample(range(<<from>>, <<to>>), 3)
    near = [int(y) + rng.choice([-2, -1, 1, 2]) for y in self.solution()]
    self.pick = sorted({*near, *map(int, self.solution())})
    self.seen, self.done = {}, 0
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def gives(self, x):
    return str(self.times * x + self.plus)
def show(self):
    seen = ", ".join(f"{x} gives {y}" for x, y in sorted(self.seen.items())) or "nothing"
    pick = " ".join(map(str, self.pick))
    return f"<<label>>: {seen}. You may try <<first>> to <<last>>. Choices: {pick}. <<question>>"
"""
STEP = r"""
    note = "<<unclear>>"
    x = a[4:]
    if a.startswith("try ") and x in <<tries>>:
        self.seen[x] = self.gives(int(x))
        note = "<<tried>> "
    elif a == self.gives(self.asked[self.done]):
        self.done += 1
        note = "<<right>> "
    elif a.isdecimal():
        return "<<wrong>>", 0.0, True, False, {}
    if self.done == 3:
        return "<<won>>", 1.0, True, False, {}
"""
QUESTIONS = (
    "Question {self.done + 1} of 3: {self.asked[self.done]}?",
    "{self.done} of 3 answered. Now {self.asked[self.done]}?",
    "Answer {self.done + 1} of 3: what does {self.asked[self.done]} give?",
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Factor in ``times``, addend in ``plus``; three questions, one wrong answer ends it."""
    noun = theme.pick(rng, 1)[0]
    low, high = knobs["tries"]
    return scaffold(
        title=title_for(theme, rng, ("machine", "number box", "counter", "rule box")),
        summary=rng.choice(
            (
                "Try small numbers, then foretell what others give.",
                f"A machine of {theme.setting} multiplies, then adds.",
                f"Learn two hidden numbers of the {noun} machine.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "The answers are " + ", ".join(self.solution()) + "."',
                'return "Answer " + ", then ".join(self.solution()) + "."',
            )
        ),
        solution="return [self.gives(x) for x in self.asked]",
        tries=[str(number) for number in range(low, high + 1)],
        first=low,
        last=high,
        low=knobs["times"][0],
        high=knobs["times"][1],
        least=knobs["plus"][0],
        most=knobs["plus"][1],
        to=knobs["asked"][1] + 1,
        label=rng.choice(("Seen", "Tried", "Known")),
        question=rng.choice(QUESTIONS),
        goal=rng.choice(
            (
                f"The {noun} machine multiplies by one number and adds another.",
                f"The {theme.person} has a box that multiplies, then adds.",
                f"At {theme.setting} a machine multiplies and adds in secret.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{try {low}}}, or \\\\boxed{{{rng.randint(10, 30)}}} to answer.",
        tried=rng.choice(("Tried.", "It hums.", "Out it comes.")),
        wrong=rng.choice(("Wrong number.", "No, it gives another.", "That is not it.")),
        right=rng.choice(RIGHT),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
        **{"from": knobs["asked"][0]},
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Try the two smallest numbers, then answer; with the hint, answer at once."""
    planned, done = numbers(hint or ""), 0
    observation = first_observation
    while True:
        seen = {int(x): int(y) for x, y in re.findall(r"(\d+) gives (\d+)", observation)}
        low = int(re.findall(r"may try (\d)", observation)[0])
        asked = numbers(observation)[-1]
        missing = [x for x in (low, low + 1) if x not in seen]
        if planned:
            reply = str(planned[done])
            done += 1
        elif missing:
            reply = f"try {missing[0]}"
        else:
            times = seen[low + 1] - seen[low]
            reply = str(seen[low] + times * (asked - low))
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Try any number or answer any of the choices."""
    low, high = (int(number) for number in re.findall(r"may try (\d) to (\d)", observation)[0])
    choices = numbers(after(["Choices"], observation))
    return boxed(rng.choice((f"try {rng.randint(low, high)}", str(rng.choice(choices)))))


MECHANIC = Mechanic("linear_probe", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
