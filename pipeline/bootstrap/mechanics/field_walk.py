"""Walk over a field given as coordinates, around rocks, to a goal within a few steps."""

from __future__ import annotations

import random
import re
from collections import deque

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, boxed, make_title, program

KNOBS: dict[str, Knobs] = {
    "easy": {"long": (2, 3), "short": (1, 1), "rocks": (0, 1), "slack": 0},
    "medium": {"long": (3, 3), "short": (1, 2), "rocks": (2, 3), "slack": 1},
    "hard": {"long": (3, 4), "short": (2, 2), "rocks": (3, 4), "slack": 1},
}

WORDS = (
    ("east", "west", "north", "south"),
    ("right", "left", "up", "down"),
)
GOALS = (
    "Walk at <<setting>> to the <<noun>>.",
    "The <<person>> at <<setting>> must reach the <<noun>>.",
    "Bring the <<person>> to the <<noun>> at <<setting>>.",
    "A cart at <<setting>> has to reach the <<noun>>.",
)
RULES = (
    "<<d0>> adds 1 to x, <<d2>> adds 1 to y.",
    "x grows <<d0>> and y grows <<d2>>.",
    "<<d0>>: x + 1. <<d2>>: y + 1.",
)
ASKS = (
    r"Reply \\boxed{<<d0>>}, <<d1>>, <<d2>> or <<d3>>.",
    r"Move with \\boxed{<<d3>>}, <<d2>>, <<d1>> or <<d0>>.",
    r"One of <<d0>>, <<d1>>, <<d2>>, <<d3>> a turn: \\boxed{<<d1>>}.",
)
SHOWS = (
    "You: {self.x}, {self.y}. Goal: {g[0]}, {g[1]}.",
    "You: x {self.x} y {self.y}. Goal: x {g[0]} y {g[1]}.",
    "You: ({self.x}, {self.y}). Goal: ({g[0]}, {g[1]}).",
)
BLOCKS = ("Blocked", "Rocks", "Closed")
BUMPS = ("No way {a}. ", "A rock stops you {a}. ", "You cannot go {a}. ")
STEPS = ("You go {a}. ", "Moved {a}. ", "Step {a}. ")
SUMMARIES = (
    "Walk to the <<noun>> over a field with coordinates.",
    "Guide the <<person>> past rocks at <<setting>>.",
    "Reach the <<noun>> within <<cap>> steps.",
)
HINTS = (
    '"Go " + ", ".join(self.path) + "."',
    '"The way is " + " ".join(self.path) + "."',
    'f"Begin with {self.path[0]}, then {self.path[1]}."',
)

BODY = r"""        self.x, self.y = rng.randint(4, 7), rng.randint(4, 7)
        u, v = rng.choice(["<<d0>>", "<<d1>>"]), rng.choice(["<<d2>>", "<<d3>>"])
        self.path = rng.sample([u] * <<along>> + [v] * <<across>>, <<length>>)
        self.way = [(self.x, self.y)]
        for d in self.path:
            self.way.append(self.move(*self.way[-1], d))
        near = [self.move(*c, d) for c in self.way for d in self.dirs]
        self.rocks = rng.sample([c for c in near if c not in self.way], <<rocks>>)
        return "<<goal>> <<rule>> <<ask>> " + self.show(), {}
    def move(self, x, y, d):
        return x + self.dirs[d][0], y + self.dirs[d][1]
    def show(self):
        g = self.way[-1]
        return f"<<show>> <<block>>: {self.rocks or 'none'}."
<<READ>>
        note = "<<unclear>>"
        if a in self.dirs:
            c = self.move(self.x, self.y, a)
            note = f"<<bump>>"
            if c not in self.rocks:
                self.x, self.y = c
                note = f"<<step>>"
        if (self.x, self.y) == self.way[-1]:
            return "<<won>>", 1.0, True, False, {}
<<LAST>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return self.path
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A way of ``long`` + ``short`` steps with ``rocks`` beside it, ``slack`` steps to spare."""
    noun = theme.pick(rng, 1)[0]
    words = rng.choice(WORDS)
    long, short, rocks = (rng.randint(*knobs[name]) for name in ("long", "short", "rocks"))
    along, across = rng.sample((long, short), 2)
    shifts = ("(1, 0)", "(-1, 0)", "(0, 1)", "(0, -1)")
    return program(
        BODY,
        title=make_title([noun], theme.setting, rng.choice(("walk", "path", "field", "way")), rng),
        summary=rng.choice(SUMMARIES),
        cap=long + short + knobs["slack"],
        fields=["self.dirs = {" + ", ".join(f'"{w}": {s}' for w, s in zip(words, shifts, strict=True)) + "}"],
        along=along,
        across=across,
        length=long + short,
        rocks=rocks,
        goal=rng.choice(GOALS),
        rule=rng.choice(RULES),
        ask=rng.choice(ASKS),
        show=rng.choice(SHOWS),
        block=rng.choice(BLOCKS),
        bump=rng.choice(BUMPS),
        step=rng.choice(STEPS),
        hint=rng.choice(HINTS),
        noun=noun,
        setting=theme.setting,
        person=theme.person,
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
        **{f"d{index}": word for index, word in enumerate(words)},
    )


Cell = tuple[int, int]


def _state(observation: str) -> tuple[Cell, Cell, set[Cell]]:
    """Own cell, goal cell, blocked cells."""
    text = observation[observation.rindex("You: ") :]
    cells = [int(found) for found in re.findall(r"-?\d+", text)]
    rocks = set(zip(cells[4::2], cells[5::2], strict=True))
    return (cells[0], cells[1]), (cells[2], cells[3]), rocks


def _words(observation: str) -> tuple[str, ...]:
    """The four direction words of this game (x+1, x-1, y+1, y-1): those the text uses most."""
    return max(WORDS, key=lambda words: len(re.findall(rf"\b(?:{'|'.join(words)})\b", observation)))


def expert(first_observation: str, hint: str | None) -> Expert:
    """A shortest way around the rocks in view: the hint's while it is one, else along x first."""
    words = _words(first_observation)
    named = re.findall("|".join(words), hint or "")
    seen = first_observation
    while True:
        good = [words[index] for index in _first_steps(*_state(seen))]
        step = named[0] if named and named[0] in good else good[0]
        named = named[1:]
        seen = yield boxed(step)


def _first_steps(start: Cell, goal: Cell, rocks: set[Cell]) -> list[int]:
    """Indices (x+1, x-1, y+1, y-1) of all first steps of shortest ways, by a search outward from the goal."""
    shifts = ((1, 0), (-1, 0), (0, 1), (0, -1))
    distance = {goal: 0}
    queue = deque([goal])
    while queue and start not in distance:
        x, y = queue.popleft()
        for dx, dy in shifts:
            cell = (x + dx, y + dy)
            if cell not in distance and cell not in rocks and abs(cell[0]) < 30 and abs(cell[1]) < 30:
                distance[cell] = distance[(x, y)] + 1
                queue.append(cell)
    around = [distance.get((start[0] + dx, start[1] + dy), 999) for dx, dy in shifts]
    return [index for index, steps in enumerate(around) if steps == min(around)]


def legal(observation: str, rng: random.Random) -> str:
    """Any direction word of the game."""
    return boxed(rng.choice(_words(observation)))


MECHANIC = Mechanic("field_walk", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
