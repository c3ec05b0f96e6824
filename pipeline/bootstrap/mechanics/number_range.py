"""Find a hidden number from higher/lower answers; every observation shows the open interval that is left."""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, boxed, make_title, program

KNOBS: dict[str, Knobs] = {
    "easy": {"width": (80, 100), "turns": 7, "low": (0, 20)},
    "medium": {"width": (100, 127), "turns": 7, "low": (0, 90)},
    "hard": {"width": (200, 500), "turns": 9, "low": (0, 300)},
}

GOALS = (
    "At <<setting>> the <<person>> hid a <<noun>> number.",
    "The <<person>> at <<setting>> wrote down one <<noun>> number. Find it.",
    "Find the <<noun>> number that the <<person>> chose at <<setting>>.",
    "A <<noun>> at <<setting>> carries a hidden number.",
)
RANGES = (
    "It is above {self.lo} and below {self.hi}.",
    "Range: more than {self.lo}, less than {self.hi}.",
    "The number is between {self.lo} and {self.hi}.",
    "Low {self.lo}, high {self.hi}, both excluded.",
)
ASKS = (r"Reply \\boxed{number}.", r"Guess with \\boxed{number}.", r"Answer as \\boxed{number}.")
WORDS = (
    ("Higher. ", "Lower. "),
    ("Too low. ", "Too high. "),
    ("Go up. ", "Go down. "),
    ("It is more. ", "It is less. "),
)
SUMMARIES = (
    "Find the hidden <<noun>> number by halving a range.",
    "A guessing game about one <<noun>> number at <<setting>>.",
    "Each answer says if the <<noun>> number is higher or lower.",
)
HINTS = (
    'f"The number is {self.n}."',
    'f"The <<noun>> number is {self.n}."',
    'f"Try {self.n - <<spread>>} to {self.n + <<spread>> - 1}."',
)

BODY = r"""        self.lo = rng.randint(<<low>>, <<high>>)
        self.hi = self.lo + <<gap>>
        self.n = rng.randint(self.lo + 1, self.hi - 1)
        return "<<goal>> <<ask>> " + self.show(), {}
    def show(self):
        return f"<<range>>"
<<READ>>
        if a == str(self.n):
            return "<<won>>", 1.0, True, False, {}
        note = "<<unclear>>"
        if a.isdecimal() and len(a) < 5:
            note = "<<higher>>" if int(a) < self.n else "<<lower>>"
            if int(a) < self.n:
                self.lo = max(self.lo, int(a))
            else:
                self.hi = min(self.hi, int(a))
<<LAST>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return [str(self.n)]
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A search among ``width`` numbers that halving always ends within ``turns``."""
    noun = theme.pick(rng, 1)[0]
    low = rng.randint(*knobs["low"])
    width = rng.randint(*knobs["width"])
    higher, lower = rng.choice(WORDS)
    return program(
        BODY,
        title=make_title([noun], theme.setting, rng.choice(("range", "search", "number", "guess")), rng),
        summary=rng.choice(SUMMARIES),
        cap=knobs["turns"],
        goal=rng.choice(GOALS),
        ask=rng.choice(ASKS),
        range=rng.choice(RANGES),
        hint=rng.choice(HINTS),
        spread=rng.choice((2, 3, 4)),
        noun=noun,
        setting=theme.setting,
        person=theme.person,
        low=low,
        high=low + rng.randint(5, 20),
        gap=width + 1,
        higher=higher,
        lower=lower,
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Halve the interval in view; a hint first replaces that interval by the numbers it names."""
    low, high = numbers(first_observation)[-2:]
    if hint:
        named = numbers(hint)
        low, high = named[0] - 1, named[-1] + 1
    while True:
        guess = (low + high) // 2
        seen = numbers((yield boxed(guess)))[-2:]
        low, high = max(low, seen[0]), min(high, seen[1])


def legal(observation: str, rng: random.Random) -> str:
    """Any number within a hundred of the interval in view: the rules allow every number."""
    low, high = numbers(observation)[-2:]
    return boxed(rng.randint(max(0, low - 100), high + 100))


MECHANIC = Mechanic("number_range", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
