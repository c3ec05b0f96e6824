"""Seed trial: choose the plot that differs in the treatment alone, then say whether the treatment helps.

Plots differ in more than one condition, so only one of the untreated plots is a fair control; and plots
differ by chance, so only a difference above a stated margin counts.
"""

from __future__ import annotations

import itertools
import random
import re

from .base import Expert, Knobs, Mechanic, Theme, numbers
from .frame import UNCLEAR, WON, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"rounds": 2, "plots": 3, "conditions": 2, "margin": (1,), "turns": 6},
    "medium": {"rounds": 3, "plots": 4, "conditions": 2, "margin": (1, 2), "turns": 8},
    "hard": {"rounds": 3, "plots": 5, "conditions": 3, "margin": (2, 3), "turns": 8},
}

CONDITIONS = (("bright", "dim"), ("wet", "dry"), ("early", "late"), ("deep", "shallow"), ("windy", "calm"))
CROPS = (("beans",), ("barley",), ("tomatoes",), ("herbs",), ("clover",))
RESET = """
self.k, self.log, self.plan = 0, [], []
for n in rng.sample(<<pool>>, <<rounds>>):
    plots = {p: rng.randint(5, 14) for p in rng.sample(<<kinds>>, <<plots>>)}
    i, more = rng.randrange(<<plots>>), rng.randint(0, <<more>>)
    kind, h = list(plots.items())[i]
    rest = ", ".join(f"{c} {p} {plots[p]}" for c, p in zip("abcde", plots))
    self.log += [f"{n} {kind} {h + more}. <<plain>>: {rest}."]
    self.log += [f"{n} {h + more}, control {h}. Over <<margin>> apart counts: yes or no?"]
    self.plan += ["abcde"[i], "yes" if more > <<margin>> else "no"]
return "<<goal>> <<ask>> " + self.show(), {}
"""
SHOW = """
def show(self):
    return f"<<trial>> {self.k // 2 + 1} of <<rounds>>: {self.log[self.k]}"
"""
STEP = """
note = "<<unclear>>"
if a == self.plan[self.k]:
    self.k, note = self.k + 1, "<<right>> "
    if self.k == len(self.plan):
        return "<<won>>", 1.0, True, False, {}
elif a in ["yes", "no"] or len(a) == 1:
    return "<<wrong>>", 0.0, True, False, {}
"""


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``rounds`` trials with ``plots`` plain plots under ``conditions`` two-valued conditions.

    ``margin`` is the largest difference, in units of height, that chance alone makes.
    """
    kinds = [" ".join(kind) for kind in itertools.product(*rng.sample(CONDITIONS, knobs["conditions"]))]
    kinds = rng.sample(kinds, min(len(kinds), 5))
    crop = free_choice(CROPS, theme, rng)[0]
    pool = theme.pick(rng, min(len(theme.nouns), rng.choice((3, 4))))
    margin = rng.choice(knobs["margin"])
    goal = rng.choice(
        (
            f"Each trial treats one plot of {crop}. Numbers are heights.",
            f"The {theme.person} treats {crop} and measures their height.",
            f"Does a treatment make {crop} grow? Numbers are heights.",
        )
    )
    return scaffold(
        title=title_for(theme, rng, ("trial", "plots", "control", f"{crop} trial")),
        summary=rng.choice(
            (
                "Pick the fair control, then judge the treatment.",
                f"Which treatments help the {crop}?",
                f"Compare like with like for the {theme.person}.",
            )
        ),
        turns=knobs["turns"],
        reset=RESET,
        helpers=SHOW,
        step=STEP,
        hint=rng.choice(
            (
                'return "replies: " + ", ".join(self.plan) + "."',
                'return "In turn " + ", then ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        kinds=literal(kinds),
        pool=literal(pool),
        rounds=knobs["rounds"],
        plots=knobs["plots"],
        margin=margin,
        more=2 * margin + 1,
        goal=goal,
        ask=rf"{rng.choice(FORMS)} \\boxed{{letter}} of the like untreated plot, then yes or no.",
        trial=rng.choice(("Trial", "Test", "Season")),
        plain=rng.choice(("Plain plots", "Untreated", "No treatment")),
        right=rng.choice(("Right.", "Yes.", "Correct.")),
        wrong=rng.choice(("Wrong.", "No, the trial says otherwise.", "An unfair verdict.")),
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _plain_plots(observation: str) -> tuple[str, list[str]]:
    """(treated plot, plain plots as letter, conditions, height) of a choosing observation."""
    treated, plots = re.findall(r"\d of \d: (.*?)\. [\w ]+: (.*?)\.", observation)[-1]
    return treated, plots.split(", ")


def expert(first_observation: str, hint: str | None) -> Expert:
    """Find the plain plot under the same conditions, then compare the two heights with the margin.

    A hint lists the same replies, worked out.
    """
    observation = first_observation
    told = iter(re.findall(r"\b(?:[a-e]|yes|no)\b", hint or ""))
    while True:
        if hint:
            reply = next(told)
        elif " apart counts" in observation:
            got, control, margin = numbers(observation)[-3:]
            reply = "yes" if got - control > margin else "no"
        else:
            treated, plots = _plain_plots(observation)
            same = treated.split()[1:-1]
            reply = next(plot[0] for plot in plots if plot.split()[1:-1] == same)
        observation = yield boxed(reply)


def legal(observation: str, rng: random.Random) -> str:
    """Any plot's letter, or yes or no, whichever is asked for."""
    if " apart counts" in observation:
        return boxed(rng.choice(("yes", "no")))
    return boxed(rng.choice(_plain_plots(observation)[1])[0])


MECHANIC = Mechanic("seed_trial", "game", "Causal Inference", KNOBS, build, expert, legal)
