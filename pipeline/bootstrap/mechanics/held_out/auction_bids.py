"""Auction bids: rivals stay a fixed amount below each value; learn it from their bids and win with profit."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress

KNOBS: dict[str, Knobs] = {
    "easy": {"rivals": 2, "lots": 8, "margin": True},
    "medium": {"rivals": 1, "lots": 5, "margin": False},
    "hard": {"rivals": 2, "lots": 7, "margin": False},
}

FORMATS = {
    # the least winning reply of mark m on a lot of value v, the reply as a margin, a known bid, the request
    True: ("m - 1", "int(a)", "{m} below", "how far below the value you bid"),
    False: ("v - m + 1", "v - int(a)", "{v - m} at value {v}", "your bid"),
}
# With these marks, no margin that suits one rival earns enough when it is offered to both.
RESET = r"""
    self.i, self.profit, self.past, self.plan = 0, 0, {}, []
    self.names = rng.sample(<<pool>>, <<rivals>>)
    self.marks = dict(zip(self.names, rng.sample(rng.choice([(3, 5), (3, 6), (4, 7), (4, 8)]), <<rivals>>)))
    self.values = [rng.randint(10, 16) for i in range(<<lots>>)]
    self.rivals = [self.names[i % <<rivals>>] for i in range(<<lots>>)]
    self.goal = sum(self.marks[n] - 1 for n in self.rivals[<<rivals>>:])
    p = 0
    for v, m in zip(self.values, map(self.marks.get, self.rivals)):
        self.plan += [str(<<reply>>)] if p < self.goal else []
        p += m - 1
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        past = ", ".join(f"{n} {b}" for n, b in self.past.items()) or "none"
        lot = f"Lot {self.i + 1} of <<lots>>: value {self.values[self.i]}, rival {self.rivals[self.i]}."
        return f"{lot} <<label>>: {past}. Profit {self.profit} of {self.goal}."
"""
STEP = r"""
    note = "<<unclear>>"
    if re.fullmatch("[0-9]{1,2}", a):
        n, v = self.rivals[self.i], self.values[self.i]
        m, k = self.marks[n], <<margin>>
        self.profit += k if k < m else 0
        self.past[n] = f"<<known>>"
        note = "<<gained>> " if k < m else "<<missed>> "
        self.i += 1
    if self.profit >= self.goal:
        return "<<won>>", 1.0, True, False, {}
    if self.i == <<lots>>:
        return "<<lost>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``lots`` lots with ``rivals`` in turn; ``margin``: bids are told as amounts below the value.

    The goal is the profit of the least winning bid on every lot after the rivals' first.
    """
    rivals, lots = knobs["rivals"], knobs["lots"]
    reply, margin, known, request = FORMATS[knobs["margin"]]
    pool = theme.pick(rng, rng.randint(rivals + 2, 6))
    who = "The rival" if rivals == 1 else "Each of two rivals"
    return scaffold(
        title=title_for(theme, rng, ("auction", "bidding", "sale", "lots")),
        summary=rng.choice(
            (
                "Outbid rivals by as little as possible.",
                "Buy lots below their value at <<setting>>.",
                "The <<person>> sells; learn how the rivals bid.",
            )
        ),
        turns=lots + 1,
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return ", ".join(f"{n} stays {m} below" for n, m in self.marks.items()) + "."',
                'return " and ".join(f"{n} bids the value less {m}" for n, m in self.marks.items()) + "."',
            )
        ),
        solution="return list(self.plan)",
        reply=reply,
        margin=margin,
        known=known,
        pool=literal(pool),
        rivals=rivals,
        lots=lots,
        label=rng.choice(("Last bids", "Known bids", "Seen")),
        gained=rng.choice(("The lot is yours.", "Sold to you.", "You win the lot.")),
        missed=rng.choice(("The rival takes it.", "You are outbid.", "Lost to the rival.")),
        lost=rng.choice(("The sale is over.", "That was the last lot.")),
        goal=f"{who} bids the same amount below every value. "
        + rng.choice(
            (
                "Bid higher to win a lot; value less bid is your profit.",
                "The higher bid takes the lot and earns its value less the bid.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.randint(3, 9)}}}: {request}.",
        **dress(theme, rng),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Stay one less below the value than the rival; bid 1 to see a habit."""
    margin = "how far below" in first_observation
    marks = {
        name: int(mark) for name, mark in re.findall(r"(\w+) (?:stays|bids the value less) (\d+)", hint or "")
    }
    observation = first_observation
    while True:
        value, rival = re.findall(r"value (\d+), rival (\w+)\.", observation)[-1]
        for name, mark in re.findall(r"(\w+) (\d+) below", observation):
            marks[name] = int(mark)
        for name, bid, worth in re.findall(r"(\w+) (\d+) at value (\d+)", observation):
            marks[name] = int(worth) - int(bid)
        below = marks[rival] - 1 if rival in marks else int(value) - 1
        observation = yield boxed(below if margin else int(value) - below)


def legal(observation: str, rng: random.Random) -> str:
    """Any bid up to the value."""
    value = int(re.findall(r"value (\d+), rival", observation)[-1])
    return boxed(rng.randint(1, value))


MECHANIC = Mechanic("auction_bids", "game", "Optimization", KNOBS, build, expert, legal)
