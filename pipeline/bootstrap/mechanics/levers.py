"""Levers: intervene on one lever at a time, watch the lamp, then say which lever is the cause.

In the harder forms some levers drag another one along, so a lit lamp after one pull is confounded and only
an intervention that moves a single lever settles it.
"""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, RIGHT, free_choice, scaffold, title_for

KNOBS = {
    "easy": {"count": 3, "links": 0, "turns": 8},
    "medium": {"count": 4, "links": 1, "turns": 10},
    "hard": {"count": 5, "links": 2, "turns": 12},
}

DEVICES = (
    ("lever", "lamp", "pull", "lit", "dark"),
    ("switch", "bell", "press", "rings", "silent"),
    ("handle", "fan", "turn", "spins", "still"),
    ("knob", "light", "turn", "on", "off"),
)
LABELS = ("Levers", "Switches", "Handles", "Knobs")
LOGS = ("Tried", "Tests", "Log")
LINKS = (
    "",
    "self.links = [rng.sample(self.names, 2)]",
    "s = rng.sample(self.names, 4)\n            self.links = [s[:2], s[2:]]",
)
ONE = 'self.tried[a] = "<<good>>" if a == cause else "<<bad>>"'
DRAGGED = """moved = [a] + [y for x, y in self.links if x == a]
                self.tried[" with ".join(moved)] = "<<good>>" if cause in moved else "<<bad>>\""""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Two lamps in turn, ``count`` levers (3-5), of which ``links`` (0-2) drag another one along."""
    lever, lamp, pull, good, bad = free_choice(DEVICES, theme, rng)
    count, links = knobs["count"], knobs["links"]
    pool = rng.sample([noun for noun in theme.nouns if noun != "cause"], rng.choice((count, 5)))
    plural = "switches" if lever == "switch" else lever + "s"
    drag = " Some move another one too." if links else ""
    goal = rng.choice(
        (
            f"In {theme.setting} one of these {plural} works each {lamp}.{drag}",
            f"The {theme.person} asks which {lever} works each {lamp}.{drag}",
            f"Find the {lever} that works each {lamp} of {theme.setting}.{drag}",
        )
    )
    ask = (
        f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to {pull} it or \\\\boxed{{cause {pool[0]}}} to answer."
    )
    log = rng.choice(LOGS)
    state = f"{lamp.title()} {{self.round + 1}} of 2. {plural.title()}: {{' '.join(self.names)}}."
    wrong = rng.choice(('f"Wrong, it was {cause}."', '"Wrong cause. The end."', '"No, another one."'))
    return scaffold(
        title=title_for(theme, rng, (plural, f"{lever} test", f"{lamp} causes", f"{lamp} wiring")),
        summary=rng.choice(
            (
                f"Find which {lever} works each {lamp} for the {theme.person}.",
                f"Test the {plural} of {theme.setting} and name the cause.",
                f"Each {lamp} has one cause among the {plural}.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            self.round, self.tried = 0, {{}}
            self.names = rng.sample({literal(pool)}, {count})
            {LINKS[links]}
            self.causes = rng.sample(self.names, 2)
            return "{goal} {ask} " + self.show(), {{}}
        """.replace("            \n", ""),
        helpers=f"""
            def show(self):
                tried = ", ".join(n + " " + r for n, r in self.tried.items()) or "none"
                return f"{state} {log}: {{tried}}."
        """,
        step=f"""
            cause = self.causes[self.round]
            note = "<<unclear>>"
            if a in self.names:
                {DRAGGED if links else ONE}
                note = {rng.choice(('""', f'f"You {pull} {{a}}. "'))}
            elif a == "cause " + cause:
                if self.round == 1:
                    return "<<won>>", 1.0, True, False, {{}}
                self.round, self.tried = 1, {{}}
                note = "<<right>> "
            elif a.startswith("cause "):
                return {wrong}, 0.0, True, False, {{}}
        """,
        hint=rng.choice(
            (
                f'return f"{{self.causes[0]}} works {lamp} 1 and {{self.causes[1]}} works {lamp} 2."',
                f'return f"{lamp} 1 cause {{self.causes[0]}}, {lamp} 2 cause {{self.causes[1]}}."',
                'return "first " + self.causes[0] + ", then " + self.causes[1] + "."',
            )
        ),
        solution='return ["cause " + c for c in self.causes]',
        good=good,
        bad=bad,
        right=rng.choice(RIGHT),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Pull the next suspect until one cause is left; with the hint, name the causes at once."""
    observation = first_observation
    while True:
        names = after(LABELS, observation).split()
        if hint:
            causes = [word for word in hint.replace(",", " ").replace(".", " ").split() if word in names]
            reply = "cause " + causes[-1 if " 2 of 2." in observation else 0]
        else:
            reply = _next_move(names, after(LOGS, observation))
        observation = yield boxed(reply)


def _next_move(names: list[str], log: str) -> str:
    entries = [] if log == "none" else [entry.rsplit(" ", 1) for entry in log.split(", ")]
    good = {device[3] for device in DEVICES}
    trials = [(levers.split(" with "), result in good) for levers, result in entries]
    suspects = [name for name in names if all((name in levers) == lit for levers, lit in trials)]
    if len(suspects) == 1:
        return "cause " + suspects[0]
    pulled = [levers[0] for levers, _ in trials]
    return next(name for name in suspects if name not in pulled)


def legal(observation: str, rng: random.Random) -> str:
    """Pull any lever, or (one time in three) name any as the cause."""
    name = rng.choice(after(LABELS, observation).split())
    return boxed(f"cause {name}" if rng.random() < 0.33 else name)


MECHANIC = Mechanic("levers", "game", "Causal Inference", KNOBS, build, expert, legal)
