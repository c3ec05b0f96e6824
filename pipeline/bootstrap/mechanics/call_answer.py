"""Call and answer: every answer is its call with the words in another order; give the next answer.

The order is read off the pairs in view. In the hard form two orders take turns, so that the pair before the
last one shows the order to use.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import WON, boxed, literal
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"length": 3, "kinds": 1, "calls": 3, "turns": 4},
    "medium": {"length": 4, "kinds": 1, "calls": 3, "turns": 5},
    "hard": {"length": 4, "kinds": 2, "calls": 4, "turns": 6},
}

ORDERS = {
    3: ((2, 1, 0), (1, 2, 0), (2, 0, 1), (1, 0, 2), (0, 2, 1)),
    4: ((3, 2, 1, 0), (1, 2, 3, 0), (3, 0, 1, 2), (1, 0, 3, 2), (3, 1, 2, 0), (2, 3, 0, 1)),
}
CALLS = (("Call", "Answer"), ("Asked", "Told"), ("Sent", "Returned"), ("Sung", "Echoed"))
GOALS = (
    "Each answer has the words of its call in another order.",
    "The <<person>> answers every call by the same plan. Find it.",
    "At <<setting>> a call comes back with its words moved.",
)
TWO = (
    " Two plans take turns.",
    " Every second call has another plan.",
    " The plan alternates between two.",
)
SHOWS = {
    1: """i, c = self.i - 1, self.calls[self.i - 1]
                text = f"<<pair>>\"""",
    2: """text = ""
                for i, c in enumerate(self.calls[self.i - 2 : self.i], self.i - 2):
                    text += f"<<pair>>\"""",
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Calls of ``length`` words, ``kinds`` orders in turn (1 or 2), ``calls`` answers to give."""
    length, kinds, calls = knobs["length"], knobs["kinds"], knobs["calls"]
    pool = theme.pick(rng, rng.choice((length + 1, length + 2)))
    orders = [list(order) for order in rng.sample(ORDERS[length], 4)]
    call, answer = rng.choice(CALLS)
    goal = rng.choice(GOALS) + (rng.choice(TWO) if kinds == 2 else "")
    chosen = f"self.order = rng.choice({orders})" if kinds == 1 else f"self.orders = rng.sample({orders}, 2)"
    order = "self.order" if kinds == 1 else "self.orders[i % 2]"
    wrong = rng.choice(("Not that order. ", "Wrong order. ", "No, move them otherwise. "))
    told = rng.choice(("To say:", "The answers:", "In turn:"))
    return scaffold(
        title=title_for(theme, rng, ("call", "answers", "call and answer", "echo")),
        summary=rng.choice(
            (
                "Find how answers reorder the words of a call.",
                f"Answer {calls} calls as the {theme.person} would.",
                f"Words change places at {theme.setting}; find the plan.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            {chosen}
            self.calls = [rng.sample({literal(pool)}, {length}) for i in range({calls + kinds})]
            self.i = {kinds}
            return "{goal} {rng.choice(FORMS)} \\\\boxed{{{" ".join(pool[:length])}}}. " + self.show(), {{}}
        """,
        helpers=f"""
            def answer(self, i):
                return " ".join(self.calls[i][k] for k in {order})
            def show(self):
                {SHOWS[kinds]}
                return f"{{text}}{call}: {{' '.join(self.calls[self.i])}}. {answer}?"
        """.replace("<<pair>>", f"{call}: {{' '.join(c)}}. {answer}: {{self.answer(i)}}. "),
        step=f"""
            if a == self.answer(self.i):
                self.i += 1
                note = f"<<right>> {{len(self.calls) - self.i}} to go. "
            else:
                note = "{wrong}"
            if self.i == len(self.calls):
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=f'return "{told} " + "; ".join(self.answer(i) for i in range({kinds}, {calls + kinds})) + "."',
        solution=f"return [self.answer(i) for i in range({kinds}, len(self.calls))]",
        goal=goal,
        setting=theme.setting,
        person=theme.person,
        right=rng.choice(RIGHT),
        won=rng.choice(WON),
    )


def _pairs(observation: str) -> tuple[list[tuple[list[str], list[str]]], list[str]]:
    """(the answered calls in view, the open call)."""
    for call, answer in CALLS:
        calls = [words.split() for words in re.findall(rf"{call}: (.*?)\.", observation)]
        answers = [words.split() for words in re.findall(rf"{answer}: (.*?)\.", observation)]
        if calls:
            return list(zip(calls, answers, strict=False)), calls[-1]
    raise ValueError(f"no call in {observation!r}")


def expert(first_observation: str, hint: str | None) -> Expert:
    """Reorder the open call as the oldest pair in view shows; a hint says the same and changes no move."""
    seen = first_observation
    while True:
        pairs, call = _pairs(seen)
        before, after = pairs[0]
        seen = yield boxed(" ".join(call[before.index(word)] for word in after))


def legal(observation: str, rng: random.Random) -> str:
    """The words of the open call in any order."""
    call = _pairs(observation)[1]
    return boxed(" ".join(rng.sample(call, len(call))))


MECHANIC = Mechanic("call_answer", "game", "Pattern Recognition", KNOBS, build, expert, legal)
