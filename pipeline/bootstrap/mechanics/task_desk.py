"""A project tracker: a task is finished only after the one it waits for; owners take tasks over."""

from __future__ import annotations

import random
import re
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import answer, call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("finish", "owner"), "tasks": 4, "chain": 2, "turns": 7},
    "medium": {"orders": ("finish", "ask"), "tasks": 5, "chain": 3, "turns": 9},
    "hard": {"orders": ("finish", "owner"), "tasks": 6, "chain": 4, "turns": 12},
}
"""``orders``: the user messages in turn; ``tasks``: how many; ``chain``: tasks to finish, the last included.
Looking up all that matters takes 6, 8 and 10 replies."""

ROWS = (("look", "finish", "assign"), ("view", "complete", "give"), ("check", "solve", "hand"))
TEMPLATES = {
    "finish": (
        "<<Finish>> {a}, but first all it waits for: <<look>>.",
        "<<Look>> what {a} waits for and <<finish>> all, {a} last.",
    ),
    "owner": (
        "<<Assign>> {b} to the owner of {c}: <<look>> at {c}.",
        "<<Look>> who owns {c} and <<assign>> {b} to the same.",
    ),
    "ask": ("Who owns {c}? <<Look>> and answer the number.", "<<Look>> at {c} and answer its owner."),
}
CRITERIA = {"finish": "self.a in self.done", "owner": "s[self.b] == self.o"}
CALLS = {
    "finish": '*[self.call("<<finish>>", task=x) for x in self.way]',
    "owner": 'self.call("<<assign>>", task=self.b, owner=self.o)',
    "ask": 'f"<answer>{self.o}</answer>"',
}
HINTS = {
    "finish": ("way {' '.join(self.way)}", "do {' '.join(self.way)}"),
    "owner": ("owner {self.o}", "it is {self.o}"),
    "ask": ("owner {self.o}", "it is {self.o}"),
}
SHOWN = (
    "{task}: owner {self._state[task]}, waits for {after}.",
    "{task} waits for {after}. Owner {self._state[task]}.",
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the tasks; the first ``chain`` of an instance wait each for the one before."""
    orders, tools, chain = knobs["orders"], tool_names(ROWS, theme, rng), knobs["chain"]
    named = {
        tools["look"]: '"See it.", task=self.names',
        tools["finish"]: '"<<Finish>> it.", task=self.names',
    }
    methods = f"""
        def tool_<<look>>(self, task):
            after = self.need.get(task, "nothing")
            return f"{rng.choice(SHOWN)}"
        def tool_<<finish>>(self, task):
            first = self.need.get(task)
            if first and first not in self.done:
                return f"{rng.choice(("Not before {first}.", "{first} comes first."))}"
            self.done.append(task)
            return f"{{task}} is done."
    """
    if "owner" in orders:
        named[tools["assign"]] = '"Set the owner.", task=self.names, owner=list(range(1, 10))'
        methods += """
        def tool_<<assign>>(self, task, owner):
            self._state[task] = owner
            return "Done."
        """
    return tool_program(
        title=title_for(theme, rng, ("project", "tasks", "plan", "tracker")),
        summary=rng.choice(("The project of the <<person>>.", "Tasks at <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["tasks"]),
        reset=f"""
            n = rng.sample(self.names, {knobs["tasks"]})
            self.way, self.need = n[:{chain}], dict(zip(n[1:{chain}], n))
            self.a, self.b, self.c = self.way[-1], n[-1], n[-2]
            s = self._state = dict(zip(n, rng.sample(range(1, 10), {knobs["tasks"]})))
            self.o, self.done = s[self.c], []
        """,
        tools=named,
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer="self.o" if "ask" in orders else None,
        methods=methods,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
    )


def _finish(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    way = told.split()[1:] if told else [order["a"]]
    while not told:
        found = re.search(r"waits for (\w+)", (yield call(order["look"], task=way[0])))
        if not found or found[1] == "nothing":
            break
        way.insert(0, found[1])
    seen = ""
    for task in way:
        seen = yield call(order["finish"], task=task)
    return seen


def _owner(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    seen = told or (yield call(order["look"], task=order["c"]))
    owner = numbers(seen)[0]
    return (yield call(order["assign"], task=order["b"], owner=owner) if "b" in order else answer(owner))


HANDLERS = {"finish": _finish, "owner": _owner, "ask": _owner}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Look back along the chain until a task waits for nothing, then finish forward."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("task_desk", "tool_use", "Tool Use", KNOBS, build, expert)
