"""Carousel: a ring turns on by a fixed number of places; say how many turns bring a word to the front.

Two rows, before and after one turn, show how far the ring moves.
"""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"seats": (5,), "moves": (1,), "wanted": 4, "turns": 6},
    "medium": {"seats": (5, 6), "moves": (1, -1), "wanted": 4, "turns": 6},
    "hard": {"seats": (5,), "moves": (2, -2, -1), "wanted": 4, "turns": 6},
}

COUNTS = {4: "four", 5: "five"}
BEFORE = ("Before", "Last", "A turn ago")
NOW = ("Now", "Ring", "This turn")
WANT = ("Wanted", "Fetch", "To take", "Needed")
GOALS = (
    "A ring of hooks at <<setting>> turns by the same step each time.",
    "The <<person>> takes things from a turning ring, always at the first place.",
    "A carousel at <<setting>> moves on by a fixed step.",
)
HINTS = (
    'return "Turn " + ", then ".join(self.plan) + "."',
    'return "Turns: " + " ".join(self.plan) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``seats`` words in the ring, one of ``moves`` (places to the left) per instance, ``wanted`` to take."""
    seats, wanted = rng.choice(knobs["seats"]), knobs["wanted"]
    pool = theme.pick(rng, seats)
    moves = sorted({move % seats for move in knobs["moves"]})
    goal = f"{rng.choice(GOALS)} Take {COUNTS[wanted]} things."
    ask = f"{rng.choice(FORMS)} \\\\boxed{{n}} for n turns. "
    before, now, want = rng.choice(BEFORE), rng.choice(NOW), rng.choice(WANT)
    return scaffold(
        title=title_for(theme, rng, ("carousel", "ring", "turning ring", "wheel")),
        summary=rng.choice(
            (
                f"Turn a ring until the wanted {pool[0]} is in front.",
                f"Take {COUNTS[wanted]} things from a ring that turns by steps.",
                f"Read the step of the ring at {theme.setting} and use it.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            self.ring = rng.sample({literal(pool)}, {seats})
            self.move = rng.choice({moves})
            self.plan = [str(turns) for turns in rng.sample({list(range(1, seats))}, {wanted})]
            self.want, at = [], 0
            for turns in self.plan:
                at = (at + int(turns) * self.move) % {seats}
                self.want.append(self.ring[at])
            return "{goal} {ask}" + self.show(), {{}}
        """,
        helpers=f"""
            def turned(self, places):
                places %= {seats}
                return self.ring[places:] + self.ring[:places]
            def show(self):
                old, new = " ".join(self.turned(-self.move)), " ".join(self.ring)
                return f"{before}: {{old}}. {now}: {{new}}. {want}: {{self.want[0]}}."
        """,
        step=f"""
            note = "<<unclear>>"
            if a in "{"".join(str(turn) for turn in range(1, seats))}" and len(a) == 1:
                self.ring = self.turned(int(a) * self.move)
                note = "{rng.choice(("It comes past.", "The ring stops.", "It turns."))} "
                if self.ring[0] == self.want[0]:
                    self.want.pop(0)
                    note = "{rng.choice(("Taken.", "Got it.", "You have it."))} "
            if not self.want:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=rng.choice(HINTS),
        solution="return self.plan",
        setting=theme.setting,
        person=theme.person,
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _read(observation: str) -> tuple[list[str], list[str], str]:
    """(the row one turn ago, the row now, the wanted word)."""
    old, new = after(BEFORE, observation).split(), after(NOW, observation).split()
    return old, new, after(WANT, observation)


def expert(first_observation: str, hint: str | None) -> Expert:
    """Count the turns from the step that the two rows in view show; a hint changes no move."""
    seen = first_observation
    while True:
        old, new, wanted = _read(seen)
        seats, move, place = len(new), old.index(new[0]), new.index(wanted)
        seen = yield boxed(next(turns for turns in range(1, seats) if turns * move % seats == place))


def legal(observation: str, rng: random.Random) -> str:
    """Any number of turns short of a full round."""
    return boxed(rng.randint(1, len(_read(observation)[1]) - 1))


MECHANIC = Mechanic("carousel", "game", "Pattern Recognition", KNOBS, build, expert, legal)
