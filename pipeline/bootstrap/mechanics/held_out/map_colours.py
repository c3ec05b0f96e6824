"""Map colours: paint a map with three colours so that no two neighbours are alike."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, free_choice, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"regions": (5, 6), "shuffled": False, "slack": 1},
    "medium": {"regions": (5, 6), "shuffled": True, "slack": 1},
    "hard": {"regions": (6,), "shuffled": True, "slack": 0},
}

COLOURS = (
    ("red", "blue", "green"),
    ("white", "black", "grey"),
    ("gold", "pink", "brown"),
    ("amber", "violet", "teal"),
)
LABELS = ("Painted", "Colours so far", "Done")
RESET = r"""
    self.names = rng.sample(<<pool>>, <<regions>>)
    self.plan = rng.sample(self.colours, 3)
    self.plan = [self.plan[i % 3] for i in range(<<regions>>)]
    self.edges = [(self.names[i], self.names[i - k]) for i in range(1, <<regions>>) for k in (1, 2)[:i]]
    rng.shuffle(self.edges)
    self.done = dict(zip(self.names[:2], self.plan))
    return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = {
    False: r"""
    def show(self):
        n = self.names[len(self.done)]
        near = ", ".join(f"{y} {self.done[y]}" for x, y in self.edges if x == n)
        return f"Colours: {' '.join(self.colours)}. Next: {n}. <<label>>: {near}."
""",
    True: r"""
    def show(self):
        done = ", ".join(f"{n} {c}" for n, c in self.done.items())
        edges = ", ".join(f"{x} {y}" for x, y in self.edges)
        return f"Colours: {' '.join(self.colours)}. Borders: {edges}. <<label>>: {done}."
""",
}
STEP = r"""
    <<read>>
    note = "<<unclear>>"
    if n in self.names and n not in self.done and c in self.colours:
        note = f"<<note>> "
        if any(self.done.get(x if y == n else y) == c for x, y in self.edges if n in (x, y)):
            <<clash>>
        else:
            self.done[n] = c
    if len(self.done) == <<regions>>:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """A strip of ``regions``, each bordering the two before it; ``shuffled``: the order is not told.

    Two regions are painted at the start, so that every other has one colour left. With no ``slack`` a
    clash ends the game.
    """
    shuffled, regions = knobs["shuffled"], rng.choice(knobs["regions"])
    colours = free_choice(COLOURS, theme, rng)
    pool = theme.pick(rng, 6)
    example = f"{pool[0]} {colours[0]}" if shuffled else colours[0]
    return scaffold(
        title=title_for(theme, rng, ("map", "colours", "regions", "fields")),
        summary=rng.choice(
            (
                "Paint a map so that no two neighbours are alike.",
                "Three colours must do for the map of <<setting>>.",
                "The <<person>> colours a map with three colours.",
            )
        ),
        turns=regions - 2 + max(knobs["slack"], 1),
        fields=[f"self.colours = {literal(colours)}"],
        reset=RESET if shuffled else RESET.replace("    rng.shuffle(self.edges)\n", ""),
        helpers=SHOW[shuffled],
        step=STEP,
        hint=rng.choice(
            (
                'return "Paint: " + ", ".join(<<pairs>>) + "."',
                'return "Colours: " + ", ".join(<<pairs>>) + "."',
            )
        ),
        solution="return <<pairs>>" if shuffled else "return self.plan[2:]",
        pairs='[f"{n} {c}" for n, c in list(zip(self.names, self.plan))[2:]]',
        pool=literal(pool),
        regions=regions,
        read='n, c = (a.split() + ["", ""])[:2]'
        if shuffled
        else "n, c = self.names[len(self.done)], a.rpartition(' ')[2]",
        clash='note = "<<bad>> "' if knobs["slack"] else 'return "<<bad>>", 0.0, True, False, {}',
        bad=rng.choice(("That clashes with a neighbour.", "A neighbour has that colour.")),
        note=rng.choice(("{n} is {c}.", "Painted.", "{n} now {c}.")),
        label=rng.choice(LABELS) if shuffled else "Its neighbours",
        goal=rng.choice(
            (
                "Neighbours on the map of <<setting>> must differ in colour.",
                "Paint each region unlike all its neighbours.",
                "The <<person>> paints regions; those that touch must differ.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{example}}} to paint {'a' if shuffled else 'the next'} region.",
        **dress(theme, rng),
    )


def _options(observation: str) -> list[tuple[str, str, bool]]:
    """(region, colour, certain): the paintings that clash with nothing in view."""
    colours = after(["Colours"], observation).split()
    if "Next:" in observation:
        taken = [part.split()[1] for part in after(["Its neighbours"], observation).split(", ")]
        return [("", colour, True) for colour in colours if colour not in taken]
    done = dict(part.split() for part in after(LABELS, observation).split(", "))
    edges = [tuple(part.split()) for part in after(["Borders"], observation).split(", ")]
    found = []
    for name in sorted({name for edge in edges for name in edge} - set(done)):
        near = {x if y == name else y for x, y in edges if name in (x, y)}
        free = [colour for colour in colours if colour not in {done.get(other) for other in near}]
        found += [(name, colour, len(free) == 1) for colour in free]
    return found


def expert(first_observation: str, hint: str | None) -> Expert:
    """Paint a region that has one colour left; a hint gives region and colour in order."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        name, colour = next((name, colour) for name, colour, certain in _options(observation) if certain)
        if planned:
            name, colour = planned.pop(0).split()
        observation = yield boxed(colour if "Next:" in observation else f"{name} {colour}")


def legal(observation: str, rng: random.Random) -> str:
    """Any colour for the next region, or for any region in view that is not painted."""
    colour = rng.choice(after(["Colours"], observation).split())
    if "Next:" in observation:
        return boxed(colour)
    done = re.findall(r"(\w+) \w+", after(LABELS, observation))
    names = sorted(set(re.findall(r"\w+", after(["Borders"], observation))) - set(done))
    return boxed(f"{rng.choice(names)} {colour}")


MECHANIC = Mechanic("map_colours", "game", "Logical Deduction", KNOBS, build, expert, legal)
