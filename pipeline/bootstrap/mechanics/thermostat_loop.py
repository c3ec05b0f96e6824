"""Thermostat loop: fuel warms an hour or two late while heat leaks away; reach the set point, hold it.

What is already on its way has to be counted before more is sent.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, boxed
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"lag": 1, "hold": 3, "gap": (4, 9), "leak": (1, 1), "turns": 8},
    "medium": {"lag": 1, "hold": 3, "gap": (4, 9), "leak": (1, 2), "turns": 9},
    "hard": {"lag": 2, "hold": 3, "gap": (4, 9), "leak": (1, 2), "turns": 10},
}

FUELS = (("logs", "kiln"), ("scoops", "stove"), ("turns", "boiler"), ("bricks", "furnace"))
SENT = ("On the way", "Sent already", "Coming")
RESET = """
self.goal, self.leak = rng.randint(12, 20), rng.randint(<<low>>, <<high>>)
self.heat, self.held = self.goal - rng.randint(<<near>>, <<far>>), 0
self.sent = [self.leak] * <<lag>>
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    sent, held = " ".join(str(n) for n in self.sent), f"Held {self.held} of <<hold>>"
    return f"<<word>> {self.heat}, wanted {self.goal}, leak {self.leak}. <<way>>: {sent}. {held}."
"""
STEP = """
note = "<<unclear>>"
if a.isdecimal() and len(a) == 1:
    self.sent.append(min(int(a), <<most>>))
    self.heat += self.sent.pop(0) - self.leak
    self.held = self.held + 1 if self.heat == self.goal else 0
    note = "<<done>> "
if self.held == <<hold>>:
    return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Fuel works ``lag`` hours late; ``gap`` degrees to rise, ``leak`` lost an hour, ``hold`` hours."""
    fuel, oven = free_choice(FUELS, theme, rng)
    most, hold = rng.choice((6, 7)), knobs["hold"]
    goal = rng.choice(
        (
            f"Keep the {oven} of {theme.setting} as warm as wanted.",
            f"The {theme.person} wants a steady {oven}.",
            f"Feed the {oven} so that it stays at the wanted degree.",
        )
    )
    when = "one hour late" if knobs["lag"] == 1 else "two hours late"
    return scaffold(
        title=title_for(theme, rng, (oven, "thermostat", "set point", f"steady {oven}")),
        summary=rng.choice(
            (
                f"Feed a {oven} whose {fuel} work late.",
                f"Hold a set point in spite of lag for the {theme.person}.",
                "Count what is on the way before sending more.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                f'return "Send these {fuel}: " + ", ".join(self.solution()) + "."',
                'return "Hour by hour: " + " ".join(self.solution()) + "."',
            )
        ),
        solution="""
            need, plan = self.goal - self.heat, []
            while len(plan) < self.max_turns:
                plan.append(str(min(need + self.leak, <<most>>)))
                need -= int(plan[-1]) - self.leak
            end = next(i for i, n in enumerate(plan) if n == str(self.leak))
            return plan[:end + <<lag>> + <<hold>> - 1]
        """,
        low=knobs["leak"][0],
        high=knobs["leak"][1],
        near=knobs["gap"][0],
        far=knobs["gap"][1],
        lag=knobs["lag"],
        hold=hold,
        most=most,
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{n}}, 0 to {most} {fuel}; each warms 1 degree, {when}.",
        word=rng.choice(("Heat", "Degrees", "Now")),
        way=rng.choice(SENT),
        done=rng.choice(("An hour passes.", f"Sent {fuel}.", "Next hour.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Send what will be missing once all on the way has come and leaked; a hint's numbers in order."""
    observation = first_observation
    most = int(re.findall(r"0 to (\d)", first_observation)[0])
    told = iter(re.findall(r"\d+", hint or ""))
    while True:
        pattern = r"(\d+), wanted (\d+), leak (\d+)\. [\w ]+: ([\d ]+)\."
        heat, goal, leak, *sent = numbers(" ".join(re.findall(pattern, observation)[-1]))
        need = goal - heat - sum(sent) + leak * (len(sent) + 1)
        observation = yield boxed(next(told, max(0, min(most, need))))


def legal(observation: str, rng: random.Random) -> str:
    """Any number up to seven."""
    return boxed(rng.randint(0, 7))


MECHANIC = Mechanic("thermostat_loop", "game", "Causal Inference", KNOBS, build, expert, legal)
