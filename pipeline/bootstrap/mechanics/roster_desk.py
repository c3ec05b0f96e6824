"""A roster: every worker has a day; trade the days of two, give one the day of another, answer a day."""

from __future__ import annotations

import random
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import answer, call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("give", "ask"), "workers": 5, "first": 1, "turns": 6},
    "medium": {"orders": ("trade", "ask"), "workers": 6, "first": 1, "turns": 6},
    "hard": {"orders": ("trade", "give", "ask"), "workers": 7, "first": 11, "turns": 9},
}
"""``orders``: the user messages in turn; ``workers``: how many, a day each from ``first`` on. The shortest
line of replies takes 4, 5 and 7."""

ROWS = (("find", "swap"), ("look", "trade"), ("see", "switch"))
TEMPLATES = {
    "trade": (
        "<<Find>> the days of {a} and {b}, then <<swap>> them.",
        "{a} and {b} change: <<find>> their days and <<swap>>.",
    ),
    "give": (
        "{c} wants day {h}: <<find>> the day of {c}, then <<swap>>.",
        "<<Swap>> {c} to day {h}; <<find>> the day.",
    ),
    "ask": ("Which day has {d}? <<Find>> and answer.", "<<Find>> the day of {d} and answer it."),
}
CRITERIA = {"trade": "(s[self.a], s[self.b]) == (self.j, self.i)", "give": "s[self.c] == self.h"}
CALLS = {
    "trade": 'self.call("<<swap>>", day=self.i, other=self.j)',
    "give": 'self.call("<<swap>>", day=self.k, other=self.h)',
    "ask": 'f"<answer>{self.m}</answer>"',
}
HINTS = {
    "trade": ("days {self.i} and {self.j}", "swap {self.i} with {self.j}"),
    "give": ("{self.c} is on {self.k}", "from {self.k}"),
    "ask": ("answer {self.m}", "say {self.m}"),
}
DAYS = (
    "{worker}: day {self._state[worker]}.",
    "{worker} works on {self._state[worker]}.",
    "Day {self._state[worker]}.",
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the workers; a swap exchanges whoever has the two days."""
    orders, tools, first = knobs["orders"], tool_names(ROWS, theme, rng), knobs["first"]
    count = knobs["workers"]
    days = f"list(range({first}, {first + count}))"
    return tool_program(
        title=title_for(theme, rng, ("roster", "shifts", "duty", "rota")),
        summary=rng.choice(("The shifts of <<setting>>.", "Shifts for the <<person>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, count),
        reset=f"""
            d = rng.sample(range({first}, {first + count}), {count})
            s = self._state = dict(zip(rng.sample(self.names, {count}), d))
            self.a, self.b, self.c, self.e, self.d, *_ = s
            self.i, self.j, self.k, self.h, self.m, *_ = d
        """,
        tools={
            tools["find"]: '"Day of a worker.", worker=self.names',
            tools["swap"]: f'"<<Swap>> two days.", day={days}, other={days}',
        },
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer="self.m" if "ask" in orders else None,
        methods=f"""
            def tool_<<find>>(self, worker):
                return f"{rng.choice(DAYS)}"
            def tool_<<swap>>(self, day, other):
                if day == other:
                    return "{rng.choice(("Name two days.", "That is one day."))}"
                for x, y in self._state.items():
                    if y in (day, other):
                        self._state[x] = day + other - y
                self._expected_answer = self._state[self.d]
                return "{rng.choice(("Swapped.", "Done.", "They agree."))}"
        """,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
    )


def _trade(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    days = numbers(told or "")
    for worker in [] if told else [order["a"], order["b"]]:
        days += numbers((yield call(order["find"], worker=worker)))
    return (yield call(order["swap"], day=days[0], other=days[1]))


def _give(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    day = numbers(told or (yield call(order["find"], worker=order["c"])))[0]
    return (yield call(order["swap"], day=day, other=int(order["h"])))


def _ask(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    return (yield answer(numbers(told or (yield call(order["find"], worker=order["d"])))[0]))


HANDLERS = {"trade": _trade, "give": _give, "ask": _ask}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Find the day of every worker that the message is about; a hint tells the days."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("roster_desk", "tool_use", "Tool Use", KNOBS, build, expert)
