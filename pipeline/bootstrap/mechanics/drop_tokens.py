"""Drop tokens: let given tokens fall into columns, bottom first, until the columns show a wanted picture."""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"columns": 3, "height": 2, "kinds": 6, "fallen": 1},
    "medium": {"columns": 3, "height": 3, "kinds": 4, "fallen": 3},
    "hard": {"columns": 3, "height": 3, "kinds": 3, "fallen": 2},
}

COLUMNS = (("left", "middle", "right"), ("red", "blue", "green"), ("first", "second", "third"))
WANTED = ("Wanted", "Plan", "Picture")
NOW = ("Now", "So far", "Fallen")
TOKENS = ("Tokens", "To drop", "Coming")

RESET = """
    kinds, names = <<kinds>>, <<columns>>
    self.want = {c: <<stack>> for c in names}
    order = rng.sample(names * <<height>>, <<all>>)
    fall = {c: iter(w) for c, w in self.want.items()}
    self.tokens = [next(fall[c]) for c in order][<<fallen>>:]
    self.now = {c: self.want[c][: order[:<<fallen>>].count(c)] for c in names}
    self.plan = order[<<fallen>>:]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = """
    def text(self, columns):
        return ", ".join(" ".join([c] + (w or ["empty"])) for c, w in columns.items())
    def show(self):
        want, now = self.text(self.want), self.text(self.now)
        return f"<<wanted>>: {want}. <<now>>: {now}. <<coming>>: {' '.join(self.tokens)}."
"""
STEP = """
    note = "<<unclear>>"
    if a in self.now:
        self.now[a].append(self.tokens.pop(0))
        note = <<dropped>>
        if self.now[a] != self.want[a][: len(self.now[a])]:
            return "<<lost>>", 0.0, True, False, {}
    if not self.tokens:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Three columns of ``height`` tokens of ``kinds`` sorts (six: all differ), some already ``fallen``."""
    columns = free_choice(COLUMNS, theme, rng)
    height, kinds, fallen = knobs["height"], knobs["kinds"], knobs["fallen"]
    pool = literal(theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7)))))
    distinct = kinds == knobs["columns"] * height
    goal = rng.choice(
        (
            "Drop each token so that the columns get as wanted.",
            f"Build the columns of the {theme.person} from below.",
            f"Tokens fall into columns at {theme.setting}; build what is wanted.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("columns", "falling tokens", "drop", "token towers")),
        summary=rng.choice(
            (
                "Tokens fall into columns, the lowest first.",
                f"Build a picture of columns for the {theme.person}.",
                f"Choose a column for every token at {theme.setting}.",
            )
        ),
        turns=knobs["columns"] * height - fallen + 3,
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "drop " + ", ".join(self.plan) + "."',
                'return "columns: " + " then ".join(self.plan) + "."',
            )
        ),
        solution="return self.plan",
        kinds=f"rng.sample({pool}, {kinds})",
        stack=f"[kinds.pop() for i in range({height})]" if distinct else f"rng.choices(kinds, k={height})",
        columns=literal(columns),
        height=height,
        all=knobs["columns"] * height,
        fallen=fallen,
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{rng.choice(columns)}}} or another column, lowest first.",
        wanted=rng.choice(WANTED),
        now=rng.choice(NOW),
        coming=rng.choice(TOKENS),
        dropped=rng.choice(('f"It falls {a}. "', '"It fits. "', '"Dropped. "')),
        lost=rng.choice(("That does not fit the plan.", "Wrong column.", "The picture is spoilt.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


Stacks = dict[str, list[str]]


def _stacks(labels: tuple[str, ...], observation: str) -> Stacks:
    """Column -> tokens from below."""
    entries = [entry.split() for entry in after(labels, observation).split(", ")]
    return {entry[0]: [name for name in entry[1:] if name != "empty"] for entry in entries}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Drop the token where it fits and leaves a place for all that follow; the hint lists the columns."""
    words = (hint or "").replace(",", "").replace(".", "").replace(" then ", " ").split()[1:]
    seen = first_observation
    while True:
        want, now = _stacks(WANTED, seen), _stacks(NOW, seen)
        needs = {column: stack[len(now[column]) :] for column, stack in want.items()}
        seen = yield boxed(words.pop(0) if words else _columns(needs, after(TOKENS, seen).split())[0])


def _columns(needs: Stacks, tokens: list[str]) -> list[str]:
    """Columns for all ``tokens`` in turn, by trying; [] if they do not fit what the columns need."""
    for column, stack in needs.items():
        if tokens and stack[:1] == tokens[:1]:
            rest = _columns(needs | {column: stack[1:]}, tokens[1:])
            if rest or len(tokens) == 1:
                return [column, *rest]
    return []


def legal(observation: str, rng: random.Random) -> str:
    """Any column that is not full."""
    want, now = _stacks(WANTED, observation), _stacks(NOW, observation)
    return boxed(rng.choice([column for column in want if len(now[column]) < len(want[column])]))


MECHANIC = Mechanic("drop_tokens", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
