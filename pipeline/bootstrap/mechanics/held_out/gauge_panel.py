"""Gauge panel: every handle moves several gauges in a way of its own; learn the effects, reach the marks."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import after, boxed, literal
from ..wording import FORMS, free_choice, scaffold, title_for
from .shared import dress, listed, shortest

KNOBS: dict[str, Knobs] = {
    "easy": {"gauges": 2, "handles": 3, "turns": 3, "single": True},
    "medium": {"gauges": 3, "handles": 3, "turns": 4, "single": False},
    "hard": {"gauges": 3, "handles": 4, "turns": 4, "single": False},
}

GAUGES = (("heat", "flow", "light"), ("speed", "height", "power"), ("salt", "sugar", "acid"))
EFFECTS = {
    True: "[rng.choice([-3, -2, 2, 3]) * (j == i % <<gauges>>) for j in range(<<gauges>>)]",
    False: "[rng.choice([-2, -1, 1, 2]) * (j != i % <<gauges>>) for j in range(<<gauges>>)]",
}
RESET = r"""
    self.names = rng.sample(<<pool>>, <<handles>>)
    self.effects = {n: <<effects>> for i, n in enumerate(self.names)}
    x, y = rng.sample(self.names[:<<gauges>>], 2)
    k = rng.randint(1, <<reach>> - 1)
    self.plan = [x + rng.choice([" up", " down"])] * k + [y + rng.choice([" up", " down"])] * (<<reach>> - k)
    self.known = {}
    self.names.sort()
    self.now = self.goal = [rng.randint(8, 12) for i in range(<<gauges>>)]
    for p in self.plan:
        self.goal = self.move(self.goal, p)
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = r"""
    def move(self, at, p):
        n, way = p.split()
        return [v + e * (1 if way == "up" else -1) for v, e in zip(at, self.effects[n])]
    def show(self):
        now = ", ".join(f"{g} {v} of {w}" for g, v, w in zip(self.gauges, self.now, self.goal))
        up = ", ".join(f"{n} {' '.join(map(str, self.known.get(n, '?')))}" for n in self.names)
        return f"<<label>>: {now}. Up adds: {up}."
"""
STEP = r"""
    note = "<<unclear>>"
    if a in [n + way for n in self.names for way in (" up", " down")]:
        self.now = self.move(self.now, a)
        self.known[a.split()[0]] = self.effects[a.split()[0]]
        note = "<<moved>> "
    if self.now == self.goal:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``handles`` with unknown effects on ``gauges``; the marks are ``turns`` moves away.

    ``single``: a handle moves one gauge, else it moves all but one.
    """
    handles, turns = knobs["handles"], knobs["turns"]
    gauges = free_choice(GAUGES, theme, rng)[: knobs["gauges"]]
    pool = theme.pick(rng, rng.randint(handles, 6))
    thing = rng.choice(("handle", "wheel", "valve"))
    return scaffold(
        title=title_for(theme, rng, ("gauges", "panel", "controls", "handles")),
        summary=rng.choice(
            (
                "Bring all gauges to their marks with unlabelled handles.",
                "The <<person>> of <<setting>> must learn what moves what.",
                "Each handle has effects of its own; find and use them.",
            )
        ),
        # one look at each handle, and the moves that undo it
        turns=turns + 2 * handles,
        fields=[f"self.gauges = {literal(gauges)}"],
        reset=RESET,
        helpers=HELPERS,
        step=STEP,
        hint='return "<<lead>>: " + ", ".join(self.plan) + "."',
        solution="return list(self.plan)",
        lead=rng.choice(("Do this", "Turn", "Moves")),
        pool=literal(pool),
        handles=handles,
        gauges=len(gauges),
        effects=EFFECTS[knobs["single"]],
        reach=turns,
        label=rng.choice(("Gauges", "Needles", "Dials")),
        moved=rng.choice(("Turned.", "The needles move.", "Look.")),
        goal=rng.choice(
            (
                f"Bring every gauge to its mark. What each {thing} does is unknown.",
                f"At <<setting>> nobody knows what each {thing} moves. All gauges must reach their marks.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]} up}} or \\\\boxed{{{pool[0]} down}}; down undoes up.",
        **dress(theme, rng),
    )


Vector = tuple[int, ...]


def _read(observation: str) -> tuple[Vector, Vector, dict[str, Vector | None]]:
    """Gauges now, their marks, and each handle's effect (``None``: unknown)."""
    pairs = re.findall(r"(-?\d+) of (-?\d+)", after(["Gauges", "Needles", "Dials"], observation))
    handles: dict[str, Vector | None] = {}
    for part in after(["Up adds"], observation).split(", "):
        name, *effect = part.split()
        handles[name] = None if effect == ["?"] else tuple(map(int, effect))
    return tuple(int(now) for now, _ in pairs), tuple(int(mark) for _, mark in pairs), handles


def _plan(now: Vector, marks: Vector, handles: dict[str, Vector | None]) -> list[str]:
    """A shortest way that uses the handles of known effect only; empty if there is none."""

    def moves(state: Vector) -> list[tuple[str, Vector]]:
        return [
            (f"{name} {way}", tuple(value + sign * step for value, step in zip(state, effect, strict=True)))
            for name, effect in handles.items()
            if effect is not None and max(map(abs, state)) < 40
            for way, sign in (("up", 1), ("down", -1))
        ]

    return shortest(now, moves, lambda state: state == marks) or []


def expert(first_observation: str, hint: str | None) -> Expert:
    """Look at unknown handles until those known can reach the marks, then the shortest way there."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        now, marks, handles = _read(observation)
        if planned:
            reply = planned.pop(0)
        else:
            new = [name for name, effect in handles.items() if effect is None]
            reply = f"{new[0]} up" if new else _plan(now, marks, handles)[0]
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any handle, up or down."""
    return boxed(f"{rng.choice(list(_read(observation)[2]))} {rng.choice(('up', 'down'))}")


MECHANIC = Mechanic("gauge_panel", "game", "Causal Inference", KNOBS, build, expert, legal)
