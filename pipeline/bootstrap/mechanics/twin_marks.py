"""Twin marks: as the first thing of a pair became the second, so must the thing in hand change.

The thing changes with every right answer and meets the next pair. In the hard form values move on along a
row that is in view, so the change has to be applied to a value the pair does not show.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import WON, after, boxed, literal
from .wording import FORMS, RIGHT, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"changes": 1, "ring": False, "rounds": 3, "turns": 5},
    "medium": {"changes": 2, "ring": False, "rounds": 3, "turns": 5},
    "hard": {"changes": 2, "ring": True, "rounds": 4, "turns": 6},
}

SIZES = (("tiny", "small", "big"), ("thin", "slim", "wide"), ("low", "short", "tall"))
TINTS = (("red", "green", "blue"), ("black", "brown", "grey"))
BECOMES = ("becomes", "turns into", "changes to")
GOALS = (
    "Change your thing in the way the pair changes.",
    "The <<person>> shows a change at <<setting>>; do the same to your thing.",
    "As the pair at <<setting>> changes, so must yours.",
)
PAIRS = ("Pair", "Example", "Model")
YOURS = ("Yours", "In hand", "Your thing")
MAKES = {
    False: """new = [w if i in at else v for i, (v, w) in enumerate(zip(now, other))]
                pair = [v if i in at else rng.choice(r) for i, (v, r) in enumerate(zip(now, self.rows))]
                twin = [w if i in at else v for i, (v, w) in enumerate(zip(pair, new))]""",
    True: """new, pair, twin = self.on(now, at), other, self.on(other, at)""",
}
ON = """def on(self, thing, at):
                both = enumerate(zip(thing, self.rows))
                return [r[r.index(v) - 2] if i in at else v for i, (v, r) in both]
            """


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Each pair changes ``changes`` of three words, ``rounds`` times; ``ring``: values move along a row."""
    ring, rounds = knobs["ring"], knobs["rounds"]
    size, tint = free_choice(SIZES, theme, rng), free_choice(TINTS, theme, rng)
    nouns = theme.pick(rng, 3)
    becomes, pair, yours = rng.choice(BECOMES), rng.choice(PAIRS), rng.choice(YOURS)
    rows = "[" + ", ".join(literal(row) for row in (size, tint, nouns)) + "]"
    ask = f"{rng.choice(FORMS)} \\\\boxed{{{size[1]} {tint[0]} {nouns[2]}}}. "
    wrong = rng.choice(("Not that. ", "Wrong change. ", "No, look at the pair. "))
    order = f"Rows: {' and '.join(' '.join(row) for row in (size, tint, nouns))}. " if ring else ""
    told = rng.choice(("It will be", "Make it", "In turn"))
    return scaffold(
        title=title_for(theme, rng, ("twins", "changes", "pairs", "marks")),
        summary=rng.choice(
            (
                "Change a third thing as a pair differs.",
                f"Copy the changes that the {theme.person} shows.",
                f"{rounds} changes of one thing at {theme.setting}.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            self.rows = {rows}
            now = [rng.choice(row) for row in self.rows]
            self.now, self.todo = " ".join(now), []
            for i in range({rounds}):
                at = rng.sample(range(3), {knobs["changes"]})
                other = [rng.choice([w for w in r if w != v]) for v, r in zip(now, self.rows)]
                {MAKES[ring]}
                self.todo.append((" ".join(pair) + " {becomes} " + " ".join(twin), " ".join(new)))
                now = new
            return "{rng.choice(GOALS)} {ask}" + self.show(), {{}}
        """,
        helpers=f"""
            {ON if ring else ""}def show(self):
                return f"{order}{pair}: {{self.todo[0][0]}}. {yours}: {{self.now}}."
        """,
        step=f"""
            note = "{wrong}"
            if a == self.todo[0][1]:
                self.todo.pop(0)
                self.now = a
                note = "<<right>> "
            if not self.todo:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=f'return "{told} " + ", then ".join(r[1] for r in self.todo) + "."',
        solution="return [r[1] for r in self.todo]",
        setting=theme.setting,
        person=theme.person,
        right=rng.choice(RIGHT),
        won=rng.choice(WON),
    )


def _read(observation: str) -> tuple[list[str], list[str], list[str], list[list[str]]]:
    """(first and second thing of the pair, the thing in hand, the rows in view if any)."""
    first, second = re.split(f" (?:{'|'.join(BECOMES)}) ", after(PAIRS, observation))
    rows = [row.split() for row in after(["Rows"], observation).split(" and ") if row]
    return first.split(), second.split(), after(YOURS, observation).split(), rows


def expert(first_observation: str, hint: str | None) -> Expert:
    """Set every word that the pair changes to the pair's new word, or move it on along its row."""
    seen = first_observation
    while True:
        first, second, mine, rows = _read(seen)
        reply = []
        for place, (old, new, word) in enumerate(zip(first, second, mine, strict=True)):
            if rows and old != new:
                reply.append(rows[place][(rows[place].index(word) + 1) % 3])
            else:
                reply.append(new if old != new else word)
        seen = yield boxed(" ".join(reply))


def legal(observation: str, rng: random.Random) -> str:
    """For every place any of the words in view for it."""
    first, second, mine, rows = _read(observation)
    places = rows or zip(first, second, mine, strict=True)
    return boxed(" ".join(rng.choice(list(words)) for words in places))


MECHANIC = Mechanic("twin_marks", "game", "Pattern Recognition", KNOBS, build, expert, legal)
