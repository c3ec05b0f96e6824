"""Bandit arms: each arm always pays the same unknown amount; gather enough on two days with few pulls."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, free_choice, scaffold, title_for
from .shared import dress, told

KNOBS: dict[str, Knobs] = {
    "easy": {"arms": 3, "extra": 2, "low": 2},
    "medium": {"arms": 4, "extra": 2, "low": 3},
    "hard": {"arms": 5, "extra": 3, "low": 3},
}

THINGS = (
    ("arm", "pull", "coins"),
    ("well", "draw", "buckets"),
    ("field", "pick", "sacks"),
    ("net", "haul", "fish"),
)
# The best pays at least three times any other, so that keeping to one arm on both days is never enough.
RESET = r"""
    self.day, self.sum, self.known = 0, 0, {}
    self.names = rng.sample(<<pool>>, <<arms>>)
    self.best = rng.sample(self.names, 2)
    self.pay = []
    for b in self.best:
        pay = dict(zip(self.names, rng.sample(range(1, <<arms>> + <<low>>), <<arms>>)))
        self.pay.append(pay | {b: 3 * max(pay.values()) + rng.randint(0, 2)})
    self.goals = [sum(p.values()) + <<extra>> * p[b] for p, b in zip(self.pay, self.best)]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        arms = ", ".join(f"{n} {self.known.get(n, '?')}" for n in self.names)
        return f"Day {self.day + 1} of 2. <<label>>: {arms}. <<Goods>>: {self.sum} of {self.goals[self.day]}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a in self.names:
        self.known[a] = self.pay[self.day][a]
        self.sum += self.known[a]
        note = f"<<note>> "
    if self.sum >= self.goals[self.day]:
        if self.day == 1:
            return "<<won>>", 1.0, True, False, {}
        self.day, self.sum, self.known = 1, 0, {}
        note = "<<right>> "
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``arms`` arms, other payments on each day; the goal is one try of each and ``extra`` pulls of the best.

    ``low``: how widely the lesser payments spread.
    """
    arms = knobs["arms"]
    pool = theme.pick(rng, rng.randint(arms, 6))
    thing, act, goods = free_choice(THINGS, theme, rng)
    return scaffold(
        title=title_for(theme, rng, (f"{thing}s", "bandit", "harvest", "luck")),
        summary=rng.choice(
            (
                f"Find the {thing} that pays best, on two days.",
                f"Gather {goods} with few pulls at <<setting>>.",
                f"The <<person>> has <<arms>> {thing}s; try them, then keep to the best.",
            )
        ),
        turns=2 * (arms + knobs["extra"]),
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return f"Best is {self.best[0]}, on day 2 {self.best[1]}."',
                'return f"{self.best[0]} pays most on day 1, {self.best[1]} on day 2."',
            )
        ),
        solution="return [b for b, p, g in zip(self.best, self.pay, self.goals) for k in range(0, g, p[b])]",
        pool=literal(pool),
        arms=arms,
        extra=knobs["extra"],
        low=knobs["low"],
        Goods=goods.title(),
        label=thing.title() + "s",
        note=rng.choice(
            ("{a} pays {self.known[a]}.", f"{{self.known[a]}} {goods}.", "{self.known[a]} more.")
        ),
        goal=rng.choice(
            (
                f"Each {thing} always pays the same, other amounts on day 2. Gather enough {goods} each day.",
                f"Each {thing} of <<setting>> gives fixed {goods}, others on day 2. Reach both goals.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to {act} there.",
        **dress(theme, rng),
    )


def _arms(observation: str) -> dict[str, str]:
    labels = [thing[0].title() + "s" for thing in THINGS]
    return dict(re.findall(r"(\w+) (\d+|\?)", after(labels, observation)))


def expert(first_observation: str, hint: str | None) -> Expert:
    """Try each arm once, then keep to the best; a hint names the best of each day."""
    observation = first_observation
    while True:
        arms = _arms(observation)
        if hint:
            reply = told(hint, arms)[-1 if "Day 2 of 2" in observation else 0]
        else:
            reply = max(arms, key=lambda name: 99 if arms[name] == "?" else int(arms[name]))
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any arm."""
    return boxed(rng.choice(list(_arms(observation))))


MECHANIC = Mechanic("bandit_arms", "game", "Optimization", KNOBS, build, expert, legal)
