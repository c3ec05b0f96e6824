"""A ledger desk: pay from the richest of some accounts (a slip can be paid back), then answer a balance."""

from __future__ import annotations

import random
import re
import textwrap

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .tool_frame import answer, call, read_message, tool_program, verbs
from .wording import free_choice, title_for

KNOBS = {
    "easy": {"order": "pay", "turns": 5, "most": 8},
    "medium": {"order": "more", "turns": 7, "most": 9},
    "hard": {"order": "most", "turns": 8, "most": 9},
}
"""``order``: the first message, naming one, two or three payers; reading all takes 3, 5 and 6 replies."""

VERBS = (("read", "pay"), ("check", "send"), ("inspect", "give"), ("count", "transfer"))
TEMPLATES = {
    "pay": (
        "<<Pay>> {n} from {top} to {c}.",
        "{top} owes {c} {n}. <<Pay>> it.",
        "Please <<pay>> {c} {n} from {top}.",
    ),
    "more": (
        "<<Pay>> {n} to {c} from {a} or {b}, the one with more. <<Read>> both.",
        "<<Read>> {a} and {b}. The richer must <<pay>> {n} to {c}.",
        "{c} needs {n}. <<Pay>> it from the richer of {a} and {b}: <<read>> them.",
    ),
    "most": (
        "<<Pay>> {n} to {c} from {a}, {b} or {d}, the one with most. <<Read>> them.",
        "<<Read>> {a}, {b} and {d}. The richest must <<pay>> {n} to {c}.",
        "{c} needs {n}. <<Pay>> it from the richest of {a}, {b}, {d}: <<read>> them.",
    ),
}
QUESTIONS = (
    "What is in {c} now? <<Read>> it and answer the number.",
    "Last, <<read>> {c} and answer with the number.",
    "<<Read>> {c}. The number is your answer.",
)
PARTIES = {
    "pay": "self.top, self.c = rng.sample(self.names, 2)",
    "more": """
        self.a, self.b, self.c = rng.sample(self.names, 3)
        self.top = max(self.a, self.b, key=s.get)
    """,
    "most": """
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        self.top = max(self.a, self.b, self.d, key=s.get)
    """,
}
HINTS = (
    "{self.top} can pay, then {self.c} ends with {self.end[self.c]}.",
    "the payer is {self.top}, at the end {self.c} holds {self.end[self.c]}.",
)
BALANCES = (
    "{account}: {self._state[account]}.",
    "{account} has {self._state[account]}.",
    "{self._state[account]} in {account}.",
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A ledger over four accounts named by theme nouns; one payment, then a question."""
    read, pay = free_choice(VERBS, theme, rng)
    return tool_program(
        title=title_for(theme, rng, ("ledger", "bank", "account", "fund", "purse")),
        summary=rng.choice(
            ("<<Read>> and <<pay>> accounts for the <<person>>.", "Keep the ledger of <<setting>>.")
        ),
        turns=knobs["turns"],
        names=theme.pick(rng, 4),
        reset=f"s = self._state = dict(zip(self.names, rng.sample(range(3, {knobs['most'] + 1}), 4)))\n"
        + textwrap.dedent(PARTIES[knobs["order"]]).strip()
        + "\nself.n = rng.randint(1, 3)"
        + "\nself.end = s | {self.top: s[self.top] - self.n, self.c: s[self.c] + self.n}",
        tools={
            read: '"Read one account.", account=self.names',
            pay: '"<<Pay>> an amount.", source=self.names, target=self.names, amount=list(range(1, 10))',
        },
        messages=[rng.choice(TEMPLATES[knobs["order"]]), rng.choice(QUESTIONS)],
        criteria=["s == self.end"],
        answer="str(self.end[self.c])",
        methods=f"""
            def tool_<<read>>(self, account):
                return f"{rng.choice(BALANCES)}"
            def tool_<<pay>>(self, source, target, amount):
                s = self._state
                if amount > s[source]:
                    return "{rng.choice(("Not possible.", "That cannot be done.", "Refused."))}"
                s[source] -= amount
                s[target] += amount
                self._expected_answer = str(s[self.c])
                return "{rng.choice(("Done.", "It is booked.", "The ledger is changed."))}"
        """,
        hint=f'f"{rng.choice(HINTS)}"',
        solution='[self.call("<<pay>>", source=self.top, target=self.c, amount=self.n), '
        'f"<answer>{self.end[self.c]}</answer>"]',
        values={"person": theme.person, "setting": theme.setting} | verbs(read=read, pay=pay),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Read every possible payer and pay from the richest, read the balance; skip what the hint tells."""
    order = read_message([text for texts in TEMPLATES.values() for text in texts], first_observation)
    assert order is not None, first_observation
    payers = [order[slot] for slot in ("top", "a", "b", "d") if slot in order]
    told = re.search(r"(\w+) can pay|payer is (\w+)", hint or "")
    balances = {}
    if len(payers) > 1 and not told:
        for payer in payers:
            balances[payer] = numbers((yield call(order["read"], account=payer)))[0]
    source = (told[1] or told[2]) if told else max(payers, key=lambda payer: balances.get(payer, 0))
    observation = yield call(order["pay"], source=source, target=order["c"], amount=int(order["n"]))
    question = read_message(QUESTIONS, observation)
    assert question is not None, observation
    if hint:
        yield answer(numbers(hint)[0])
    yield answer(numbers((yield call(question["read"], account=question["c"])))[0])


MECHANIC = Mechanic("ledger_desk", "tool_use", "Tool Use", KNOBS, build, expert)
