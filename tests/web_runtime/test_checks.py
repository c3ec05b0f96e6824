"""Every check of the cheap validator: what passes, what fails, and that its sentence names the cause."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import DESK, GUESS, one_liner
from spade_env import Episode, load
from spade_env.actions import RandomAgent, legal_looking
from spade_env.checks import CHECKS, run_check, scripted_replies

SEEDS = (0, 1, 2, 3, 4)
ON = "'no', 0.0, False, False, {}"
# Three hits in six turns: out of reach of luck, in reach of the solution.
ROUNDS = (
    GUESS.replace("max_turns=4", "max_turns=6")
    .replace(
        "won = bool(m) and m.group(1).strip() == str(self.n)",
        "hit = bool(m) and m.group(1).strip() == str(self.n)\n        self.hits = self.hits + hit\n        won = self.hits == 3",
    )
    .replace("self.n = rng.randint(1, 9)", "self.n, self.hits = rng.randint(1, 9), 0")
    .replace("return [str(self.n)]", "return [str(self.n)] * 3")
    .replace('"Right."', '"Yes."')
)


def check(name: str, source: str):
    return run_check(name, load(source), seeds=SEEDS, max_turns=25)


def test_the_names_are_those_of_the_verdict_in_order():
    assert tuple(CHECKS) == (
        "parse",
        "load",
        "contract",
        "reset",
        "determinism",
        "diversity",
        "probes",
        "solvable",
        "trivial",
        "leak",
        "tools",
    )
    with pytest.raises(KeyError):
        check("beauty", GUESS)


@pytest.mark.parametrize("name", tuple(CHECKS))
def test_a_sound_game_passes(name):
    result = check(name, ROUNDS)
    expected = {"tools": "skip"}.get(name, "pass")
    if name == "trivial":  # repeating one number wins where a seed drew it
        expected = result.status
    assert (result.name, result.status) == (name, expected) and result.sentence


@pytest.mark.parametrize("name", ["contract", "reset", "determinism", "probes", "leak", "tools"])
def test_a_sound_desk_passes(name):
    assert check(name, DESK).status == "pass"


WANDERING_HINT = ROUNDS.replace("def hint(self):", "def hint(self):\n        self.n = self.n % 9 + 1")
LATE_LEAK = ROUNDS.replace('"No, a number in \\\\boxed{n}."', 'f"no: {self.hint()}"')


@pytest.mark.parametrize(
    ("name", "source", "words"),
    [
        ("contract", one_liner(ON, reset='"", {}'), "first observation is empty"),
        ("contract", one_liner(ON, reset="3"), "reset(seed) must return (text, dict)"),
        ("contract", one_liner("'x'"), "step(action) must return"),
        ("contract", DESK.replace("self._tools = {", "unused = {"), "at least one tool"),
        ("reset", one_liner(ON, reset="str(1 / (seed - 3)), {}"), "seed 3: ZeroDivisionError in line 8"),
        (
            "determinism",
            one_liner("str(next(count)), 0.0, False, False, {}", before="count = itertools.count()"),
            "random.Random(seed)",
        ),
        ("determinism", WANDERING_HINT, "asking for hint()"),
        ("diversity", one_liner(ON), "every seed gives the same instance"),
        (
            "probes",
            one_liner("str(int(action[7:-1])), 0.0, False, False, {}"),
            "broke the program: ValueError in line 10",
        ),
        (
            "probes",
            one_liner(
                "str({1: 2}[1 if 'avocado}' not in action else 3]), 0, False, False, {}",
                reset="'say one of: apple, avocado', {}",
            ),
            "random play broke the program",
        ),
        ("solvable", GUESS.replace("return [str(self.n)]", "return ['0']"), "does not win for seed 0"),
        ("solvable", GUESS.replace("return [str(self.n)]", "return '0'"), "ended unfinished"),
        ("trivial", one_liner("'ok', 1.0, True, False, {}"), "random play wins 100%"),
        ("trivial", GUESS, "random play wins"),
        (
            "leak",
            GUESS.replace("Guess a number", "THE  NUMBER is {self.n}. Guess")
            .replace('return "THE', 'return f"THE')
            .replace('boxed{n}.", {}', 'boxed{{n}}.", {}'),
            "first observation contains the hint",
        ),
        ("leak", LATE_LEAK, "turn 1 contains the hint"),
        ("tools", DESK.replace('return "moved"', "return 1 / 0"), "tool move failed: ZeroDivisionError"),
    ],
)
def test_a_flaw_is_found_and_named(name, source, words):
    result = check(name, source)
    assert result.status == "fail" and words in result.sentence
    assert "\n" not in result.sentence


def test_faults_travel_in_the_data():
    assert check("contract", one_liner("1 / 0")).data["fault"].startswith("env_fault:ZeroDivisionError@")


def test_unproved_is_unknown():
    bare = one_liner(ON)
    assert check("solvable", bare).status == "unknown"
    some = GUESS.replace("return [str(self.n)]", "return [str(self.n)] if self.n > 5 else None")
    assert check("solvable", some).status == "unknown"


def test_a_declared_single_instance_is_not_asked_for_variety():
    assert (
        check(
            "diversity", one_liner(ON).replace("class TinyEnv:", "class TinyEnv:\n    fixed_instance = True")
        ).status
        == "skip"
    )


def test_one_reply_that_always_wins_is_trivial_even_if_random_play_rarely_finds_it():
    words = ", ".join(f"w{i}" for i in range(30))
    source = one_liner(
        "'no', float('w7}' in action), True, False, {}", reset=f"'say one of: {words} ' + str(seed), {{}}"
    )
    result = check("trivial", source)
    assert result.status == "fail" and "repeating one reply wins" in result.sentence


def test_scripted_replies_are_the_same_every_time():
    program = load(ROUNDS)
    assert scripted_replies(program, 4, 25) == scripted_replies(program, 4, 25)
    assert scripted_replies(program, 4, 25)[-1] == f"\\boxed{{{random.Random(4).randint(1, 9)}}}"


# --- the random agent reads what it could do


@pytest.mark.parametrize(
    ("shown", "moves"),
    [
        ("Reply with one of: red, green or blue.", {"red", "green", "blue"}),
        ("Choose from [left | right].", {"left", "right"}),
        ("You may go north or south.", {"go north", "go south"}),
        ("Say 'open' or \"shut\".", {"open", "shut"}),
        ("Pick a number from 3 to 6.", {"3", "4", "5", "6"}),
        ("A) iron  B) salt", {"A", "B"}),
        ("Answer with \\boxed{push 2}", {"push 2"}),
    ],
)
def test_moves_are_found_in_what_is_shown(shown, moves):
    assert moves <= set(legal_looking([shown]))


@given(st.text(max_size=300))
def test_any_text_gives_a_bounded_list_of_moves(text):
    moves = legal_looking([text])
    assert len(moves) <= 40 and len(set(moves)) == len(moves) and all(moves)


def test_random_tool_calls_fit_the_schema():
    episode = Episode(load(DESK), 0)
    agent = RandomAgent(1, episode.tools())
    replies = [agent.reply([episode.first_observation]) for _ in range(40)]
    assert any("<answer>" in reply for reply in replies)
    for reply in replies:
        if "<answer>" not in reply:
            assert "must be" not in Episode(load(DESK), 0).act(reply).observation
