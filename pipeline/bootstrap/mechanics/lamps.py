"""Switch a row or ring of lamps on; each press also changes the lamps beside it."""

from __future__ import annotations

import random
import re
from itertools import combinations

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, boxed, make_title, program

KNOBS: dict[str, Knobs] = {
    "easy": {"forms": ("next", "before"), "count": (7, 7), "presses": (2, 3), "slack": 1},
    "medium": {"forms": ("both",), "count": (6, 7), "presses": (3, 3), "slack": 1},
    "hard": {"forms": ("ring",), "count": (7, 8), "presses": (3, 4), "slack": 1},
}

CELLS = {
    # the places a press on place i changes, and the sentence that says so
    "next": ("(i, i + 1)", "that place and the next one"),
    "before": ("(i - 1, i)", "that place and the one before"),
    "both": ("(i - 1, i, i + 1)", "that place and both neighbours"),
    "ring": ("((i - 1) % self.n, i, (i + 1) % self.n)", "that place and both neighbours in a ring"),
}
STATES = (("on", "off"), ("open", "shut"), ("lit", "dark"), ("up", "down"), ("warm", "cold"))
GOALS = (
    "Turn every <<noun>> <<good>> at <<setting>>.",
    "The <<person>> at <<setting>> wants each <<noun>> <<good>>.",
    "All <<count>> <<noun>> switches must be <<good>>.",
    "Make the whole <<noun>> row at <<setting>> <<good>>.",
)
RULES = ("Pressing one changes <<effect>>.", "A press flips <<effect>>.", "Each press turns <<effect>>.")
ASKS = (
    r"Press with \\boxed{number}.",
    r"Reply \\boxed{number}.",
    r"Send \\boxed{number} to press.",
)
SUMMARIES = (
    "Switch every <<noun>> to <<good>> by pressing.",
    "A switch puzzle with <<count>> places at <<setting>>.",
    "Each press changes <<effect>>.",
)
NOTES = ("Pressed {a}. ", "You press {a}. ", "Done. ", "Press {a} done. ")
HINTS = (
    '"Press " + ", ".join(map(str, self.s)) + "."',
    '"Use " + " and ".join(map(str, self.s)) + ", each once."',
    'f"Leave all but these alone: {self.s}"',
)

BODY = r"""        self.on = [True] * self.n
        self.s = sorted(rng.sample(range(1, self.n + 1), <<presses>>))
        for i in self.s:
            self.press(i - 1)
        return "<<goal>> <<rule>> <<ask>> " + self.show(), {}
    def press(self, i):
        for j in <<cells>>:
            if 0 <= j < self.n:
                self.on[j] = not self.on[j]
    def show(self):
        return " ".join(f"{i + 1} {'<<good>>' if v else '<<bad>>'}" for i, v in enumerate(self.on))
<<READ>>
        note = "<<unclear>>"
        if a in map(str, range(1, self.n + 1)):
            self.press(int(a) - 1)
            note = f"<<note>>"
        if all(self.on):
            return "<<won>>", 1.0, True, False, {}
<<LAST>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return [str(i) for i in self.s]
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``count`` lamps scrambled by ``presses`` different presses; ``forms`` says which lamps a press changes.

    Counts for which different press sets have the same effect (rows of 3k + 2, rings of 3k) are skipped,
    so that the scrambling presses are the shortest solution.
    """
    noun = theme.pick(rng, 1)[0]
    form = rng.choice(knobs["forms"])
    degenerate = {"both": 2, "ring": 0}.get(form)
    low, high = knobs["count"]
    count = rng.choice([number for number in range(low, high + 1) if number % 3 != degenerate])
    presses = rng.randint(*knobs["presses"])
    cells, effect = CELLS[form]
    good, bad = rng.choice(STATES)
    return program(
        BODY,
        title=make_title([noun], theme.setting, rng.choice(("lamps", "switches", "lights", "row")), rng),
        summary=rng.choice(SUMMARIES),
        cap=presses + knobs["slack"],
        fields=[f"self.n = {count}"],
        count=count,
        presses=presses,
        cells=cells,
        effect=effect,
        good=good,
        bad=bad,
        goal=rng.choice(GOALS),
        rule=rng.choice(RULES),
        ask=rng.choice(ASKS),
        note=rng.choice(NOTES),
        hint=rng.choice(HINTS),
        noun=noun,
        setting=theme.setting,
        person=theme.person,
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


_WANTED = {word: index == 0 for pair in STATES for index, word in enumerate(pair)}


def _state(observation: str) -> list[bool]:
    """Which places are as wanted, in order."""
    found = re.findall(rf"\b\d+ ({'|'.join(_WANTED)})\b", observation)
    return [_WANTED[word] for word in found]


def _form(first_observation: str) -> str:
    return next(form for form in ("ring", "both", "next", "before") if CELLS[form][1] in first_observation)


def _changed(form: str, place: int, count: int) -> set[int]:
    """Indices that a press on index ``place`` changes."""
    reach = {"next": (0, 1), "before": (-1, 0)}.get(form, (-1, 0, 1))
    cells = [place + shift for shift in reach]
    return {cell % count for cell in cells} if form == "ring" else {c for c in cells if 0 <= c < count}


def _plan(form: str, state: list[bool]) -> list[int]:
    """The smallest set of presses (from 1) that mends ``state``, nearest to the fixed end first."""
    places = range(len(state))
    wrong = {place for place in places if not state[place]}
    for size in range(1, len(state) + 1):
        for chosen in combinations(places, size):
            left = set(wrong)
            for place in chosen:
                left ^= _changed(form, place, len(state))
            if not left:
                ordered = reversed(chosen) if form == "before" else chosen
                return [place + 1 for place in ordered]
    return [1]


def expert(first_observation: str, hint: str | None) -> Expert:
    """The smallest set of presses that mends the places in view (in the order of the hint, if given).

    Where a press changes a place and the next one this is: press the first wrong place.
    """
    form = _form(first_observation)
    named = numbers(hint or "")
    seen = first_observation
    while True:
        plan = _plan(form, _state(seen))
        seen = yield boxed(next((number for number in named if number in plan), plan[0]))


def legal(observation: str, rng: random.Random) -> str:
    """The number of any place."""
    return boxed(rng.randint(1, len(_state(observation)) or 1))


MECHANIC = Mechanic("lamps", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
