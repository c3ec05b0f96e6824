"""Coin weigh: corner one heavy coin among many with a balance; the coin always hides in the largest part."""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, boxed
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"coins": (22, 27), "pan": (13, 13), "spare": 2},
    "medium": {"coins": (64, 81), "pan": (27, 27), "spare": 2},
    "hard": {"coins": (26, 40), "pan": (5, 8), "spare": 3},
}
"""``pan``: most coins on one pan; only in the last level is that ever too few."""

SHOWS = (
    "{self.n} may be heavy. Weighings left: {self.left}. A pan holds <<pan>>.",
    "Doubtful: {self.n}. Weighings left: {self.left}. Room on a pan: <<pan>>.",
    "One of {self.n} is heavy. Weighings left: {self.left}. A pan takes <<pan>>.",
)
RESET = r"""
    self.n = rng.randint(<<low>>, <<high>>)
    n, self.s = self.n, []
    while n > 1:
        k = min(<<pan>>, (n + 2) // 3)
        self.s.append(str(k))
        n = max(k, n - 2 * k)
    self.left = len(self.s)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def show(self):
    return f"<<state>>"
"""
STEP = r"""
    note = "<<unclear>>"
    if a in map(str, range(1, min(<<pan>>, self.n // 2) + 1)):
        k = int(a)
        off = self.n - 2 * k
        self.left -= 1
        self.n = max(k, off)
        note = "<<level>> " if off >= k else "<<tilt>> "
    if self.n == 1:
        return "<<won>>", 1.0, True, False, {}
    if self.left == 0:
        return f"<<lost>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``coins`` (fewest, most) to search with just enough weighings of at most ``pan`` coins a side."""
    (low, high), pan = knobs["coins"], rng.randint(*knobs["pan"])
    noun = theme.pick(rng, 1)[0]
    return scaffold(
        title=title_for(theme, rng, ("balance", "heavy coin", "weighing", "scales")),
        summary=rng.choice(
            (
                "Find one heavy coin with few weighings.",
                f"How many {noun} coins go on each pan?",
                f"Halving is too slow for the scales of {theme.setting}.",
            )
        ),
        turns=len(weighings(high, pan)) + knobs["spare"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Weigh " + ", then ".join(self.s) + " on each pan."',
                'return "Numbers for each pan: " + ", ".join(self.s) + "."',
            )
        ),
        solution="return list(self.s)",
        low=low,
        high=high,
        pan=pan,
        state=rng.choice(SHOWS),
        goal=rng.choice(
            (
                f"One {noun} coin is too heavy; it always hides in the largest group.",
                f"The {theme.person} has a heavy coin. Expect the worst at each weighing.",
                f"At {theme.setting} one coin weighs more. You never have luck.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.randint(1, 5)}}}: coins on each pan.",
        level=rng.choice(("Level: it is among the rest.", "The pans balance.")),
        tilt=rng.choice(("It tilts: one pan is left.", "One pan sinks.")),
        lost=rng.choice(("Still {self.n} coins left.", "Not found among {self.n}.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def weighings(coins: int, pan: int) -> list[int]:
    """Coins on each pan, weighing by weighing, that leave the fewest doubtful coins in the worst case."""
    plan = []
    while coins > 1:
        plan.append(min(pan, -(-coins // 3)))
        coins = max(plan[-1], coins - 2 * plan[-1])
    return plan


def _state(observation: str) -> tuple[int, int]:
    """Doubtful coins and room on a pan."""
    coins, _, pan = numbers(observation)[-3:]
    return coins, pan


def expert(first_observation: str, hint: str | None) -> Expert:
    """A third of the doubtful coins on each pan, as far as they fit; a hint lists the numbers."""
    planned = numbers(hint or "")
    observation = first_observation
    while True:
        best = weighings(*_state(observation))
        observation = yield boxed(planned[-len(best)] if len(planned) >= len(best) else best[0])


def legal(observation: str, rng: random.Random) -> str:
    """Any number of coins that fits on both pans."""
    coins, pan = _state(observation)
    return boxed(rng.randint(1, min(pan, coins // 2)))


MECHANIC = Mechanic("coin_weigh", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
