"""Missing beat: a measure is played over and over, but beats were left out; put them back in order.

The first measure is whole. The first place where the played row leaves the order of the measure shows the
beat to put back. In the hard form the measure repeats one of its beats, so that places have to be counted.
"""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme
from .frame import WON, after, boxed, literal
from .wording import RIGHT, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"beats": 4, "again": False, "measures": 4, "lost": 4, "apart": True, "turns": 6},
    "medium": {"beats": 5, "again": False, "measures": 4, "lost": 4, "apart": False, "turns": 6},
    "hard": {"beats": 4, "again": True, "measures": 4, "lost": 5, "apart": False, "turns": 8},
}

PLAYED = ("Played", "Tune", "Heard")
GOALS = (
    "The <<person>> plays one measure again and again, but leaves beats out.",
    "A tune at <<setting>> repeats its first measure with beats missing.",
    "Mend the tune of <<setting>>: each measure is like the first.",
)
ASKS = ("Name the first missing beat", "Put back the first missing beat", "Say what is left out first")
SHOWS = {
    False: """left = [beat for i, beat in enumerate(self.tune) if i not in self.lost]
                return "{played}: " + ", ".join(left) + ".\"""",
    True: """bars = [range(i, i + {size}) for i in range(0, len(self.tune), {size})]
                left = [", ".join(self.tune[i] for i in bar if i not in self.lost) for bar in bars]
                return "{played}: " + " / ".join(left) + ".\"""",
}
HINTS = (
    'return "Left out: " + ", ".join(self.plan) + "."',
    'return "Missing first " + ", then ".join(self.plan) + "."',
)


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``measures`` of ``beats`` words, ``lost`` left out; ``again``: one beat comes twice in a measure.

    ``apart`` marks the measures with bars.
    """
    beats, measures, lost = knobs["beats"], knobs["measures"], knobs["lost"]
    pool = theme.pick(rng, beats)
    size = beats + knobs["again"]
    played = rng.choice(PLAYED)
    wrong = rng.choice(("That was not it. ", "Not that beat. ", "No. "))
    return scaffold(
        title=title_for(theme, rng, ("beat", "tune", "missing beat", "measure")),
        summary=rng.choice(
            (
                f"Put {lost} missing beats back into a tune.",
                "A measure repeats; find the beats left out.",
                f"Mend the tune that the {theme.person} plays.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            beats = rng.sample({literal(pool)}, {beats})
            {"beats.insert(2, beats[0])" if knobs["again"] else ""}
            self.tune = beats * {measures}
            spots = sorted(rng.sample(range({size}, {size * measures - lost}), {lost}))
            self.lost = [k + i for i, k in enumerate(spots)]
            self.plan = [self.tune[i] for i in self.lost]
            return "<<goal>> {rng.choice(ASKS)}: \\\\boxed{{{pool[0]}}}. " + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                {SHOWS[knobs["apart"]].format(size=size, played=played)}
        """,
        step=f"""
            note = "{wrong}"
            if a == self.tune[self.lost[0]]:
                self.lost.pop(0)
                note = "<<right>> "
            if not self.lost:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=rng.choice(HINTS),
        solution="return self.plan",
        goal=rng.choice(GOALS),
        setting=theme.setting,
        person=theme.person,
        right=rng.choice(RIGHT),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """The first beat of the repeated measure that the played row does not bring when it should."""
    seen = first_observation
    while True:
        seen = yield boxed(_missing(_played(seen)))


def _missing(played: list[str]) -> str:
    row = [beat for beat in played if beat != "/"]
    measure = _measure(row, played)
    place = 0
    while place < len(row) and row[place] == measure[place % len(measure)]:
        place += 1
    return measure[place % len(measure)]


def _measure(row: list[str], played: list[str]) -> list[str]:
    """The whole first measure: up to the bar, else as long as all beats occur (one of them twice if so)."""
    if "/" in played:
        return played[: played.index("/")]
    kinds = len(set(row))
    return row[: kinds + (len(set(row[:kinds])) < kinds)]


def _played(observation: str) -> list[str]:
    return after(PLAYED, observation).replace(",", "").split()


def legal(observation: str, rng: random.Random) -> str:
    """Any beat of the tune."""
    return boxed(rng.choice([beat for beat in _played(observation) if beat != "/"]))


MECHANIC = Mechanic("missing_beat", "game", "Pattern Recognition", KNOBS, build, expert, legal)
