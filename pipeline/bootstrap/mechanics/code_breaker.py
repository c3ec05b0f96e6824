"""Break a code of three words; each guess says for every place whether it was right."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, boxed, literal, make_title, program

KNOBS: dict[str, Knobs] = {
    "easy": {"words": 4, "form": "left", "turns": 4},
    "medium": {"words": 5, "form": "left", "turns": 5},
    "hard": {"words": 4, "form": "tried", "turns": 4},
}

GOALS = (
    "The <<person>> at <<setting>> set a code of three words.",
    "Open the lock at <<setting>>: three <<label>>s, one word each.",
    "Find the three secret words of the <<person>>. A word may repeat.",
    "A door at <<setting>> has three <<label>>s with a word in each.",
)
ASKS = (
    r"Guess like \\boxed{word word word}.",
    r"Reply three words: \\boxed{word word word}.",
    r"Answer in the form \\boxed{word word word}.",
)
LABELS = ("slot", "place", "ring", "dial", "key")
SUMMARIES = (
    "Find three secret words at <<setting>> by guessing.",
    "A code of <<noun>> words; each guess is checked place by place.",
    "Rule words out until the three <<label>>s are open.",
)
NOTES = ("{sum(hit)} right. ", "{sum(hit)} of 3 fit. ", "Right places: {sum(hit)}. ")
HINTS = (
    '"The code is " + " ".join(self.code) + "."',
    '"It begins with " + " ".join(self.code[:2]) + "."',
    '"It ends with " + " ".join(self.code[1:]) + "."',
)
SHOWS = {
    "left": """return " ".join(f"<<Label>> {i + 1}: {' '.join(self.left[i])}." for i in range(3))""",
    "tried": """return f"Words: {' '.join(self.words)}. Tried: {', '.join(self.tried) or 'none'}.\"""",
}
UPDATES = {
    "left": """for i in range(3):
                if hit[i]:
                    self.left[i] = [w[i]]
                elif w[i] in self.left[i]:
                    self.left[i].remove(w[i])""",
    "tried": """self.tried.append(" ".join(f"{x} {'yes' if h else 'no'}" for x, h in zip(w, hit)))""",
}
STARTS = {"left": "self.left = [list(self.words) for i in range(3)]", "tried": "self.tried = []"}

BODY = r"""        self.words = rng.sample(self.pool, <<count>>)
        self.code = [rng.choice(self.words) for i in range(3)]
        <<start>>
        return "<<goal>> <<ask>> " + self.show(), {}
    def show(self):
        <<show>>
<<READ>>
        w = a.split()
        note = "<<unclear>>"
        if w == self.code:
            return "<<won>>", 1.0, True, False, {}
        if len(w) == 3 and all(x in self.words for x in w):
            hit = [x == y for x, y in zip(w, self.code)]
            <<update>>
            note = f"<<note>>"
<<LAST>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return [" ".join(self.code)]
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Three places, ``words`` words for each; ``form`` says whether the words left or the tries are shown."""
    count = knobs["words"]
    pool = theme.pick(rng, rng.randint(count + 1, len(theme.nouns)))
    form = knobs["form"]
    label = rng.choice(LABELS)
    return program(
        BODY,
        title=make_title(pool, theme.setting, rng.choice(("code", "lock", "cipher", "secret")), rng),
        summary=rng.choice(SUMMARIES),
        cap=knobs["turns"],
        count=count,
        fields=[f"self.pool = {literal(pool)}"],
        start=STARTS[form],
        show=SHOWS[form],
        update=UPDATES[form],
        goal=rng.choice(GOALS),
        ask=rng.choice(ASKS),
        note=rng.choice(NOTES),
        hint=rng.choice(HINTS),
        label=label,
        Label=label.title(),
        noun=pool[0],
        setting=theme.setting,
        person=theme.person,
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """The first word still possible in every place; a hint settles the places it names."""
    sure = _settled(hint)
    seen = first_observation
    while True:
        words = [sure.get(place, left[0]) for place, left in enumerate(_possible(seen))]
        seen = yield boxed(" ".join(words))


def _settled(hint: str | None) -> dict[int, str]:
    """Place -> word, from a hint that gives the whole code, its first two or its last two words."""
    if not hint:
        return {}
    named = re.split(r" (?:is|with) ", hint)[1].rstrip(".").split()
    return dict(enumerate(named, start=1 if "ends" in hint else 0))


def _possible(observation: str) -> list[list[str]]:
    """The words that can still be right, for each of the three places."""
    lists = re.findall(rf"(?:{'|'.join(word.title() for word in LABELS)}) \d: (.*?)\.", observation)
    if lists:
        return [words.split() for words in lists]
    words = re.findall(r"Words: (.*?)\.", observation)[-1].split()
    tried = re.findall(r"Tried: (.*?)\.", observation)[-1]
    places = [list(words) for _ in range(3)]
    for line in [] if tried == "none" else tried.split(", "):
        parts = line.split()
        for place in range(3):
            word, verdict = parts[2 * place], parts[2 * place + 1]
            if verdict == "yes":
                places[place] = [word]
            elif word in places[place]:
                places[place].remove(word)
    return places


def legal(observation: str, rng: random.Random) -> str:
    """Three words, each drawn from all the words in view."""
    lists = re.findall(rf"(?:{'|'.join(word.title() for word in LABELS)}) \d: (.*?)\.", observation)
    lists = lists or re.findall(r"Words: (.*?)\.", observation)
    words = sorted({word for line in lists for word in line.split()})
    return boxed(" ".join(rng.choice(words) for _ in range(3)))


MECHANIC = Mechanic("code_breaker", "game", "Logical Deduction", KNOBS, build, expert, legal)
