"""A loan desk: look who has a thing, call it back and lend it on; find what a member still holds."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..tool_frame import answer, call, read_message, tool_program, verbs
from ..wording import free_choice, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("lend", "ask"), "members": 7, "turns": 6},
    "medium": {"orders": ("lend", "clear"), "members": 8, "turns": 9},
    "hard": {"orders": ("lend", "clear", "ask"), "members": 9, "turns": 12},
}
"""``orders``: the user messages in turn; ``members``: how many there are."""

VERBS = (
    ("find", "recall", "lend"),
    ("seek", "fetch", "loan"),
    ("look", "reclaim", "issue"),
    ("check", "collect", "give"),
)
TEMPLATES = {
    "lend": (
        "Member {p} wants {a}. <<Find>> it, <<recall>> it if it is out, and <<lend>> it.",
        "<<Lend>> {a} to member {p}; <<find>> it first and <<recall>> it if need be.",
    ),
    "clear": (
        "Member {q} leaves with {d}, {e} or {f}. <<Find>> which and <<recall>> it.",
        "<<Recall>> what member {q} has: <<find>> out if {d}, {e} or {f}.",
    ),
    "ask": (
        "Who has {c}? <<Find>> it and answer the number of the member.",
        "Last, <<find>> {c} and answer with the number of its member.",
    ),
}
CRITERIA = {"lend": "s[self.a] == self.p", "clear": "self.q not in s.values()"}
CALLS = {
    "lend": ('self.call("<<recall>>", thing=self.a)', 'self.call("<<lend>>", thing=self.a, member=self.p)'),
    "clear": ('self.call("<<recall>>", thing=self.b)',),
    "ask": ('f"<answer>{self.m}</answer>"',),
}
HINTS = {
    "lend": ("{self.a} is out", "recall {self.a} at once"),
    "clear": ("{self.b} is what {self.q} has", "recall {self.b} from {self.q}"),
    "ask": ("{self.c} is with {self.m}", "{self.m} has {self.c}"),
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Five things named by theme nouns, each out with another one of the ``members``."""
    orders, members = knobs["orders"], knobs["members"]
    find, recall, lend = free_choice(VERBS, theme, rng)
    style = rng.randrange(2)
    out = rng.choice(
        ("{thing}: out with member {self._state[thing]}.", "Member {self._state[thing]} has {thing}.")
    )
    return tool_program(
        title=title_for(theme, rng, ("loans", "library", "lending", "tool shed")),
        summary=rng.choice(
            (
                "<<Find>>, <<recall>> and <<lend>> things for the <<person>>.",
                "Members of <<setting>> borrow and bring back.",
            )
        ),
        turns=knobs["turns"],
        names=theme.pick(rng, 5),
        reset=f"""
            self.a, self.c, self.d, self.e, self.f = rng.sample(self.names, 5)
            self.b = rng.choice([self.d, self.e, self.f])
            m = rng.sample(range(1, {members + 1}), 6)
            s = self._state = dict(zip(self.names, m))
            self.p, self.q, self.m = m[-1], s[self.b], s[self.c]
        """,
        tools={
            find: '"<<Find>> out who has a thing.", thing=self.names',
            recall: '"<<Recall>> a thing that is out.", thing=self.names',
            lend: '"<<Lend>> a thing that is here.", thing=self.names, member=list(range(1, <<members>>))',
        },
        messages=[rng.choice(TEMPLATES[order]) for order in orders],
        criteria=[CRITERIA[order] for order in orders if order in CRITERIA],
        answer="str(self.m)" if "ask" in orders else "None",
        methods=f"""
            def tool_<<find>>(self, thing):
                if not self._state[thing]:
                    return f"{rng.choice(("{thing} is here.", "{thing}: on the shelf."))}"
                return f"{out}"
            def tool_<<recall>>(self, thing):
                self._state[thing] = 0
                return "{rng.choice(("It is back.", "Back on the shelf.", "Done."))}"
            def tool_<<lend>>(self, thing, member):
                if self._state[thing]:
                    return "{rng.choice(("It is out.", "Somebody has it.", "Not here."))}"
                self._state[thing] = member
                return "{rng.choice(("Lent.", "It is written down.", "Given out."))}"
        """,
        hint='f"' + ", ".join(HINTS[order][style] for order in orders) + '."',
        solution="[" + ", ".join(line for order in orders for line in CALLS[order]) + "]",
        values={"person": theme.person, "members": members + 1, "setting": theme.setting}
        | verbs(find=find, recall=recall, lend=lend),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Look before acting, thing by thing where only the member is named; a hint saves the looking."""
    parts = (hint or "").rstrip(".").split(", ")
    observation = first_observation
    while True:
        kind, order = next(
            (kind, order) for kind in TEMPLATES if (order := read_message(TEMPLATES[kind], observation))
        )
        find, recall, lend = next(verbs for verbs in VERBS if verbs[0] == order["find"])
        told = parts.pop(0) if hint else ""
        if kind == "lend":
            if not hint:
                yield call(find, thing=order["a"])
            yield call(recall, thing=order["a"])
            observation = yield call(lend, thing=order["a"], member=int(order["p"]))
        elif kind == "clear":
            thing = re.findall(r"^(?:recall )?(\w+)", told)[0] if hint else ""
            for name in [] if hint else [order["d"], order["e"], order["f"]]:
                seen = yield call(find, thing=name)
                if re.search(rf"[Mm]ember {order['q']}\b", seen):
                    thing = name
                    break
            observation = yield call(recall, thing=thing)
        else:
            seen = told or (yield call(find, thing=order["c"]))
            observation = yield answer(re.findall(r"\d", seen)[0])


MECHANIC = Mechanic("loan_desk", "tool_use", "Tool Use", KNOBS, build, expert)
