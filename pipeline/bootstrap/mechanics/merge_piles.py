"""Merge piles: join two piles a turn until one is left; a join costs its size, the sum must be least."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import pairwise

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"piles": 4, "top": 9, "row": False},
    "medium": {"piles": 5, "top": 9, "row": False},
    "hard": {"piles": 6, "top": 9, "row": True},
}

PILES = ("Piles", "Heaps", "Left")
BUDGETS = ("Budget", "Money left", "You have")

RESET = """
    sizes = rng.sample(range(1, <<past>>), <<piles>>)
    self.piles = dict(zip(rng.sample(<<pool>>, <<piles>>), sizes))
    self.budget, self.plan, piles = 0, [], dict(self.piles)
    while len(piles) > 1:
        x, y = sorted(piles, key=piles.get)[:2]
        self.plan.append(x + " " + y)
        piles[x] += piles.pop(y)
        self.budget += piles[x]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
ROW_RESET = """
    sizes = rng.sample(range(1, <<past>>), <<piles>>)
    self.piles = dict(zip(rng.sample(<<pool>>, <<piles>>), sizes))
    self.budget, self.plan = self.best(self.piles)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
    def show(self):
        piles = ", ".join(f"{n} {size}" for n, size in self.piles.items())
        return f"<<label>>: {piles}. <<money>>: {self.budget}."
"""
BEST = """
    def best(self, piles):
        names, ways = list(piles), []
        for x, y in zip(names, names[1:]):
            rest = {n: s + piles[y] * (n == x) for n, s in piles.items() if n != y}
            cost, plan = self.best(rest)
            ways.append((cost + rest[x], [x + " " + y] + plan))
        return min(ways, default=(0, []))
"""
STEP = """
    note, (x, _, y) = "<<unclear>>", a.partition(" ")
    names = list(self.piles)
    if <<may>>:
        self.piles[x] += self.piles.pop(y)
        self.budget -= self.piles[x]
        note = "<<joined>> "
    if self.budget < 0:
        return "<<over>>", 0.0, True, False, {}
    if len(self.piles) == 1:
        return "<<won>>", 1.0, True, False, {}
"""
ANY = "x in names and y in names and x != y"
NEXT = "x in names and y in names[names.index(x) + 1:][:1]"


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``piles`` of 1 to ``top``; ``row``: only neighbours may join; the budget is the least possible cost."""
    things = rng.choice([word for word in ("piles", "heaps", "stacks") if word[:-1] not in theme.nouns])
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7, 8))))
    goal = rng.choice(
        (
            f"Join all {things} into one. A join costs the new size.",
            f"The {theme.person} joins {things}; each join costs its sum.",
            f"Make one of the {things} at {theme.setting}. You pay each sum.",
        )
    )
    goal += " Only neighbours join." if knobs["row"] else ""
    return scaffold(
        title=title_for(theme, rng, (things, "joining", f"cheap {things}", "merging")),
        summary=rng.choice(
            (
                f"Join {things} at the least total cost.",
                f"Merge what the {theme.person} has, two at a time.",
                f"Choose the order of joining at {theme.setting}.",
            )
        ),
        turns=knobs["piles"] + 1,
        reset=ROW_RESET if knobs["row"] else RESET,
        helpers=BEST.rstrip() + SHOW if knobs["row"] else SHOW,
        step=STEP if knobs["row"] else STEP.replace("    names = list(self.piles)\n", ""),
        hint=rng.choice(
            (
                'return "join " + ", then ".join(self.plan) + "."',
                'return "joins: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return self.plan",
        pool=literal(pool),
        piles=knobs["piles"],
        past=knobs["top"] + 1,
        may=NEXT if knobs["row"] else ANY.replace("names", "self.piles"),
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]} {pool[1]}}} to join two.",
        label=rng.choice(PILES),
        money=rng.choice(BUDGETS),
        joined=rng.choice(("Joined.", "Done.", "They are one.")),
        over=rng.choice(("Too expensive.", "That costs too much.", "The money is gone.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _piles(observation: str) -> dict[str, int]:
    entries = [entry.split() for entry in after(PILES, observation).split(", ")]
    return {name: int(size) for name, size in entries}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Join the two smallest, or in a row the pair a cheapest plan begins with; the hint lists the joins."""
    row = "neighbours" in first_observation
    words = re.findall(r"\w+", (hint or "").replace("then ", ""))[1:]
    seen = first_observation
    while True:
        piles = _piles(seen)
        names = list(piles)
        if words:
            pair, words = words[:2], words[2:]
        elif row:
            first = _cheapest(tuple(piles.values()))[1]
            pair = names[first : first + 2]
        else:
            pair = sorted(names, key=piles.__getitem__)[:2]
        seen = yield boxed(" ".join(pair))


@cache
def _cheapest(sizes: tuple[int, ...]) -> tuple[int, int]:
    """Least cost of joining a row of piles, and the place of the pair to join first."""
    if len(sizes) == 1:
        return 0, 0
    costs = []
    for place in range(len(sizes) - 1):
        joined = sizes[place] + sizes[place + 1]
        costs.append((joined + _cheapest((*sizes[:place], joined, *sizes[place + 2 :]))[0], place))
    return min(costs)


def legal(observation: str, rng: random.Random) -> str:
    """Any two piles that stand side by side, or one time in two any two piles."""
    names = list(_piles(observation))
    return boxed(" ".join(rng.choice(list(pairwise(names))) if rng.random() < 0.5 else rng.sample(names, 2)))


MECHANIC = Mechanic("merge_piles", "game", "Optimization", KNOBS, build, expert, legal)
