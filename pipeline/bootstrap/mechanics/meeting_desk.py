"""A calendar of several people: find the hour that suits both guests of a meeting, or call one off."""

from __future__ import annotations

import random
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("pair", "off"), "people": 3, "free": 1, "turns": 6},
    "medium": {"orders": ("pair", "other"), "people": 4, "free": 1, "turns": 9},
    "hard": {"orders": ("other", "pair"), "people": 6, "free": 3, "turns": 8},
}
"""``orders``: the user messages in turn; ``people``: how many; ``free``: hours that suit only one of them,
each. The shortest line of replies takes 4, 6 and 6."""

ROWS = (("read", "meet", "cancel"), ("view", "gather", "erase"), ("see", "invite", "remove"))
TEMPLATES = {
    "pair": (
        "<<Read>> {a} and {b}, then <<meet>> when both are free.",
        "<<Meet>> {a} and {b} at their common hour: <<read>> both.",
    ),
    "off": ("<<Cancel>> hour {h}.", "Hour {h} is off: <<cancel>> it."),
    "other": (
        "Now <<read>> {a} and {c} and <<meet>> when both can.",
        "<<Meet>> {a} and {c} too: <<read>> both first.",
    ),
}
CRITERIA = {
    "pair": "s.get(self.h) == {self.a, self.b}",
    "off": "self.h not in s",
    "other": "s.get(self.i) == {self.a, self.c}",
}
CALLS = {
    "pair": 'self.call("<<meet>>", hour=self.h, guests=[self.a, self.b])',
    "off": 'self.call("<<cancel>>", hour=self.h)',
    "other": 'self.call("<<meet>>", hour=self.i, guests=[self.a, self.c])',
}
HINTS = {
    "pair": ("both can at {self.h}", "the hour is {self.h}"),
    "other": ("later at {self.i}", "then {self.i}"),
}
FREE = ("{guest}: {self.free[guest]}.", "{guest} is free at {self.free[guest]}.", "Free: {self.free[guest]}.")


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``people`` theme nouns; the first two share one hour, the first and the third another."""
    orders, tools, free = knobs["orders"], tool_names(ROWS, theme, rng), knobs["free"]
    methods = f"""
        def tool_<<read>>(self, guest):
            return f"{rng.choice(FREE)}"
        def tool_<<meet>>(self, hour, guests):
            for x in guests:
                if hour not in self.free[x]:
                    return f"{rng.choice(("{x} has no time at {hour}.", "{x} is not free then."))}"
            self._state[hour] = set(guests)
            return "{rng.choice(("Done.", "It is set.", "Written down."))}"
    """
    named = {
        tools["read"]: '"Free hours.", guest=self.names',
        tools["meet"]: '"Set a meeting.", hour=list(range(10)), '
        'guests={"type": "array", "items": {"enum": self.names}}',
    }
    if "off" in orders:
        named[tools["cancel"]] = '"<<Cancel>> it.", hour=list(range(10))'
        methods += """
        def tool_<<cancel>>(self, hour):
            self._state.pop(hour, 0)
            return "Gone."
        """
    return tool_program(
        title=title_for(theme, rng, ("calendar", "meetings", "diary")),
        summary=rng.choice(("Meetings for the <<person>>.", "Meetings at <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["people"]),
        reset=f"""
            self.a, self.b, self.c = rng.sample(self.names, 3)
            o = rng.sample(range(1, 10), {2 * free + 2})
            self.h, self.i, self._state = o[0], o[1], {{}}
            self.free = {{x: sorted(o[1:2] + o[{free + 2}:]) for x in self.names}}
            self.free[self.a] = sorted(o[:{free + 2}])
            self.free[self.b] = sorted(o[:1] + o[{free + 2}:])
        """,
        tools=named,
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer=None,
        methods=methods,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
        form="schemas",
    )


def _together(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    guests = [order["a"], order.get("b") or order["c"]]
    if told:
        hour = numbers(told)[0]
    else:
        first = numbers((yield call(order["read"], guest=guests[0])))
        second = numbers((yield call(order["read"], guest=guests[1])))
        hour = next(number for number in first if number in second)
    return (yield call(order["meet"], hour=hour, guests=guests))


def _off(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    return (yield call(order["cancel"], hour=int(order["h"])))


HANDLERS = {"pair": _together, "off": _off, "other": _together}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Read both guests' hours and take the one that is in both lists."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("meeting_desk", "tool_use", "Tool Use", KNOBS, build, expert)
