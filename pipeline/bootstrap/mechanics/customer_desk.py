"""A table of customers: find the row that a door number tells of, change a field of it, answer a name."""

from __future__ import annotations

import random
import re
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme
from .tool_frame import answer, call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("edit", "ask"), "rows": 4, "doors": 6, "turns": 6},
    "medium": {"orders": ("copy", "edit"), "rows": 5, "doors": 8, "turns": 6},
    "hard": {"orders": ("both", "ask"), "rows": 6, "doors": 9, "turns": 7},
}
"""``orders``: the user messages in turn; ``rows``: customers, each with another of ``doors`` numbers. The
shortest line of replies takes 4, 4 and 5."""

ROWS = (("find", "edit"), ("search", "change"), ("seek", "update"))
TEMPLATES = {
    "edit": (
        "<<Find>> door {h}, <<edit>> the rank to {n}.",
        "Door {h} gets rank {n}: <<find>> and <<edit>>.",
    ),
    "copy": (
        "<<Find>> door {i} and <<edit>> {c} to the same rank.",
        "<<Edit>> {c} to the rank of door {i}: <<find>> it.",
    ),
    "both": (
        "<<Find>> doors {h} and {i}. <<Edit>> who is at {h} to the rank of {i}.",
        "The one at door {h} gets the rank of door {i}: <<find>> both, then <<edit>>.",
    ),
    "ask": ("Who is at door {j}? <<Find>> and answer.", "<<Find>> the name at door {j} and answer it."),
}
CRITERIA = {
    "edit": 's[self.a]["rank"] == self.n',
    "copy": 's[self.c]["rank"] == self.m',
    "both": 's[self.a]["rank"] == self.m',
}
CALLS = {
    "edit": 'self.call("<<edit>>", client=self.a, change={"rank": self.n})',
    "copy": 'self.call("<<edit>>", client=self.c, change={"rank": self.m})',
    "both": 'self.call("<<edit>>", client=self.a, change={"rank": self.m})',
    "ask": 'f"<answer>{self.c}</answer>"',
}
HINTS = {
    "edit": ("there is {self.a}", "edit {self.a}"),
    "copy": ("the rank is {self.m}", "give {self.m}"),
    "both": ("{self.a} gets {self.m}", "for {self.a} it is {self.m}"),
    "ask": ("answer {self.c}", "last {self.c}"),
}
FOUND = (
    "Door {door}: {x} of rank {row['rank']}.",
    "{x} lives at {door}: rank {row['rank']}.",
    "Row: {x} {door} rank {row['rank']}.",
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the customers; a row has a door and a rank, and all of them differ."""
    orders, tools, rows = knobs["orders"], tool_names(ROWS, theme, rng), knobs["rows"]
    return tool_program(
        title=title_for(theme, rng, ("customers", "clients", "table")),
        summary=rng.choice(("Clients of the <<person>>.", "Customers of <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, rows),
        reset=f"""
            n, d = rng.sample(self.names, {rows}), rng.sample(range(1, {knobs["doors"] + 1}), {rows})
            r = rng.sample(range(1, 10), {rows})
            self._state = {{x: {{"door": y, "rank": z}} for x, y, z in zip(n, d, r)}}
            self.a, _, self.c, *_ = n
            self.h, self.i, self.j, *_ = d
            {"self.m, self.n = r[1], rng.randint(10, 20)" if "edit" in orders else "self.m = r[1]"}
        """,
        tools={
            tools["find"]: f'"<<Find>> a row.", door=list(range(1, {knobs["doors"] + 1}))',
            tools["edit"]: '"<<Edit>> it.", client=self.names, '
            'change={"type": "object", "properties": {"rank": {"type": "integer"}}}',
        },
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer="self.c" if "ask" in orders else None,
        methods=f"""
            def tool_<<find>>(self, door):
                for x, row in self._state.items():
                    if row["door"] == door:
                        return f"{rng.choice(FOUND)}"
                return "{rng.choice(("Nobody is there.", "That door is empty."))}"
            def tool_<<edit>>(self, client, change):
                if "rank" not in change:
                    return 'Set "rank".'
                self._state[client] |= change
                return "{rng.choice(("Done.", "Changed.", "The row is new."))}"
        """,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
        form="schemas",
    )


def _row(seen: str) -> tuple[str, int]:
    """Name and rank of the row that the find tool shows."""
    found = re.search(r"Door \d: (\w+)|(\w+) lives|Row: (\w+)", seen)
    ranks = re.findall(r"rank (\d+)", seen)  # the last: a client may be named so
    assert found and ranks, seen
    return next(filter(None, found.groups())), int(ranks[-1])


def _edit(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    """The name and the rank are in the message, in the hint, or in the rows of the doors."""
    name, rank = order.get("c"), order.get("n")
    words = told.split() if told else []
    if words and "h" in order:
        name = words[-1] if rank else words[0] if words[1] == "gets" else words[1]
    elif "h" in order:
        name = _row((yield call(order["find"], door=int(order["h"]))))[0]
    if words and "i" in order:
        rank = words[-1]
    elif "i" in order:
        rank = str(_row((yield call(order["find"], door=int(order["i"]))))[1])
    assert name and rank
    return (yield call(order["edit"], client=name, change={"rank": int(rank)}))


def _ask(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    name = told.split()[-1] if told else _row((yield call(order["find"], door=int(order["j"]))))[0]
    return (yield answer(name))


HANDLERS = {"edit": _edit, "copy": _edit, "both": _edit, "ask": _ask}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Find the row of every door that the message names; a hint saves that."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("customer_desk", "tool_use", "Tool Use", KNOBS, build, expert)
