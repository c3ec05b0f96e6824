"""Pair off: take numbers away two by two, each pair with the sum or difference asked for, and leave none.

With sums every number has one partner. With differences a number can have two, and only taking pairs from an
end of the chain inward leaves none over.
"""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"rule": "sum", "totals": (12, 16), "pairs": 4, "turns": 6},
    "medium": {"rule": "sum", "totals": (19, 29), "pairs": 5, "turns": 7},
    "hard": {"rule": "chain", "totals": (2, 5), "pairs": 4, "turns": 6},
}

ROWS = ("Numbers", "Tags", "On the table", "Cards")
GOALS = {
    "sum": ("Take two numbers that make {total} together.", "Each pair must add up to {total}."),
    "chain": ("Take two numbers that differ by {total}.", "Each pair must lie {total} apart."),
}
TAKES = {
    "sum": """low = rng.sample(range(1, {half}), {pairs})
            self.plan = [f"{{x}} {{{total} - x}}" for x in low]""",
    "chain": """low, x = [], rng.randint(1, 5)
            for i in range({pairs}):
                low.append(x)
                x += {twice} + rng.choice([0, 0, 1])
            self.plan = [f"{{x}} {{x + {total}}}" for x in low]""",
}
HINTS = (
    'return "Pairs: " + ", ".join(self.plan) + "."',
    'return "Take " + ", then ".join(self.plan) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``pairs`` pairs by ``rule`` (a sum, or a difference with chains), which is one of ``totals``."""
    rule, pairs = knobs["rule"], knobs["pairs"]
    total = rng.randint(*knobs["totals"])
    noun = theme.pick(rng, 1)[0]
    slots = {"total": total, "pairs": pairs, "half": (total + 1) // 2, "twice": 2 * total}
    row = rng.choice(ROWS)
    task = rng.choice(GOALS[rule]).format(total=total)
    lead = rng.choice((f"Clear the {noun} row. ", f"The {theme.person} clears a row. ", ""))
    return scaffold(
        title=title_for(theme, rng, ("pairs", "pairing", "partners", "number pairs")),
        summary=rng.choice(
            (
                f"Take away {2 * pairs} numbers in pairs.",
                f"Pair the {noun} numbers of the {theme.person}.",
                f"No number may be left over at {theme.setting}.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            {TAKES[rule].format(**slots)}
            self.left = " ".join(self.plan).split()
            rng.shuffle(self.left)
            return "{lead}Leave none over. {rng.choice(FORMS)} two as \\\\boxed{{n n}}. " + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                return "{task} {row}: " + " ".join(self.left) + "."
        """,
        step=f"""
            note, pair = "<<unclear>>", a.split()
            if len(pair) == 2 and pair[0] != pair[1] and all(w in self.left for w in pair):
                x, y = int(pair[0]), int(pair[1])
                note = "{rng.choice(("That pair does not fit.", "Not a right pair.", "No."))} "
                if {"x + y" if rule == "sum" else "abs(x - y)"} == {total}:
                    self.left = [w for w in self.left if w not in pair]
                    note = "{rng.choice(("Taken.", "Good.", "Gone."))} "
            if not self.left:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=rng.choice(HINTS),
        solution="return self.plan",
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _read(observation: str) -> tuple[list[int], int, bool]:
    """(the numbers left, the sum or difference asked for, whether it is a sum)."""
    task = observation[: max(observation.rfind(f"{row}:") for row in ROWS)]
    return numbers(after(ROWS, observation)), numbers(task)[-1], "together" in task or "add up" in task


def expert(first_observation: str, hint: str | None) -> Expert:
    """The first number with its partner, or the smallest with the one above it; a hint changes no move."""
    seen = first_observation
    while True:
        left, total, is_sum = _read(seen)
        first = left[0] if is_sum else min(left)
        seen = yield boxed(f"{first} {total - first if is_sum else first + total}")


def legal(observation: str, rng: random.Random) -> str:
    """Any two of the numbers left."""
    left = _read(observation)[0]
    return boxed(" ".join(str(number) for number in rng.sample(left, min(2, len(left)))))


MECHANIC = Mechanic("pair_off", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
