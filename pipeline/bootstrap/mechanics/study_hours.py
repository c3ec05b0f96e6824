"""Study hours: give each hour to the subject that gains most now; an hour there lowers its next gain."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"subjects": 5, "hours": 5, "top": 18, "drop": (3, 5), "turns": 7},
    "medium": {"subjects": 5, "hours": 5, "top": 18, "drop": (2, 6), "turns": 7},
    "hard": {"subjects": 5, "hours": 6, "top": 24, "drop": (2, 9), "turns": 8},
}

GAINS = ("Gain now", "Next hour gains", "Worth now")
RESET = """
names = rng.sample(<<pool>>, <<subjects>>)
self.gain = dict(zip(names, rng.sample(range(8, <<top>>), <<subjects>>)))
self.drop = {n: rng.randint(<<low>>, <<high>>) for n in names}
worth = [(self.gain[n] - k * self.drop[n], -k, n) for n in names for k in range(<<hours>>)]
best = sorted(worth)[-<<hours>>:][::-1]
self.plan, self.left, self.need = [w[2] for w in best], <<hours>>, sum(w[0] for w in best)
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    gains = ", ".join(f"{n} {g}" for n, g in self.gain.items())
    return f"<<label>>: {gains}. <<hours_word>> {self.left}, still needed {self.need}."
"""
STEP = """
note = "<<unclear>>"
if a in self.gain:
    self.need, self.left = self.need - self.gain[a], self.left - 1
    self.gain[a] = self.gain[a] - self.drop[a]
    note = "<<done>> "
if self.left == 0:
    return ("<<won>>", 1.0, True, False, {}) if self.need <= 0 else ("<<few>>", 0.0, True, False, {})
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``hours`` to spend on ``subjects``; first gains below ``top``, which each hour lowers by ``drop``."""
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((5, 6))))
    goal = rng.choice(
        (
            f"The {theme.person} has {knobs['hours']} hours of practice.",
            f"Spend {knobs['hours']} hours of work at {theme.setting}.",
            f"Divide {knobs['hours']} hours well.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("hours", "practice", "study plan", "lessons")),
        summary=rng.choice(("Spend each hour where it gains most.", "Gains shrink as hours are spent.")),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "Hours: " + ", ".join(self.plan) + "."',
                'return "Spend them on " + ", then ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        subjects=knobs["subjects"],
        hours=knobs["hours"],
        top=knobs["top"],
        low=knobs["drop"][0],
        high=knobs["drop"][1],
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{{pool[0]}}} to spend one there; its next gain shrinks.",
        label=rng.choice(GAINS),
        hours_word=rng.choice(("Hours", "Hours left", "Time")),
        done=rng.choice(("One hour spent.", "Good work.", "Gained.")),
        few=rng.choice(("Too little was gained.", "Not enough.", "The time is over.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _gains(observation: str) -> dict[str, int]:
    return {name: int(gain) for name, gain in re.findall(r"(\w+) (-?\d+)", after(GAINS, observation))}


def expert(first_observation: str, hint: str | None) -> Expert:
    """The subject that gains most now."""
    observation = first_observation
    while True:
        gains = _gains(observation)
        observation = yield boxed(max(gains, key=lambda name: gains[name]))


def legal(observation: str, rng: random.Random) -> str:
    """Any subject."""
    return boxed(rng.choice(list(_gains(observation))))


MECHANIC = Mechanic("study_hours", "game", "Optimization", KNOBS, build, expert, legal)
