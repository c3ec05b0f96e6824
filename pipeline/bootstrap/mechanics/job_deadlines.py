"""Job deadlines: one job after the other, each with its hours and the hour by which it must be done."""

from __future__ import annotations

import random
import re
from itertools import permutations

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"jobs": 4, "hours": (1, 5), "needs": False},
    "medium": {"jobs": 5, "hours": (2, 6), "needs": False},
    "hard": {"jobs": 5, "hours": (1, 5), "needs": True},
}

WORK = (("job", "hours", "Hour"), ("order", "days", "Day"), ("task", "minutes", "Minute"))
JOBS = ("To do", "Open", "Waiting")
RESET = """
    self.plan, self.now = rng.sample(<<pool>>, <<jobs>>), 0
    jobs = []
    for n in self.plan:
        jobs.append([n, rng.randint(<<low>>, <<high>>), 0])
        jobs[-1][2] = sum(h for _, h, _ in jobs)
<<twist>>    self.jobs = {n: (h, due) for n, h, due in rng.sample(jobs, <<jobs>>)}
    return "<<goal>> <<ask>> " + self.show(), {}
"""
HELPERS = """
    def show(self):
        jobs = ", ".join(f"{n} {h} due {due}" for n, (h, due) in self.jobs.items())
        return f"<<hour>> {self.now}. <<open>>: {jobs}.<<rule>>"
"""
STEP = """
    note = "<<unclear>>"
    if <<may>>:
        hours, due = self.jobs.pop(a)
        self.now += hours
        note = <<done>>
        if self.now > due:
            return f"<<late>>", 0.0, True, False, {}
    if not self.jobs:
        return "<<won>>", 1.0, True, False, {}
"""
TWIST = """    self.pair = self.plan[<<at>>:][:2]
    jobs[<<at>>][2] = jobs[-1][2] + rng.randint(0, 3)
"""
"""The job that must come first gets a late due time: the order of dues alone would put it off."""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``jobs`` of ``hours`` each, due without a moment to spare; ``needs``: one of them precedes another."""
    job, hours, hour = free_choice(WORK, theme, rng)
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((6, 7, 8))))
    goal = rng.choice(
        (
            f"Choose the next {job} so that none is late. Each shows {hours} and when it is due.",
            f"The {theme.person} must finish every {job} in time; {hours} are given.",
            f"At {theme.setting} each {job} takes some {hours} and has a due time.",
        )
    )
    needs = knobs["needs"]
    return scaffold(
        title=title_for(theme, rng, ("deadlines", f"{job} plan", "due times", f"{job}s")),
        summary=rng.choice(
            (
                f"Choose which {job} is next so that all are in time.",
                f"No {job} of the {theme.person} may be late.",
                f"Plan the {hours} at {theme.setting}.",
            )
        ),
        turns=knobs["jobs"] + 2,
        reset=RESET.replace("<<twist>>", TWIST if needs else ""),
        helpers=HELPERS,
        step=STEP,
        hint=rng.choice(
            (
                'return "order: " + ", ".join(self.plan) + "."',
                'return "do " + ", then ".join(self.plan) + "."',
            )
        ),
        solution="return self.plan",
        pool=literal(pool),
        jobs=knobs["jobs"],
        low=knobs["hours"][0],
        high=knobs["hours"][1],
        at=rng.randrange(knobs["jobs"] - 2),
        rule=" {self.pair[0]} before {self.pair[1]}." if needs else "",
        may="a in self.jobs" + (" and (a != self.pair[1] or self.pair[0] not in self.jobs)" if needs else ""),
        goal=goal,
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to do it next.",
        hour=hour,
        open=rng.choice(JOBS),
        done=rng.choice(('"Done. "', 'f"{a} is done. "', '"In time. "')),
        late=rng.choice(("{a} is late.", "Too late: {a} was due at {due}.", "Late by {self.now - due}.")),
        won=rng.choice(WON),
        unclear=rng.choice(UNCLEAR),
    )


Jobs = dict[str, tuple[int, int]]


def _read(observation: str) -> tuple[int, Jobs, tuple[str, str] | None]:
    """Time now, job -> (hours, due), and the pair of which the first must precede the second."""
    entries = [entry.split() for entry in after(JOBS, observation).split(", ")]
    now = re.findall(r"(?:Hour|Day|Minute) (\d+)\.", observation)[-1]
    pair = re.findall(r"(\w+) before (\w+)\.", observation)
    jobs = {name: (int(hours), int(due)) for name, hours, _, due in entries}
    return int(now), jobs, pair[-1] if pair else None


def expert(first_observation: str, hint: str | None) -> Expert:
    """Do the first job of an order that is never late; the hint tells that order."""
    words = re.findall(r"\w+", (hint or "").replace("then ", ""))[1:]
    seen = first_observation
    while True:
        seen = yield boxed(words.pop(0) if words else _in_time(*_read(seen))[0])


def _in_time(now: int, jobs: Jobs, pair: tuple[str, str] | None) -> tuple[str, ...]:
    """An order of all jobs in which each ends when due or before and ``pair`` keeps its order."""
    for order in sorted(permutations(jobs), key=lambda names: [jobs[name][1] for name in names]):
        kept = not pair or pair[0] not in order or order.index(pair[0]) < order.index(pair[1])
        ends = [now + sum(jobs[name][0] for name in order[: i + 1]) for i in range(len(order))]
        if kept and all(end <= jobs[name][1] for end, name in zip(ends, order, strict=True)):
            return order
    raise ValueError("no order is in time")


def legal(observation: str, rng: random.Random) -> str:
    """Any job that is open."""
    return boxed(rng.choice(list(_read(observation)[1])))


MECHANIC = Mechanic("job_deadlines", "game", "Optimization", KNOBS, build, expert, legal)
