"""Fog field: a goal in the fog, of which an echo tells how far it is along each axis, never on which side."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, told

KNOBS: dict[str, Knobs] = {
    "easy": {"axes": 2, "total": 5, "slack": 4},
    "medium": {"axes": 2, "total": 7, "slack": 4},
    "hard": {"axes": 3, "total": 6, "slack": 6},
}

WAYS = (
    (("east", "west"), ("north", "south"), ("up", "down")),
    (("right", "left"), ("forward", "backward"), ("higher", "lower")),
    (("starboard", "port"), ("ahead", "astern"), ("rise", "dive")),
)
RESET = r"""
    cut = sorted(rng.sample(range(1, <<total>>), <<cuts>>)) + [<<total>>]
    self.far = [y - x for x, y in zip([0] + cut, cut)]
    self.way = [rng.choice(pair) for pair in self.ways]
    self.plan = [d for d, n in zip(self.way, self.far) for i in range(n)]
    self.wrong = []
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        echo = ", ".join(f"{n} {'-'.join(p)}" for n, p in zip(self.far, self.ways))
        return f"<<echo>>: {echo}. <<label>>: {' '.join(self.wrong) or 'none'}."
"""
STEP = r"""
    note = "<<unclear>>"
    for i, pair in enumerate(self.ways):
        if a in pair:
            good = a == self.way[i] and self.far[i] > 0
            self.far[i] += -1 if good else 1
            note = "<<closer>> " if good else "<<farther>> "
            if not good:
                self.way[i] = pair[a == pair[0]]
                self.wrong = [w for w in self.wrong if w not in pair] + [a]
    if not any(self.far):
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A goal ``total`` steps off over ``axes`` axes, each at least one; ``slack`` steps to spare."""
    ways = rng.choice(WAYS)[: knobs["axes"]]
    total = knobs["total"]
    words = [word for pair in ways for word in pair]
    return scaffold(
        title=title_for(theme, rng, ("fog", "echo", "search", "mist")),
        summary=rng.choice(
            (
                "Find the <<noun>> in the fog of <<setting>> by its echo.",
                "The echo tells how far, but not on which side.",
                "The <<person>> walks in thick fog towards an echo.",
            )
        ),
        turns=total + knobs["slack"],
        fields=["self.ways = [" + ", ".join(literal(pair) for pair in ways) + "]"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "It lies " + " and ".join(self.way) + "."',
                'return "Go " + ", then ".join(self.way) + "."',
            )
        ),
        solution="return list(self.plan)",
        total=total,
        cuts=knobs["axes"] - 1,
        echo=rng.choice(("Echo", "Steps", "Distance")),
        label=rng.choice(("Leads away", "Wrong way", "Not")),
        closer=rng.choice(("Closer.", "The echo is louder.", "Nearer.")),
        farther=rng.choice(("Farther.", "The echo is fainter.", "Away.")),
        goal=rng.choice(
            (
                "Reach the <<noun>> in the fog of <<setting>>; the echo counts the steps.",
                "Fog hides the <<noun>>. You hear how many steps it is off.",
                "The <<person>> hears the <<noun>> through fog: so many steps on each line.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.choice(words)}}}, one of {', '.join(words)}.",
        **dress(theme, rng),
    )


def _state(observation: str) -> tuple[list[tuple[int, str, str]], list[str]]:
    """(steps left, one way, other way) of every axis, and the ways known to lead away."""
    axes = re.findall(r"(\d+) (\w+)-(\w+)", observation)
    wrong = after(["Leads away", "Wrong way", "Not"], observation).split()
    return [(int(steps), one, other) for steps, one, other in axes], wrong


def expert(first_observation: str, hint: str | None) -> Expert:
    """On the first axis with steps left go a way not known to be wrong; a hint names the right ways."""
    observation = first_observation
    while True:
        axes, wrong = _state(observation)
        one, other = next((one, other) for steps, one, other in axes if steps)
        right = told(hint, (one, other)) if hint else []
        observation = yield boxed(right[0] if right else other if one in wrong else one)


def legal(observation: str, rng: random.Random) -> str:
    """Any way."""
    return boxed(rng.choice([way for axis in _state(observation)[0] for way in axis[1:]]))


MECHANIC = Mechanic("fog_field", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
