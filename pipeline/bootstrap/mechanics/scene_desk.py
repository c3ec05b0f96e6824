"""A smart home: read what a scene wants of locks and blinds and set them so, all of them or just one."""

from __future__ import annotations

import random
import re
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme
from .tool_frame import call, follow, tool_names, tool_program, verbs, workflow
from .wording import free_choice, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("one", "all"), "things": 4, "parts": 2, "turns": 7},
    "medium": {"orders": ("all", "one"), "things": 5, "parts": 3, "turns": 8},
    "hard": {"orders": ("all", "next"), "things": 6, "parts": 3, "turns": 10},
}
"""``orders``: the user messages in turn; ``things``: locks and blinds; ``parts``: how many a scene sets. The
shortest line of replies takes 5, 6 and 8."""

ROWS = (("read", "set"), ("view", "make"), ("check", "put"))
SCENES = (("dawn", "dusk"), ("guest", "holiday"), ("work", "party"))
TEMPLATES = {
    "all": ("<<Read>> scene {x} and <<set>> all of it.", "Scene {x}, please: <<read>> it and <<set>> each."),
    "one": ("<<Set>> {a} as in scene {y}: <<read>> it.", "<<Read>> scene {y}, but <<set>> only {a} so."),
    "next": ("Now <<read>> scene {y} and <<set>> it all.", "Then scene {y}: <<read>> and <<set>> each."),
}
CRITERIA = {"all": "s | self.p == s", "one": "s[self.a] == self.q[self.a]", "next": "s | self.q == s"}
CALLS = {
    "all": '*[self.call("<<set>>", thing=t, on=v) for t, v in self.p.items()]',
    "one": 'self.call("<<set>>", thing=self.a, on=self.q[self.a])',
    "next": '*[self.call("<<set>>", thing=t, on=v) for t, v in self.q.items()]',
}
HINTS = {
    "all": ("{self.say(self.p)} in it", "first {self.say(self.p)}"),
    "one": ("only {self.say(self.q)}", "there {self.say(self.q)}"),
    "next": ("then {self.say(self.q)}", "next {self.say(self.q)}"),
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the locks and blinds; the second scene wants the opposite of the first."""
    orders, tools = knobs["orders"], tool_names(ROWS, theme, rng)
    return tool_program(
        title=title_for(theme, rng, ("home", "locks", "blinds", "scenes")),
        summary=rng.choice(("Locks and blinds of <<setting>>.", "A smart home for the <<person>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["things"]),
        reset=f"""
            self.x, self.y = rng.sample({list(free_choice(SCENES, theme, rng))}, 2)
            self.p = {{t: rng.random() < 0.5 for t in rng.sample(self.names, {knobs["parts"]})}}
            self.q = {{t: not v for t, v in self.p.items()}}
            self.a = rng.choice(list(self.p))
            self._state = dict.fromkeys(self.names)
        """.replace("'", '"'),
        tools={
            tools["read"]: '"<<Read>> a scene.", scene=[self.x, self.y]',
            tools["set"]: '"<<Set>> one.", thing=self.names, on={"type": "boolean"}',
        },
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer=None,
        methods=f"""
            def say(self, scene):
                return " ".join(f"{{t}} {{['off', 'on'][v]}}" for t, v in scene.items())
            def tool_<<read>>(self, scene):
                return f"{{scene}}: {{self.say(self.p if scene == self.x else self.q)}}."
            def tool_<<set>>(self, thing, on):
                self._state[thing] = on
                return f"{rng.choice(("{thing} is {['off', 'on'][on]}.", "Done with {thing}."))}"
        """,
        values={"person": theme.person, "setting": theme.setting} | verbs(**tools),
        form="schemas",
    )


def _set(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    shown = told or (yield call(order["read"], scene=order.get("x") or order["y"]))
    for thing, way in re.findall(r"(\w+) (off|on)\b", shown):
        if order.get("a") in (None, thing):
            shown = yield call(order["set"], thing=thing, on=way == "on")
    return shown


HANDLERS = {"all": _set, "one": _set, "next": _set}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Read the scene, then set what it lists; the hint lists it too."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("scene_desk", "tool_use", "Tool Use", KNOBS, build, expert)
