"""Take-away: a pile, two players, and whoever takes the last one wins (or loses); the opponent never errs."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, boxed
from .wording import FORMS, scaffold, title_for

KNOBS = {
    "easy": {"most": (3,), "piles": (7, 13), "misere": (False,)},
    "medium": {"most": (3, 4), "piles": (9, 16), "misere": (False,)},
    "hard": {"most": (3, 4), "piles": (9, 18), "misere": (True,)},
}

STATES = ("There are {self.n}.", "{self.n} left.", "Pile: {self.n}.", "Now {self.n}.")
RULES = ("Take 1 to {most}.", "You may take 1 to {most}.", "Take up to {most}.")
LAST = {
    False: ("The last one wins.", "Who takes the last wins."),
    True: ("The last one loses.", "Who takes the last loses."),
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Take 1 to ``most``; the first pile lies in ``piles`` and can be won; ``misere``: the last one loses."""
    most, misere = rng.choice(knobs["most"]), rng.choice(knobs["misere"])
    low, high = knobs["piles"]
    noun, other = theme.pick(rng, 1)[0], theme.person
    rest = f"(n - 1) % {most + 1}" if misere else f"n % {most + 1}"
    goal = rng.choice(
        (
            f"You and the {other} take {noun} tokens in turn.",
            f"Play the {other} of {theme.setting} for {noun} cards.",
            f"At {theme.setting} you and the {other} take from one {noun} pile.",
        )
    )
    mine = "lose" if misere else "win"
    ended = rng.choice(("The last one is gone.", "The pile is empty.", "No more is left."))
    ends = ['"<<won>>", 1.0', f'"{ended}", 0.0']
    own_end, other_end = reversed(ends) if misere else ends
    moves = ", ".join(f'"{k}"' for k in range(1, most + 1))
    state = f"{rng.choice(STATES)} {rng.choice(RULES).format(most=most)} {rng.choice(LAST[misere])}"
    told = rng.choice((f"The {other} takes {{r}}. ", f"Then the {other} took {{r}}. ", "{r} more are gone. "))
    return scaffold(
        title=title_for(theme, rng, ("take away", "pile", "last one", "tokens")),
        summary=rng.choice(
            (
                f"Take from a pile against the {other}, who never errs.",
                f"Leave the {other} a pile from which you {'cannot lose' if misere else 'can win'}.",
                f"Two players, one {noun} pile: the last one {mine}s.",
            )
        ),
        turns=-(-high // (most + 1)) + 2,
        reset=f"""
            self.n = rng.choice([n for n in range({low}, {high + 1}) if {rest}])
            self.replies = [rng.randint(1, {most}) for i in range(self.max_turns)]
            n, self.plan = self.n, []
            for r in self.replies:
                if {rest} and n > 0:
                    self.plan.append((n, {rest}))
                n -= {rest} + r
            return "{goal} {rng.choice(FORMS)} \\\\boxed{{2}} to take 2. " + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                return f"{state}"
        """,
        step=f"""
            note = "<<unclear>>"
            if a in ({moves}) and int(a) <= self.n:
                n = self.n - int(a)
                if n == 0:
                    return {own_end}, True, False, {{}}
                r = {rest} or min(n, self.replies[self.t - 1])
                self.n = n - r
                if self.n == 0:
                    return {other_end}, True, False, {{}}
                note = f"{told}"
        """,
        hint=rng.choice(
            (
                'return ", ".join(f"at {n} take {k}" for n, k in self.plan) + "."',
                'return "; ".join(f"if {n} left take {k}" for n, k in self.plan) + "."',
            )
        ),
        solution="return [str(k) for n, k in self.plan]",
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Leave a multiple of ``most + 1`` (one above it if the last one loses); a hint lists the takes."""
    observation = first_observation
    while True:
        pile, most, loses = _read(observation)
        table = dict(re.findall(r"(\d+) (?:left )?take (\d)", hint or ""))
        reply = table.get(str(pile)) or (pile - loses) % (most + 1) or 1
        observation = yield boxed(reply)


def _read(observation: str) -> tuple[int, int, bool]:
    pile = re.findall(r"(?:There are|Pile:|Now) (\d+)\.|(\d+) left\.", observation)[-1]
    most = re.findall(r"(?:1 to|up to) (\d)\.", observation)[-1]
    return int(pile[0] or pile[1]), int(most), "loses" in observation.rpartition("last")[2]


def legal(observation: str, rng: random.Random) -> str:
    """Any number that may be taken."""
    pile, most, _ = _read(observation)
    return boxed(rng.randint(1, min(pile, most)))


MECHANIC = Mechanic("take_away", "game", "Logical Deduction", KNOBS, build, expert, legal)
