"""Sequence rounds: say what comes next in a row that repeats, walks round a ring or counts on.

Each turn shows a fresh row with its options, so one observation holds all that is needed.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import WON, after, boxed, literal
from .wording import FORMS, RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"repeat": ([2], [3]), "ring": ([1],), "count": ([1], [2]), "strict": (True,)},
    "medium": {
        "repeat": ([2, 3],),
        "ring": ([1, -1],),
        "count": ([1, 2], [1, 2, 3]),
        "strict": (True, False),
    },
    "hard": {
        "repeat": ([2, 3, 4],),
        "ring": ([2], [1, 2]),
        "count": ([3, 4], [-2, 2, 3]),
        "strict": (False,),
    },
}

PICKS = ("Pick", "Choose", "Options")
GOALS = {
    "repeat": ("Say what comes next in each repeating row.", "Each row repeats. Give the next item."),
    "ring": (
        "Each row walks round the choices, the first follows the last.",
        "Go on round the choices, after the last comes the first.",
    ),
    "count": ("Each row changes evenly. Say the next number.", "Give the number that follows evenly."),
}
MAKES = {
    "repeat": """opts = rng.sample({pool}, 4)
                p = rng.choice({steps})
                unit = rng.sample(opts, p)
                row = [unit[j % p] for j in range(2 * p + 1 + rng.randrange(p))]""",
    "ring": """opts = rng.sample({pool}, {size})
                i, k = rng.randrange({size}), rng.choice({steps})
                row = [opts[(i + k * j) % {size}] for j in range({shown})]""",
    "count": """i, k = rng.randrange({low}, {high}), rng.choice({steps})
                row = [str(i + k * j) for j in range({shown})]
                low = int(row[-1]) - rng.randrange(4)
                opts = [str(low + j) for j in range(4)]""",
}
STRICT = """if a != key:
                return {wrong}, 0.0, True, False, {{}}
            self.good += 1
            note = "<<right>> \""""
LENIENT = """self.good += a == key
            note = "<<right>> " if a == key else {wrong}"""
NEED = 3


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Rows of one form; its steps or periods come from ``knobs[form]``; ``strict`` ends at the first miss."""
    form = rng.choice(("repeat", "ring", "count"))
    steps, strict = rng.choice(knobs[form]), rng.choice(knobs["strict"])
    size = rng.choice((4, 5, 6)) if form == "ring" else 4
    letters = form == "repeat" and rng.random() < 0.3
    pool = sorted(rng.sample("abcdefhkmnprstw", 4)) if letters else theme.pick(rng, size)
    low = 1 - 5 * min(0, *steps)
    make = MAKES[form].format(
        pool=f'"{"".join(pool)}"' if letters else literal(pool),
        steps=steps,
        size=size,
        low=low,
        high=low + rng.choice((6, 8)),
        shown=rng.choice((4, 5)),
    )
    row = rng.choice(("row", "line", "list"))
    wrong = rng.choice(('f"No, it was {key}. "', 'f"Wrong, {key} was next. "', '"Wrong. "'))
    lead = rng.choice((f"In {theme.setting}. ", f"The {theme.person} writes. ", ""))
    goal = lead + rng.choice(GOALS[form]) + rng.choice((f" You need {NEED}.", f" Get {NEED} right.", ""))
    example = 7 if form == "count" else pool[0]
    state = f"{row.title()} {{self.t + 1}}: {{' '.join(row[:-1])}} ? {rng.choice(PICKS)}: {{' '.join(opts)}}."
    return scaffold(
        title=title_for(theme, rng, (f"{row}s", "pattern", "sequence", "next")),
        summary=rng.choice(
            (
                f"Continue each {row} that the {theme.person} began.",
                f"Say what comes next in each {row} of {theme.setting}.",
                f"Find the pattern of each {row} in {theme.setting}.",
            )
        ),
        turns=NEED if strict else NEED + 1,
        reset=f"""
            self.good = 0
            self.rows = []
            for r in range(self.max_turns):
                {make}
                self.rows.append((row, opts))
            return "{goal} {rng.choice(FORMS)} \\\\boxed{{{example}}}. " + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                if self.t >= self.max_turns:
                    return "No {row} is left."
                row, opts = self.rows[self.t]
                return f"{state} Right {{self.good}} of {NEED}."
        """,
        step=f"""
            key = self.rows[self.t - 1][0][-1]
            {(STRICT if strict else LENIENT).format(wrong=wrong)}
            if self.good == {NEED}:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=rng.choice(
            (
                f'return ", ".join(f"{row} {{i + 1}} {{x[0][-1]}}" for i, x in enumerate(self.rows)) + "."',
                'return "next " + ", ".join(f"{i + 1} {x[0][-1]}" for i, x in enumerate(self.rows)) + "."',
            )
        ),
        solution=f"return [row[-1] for row, opts in self.rows[:{NEED}]]",
        right=rng.choice(RIGHT),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Find the rule that fits the shown row; with the hint, look the row's number up in it."""
    observation = first_observation
    while True:
        number, row = re.findall(r"(\d+): ([\w ]+) \?", observation)[-1]
        if hint:
            reply = re.findall(rf"\b{number} (\w+)", hint)[0]
        else:
            reply = _continue(row.split(), after(PICKS, observation).split())
        observation = yield boxed(reply)


def _continue(row: list[str], options: list[str]) -> str:
    if row[0].isdigit():
        return str(2 * int(row[-1]) - int(row[-2]))
    for period in range(1, len(row)):
        if row[period:] == row[:-period]:
            return row[-period]
    last, before = (options.index(word) for word in (row[-1], row[-2]))
    return options[(2 * last - before) % len(options)]


def legal(observation: str, rng: random.Random) -> str:
    """Any of the options shown."""
    return boxed(rng.choice(after(PICKS, observation).split()))


MECHANIC = Mechanic("sequence_rounds", "game", "Pattern Recognition", KNOBS, build, expert, legal)
