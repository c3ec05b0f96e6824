"""A parcel desk: trace parcels and pass them on from depot to neighbouring depot."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme, numbers
from ..tool_frame import answer, call, read_message, tool_program, verbs
from ..wording import free_choice, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("bring", "ask"), "way": 1, "turns": 5},
    "medium": {"orders": ("bring", "ask"), "way": 2, "turns": 6},
    "hard": {"orders": ("join", "ask"), "way": 2, "turns": 7},
}
"""``orders``: the user messages in turn; ``way``: depots to pass on; tracing all takes 4, 5 and 6 replies."""

VERBS = (("trace", "forward"), ("locate", "pass"), ("track", "relay"), ("spot", "haul"))
TEMPLATES = {
    "bring": (
        "<<Trace>> {a}, then <<forward>> it to depot {k}.",
        "{a} must get to depot {k}. <<Trace>> it and <<forward>> it.",
    ),
    "join": (
        "<<Trace>> {a} and {b}, then <<forward>> {a} to where {b} is.",
        "{a} must get to the depot of {b}. <<Trace>> both and <<forward>> {a}.",
    ),
    "ask": (
        "Where is {c}? <<Trace>> it and answer the number of the depot.",
        "Last, <<trace>> {c} and answer with the number of its depot.",
        "<<Trace>> {c}. Its depot is your answer.",
    ),
}
FOUND = (
    "{parcel} is in depot {self._state[parcel]}.",
    "Depot {self._state[parcel]} has {parcel}.",
    "{parcel}: depot {self._state[parcel]}.",
)
HINTS = (
    "{self.a} waits in {self.h}, goal {self.k}, {self.c} lies in {self.m}.",
    "bring {self.a} from {self.h} to {self.k}, {self.c} rests in {self.m}.",
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Four parcels named by theme nouns in depots 1 to 9; a parcel goes ``way`` depots up or down."""
    orders, way = knobs["orders"], knobs["way"]
    trace, forward = free_choice(VERBS, theme, rng)
    return tool_program(
        title=title_for(theme, rng, ("parcels", "post", "depots", "freight")),
        summary=rng.choice(
            (
                "<<Trace>> and <<forward>> parcels for the <<person>>.",
                "Parcels go from depot to depot at <<setting>>.",
            )
        ),
        turns=knobs["turns"],
        names=theme.pick(rng, 4),
        reset=f"""
            self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
            self.h, self.m = rng.sample(range(3, 8), 2)
            self.k = self.h + rng.choice([-1, 1]) * {way}
            self._state = dict(zip([self.a, self.b, self.c, self.d], [self.h, self.k, self.m, 9]))
            s = 1 if self.k > self.h else -1
            self.way = list(range(self.h + s, self.k + s, s))
        """,
        tools={
            trace: '"<<Trace>> a parcel.", parcel=self.names',
            forward: '"<<Forward>> it one depot up or down.", parcel=self.names, depot=list(range(1, 10))',
        },
        messages=[rng.choice(TEMPLATES[order]) for order in orders],
        criteria=["s[self.a] == self.k" if "bring" in orders else "s[self.a] == s[self.b]"],
        answer="str(self.m)",
        methods=f"""
            def tool_<<trace>>(self, parcel):
                return f"{rng.choice(FOUND)}"
            def tool_<<forward>>(self, parcel, depot):
                if abs(self._state[parcel] - depot) != 1:
                    return "{rng.choice(("Only to the next depot.", "It is not next to that.", "Too far."))}"
                self._state[parcel] = depot
                self._expected_answer = str(self._state[self.c])
                return f"{rng.choice(("It is in depot {depot} now.", "Depot {depot} has it."))}"
        """,
        hint=f'f"{rng.choice(HINTS)}"',
        solution='[self.call("<<forward>>", parcel=self.a, depot=x) for x in self.way] '
        '+ [f"<answer>{self.m}</answer>"]',
        values={"person": theme.person, "setting": theme.setting} | verbs(trace=trace, forward=forward),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Trace what the message names, pass on step by step, trace and answer; a hint saves the tracing."""
    order = read_message(TEMPLATES["bring"], first_observation) or read_message(
        TEMPLATES["join"], first_observation
    )
    assert order is not None, first_observation
    known = numbers(hint or "")
    if hint:
        here, goal = known[:2]
    else:
        here = _depot((yield call(order["trace"], parcel=order["a"])))
        goal = int(order["k"]) if "k" in order else _depot((yield call(order["trace"], parcel=order["b"])))
    while True:
        here += 1 if goal > here else -1
        observation = yield call(order["forward"], parcel=order["a"], depot=here)
        if here == goal:
            break
    question = read_message(TEMPLATES["ask"], observation)
    assert question is not None, observation
    if hint:
        yield answer(known[2])
    yield answer(_depot((yield call(question["trace"], parcel=question["c"]))))


def _depot(observation: str) -> int:
    return int(re.findall(r"[Dd]epot (\d)", observation)[0])


MECHANIC = Mechanic("parcel_desk", "tool_use", "Tool Use", KNOBS, build, expert)
