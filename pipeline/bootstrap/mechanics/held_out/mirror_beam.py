"""Mirror beam: follow a beam over a small grid and name each mirror that it meets."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"mirrors": 6, "hits": 3, "told": True},
    "medium": {"mirrors": 7, "hits": 3, "told": False},
    "hard": {"mirrors": 7, "hits": 4, "told": False},
}

HEADINGS = {(-1, 0): "up", (1, 0): "down", (0, 1): "right", (0, -1): "left"}
RESET = r"""
    self.i, self.hits = 0, []
    cells = [r + c for r in "abcd" for c in "1234"]
    while len(self.hits) < <<hits>>:
        self.mirrors = {c: rng.choice("/\\") for c in sorted(rng.sample(cells, <<mirrors>>))}
        self.row = rng.randint(0, 3)
        self.hits = self.trace()
    self.plan = [h[0] for h in self.hits]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def trace(self):
        r, c, dr, dc, hits = self.row, -1, 0, 1, []
        while 0 <= r + dr < 4 and 0 <= c + dc < 4 and len(hits) < <<hits>>:
            r, c = r + dr, c + dc
            k = "abcd"[r] + "1234"[c]
            if k in self.mirrors:
                dr, dc = (-dc, -dr) if self.mirrors[k] == "/" else (dc, dr)
                hits.append((k, {(-1, 0): "up", (1, 0): "down", (0, 1): "right", (0, -1): "left"}[dr, dc]))
        return hits
    def show(self):
        k, way = ([("abcd"[self.row] + "0", "right")] + self.hits)[self.i]
        mirrors = ", ".join(f"{c} {m}" for c, m in self.mirrors.items())
        return f"<<label>>: {mirrors}. Beam at {k}<<way>>."
"""
STEP = r"""
    note = "<<unclear>>"
    if a == self.plan[self.i]:
        self.i += 1
        note = "<<right>> "
    elif a in self.mirrors:
        return "<<lost>>", 0.0, True, False, {}
    if self.i == <<hits>>:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``mirrors`` on a four by four grid, ``hits`` to name; ``told``: the heading after each is told."""
    hits = knobs["hits"]
    way = ", going {way}" if knobs["told"] else "{', going right' if self.i == 0 else ''}"
    return scaffold(
        title=title_for(theme, rng, ("beam", "mirrors", "laser", "light path")),
        summary=rng.choice(
            (
                "Follow a beam from mirror to mirror at <<setting>>.",
                "Name each mirror that the beam of the <<person>> meets.",
                "A beam turns at every mirror; say where it goes.",
            )
        ),
        turns=hits + 1,
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "The beam meets: " + ", ".join(self.plan) + "."',
                'return "Mirrors: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        hits=hits,
        mirrors=knobs["mirrors"],
        way=way,
        label=rng.choice(("Grid", "Glass", "On the table")),
        lost=rng.choice(("The beam does not go there.", "It misses that one.", "No, it goes elsewhere.")),
        goal=rng.choice(
            (
                "Rows a to d go down, columns 1 to 4 go right. A beam meets mirrors.",
                "A beam crosses rows a to d (down) and columns 1 to 4 (right).",
            )
        )
        + " / turns right to up, \\\\ turns right to down.",
        ask=f"{rng.choice(FORMS)} the next {hits} mirrors, one a turn, as \\\\boxed{{b3}}.",
        **dress(theme, rng),
    )


def _mirrors(observation: str) -> dict[str, str]:
    return dict(re.findall(r"\b([a-d][1-4]) ([/\\])", observation))


def expert(first_observation: str, hint: str | None) -> Expert:
    """Step from cell to cell and turn at mirrors; a hint lists them."""
    planned = listed(hint) if hint else []
    observation, heading = first_observation, (0, 1)
    while True:
        mirrors = _mirrors(observation)
        at = re.findall(r"Beam at ([a-d])(\d)", observation)[-1]
        row, column = "abcd".index(at[0]), int(at[1]) - 1
        cell = ""
        while cell not in mirrors and 0 <= row < 4 and column < 4:
            row, column = row + heading[0], column + heading[1]
            cell = f"{'abcd'[row]}{column + 1}"
        down, right = heading
        heading = (-right, -down) if mirrors[cell] == "/" else (right, down)
        observation = yield boxed(planned.pop(0) if planned else cell)


def legal(observation: str, rng: random.Random) -> str:
    """Any mirror."""
    return boxed(rng.choice(list(_mirrors(observation))))


MECHANIC = Mechanic("mirror_beam", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
