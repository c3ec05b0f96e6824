"""A mail desk: see who is in a group, send a note to all of them, to all but one, or to two groups."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Generator

from .base import Expert, Knobs, Mechanic, Theme
from .tool_frame import call, follow, tool_names, tool_program, verbs, workflow
from .wording import free_choice, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("all", "add"), "people": 5, "size": 2, "turns": 6},
    "medium": {"orders": ("all", "but"), "people": 7, "size": 3, "turns": 6},
    "hard": {"orders": ("but", "two"), "people": 7, "size": 3, "turns": 7},
}
"""``orders``: the user messages in turn; ``people``: how many; ``size``: members of a group. The shortest
line of replies takes 4, 4 and 5."""

ROWS = (("members", "send"), ("group", "mail"), ("roll", "write"))
NOTES = (("hello", "thanks", "sorry"), ("welcome", "goodbye", "later"), ("yes", "no", "maybe"))
TEMPLATES = {
    "all": ("<<Send>> {x} to the <<members>> of {g}.", "See the <<members>> of {g}, <<send>> them {x}."),
    "but": (
        "<<Send>> {y} to the <<members>> of {h} but not to {a}.",
        "See the <<members>> of {h}; <<send>> {y} to all but {a}.",
    ),
    "add": (
        "<<Send>> {y} to the <<members>> of {h} and to {b}.",
        "See the <<members>> of {h}; <<send>> them and {b} {y}.",
    ),
    "two": (
        "<<Send>> {z} to the <<members>> of {g} and of {h}.",
        "See the <<members>> of {g} and {h}; <<send>> all {z}.",
    ),
}
GOALS = {
    "all": ("x", "self.n[:<<size>>]"),
    "but": ("y", "self.n[<<but>>]"),
    "add": ("y", "self.n[<<size>>:<<more>>]"),
    "two": ("z", "self.n[:<<both>>]"),
}
"""The note of a message, and who has to get it."""
CRITERIA = {kind: f"s.get(self.{note}) == sorted({who})" for kind, (note, who) in GOALS.items()}
CALLS = {kind: f'self.call("<<send>>", note=self.{note}, to={who})' for kind, (note, who) in GOALS.items()}
HINTS = {
    kind: (f"{where} {{' '.join({who})}}", f"people {{' '.join({who})}}")
    for where, (kind, (note, who)) in zip(("for", "then", "also", "both"), GOALS.items(), strict=True)
}
SHOWN = ("Group {group}", "{group}", "In {group}")


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Theme nouns are the people; two groups of ``size`` share nobody."""
    orders, tools, size = knobs["orders"], tool_names(ROWS, theme, rng), knobs["size"]
    left_out, but = rng.choice(((size, f"{size + 1}:{2 * size}"), (2 * size - 1, f"{size}:{2 * size - 1}")))
    slices = {"size": size, "both": 2 * size, "more": 2 * size + 1, "but": but}
    notes = free_choice(NOTES, theme, rng)
    return tool_program(
        title=title_for(theme, rng, ("mail", "letters", "notes", "post")),
        summary=rng.choice(("Mail for the <<person>>.", "Notes to groups of <<setting>>.")),
        turns=knobs["turns"],
        names=theme.pick(rng, knobs["people"]),
        reset=f"""
            self.x, self.y, self.z = {json.dumps(notes)}
            n = self.n = rng.sample(self.names, {knobs["people"]})
            self.g, self.h = rng.sample(range(1, 7), 2)
            self.a, self.b = n[{left_out}], n[{2 * size}]
            self._state = {{}}
        """,
        tools={
            tools["members"]: '"Who is in.", group=[self.g, self.h]',
            tools["send"]: '"<<Send>> a note.", note=[self.x, self.y, self.z], '
            'to={"type": "array", "items": {"enum": self.names}}',
        },
        **workflow(orders, TEMPLATES, CRITERIA, CALLS, HINTS, rng),
        answer=None,
        methods=f"""
            def tool_<<members>>(self, group):
                who = self.n[:<<size>>] if group == self.g else self.n[<<size>>:<<both>>]
                return f"{rng.choice(SHOWN)}: {{' '.join(who)}}."
            def tool_<<send>>(self, note, to):
                if len(to) < 2:
                    return "{rng.choice(("A note goes to several.", "List all who get it."))}"
                self._state[note] = sorted(to)
                return "{rng.choice(("Sent.", "It is out.", "Done."))}"
        """,
        values={"person": theme.person, "setting": theme.setting} | slices | verbs(**tools),
        form="schemas",
    )


def _send(order: dict[str, str], told: str | None) -> Generator[str, str, str]:
    people: list[str] = told.split()[1:] if told else []
    for group in [] if told else [order[slot] for slot in "gh" if slot in order]:
        seen = yield call(order["members"], group=int(group))
        people += re.findall(r"\w+", seen.rpartition(":")[2])
    if not told:
        people = [name for name in people if name != order.get("a")] + ([order["b"]] if "b" in order else [])
    return (yield call(order["send"], note=order.get("x") or order.get("y") or order["z"], to=people))


HANDLERS = dict.fromkeys(TEMPLATES, _send)


def expert(first_observation: str, hint: str | None) -> Expert:
    """Look up the groups that the message names and list their people, with or without the one named."""
    return follow(ROWS, TEMPLATES, HINTS, HANDLERS, first_observation, hint)


MECHANIC = Mechanic("mail_desk", "tool_use", "Tool Use", KNOBS, build, expert)
