"""Odd one out: of a few described things, all but one share a property; name that one, round after round."""

from __future__ import annotations

import random

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"kinds": 1, "rounds": 3},
    "medium": {"kinds": 2, "rounds": 3},
    "hard": {"kinds": 3, "rounds": 4},
}

KINDS = (
    (("red", "blue", "green"), ("big", "small", "tiny"), ("old", "new", "worn")),
    (("wet", "dry", "damp"), ("hot", "cold", "warm"), ("round", "flat", "long")),
    (("loud", "quiet", "mute"), ("heavy", "light", "hollow"), ("black", "white", "grey")),
)
RESET = r"""
    self.i, self.rounds, self.plan = 0, [], []
    for i in range(<<rounds>>):
        names = rng.sample(<<pool>>, 4)
        kinds = [rng.sample(k, 2) for k in self.kinds]
        odd = rng.randrange(len(kinds))
        rows = [rng.sample([x, x, y, y], 4) for x, y in kinds]
        rows[odd] = rng.sample([kinds[odd][0]] * 3 + kinds[odd][1:], 4)
        self.plan.append(names[rows[odd].index(kinds[odd][1])])
        self.rounds.append(", ".join(" ".join(w) for w in zip(*rows, names)))
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        return f"<<label>> {self.i + 1} of <<rounds>>: {self.rounds[self.i]}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a == self.plan[self.i]:
        self.i += 1
        note = "<<right>> "
    elif a in self.rounds[self.i].replace(",", "").split():
        return f"<<wrong>>", 0.0, True, False, {}
    if self.i == <<rounds>>:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``rounds`` rounds of four things with ``kinds`` properties; the odd one differs in one of them."""
    rounds = knobs["rounds"]
    kinds = rng.sample(rng.choice(KINDS), knobs["kinds"])
    used = {word for kind in kinds for word in kind}
    pool = rng.sample(sorted(set(theme.nouns) - used), rng.choice((4, 5)))
    return scaffold(
        title=title_for(theme, rng, ("odd one out", "stranger", "misfit", "unlike one")),
        summary=rng.choice(
            (
                "Name the thing that is unlike all the others.",
                "The <<person>> sorts things at <<setting>>: one is a stranger.",
                "In each round three things share what the fourth has not.",
            )
        ),
        turns=rounds + 1,
        fields=["self.kinds = [" + ", ".join(literal(kind) for kind in kinds) + "]"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "The odd ones: " + ", ".join(self.plan) + "."',
                'return "Name: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        rounds=rounds,
        pool=literal(pool),
        label=rng.choice(("Round", "Shelf", "Set")),
        wrong=rng.choice(("No, it was {self.plan[self.i]}.", "That one is not the odd one.", "Wrong one.")),
        goal=rng.choice(
            (
                "Three things share a property that the fourth lacks.",
                "One of four things is the odd one: the rest are alike in something.",
                "The <<person>> of <<setting>> asks which thing is unlike the three others.",
            )
        ),
        ask=f"{rng.choice(FORMS)} its name as \\\\boxed{{{pool[0]}}}; one error ends it.",
        **dress(theme, rng),
    )


def _things(observation: str) -> list[list[str]]:
    return [thing.split() for thing in after([r"(?:Round|Shelf|Set) \d of \d"], observation).split(", ")]


def expert(first_observation: str, hint: str | None) -> Expert:
    """The thing with a property that no other has while all others agree; a hint names it."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        things = _things(observation)
        columns = [list(column) for column in zip(*things, strict=True)][:-1]
        odd = next(
            thing[-1]
            for column in columns
            for word, thing in zip(column, things, strict=True)
            if column.count(word) == 1 and len(set(column)) == 2
        )
        observation = yield boxed(planned.pop(0) if planned else odd)


def legal(observation: str, rng: random.Random) -> str:
    """Any of the things."""
    return boxed(rng.choice(_things(observation))[-1])


MECHANIC = Mechanic("odd_one_out", "game", "Pattern Recognition", KNOBS, build, expert, legal)
