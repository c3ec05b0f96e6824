"""A fault queue of a network: serve tickets in turn, each by its level, and bring an urgent one forward."""

from __future__ import annotations

import random
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("serve", "rush"), "teams": 3, "queue": 8, "turns": 5},
    "medium": {"orders": ("serve", "again"), "teams": 4, "queue": 10, "turns": 6},
    "hard": {"orders": ("serve", "again"), "teams": 6, "queue": 14, "turns": 5},
}
"""``orders``: the user messages in turn; ``teams`` and tickets in the ``queue``: how many there are. The
shortest line of replies takes 3, 4 and 4."""

ROWS = (("next", "send", "raise"), ("peek", "pass", "rush"), ("top", "route", "lift"))
TEMPLATES = {
    "serve": (
        "<<Send>> the <<next>> ticket: level above {k} to {x}, else to {y}.",
        "<<Send>> <<next>> to {x} if its level is above {k}, else to {y}.",
    ),
    "again": (
        "<<Next>>, too: <<send>> to {x} above level {k}, else to {y}.",
        "<<Send>> one more: above {k} to {x}, else to {y}; see <<next>>.",
    ),
    "rush": ("<<Raise>> ticket {r}.", "{r} is urgent: <<raise>> it."),
}
CRITERIA = {
    "serve": 's["out"] > 0',
    "again": 's["out"] > 1',
    "rush": 's["line"][0] == self.r',
}
CALLS = {
    "serve": 'self.call("<<send>>", ticket=self.t[0], team=self.team(self.t[0]))',
    "again": 'self.call("<<send>>", ticket=self.t[1], team=self.team(self.t[1]))',
    "rush": 'self.call("<<raise>>", ticket=self.r)',
}
HINTS = {
    "serve": ("{self.t[0]} {self.team(self.t[0])}", "first {self.t[0]} to {self.team(self.t[0])}"),
    "again": ("{self.t[1]} {self.team(self.t[1])}", "then {self.t[1]} to {self.team(self.t[1])}"),
}
FIRST = ("Ticket {t}, level {self.level[t]}.", "{t} is first: level {self.level[t]}.")


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the teams; the ``queue`` holds numbered tickets with a level from 1 to 9."""
    orders, tools = knobs["orders"], tool_names(ROWS, theme, rng)
    named = {
        tools["next"]: '"First one."',
        tools["send"]: '"<<Send>> it.", ticket=self.t, team=self.names',
    }
    methods = f"""
        def tool_<<next>>(self):
            t = self._state["line"][0]
            return f"{rng.choice(FIRST)}"
        def team(self, ticket):
            return self.x if self.level[ticket] > self.k else self.y
        def tool_<<send>>(self, ticket, team):
            s = self._state
            if ticket != s["line"][0] or team != self.team(ticket):
                return "{rng.choice(("See its level.", "First, by level."))}"
            s["out"] += 1
            s["line"].append(s["line"].pop(0))
            return "{rng.choice(("Sent.", "Gone."))}"
    """
    if "rush" in orders:
        named[tools["raise"]] = '"Front.", ticket=self.t'
        methods += """
        def tool_<<raise>>(self, ticket):
            self._state["line"].sort(key=lambda t: t != ticket)
            return "It is first."
        """
    return tool_program(
        title=title_for(theme, rng, ("faults", "tickets", "network")),
        summary=rng.choice(("Faults for the <<person>>.", "Faults at <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["teams"]),
        reset=f"""
            self.x, self.y = rng.sample(self.names, 2)
            self.t = rng.sample(range(10, 99), {knobs["queue"]})
            self.level = {{t: rng.randint(1, 9) for t in self.t}}
            self.k, self.r = rng.randint(3, 6), self.t[-2]
            self._state = {{"line": self.t[:], "out": 0}}
        """,
        tools=named,
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer=None,
        methods=methods,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
        form="lists",
    )


def _serve(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    if told:
        team = told.split()[-1]
        ticket = numbers(told)[0]
    else:
        ticket, level = numbers((yield call(order["next"])))
        team = order["x" if level > int(order["k"]) else "y"]
    return (yield call(order["send"], ticket=ticket, team=team))


def _rush(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    return (yield call(order["raise"], ticket=int(order["r"])))


HANDLERS = {"serve": _serve, "again": _serve, "rush": _rush}


def expert(first_observation: str, hint: str | None) -> Expert:
    """See the first ticket and compare its level with the message's; a hint names ticket and team."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("fault_desk", "tool_use", "Tool Use", KNOBS, build, expert)
