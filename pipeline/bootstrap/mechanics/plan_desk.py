"""A phone desk: move a line to the smallest plan that covers its use, and turn roaming on or off."""

from __future__ import annotations

import random
import re
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import call, follow, pick_free, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("fit", "roam"), "lines": 4, "plans": 2, "turns": 5},
    "medium": {"orders": ("more", "roam"), "lines": 4, "plans": 3, "turns": 6},
    "hard": {"orders": ("more", "fit"), "lines": 6, "plans": 4, "turns": 8},
}
"""``orders``: the user messages in turn; ``lines`` and ``plans``: how many there are. The shortest line of
replies takes 3, 4 and 5."""

ROWS = (("read", "switch", "roam"), ("check", "change", "travel"), ("inspect", "assign", "abroad"))
PLANS = (("mini", "small", "large", "giant"), ("bronze", "silver", "golden", "royal"))
TEMPLATES = {
    "fit": (
        "<<Read>> {a} and <<switch>> it to the least plan for its use.",
        "{a} wants the smallest plan that fits: <<read>>, then <<switch>>.",
    ),
    "roam": ("Set <<roam>> {way} for {b}.", "{b} wants <<roam>> {way}."),
    "more": (
        "<<Read>> {c} and {d}. <<Switch>> the one with more use to {top}.",
        "<<Switch>> {c} or {d} to {top}: <<read>> who used more.",
    ),
}
CRITERIA = {
    "fit": "s.get(self.a) == self.fit",
    "roam": "s.get((self.b,)) == self.on",
    "more": "s.get(self.e) == self.top",
}
CALLS = {
    "fit": 'self.call("<<switch>>", line=self.a, plan=self.fit)',
    "roam": 'self.call("<<roam>>", line=self.b, on=self.on)',
    "more": 'self.call("<<switch>>", line=self.e, plan=self.top)',
}
HINTS = {
    "fit": ("{self.a} needs {self.fit}", "choose {self.fit}"),
    "more": ("most used {self.e}", "it is {self.e}"),
}
FIELDS = {
    "fit": "self.fit = next(p for p in self.plans if self.plans[p] >= u[self.a])",
    "roam": 'self.on = rng.random() < 0.5\nself.way = ["off", "on"][self.on]',
    "more": "self.e, self.top = max(self.c, self.d, key=u.get), p[-1]",
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the lines; plan number n covers a use of up to 3 n."""
    orders, tools, count = knobs["orders"], tool_names(ROWS, theme, rng), knobs["plans"]
    plans = rng.choice(PLANS)[:count]
    limits = ", ".join(f'"{plan}": {3 * number}' for number, plan in enumerate(plans, 1))
    methods = f"""
        def tool_<<read>>(self, line):
            return f"{rng.choice(("{line} used {self.used[line]}", "Use {self.used[line]}"))}. {{self.plans}}"
        def tool_<<switch>>(self, line, plan):
            if self.used[line] > self.plans[plan]:
                return "{rng.choice(("Too small for it.", "It uses more."))}"
            self._state[line] = plan
            return "{rng.choice(("Done.", "It is set."))}"
    """
    named = {
        tools["read"]: '"Its use.", line=self.names',
        tools["switch"]: '"Its plan.", line=self.names, plan=list(self.plans)',
    }
    if "roam" in orders:
        named[tools["roam"]] = '"On or off.", line=self.names, on={"type": "boolean"}'
        methods += """
        def tool_<<roam>>(self, line, on):
            self._state[(line,)] = on
            return "Done."
        """
    fields = "\n".join(FIELDS[order].replace("p[-1]", f'"{plans[-1]}"') for order in orders)
    return tool_program(
        title=title_for(theme, rng, ("plans", "phones", "lines", "mobile")),
        summary=rng.choice(("Phones of the <<person>>.", "Phone plans.")),
        turns=knobs["turns"],
        names=pick_free(theme, rng, knobs["lines"], *plans),
        reset=f"self.plans = {{{limits}}}\n"
        + "self.a, self.b, self.c, self.d = rng.sample(self.names, 4)\n"
        + f"u = self.used = dict(zip(self.names, rng.sample(range(1, {3 * count + 1}), {knobs['lines']})))\n"
        + "self._state = {}\n"
        + fields,
        tools=named,
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer=None,
        methods=methods,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
        form="schemas" if "roam" in orders else "lists",
    )


def _fit(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    if told:
        plan = told.split()[-1]
    else:
        seen = yield call(order["read"], line=order["a"])
        limits = re.findall(r"'(\w+)': (\d+)", seen)
        plan = next(name for name, limit in limits if int(limit) >= numbers(seen)[0])
    return (yield call(order["switch"], line=order["a"], plan=plan))


def _roam(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    return (yield call(order["roam"], line=order["b"], on=order["way"] == "on"))


def _more(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    used = {}
    for line in () if told else (order["c"], order["d"]):
        used[line] = numbers((yield call(order["read"], line=line)))[0]
    line = told.split()[-1] if told else max(used, key=lambda line: used[line])
    return (yield call(order["switch"], line=line, plan=order["top"]))


HANDLERS = {"fit": _fit, "roam": _roam, "more": _more}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Read the use of lines and compare it with the plans' limits, or with each other."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("plan_desk", "tool_use", "Tool Use", KNOBS, build, expert)
