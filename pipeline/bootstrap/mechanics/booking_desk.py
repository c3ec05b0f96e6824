"""A booking desk: find which room is free at an hour, book it, move the booking, answer a question."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .tool_frame import answer, call, read_message, tool_program, verbs
from .wording import free_choice, title_for

KNOBS = {
    "easy": {"orders": ("book", "ask"), "turns": 5, "hours": 5},
    "medium": {"orders": ("book", "move"), "turns": 6, "hours": 6},
    "hard": {"orders": ("book", "move", "ask"), "turns": 8, "hours": 6},
}
"""``orders``: the user messages in turn; the shortest line takes 4, 5 and 7 replies."""

VERBS = (
    ("find", "book", "cancel"),
    ("seek", "reserve", "drop"),
    ("search", "take", "release"),
    ("check", "hold", "clear"),
)
TEMPLATES = {
    "book": (
        "<<Find>> the room that is free at {h} and <<book>> it.",
        "I come at {h}. <<Find>> a room and <<book>> it.",
        "<<Book>> me a room at {h}; <<find>> one first.",
    ),
    "move": (
        "I come at {i}, not {h}. <<Cancel>> {h}, then <<find>> and <<book>> a room at {i}.",
        "<<Cancel>> my room at {h}. <<Find>> one at {i} and <<book>> it.",
    ),
    "ask": (
        "Which room is free at {j}? <<Find>> it and answer the name.",
        "Last, <<find>> the room at {j} and answer with its name.",
        "<<Find>> the free room at {j}. Its name is your answer.",
    ),
}
CRITERIA = {
    "book": "s == {self.h: self.a}",
    "move": "s == {self.i: self.b}",
}
CALLS = {
    "book": ('self.call("<<book>>", hour=self.h, room=self.a)',),
    "move": ('self.call("<<cancel>>", hour=self.h)', 'self.call("<<book>>", hour=self.i, room=self.b)'),
    "ask": ('f"<answer>{self.c}</answer>"',),
}
HINTS = {
    "book": ("{self.a} is free at {self.h}", "at {self.h} take {self.a}"),
    "move": ("{self.b} is free at {self.i}", "at {self.i} take {self.b}"),
    "ask": ("{self.c} is free at {self.j}", "at {self.j} take {self.c}"),
}
FIELDS = {"book": ("self.h", "self.a"), "move": ("self.i", "self.b"), "ask": ("self.j", "self.c")}
"""The hour that each order is about, and the room that is free then."""

FOUND = ("Free at {hour}: {room}.", "At {hour} only {room} is free.", "The {room} room is free at {hour}.")


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A desk over five rooms named by theme nouns; ``orders`` picks the user messages."""
    orders = knobs["orders"]
    names = theme.pick(rng, 5)
    find, book, cancel = free_choice(VERBS, theme, rng)
    style = rng.randrange(2)
    hours, rooms = zip(*(FIELDS[order] for order in orders), strict=True)
    tools = {
        find: '"Find the free room.", hour=self.hours',
        book: '"<<Book>> a room.", hour=self.hours, room=self.names',
    }
    methods = f"""
        def tool_<<find>>(self, hour):
            room = self.open[hour]
            return f"{rng.choice(FOUND)}"
        def tool_<<book>>(self, hour, room):
            if self.open[hour] != room:
                return "{rng.choice(("That room is taken.", "It is not free.", "Taken at that hour."))}"
            self._state[hour] = room
            return "{rng.choice(("Done.", "It is yours.", "All set."))}"
    """
    if "move" in orders:
        tools[cancel] = '"<<Cancel>> a room.", hour=self.hours'
        methods += f"""
        def tool_<<cancel>>(self, hour):
            self._state.pop(hour, None)
            return "{rng.choice(("Gone.", "No room at that hour now.", "That hour is open again."))}"
        """
    return tool_program(
        title=title_for(theme, rng, ("rooms", "booking", "hall", "house", "visit")),
        summary=rng.choice(
            ("Find and <<book>> rooms for the <<person>>.", "<<Book>> free rooms at <<setting>>.")
        ),
        turns=knobs["turns"],
        names=names,
        reset="""
            self.hours = list(range(1, <<hours_end>>))
            self.open = {x: rng.choice(self.names) for x in self.hours}
            <<hours>> = rng.sample(self.hours, <<count>>)
            <<rooms>> = <<found>>
            self._state = {}
        """,
        tools=tools,
        messages=[rng.choice(TEMPLATES[order]) for order in orders],
        criteria=[CRITERIA[order] for order in orders if order in CRITERIA],
        answer="self.c" if "ask" in orders else "None",
        methods=methods,
        hint='f"' + ", ".join(HINTS[order][style] for order in orders) + '."',
        solution="[" + ", ".join(line for order in orders for line in CALLS[order]) + "]",
        values={
            "hours_end": knobs["hours"] + 1,
            "person": theme.person,
            "setting": theme.setting,
            "count": len(orders),
        }
        | {"hours": ", ".join(hours), "rooms": ", ".join(rooms)}
        | {"found": ", ".join(f"self.open[{hour}]" for hour in hours)}
        | verbs(find=find, book=book, cancel=cancel),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Do what the last user message says; find the room first unless the hint names it."""
    observation = first_observation
    while True:
        if order := read_message(TEMPLATES["move"], observation):
            yield call(order["cancel"], hour=int(order["h"]))
            order["h"] = order["i"]
        else:
            order = read_message(TEMPLATES["book"], observation) or read_message(
                TEMPLATES["ask"], observation
            )
        assert order is not None, observation
        hour = order.get("h") or order["j"]
        room = _room(hint or "", hour)
        if room is None:
            room = _room((yield call(order["find"], hour=int(hour))), hour)
        observation = yield (
            call(order["book"], hour=int(hour), room=room) if "book" in order else answer(room)
        )


def _room(text: str, hour: str) -> str | None:
    """The room that some sentence of ``text`` says is free at ``hour``."""
    forms = (
        rf"Free at {hour}: (\w+)",
        rf"[Aa]t {hour} only (\w+) is",
        rf"at {hour} take (\w+)",
        rf"(\w+)(?: room)? is free at {hour}\b",
    )
    return next((found.group(1) for form in forms if (found := re.search(form, text))), None)


MECHANIC = Mechanic("booking_desk", "tool_use", "Tool Use", KNOBS, build, expert)
