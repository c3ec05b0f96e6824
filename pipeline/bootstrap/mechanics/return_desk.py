"""A returns desk: from a thing to its order, from the order to its age, and by the age to what is given."""

from __future__ import annotations

import random
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import call, follow, tool_names, tool_program, verbs, workflow
from .wording import free_choice, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("known", "second"), "things": 5, "sold": 7, "days": 9, "turns": 6},
    "medium": {"orders": ("bought", "second"), "things": 5, "sold": 8, "days": 20, "turns": 7},
    "hard": {"orders": ("bought", "more"), "things": 6, "sold": 9, "days": 30, "turns": 8},
}
"""``orders``: the user messages in turn; ``things`` that some of the ``sold``
orders are for, up to ``days`` days ago.
The shortest line of replies takes 4, 5 and 6."""

ROWS = (("find", "age", "pay"), ("seek", "date", "give"), ("search", "time", "close"))
WAYS = (("cash", "voucher"), ("money", "coupon"), ("funds", "credit"))
TEMPLATES = {
    "known": (
        "See the <<age>> of order {m}; <<pay>> <<x>> up to {k}, else <<y>>.",
        "<<Pay>> {m} <<x>> if its <<age>> is up to {k}, else <<y>>.",
    ),
    "second": (
        "Now {n}: <<pay>> <<x>> up to <<age>> {k}, else <<y>>.",
        "<<Pay>> {n}: <<x>> up to <<age>> {k}, else <<y>>.",
    ),
    "bought": (
        "<<Find>> for {a}, <<pay>> <<x>> to <<age>> {k}, else <<y>>.",
        "{a}: <<find>>, <<pay>> <<x>> to <<age>> {k}, else <<y>>.",
    ),
    "more": (
        "{b} too: <<find>>; <<pay>> <<x>> to <<age>> {k}, else <<y>>.",
        "<<Find>> {b}; <<pay>> <<x>> to <<age>> {k}, else <<y>>.",
    ),
}
ORDERS = {"known": "self.m", "second": "self.n", "bought": "self.m", "more": "self.n"}
"""The order that a message is about, where its age decides."""
CRITERIA = {kind: f"{order} in s" for kind, order in ORDERS.items()}
CALLS = {kind: f'self.call("<<pay>>", order={order}, by=self.way({order}))' for kind, order in ORDERS.items()}
HINTS = {
    kind: (f"{{{order}}} by {{self.way({order})}}", f"give {{{order}}} {{self.way({order})}}")
    for kind, order in ORDERS.items()
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the things sold; every order has a number and an age of up to ``days``."""
    orders, tools, days = knobs["orders"], tool_names(ROWS, theme, rng), knobs["days"]
    good, bad = free_choice(WAYS, theme, rng)
    named = {
        tools["age"]: '"Days.", order=self.o',
        tools["pay"]: '"Close it.", order=self.o, by=["<<x>>", "<<y>>"]',
    }
    methods = f"""
        def way(self, order):
            return "<<x>>" if self.days[order] <= self.k else "<<y>>"
        def tool_<<age>>(self, order):
            return f"{rng.choice(("Age {self.days[order]}.", "{self.days[order]} days old."))}"
        def tool_<<pay>>(self, order, by):
            if by != self.way(order):
                return "{rng.choice(("See its age.", "It is not so."))}"
            self._state[order] = by
            return "{rng.choice(("Done.", "Closed."))}"
    """
    if "bought" in orders:
        named = {tools["find"]: '"Order.", item=self.names'} | named
        methods += f"""
        def tool_<<find>>(self, item):
            return f"{rng.choice(("Order {self.of[item]}.", "It is {self.of[item]}."))}"
        """
    return tool_program(
        title=title_for(theme, rng, ("returns", "shop")),
        summary=rng.choice(("Returns for the <<person>>.", "Returns at <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["things"]),
        reset=f"""
            self.k = rng.randint({days // 3}, {days // 2})
            self.a, self.b = rng.sample(self.names, 2)
            self.o = rng.sample(range(40, 99), {knobs["sold"]})
            self.of = dict(zip(self.names, self.o))
            self.days = {{x: rng.randint(1, {days}) for x in self.o}}
            self.m, self.n = self.of[self.a], self.of[self.b]
            self._state = {{}}
        """,
        tools=named,
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer=None,
        methods=methods,
        values={"person": theme.person, "setting": theme.setting, "x": good, "y": bad} | verbs(**tools),
        form="lists",
    )


def _settle(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    if told:
        return (yield call(order["pay"], order=numbers(told)[0], by=told.split()[-1]))
    number = int(order.get("m") or order.get("n") or 0)
    if not number:
        number = numbers((yield call(order["find"], item=order.get("a") or order["b"])))[0]
    age = numbers((yield call(order["age"], order=number)))[-1]
    return (yield call(order["pay"], order=number, by=order["x" if age <= int(order["k"]) else "y"]))


HANDLERS = dict.fromkeys(TEMPLATES, _settle)


def expert(first_observation: str, hint: str | None) -> Expert:
    """From the thing to the order, from there to the age and to the way; a hint gives order and way."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("return_desk", "tool_use", "Tool Use", KNOBS, build, expert)
