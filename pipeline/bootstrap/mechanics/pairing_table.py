"""Pairing table: who owns what, settled one pair a turn by elimination; a wrong pair ends it."""

from __future__ import annotations

import random
import re
from collections import Counter

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"pairs": 4, "form": "may", "extra": 5, "spare": 2},
    "medium": {"pairs": 5, "form": "not", "extra": 9, "spare": 3},
    "hard": {"pairs": 5, "form": "thing", "extra": 9, "spare": 3},
}
"""``form``: the table lists what each may own, what each does not own, or who does not own each thing;
``extra``: pairs that cannot be ruled out at the start, besides the right ones."""

NAMES = ("ada", "ben", "dov", "eva", "gus", "ivo", "kai", "lea", "max", "nia", "ole", "una")
LABELS = ("Table", "Sheet", "Notes")
LEFT = ("Left", "Open", "Unsettled")
RESET = r"""
    n, x = rng.sample(<<names>>, <<count>>), rng.sample(<<things>>, <<count>>)
    pairs = [f"{n[i]} {x[j]}" for i in range(<<count>>) for j in range(i)]
    self.s = [f"{p} {y}" for p, y in zip(n, x)]
    self.may = self.s + rng.sample(pairs, <<extra>>)
    self.n, self.x = rng.sample(n, <<count>>), rng.sample(x, <<count>>)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
def show(self):
    <<rows>>
    return f"<<left>>: {' '.join(<<other>>)}. <<label>>: {', '.join(rows)}."
"""
ROWS = {
    "may": "rows = [f\"{n}: {' '.join(x for x in self.x if f'{n} {x}' in self.may)}\" for n in self.n]",
    "not": "rows = [' '.join([n, 'not'] + [x for x in self.x if f'{n} {x}' not in self.may])"
    " for n in self.n]",
    "thing": "rows = [' '.join([x, 'not'] + [n for n in self.n if f'{n} {x}' not in self.may])"
    " for x in self.x]",
}
STEP = r"""
    note = "<<unclear>>"
    n, x = (a.split() + ["", ""])[:2]
    if n in self.n and x in self.x:
        if f"{n} {x}" not in self.s:
            return "<<wrong>>", 0.0, True, False, {}
        self.n.remove(n)
        self.x.remove(x)
        note = "<<right>> "
    if not self.n:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``pairs`` people and things; there is always someone for whom one thing is left."""
    count, form = knobs["pairs"], knobs["form"]
    things, names = theme.pick(rng, count), rng.sample(NAMES, count)
    return scaffold(
        title=title_for(theme, rng, ("owners", "pairs", "elimination", "who has what")),
        summary=rng.choice(
            (
                "Find who owns what by ruling out the rest.",
                f"Each guest of {theme.setting} owns one thing.",
                f"Pair people and things for the {theme.person}.",
            )
        ),
        turns=count + knobs["spare"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Pairs: " + ", ".join(self.s) + "."',
                'return "Settle " + ", then ".join(self.s) + "."',
            )
        ),
        solution="return list(self.s)",
        names=literal(names),
        things=literal(things),
        count=count,
        extra=knobs["extra"],
        rows=ROWS[form],
        other="self.n" if form == "thing" else "self.x",
        left=rng.choice(LEFT),
        label=rng.choice(LABELS),
        goal=rng.choice(
            (
                f"Each of these people owns one thing. Tell the {theme.person} who owns what.",
                f"Find the owner of each thing from {theme.setting}. No errors.",
                "Everyone owns one thing. Name a pair when only one is possible.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{names[0]} {things[0]}}} for a pair.",
        wrong=rng.choice(("No, another pair.", "That pair is wrong.", "Not the owner.")),
        right=rng.choice(RIGHT),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def possible(observation: str) -> list[tuple[str, str]]:
    """(person, thing) pairs that the table leaves open."""
    left = after(LEFT, observation).split()
    rows = [row.replace(":", " ").split() for row in after(LABELS, observation).split(", ")]
    pairs = []
    for head, *rest in rows:
        others = [other for other in left if other not in rest] if rest[:1] == ["not"] else rest
        pairs += [(head, other) for other in others]
    return [pair if pair[0] in NAMES else pair[::-1] for pair in pairs]


def expert(first_observation: str, hint: str | None) -> Expert:
    """The person with one possible thing, or the hint's next pair."""
    named = re.findall(r"[a-z]+ [a-z]+", (hint or "").replace("then ", "").split(" ", 1)[-1])
    observation = first_observation
    while True:
        pairs = possible(observation)
        counts = Counter(person for person, _ in pairs)
        single = next(" ".join(pair) for pair in pairs if counts[pair[0]] == 1)
        observation = yield boxed(next((name for name in named if tuple(name.split()) in pairs), single))


def legal(observation: str, rng: random.Random) -> str:
    """Any person and any thing in view, ruled out or not."""
    words = re.findall("[a-z]+", after(LEFT, observation) + " " + after(LABELS, observation))
    people = sorted({word for word in words if word in NAMES})
    things = sorted({word for word in words if word not in NAMES and word != "not"})
    return boxed(f"{rng.choice(people)} {rng.choice(things)}")


MECHANIC = Mechanic("pairing_table", "game", "Logical Deduction", KNOBS, build, expert, legal)
