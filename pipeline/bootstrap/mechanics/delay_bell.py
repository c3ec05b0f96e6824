"""Delay bell: a pull makes the bell ring some hours later; find out how many, then pull in time.

Early rings do not matter, so the first hours are for a test pull; after them a ring at a wrong hour, or none
at a due one, ends the game.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, boxed
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"delay": (1, 2), "due": 2, "shown": "delay", "turns": 11},
    "medium": {"delay": (1, 3), "due": 2, "shown": "log", "turns": 12},
    "hard": {"delay": (1, 3), "due": 3, "shown": "log", "turns": 12},
}

BELLS = (
    ("bell", "pull", "rings", "rang"),
    ("horn", "press", "sounds", "sounded"),
    ("siren", "start", "wails", "wailed"),
    ("gong", "strike", "booms", "boomed"),
)
HOURS = ("Hour", "Time", "It is hour")
RESET = """
self.lag = rng.randint(<<low>>, <<high>>)
first = max(<<high>>, 2 * self.lag) + 1
self.due = sorted(rng.sample(range(first, first + 3), <<due>> - 1)) + [first + 3]
self.log, self.rings = [], []
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    due = " ".join(map(str, self.due))
    first, then = (self.log + ["none", "none"])[:2]
    return f"<<hour>> {self.t}. First <<verb>>: {first}, <<then>>: {then}. Due: {due}."
"""
STEP = """
now, note = self.t - 1, "<<unclear>>"
if a == "<<verb>>":
    self.rings.append(now + self.lag)
    self.log, note = self.log or [now], "<<done>> "
elif a == "wait":
    note = ""
if now in self.rings:
    note = "<<ring>> "
    self.log = (self.log + [<<what>>])[:2]
if (now in self.rings) != (now in self.due) and now > <<free>>:
    return "<<wrong>>", 0.0, True, False, {}
if now == self.due[-1]:
    return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A lag of ``delay`` hours, ``due`` rings within four hours of each other.

    ``shown``: the delay itself once a test has told it, or only when the first pull was and when it rang.
    """
    low, high = knobs["delay"]
    bell, verb, rings, rang = free_choice(BELLS, theme, rng)
    log = knobs["shown"] == "log"
    goal = rng.choice(
        (
            f"The {bell} of {theme.setting} {rings} late, always by as many hours.",
            f"The {theme.person} has a slow {bell}: it {rings} a fixed time after you {verb} it.",
            f"You {verb}, and some hours later the {bell} {rings}.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, (bell, f"late {bell}", "delay", f"{bell} hours")),
        summary=rng.choice(
            (
                f"Learn the delay of the {bell}, then {verb} in time.",
                f"Make the {bell} heard at the due hours only.",
                f"A late {bell} at {theme.setting}.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                f'return f"It {rings} {{self.lag}} hours after you {verb}."',
                'return "Hour by hour: " + " ".join(self.solution()) + "."',
            )
        ),
        solution=f"""
            hours = range(self.due[-1] + 1)
            return ["{verb}" if h + self.lag in self.due else "wait" for h in hours]
        """,
        low=low,
        high=high,
        free=high,
        due=knobs["due"],
        then=rang if log else "delay",
        what="now" if log else "self.lag",
        verb=verb,
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{{verb}}} or \\boxed{{wait}}. After hour {high} only due rings.",
        hour=rng.choice(HOURS),
        done=rng.choice(("Done.", f"You {verb} it.", "Now it takes time.")),
        ring=f"The {bell} {rang}.",
        wrong=rng.choice(("The hour was wrong.", "Not as due.", "A wrong hour.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _state(observation: str) -> tuple[int, str, str, str, list[int]]:
    """(hour, verb, hour of the first pull, delay or hour of the ring or none, due hours) in view."""
    pattern = rf"(?:{'|'.join(HOURS)}) (\d+)\. First (\w+): (\w+), (\w+: \w+)\. Due: ([\d ]+)\."
    hour, verb, first, then, due = re.findall(pattern, observation)[-1]
    return int(hour), verb, first, then, numbers(due)


def expert(first_observation: str, hint: str | None) -> Expert:
    """Pull at once to learn the delay, unless the hint tells it; then pull when a due ring is that far."""
    observation = first_observation
    while True:
        hour, verb, first, then, due = _state(observation)
        if hint and numbers(hint):
            lag = numbers(hint)[0]
        elif then.endswith("none"):
            lag = 0
        else:
            lag = numbers(then)[0] - (0 if then.startswith("delay") else int(first))
        pull = hour + lag in due if lag else first == "none"
        observation = yield boxed(verb if pull else "wait")


def legal(observation: str, rng: random.Random) -> str:
    """Pull or wait."""
    return boxed(rng.choice((_state(observation)[1], "wait")))


MECHANIC = Mechanic("delay_bell", "game", "Causal Inference", KNOBS, build, expert, legal)
