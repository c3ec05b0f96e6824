"""Growth rules: decide word by word whether to keep it or to let it grow, so that a given row comes out.

A word that may grow becomes two words by its rule, and the first of them is looked at next. In the hard form
a word grows into itself and another one, so that the words behind it decide. Only one way leads to the goal:
rules lead on in one order of the words, or only add a word that has no rule.
"""

from __future__ import annotations

import random
import re

from .base import Expert, Knobs, Mechanic, Theme
from .frame import UNCLEAR, WON, after, boxed, literal
from .wording import FORMS, free_choice, scaffold, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"words": 5, "rules": 3, "itself": False, "grows": 3, "turns": 11},
    "medium": {"words": 6, "rules": 4, "itself": False, "grows": 3, "turns": 11},
    "hard": {"words": 5, "rules": 3, "itself": True, "grows": 3, "turns": 11},
}

MOVES = (("keep", "grow"), ("stay", "split"), ("leave", "open"), ("hold", "change"))
GOALS = (
    "Make the goal row by the rules of <<setting>>.",
    "The <<person>> grows a row of words into the goal.",
    "Words become two at <<setting>>. Make the goal.",
)
AHEAD = ("Row", "To do", "Open words")
RULES = {
    False: "[names[i + 1], rng.choice(names[i + 1:])]",
    True: "[w, rng.choice(names[{rules}:])]",
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """``rules`` of ``words`` words can grow, ``grows`` times in all; ``itself``: into itself and another."""
    words, rules = knobs["words"], knobs["rules"]
    into = RULES[knobs["itself"]].format(rules=rules)
    pool = theme.pick(rng, words)
    keep, grow = free_choice(MOVES, theme, rng)
    ask = f"{rng.choice(FORMS)} \\\\boxed{{{keep}}} or \\\\boxed{{{grow}}}. "
    ahead, lost = rng.choice(AHEAD), rng.choice(("That is not the goal.", "The row went wrong.", "A misfit."))
    return scaffold(
        title=title_for(theme, rng, ("growth", "rules", "growing row", "buds")),
        summary=rng.choice(
            (
                f"{keep.title()} or {grow} words to make a row.",
                "Words that grow into two.",
                "Make a row grow.",
            )
        ),
        turns=knobs["turns"],
        reset=f"""
            names = rng.sample({literal(pool)}, {words})
            self.rules = {{w: {into} for i, w in enumerate(names[:{rules}])}}
            self.row, self.plan = names[:2], []
            while self.plan.count("{grow}") != {knobs["grows"]}:
                row, self.plan, self.goal = names[:2], [], []
                while row:
                    w = row.pop(0)
                    grows = w in self.rules and rng.random() < 0.5
                    self.plan.append(["{keep}", "{grow}"][grows])
                    self.goal += [] if grows else [w]
                    row = self.rules[w] + row if grows else row
            return "<<goal>> {ask}" + self.show(), {{}}
        """,
        helpers=f"""
            def show(self):
                rules = ", ".join(f"{{w}} to {{x}} {{y}}" for w, (x, y) in self.rules.items())
                row = f"{ahead}: {{' '.join(self.row)}}. Goal: {{' '.join(self.goal)}}."
                return f"Rules: {{rules}}. {{row}} {keep.title()} or {grow} {{self.row[0]}}?"
        """,
        step=f"""
            note = "<<unclear>>"
            if a == self.plan[0]:
                note = ""
                self.row[:1] = self.rules[self.row[0]] if a == "{grow}" else []
                self.goal = self.goal[a == "{keep}":]
                self.plan.pop(0)
            elif a in ("{keep}", "{grow}"):
                return "{lost}", 0.0, True, False, {{}}
            if not self.plan:
                return "<<won>>", 1.0, True, False, {{}}
        """,
        hint=rng.choice(
            (
                'return "In turn: " + " ".join(self.plan) + "."',
                'return "First " + ", then ".join(self.plan) + "."',
            )
        ),
        solution="return list(self.plan)",
        goal=rng.choice(GOALS),
        setting=theme.setting,
        person=theme.person,
        unclear=rng.choice(UNCLEAR),
        won=rng.choice(WON),
    )


def _read(observation: str) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """(rules, the words to decide about, the words still to make)."""
    entries = [entry.split(" to ") for entry in after(["Rules"], observation).split(", ")]
    rules = {word: tuple(into.split()) for word, into in entries}
    return rules, tuple(after(AHEAD, observation).split()), tuple(after(["Goal"], observation).split())


def _moves(observation: str) -> tuple[str, str]:
    """The two reply words, in the order keep, grow."""
    keep, grow = re.findall(r"(\w+) or (\w+) \w+\?", observation)[-1]
    return keep.lower(), grow


def expert(first_observation: str, hint: str | None) -> Expert:
    """Keep a word where the rest can still be made, else let it grow; a hint changes no move."""
    seen = first_observation
    while True:
        keep, grow = _moves(seen)
        rules, row, goal = _read(seen)
        kept = row[0] == goal[0] and _can_make(row[1:], goal[1:], rules)
        seen = yield boxed(keep if kept else grow)


def _can_make(row: tuple[str, ...], goal: tuple[str, ...], rules: dict[str, tuple[str, ...]]) -> bool:
    if not row or len(row) > len(goal):
        return row == goal
    if row[0] == goal[0] and _can_make(row[1:], goal[1:], rules):
        return True
    return row[0] in rules and _can_make(rules[row[0]] + row[1:], goal, rules)


def legal(observation: str, rng: random.Random) -> str:
    """Either of the two replies."""
    return boxed(rng.choice(_moves(observation)))


MECHANIC = Mechanic("growth_rules", "game", "Pattern Recognition", KNOBS, build, expert, legal)
