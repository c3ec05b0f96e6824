"""A tree of folders: look for a file from the top down, move another one to it, empty a folder."""

from __future__ import annotations

import random
import re
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme
from .tool_frame import call, follow, tool_names, tool_program, verbs, workflow
from .wording import title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("sub", "empty"), "waste": 1, "deep": ("self.z",), "turns": 6},
    "medium": {"orders": ("join", "empty"), "waste": 1, "deep": ("self.x", "self.z"), "turns": 6},
    "hard": {"orders": ("find", "empty"), "waste": 2, "deep": ("self.x", "self.z"), "turns": 10},
}
"""``orders``: the user messages in turn; ``waste``: files to delete; ``deep``: the folders where the wanted
file may be. The shortest line of replies takes 4, 4 and 7 at most."""

ROWS = (("open", "move", "delete"), ("list", "put", "erase"), ("show", "bring", "remove"))
TEMPLATES = {
    "sub": (
        "<<Move>> {a} to the folder inside {x}: <<open>> {x}.",
        "<<Open>> {x} and <<move>> {a} to the folder in it.",
    ),
    "join": (
        "<<Open>> {x} or its folder to find {b}; <<move>> {a} there.",
        "{b} is in {x} or its folder: <<open>>, <<move>> {a} there.",
    ),
    "find": (
        "<<Open>> home to find {b}, then <<move>> {a} there.",
        "<<Move>> {a} to the folder of {b}: <<open>> home first.",
    ),
    "empty": (
        "<<Open>> {y} and <<delete>> every file in it.",
        "<<Delete>> all files of {y}: <<open>> it.",
    ),
}
CRITERIA = dict.fromkeys(("sub", "join", "find"), "s[self.a] == self.at")
CRITERIA["empty"] = "self.y not in s.values()"
CALLS = dict.fromkeys(("sub", "join", "find"), 'self.call("<<move>>", file=self.a, folder=self.at)')
CALLS["empty"] = '*[self.call("<<delete>>", file=x) for x in self.o]'
HINTS = dict.fromkeys(("sub", "join", "find"), ("place {self.at}", "bring to {self.at}"))
HINTS["empty"] = ("delete {' '.join(self.o)}", "waste {' '.join(self.o)}")


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns name three folders, one inside another, and the files."""
    orders, tools = knobs["orders"], tool_names(ROWS, theme, rng)
    return tool_program(
        title=title_for(theme, rng, ("files", "folders", "drive")),
        summary=rng.choice(("Files of the <<person>>.", "Files of <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, 5 + knobs["waste"]),
        reset=f"""
            self.x, self.y, self.z, self.a, self.b, *self.o = n = rng.sample(self.names, {5 + knobs["waste"]})
            self.dirs = ["home", *n[:3]]
            s = self._state = dict.fromkeys(self.o, self.y)
            s |= {{self.y: "home", self.x: "home", self.z: self.x, self.a: "home"}}
            self.at = s[self.b] = rng.choice([{", ".join(knobs["deep"])}])
        """,
        tools={
            tools["open"]: '"See it.", folder=self.dirs',
            tools["move"]: '"<<Move>> it.", file=self.names, folder=self.dirs',
            tools["delete"]: '"<<Delete>> it.", file=self.names',
        },
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer=None,
        methods=f"""
            def tool_<<open>>(self, folder):
                s, dirs = self._state, self.dirs
                return f"{{folder}}: {{' '.join(x + '/' * (x in dirs) for x in s if s[x] == folder)}}."
            def tool_<<move>>(self, file, folder):
                self._state[file] = folder
                return f"{rng.choice(("{file} is in {folder}.", "{folder} has {file}."))}"
            def tool_<<delete>>(self, file):
                if self._state[file] != self.y:
                    return f"{{file}} is not in {{self.y}}."
                self._state[file] = "gone"
                return "{rng.choice(("Gone.", "Done."))}"
        """,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
        form="lists",
    )


def _bring(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    place = told.split()[-1] if told else ""
    to_open = [order.get("x", "home")]
    while not place:
        folder = to_open.pop(0)
        seen = yield call(order["open"], folder=folder)
        inner = re.findall(r"(\w+)/", seen)
        if order.get("b") and re.search(rf"[ :]{order['b']}[ .]", seen):
            place = folder
        elif "x" in order:
            place = inner[0]
        to_open += inner
    return (yield call(order["move"], file=order["a"], folder=place))


def _empty(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    if told:
        waste = told.split()[1:]
    else:
        waste = re.findall(r"\w+", (yield call(order["open"], folder=order["y"])))[1:]
    seen = ""
    for file in waste:
        seen = yield call(order["delete"], file=file)
    return seen


HANDLERS = {"sub": _bring, "join": _bring, "find": _bring, "empty": _empty}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Open folders until the wanted one is known; open the one to empty; a hint names both."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("folder_desk", "tool_use", "Tool Use", KNOBS, build, expert)
