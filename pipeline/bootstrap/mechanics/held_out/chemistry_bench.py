"""Chemistry bench: two kinds of substances that fizz only with each other; find all of the other kind."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, told

KNOBS: dict[str, Knobs] = {
    "easy": {"count": 5, "portions": 9, "slack": 1},
    "medium": {"count": 6, "portions": 9, "slack": 1},
    "hard": {"count": 6, "portions": 2, "slack": 0},
}

REACTIONS = (("fizz", "calm"), ("foam", "clear"), ("warm", "cool"), ("smoke", "still"))
RESET = r"""
    self.names = rng.sample(<<pool>>, <<count>>)
    self.other = []
    while not self.other:
        self.other = [n for n in self.names[1:] if rng.random() < 0.5]
    self.left, self.log = dict.fromkeys(self.names, <<portions>>), []
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        log = ", ".join(self.log) or "none"
        return f"<<things>>: {' '.join(self.names)}. Known: {self.names[0]}. <<label>>: {log}."
"""
STEP = r"""
    w = a.split()
    note = "<<unclear>>"
    if w[:1] == ["mix"] and len(w) == 3 and w[1] != w[2] and all(self.left.get(n) for n in w[1:]):
        unlike = (w[1] in self.other) != (w[2] in self.other)
        self.log.append(f"{w[1]} {w[2]} {'<<yes>>' if unlike else '<<no>>'}")
        for n in w[1:]:
            self.left[n] -= 1
        note = "<<mixed>> "
    elif w[:1] == ["other"]:
        if sorted(w[1:]) == sorted(self.other):
            return "<<won>>", 1.0, True, False, {}
        return "<<lost>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``count`` substances, the first of a known kind; each can be mixed ``portions`` times."""
    count, portions = knobs["count"], knobs["portions"]
    pool = [noun for noun in theme.nouns if noun not in ("mix", "other")]
    pool = rng.sample(pool, min(len(pool), rng.choice((count, count + 1))))
    pool += ["salt", "lime"][: max(0, count - len(pool))]
    yes, no = rng.choice(REACTIONS)
    scarce = " Each lasts for two mixtures." if portions == 2 else ""
    return scaffold(
        title=title_for(theme, rng, ("chemistry", "bench", "mixtures", "powders")),
        summary=rng.choice(
            (
                "Mix substances to learn which are of the other kind.",
                "The <<person>> of <<setting>> has two kinds of powders, unlabelled.",
                "Only unlike kinds react; find them all.",
            )
        ),
        turns=count + knobs["slack"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Unlike it: " + " ".join(self.other) + "."',
                'return "The other kind is " + ", ".join(self.other) + "."',
            )
        ),
        solution='return ["other " + " ".join(self.other)]',
        pool=literal(pool),
        count=count,
        portions=portions,
        yes=yes,
        no=no,
        things=rng.choice(("Powders", "Jars", "Flasks")),
        label=rng.choice(("Mixed", "Tests", "Log")),
        mixed=rng.choice(("Mixed.", "You mix them.", "Look.")),
        lost=rng.choice(("That list is not right.", "Wrong list.", "Not those.")),
        goal=rng.choice(
            (
                "There are two kinds.",
                "The <<person>> has two kinds of powder.",
            )
        )
        + f" Unlike kinds {yes}, like kinds stay {no}. List all that are unlike the known one.{scarce}",
        ask=f"{rng.choice(FORMS)} \\\\boxed{{mix {pool[0]} {pool[1]}}} or, once, "
        f"\\\\boxed{{other {pool[1]} {pool[2]}}}.",
        **dress(theme, rng),
    )


def _read(observation: str) -> tuple[list[str], list[tuple[str, str, bool]]]:
    """The names, the known one first, and (name, name, unlike) of every mixture."""
    names = after(["Powders", "Jars", "Flasks"], observation).split()
    names.sort(key=lambda name: name != after(["Known"], observation))
    yes = {pair[0] for pair in REACTIONS}
    log = after(["Mixed", "Tests", "Log"], observation)
    return names, [(x, y, result in yes) for x, y, result in re.findall(r"(\w+) (\w+) (\w+)", log)]


def expert(first_observation: str, hint: str | None) -> Expert:
    """Mix each unknown with the one that was known last, then list; a hint is the list."""
    observation = first_observation
    while True:
        names, log = _read(observation)
        unlike = {names[0]: False}
        for x, y, result in log:
            known, new = (x, y) if x in unlike else (y, x)
            unlike[new] = unlike[known] != result
        rest = [name for name in names if name not in unlike]
        if hint:
            reply = "other " + " ".join(told(hint, names))
        elif rest:
            reply = f"mix {list(unlike)[-1]} {rest[0]}"
        else:
            reply = "other " + " ".join(name for name in names if unlike[name])
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any mixture, or (one time in three) any list."""
    names, _ = _read(observation)
    if rng.random() < 0.33:
        return boxed("other " + " ".join(name for name in names[1:] if rng.random() < 0.5))
    return boxed("mix " + " ".join(rng.sample(names, 2)))


MECHANIC = Mechanic("chemistry_bench", "game", "Causal Inference", KNOBS, build, expert, legal)
