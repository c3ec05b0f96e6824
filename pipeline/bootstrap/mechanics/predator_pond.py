"""Predator pond: take out one species so that another one grows or shrinks, along a chain of who eats whom.

An eater keeps its food down, so taking out a species helps what it eats and, one step further, harms what
that eats: the distance down the chain decides.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, boxed, literal
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"size": 4, "seasons": 3, "wants": ("more",), "mixed": False, "turns": 5},
    "medium": {"size": 5, "seasons": 3, "wants": ("more", "fewer"), "mixed": True, "turns": 5},
    "hard": {"size": 6, "seasons": 4, "wants": ("more", "fewer"), "mixed": True, "turns": 6},
}

SPECIES = ("heron", "otter", "pike", "perch", "tadpole", "beetle", "midge", "shrimp", "algae", "eel", "stork")
EATS = ("eats", "hunts", "catches", "takes")
RESET = """
self.season, self.rng, self.webs = 0, rng, []
for i in range(<<seasons>>):
    web, want = rng.sample(<<pool>>, <<size>>), rng.choice(<<wants>>)
    aim = rng.randrange(2, <<size>>)
    good = web[aim - 1::-2] if want == "more" else web[aim - 2::-2]
    facts = [f"{x} <<eats>> {y}" for x, y in zip(web, web[1:])]<<mixed>>
    self.webs.append([facts, f"{want} {web[aim]}", [n for n in good if n in web[:aim]], web])
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    facts, wish, good, web = self.webs[self.season]
    return f"<<word>> {self.season + 1} of <<seasons>>: {', '.join(facts)}. <<wanted>> {wish}."
"""
STEP = """
facts, wish, good, web = self.webs[self.season]
note = "<<unclear>>"
if a in good:
    self.season += 1
    note = "<<right>> "
elif a in web:
    return "<<wrong>>", 0.0, True, False, {}
if self.season == <<seasons>>:
    return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``seasons`` chains of ``size`` species; ``wants``: what may be asked; ``mixed``: facts in any order."""
    pool = rng.sample(SPECIES, knobs["size"] + 2)
    goal = rng.choice(
        (
            f"The {theme.person} keeps a pond. An eater keeps its food rare.",
            f"In the pond of {theme.setting} each eater keeps its food down.",
            "Where an eater is gone, its food grows and then eats more.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("pond", "food chain", "predators")),
        summary=rng.choice(
            (
                "Take out the right species along a food chain.",
                f"Help or harm a species of the pond for the {theme.person}.",
                "Effects alternate along a chain of eaters.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET.replace("self.rng, ", "")
        .replace(", rng, []", ", []")
        .replace("<<mixed>>", "\n    rng.shuffle(facts)" if knobs["mixed"] else ""),
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "Take out " + ", then ".join(self.solution()) + "."',
                'return "In turn: " + ", ".join(self.solution()) + "."',
            )
        ),
        solution="return [w[2][0] for w in self.webs]",
        pool=literal(pool),
        size=knobs["size"],
        seasons=knobs["seasons"],
        wants=literal(knobs["wants"]),
        eats=rng.choice(EATS),
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{name}} of the one above it to take out.",
        word=rng.choice(("Season", "Year", "Pond")),
        wanted=rng.choice(("Wanted:", "Make", "There should be")),
        right=rng.choice(RIGHT),
        wrong=rng.choice(("The pond tips over.", "That worked the other way.", "A wrong effect.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _facts(observation: str) -> dict[str, str]:
    """What is eaten -> what eats it."""
    state = re.split(r"\d of \d: ", observation)[-1]
    return {y: x for x, y in re.findall(rf"(\w+) (?:{'|'.join(EATS)}) (\w+)", state)}


def expert(first_observation: str, hint: str | None) -> Expert:
    """For more, take out the eater; for fewer, the eater's eater; the hint names the same."""
    observation = first_observation
    told = iter([w for w in re.findall(r"\w+", hint or "") if w in SPECIES])
    while True:
        eaters = _facts(observation)
        want, name = re.findall(r"(more|fewer) (\w+)\.", observation)[-1]
        above = eaters[name]
        observation = yield boxed(next(told, above if want == "more" else eaters[above]))


def legal(observation: str, rng: random.Random) -> str:
    """Any species of the pond."""
    eaters = _facts(observation)
    return boxed(rng.choice([*eaters, *eaters.values()]))


MECHANIC = Mechanic("predator_pond", "game", "Causal Inference", KNOBS, build, expert, legal)
