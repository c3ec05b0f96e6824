"""Valve chain: things cause each other in a chain or a tree; act on causes until the target is reached.

Only what the last reached thing feeds reacts, so each observation names where the flow stands and what
feeds what. The chain may be told in order, in shuffled pieces, or with side branches that waste a turn.
"""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, RIGHT, free_choice, scaffold, title_for

KNOBS = {
    "easy": {"size": (5,), "steps": (3,), "shuffled": (False, True), "tree": False},
    "medium": {"size": (5, 6), "steps": (3, 4), "shuffled": (True,), "tree": False},
    "hard": {"size": (6,), "steps": (3,), "shuffled": (True,), "tree": True},
}

FLOWS = (
    ("valves", "water", "feeds", "open"),
    ("switches", "current", "powers", "close"),
    ("wheels", "motion", "drives", "couple"),
    ("gates", "flow", "feeds", "open"),
    ("signals", "news", "wakes", "call"),
)
LINKS = ("Links", "Map", "Plan")
REACHED = ("Reached", "So far", "Active")
CHAIN_RESET = """
            names = rng.sample({pool}, {size})
            self.feeds = list(zip(["source"] + names, names))
            self.path = names[:{steps}]
            self.on = ["source"]{shuffle}
            return "{goal} {ask} " + self.show(), {{}}
"""
TREE_RESET = """
            names = rng.sample({pool}, {size})
            self.path, side = names[:{steps}], names[{steps}:]
            self.feeds = list(zip(["source"] + self.path, self.path))
            self.feeds += [(rng.choice(["source"] + self.path[:-1]), n) for n in side]
            self.on = ["source"]{shuffle}
            return "{goal} {ask} " + self.show(), {{}}
"""
SHOW = """
            def show(self):
                links = ", ".join(x + " {verb} " + y for x, y in self.feeds)
                return f"{links}: {{links}}. Target: {{self.path[-1]}}. {reached}: {{' '.join(self.on)}}."
"""
STEP = """
            note = "<<unclear>>"
            for x, y in self.feeds:
                if y == a and x in self.on and y not in self.on:
                    self.on.append(a)
                    note = "<<right>> "
                elif y == a:
                    note = {dry}
            if self.path[-1] in self.on:
                return "<<won>>", 1.0, True, False, {{}}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``size`` things, ``steps`` to the target; ``shuffled``: told in any order; ``tree``: side branches."""
    size, steps, shuffled = (rng.choice(knobs[knob]) for knob in ("size", "steps", "shuffled"))
    things, flow, verb, act = free_choice(FLOWS, theme, rng)
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7, 8))))
    goal = rng.choice(
        (
            f"Bring the {flow} to the target for the {theme.person}.",
            f"In {theme.setting} the {flow} must reach the target.",
            f"The {theme.person} wants {flow} at the target.",
        )
    )
    goal += rng.choice((f" Only what is reached {verb} the next.", f" Nothing {verb} before it is reached."))
    slots = {
        "pool": literal(pool),
        "size": size,
        "steps": steps,
        "shuffle": "\n            rng.shuffle(self.feeds)" if shuffled else "",
        "goal": goal,
        "ask": f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to {act} one.",
        "verb": verb,
        "links": rng.choice(LINKS),
        "reached": rng.choice(REACHED),
        "dry": rng.choice((f'"No {flow} there yet. "', f'f"{{a}} gets no {flow}. "', '"Nothing happens. "')),
    }
    return scaffold(
        title=title_for(theme, rng, (things, "chain", "causes", flow)),
        summary=rng.choice(
            (
                f"Lead the {flow} from cause to effect up to a target.",
                f"Work the {things} of {theme.setting} in the right order.",
                f"Follow what {verb} what until the {flow} reaches the target.",
            )
        ),
        turns=steps + 1,
        reset=(TREE_RESET if knobs["tree"] else CHAIN_RESET).format(**slots),
        helpers=SHOW.format(**slots),
        step=STEP.format(**slots),
        hint=rng.choice(
            (
                f'return "{act} " + ", then ".join(self.path) + "."',
                'return "order: " + " ".join(self.path) + "."',
            )
        ),
        solution="return list(self.path)",
        right=rng.choice(RIGHT),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Walk back from the target to the first cause that is not reached; a hint spells that path out."""
    observation = first_observation
    while True:
        cause = {y: x for x, y in _links(observation)}
        reached = after(REACHED, observation).split()
        if hint:
            named = hint.replace(",", " ").replace(".", " ").split()
            reply = next(word for word in named if word in cause and word not in reached)
        else:
            reply = after(["Target"], observation)
            while cause[reply] not in reached:
                reply = cause[reply]
        observation = yield boxed(reply)


def _links(observation: str) -> list[tuple[str, str]]:
    entries = [entry.split() for entry in after(LINKS, observation).split(", ")]
    return [(entry[0], entry[-1]) for entry in entries]


def legal(observation: str, rng: random.Random) -> str:
    """Anything in the map that is not reached yet."""
    reached = after(REACHED, observation).split()
    return boxed(rng.choice([y for _, y in _links(observation) if y not in reached]))


MECHANIC = Mechanic("valve_chain", "game", "Causal Inference", KNOBS, build, expert, legal)
