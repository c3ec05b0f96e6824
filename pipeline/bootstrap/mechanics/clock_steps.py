"""Clock steps: a hand goes round a dial by the steps allowed and has to stop at several hours in turn.

In the easy form one step reaches every hour asked for; in the others two steps do, and the pair of steps has
to be found. In the hard form one of the steps goes back.
"""

from __future__ import annotations

import random
from itertools import product

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"hours": (14, 18), "steps": ((1, 3), (4, 5), (6, 8)), "each": 1, "stops": 4, "turns": 6},
    "medium": {"hours": (15, 18), "steps": ((1, 2), (4, 5), (7, 9)), "each": 2, "stops": 3, "turns": 8},
    "hard": {"hours": (21, 25), "steps": ((2, 3), (9, 9), (-4, -4)), "each": 2, "stops": 3, "turns": 8},
}

HANDS = ("Hand at", "The hand shows", "Now at")
STOPS = ("Stop at", "Next stop", "Go to")
STEPS = ("Steps", "Allowed", "Moves")
GOALS = (
    "On the dial of <<setting>> the hour after <<last>> is 0.",
    "The <<person>> turns a hand over a ring: after <<last>> comes 0.",
    "Turn the <<noun>> hand round a ring, from <<last>> on to 0.",
)
HINTS = (
    'return "Steps: " + " ".join(self.plan) + "."',
    'return "Turn by " + ", ".join(self.plan) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``hours`` on the dial, one step out of each range of ``steps``; ``each`` steps to each of ``stops``."""
    hours = rng.randint(*knobs["hours"])
    steps = [rng.randint(low, high) for low, high in knobs["steps"]]
    each, stops = knobs["each"], knobs["stops"]
    noun = theme.pick(rng, 1)[0]
    allowed = " ".join(str(step) for step in steps)
    hand, label, stop = rng.choice(HANDS), rng.choice(STEPS), rng.choice(STOPS)
    return scaffold(
        title=title_for(theme, rng, ("clock", "dial", "ring of hours", "hand")),
        summary=rng.choice(
            (
                f"Turn a hand to {stops} hours by fixed steps.",
                f"Reach the hours that the {theme.person} names.",
                f"A dial at {theme.setting} and three steps.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            self.at, self.stops, self.plan = rng.randrange({hours}), [], []
            at = self.at
            while len(self.stops) < {stops}:
                chosen = rng.sample({steps}, {each})
                stop = (at + sum(chosen)) % {hours}
                if stop not in [at] + self.stops and self.plan[-1:] != [str(chosen[0])]:
                    self.plan += [str(step) for step in chosen]
                    self.stops.append(stop)
                    at = stop
            return "<<goal>> {rng.choice(FORMS)} a step: \\\\boxed{{{steps[1]}}}. " + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                text = "{label}: {allowed}. Hours 0 to {hours - 1}. "
                return text + f"{hand}: {{self.at}}. {stop}: {{self.stops[0]}}."
        """,
        step=f"""
            note = "<<unclear>>"
            if a in {literal([str(step) for step in steps])}:
                self.at = (self.at + int(a)) % {hours}
                note = ""
            if self.at == self.stops[0]:
                self.stops.pop(0)
                note = "{rng.choice(("You stop there.", "That hour is done.", "Reached."))} "
            if not self.stops:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=rng.choice(HINTS),
        solution="return self.plan",
        goal=rng.choice(GOALS),
        last=hours - 1,
        noun=noun,
        setting=theme.setting,
        person=theme.person,
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """The first step of the shortest way to the next stop; a hint changes no move."""
    seen = first_observation
    while True:
        (at,), (stop,) = numbers(after(HANDS, seen)), numbers(after(STOPS, seen))
        hours = numbers(seen.rpartition("Hours 0 to ")[2])[0] + 1
        steps = numbers(after(STEPS, seen))
        seen = yield boxed(_first_step((stop - at) % hours, steps, hours))


def _first_step(gap: int, steps: list[int], hours: int) -> int:
    for count in range(1, hours):
        for chosen in product(steps, repeat=count):
            if sum(chosen) % hours == gap:
                return chosen[0]
    raise ValueError(f"no steps of {steps} go {gap} of {hours} hours")


def legal(observation: str, rng: random.Random) -> str:
    """Any of the steps allowed."""
    return boxed(rng.choice(numbers(after(STEPS, observation))))


MECHANIC = Mechanic("clock_steps", "game", "Mathematical Reasoning", KNOBS, build, expert, legal)
