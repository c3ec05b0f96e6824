"""Shortest queue: choose who is served next so that all together wait least, over several turns."""

from __future__ import annotations

import random

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS = {
    "easy": {"jobs": (4,), "late": (0,), "slack": (0, 1), "top": 9},
    "medium": {"jobs": (4, 5), "late": (0, 1), "slack": (0,), "top": 9},
    "hard": {"jobs": (4, 5), "late": (2,), "slack": (0,), "top": 19},
}

TASKS = (
    ("repair", "minutes"),
    ("wash", "minutes"),
    ("load", "hours"),
    ("check", "minutes"),
    ("serve", "minutes"),
)
QUEUES = ("Queue", "In line", "Waiting")
RESET = """
            names = rng.sample({pool}, {count})
            self.queue = dict(zip(names, rng.sample(range(1, {past}), {count})))
            self.plan = sorted(names, key=self.queue.get)
            self.wait, self.limit = 0, {slack}
            for i, n in enumerate(self.plan):
                self.limit += self.queue[n] * ({count} - 1 - i)
            return "{goal} {ask} " + self.show(), {{}}
"""
SHOW = """
            def show(self):
                queue = ", ".join(f"{{n}} {{d}}" for n, d in self.queue.items())
                return f"{label}: {{queue}}. Waited {{self.wait}} of at most {{self.limit}}."
"""
STEP = """
            note = "<<unclear>>"
            if a in self.queue:
                self.wait += self.queue.pop(a) * len(self.queue)
                note = {served}
            if self.wait > self.limit:
                return "{over}", 0.0, True, False, {{}}
            if not self.queue:
                return "<<won>>", 1.0, True, False, {{}}
"""
LATE_RESET = """
            jobs = list(zip(rng.sample({pool}, {all}), rng.sample(range(1, {past}), {all})))
            self.queue, self.late = dict(jobs[:{count}]), jobs[{count}:]
            self.plan = []
            queue, late = dict(self.queue), list(self.late)
            while queue:
                self.plan.append(min(queue, key=queue.get))
                queue.pop(self.plan[-1])
                queue.update([late.pop(0)] if late else [])
            return "{goal} {ask} " + self.show(), {{}}
"""
LATE_SHOW = """
            def show(self):
                queue = ", ".join(f"{{n}} {{d}}" for n, d in self.queue.items())
                return f"{label}: {{queue}}. Later {{len(self.late)}} more."
"""
LATE_STEP = """
            note = "<<unclear>>"
            if a in self.queue:
                if a != min(self.queue, key=self.queue.get):
                    return "{over}", 0.0, True, False, {{}}
                self.queue.pop(a)
                self.queue.update([self.late.pop(0)] if self.late else [])
                note = {served}
            if not self.queue:
                return "<<won>>", 1.0, True, False, {{}}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``jobs`` at first, ``late`` that join one after each service; ``slack`` above the least total wait."""
    count, late, slack = (rng.choice(knobs[knob]) for knob in ("jobs", "late", "slack"))
    count = min(count, len(theme.nouns) - late)
    verb, unit = free_choice(TASKS, theme, rng)
    pool = theme.pick(rng, min(len(theme.nouns), max(count + late, rng.choice((6, 7, 8)))))
    person = theme.person
    goal = rng.choice(
        (
            f"The {person} can {verb} one thing at a time. Keep the total wait least.",
            f"Things to {verb} stand in line at {theme.setting}. All together should wait least.",
            f"Choose what to {verb} next, so that the summed wait stays low.",
        )
    )
    goal += f" Numbers are {unit}." + (" More may join." if late else "")
    slots = {
        "pool": literal(pool),
        "all": count + late,
        "count": count,
        "slack": slack,
        "past": knobs["top"] + 1,
        "goal": goal,
        "ask": f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} to {verb} it next.",
        "label": rng.choice(QUEUES),
        "served": rng.choice(('"Done. "', 'f"{a} is done. "', '"Next. "')),
        "over": rng.choice(("They waited too long.", "Too much waiting.", "Another was shorter.")),
    }
    return scaffold(
        title=title_for(theme, rng, ("queue", "line", "waiting", f"{verb} order")),
        summary=rng.choice(
            (
                f"Decide the order in which the {person} will {verb} things.",
                f"Keep the wait low at {theme.setting}.",
                f"Choose who is next, so that the {person} keeps all waits short.",
            )
        ),
        turns=count + late + 1,
        reset=(LATE_RESET if late else RESET).format(**slots),
        helpers=(LATE_SHOW if late else SHOW).format(**slots),
        step=(LATE_STEP if late else STEP).format(**slots),
        hint=rng.choice(
            (
                'return "order: " + ", ".join(self.plan) + "."',
                'return "first " + ", then ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Serve the shortest job in view; a hint's order is the same rule worked out."""
    observation = first_observation
    while True:
        entries = [entry.split() for entry in after(QUEUES, observation).split(", ")]
        if hint:
            named = hint.replace(",", " ").replace(".", " ").split()
            waiting = [entry[0] for entry in entries]
            reply = next(name for name in named[1:] if name in waiting)
        else:
            reply = min(entries, key=lambda entry: numbers(entry[1])[0])[0]
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Anyone in the queue."""
    return boxed(rng.choice([entry.split()[0] for entry in after(QUEUES, observation).split(", ")]))


MECHANIC = Mechanic("shortest_queue", "game", "Optimization", KNOBS, build, expert, legal)
