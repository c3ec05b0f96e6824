"""Inhibitor bench: build up a working mix; an ingredient that stops it has to be taken out and left out.

Some ingredients stop any mix, some only together with a certain other one; what stopped a mix stays on view.
"""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"need": 4, "blockers": 2, "pairs": 0, "undos": 2, "turns": 10},
    "medium": {"need": 5, "blockers": 2, "pairs": 0, "undos": 2, "turns": 12},
    "hard": {"need": 5, "blockers": 1, "pairs": 1, "undos": 2, "turns": 11},
}

MIXES = (
    ("mix", "foams", "goes flat"),
    ("brew", "bubbles", "stops"),
    ("tub", "glows", "turns dark"),
    ("dye", "shines", "turns grey"),
    ("batter", "rises", "sinks"),
)
INSIDE = ("Inside", "In it", "Contents")
SHELF = ("Shelf", "Outside", "To add")
STOPPED = ("Stopped by", "Failed with", "Spoiled by")
RESET = """
self.shelf = rng.sample(<<pool>>, <<size>>)
mixed = rng.sample(self.shelf, <<size>>)
self.bad, self.plan = [<<bad>>], mixed[-<<need>>:]
self.mix, self.failed, self.undos = [], [], <<undos>>
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    out, bad, k = " ".join(self.shelf), " ".join(self.failed) or "none", self.undos
    return f"<<inside>>: {len(self.mix)}. <<shelf>>: {out}. <<stopped>>: {bad}. Undos: {k}. <<state>>"
"""
STEP = """
note = "<<unclear>>"
if a == "undo" and self.mix and self.undos:
    self.shelf.append(self.mix.pop())
    self.undos -= 1
    note = "<<undone>> "
elif a in self.shelf:
    if self.flat() or a in self.failed:
        return "<<spoiled>>", 0.0, True, False, {}
    self.shelf.remove(a)
    self.mix.append(a)
    self.failed += [a] if self.flat() else []
    note = "<<added>> "
if len(self.mix) == <<need>> and not self.flat():
    return "<<won>>", 1.0, True, False, {}
"""
FLAT = """
def flat(self):
    return any(x in self.mix and y in self.mix for x, y in self.bad)
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``need`` ingredients must work together; ``blockers`` stop any mix, ``pairs`` only in company.

    ``undos`` is how often the last ingredient may be taken out again.
    """
    blockers, pairs, need = knobs["blockers"], knobs["pairs"], knobs["need"]
    size = need + blockers + pairs
    mix, works, fails = free_choice(MIXES, theme, rng)
    spare = next(word for word in ("borax", "resin", "malt", "gum") if word not in theme.nouns)
    pool = [*theme.pick(rng, 6), spare][-max(size, 6) :]
    bad = [f"(mixed[{i}], mixed[{i}])" for i in range(blockers)]
    bad += [f"(mixed[{blockers}], mixed[{blockers + 1}])"] * pairs
    goal = rng.choice(
        (
            f"The {theme.person} wants a {mix} of {need} that {works}.",
            f"Put {need} things in the {mix} so that it still {works}.",
            f"Make a {mix} of {need} that {works}.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, (mix, "bench", f"{mix} trouble", "inhibitor")),
        summary=rng.choice(
            (
                f"Leave out what stops the {mix}.",
                f"Add one at a time, so that the {mix} works.",
                f"Which ingredients spoil the {mix}?",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW + FLAT,
        step=STEP,
        hint=rng.choice(
            (
                'return "Use " + ", ".join(self.plan) + "."',
                'return "The good ones: " + " and ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        pool=literal(pool),
        size=size,
        need=need,
        undos=knobs["undos"],
        bad=", ".join(bad),
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{{pool[0]}}} to add it, \\boxed{{undo}} if it {fails}.",
        inside=rng.choice(INSIDE),
        shelf=rng.choice(SHELF),
        stopped=rng.choice(STOPPED),
        state=f"It {{'{fails}' if self.flat() else '{works}'}}.",
        undone=rng.choice(("Taken out.", "Out again.", "One step back.")),
        spoiled=rng.choice(("Now it is spoiled.", "All is lost.", "Too much.")),
        added=rng.choice(("Added.", "Stirred in.", "In it goes.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Take the last out when the mix has stopped, else add one that never stopped it; hinted ones first."""
    observation = first_observation
    named = [word.strip(".,") for word in (hint or "").split()]
    while True:
        shelf = after(SHELF, observation).split()
        failed = after(STOPPED, observation).split()
        stopped = any(observation.endswith(f"It {fails}.") for _, _, fails in MIXES)
        good = [name for name in shelf if name in named] if hint else []
        fresh = [name for name in shelf if name not in failed]
        observation = yield boxed("undo" if stopped else (good + fresh)[0])


def legal(observation: str, rng: random.Random) -> str:
    """Anything on the shelf, or undo."""
    return boxed(rng.choice([*after(SHELF, observation).split(), "undo"]))


MECHANIC = Mechanic("inhibitor_bench", "game", "Causal Inference", KNOBS, build, expert, legal)
