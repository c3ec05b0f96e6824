"""Post coverage: choose the few posts that together watch every place."""

from __future__ import annotations

import itertools
import random
import re

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"places": 6, "sizes": (1, 1, 2, 2, 2, 3), "slack": 2},
    "medium": {"places": 7, "sizes": (2, 2, 2, 3, 3, 3), "slack": 2},
    "hard": {"places": 8, "sizes": (2, 3, 3, 3, 4, 4), "slack": 1},
}

WATCH = (("posts", "watches", "Unseen"), ("lamps", "lights", "Dark"), ("wells", "waters", "Dry"))
SITES = ("Free", "Sites", "Possible")
RESET = """
    names, all, covers = rng.sample(<<pool>>, 6), range(1, <<past>>), []
    while len(covers) != 1:
        sizes = rng.sample(<<sizes>>, 6)
        self.sees = {n: sorted(rng.sample(all, k)) for n, k in zip(names, sizes)}
        trios = itertools.combinations(names, 3)
        covers = [c for c in trios if len({p for n in c for p in self.sees[n]}) == <<places>>]
    self.plan, self.open, self.left = list(covers[0]), list(all), 3
    return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
    def show(self):
        sees = ", ".join(f"{n} {' '.join(map(str, p))}" for n, p in self.sees.items())
        return f"<<sites>>: {sees}. <<unseen>>: {' '.join(map(str, self.open))}. <<more>>: {self.left}."
"""
STEP = """
    note = "<<unclear>>"
    if a in self.sees:
        seen, self.left = self.sees.pop(a), self.left - 1
        self.open = [p for p in self.open if p not in seen]
        note = <<placed>>
    if not self.open:
        return "<<won>>", 1.0, True, False, {}
    if not self.left:
        return "<<lost>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Three of six sites watch all ``places``; ``sizes`` say how many each sees."""
    posts, watches, unseen = free_choice(WATCH, theme, rng)
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7))))
    goal = rng.choice(
        (
            f"Choose three {posts} that cover every numbered place.",
            f"The {theme.person} has three {posts} for all numbered places.",
            f"At {theme.setting} three {posts} must cover all numbers.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, (posts, f"three {posts}", "cover", "watch")),
        summary=rng.choice(
            (
                f"Choose {posts} so that no place is left out.",
                f"Cover all places with three {posts}.",
                f"The {theme.person} plans {posts} at {theme.setting}.",
            )
        ),
        turns=3 + knobs["slack"],
        imports="itertools, random, re",
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "choose " + " and ".join(self.plan) + "."',
                'return "best: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return self.plan",
        pool=literal(pool),
        past=knobs["places"] + 1,
        places=knobs["places"],
        sizes=list(knobs["sizes"]),
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to choose it. Numbers: what it {watches}.",
        sites=rng.choice(SITES),
        unseen=unseen,
        more=rng.choice(("To place", "Left", "Still")),
        placed=rng.choice(('"Placed. "', 'f"{a} is chosen. "', '"Done. "')),
        lost=rng.choice(("Not all is covered.", "A place is left out.", "Some place is missing.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


def _read(observation: str) -> tuple[dict[str, list[int]], list[int]]:
    """Site -> places it covers, and the places still open."""
    entries = [entry.split() for entry in after(SITES, observation).split(", ")]
    sites = {entry[0]: [int(place) for place in entry[1:]] for entry in entries}
    return sites, numbers(after([unseen for _, _, unseen in WATCH], observation))


def expert(first_observation: str, hint: str | None) -> Expert:
    """Choose from the fewest sites that cover what is open; the hint names them."""
    words = re.findall(r"\w+", (hint or "").replace(" and ", " "))[1:]
    seen = first_observation
    while True:
        seen = yield boxed(words.pop(0) if words else _cover(*_read(seen))[0])


def _cover(sites: dict[str, list[int]], places: list[int]) -> tuple[str, ...]:
    """The fewest sites that cover all ``places``."""
    for count in range(1, len(sites) + 1):
        for chosen in itertools.combinations(sites, count):
            if all(any(place in sites[name] for name in chosen) for place in places):
                return chosen
    raise ValueError("the places cannot be covered")


def legal(observation: str, rng: random.Random) -> str:
    """Any site that is free."""
    return boxed(rng.choice(list(_read(observation)[0])))


MECHANIC = Mechanic("post_coverage", "game", "Optimization", KNOBS, build, expert, legal)
