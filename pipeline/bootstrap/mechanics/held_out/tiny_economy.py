"""Tiny economy: one good, prices of the coming days in view; buy and sell for the best possible profit."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme, numbers
from ..frame import after, boxed
from ..wording import FORMS, free_choice, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"days": (5,), "top": 7, "ahead": 2},
    "medium": {"days": (6, 7), "top": 9, "ahead": 3},
    "hard": {"days": (8,), "top": 12, "ahead": 8},
}

WORDS = (("buy", "sell", "wait"), ("get", "give", "rest"), ("load", "unload", "hold"))
RESET = r"""
    self.coins, self.own, p = <<coins>>, 0, []
    while len(p) < 2 or not any(x < y for x, y in zip(p, p[1:])) or 0 in [x - y for x, y in zip(p, p[1:])]:
        p = [rng.randint(1, <<top>>) for i in range(<<days>>)]
    self.prices, self.plan, own = p, [], False
    self.goal = <<coins>> + sum(max(0, y - x) for x, y in zip(p, p[1:]))
    for x, y in zip(p, p[1:] + [0]):
        self.plan.append("<<sell>>" if own and y < x else "<<buy>>" if not own and y > x else "<<wait>>")
        own = x < y
    while self.plan[-1] == "<<wait>>":
        self.plan.pop()
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        prices = " ".join(map(str, self.prices[self.t:self.t + <<ahead>>]))
        coins = f"Coins: {self.coins} of {self.goal}"
        return f"<<label>>: {prices}. {coins}. You own {self.own}: <<buy>>, <<sell>> or <<wait>>?"
"""
STEP = r"""
    price = self.prices[self.t - 1]
    note = "<<unclear>>"
    if a == "<<wait>>":
        note = "<<idle>> "
    elif a == "<<buy>>" and self.own == 0 and self.coins >= price:
        self.own, self.coins = 1, self.coins - price
        note = f"<<bought>> "
    elif a == "<<sell>>" and self.own == 1:
        self.own, self.coins = 0, self.coins + price
        note = f"<<sold>> "
    if self.coins >= self.goal:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``days`` days with prices up to ``top``; ``ahead`` of them in view; the goal is the best profit."""
    buy, sell, wait = free_choice(WORDS, theme, rng)
    days = rng.choice(knobs["days"])
    return scaffold(
        title=title_for(theme, rng, ("market", "trade", "prices", "stall")),
        summary=rng.choice(
            (
                "Buy low and sell high at <<setting>>.",
                "The <<person>> trades one <<noun>> over <<days>> days.",
                "Prices to come are known; make the most of them.",
            )
        ),
        turns=days,
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Day by day: " + ", ".join(self.plan) + "."',
                'return "Do: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        days=days,
        top=knobs["top"],
        ahead=knobs["ahead"],
        coins=knobs["top"] + rng.randint(0, 5),
        buy=buy,
        sell=sell,
        wait=wait,
        label=rng.choice(("Prices from today", "Today and on")),
        idle=rng.choice(("A day goes by.", "You do nothing.")),
        bought=rng.choice(("You paid {price}.", "Bought at {price}.")),
        sold=rng.choice(("You got {price}.", "Sold at {price}.")),
        goal=rng.choice(
            (
                "Own at most one <<noun>>; trade it until the coins are enough.",
                "The <<person>> trades a <<noun>>, one at a time, and needs the coins named.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{buy}}}, \\\\boxed{{{sell}}} or \\\\boxed{{{wait}}} each day.",
        **dress(theme, rng),
    )


def _words(observation: str) -> tuple[str, ...]:
    """The words for buying, selling and waiting."""
    return re.findall(r"(\w+), (\w+) or (\w+)\?", observation)[-1]


def _look(observation: str) -> tuple[list[int], bool]:
    """Prices from today on, and whether one is owned."""
    return numbers(after(["Prices from today", "Today and on"], observation)), "You own 1" in observation


def expert(first_observation: str, hint: str | None) -> Expert:
    """Own one exactly over the nights on which the price rises; a hint gives each day's deed."""
    planned = listed(hint) if hint else []
    buy, sell, wait = _words(first_observation)
    observation = first_observation
    while True:
        prices, owns = _look(observation)
        rises = prices[1:2] > prices[:1]
        deed = wait if rises == owns else buy if rises else sell
        observation = yield boxed(planned.pop(0) if planned else deed)


def legal(observation: str, rng: random.Random) -> str:
    """Buy, sell or wait."""
    return boxed(rng.choice(_words(observation)))


MECHANIC = Mechanic("tiny_economy", "game", "Optimization", KNOBS, build, expert, legal)
