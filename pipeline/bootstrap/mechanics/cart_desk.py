"""A cart: put counts of things in, find the cheapest of some, and pay the total that the cart shows."""

from __future__ import annotations

import random
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import call, follow, pick_free, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("cheap", "pay"), "goods": 4, "of": 2, "top": 6, "turns": 6},
    "medium": {"orders": ("fill", "cheap", "pay"), "goods": 4, "of": 2, "top": 8, "turns": 8},
    "hard": {"orders": ("cheap", "fill", "pay"), "goods": 5, "of": 3, "top": 9, "turns": 9},
}
"""``orders``: the user messages in turn; ``goods``: how many there are, ``of`` them are compared; ``top``:
the highest price. The shortest line takes 4, 5 and 6 replies."""

ROWS = (("price", "add", "pay"), ("ask", "put", "settle"), ("inspect", "take", "cover"))
TEMPLATES = {
    "fill": ("<<Add>> <<n>> {a}.", "Now <<add>> <<n>> {a}.", "<<Add>> me <<n>> {a}."),
    "three": (
        "<<Price>> {b}, {c}, {e} and <<add>> 1 of the cheapest.",
        "<<Add>> 1 of {b}, {c}, {e}: the cheapest. <<Price>> all.",
    ),
    "cheap": (
        "<<Add>> 1 {b} or {c}, the cheaper: <<price>> both.",
        "<<Price>> {b} and {c}, then <<add>> 1 of the cheaper.",
    ),
    "pay": ("<<Pay>> all.", "Now <<pay>> it."),
}
CRITERIA = {
    "fill": "s[self.a] == <<n>>",
    "cheap": "s[self.d] == 1",
    "pay": 's.get("paid") == self.total',
}
CALLS = {
    "fill": 'self.call("<<add>>", item=self.a, count=<<n>>)',
    "cheap": 'self.call("<<add>>", item=self.d, count=1)',
    "pay": 'self.call("<<pay>>", coins=self.bill)',
}
HINTS = {"cheap": ("the cheapest is {self.d}", "take {self.d}")}
COSTS = ("{item}: {self.cost[item]}.", "{item} costs {self.cost[item]}.", "{item} is {self.cost[item]}.")
TOTALS = ("Total {self.total}.", "Cart: {self.total}.", "Sum {self.total}.")


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A shop of ``goods`` theme nouns at different prices; a count given twice replaces the first."""
    orders, tools, three = knobs["orders"], tool_names(ROWS, theme, rng), knobs["of"] == 3
    choice = "self.b, self.c, self.e" if three else "self.b, self.c"
    flow = workflow(
        orders, TEMPLATES | {"cheap": TEMPLATES["three" if three else "cheap"]}, CRITERIA, CALLS, HINTS, rng
    )
    bill = "<<n>> * c[self.a] + c[self.d]" if "fill" in orders else "c[self.d]"
    return tool_program(
        title=title_for(theme, rng, ("cart", "shop", "goods")),
        summary=rng.choice(("A cart for the <<person>>.", "<<Pay>> goods.")),
        turns=knobs["turns"],
        names=pick_free(theme, rng, knobs["goods"], "cart"),
        reset=f"""
            self.a, {choice} = rng.sample(self.names, {knobs["of"] + 1})
            c = self.cost = dict(zip(self.names, rng.sample(range(1, {knobs["top"] + 1}), {knobs["goods"]})))
            self.d = min({choice}, key=c.get)
            self.total, self.bill = 0, {bill}
            self._state = c.fromkeys(c, 0)
        """,
        tools={
            tools["price"]: '"<<Price>> it.", item=self.names',
            tools["add"]: '"Set it.", item=self.names, count=[0, 1, 2, 3]',
            tools["pay"]: '"<<Pay>> the total.", coins=list(range(36))',
        },
        **flow,
        answer=None,
        methods=f"""
            def tool_<<price>>(self, item):
                return f"{rng.choice(COSTS)}"
            def tool_<<add>>(self, item, count):
                self.total += (count - self._state[item]) * self.cost[item]
                self._state[item] = count
                return f"{rng.choice(TOTALS)}"
            def tool_<<pay>>(self, coins):
                if coins != self.total:
                    return f"It is {{self.total}}."
                self._state["paid"] = coins
                return "Paid."
        """,
        values={"person": theme.person, "setting": theme.setting, "n": rng.randint(2, 3)} | verbs(**tools),
    )


def _fill(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    return (yield call(order["add"], item=order["a"], count=int(order["n"])))


def _cheap(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    costs = {}
    for item in [] if told else [order[slot] for slot in "bce" if slot in order]:
        costs[item] = numbers((yield call(order["price"], item=item)))[0]
    choice = told.split()[-1] if told else min(costs, key=lambda item: costs[item])
    return (yield call(order["add"], item=choice, count=1))


def _pay(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    return (yield call(order["pay"], coins=numbers(order["seen"])[0]))


HANDLERS = {"fill": _fill, "cheap": _cheap, "three": _cheap, "pay": _pay}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Compare prices where a message asks for it; pay the total of the latest observation."""
    return follow(ROWS, TEMPLATES, {"cheap", "three"}, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("cart_desk", "tool_use", "Tool Use", KNOBS, build, expert)
