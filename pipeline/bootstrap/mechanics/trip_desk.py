"""A travel desk: choose among the trains to a place by price or by hour and book, with a bag or without."""

from __future__ import annotations

import random
import re
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme
from .tool_frame import answer, call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("cheap", "ask"), "places": 4, "trains": 2, "turns": 6},
    "medium": {"orders": ("after", "cheap"), "places": 4, "trains": 3, "turns": 6},
    "hard": {"orders": ("cheap", "after"), "places": 6, "trains": 4, "turns": 5},
}
"""``orders``: the user messages in turn; ``places``: how many; ``trains``: to each of them. The shortest
line of replies takes 4 each time."""

ROWS = (("trains", "book"), ("times", "reserve"), ("trips", "buy"))
TEMPLATES = {
    "cheap": (
        "See <<trains>> to {a} and <<book>> the cheapest.",
        "<<Book>> the cheapest of the <<trains>> to {a}.",
    ),
    "after": (
        "See <<trains>> to {b}: <<book>> the first after {h}, with a bag.",
        "<<Book>> to {b}, with a bag, first of the <<trains>> after {h}.",
    ),
    "ask": (
        "What is the first price of the <<trains>> to {c}? Answer it.",
        "Answer the first price of <<trains>> to {c}.",
    ),
}
CRITERIA = {"cheap": "s.get(self.a) == (self.u, False)", "after": "s.get(self.b) == (self.v, True)"}
CALLS = {
    "cheap": 'self.call("<<book>>", to=self.a, hour=self.u)',
    "after": 'self.call("<<book>>", to=self.b, hour=self.v, bag=True)',
    "ask": 'f"<answer>{self.w}</answer>"',
}
HINTS = {
    "cheap": ("{self.a} at {self.u}", "best at {self.u}"),
    "after": ("{self.b} at {self.v}", "next at {self.v}"),
    "ask": ("answer {self.w}", "say {self.w}"),
}
FIELDS = {
    "cheap": "self.u = min(t[self.a], key=t[self.a].get)",
    "after": "self.h, self.v = list(t[self.b])[<<two>>]",
    "ask": "self.w = [*t[self.c].values()][0]",
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the places; the trains to one leave at different hours for different prices."""
    orders, tools, trains = knobs["orders"], tool_names(ROWS, theme, rng), knobs["trains"]
    first = rng.randrange(trains - 1)
    two = f"{first}:{first + 2}"
    fields = "\n            ".join(FIELDS[order] for order in orders)
    return tool_program(
        title=title_for(theme, rng, ("trips", "travel", "trains", "journeys")),
        summary=rng.choice(("Trips for the <<person>>.", "Trains from <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["places"]),
        reset=f"""
            self.a, self.b, self.c = rng.sample(self.names, 3)
            t = self.go = {{x: self.day(rng) for x in self.names}}
            self._state = {{}}
            {fields}
        """,
        tools={
            tools["trains"]: '"Hour: price.", to=self.names',
            tools["book"]: '"<<Book>> one.", to=self.names, hour=list(range(1, 10)), bag={"type": "boolean"}',
        },
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer="self.w" if "ask" in orders else None,
        methods=f"""
            def day(self, rng):
                hours, prices = rng.sample(range(1, 10), {trains}), rng.sample(range(1, 10), {trains})
                return dict(zip(sorted(hours), prices))
            def tool_<<trains>>(self, to):
                return f"{rng.choice(("To {to}:", "{to}:", "Trips"))} {{self.go[to]}}"
            def tool_<<book>>(self, to, hour, bag=False):
                if hour not in self.go[to]:
                    return f"{rng.choice(("To {to} none goes at {hour}.", "No train at {hour}."))}"
                self._state[to] = hour, bag
                return "{rng.choice(("Booked.", "It is yours.", "Done."))}"
        """,
        values={"person": theme.person, "setting": theme.setting, "two": two} | verbs(**tools),
        form="schemas",
        need=2,
    )


def _see(order: dict[str, str], place: str) -> Generator[str, str, dict[int, int]]:
    seen = yield call(order["trains"], to=place)
    return {int(hour): int(price) for hour, price in re.findall(r"(\d+): (\d+)", seen)}


def _cheap(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    if told:
        hour = int(told.split()[-1])
    else:
        prices = yield from _see(order, order["a"])
        hour = min(prices, key=lambda hour: prices[hour])
    return (yield call(order["book"], to=order["a"], hour=hour))


def _after(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    if told:
        hour = int(told.split()[-1])
    else:
        prices = yield from _see(order, order["b"])
        hour = min(hour for hour in prices if hour > int(order["h"]))
    return (yield call(order["book"], to=order["b"], hour=hour, bag=True))


def _ask(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    if told:
        return (yield answer(told.split()[-1]))
    prices = yield from _see(order, order["c"])
    return (yield answer(next(iter(prices.values()))))


HANDLERS = {"cheap": _cheap, "after": _after, "ask": _ask}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Look at the trains to the place and take the one that is asked for; a hint tells its hour."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("trip_desk", "tool_use", "Tool Use", KNOBS, build, expert)
