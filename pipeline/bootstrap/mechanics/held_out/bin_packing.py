"""Bin packing: parcels come one by one and the bins have just room enough for all of them."""

from __future__ import annotations

import random

from ..base import Expert, Knobs, Mechanic, Theme, numbers
from ..frame import after, boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed, shortest

KNOBS: dict[str, Knobs] = {
    "easy": {"bins": 4, "items": 4, "top": 9},
    "medium": {"bins": 3, "items": 5, "top": 9},
    "hard": {"bins": 4, "items": 6, "top": 12},
}

State = tuple[tuple[int, ...], tuple[int, ...]]
"""Room left in each bin, sizes of the items still to place."""

RESET = r"""
    self.names = rng.sample(<<pool>>, <<bins>>)
    bins = self.names + [rng.choice(self.names) for i in range(<<items>> - <<bins>>)]
    load = sorted((rng.randint(1, <<top>>), n) for n in bins)
    self.items, self.plan = [v for v, n in load], [n for v, n in load]
    self.room = {n: sum(v for v, b in load if b == n) for n in self.names}
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        room = ", ".join(f"{n} {r}" for n, r in self.room.items())
        then = " ".join(map(str, self.items[1:])) or "none"
        return f"<<label>>: {room}. Now: {self.items[0]}. Then: {then}."
"""
STEP = r"""
    note = "<<full>> " if a in self.room else "<<unclear>>"
    if self.room.get(a, 0) >= self.items[0]:
        self.room[a] -= self.items.pop(0)
        note = f"<<note>> "
    if not self.items:
        return "<<won>>", 1.0, True, False, {}
    if self.items[0] > max(self.room.values()):
        return f"<<lost>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``bins`` bins, each with room for exactly its share of ``items`` of size 1 to ``top``.

    Small ones come first: they fit anywhere and belong in one place.
    """
    pool = theme.pick(rng, rng.randint(knobs["bins"], 6))
    good = rng.choice(("boxes", "sacks", "parcels", "crates"))
    return scaffold(
        title=title_for(theme, rng, ("packing", "bins", "rooms", "storage")),
        summary=rng.choice(
            (
                f"Find room for all {good}; none is to spare.",
                f"The <<person>> of <<setting>> packs {good} as they come.",
                f"Place {good} one by one so that all fit.",
            )
        ),
        turns=knobs["items"] + 1,
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Put into: " + ", ".join(self.plan) + "."',
                'return "In turn: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        bins=knobs["bins"],
        items=knobs["items"],
        top=knobs["top"],
        label=rng.choice(("Room", "Space", "Free")),
        note=rng.choice(("Into {a}.", "Placed.", "{a} takes it.")),
        full=rng.choice(("No room there.", "It does not fit there.")),
        lost=rng.choice(("Nothing has room for {self.items[0]}.", "The next one fits nowhere.")),
        goal=rng.choice(
            (
                f"Pack all {good}, in the order they come, into what has room.",
                f"The {good} of <<setting>> just fit. Place each where it has room.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to put the next one there.",
        **dress(theme, rng),
    )


def _state(observation: str) -> tuple[list[str], State]:
    rooms = [part.split() for part in after(["Room", "Space", "Free"], observation).split(", ")]
    sizes = numbers(after(["Now"], observation)) + numbers(after(["Then"], observation))
    return [name for name, _ in rooms], (tuple(int(room) for _, room in rooms), tuple(sizes))


def _plan(names: list[str], start: State) -> list[str]:
    def moves(state: State) -> list[tuple[str, State]]:
        rooms, sizes = state
        return [
            (name, ((*rooms[:i], rooms[i] - sizes[0], *rooms[i + 1 :]), sizes[1:]))
            for i, name in enumerate(names)
            if sizes and rooms[i] >= sizes[0]
        ]

    return shortest(start, moves, lambda state: not state[1]) or names


def expert(first_observation: str, hint: str | None) -> Expert:
    """Follow the hint, else search the places of everything still to come."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        observation = yield boxed(planned.pop(0) if planned else _plan(*_state(observation))[0])


def legal(observation: str, rng: random.Random) -> str:
    """Any bin with room for the next item."""
    names, (rooms, sizes) = _state(observation)
    return boxed(rng.choice([name for name, room in zip(names, rooms, strict=True) if room >= sizes[0]]))


MECHANIC = Mechanic("bin_packing", "game", "Optimization", KNOBS, build, expert, legal)
