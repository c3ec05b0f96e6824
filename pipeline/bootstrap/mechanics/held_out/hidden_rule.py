"""Hidden rule: try things on a gate that lets only one property pass, then name that property."""

from __future__ import annotations

import random
from itertools import product

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, told

KNOBS: dict[str, Knobs] = {
    "easy": {"kinds": 2, "words": 3, "tries": 3},
    "medium": {"kinds": 2, "words": 4, "tries": 4},
    "hard": {"kinds": 3, "words": 3, "tries": 4},
}

KINDS = (
    ("red", "blue", "green", "gold"),
    ("round", "square", "flat", "long"),
    ("wet", "dry", "hot", "cold"),
    ("wood", "stone", "wool", "glass"),
)
VERDICTS = (("pass", "stop"), ("yes", "no"), ("in", "out"))
RESET = r"""
    self.i, self.tried = 0, []
    self.rules = rng.sample([w for k in self.kinds for w in k], 2)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        kinds = "; ".join(" ".join(k) for k in self.kinds)
        return f"<<label>> {self.i + 1} of 2. Words: {kinds}. Tried: {', '.join(self.tried) or 'none'}."
"""
STEP = r"""
    w, rule = a.split(), self.rules[self.i]
    note = "<<unclear>>"
    if len(w) == len(self.kinds) and all(x in k for x, k in zip(w, self.kinds)):
        self.tried.append(a + (" <<yes>>" if rule in w else " <<no>>"))
        note = ""
    elif a == "rule " + rule:
        if self.i == 1:
            return "<<won>>", 1.0, True, False, {}
        self.i, self.tried = 1, []
        note = "<<right>> "
    elif w[:1] == ["rule"]:
        return f"<<wrong>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Two gates in turn, ``tries`` tries each; things have ``kinds`` properties of ``words`` values."""
    chosen = rng.sample(
        [kind for kind in KINDS if not set(kind) & set(theme.nouns)] or KINDS[:3], knobs["kinds"]
    )
    kinds = [rng.sample(kind, knobs["words"]) for kind in chosen]
    yes, no = rng.choice(VERDICTS)
    example = " ".join(kind[0] for kind in kinds)
    gate = rng.choice(("gate", "door", "machine"))
    return scaffold(
        title=title_for(theme, rng, ("hidden rule", "gate", "secret rule", "sorter")),
        summary=rng.choice(
            (
                "Find the one word that makes a thing pass.",
                "The <<person>> guards two gates with one secret word each.",
                "Try things, then name the rule of the gate.",
            )
        ),
        turns=2 * (knobs["tries"] + 1),
        fields=["self.kinds = [" + ", ".join(literal(kind) for kind in kinds) + "]"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "First " + self.rules[0] + ", then " + self.rules[1] + "."',
                'return f"The words are {self.rules[0]} and {self.rules[1]}."',
            )
        ),
        solution='return ["rule " + r for r in self.rules]',
        yes=yes,
        no=no,
        label=gate.title(),
        wrong=rng.choice(("No, the word was {rule}.", "That is not the rule.", "Wrong rule.")),
        goal=rng.choice(
            (
                f"A {gate} at <<setting>> takes a thing if one secret word fits it.",
                f"The <<person>> lets things through a {gate}: one secret word decides.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{example}}} to try, \\\\boxed{{rule {kinds[0][0]}}} to name "
        "the word (one error ends it).",
        **dress(theme, rng),
    )


def _read(observation: str) -> tuple[list[list[str]], list[tuple[set[str], bool]]]:
    """The words of each kind, and the tries so far with their verdicts."""
    kinds = [kind.split() for kind in after(["Words"], observation).split("; ")]
    log = after(["Tried"], observation)
    tries = [] if log == "none" else [entry.split() for entry in log.split(", ")]
    return kinds, [(set(words[:-1]), words[-1] in ("pass", "yes", "in")) for words in tries]


def expert(first_observation: str, hint: str | None) -> Expert:
    """Try the thing that halves the words still possible; with one left (or a hint) name it."""
    observation = first_observation
    while True:
        kinds, tries = _read(observation)
        words = [word for kind in kinds for word in kind]
        left = [word for word in words if all((word in thing) == yes for thing, yes in tries)]
        if hint:
            left = [told(hint, words)[-1 if " 2 of 2." in observation else 0]]
        if len(left) == 1:
            observation = yield boxed(f"rule {left[0]}")
        else:
            best = min(product(*kinds), key=lambda thing: abs(2 * len(set(thing) & set(left)) - len(left)))
            observation = yield boxed(" ".join(best))


def legal(observation: str, rng: random.Random) -> str:
    """Any thing, or (one time in three) any word as the rule."""
    kinds, _ = _read(observation)
    thing = [rng.choice(kind) for kind in kinds]
    return boxed(f"rule {rng.choice(thing)}" if rng.random() < 0.33 else " ".join(thing))


MECHANIC = Mechanic("hidden_rule", "game", "Pattern Recognition", KNOBS, build, expert, legal)
