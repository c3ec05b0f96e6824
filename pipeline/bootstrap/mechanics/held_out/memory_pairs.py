"""Memory pairs: turn up two cards at a time and clear all pairs; seen cards stay readable."""

from __future__ import annotations

import random
import re
from itertools import combinations

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"pairs": 5, "turns": 10},
    "medium": {"pairs": 6, "turns": 12},
    "hard": {"pairs": 7, "turns": 14},
}

RESET = r"""
    self.cards = rng.sample(rng.sample(<<pool>>, <<pairs>>) * 2, <<count>>)
    self.seen = ["?"] * <<count>>
    places = range(<<count>>)
    twins = [(i, j) for i in places for j in places if i < j and self.cards[i] == self.cards[j]]
    self.plan = [f"{i + 1} {j + 1}" for i, j in twins]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def show(self):
        return "<<label>>: " + ", ".join(f"{i + 1} {w}" for i, w in enumerate(self.seen)) + "."
"""
STEP = r"""
    free = [str(i + 1) for i, w in enumerate(self.seen) if w != "<<gone>>"]
    w = a.split()
    note = "<<unclear>>"
    if len(w) == 2 and w[0] != w[1] and w[0] in free and w[1] in free:
        i, j = int(w[0]) - 1, int(w[1]) - 1
        self.seen[i], self.seen[j] = self.cards[i], self.cards[j]
        note = f"<<differ>> "
        if self.cards[i] == self.cards[j]:
            self.seen[i] = self.seen[j] = "<<gone>>"
            note = "<<pair>> "
    if set(self.seen) == {"<<gone>>"}:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``pairs`` pairs face down and ``turns`` turns to clear them."""
    pairs = knobs["pairs"]
    gone = rng.choice(("gone", "taken", "out"))
    pool = [noun for noun in theme.nouns if noun != gone]
    pool = [*pool, "sun", "moon"][: max(len(pool), pairs)]
    return scaffold(
        title=title_for(theme, rng, ("pairs", "memory", "cards", "twins")),
        summary=rng.choice(
            (
                "Turn up cards two at a time and clear all pairs.",
                "The <<person>> laid out <<pairs>> pairs face down.",
                "Find the twins among <<count>> hidden cards.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "Pairs: " + ", ".join(self.plan) + "."',
                'return "Turn up: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        pairs=pairs,
        count=2 * pairs,
        gone=gone,
        label=rng.choice(("Cards", "Table", "Tiles")),
        pair=rng.choice(("A pair.", "They match.", "Twins.")),
        differ=rng.choice(("{self.cards[i]} and {self.cards[j]} differ.", "No match.", "No pair.")),
        goal=rng.choice(
            (
                f"{2 * pairs} cards hide {pairs} pairs. Turn up two a turn; equal ones go away.",
                "Clear the table: two equal cards turned up together are <<gone>>.",
            )
        ),
        ask=f"{rng.choice(FORMS)} two numbers as \\\\boxed{{{rng.randint(1, 4)} {rng.randint(5, 9)}}}.",
        **dress(theme, rng),
    )


def _cards(observation: str) -> dict[str, str]:
    """Number -> word (``?`` if never seen) of the cards that are not gone."""
    found = re.findall(r"(\d+) (\?|[a-z]+)(?=[,.])", observation[observation.rindex(": 1 ") :])
    return {number: word for number, word in found if word not in ("gone", "taken", "out")}


def expert(first_observation: str, hint: str | None) -> Expert:
    """Clear a pair that is known, else look at two new cards; a hint lists the pairs."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        cards = _cards(observation)
        known = {number: word for number, word in cards.items() if word != "?"}
        pairs = [pair for pair in combinations(known, 2) if known[pair[0]] == known[pair[1]]]
        new = [number for number in cards if number not in known]
        reply = planned.pop(0) if planned else " ".join(pairs[0] if pairs else (new + list(known))[:2])
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any two cards."""
    return boxed(" ".join(rng.sample(list(_cards(observation)), 2)))


MECHANIC = Mechanic("memory_pairs", "game", "Pattern Recognition", KNOBS, build, expert, legal)
