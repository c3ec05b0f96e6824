"""A bank's cards: find the card with a strange charge and block it, set a limit by the largest charge."""

from __future__ import annotations

import random
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import answer, call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("cap", "ask"), "cards": 4, "charges": 2, "turns": 6},
    "medium": {"orders": ("odd", "ask"), "cards": 5, "charges": 3, "turns": 7},
    "hard": {"orders": ("odd", "cap"), "cards": 6, "charges": 4, "turns": 6},
}
"""``orders``: the user messages in turn; ``cards``: how many, with so many ``charges`` each. The shortest
sure line of replies takes 4, 5 and 5."""

ROWS = (("list", "block", "limit"), ("show", "freeze", "cap"), ("view", "stop", "bound"))
TEMPLATES = {
    "odd": (
        "{a} or {b} has a charge of {n}: <<list>> them, <<block>> that card.",
        "<<List>> {a} and {b}. <<Block>> the one with a charge of {n}.",
    ),
    "cap": (
        "<<List>> {c} and <<limit>> it to its largest charge.",
        "<<Limit>> {c} to the most it paid: <<list>> it.",
    ),
    "ask": (
        "<<List>> {d}. Answer its least charge.",
        "What is the least charge of {d}? <<List>> and answer.",
    ),
}
CRITERIA = {"odd": "s.get(self.o) == 0", "cap": "s.get(self.c) == self.top"}
CALLS = {
    "odd": 'self.call("<<block>>", card=self.o)',
    "cap": 'self.call("<<limit>>", card=self.c, most=self.top)',
    "ask": 'f"<answer>{self.least}</answer>"',
}
HINTS = {
    "odd": ("the card is {self.o}", "it was {self.o}"),
    "cap": ("the most is {self.top}", "limit {self.top}"),
    "ask": ("answer {self.least}", "last {self.least}"),
}
FIELDS = {
    "odd": "self.o = rng.choice([self.a, self.b])\nself.n = rng.choice(p[self.o])",
    "cap": "self.top = max(p[self.c])",
    "ask": "self.least = min(p[self.d])",
}
SHOWN = ("{card}: {self.paid[card]}", "{card} paid {self.paid[card]}", "Charges {self.paid[card]}")


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the cards; no two charges of all cards are alike."""
    orders, tools, charges = knobs["orders"], tool_names(ROWS, theme, rng), knobs["charges"]
    fields = "\n".join(FIELDS[order] for order in orders).replace("\n", "\n            ")
    named = {tools["list"]: '"Charges.", card=self.names'}
    methods = f"""
        def tool_<<list>>(self, card):
            return f"{rng.choice(SHOWN)}"
    """
    if "odd" in orders:
        named[tools["block"]] = '"<<Block>> a card.", card=self.names'
        methods += f"""
        def tool_<<block>>(self, card):
            self._state[card] = 0
            return "{rng.choice(("Blocked.", "That card is dead.", "Done."))}"
        """
    if "cap" in orders:
        named[tools["limit"]] = '"Set a limit.", card=self.names, most=list(range(1, 60))'
        methods += f"""
        def tool_<<limit>>(self, card, most):
            if most not in self.paid[card]:
                return f"{{card}} never paid {{most}}."
            self._state[card] = most
            return "{rng.choice(("Set.", "That is the limit.", "Done."))}"
        """
    return tool_program(
        title=title_for(theme, rng, ("cards", "bank", "charges", "wallet")),
        summary=rng.choice(("Bank cards of the <<person>>.", "The cards of <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["cards"]),
        reset=f"""
            self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
            n = iter(rng.sample(range(1, 60), {charges * knobs["cards"]}))
            p = self.paid = {{x: [next(n) for _ in range({charges})] for x in self.names}}
            self._state = {{}}
            {fields}
        """,
        tools=named,
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer="self.least" if "ask" in orders else None,
        methods=methods,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
    )


def _odd(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    card = told.split()[-1] if told else order["a"]
    if not told and int(order["n"]) not in numbers((yield call(order["list"], card=card))):
        card = order["b"]
    return (yield call(order["block"], card=card))


def _cap(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    most = max(numbers(told or (yield call(order["list"], card=order["c"]))))
    return (yield call(order["limit"], card=order["c"], most=most))


def _ask(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    return (yield answer(min(numbers(told or (yield call(order["list"], card=order["d"]))))))


HANDLERS = {"odd": _odd, "cap": _cap, "ask": _ask}


def expert(first_observation: str, hint: str | None) -> Expert:
    """List the charges of the cards in question; where the first of two is clean it is the second."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("card_desk", "tool_use", "Tool Use", KNOBS, build, expert)
