"""Key rooms: walk through the doors of a small house and visit named rooms in order."""

from __future__ import annotations

import random
import re
from collections import deque

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"rooms": 6, "visits": 2, "steps": (5,), "slack": 2},
    "medium": {"rooms": 6, "visits": 2, "steps": (6,), "slack": 2},
    "hard": {"rooms": 6, "visits": 3, "steps": (7, 8), "slack": 3},
}

KINDS = (("house", "rooms", "door"), ("cave", "chambers", "tunnel"), ("ship", "cabins", "passage"))
HERE = ("You are in", "Your room", "Here")
TARGETS = ("Visit", "Still to see", "Errands")
DOORS = ("Doors", "Ways", "Passages")

RESET = """
    names, self.plan = rng.sample(<<pool>>, <<rooms>>), []
    while len(self.plan) != <<steps>>:
        self.doors = [(rng.choice(names[:i]), names[i]) for i in range(1, <<rooms>>)]
        stops = rng.sample(names, <<stops>>)
        self.plan = sum(map(self.way, stops, stops[1:]), [])
    self.at, *self.todo = stops
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = """
    def near(self, r):
        return [x if y == r else y for x, y in self.doors if r in (x, y)]
    def way(self, x, y, old=""):
        ways = [[n] + self.way(n, y, x) for n in self.near(x) if n != old and x != y]
        return ([w for w in ways if w[-1] == y] + [[]])[0]
    def show(self):
        doors = ", ".join(map(" <<link>> ".join, self.doors))
        return f"<<doors>>: {doors}. <<here>>: {self.at}. <<targets>>: {' then '.join(self.todo)}."
"""
STEP = """
    note = "<<unclear>>"
    if a in self.near(self.at):
        self.at, note = a, ""
        if a == self.todo[0]:
            self.todo.pop(0)
            note = "<<seen>> "
    if not self.todo:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``rooms`` joined without loops, ``visits`` in order, ``steps`` of walking and ``slack`` to spare."""
    place, rooms, door = free_choice(KINDS, theme, rng)
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7))))
    steps = rng.choice(knobs["steps"])
    goal = rng.choice(
        (
            f"Walk for the {theme.person} and keep the order of visits.",
            f"The {theme.person} must visit {rooms} in order.",
            f"Visit {rooms} of {theme.setting} in order.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, (rooms, f"{place} walk", f"{door} maze", "errand")),
        summary=rng.choice(
            (
                f"Walk through a {place} and visit {rooms} in order.",
                f"Find the way from {door} to {door} for the {theme.person}.",
                f"Visit {knobs['visits']} {rooms} in at most {steps + knobs['slack']} steps.",
            )
        ),
        turns=steps + knobs["slack"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "walk " + ", then ".join(self.plan) + "."',
                'return "go to " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        rooms=knobs["rooms"],
        stops=knobs["visits"] + 1,
        steps=steps,
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to go there.",
        doors=rng.choice(DOORS),
        here=rng.choice(HERE),
        targets=rng.choice(TARGETS),
        link=rng.choice(("and", "to", "by")),
        seen=rng.choice(("Visited.", "One visit done.", "You were seen there.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _doors(observation: str) -> dict[str, list[str]]:
    """Room -> rooms behind its doors, in the order told."""
    near: dict[str, list[str]] = {}
    for entry in after(DOORS, observation).split(", "):
        one, _, other = entry.split()
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return near


def expert(first_observation: str, hint: str | None) -> Expert:
    """Take the first door of the shortest way to the next visit; a hint spells the walk out."""
    walk = re.findall(r"\w+", (hint or "").replace("then ", "").replace("go to", "walk"))[1:]
    seen = first_observation
    while True:
        step = walk.pop(0) if walk else _first_door(_doors(seen), after(HERE, seen), _target(seen))
        seen = yield boxed(step)


def _target(observation: str) -> str:
    return after(TARGETS, observation).split()[0]


def _first_door(near: dict[str, list[str]], here: str, target: str) -> str:
    """The neighbour of ``here`` that a search outward from ``target`` meets first."""
    queue, known = deque([target]), {target}
    while queue:
        room = queue.popleft()
        for other in near[room]:
            if other == here:
                return room
            if other not in known:
                known.add(other)
                queue.append(other)
    raise ValueError(f"no way from {here} to {target}")


def legal(observation: str, rng: random.Random) -> str:
    """Any room next to the one in view."""
    return boxed(rng.choice(_doors(observation)[after(HERE, observation)]))


MECHANIC = Mechanic("key_rooms", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
