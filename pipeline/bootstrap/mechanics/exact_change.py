"""Pick numbers from a short list, one a turn, that add up to a total; the observation shows what is left."""

from __future__ import annotations

import random
from itertools import combinations

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed, make_title, program

KNOBS: dict[str, Knobs] = {
    "easy": {"count": (8, 8), "parts": 2, "top": (11, 14)},
    "medium": {"count": (8, 9), "parts": 2, "top": (18, 30)},
    "hard": {"count": (8, 9), "parts": 3, "top": (20, 30)},
}

GOALS = (
    # what is chosen, label of the rest, label of the list, the goal
    ("price", "Left to pay", "Prices", "Pay the <<person>> at <<setting>> the exact sum for a <<noun>>."),
    ("weight", "Missing weight", "Weights", "Load the <<noun>> at <<setting>> to the exact weight."),
    ("length", "Missing length", "Pieces", "Join pieces of <<noun>> at <<setting>> to the exact length."),
    ("value", "Still needed", "Values", "The <<person>> needs <<noun>> values with an exact sum."),
)
RULES = (
    r"Take <<parts>>, one a turn, with \\boxed{<<thing>>}.",
    r"Choose one each turn, <<parts>> in all: \\boxed{<<thing>>}.",
    r"Use <<parts>> of them, one a turn. Reply \\boxed{<<thing>>}.",
)
SUMMARIES = (
    "Choose <<noun>> numbers that add up to an exact total.",
    "Add <<parts>> numbers from a list to reach a sum at <<setting>>.",
    "Reach the exact total and never go over it.",
)
OVER = ("That is too much. ", "Too big, it goes back. ", "Over the total. ")
TAKEN = ("Taken. ", "Fine. ", "Added. ", "{a} is in. ")
HINTS = (
    '"Take " + " and ".join(map(str, self.s)) + "."',
    '"Use " + ", ".join(map(str, self.s)) + "."',
    '"The sum is " + " + ".join(map(str, self.s)) + "."',
)

BODY = r"""        self.list = sorted(rng.sample(range(2, <<top>>), <<count>>)<<order>>)
        self.s = rng.sample(self.list, <<parts>>)
        while sum(self.s) in self.list:
            self.s = rng.sample(self.list, <<parts>>)
        self.left = sum(self.s)
        return "<<goal>> <<rule>> " + self.show(), {}
    def show(self):
        return f"<<rest>>: {self.left}. <<label>>: {' '.join(map(str, self.list))}."
<<READ>>
        note = "<<unclear>>"
        if a in map(str, self.list):
            note = "<<over>>"
            if int(a) <= self.left:
                self.left -= int(a)
                self.list.remove(int(a))
                note = <<taken>>
        if self.left == 0:
            return "<<won>>", 1.0, True, False, {}
<<LAST>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return [str(n) for n in self.s]
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A sum of ``parts`` of ``count`` different numbers below ``top``, one a turn."""
    noun = theme.pick(rng, 1)[0]
    thing, rest, label, goal = rng.choice(GOALS)
    taken = rng.choice(TAKEN)
    return program(
        BODY,
        title=make_title(
            [noun], theme.setting, rng.choice(("sum", "total", "exact " + thing, "adding")), rng
        ),
        summary=rng.choice(SUMMARIES),
        cap=knobs["parts"],
        top=rng.randint(*knobs["top"]) + 1,
        count=rng.randint(*knobs["count"]),
        parts=knobs["parts"],
        order=rng.choice(("", ", reverse=True")),
        goal=goal,
        rule=rng.choice(RULES),
        thing=thing,
        rest=rest,
        label=label,
        over=rng.choice(OVER),
        taken=f'{"f" if "{" in taken else ""}"{taken}"',
        hint=rng.choice(HINTS),
        noun=noun,
        setting=theme.setting,
        person=theme.person,
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


_REST = [goal[1] for goal in GOALS]
_LABELS = [goal[2] for goal in GOALS]


def expert(first_observation: str, hint: str | None) -> Expert:
    """Play what is left to pay if it is listed, else numbers that add up to it (the hint's, if given)."""
    seen = first_observation
    parts = numbers(first_observation.partition(r"\boxed")[0])[0]
    named = numbers(hint or "")
    while True:
        left, have = numbers(after(_REST, seen))[0], numbers(after(_LABELS, seen))
        plan = [number for number in named if number in have] or _subset(have, left, parts)
        parts -= 1
        seen = yield boxed(plan[0])


def _subset(have: list[int], left: int, parts: int) -> list[int]:
    """``parts`` of the numbers ``have`` that add up to ``left``; some other set only where there is none."""
    for size in sorted(range(1, len(have) + 1), key=lambda count: abs(count - parts)):
        for chosen in combinations(have, size):
            if sum(chosen) == left:
                return list(chosen)
    return [min(have)]


def legal(observation: str, rng: random.Random) -> str:
    """Any number of the list."""
    return boxed(rng.choice(numbers(after(_LABELS, observation))))


MECHANIC = Mechanic("exact_change", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
