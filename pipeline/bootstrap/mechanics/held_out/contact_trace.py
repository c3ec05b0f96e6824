"""Contact trace: an illness passes from person to person as they meet; say who falls ill at each meeting."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..frame import boxed, literal
from ..wording import FORMS, scaffold, title_for
from .shared import dress, listed

KNOBS: dict[str, Knobs] = {
    "easy": {"people": 5, "meetings": 4, "shown": True, "immune": False},
    "medium": {"people": 5, "meetings": 5, "shown": False, "immune": False},
    "hard": {"people": 6, "meetings": 6, "shown": False, "immune": True},
}

NAMES = ("abel", "bea", "carl", "dora", "emil", "fay", "gil", "hope", "ian", "jill", "kurt", "lisa")
RESET = r"""
    self.i, self.plan = 0, []
    while len(set(self.plan)) < 3:
        self.names = rng.sample(self.pool, <<people>>)
        self.first = rng.choice(self.names)
        self.safe = <<safe>>
        self.met = [rng.sample(self.names, 2) for i in range(<<meetings>>)]
        self.ill, self.plan = [self.first], []
        for x, y in self.met:
            new = [n for n in (x, y) if n not in self.ill and n != self.safe]
            self.plan.append(new[0] if len(new) == 1 and {x, y} & set(self.ill) else "nobody")
            self.ill += [n for n in self.plan[-1:] if n != "nobody"]
    return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = {
    True: r"""
    def show(self):
        ill = [self.first] + [n for n in self.plan[:self.i] if n != "nobody"]
        return f"Ill so far: {' '.join(ill)}. <<label>> {self.i + 1}: {' and '.join(self.met[self.i])} meet."
""",
    False: r"""
    def show(self):
        met = ", ".join(x + " and " + y for x, y in self.met)
        return f"First ill: {self.first}.<<immune>> Meetings: {met}. <<label>> {self.i + 1}?"
""",
}
STEP = r"""
    note = "<<unclear>>"
    if a == self.plan[self.i]:
        self.i += 1
        note = "<<right>> "
    elif a in self.names + ["nobody"]:
        return f"<<wrong>>", 0.0, True, False, {}
    if self.i == <<meetings>>:
        return "<<won>>", 1.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``meetings`` among ``people``; ``shown``: who is ill is told; ``immune``: one never falls ill."""
    meetings, immune = knobs["meetings"], knobs["immune"]
    pool = rng.sample(NAMES, rng.randint(knobs["people"], 8))
    illness = rng.choice(("a cold", "a cough", "a fever", "the flu"))
    return scaffold(
        title=title_for(theme, rng, ("contacts", "fever", "outbreak", "trace")),
        summary=rng.choice(
            (
                "Trace an illness from meeting to meeting.",
                "The <<person>> of <<setting>> asks who fell ill when.",
                f"Follow {illness} through a row of meetings.",
            )
        ),
        turns=meetings + 1,
        fields=[f"self.pool = {literal(pool)}"],
        reset=RESET,
        helpers=SHOW[knobs["shown"]],
        step=STEP,
        hint=rng.choice(
            (
                'return "They fall ill in turn: " + ", ".join(self.plan) + "."',
                'return "New cases: " + ", ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        people=knobs["people"],
        meetings=meetings,
        safe="rng.choice([n for n in self.names if n != self.first])" if immune else '""',
        immune=" Immune: {self.safe}." if immune else "",
        label=rng.choice(("Meeting", "Visit", "Contact")),
        wrong=rng.choice(("No, it is {self.plan[self.i]}.", "Wrong: {self.plan[self.i]}.")),
        goal=f"At <<setting>> {illness} passes whenever someone ill meets someone well. "
        + rng.choice(
            (
                f"Say who falls ill at each of {meetings} meetings, in order.",
                f"Name the new case of each of {meetings} meetings in turn.",
            )
        ),
        ask=f"{rng.choice(FORMS)} \\\\boxed{{{pool[0]}}} or \\\\boxed{{nobody}}; one error ends it.",
        **dress(theme, rng),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Go through the meetings in view from the first ill on; a hint lists the new cases."""
    planned = listed(hint) if hint else []
    observation = first_observation
    while True:
        if "Ill so far" in observation:
            ill = set(re.findall(r"Ill so far: ([\w ]+)\.", observation)[-1].split())
            case = _case(re.findall(r"(\w+) and (\w+) meet", observation)[-1], ill)
        else:
            ill = set(re.findall(r"First ill: (\w+)", observation)[-1:])
            safe = set(re.findall(r"Immune: (\w+)", observation)[-1:])
            count = int(re.findall(r"(?:Meeting|Visit|Contact) (\d)\?", observation)[-1])
            case = "nobody"
            for pair in re.findall(r"(\w+) and (\w+)", observation.rpartition("Meetings: ")[2])[:count]:
                case = _case(pair, ill)
                case = "nobody" if case in safe else case
                ill |= {case}
        observation = yield boxed(planned.pop(0) if planned else case)


def _case(pair: tuple[str, str], ill: set[str]) -> str:
    """Who of a pair that meets falls ill."""
    well = [name for name in pair if name not in ill]
    return well[0] if len(well) == 1 else "nobody"


def legal(observation: str, rng: random.Random) -> str:
    """Either of the two that meet, or nobody."""
    pairs = re.findall(r"(\w+) and (\w+)", observation)
    count = re.findall(r"(?:Meeting|Visit|Contact) (\d)\?", observation)
    pair = pairs[int(count[-1]) - 1] if count else pairs[-1]
    return boxed(rng.choice((*pair, "nobody")))


MECHANIC = Mechanic("contact_trace", "game", "Causal Inference", KNOBS, build, expert, legal)
