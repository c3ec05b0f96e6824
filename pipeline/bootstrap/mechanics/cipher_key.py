"""Cipher key: decode coded letters with a small substitution key, one a turn or as a choice among four words.

Letters are shown apart (``k r o``), because a tokenizer splits letters only when they stand apart. In
the hard form one letter may be missing from the key, which then has to be found by elimination.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"mode": ("letter",), "size": (5, 6), "length": (3,)},
    "medium": {"mode": ("letter", "choose"), "size": (6, 7), "length": (3,)},
    "hard": {"mode": ("gap", "choose"), "size": (6, 7), "length": (4,)},
}

LABELS = ("Key", "Table", "Code")
SIGNS = ("is", "=", "means", "->")
ROUNDS = 3
LETTER_RESET = """
            code = rng.sample("{letters}", {size})
            self.key = dict(zip(code, "{letters}"))
            self.word = rng.sample(code, {length})
            self.known = {known}
            self.done = []
            return "{goal} {ask}" + self.show(), {{}}
"""
LETTER_SHOW = """
            def show(self):
                key = ", ".join(c + " {sign} " + self.key[c] for c in self.known)
                text = " ".join(self.key[c] for c in self.done) or "none"
                word, i = " ".join(self.word), len(self.done)
                return f"{label}: {{key}}. Word: {{word}}. {so_far}: {{text}}. Next: {{self.word[i]}}."
"""
LETTER_STEP = """
            c = self.word[len(self.done)]
            note = "{wrong} " if len(a) == 1 else "<<unclear>>"
            if a == self.key[c]:
                self.done.append(c)
                note = "<<right>> "
            if len(self.done) == {length}:
                return "<<won>>", 1.0, True, False, {{}}
"""
CHOOSE_RESET = """
            code = rng.sample("{letters}", {size})
            self.key = dict(zip(code, "{letters}"))
            self.good = 0
            self.rounds = []
            for i in range({rounds}):
                word = rng.sample(code, {length})
                p = "".join(self.key[c] for c in word)
                opts = [p, p[::-1], p[1:] + p[:1], p[2:] + p[:2]]
                rng.shuffle(opts)
                self.rounds.append((word, opts, p))
            return "{goal} {ask}" + self.show(), {{}}
"""
CHOOSE_SHOW = """
            def show(self):
                key = ", ".join(c + " {sign} " + p for c, p in self.key.items())
                word, opts, p = self.rounds[self.good]
                text = ", ".join(" ".join(o) for o in opts)
                return f"{label}: {{key}}. Word {{self.good + 1}}: {{' '.join(word)}}. Choices: {{text}}."
"""
CHOOSE_STEP = """
            note = "<<unclear>>"
            if a.replace(" ", "") == self.rounds[self.good][2]:
                self.good += 1
                note = "<<right>> "
            elif a:
                return "{wrong}", 0.0, True, False, {{}}
            if self.good == {rounds}:
                return "<<won>>", 1.0, True, False, {{}}
"""
CHOOSE_HINT = (
    'return ", ".join(f"word {i + 1} is " + " ".join(x[2]) for i, x in enumerate(self.rounds)) + "."'
)
LETTER_HINTS = (
    'return "the word is " + " ".join(self.key[c] for c in self.word) + "."',
    'return ", ".join(c + " stands for " + self.key[c] for c in self.word) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A key of ``size`` letters, words of ``length``; ``mode`` letter, gap (one letter hidden) or choose."""
    mode, size, length = (rng.choice(knobs[knob]) for knob in ("mode", "size", "length"))
    choose = mode == "choose"
    found = sorted({letter for noun in theme.nouns for letter in noun if letter.isascii()})
    letters = "".join(sorted(rng.sample(found if len(found) >= size else "aehklmnorst", size)))
    person = theme.person
    goal = rng.choice(
        (
            f"A word in code came to {theme.setting}.",
            f"The {person} sends a word in code.",
            f"Read the coded word of the {person}.",
            f"Decode a message at {theme.setting}.",
        )
    )
    goal += f" Choose {ROUNDS} times without a mistake." if choose else " Decode one letter a turn."
    if mode == "gap":
        goal += f" The key lacks one of {' '.join(letters)}."
    example = " ".join(letters[:length]) if choose else letters[0]
    slots = {
        "letters": letters,
        "size": size,
        "length": length,
        "rounds": ROUNDS,
        "known": "[c for c in code if c != self.word[-1]]" if mode == "gap" else "code",
        "goal": goal,
        "ask": f"{rng.choice(FORMS)} \\\\boxed{{{example}}}. ",
        "sign": rng.choice(SIGNS),
        "label": rng.choice(LABELS),
        "so_far": rng.choice(("So far", "Decoded", "Text")),
        "wrong": rng.choice(("Wrong.", "No.", "Not so.")),
    }
    return scaffold(
        title=title_for(theme, rng, ("cipher", "code", "letters", "message")),
        summary=rng.choice(
            (
                f"Decode letters with the key of the {person}.",
                f"Use a small key to read a word at {theme.setting}.",
                f"The {person} swaps letters. Swap them back.",
            )
        ),
        turns=ROUNDS + 1 if choose else length + 1,
        reset=(CHOOSE_RESET if choose else LETTER_RESET).format(**slots),
        helpers=(CHOOSE_SHOW if choose else LETTER_SHOW).format(**slots),
        step=(CHOOSE_STEP if choose else LETTER_STEP).format(**slots),
        hint=CHOOSE_HINT if choose else rng.choice(LETTER_HINTS),
        solution="return [x[2] for x in self.rounds]"
        if choose
        else "return [self.key[c] for c in self.word]",
        right=rng.choice(RIGHT),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Look the coded letters up in the shown key; the missing one is the letter no other stands for."""
    lacks = re.findall(r"lacks one of ([a-z ]+)\.", first_observation)
    letters = lacks[0].split() if lacks else []
    observation = first_observation
    while True:
        key = dict(re.findall(rf"(\w) (?:{'|'.join(SIGNS)}) (\w)", after(LABELS, observation)))
        rest = [letter for letter in letters if letter not in key.values()]
        key |= {code: rest[0] for code in letters if code not in key}
        if "Choices:" in observation:
            reply = " ".join(key[code] for code in after([r"Word \d"], observation).split())
        else:
            reply = key[after(["Next"], observation)]
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any of the choices, or any letter the key maps to."""
    if "Choices:" in observation:
        return boxed(rng.choice(after(["Choices"], observation).split(", ")))
    return boxed(rng.choice(re.findall(rf"(?:{'|'.join(SIGNS)}) (\w)", after(LABELS, observation))))


MECHANIC = Mechanic("cipher_key", "game", "Pattern Recognition", KNOBS, build, expert, legal)
