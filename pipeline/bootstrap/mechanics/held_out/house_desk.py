"""A house control: read room temperatures and set rooms by what is said about other rooms or about now."""

from __future__ import annotations

import random

from ..base import Expert, Knobs, Mechanic, Theme, numbers
from ..tool_frame import answer, call, read_message, tool_program, verbs
from ..wording import free_choice, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("warmer", "ask"), "low": 12, "turns": 5},
    "medium": {"orders": ("warmer", "like"), "low": 12, "turns": 6},
    "hard": {"orders": ("like", "coldest", "ask"), "low": 10, "turns": 9},
}
"""``orders``: the user messages in turn; reading all that matters takes 4, 4 and 8 replies."""

VERBS = (("read", "set"), ("sense", "heat"), ("measure", "adjust"), ("check", "turn"))
TEMPLATES = {
    "warmer": (
        "<<Set>> {a} {n} degrees warmer than it is.",
        "{a} is too cold. <<Read>> it and <<set>> it {n} degrees higher.",
        "It should be {n} degrees warmer in {a}; <<set>> it so.",
    ),
    "like": (
        "<<Set>> {b} just as warm as {c}.",
        "{b} should be like {c}. <<Read>> {c}, then <<set>> {b}.",
    ),
    "coldest": (
        "<<Read>> {d}, {e} and {f} and <<set>> the coldest to 25.",
        "The coldest of {d}, {e}, {f} must be 25. <<Set>> it.",
    ),
    "ask": (
        "How warm is {g}? <<Read>> it and answer the number.",
        "Last, <<read>> {g} and answer with the number.",
        "<<Read>> {g}. Its degrees are your answer.",
    ),
}
CRITERIA = {
    "warmer": "s[self.a] == self.k",
    "like": "s[self.b] == s[self.c]",
    "coldest": "s[self.cold] == 25",
}
CALLS = {
    "warmer": 'self.call("<<set>>", room=self.a, degrees=self.k)',
    "like": 'self.call("<<set>>", room=self.b, degrees=self.p)',
    "coldest": 'self.call("<<set>>", room=self.cold, degrees=25)',
    "ask": 'f"<answer>{self.m}</answer>"',
}
HINTS = {
    "warmer": ("{self.a} must become {self.k}", "set {self.a} to {self.k}"),
    "like": ("{self.b} must become {self.p}", "set {self.b} to {self.p}"),
    "coldest": ("{self.cold} must become 25", "set {self.cold} to 25"),
    "ask": ("{self.g} has {self.m}", "answer {self.m}"),
}
SHOWN = (
    "{room}: {self._state[room]} degrees.",
    "It is {self._state[room]} degrees in {room}.",
    "{self._state[room]} in {room}.",
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A house of five or six rooms named by theme nouns, at least ``low`` degrees each."""
    orders, low = knobs["orders"], knobs["low"]
    read, turn = free_choice(VERBS, theme, rng)
    style = rng.randrange(2)
    resync = "\n        self._expected_answer = str(self._state[self.g])" if "ask" in orders else ""
    return tool_program(
        title=title_for(theme, rng, ("heating", "house", "climate", "thermostat")),
        summary=rng.choice(
            (
                "<<Read>> and <<set>> the rooms for the <<person>>.",
                "Keep the rooms of <<setting>> as warm as wished.",
            )
        ),
        turns=knobs["turns"],
        names=theme.pick(rng, 6),
        reset=f"""
            s = self._state = dict(zip(self.names, rng.sample(range({low}, {low + 9}), 6)))
            self.a, self.g, self.c, self.d, self.e, self.f = rng.sample(self.names, 6)
            self.b, self.n = {"self.a" if "coldest" in orders else "self.d"}, rng.randint(1, 3)
            self.k, self.p, self.m = s[self.a] + self.n, s[self.c], s[self.g]
            self.cold = min(self.d, self.e, self.f, key=s.get)
        """,
        tools={
            read: '"<<Read>> the degrees of a room.", room=self.names',
            turn: f'"<<Set>> the degrees of a room.", room=self.names, degrees=list(range({low}, 26))',
        },
        messages=[rng.choice(TEMPLATES[order]) for order in orders],
        criteria=[CRITERIA[order] for order in orders if order in CRITERIA],
        answer="str(self.m)" if "ask" in orders else "None",
        methods=f"""
            def tool_<<read>>(self, room):
                return f"{rng.choice(SHOWN)}"
            def tool_<<set>>(self, room, degrees):
                self._state[room] = degrees{resync}
                return "{rng.choice(("Done.", "It changes.", "All right."))}"
        """.replace("\n        self._", "\n                self._"),
        hint='f"' + ", ".join(HINTS[order][style] for order in orders) + '."',
        solution="[" + ", ".join(CALLS[order] for order in orders) + "]",
        values={"person": theme.person, "setting": theme.setting} | verbs(read=read, set=turn),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Do what the last user message says after reading the rooms it names; a hint gives every number."""
    parts = (hint or "").rstrip(".").split(", ")
    observation, done = first_observation, 0
    verb = ""
    while True:
        kind, order = next(
            (kind, order) for kind in TEMPLATES if (order := read_message(TEMPLATES[kind], observation))
        )
        verb = order.get("set") or verb
        if hint:
            words = parts[done].replace("set ", "").split()
            observation = (
                yield answer(words[-1])
                if kind == "ask"
                else call(verb, room=words[0], degrees=int(words[-1]))
            )
            done += 1
            continue
        rooms = [order[slot] for slot in {"warmer": "a", "like": "c", "coldest": "def", "ask": "g"}[kind]]
        found = {}
        for room in rooms:
            read = order.get("read") or READ_OF[verb]
            found[room] = numbers((yield call(read, room=room)))[0]
        if kind == "ask":
            observation = yield answer(found[rooms[0]])
        else:
            room = (
                min(found, key=lambda name: found[name])
                if kind == "coldest"
                else order["a" if kind == "warmer" else "b"]
            )
            degrees = 25 if kind == "coldest" else found[rooms[0]] + int(order.get("n", 0))
            observation = yield call(verb, room=room, degrees=degrees)


READ_OF = {turn: read for read, turn in VERBS}
"""The reading tool beside each setting tool: an agent sees both in its list of tools."""

MECHANIC = Mechanic("house_desk", "tool_use", "Tool Use", KNOBS, build, expert)
