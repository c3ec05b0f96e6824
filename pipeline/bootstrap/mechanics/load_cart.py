"""Load the cart: one item a turn, so that the load is worth the most the room allows."""

from __future__ import annotations

import itertools
import random

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, scaffold, title_for

KNOBS = {
    "easy": {"items": (5, 6), "room": (2, 3), "weights": [1]},
    "medium": {"items": (6,), "room": (3, 4), "weights": [1, 2]},
    "hard": {"items": (6,), "room": (5, 6), "weights": [1, 2, 3]},
}

VEHICLES = ("cart", "boat", "sledge", "bag", "truck")
ROOMS = ("Room", "Space", "Capacity")
LEFT = ("Left", "Items", "Waiting")
UNITS = (("kg", "coins"), ("kg", "points"), ("boxes", "gold"))
LIGHT_RESET = """
            names = rng.sample({pool}, {items})
            self.room = {room}
            self.left = dict(zip(names, rng.sample(range(1, 10), {items})))
            self.plan = sorted(names, key=self.left.get)[-{room}:]
            return "{goal} {ask} " + self.show(), {{}}
"""
LIGHT_SHOW = """
            def show(self):
                left = ", ".join(f"{{n}} {{v}}" for n, v in self.left.items())
                return f"{rooms} {{self.room}}. {label}: {{left}}."
"""
LIGHT_STEP = """
            note = "<<unclear>>"
            if a in self.left and a not in self.plan:
                return "{poor}", 0.0, True, False, {{}}
            if a in self.left:
                self.room -= 1
                self.left.pop(a)
                note = "{loaded} "
            if self.room == 0:
                return "<<won>>", 1.0, True, False, {{}}
"""
HEAVY_RESET = """
            names = rng.sample({pool}, {items})
            self.room = {room}
            self.kg = {{n: rng.choice({weights}) for n in names}}
            self.worth = {{n: rng.randint(1, 9) for n in names}}
            loads = [c for k in range(1, {more}) for c in itertools.combinations(names, k)]
            loads = [c for c in loads if sum(map(self.kg.get, c)) <= {room}]
            self.best, self.plan = max((sum(map(self.worth.get, c)), c) for c in loads)
            return "{goal} {ask} " + self.show(), {{}}
"""
HEAVY_SHOW = """
            def show(self):
                left = ", ".join(f"{{n}} {{self.kg[n]}} {kg} {{self.worth[n]}} {coins}" for n in self.kg)
                return f"{rooms} {{self.room}} {kg}. {label}: {{left}}."
"""
HEAVY_STEP = """
            note = "<<unclear>>"
            if a in self.kg:
                self.room -= self.kg.pop(a)
                self.best -= self.worth[a]
                note = "{loaded} "
            if self.best == 0 and self.room >= 0:
                return "<<won>>", 1.0, True, False, {{}}
            if self.room < min(self.kg.values(), default=9):
                return "{poor}", 0.0, True, False, {{}}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``items`` things for a cart with ``room``; ``weights`` to draw from (``[1]``: not mentioned)."""
    items, room = rng.choice(knobs["items"]), rng.choice(knobs["room"])
    light = knobs["weights"] == [1]
    cart = rng.choice([word for word in VEHICLES if word not in theme.nouns])
    pool = theme.pick(rng, 6)
    kg, coins = rng.choice(UNITS)
    goal = rng.choice(
        (
            f"Load the {cart} for the {theme.person} so that the load is worth the most.",
            f"The {theme.person} wants the best {cart} load from {theme.setting}.",
            f"Fill the {cart} in {theme.setting} with the greatest worth.",
        )
    )
    goal += " The number is the worth." if light else f" Too much {kg} and all is lost."
    slots = {
        "pool": literal(pool),
        "items": items,
        "room": room,
        "more": room + 1,
        "weights": knobs["weights"],
        "goal": goal,
        "ask": f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to load one.",
        "rooms": rng.choice(ROOMS),
        "label": rng.choice(LEFT),
        "kg": kg,
        "coins": coins,
        "poor": rng.choice(
            ("A better load was possible.", f"The {cart} could carry more worth.", "Not the best load.")
        ),
        "loaded": rng.choice(("Loaded.", "On it goes.", "Done.")),
    }
    return scaffold(
        title=title_for(theme, rng, (cart, "load", "cargo", f"{cart} load")),
        summary=rng.choice(
            (
                f"Choose what the {theme.person} loads on a small {cart}.",
                f"Get the best worth into the {cart} of {theme.setting}.",
                f"Pick the best items for one {cart}.",
            )
        ),
        turns=room + 1,
        imports="random, re" if light else "itertools, random, re",
        reset=(LIGHT_RESET if light else HEAVY_RESET).format(**slots),
        helpers=(LIGHT_SHOW if light else HEAVY_SHOW).format(**slots),
        step=(LIGHT_STEP if light else HEAVY_STEP).format(**slots),
        hint=rng.choice(
            ('return "load " + " and ".join(self.plan) + "."', 'return "best: " + ", ".join(self.plan) + "."')
        ),
        solution="return list(self.plan)",
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Load the item worth most among those of a best load; with the hint, the named item that is left."""
    observation = first_observation
    while True:
        entries = [entry.split() for entry in after(LEFT, observation).split(", ")]
        items = {entry[0]: numbers(" ".join(entry[1:])) for entry in entries}
        if hint:
            named = hint.replace(",", " ").replace(".", " ").split()
            reply = next(name for name in named[1:] if name in items)
        else:
            room = next(numbers(part.split(". ")[0])[0] for part in _after_room(observation))
            reply = _best_item({name: (v[0] if len(v) > 1 else 1, v[-1]) for name, v in items.items()}, room)
        observation = yield boxed(reply)


def _after_room(observation: str) -> list[str]:
    return [observation.rpartition(f"{word} ")[2] for word in ROOMS if f"{word} " in observation]


def _best_item(items: dict[str, tuple[int, int]], room: int) -> str:
    loads = [load for k in range(1, len(items) + 1) for load in itertools.combinations(items, k)]
    fitting = [load for load in loads if sum(items[name][0] for name in load) <= room]
    best = max(fitting, key=lambda load: sum(items[name][1] for name in load))
    return max(best, key=lambda name: items[name][1])


def legal(observation: str, rng: random.Random) -> str:
    """Any item left."""
    return boxed(rng.choice([entry.split()[0] for entry in after(LEFT, observation).split(", ")]))


MECHANIC = Mechanic("load_cart", "game", "Optimization", KNOBS, build, expert, legal)
