"""Loading keeps its promises for the odd programs that models write, the same on every interpreter."""

from __future__ import annotations

import sys
import warnings

import pytest
from programs import GUESS, one_liner
from spade_env import Episode, LoadError, describe, load, replay

END = "'end', 0.0, True, False, {}"


def test_dataclasses_enums_and_named_tuples_work_with_any_annotation():
    before = """
from dataclasses import dataclass
from enum import Enum
@dataclass
class Cell:
    x: int
    y: NoSuchType = 2
class Kind(Enum):
    A = 1
class Pair(NamedTuple):
    left: int
def helper(x: AlsoMissing) -> Missing:
    return x
"""
    program = load(one_liner(END, reset="f'{Cell(1)} {Kind.A.name} {Pair(3)}', {}", before=before))
    assert Episode(program, 0).observation == "Cell(x=1, y=2) A Pair(left=3)"


def test_a_program_may_bring_its_own_future_import():
    assert load("from __future__ import annotations\n" + GUESS).class_name == "GuessEnv"


def test_backslashes_in_plain_strings_do_not_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load(one_liner(END, before='pattern = "\\d\\boxed"'))


@pytest.mark.parametrize(
    "source",
    [
        "class TinyEnv:\n    __doc__ = 5\n    def reset(self, seed=None): return '', {}\n    def step(self, a): pass",
        "class TinyEnv:\n    '''"
        + "long " * 500
        + "'''\n    def reset(self, seed=None): return '', {}\n    def step(self, a): pass",
    ],
)
def test_titles_are_short_clean_text(source):
    program = load(source)
    assert 0 < len(program.title) <= 80
    program.title.encode()


def test_a_class_that_fights_back_is_a_load_error():
    source = """
class Meta(type):
    def __getattribute__(cls, name):
        raise KeyError(name)
class TinyEnv(metaclass=Meta):
    pass
"""
    with pytest.raises(LoadError, match="KeyError") as error:
        load(source)
    assert (error.value.stage, error.value.line) == ("load", 4)


@pytest.mark.parametrize(
    ("signature", "limit"),
    [("max_turns=4", 4), ("max_turns=400", 25), ("max_turns='x'", 25), ("size=3", 25), ("max_turns=0", 25)],
)
def test_a_program_states_its_turn_limit(signature, limit):
    program = load(
        one_liner(END)
        .replace("self, max_turns=3", f"self, {signature}")
        .replace("self.max_turns = max_turns", "pass")
    )
    assert program.max_turns == limit


def test_a_description_needs_no_play():
    told = describe(load(GUESS))
    assert (told["title"], told["kind"], told["max_turns"], told["imports"]) == (
        "Guess the number",
        "game",
        4,
        ["random", "re"],
    )
    assert told["first_observation"].startswith("Guess a number") and told["fault"] is None
    assert (told["has_hint"], told["has_solution"], told["has_render"]) == (True, True, False)


def test_modules_the_host_stands_in_for_are_not_imports():
    program = load(one_liner(END, before="from math_verify import parse\nimport tool_use_base_env, json"))
    assert program.imports == ("json", "math", "sys")


# --- faults say the same on every interpreter


@pytest.mark.parametrize(
    ("step", "name"),
    [
        ("re.compile('(')", "PatternError"),  # re.error was renamed in Python 3.13
        ("'o', 10 ** 400, True, False, {}", "NonFiniteReward"),
        ("[][1]", "IndexError"),
        ("Strange.throw()", "Odd name"),
        ("(_ for _ in ()).throw(MemoryError())", "MemoryError"),
    ],
)
def test_a_fault_is_named_by_class_and_line_only(step, name):
    before = """
class Strange(type):
    __name__ = property(lambda cls: 1 / 0)
    def throw():
        raise Strange("Odd name", (Exception,), {})
"""
    fault = replay(load(one_liner(step, before=before)), 0, ["x"])["fault"]
    assert fault.startswith(f"env_fault:{name}") and fault.count("@") <= 1


def test_a_very_long_class_name_is_cut():
    fault = replay(load(one_liner("(_ for _ in ()).throw(type('E' * 9000, (Exception,), {}))")), 0, ["x"])[
        "fault"
    ]
    assert len(fault) < 90


def test_strings_that_lie_about_themselves_are_read_as_they_are():
    before = """
class Liar(str):
    def __str__(self): return 7
    def encode(self, *a): return b"lie"
    def __len__(self): return 1
"""
    transcript = replay(load(one_liner("Liar('truth'), 0.0, True, False, {}", before=before)), 0, ["x"])
    assert (
        transcript["steps"][0]["observation"] == "truth"
        and type(transcript["steps"][0]["observation"]) is str
    )
    long = replay(load(one_liner("Liar('x' * 70000), 0.0, True, False, {}", before=before)), 0, ["x"])
    assert long["fault"] == "env_fault:ObservationTooLong"


def test_a_reply_with_half_a_character_is_what_a_browser_would_make_of_it():
    transcript = replay(load(one_liner("action, 0.0, False, False, {}")), 0, ["a\ud83d", "\ud83d\ude42"])
    assert [step["action"] for step in transcript["steps"]] == ["a\ufffd", "🙂"]
    again = replay(
        load(one_liner("action, 0.0, False, False, {}")), 0, [step["action"] for step in transcript["steps"]]
    )
    assert again["steps"] == transcript["steps"]


def test_optional_methods_that_fail_are_noted_not_offered():
    source = (
        one_liner(END)
        + "    def hint(self): return 1 / 0\n    def render(self): return 'x' * 99999\n    def solution(self): return [1]\n"
    )
    episode = Episode(load(source), 0)
    assert (episode.hint(), episode.render(), episode.solution()) == (None, None, None)
    assert episode.notes == ["hint() failed: ZeroDivisionError", "render() failed: ObservationTooLong"]
    assert episode.fault is None and "notes" not in episode.transcript()


def test_the_outer_host_records_its_faults():
    episode = Episode(load(GUESS), 0)
    episode.act("\\boxed{0}")
    episode.mark_fault("env_timeout")
    assert (episode.outcome, episode.ret, episode.fault, episode.turn) == ("void", None, "env_timeout", 1)
    spent = Episode(load(GUESS), 0)
    spent.truncate_agent()
    assert (spent.outcome, spent.ret, spent.fault) == ("truncated", 0.0, None)


def test_loading_leaves_one_module_whatever_the_number_of_programs():
    before = set(sys.modules)
    for i in range(5):
        load(one_liner(END, before=f"x = {i}"))
    assert set(sys.modules) - before <= {"spade_environment", "math_verify", "tool_use_base_env"}
