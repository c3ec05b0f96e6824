"""Common cause: two gauges move together; set each by hand to learn which drives which, if either does.

Watching cannot tell; an intervention can: what is set by hand moves only what it drives.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, boxed, literal
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"rounds": 3, "verdicts": 3, "shown": "words", "turns": 11},
    "medium": {"rounds": 2, "verdicts": 4, "shown": "numbers", "turns": 8},
    "hard": {"rounds": 3, "verdicts": 4, "shown": "drift", "turns": 12},
}

GAUGES = ("Gauges", "Pair", "Dials", "Meters")
TESTS = ("Tests", "Seen", "Trials", "Notes")
MOVES = {
    "words": "{'follows' if self.truth[self.r] in (k, 3) else 'stays'}",
    "numbers": "+{<<up>> * (self.truth[self.r] in (k, 3))}",
    "drift": "+{<<up>> * (self.truth[self.r] in (k, 3)) + self.rng.randint(0, 1)}",
}
RESET = """
self.r, self.seen<<rng>> = 0, {}<<is>>
self.pairs = [rng.sample(<<pool>>, 2) + ["none", "both"] for i in range(<<rounds>>)]
self.truth = [rng.randrange(<<verdicts>>) for p in self.pairs]
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    x, y = self.pairs[self.r][:2]
    seen = ", ".join(f"set {n} {r}" for n, r in self.seen.items()) or "none"
    return f"<<gauges>> {self.r + 1} of <<rounds>>: {x} {y}. <<tests>>: {seen}."
"""
STEP = """
pair, note = self.pairs[self.r], "<<unclear>>"
if a.startswith("set ") and a[4:] in pair[:2]:
    k = pair.index(a[4:])
    self.seen[a[4:]] = f"<<before>>{pair[1 - k]} <<moves>>"
    note = "<<done>> "
elif a == pair[self.truth[self.r]]:
    self.r, self.seen, note = self.r + 1, {}, "<<right>> "
    if self.r == <<rounds>>:
        return "<<won>>", 1.0, True, False, {}
elif a in pair[:<<verdicts>>]:
    return "<<wrong>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``rounds`` pairs; ``verdicts``: 3, or 4 where both may drive each other.

    ``shown``: a test's outcome as a word, as the change of both gauges, or as a change with drift of 0 or 1.
    """
    shown, verdicts = knobs["shown"], knobs["verdicts"]
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7))))
    up = rng.randint(4, 9)
    goal = rng.choice(
        (
            f"Two gauges of {theme.setting} move together.",
            f"The {theme.person} sees two gauges rise at once.",
            f"Which gauge drives the other at {theme.setting}?",
        )
    )
    goal += " Drift adds up to 1." if shown == "drift" else ""
    last = ", none or both" if verdicts == 4 else " or none"
    return scaffold(
        title=title_for(theme, rng, ("gauges", "causes", "driver", "dials")),
        summary=rng.choice(
            (
                "Set a gauge and see if the other follows.",
                "Tell cause from company.",
                f"Find what drives what at {theme.setting}.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET.replace("<<rng>>", ", self.rng" if shown == "drift" else "").replace(
            "<<is>>", ", rng" if shown == "drift" else ""
        ),
        helpers=SHOW,
        step=STEP.replace("<<moves>>", MOVES[shown]),
        hint=rng.choice(
            (
                'return "drivers: " + ", ".join(self.solution()) + "."',
                'return "They are driven by " + ", then ".join(self.solution()) + "."',
            )
        ),
        solution="return [p[k] for p, k in zip(self.pairs, self.truth)]",
        before="" if shown == "words" else f"+{up}: ",
        up=up,
        pool=literal(pool),
        rounds=knobs["rounds"],
        verdicts=verdicts,
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{set {pool[0]}}} to test, or name the driver{last}.",
        gauges=rng.choice(GAUGES),
        tests=rng.choice(TESTS),
        done=rng.choice(("Tested.", "You turn it.", "Set by hand.")),
        right=rng.choice(RIGHT),
        wrong=rng.choice(("Wrong driver.", "Not so.", "Wrong.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _moved(outcome: str) -> bool:
    return outcome == "follows" or (outcome.startswith("+") and int(outcome) > 1)


def expert(first_observation: str, hint: str | None) -> Expert:
    """Set both gauges (one, where the first answer settles it), then name the driver; a hint's at once."""
    observation = first_observation
    both = "none or both" in first_observation
    told = iter(re.findall(r"(?:drivers: |by |then |, )(?!then)(\w+)", hint or ""))
    while True:
        x, y = re.findall(rf"(?:{'|'.join(GAUGES)}) \d of \d: (\w+) (\w+)\.", observation)[-1]
        tests = re.findall(r"set (\w+) (?:\+\d+: )?\w+ (follows|stays|\+\d+)", observation)
        found = {name: _moved(outcome) for name, outcome in tests if name in (x, y)}
        if hint:
            reply = next(told)
        elif x not in found:
            reply = f"set {x}"
        elif found[x] and not both:
            reply = x
        elif y not in found:
            reply = f"set {y}"
        else:
            reply = ("none", y, x, "both")[2 * found[x] + found[y]]
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """A test of either gauge, or (half the time) any verdict."""
    pair = re.findall(rf"(?:{'|'.join(GAUGES)}) \d of \d: (\w+) (\w+)\.", observation)[-1]
    name = rng.choice(pair)
    return boxed(rng.choice((f"set {name}", rng.choice((*pair, "none", "both")))))


MECHANIC = Mechanic("common_cause", "game", "Causal Inference", KNOBS, build, expert, legal)
