"""A parts shop: look up what a kit is made of and order it as a list of parts, once or several times over."""

from __future__ import annotations

import random
import re
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme
from .tool_frame import call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("one", "next"), "parts": 1, "kits": 2, "names": 5, "turns": 6},
    "medium": {"orders": ("one", "next"), "parts": 2, "kits": 3, "names": 6, "turns": 6},
    "hard": {"orders": ("one", "twice"), "parts": 2, "kits": 2, "names": 6, "turns": 6},
}
"""``orders``: the user messages in turn; ``parts`` of a kit, ``kits`` and ``names``: how many
there are. The shortest line of replies takes 4."""

ROWS = (("parts", "order"), ("recipe", "buy"), ("contents", "fetch"))
TEMPLATES = {
    "one": ("See <<parts>> of {a} and <<order>> them.", "<<Order>> kit {a} by its <<parts>>."),
    "next": ("Now see the <<parts>> of {b} and <<order>> them.", "<<Order>> {b} too, by its <<parts>>."),
    "twice": (
        "<<Order>> {b} twice: double <<parts>>.",
        "<<Order>> {b} with double <<parts>>.",
    ),
}
GOALS = {
    "one": "self.kits[self.a]",
    "next": "self.kits[self.b]",
    "twice": "{x: 2 * n for x, n in self.kits[self.b].items()}",
}
"""The part counts that must be ordered."""
KITS = {"one": "self.a", "next": "self.b", "twice": "self.b"}
CRITERIA = {kind: f"s.get({KITS[kind]}) == {goal}" for kind, goal in GOALS.items()}
CALLS = {
    kind: f'self.call("<<order>>", kit={KITS[kind]}, list=self.rows({goal}))' for kind, goal in GOALS.items()
}
HINTS = {
    "one": ("{self.say(self.a)} first", "first {self.say(self.a)}"),
    "next": ("then {self.say(self.b)}", "next {self.say(self.b)}"),
    "twice": ("twice {self.say(self.b)}", "double {self.say(self.b)}"),
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns name kits and parts; a later order of a kit replaces the one before."""
    orders, tools, kits, parts = knobs["orders"], tool_names(ROWS, theme, rng), knobs["kits"], knobs["parts"]
    return tool_program(
        title=title_for(theme, rng, ("kits", "supply", "workshop")),
        summary=rng.choice(("Kits for the <<person>>.", "Kits for <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["names"]),
        reset=f"""
            n = rng.sample(self.names, {knobs["names"]})
            k, p = n[:{kits}], n[{kits}:]
            self.a, self.b, *_ = n
            self.kits = {{x: {{y: rng.randint(1, 9) for y in rng.sample(p, {parts})}} for x in k}}
            self._state = {{}}
        """,
        tools={
            tools["parts"]: '"Parts.", kit=k',
            tools["order"]: '"<<Order>> it.", kit=k, list={"type": "array", "items": {"type": "object", '
            '"properties": {"part": {"enum": self.names}, "n": {"type": "integer"}}, '
            '"required": ["part", "n"]}}',
        },
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer=None,
        methods=f"""
            def rows(self, kit):
                return [{{"part": x, "n": n}} for x, n in kit.items()]
            def say(self, kit):
                return " ".join(f"{{n}} {{x}}" for x, n in self.kits[kit].items())
            def tool_<<parts>>(self, kit):
                return f"{rng.choice(("{kit}: {self.say(kit)}.", "{self.say(kit)}."))}"
            def tool_<<order>>(self, kit, list):
                self._state[kit] = {{x["part"]: x["n"] for x in list}}
                return "{rng.choice(("Bought.", "Done."))}"
        """,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
        form="schemas",
    )


def _buy(order: dict[str, str], told: str | None, times: int = 1) -> Generator[str, str, str]:
    kit = order.get("a") or order["b"]
    shown = told or (yield call(order["parts"], kit=kit))
    found = re.findall(r"(\d+) (\w+)", shown)
    rows = [{"part": part, "n": times * int(count)} for count, part in found]
    return (yield call(order["order"], kit=kit, list=rows))


def _twice(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    return (yield from _buy(order, told, times=2))


HANDLERS = {"one": _buy, "next": _buy, "twice": _twice}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Order what the kit's list (or the hint) names, doubled where the message says so."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("kit_desk", "tool_use", "Tool Use", KNOBS, build, expert)
