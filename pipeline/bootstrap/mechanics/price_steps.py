"""Price steps: try prices of a ladder, see what each earns, and fix the best; income rises, then falls."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"prices": 5, "goods": 2, "step": (1, 2), "turns": 11},
    "medium": {"prices": 6, "goods": 2, "step": (1, 3), "turns": 12},
    "hard": {"prices": 7, "goods": 2, "step": (2, 3), "turns": 12},
}

LADDERS = ("Prices", "Ladder", "Income")
RESET = """
low, self.k, self.seen, self.income = rng.randint(<<low>>, <<high>>), 0, {}, []
self.prices = [low + <<apart>> * i for i in range(<<prices>>)]
self.best = [rng.randrange(1, <<prices>> - 1) for i in range(<<goods>>)]
for b in self.best:
    drops = [rng.randint(1, 4) for p in self.prices]
    top = sum(drops) + rng.randint(1, 9)
    self.income.append([top - sum(drops[min(i, b):max(i, b)]) for i in range(<<prices>>)])
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    table = ", ".join(f"{p} {self.seen.get(p, '?')}" for p in self.prices)
    return f"<<good>> {self.k + 1} of <<goods>>. <<ladder>>: {table}."
"""
STEP = """
note, word = "<<unclear>>", a.split(" ")[-1]
if word in map(str, self.prices) and a in [word, "fix " + word]:
    i = self.prices.index(int(word))
    self.seen[int(word)] = self.income[self.k][i]
    note = "<<tried>> "
    if a != word and i != self.best[self.k]:
        return "<<wrong>>", 0.0, True, False, {}
    if a != word:
        self.k, self.seen, note = self.k + 1, {}, "<<right>> "
if self.k == <<goods>>:
    return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``goods`` in turn, each with ``prices`` prices ``step`` coins apart; the best is never an end."""
    noun = theme.pick(rng, 1)[0]
    low, apart = rng.randint(2, 6), rng.randint(*knobs["step"])
    goal = rng.choice(
        (
            f"Find the price at which a {noun} earns most.",
            f"The {theme.person} sells at {theme.setting}. Which price earns most?",
            f"Each price of a {noun} brings another income.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("prices", "income", "best price")),
        summary=rng.choice(("Climb to the best price.", "Income rises, then falls, along the prices.")),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "Best: " + ", then ".join(str(self.prices[b]) for b in self.best) + "."',
                'return "The top prices are " + " and ".join(str(self.prices[b]) for b in self.best) + "."',
            )
        ),
        solution='return ["fix " + str(self.prices[b]) for b in self.best]',
        low=low,
        apart=apart,
        high=low + 8,
        prices=knobs["prices"],
        goods=knobs["goods"],
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{number}} to try, \\boxed{{fix number}} to settle.",
        good=rng.choice(("Good", "Item", "Stall")),
        ladder=rng.choice(LADDERS),
        tried=rng.choice(("Tried.", "Sold.", "A day passes.")),
        right=rng.choice(RIGHT),
        wrong=rng.choice(("Another price earns more.", "Not the best.", "A poor price.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _ladder(observation: str) -> list[tuple[str, str]]:
    return [(p, v) for p, v in (entry.split() for entry in after(LADDERS, observation).split(", "))]


def _next(ladder: list[tuple[str, str]]) -> str:
    """Try the middle, then the untried neighbours of the best; fix it when both earn less."""
    known = [i for i, (_, value) in enumerate(ladder) if value != "?"]
    if not known:
        return ladder[len(ladder) // 2][0]
    best = max(known, key=lambda i: int(ladder[i][1]))
    for i in (best - 1, best + 1):
        if 0 < i < len(ladder) - 1 and i not in known:
            return ladder[i][0]
    return f"fix {ladder[best][0]}"


def expert(first_observation: str, hint: str | None) -> Expert:
    """Climb from the middle price to the best; the best is never an end. A hint's prices at once."""
    observation = first_observation
    told = iter(re.findall(r"\d+", hint or ""))
    while True:
        observation = yield boxed(f"fix {next(told)}" if hint else _next(_ladder(observation)))


def legal(observation: str, rng: random.Random) -> str:
    """Try any price, or (one time in three) fix any."""
    price = rng.choice(_ladder(observation))[0]
    return boxed(f"fix {price}" if rng.random() < 0.33 else price)


MECHANIC = Mechanic("price_steps", "game", "Optimization", KNOBS, build, expert, legal)
