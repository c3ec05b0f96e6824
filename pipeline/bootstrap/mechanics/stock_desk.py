"""A store desk: count what is there and send it off, also where an order says "all" and not how many."""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import answer, call, read_message, tool_program, verbs
from .wording import free_choice, title_for

KNOBS = {
    "easy": {"orders": ("all", "some"), "turns": 5, "most": 7},
    "medium": {"orders": ("all", "ask"), "turns": 6, "most": 8},
    "hard": {"orders": ("some", "all", "ask"), "turns": 7, "most": 9},
}
"""``orders``: the user messages in turn; the shortest line takes 3, 4 and 5 replies."""

VERBS = (("check", "send"), ("count", "move"), ("weigh", "ship"), ("inspect", "load"))
TEMPLATES = {
    "all": (
        "<<Check>> {a}, then <<send>> all of it.",
        "<<Send>> every {a}. First <<check>> how many there are.",
        "Please <<send>> all {a} we have. You must <<check>> it.",
    ),
    "some": ("Now <<send>> {n} {c}.", "I need {n} {c}. Please <<send>> them.", "<<Send>> {n} of {c} for me."),
    "ask": (
        "How many {b} are there? Please <<check>> and answer the number.",
        "Last, <<check>> {b} and answer with the number.",
        "<<Check>> {b}. The number is your answer.",
    ),
}
CRITERIA = {
    "all": "s[self.a] == 0",
    "some": "s[self.c] == self.left",
}
CALLS = {
    "all": 'self.call("<<send>>", item=self.a, count=self.k)',
    "some": 'self.call("<<send>>", item=self.c, count=self.n)',
    "ask": 'f"<answer>{self.m}</answer>"',
}
COUNTED = (
    "{item}: {self._state[item]}.",
    "There are {self._state[item]} {item}.",
    "{self._state[item]} {item} here.",
)
HINTS = {
    "all": ("{self.k} {self.a} in all", "{self.a} is {self.k}"),
    "some": ("send {self.n} {self.c}", "{self.n} of {self.c} is the order"),
    "ask": ("{self.m} {self.b} to answer", "{self.b} is {self.m}"),
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A desk over four theme nouns; ``orders`` picks the user messages."""
    orders = knobs["orders"]
    names = theme.pick(rng, 4)
    check, send = free_choice(VERBS, theme, rng)
    style = rng.randrange(2)
    shown = [order for order in orders if order != "some"]
    resync = "\n        self._expected_answer = str(self._state[self.b])" if "ask" in orders else ""
    return tool_program(
        title=title_for(theme, rng, ("stock", "store", "desk", "shelf", "supply")),
        summary=rng.choice(
            (
                "Count and <<send>> goods for the <<person>>.",
                "Serve the <<person>> of <<setting>> from a store.",
            )
        ),
        turns=knobs["turns"],
        names=names,
        reset="""
            self.a, self.b, self.c = rng.sample(self.names, 3)
            s = self._state = {x: rng.randint(3, <<most>>) for x in self.names}
            self.k, self.m, self.n = s[self.a], s[self.b], rng.randint(1, 3)
            self.left = s[self.c] - self.n
        """,
        tools={
            check: '"Count one item.", item=self.names',
            send: '"<<Send>> some of one item.", item=self.names, count=list(range(1, 10))',
        },
        messages=[rng.choice(TEMPLATES[order]) for order in orders],
        criteria=[CRITERIA[order] for order in orders if order in CRITERIA],
        answer="str(self.m)" if "ask" in orders else "None",
        methods=f"""
            def tool_<<check>>(self, item):
                return f"{rng.choice(COUNTED)}"
            def tool_<<send>>(self, item, count):
                if count > self._state[item]:
                    return "{rng.choice(("Not enough.", "Too many.", "There is less than that."))}"
                self._state[item] -= count<<resync>>
                return "{rng.choice(("Done.", "Gone.", "It is on its way."))}"
        """,
        hint='f"' + ", ".join(HINTS[order][style] for order in shown) + '."',
        solution="[" + ", ".join(CALLS[order] for order in orders) + "]",
        values={"most": knobs["most"], "person": theme.person, "setting": theme.setting, "resync": resync}
        | verbs(check=check, send=send),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Do what the last user message says; count first unless the hint names the number."""
    observation = first_observation
    while True:
        if order := read_message(TEMPLATES["some"], observation):
            observation = yield call(order["send"], item=order["c"], count=int(order["n"]))
            continue
        order = read_message(TEMPLATES["all"], observation) or read_message(TEMPLATES["ask"], observation)
        assert order is not None, observation
        item = order.get("a") or order["b"]
        count = _hinted(hint, item)
        if count is None:
            count = numbers((yield call(order["check"], item=item)))[0]
        observation = yield (call(order["send"], item=item, count=count) if "a" in order else answer(count))


def _hinted(hint: str | None, item: str) -> int | None:
    for part in (hint or "").split(","):
        if item in part.replace(".", "").split():
            return numbers(part)[0]
    return None


MECHANIC = Mechanic("stock_desk", "tool_use", "Tool Use", KNOBS, build, expert)
