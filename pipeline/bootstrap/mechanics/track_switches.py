"""Track switches: set the points of a small yard so that every train arrives at its own siding."""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"sidings": 3, "trains": 2, "flips": 2, "springs": False, "slack": 2},
    "medium": {"sidings": 4, "trains": 3, "flips": 4, "springs": False, "slack": 3},
    "hard": {"sidings": 5, "trains": 3, "flips": 5, "springs": True, "slack": 4},
}

TRAFFIC = (("train", "siding", "points"), ("tram", "stop", "switches"), ("cart", "dock", "forks"))
WAYS = (("open", "shut"), ("in", "by"), ("turned", "straight"))
TRACKS = ("Line", "Now set", "Yard")
TRAINS = ("Coming", "Expected", "To send")

RESET = """
    self.plan = []
    while len(self.plan) != <<moves>>:
        n = rng.sample(<<pool>>, <<sidings>>)
        self.on = {x: rng.choice((True, False)) for x in n}
        self.trains, now, self.plan = rng.sample(n, <<trains>>), dict(self.on), []
        for k in self.trains:
            flips = [x for x in n[: n.index(k) + 1] if now[x] != (x == k)]
            self.plan += flips + ["go"]
            now.update({x: x == k for x in flips}<<back>>)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    line = ", ".join(x + (" <<in>>" if on else " <<by>>") for x, on in self.on.items())
    return f"<<tracks>>: {line}. <<coming>>: {' then '.join(self.trains)}."
"""
STEP = """
    note = "<<unclear>>"
    if a in self.on:
        self.on[a] = not self.on[a]
        note = <<turned>>
    elif a == "go":
        k = next((x for x in self.on if self.on[x]), "")
        if k != self.trains.pop(0):
            return "<<lost>>", 0.0, True, False, {}
        note = "<<arrived>> "
        <<spring>>
    if not self.trains:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``trains`` for ``sidings``, ``flips`` needed in all; ``springs``: points shut behind a train."""
    (train, siding, forks), (turned, straight) = (free_choice(o, theme, rng) for o in (TRAFFIC, WAYS))
    goal = rng.choice(
        (
            f"Each {train} takes the first {siding} that is {turned}.",
            f"The {theme.person} sends {train}s; each enters the first {turned} {siding}.",
            f"At {theme.setting} a {train} leaves the line where it is first {turned}.",
        )
    )
    if knobs["springs"]:
        goal += rng.choice((f" Then it is {straight}.", f" It is {straight} afterwards."))
    moves = knobs["trains"] + knobs["flips"]
    pool = theme.pick(rng, rng.choice((5, 6)))
    return scaffold(
        title=title_for(theme, rng, (forks, f"{train}s", f"{train} yard", f"{siding} line")),
        summary=rng.choice(
            (
                f"Turn {forks} so that each {train} arrives right.",
                f"{train.title()}s and {siding}s at {theme.setting}.",
                f"Set the {forks} for the {theme.person}.",
            )
        ),
        turns=moves + knobs["slack"],
        reset=RESET,
        helpers=SHOW,
        step=STEP if knobs["springs"] else STEP.replace("        <<spring>>\n", ""),
        hint=rng.choice(
            ('return "do: " + ", ".join(self.plan) + "."', 'return " then ".join(self.plan) + "."')
        ),
        solution="return self.plan",
        pool=literal(pool),
        sidings=knobs["sidings"],
        trains=knobs["trains"],
        moves=moves,
        back=" | {k: False}" if knobs["springs"] else "",
        spring="self.on[k] = False",
        by=straight,
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to turn it, \\\\boxed{{go}} to send.",
        tracks=rng.choice(TRACKS),
        coming=rng.choice(TRAINS),
        turned=rng.choice(('f"{a} turned. "', '"Turned. "', '""')),
        lost=rng.choice((f"The {train} is lost.", f"Wrong {siding}.", "It went elsewhere.")),
        arrived=rng.choice(("It arrives.", f"Right {siding}.", "That one is home.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
        **{"in": turned},
    )


def _line(observation: str) -> list[tuple[str, bool]]:
    """Sidings along the line, and whether a train would enter."""
    words = [entry.split() for entry in after(TRACKS, observation).split(", ")]
    return [(name, way in {turned for turned, _ in WAYS}) for name, way in words]


def expert(first_observation: str, hint: str | None) -> Expert:
    """Shut what is open before the next train's siding, open that, then send; the hint lists the moves."""
    moves = re.findall(r"\w+", (hint or "").replace("do: ", "").replace("then ", ""))
    seen = first_observation
    while True:
        siding = after(TRAINS, seen).split()[0]
        seen = yield boxed(moves.pop(0) if moves else _move(_line(seen), siding))


def _move(line: list[tuple[str, bool]], siding: str) -> str:
    """The first siding that is set wrong for a train to ``siding``, or the word that sends it."""
    for name, turned in line:
        if turned != (name == siding):
            return name
        if name == siding:
            return "go"
    raise ValueError(f"{siding} is not on the line")


def legal(observation: str, rng: random.Random) -> str:
    """Turn any points, or send the train."""
    return boxed(rng.choice([*(name for name, _ in _line(observation)), "go"]))


MECHANIC = Mechanic("track_switches", "game", "Spatial Reasoning", KNOBS, build, expert, legal)
