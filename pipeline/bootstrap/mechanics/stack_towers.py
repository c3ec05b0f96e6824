"""Stack towers: move blocks one by one between three stacks until one stack has the wanted order."""

from __future__ import annotations

import random
import re
from collections import deque

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"blocks": 3, "moves": 3, "slack": 2},
    "medium": {"blocks": 3, "moves": 4, "slack": 2},
    "hard": {"blocks": 4, "moves": 5, "slack": 3},
}

STACKS = (("left", "middle", "right"), ("near", "centre", "far"), ("one", "two", "three"))
BLOCKS = ("blocks", "boxes", "books", "crates")
WANTED = ("Wanted", "Goal", "Build")

NOW = ("Now", "Stacks", "There are")

RESET = """
    goal = rng.sample([rng.sample(<<pool>>, <<blocks>>), [], []], 3)
    self.goal = dict(zip(<<stacks>>, goal))
    known, ways = [self.goal], {str(self.goal): []}
    for s in known:
        way = ways[str(s)]
        for x, y in itertools.permutations(s, 2):
            n = self.move(s, x, y)
            if str(n) not in ways and len(way) < <<moves>>:
                known.append(n)
                ways[str(n)] = [y + " " + x] + way
    self.s = rng.choice([s for s in known if len(ways[str(s)]) == <<moves>>])
    self.plan = ways[str(self.s)]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = """
    def move(self, s, x, y):
        return {**s, x: s[x][:-1], y: s[y] + s[x][-1:]}
    def show(self):
        now = ", ".join(" ".join([n] + (s or ["empty"])) for n, s in self.s.items())
        goal = " ".join(next([n] + s for n, s in self.goal.items() if s))
        return f"<<now>>: {now}. <<wanted>>: {goal}."
"""
STEP = """
    note, (x, _, y) = "<<unclear>>", a.partition(" ")
    if x in self.s and y in self.s and x != y and self.s[x]:
        self.s, note = self.move(self.s, x, y), "<<moved>> "
    if self.s == self.goal:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``blocks`` on three stacks, at best ``moves`` away from the wanted stack; ``slack`` moves to spare."""
    stacks = free_choice(STACKS, theme, rng)
    blocks = rng.choice([word for word in BLOCKS if word[:-1] not in theme.nouns])
    x, y = rng.sample(stacks, 2)
    goal = rng.choice(
        (
            f"Stack the {blocks} as wanted; only a top one moves.",
            f"The {theme.person} wants one stack, lowest first. Move top {blocks}.",
            f"Restack {blocks}, told from below. Only tops move.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("stacks", blocks, f"{blocks} tower", "restacking")),
        summary=rng.choice(
            (
                f"Move {blocks} between three stacks.",
                f"Build one stack for the {theme.person}.",
                f"{blocks.title()} at {theme.setting} need another order.",
            )
        ),
        turns=knobs["moves"] + knobs["slack"],
        imports="itertools, random, re",
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "move " + ", ".join(self.plan) + "."',
                'return "moves: " + " then ".join(self.plan) + "."',
            )
        ),
        solution="return self.plan",
        pool=literal(theme.pick(rng, min(len(theme.nouns), rng.choice((5, 6))))),
        stacks=literal(stacks),
        blocks=knobs["blocks"],
        moves=knobs["moves"],
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{x} {y}}} to move from {x}.",
        now=rng.choice(NOW),
        wanted=rng.choice(WANTED),
        moved=rng.choice(("Moved.", "Done.", "It is moved.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


State = tuple[tuple[str, ...], ...]


def _read(observation: str) -> tuple[list[str], State, State]:
    """Stack words, the stacks from below, the wanted stacks."""
    entries = [entry.split() for entry in after(NOW, observation).split(", ")]
    names = [entry[0] for entry in entries]
    now = tuple(tuple(name for name in entry[1:] if name != "empty") for entry in entries)
    place, *order = after(WANTED, observation).split()
    return names, now, tuple(tuple(order) if name == place else () for name in names)


def expert(first_observation: str, hint: str | None) -> Expert:
    """The first of the fewest moves to the wanted stack; the hint lists them."""
    words = re.findall(r"\w+", (hint or "").replace(" then ", " "))[1:]
    moves = [" ".join(words[i : i + 2]) for i in range(0, len(words), 2)]
    seen = first_observation
    while True:
        names, now, goal = _read(seen)
        seen = yield boxed(moves.pop(0) if moves else " ".join(names[i] for i in _moves(now, goal)[0]))


def _moves(start: State, goal: State) -> list[tuple[int, int]]:
    """Fewest moves (from, to) between two states, by breadth-first search."""
    ways: dict[State, list[tuple[int, int]]] = {start: []}
    queue = deque([start])
    while queue and goal not in ways:
        state = queue.popleft()
        for source, target in _tops(state):
            stacks = list(state)
            stacks[source], stacks[target] = state[source][:-1], state[target] + state[source][-1:]
            if tuple(stacks) not in ways:
                ways[tuple(stacks)] = [*ways[state], (source, target)]
                queue.append(tuple(stacks))
    return ways[goal]


def _tops(state: State) -> list[tuple[int, int]]:
    """Every move of a top block to another stack."""
    return [(i, j) for i in range(3) for j in range(3) if i != j and state[i]]


def legal(observation: str, rng: random.Random) -> str:
    """Any top block to any other stack."""
    names, now, _ = _read(observation)
    source, target = rng.choice(_tops(now))
    return boxed(f"{names[source]} {names[target]}")


MECHANIC = Mechanic("stack_towers", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
