"""The scaffold the game mechanics share: one class head, one way to read a reply, wording to choose from.

Programs are written as raw text with ``<<slot>>`` marks instead of f-strings, because the programs
themselves are full of braces. A uniform scaffold is what lets a very small model learn to write them.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence

_HEAD = r'''import <<imports>>
class <<cls>>:
    """<<title>>
    <<summary>>"""
    def __init__(self, max_turns=<<cap>>, **kwargs):
        self.max_turns = max_turns
<<fields>>        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
'''

READ = r"""    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
"""

LAST = "        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}\n"

WON = ("Well done.", "Solved.", "That is it, you win.", "Success.", "All done, you win.", "Good work.")
UNCLEAR = ("Not a usable reply. ", "That is not possible. ", "No such choice. ", "Please use the format. ")


def fill(text: str, **slots: object) -> str:
    """Replace every ``<<name>>`` of ``text``, also inside filled text; KeyError names one without value."""
    while re.search(r"<<\w+>>", text):
        text = re.sub(r"<<(\w+)>>", lambda mark: str(slots[mark.group(1)]), text)
    return text


def program(
    body: str,
    *,
    title: str,
    summary: str,
    cap: int,
    fields: Sequence[str] = (),
    imports: str = "random, re",
    **slots: object,
) -> str:
    """One program: the shared head, then ``body`` (the rest of ``reset`` and the other methods).

    ``<<READ>>`` and ``<<LAST>>`` in ``body`` stand for the shared first and last lines of ``step``;
    ``cap`` is the turn limit; ``fields`` are extra lines of ``__init__``; ``slots`` fill the other marks.
    """
    lines = "".join(f"        {line}\n" for line in fields)
    text = _HEAD + body.replace("<<READ>>\n", READ).replace("<<LAST>>\n", LAST)
    own = {"cls": class_name(title), "title": title, "summary": summary, "cap": cap, "fields": lines}
    return fill(text, imports=imports, **own, **slots)


def class_name(title: str) -> str:
    """``The Pier Levers`` -> ``ThePierLeversEnv``."""
    return "".join(word.capitalize() for word in re.findall(r"[A-Za-z]+", title)) + "Env"


def make_title(nouns: Sequence[str], setting: str, thing: str, rng: random.Random) -> str:
    """A title from one theme word or the place, and what the game is about (``thing``)."""
    place = re.sub(r"^(the|a|an) ", "", setting)
    return f"{rng.choice([rng.choice(nouns), place])} {thing}".title()


def literal(words: Sequence[str]) -> str:
    """A list display with double quotes, as the programs write it."""
    return json.dumps(list(words))


def after(labels: Sequence[str], text: str, end: str = ".") -> str:
    """The text that follows the last ``label:`` up to ``end`` ("" if no label occurs)."""
    found = re.findall(rf"(?:{'|'.join(labels)}): (.*?){re.escape(end)}", text)
    return found[-1] if found else ""


def boxed(reply: object) -> str:
    """The reply in the format the programs read."""
    return f"\\boxed{{{reply}}}"
