"""Domino chain: lay tiles so that touching ends match; some tiles lead into a dead end too early."""

from __future__ import annotations

import random
import re
from itertools import pairwise

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"length": 4, "stubs": ((0, 1), (2, 1)), "double": False, "spare": 2},
    "medium": {"length": 4, "stubs": ((0, 1), (1, 1), (2, 1)), "double": True, "spare": 3},
    "hard": {"length": 4, "stubs": ((0, 2), (1, 2)), "double": True, "spare": 3},
}
"""``stubs``: (place on the chain where a side way starts, its length)."""

LABELS = ("Tiles", "Dominoes", "Hand")
RESET = r"""
    n = rng.sample("123456789", 9)
    way = n[:<<size>>]
    <<double>>
    self.s = way[1:]
    tiles = list(zip(way, way[1:])) + [<<stubs>>]
    self.tiles = ["-".join(rng.sample(t, 2)) for t in rng.sample(tiles, len(tiles))]
    self.end, self.more = way[0], len(self.s)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def show(self):
    return f"<<end>>: {self.end}. <<label>>: {' '.join(self.tiles)}. <<more>>"
"""
STEP = r"""
    note = "<<unclear>>"
    for tile in (f"{self.end}-{a}", f"{a}-{self.end}"):
        if tile in self.tiles:
            self.tiles.remove(tile)
            self.more -= 1
            note = f"<<laid>> "
            self.end = a
            break
    if self.more == 0:
        return "<<won>>", 1.0, True, False, {}
    if not any(self.end in t for t in self.tiles):
        return "<<stuck>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A chain of ``length`` tiles (one more with a ``double``, alike on both halves) and ``stubs`` off it."""
    length, double = knobs["length"], knobs["double"]
    noun = theme.pick(rng, 1)[0]
    fresh, stubs = length + 1, []
    for place, size in knobs["stubs"]:
        ends = [place, *range(fresh, fresh + size)]
        stubs += [f"(n[{x}], n[{y}])" for x, y in pairwise(ends)]
        fresh += size
    return scaffold(
        title=title_for(theme, rng, ("dominoes", "chain", "tiles", "domino row")),
        summary=rng.choice(
            (
                "Lay tiles end to end without running into a dead end.",
                f"A domino chain at {theme.setting}: look ahead.",
                f"The {theme.person} lays tiles whose ends match.",
            )
        ),
        turns=length + double + knobs["spare"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Lay " + ", then ".join(self.s) + "."',
                'return "The chain goes " + " ".join(self.s) + "."',
            )
        ),
        solution="return list(self.s)",
        size=length + 1,
        double="way.insert(<<at>>, way[<<at>>])" if double else "",
        at=rng.randrange(1, length),
        stubs=", ".join(stubs),
        end=rng.choice(("End", "Open end", "Last half")),
        label=rng.choice(LABELS),
        more=rng.choice(("Lay {self.more} more.", "To lay: {self.more}.", "{self.more} more to go.")),
        goal=rng.choice(
            (
                f"Lay a domino chain for the {theme.person}; the halves that touch are alike.",
                f"At {theme.setting} tiles join where numbers match. Do not get stuck.",
                f"Build the {noun} chain: each tile must match the open end.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.randint(1, 9)}}}, the other half of the tile.",
        laid=rng.choice(("Laid.", "Tile {tile} lies.", "It fits.")),
        stuck=rng.choice(("Nothing fits any more.", "A dead end.", "Stuck, no tile fits.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _state(observation: str) -> tuple[str, list[list[str]], int]:
    """The open end, the tiles, and how many must still be laid."""
    end = re.findall(r"(?:[Ee]nd|half): (\d)\.", observation)[-1]
    tiles = [tile.split("-") for tile in after(LABELS, observation).split()]
    more = re.findall(r"(?:Lay|To lay:) (\d)|(\d) more to go", observation)[-1]
    return end, tiles, int(more[0] or more[1])


def expert(first_observation: str, hint: str | None) -> Expert:
    """Lay the first tile after which a long enough chain is still possible; the hint gives the chain."""
    named = re.findall(r"\d", hint or "")
    observation = first_observation
    while True:
        end, tiles, more = _state(observation)
        reply = named[-more] if named else (chain(end, tiles, more) or [end])[0]
        observation = yield boxed(reply)


def chain(end: str, tiles: list[list[str]], more: int) -> list[str]:
    """Halves to continue ``end`` with so that ``more`` tiles are laid; empty if there is no such chain."""
    for place, tile in enumerate(tiles):
        if more and end in tile:
            other = tile[1 - tile.index(end)]
            rest = chain(other, tiles[:place] + tiles[place + 1 :], more - 1)
            if len(rest) == more - 1:
                return [other, *rest]
    return []


def legal(observation: str, rng: random.Random) -> str:
    """Either half of any tile."""
    _, tiles, _ = _state(observation)
    return boxed(rng.choice(rng.choice(tiles)))


MECHANIC = Mechanic("domino_chain", "game", "Logical Deduction", KNOBS, build, expert, legal)
