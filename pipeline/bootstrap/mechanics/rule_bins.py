"""Rule bins: read a sorting rule off four sorted things, then sort five more without a mistake.

The four examples are one thing and its three changes of a single word; a word whose change changes the bin
is one the rule looks at. In the hard form the rule looks at two words, so changing both keeps the bin.
"""

from __future__ import annotations

import random
import re
from itertools import combinations

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, RIGHT, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"told": True, "masks": (1, 2, 4), "turns": 8},
    "medium": {"told": False, "masks": (1, 2, 4), "turns": 7},
    "hard": {"told": False, "masks": (3, 5, 6), "turns": 7},
}

BINS = (("left", "right"), ("near", "far"), ("upper", "lower"), ("east", "west"), ("front", "back"))
SIZES = (("big", "small"), ("long", "short"), ("heavy", "light"), ("thick", "thin"))
LOOKS = (("red", "blue"), ("new", "old"), ("wet", "dry"), ("clean", "dusty"), ("white", "black"))
SIGNS = (":", ",")
NEXT = ("Next", "Now", "Arrives", "To sort")
GOALS = (
    "Sort things at <<setting>> into two bins by a rule.",
    "The <<person>> sorts by a rule you can see.",
    "Two bins at <<setting>> follow one rule. Go on sorting.",
)
HINTS = (
    'return "In turn: " + ", ".join(self.of[i] for i in self.rest) + "."',
    'return "First " + ", then ".join(self.of[i] for i in self.rest) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Things of three words; bit i of a mask: the rule looks at word i; ``told``: the text says which."""
    bins = free_choice(BINS, theme, rng)
    axes = [free_choice(SIZES, theme, rng), free_choice(LOOKS, theme, rng), tuple(theme.pick(rng, 2))]
    masks, told = knobs["masks"], knobs["told"]
    sign = rng.choice(SIGNS)
    pairs = "[" + ", ".join(literal(rng.sample(axis, 2)) for axis in axes) + "]"
    rule = "Look at word {self.mask.bit_length()}. " if told else ""
    wrong = rng.choice(("Wrong bin.", "That breaks the rule.", "No, the other bin."))
    ask = f"{rng.choice(FORMS)} \\\\boxed{{{bins[0]}}} or \\\\boxed{{{bins[1]}}}. No mistakes. "
    return scaffold(
        title=title_for(theme, rng, ("bins", "sorting", "two bins", "rule")),
        summary=rng.choice(
            (
                f"Find the rule of the {theme.person}.",
                "Four things show the rule for five more.",
                f"Sort what arrives at {theme.setting} into two bins.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            pairs = [rng.sample(p, 2) for p in {pairs}]
            self.all = [" ".join(p[i >> k & 1] for k, p in enumerate(pairs)) for i in range(8)]
            self.mask = rng.choice({list(masks)})
            ends = rng.sample({literal(bins)}, 2)
            self.of = [ends[bin(i & self.mask).count("1") % 2] for i in range(8)]
            self.done = [0, 1, 2, 4]
            self.rest = rng.sample([3, 5, 6, 7, rng.choice(self.done)], 5)
            return "<<goal>> {ask}" + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                text = "; ".join(self.all[i] + "{sign} " + self.of[i] for i in self.done)
                return f"{rule}Sorted: {{text}}. <<next>>: {{self.all[self.rest[0]]}}."
        """,
        step=f"""
            note = "<<unclear>>"
            if a == self.of[self.rest[0]]:
                self.done.append(self.rest.pop(0))
                note = "<<right>> "
            elif a in self.of:
                return "{wrong}", 0.0, True, False, {{}}
            if not self.rest:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=rng.choice(HINTS),
        solution="return [self.of[i] for i in self.rest]",
        goal=rng.choice(GOALS),
        next=rng.choice(NEXT),
        setting=theme.setting,
        person=theme.person,
        right=rng.choice(RIGHT),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _read(observation: str) -> tuple[list[tuple[list[str], str]], list[str]]:
    """(sorted things with their bins, the thing to sort), each thing as its three words."""
    entries = [re.findall(r"\w+", entry) for entry in after(["Sorted"], observation).split("; ")]
    return [(entry[:3], entry[-1]) for entry in entries], after(NEXT, observation).split()


def expert(first_observation: str, hint: str | None) -> Expert:
    """The smallest set of words that explains the bins; a hint says the same and changes no move."""
    seen = first_observation
    while True:
        examples, arriving = _read(seen)
        seen = yield boxed(_bin_of(arriving, examples))


def _bin_of(thing: list[str], examples: list[tuple[list[str], str]]) -> str:
    model, home = examples[0]
    away = next(name for _, name in examples if name != home)
    for size in (1, 2):
        for places in combinations(range(3), size):

            def place(words: list[str], places: tuple[int, ...] = places) -> str:
                return (home, away)[sum(words[i] != model[i] for i in places) % 2]

            if all(place(words) == name for words, name in examples):
                return place(thing)
    raise ValueError(f"no rule explains {examples}")


def legal(observation: str, rng: random.Random) -> str:
    """Either bin, the fuller one more often."""
    return boxed(rng.choice([name for _, name in _read(observation)[0]]))


MECHANIC = Mechanic("rule_bins", "game", "Pattern Recognition", KNOBS, build, expert, legal)
