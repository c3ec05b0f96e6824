"""Talk plan: attend as many talks as one day can hold; the one that ends first leaves the most time."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"extra": 2, "need": 4, "pause": 0, "turns": 6},
    "medium": {"extra": 2, "need": 4, "pause": 1, "turns": 6},
    "hard": {"extra": 3, "need": 5, "pause": 1, "turns": 7},
}

NAMES = ("ada", "ben", "cleo", "dov", "eva", "finn", "gus", "hana", "ivo", "june", "kai", "lena")
LISTS = ("Talks", "Open", "You can hear")
RESET = """
names, self.now, self.talks = rng.sample(<<pool>>, <<count>>), 0, {}
for n in names[:<<need>>]:
    start = self.now + rng.randint(0, 1)
    self.now = start + rng.randint(1, 3)
    self.talks[n] = (start, self.now)
    self.now += <<pause>>
self.plan = names[:<<need>>]
for n, m in zip(names[<<need>>:], rng.sample(self.plan[:-1], <<extra>>)):
    x, y = self.talks[m]
    self.talks[n] = (x + rng.randint(0, y - x - 1), y + rng.randint(<<pause>> + 2, 6))
self.now, self.heard = 0, 0
self.talks = {n: self.talks[n] for n in sorted(names)}
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    talks = ", ".join(f"{n} {x}-{y}" for n, (x, y) in self.talks.items())
    return f"Time {self.now}. Heard {self.heard} of <<need>>. <<label>>: {talks}."
"""
STEP = """
note = "<<unclear>>"
if a in self.talks:
    self.now, self.heard, note = self.talks[a][1] + <<pause>>, self.heard + 1, "<<done>> "
    self.talks = {n: t for n, t in self.talks.items() if t[0] >= self.now}
    if self.heard == <<need>>:
        return "<<won>>", 1.0, True, False, {}
    if not self.talks:
        return "<<late>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``need`` talks fit one after the other with a ``pause``; ``extra`` longer ones overlap them."""
    noun, count = theme.pick(rng, 1)[0], knobs["need"] + knobs["extra"]
    goal = rng.choice(
        (
            f"Hear {knobs['need']} talks on the {noun} in one day.",
            f"The {theme.person} wants to hear {knobs['need']} talks.",
            f"A day of talks at {theme.setting}: hear {knobs['need']}.",
        )
    )
    goal += " One hour of rest follows each." if knobs["pause"] else ""
    return scaffold(
        title=title_for(theme, rng, ("talks", "programme", "day plan", "lectures")),
        summary=rng.choice(("Choose talks so that most fit.", "Plan a day of talks that overlap.")),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "Hear " + ", then ".join(self.plan) + "."',
                'return "Plan: " + " ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(rng.sample(NAMES, count + 1)),
        count=count,
        need=knobs["need"],
        extra=knobs["extra"],
        pause=knobs["pause"],
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{name}} of the next speaker. Times are start-end.",
        label=rng.choice(LISTS),
        done=rng.choice(("Heard.", "A good talk.", "It is over.")),
        late=rng.choice(("Too few were heard.", "The day is over.", "No talk is left.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _talks(observation: str) -> dict[str, int]:
    """Name -> end of every talk in view."""
    return {n: int(end) for n, end in re.findall(r"(\w+) \d+-(\d+)", after(LISTS, observation))}


def expert(first_observation: str, hint: str | None) -> Expert:
    """The talk that ends first."""
    observation = first_observation
    while True:
        talks = _talks(observation)
        observation = yield boxed(min(talks, key=lambda name: talks[name]))


def legal(observation: str, rng: random.Random) -> str:
    """Any talk that can still be heard."""
    return boxed(rng.choice(list(_talks(observation))))


MECHANIC = Mechanic("talk_plan", "game", "Optimization", KNOBS, build, expert, legal)
