"""Work along a chain of people who always or never tell the truth; one person is settled each turn."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import WON, boxed, literal, make_title, program

KNOBS: dict[str, Knobs] = {
    "easy": {"forms": ("next",), "names": (5, 6), "turns": (4, 5)},
    "medium": {"forms": ("back", "mixed"), "names": (5, 7), "turns": (4, 5)},
    "hard": {"forms": ("alike",), "names": (6, 7), "turns": (4,)},
}

NAMES = (
    "ada",
    "ben",
    "cleo",
    "dov",
    "eva",
    "finn",
    "gus",
    "hana",
    "ivo",
    "june",
    "kai",
    "lena",
    "milo",
    "nora",
)
KINDS = (
    ("honest", "lying"),
    ("knight", "knave"),
    ("truthful", "false"),
    ("true", "fake"),
    ("fair", "tricky"),
)
GOALS = (
    "At <<setting>> each person is <<good>> (only tells the truth) or <<bad>> (only lies).",
    "The <<person>> at <<setting>> must learn who is <<good>> and who is <<bad>>. <<Bad>> ones always lie.",
    "Five people share a <<noun>>. <<Good>> ones tell the truth, <<bad>> ones never do.",
)
ASKS = (
    r"Reply \\boxed{<<good>>} or \\boxed{<<bad>>}.",
    r"Answer \\boxed{<<good>>} or \\boxed{<<bad>>}; no mistakes.",
    r"Say \\boxed{<<good>>} or \\boxed{<<bad>>}. One error ends it.",
)
QUESTIONS = ("What is {n}?", "Which is {n}?", "And {n}?", "Settle {n}.")
RIGHT = ("Right. ", "Yes. ", "Correct. ", "So it is. ")
WRONG = ("Wrong, {n} is {k}.", "No, {n} is {k}.", "A mistake: {n} is {k}.")
SUMMARIES = (
    "Find out who is <<good>> and who is <<bad>> at <<setting>>.",
    "Four people to judge from what they say about each other.",
    "A chain of claims about the <<noun>>; one person is known.",
)
HINTS = (
    '", ".join(f"{n} {k}" for n, k in zip(self.names[1:], self.kinds[1:])) + "."',
    '"From the start: " + " ".join(self.kinds[1:]) + "."',
    '"The <<bad>> ones: " + ", ".join(n for n, k in zip(self.names, self.kinds) if k == "<<bad>>") + "."',
)
CLAIMS = {
    "next": """k = "<<good>>" if self.kinds[i] == self.kinds[i - 1] else "<<bad>>"
        say = f"{self.names[i - 1]} says {n} is {k}." """,
    "back": """k = "<<good>>" if self.kinds[i] == self.kinds[i - 1] else "<<bad>>"
        say = f"{n} says {self.names[i - 1]} is {k}." """,
    "mixed": """k = "<<good>>" if self.kinds[i] == self.kinds[i - 1] else "<<bad>>"
        p = [n, self.names[i - 1]]
        say = f"{p[i % 2]} says {p[1 - i % 2]} is {k}." """,
    "alike": """same = (self.kinds[i] == self.kinds[0]) == (self.kinds[i - 1] == "<<good>>")
        say = f"{self.names[i - 1]} says {n} and {self.names[0]} are {'alike' if same else 'unlike'}." """,
}

BODY = r"""        self.i = 1
        self.names = rng.sample(self.pool, 5)
        self.kinds = rng.sample(["<<good>>", "<<bad>>"] * 2, 4)
        self.kinds.insert(0, rng.choice(self.kinds))
        return "<<goal>> <<ask>> " + self.show(), {}
    def show(self):
        i, n = self.i, self.names[self.i]
        <<claim>>
        known = ", ".join(f"{p} {k}" for p, k in zip(self.names[:i], self.kinds))
        return f"Known: {known}. {say} <<question>>"
<<READ>>
        n, k = self.names[self.i], self.kinds[self.i]
        note = "Reply <<good>> or <<bad>>. "
        if a in ["<<good>>", "<<bad>>"] and a != k:
            return f"<<wrong>>", 0.0, True, False, {}
        if a == k:
            self.i += 1
            note = "<<right>>"
        if self.i == 5:
            return "<<won>>", 1.0, True, False, {}
<<LAST>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return self.kinds[1:]
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Five people, the first known, the other four two of each kind; ``forms`` says how they make claims.

    ``names``: how many names there are to choose from; ``turns``: the cap.
    """
    noun = theme.pick(rng, 1)[0]
    good, bad = rng.choice(KINDS)
    return program(
        BODY,
        title=make_title([noun], theme.setting, rng.choice(("claims", "witnesses", "truth", "liars")), rng),
        summary=rng.choice(SUMMARIES),
        cap=rng.choice(knobs["turns"]),
        fields=[f"self.pool = {literal(rng.sample(NAMES, rng.randint(*knobs['names'])))}"],
        goal=rng.choice(GOALS),
        ask=rng.choice(ASKS),
        claim=CLAIMS[rng.choice(knobs["forms"])].strip(),
        question=rng.choice(QUESTIONS),
        right=rng.choice(RIGHT),
        wrong=rng.choice(WRONG),
        hint=rng.choice(HINTS),
        good=good,
        bad=bad,
        Good=good.title(),
        Bad=bad.title(),
        noun=noun,
        setting=theme.setting,
        person=theme.person,
        won=rng.choice(WON),
    )


def _kind_words(observation: str) -> tuple[str, str]:
    """The two kind words (true, false) of this game: those that the text uses most."""
    return max(KINDS, key=lambda pair: len(re.findall(rf"\b(?:{'|'.join(pair)})\b", observation)))


def expert(first_observation: str, hint: str | None) -> Expert:
    """Apply one claim to the people already known; everything needed is in the last observation."""
    good, bad = _kind_words(first_observation)
    seen = first_observation
    while True:
        known = dict(pair.split() for pair in re.findall(r"Known: (.*?)\.", seen)[-1].split(", "))
        speaker, about, other, claim = re.findall(r"(\w+) says (\w+) (?:is|and (\w+) are) (\w+)", seen)[-1]
        if other:
            same = (claim == "alike") == (known[speaker] == good)
            kind = known[other] if same else (bad if known[other] == good else good)
        else:
            person = speaker if speaker in known else about
            kind = good if (known[person] == good) == (claim == good) else bad
        seen = yield boxed(kind)


def legal(observation: str, rng: random.Random) -> str:
    """One of the two kind words."""
    return boxed(rng.choice(_kind_words(observation)))


MECHANIC = Mechanic("truth_tellers", "game", "Logical Deduction", KNOBS, build, expert, legal)
