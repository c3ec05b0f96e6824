"""A clinic desk: read a patient's record and follow it: test first or not, and which ward (or the other)."""

from __future__ import annotations

import random
import re

from ..base import Expert, Knobs, Mechanic, Theme
from ..tool_frame import answer, call, read_message, tool_program, verbs
from ..wording import free_choice, title_for

KNOBS: dict[str, Knobs] = {
    "easy": {"orders": ("admit",), "full": False, "turns": 5},
    "medium": {"orders": ("admit", "next"), "full": False, "turns": 8},
    "hard": {"orders": ("admit", "next", "ask"), "full": True, "turns": 11},
}
"""``orders``: the user messages before a last question, where there is one; ``full``: a ward may be full."""

VERBS = (
    ("read", "test", "refer"),
    ("open", "examine", "send"),
    ("view", "scan", "admit"),
    ("check", "probe", "move"),
)
TEMPLATES = {
    "admit": (
        "{a} is here. <<Read>> the record, <<test>> if it says so, then <<refer>>.",
        "<<Read>> the record of {a} and do what it says.",
    ),
    "next": (
        "Now {b} is here. <<Read>> that record and follow it too.",
        "The same for {b}: <<read>> the record and <<refer>>.",
    ),
    "ask": (
        "Which ward does the record of {c} name first? <<Read>> it and answer.",
        "Last, <<read>> the record of {c} and answer its first ward.",
    ),
}
CRITERIA = {"admit": "s[self.a] == self.end[self.a]", "next": "s[self.b] == self.end[self.b]"}
HINTS = {
    True: (
        "{self.a} {self.tip(self.a)}, {self.b} {self.tip(self.b)}, {self.c} {self.first[self.c]}.",
        "{self.a}: {self.tip(self.a)}, {self.b}: {self.tip(self.b)}, answer {self.first[self.c]}.",
    ),
    False: (
        "{self.a} {self.tip(self.a)}, {self.b} {self.tip(self.b)}.",
        "{self.a}: {self.tip(self.a)}, {self.b}: {self.tip(self.b)}.",
    ),
}


def build(theme: Theme, knobs: Knobs, rng: random.Random) -> str:
    """Patients named by theme nouns with a record each; wards 1 to 6, one of them full."""
    orders = knobs["orders"]
    names = [noun for noun in theme.nouns if noun not in ("ward", "test", "record")]
    read, test, refer = free_choice(VERBS, theme, rng)
    ask = "ask" in orders
    served = "self.a, self.b" if "next" in orders else "self.a,"
    first_test = rng.choice(("test, then", "test first,", "after a test,"))
    full = "[self.first[self.a]]" if knobs["full"] else "[]"
    return tool_program(
        title=title_for(theme, rng, ("clinic", "ward", "patients", "records")),
        summary=rng.choice(
            (
                "Follow the records of the patients of <<setting>>.",
                "<<Read>>, <<test>> and <<refer>> for the <<person>>.",
            )
        ),
        turns=knobs["turns"],
        names=rng.sample(names, 4),
        reset=f"""
            self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
            self.first, self.second, self.need = {{}}, {{}}, [self.a, rng.choice([self.b, self.c])]
            for n in self.names:
                self.first[n], self.second[n] = rng.sample(range(1, 7), 2)
            self.full, self.tested = {full}, []
            self.end = {{n: w if w not in self.full else self.second[n] for n, w in self.first.items()}}
            self._state = dict.fromkeys(self.names, 0)
        """,
        tools={
            read: '"<<Read>> a record.", patient=self.names',
            test: '"<<Test>> a patient.", patient=self.names',
            refer: '"<<Refer>> a patient to a ward.", patient=self.names, ward=list(range(1, 7))',
        },
        messages=[rng.choice(TEMPLATES[order]) for order in orders],
        criteria=[CRITERIA[order] for order in orders if order in CRITERIA],
        answer="self.first[self.c]" if ask else "None",
        methods=f"""
            def tip(self, n):
                return ("test and " if n in self.need else "") + f"ward {{self.end[n]}}"
            def tool_<<read>>(self, patient):
                test = "{first_test} " if patient in self.need else ""
                other = f", else {{self.second[patient]}}" if self.full else ""
                return f"{{patient}}: {{test}}ward {{self.first[patient]}}{{other}}."
            def tool_<<test>>(self, patient):
                self.tested.append(patient)
                return "{rng.choice(("Tested.", "The test is done.", "All well."))}"
            def tool_<<refer>>(self, patient, ward):
                if ward in self.full:
                    return f"{rng.choice(("Ward {ward} is full.", "No bed in ward {ward}."))}"
                if ward != self.end[patient] or patient in self.need and patient not in self.tested:
                    return "{rng.choice(("The record says otherwise.", "That is not what the record says."))}"
                self._state[patient] = ward
                return "{rng.choice(("Done.", "The bed is ready.", "Gone there."))}"
        """,
        hint='f"' + (rng.choice(HINTS[ask]) if "next" in orders else "{self.a}: {self.tip(self.a)}.") + '"',
        solution=f'[x for n in ({served}) for x in ([self.call("<<test>>", patient=n)] * (n in self.need) '
        '+ [self.call("<<refer>>", patient=n, ward=self.end[n])])]'
        + (' + [f"<answer>{self.first[self.c]}</answer>"]' if ask else ""),
        values={"person": theme.person, "setting": theme.setting} | verbs(read=read, test=test, refer=refer),
    )


def expert(first_observation: str, hint: str | None) -> Expert:
    """Read each record, test where it says so, try its wards in turn; a hint tells what the record holds."""
    parts = (hint or "").rstrip(".").split(", ")
    observation, tools = first_observation, ("", "", "")
    while True:
        kind, order = next(
            (kind, order) for kind in TEMPLATES if (order := read_message(TEMPLATES[kind], observation))
        )
        tools = next(verbs for verbs in VERBS if verbs[0] == order["read"])
        patient = order.get("a") or order.get("b") or order["c"]
        if hint:
            record = parts.pop(0)
        else:
            record = yield call(tools[0], patient=patient)
        wards = re.findall(r"\d", record)
        if kind == "ask":
            observation = yield answer(wards[0])
            continue
        if "test" in record.partition(patient)[2]:
            yield call(tools[1], patient=patient)
        observation = yield call(tools[2], patient=patient, ward=int(wards[0]))
        if re.search(r"full|No bed", observation):
            observation = yield call(tools[2], patient=patient, ward=int(wards[1]))


MECHANIC = Mechanic("clinic_desk", "tool_use", "Tool Use", KNOBS, build, expert)
