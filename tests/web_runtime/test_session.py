"""The player's requests are answered by the host's own Episode, and never by an exception."""

from __future__ import annotations

import json
import random

import pytest
from programs import DESK, GUESS, one_liner
from spade_env.checks import CHECKS
from spade_env.session import Session

HIDDEN = random.Random(3).randint(1, 9)
RIGHT = f"\\boxed{{{HIDDEN}}}"
WRONG = f"\\boxed{{{HIDDEN % 9 + 1}}}"


@pytest.fixture
def ask():
    session = Session()

    def send(op: str, **fields) -> dict:
        return json.loads(session.handle_json(json.dumps({"op": op, **fields})))

    return send


def test_a_game_is_opened_played_and_won(ask):
    opened = ask("open", source=GUESS, seed=3)
    assert opened["ok"] and opened["program"]["title"] == "Guess the number"
    assert (opened["turn"], opened["turn_limit"], opened["done"], opened["tools"]) == (0, 4, False, [])
    lost = ask("act", reply=WRONG)
    assert lost["steps"][0]["action"] == WRONG and not lost["done"]
    won = ask("act", reply="I say " + RIGHT)
    assert (won["outcome"], won["return"], won["turn"]) == ("won", 1.0, 2)
    assert ask("transcript")["transcript"]["steps"] == won["steps"]


def test_goto_starts_over_and_stops_at_the_end(ask):
    ask("open", source=GUESS, seed=3)
    ask("act", reply=WRONG)
    again = ask("goto", replies=[RIGHT, "never played"])
    assert (again["turn"], again["outcome"]) == (1, "won")
    assert ask("goto", replies=[])["turn"] == 0


def test_hint_and_solution_belong_to_the_instance(ask):
    ask("open", source=GUESS, seed=3)
    assert ask("hint")["hint"] == f"the number is {HIDDEN}"
    assert ask("solution")["solution"] == [RIGHT]


def test_the_turn_limit_of_the_request_caps_the_programs_own(ask):
    assert ask("open", source=GUESS, seed=3, max_turns=2)["turn_limit"] == 2
    ask("act", reply="0")
    assert ask("act", reply="0")["outcome"] == "truncated"


def test_a_tool_use_program_brings_its_schema_and_no_move_buttons(ask):
    opened = ask("open", source=DESK, seed=0)
    assert [tool["function"]["name"] for tool in opened["tools"]] == ["count", "move"]
    assert opened["moves"] == opened["words"] == []


def test_a_broken_program_says_line_and_reason_and_leaves_the_open_game_alone(ask):
    ask("open", source=GUESS, seed=3)
    ask("act", reply=WRONG)
    refused = ask("open", source="class A(:\n  pass", seed=0)
    assert (refused["ok"], refused["stage"], refused["line"]) == (False, "parse", 1)
    assert ask("act", reply=RIGHT)["outcome"] == "won"


@pytest.mark.parametrize("reset", ["next(iter(()))", "'text', {}, 1", "1 / 0", "exit()"])
def test_an_environment_that_fails_in_reset_is_over_before_it_starts(ask, reset):
    opened = ask("open", source=one_liner("None", reset=reset), seed=0)
    assert opened["ok"] and opened["done"] and opened["outcome"] == "void" and opened["fault"]
    assert ask("act", reply="go")["turn"] == 0


def test_what_a_program_prints_goes_nowhere(ask, capsys):
    loud = 'print("x" * 10**6, file=sys.stderr) or print("y" * 10**6) or ("quiet", 1.0, True, False, {})'
    ask("open", source=one_liner(loud), seed=0)
    assert ask("act", reply="go")["outcome"] == "won"
    assert capsys.readouterr() == ("", "")


def test_closing_the_output_hurts_nobody_else(ask):
    closing = 'sys.stdout.close() or ("closed", 0.0, False, False, {})'
    ask("open", source=one_liner(closing), seed=0)
    assert ask("act", reply="go")["observation"] == "closed"
    assert ask("act", reply="go")["observation"] == "closed"


def test_checks_are_named_and_answer_with_sentences(ask):
    assert ask("checks")["names"] == list(CHECKS)
    assert ask("check", source=GUESS, name="solvable")["status"] == "pass"
    never = one_liner('("no", 0.0, False, False, {})', before="class Never: pass")
    said = ask("check", source=never, name="solvable")
    assert said["status"] == "unknown" and said["sentence"]
    assert ask("check", source=GUESS, name="no such check")["ok"] is False
    assert ask("check", source="x = (", name="parse")["line"] == 1


def test_replay_does_not_disturb_the_open_game(ask):
    ask("open", source=GUESS, seed=3)
    replayed = ask("replay", source=DESK, seed=0, replies=["<answer>3</answer>"])
    assert replayed["transcript"]["outcome"] == "lost"
    assert json.loads(replayed["canonical"]) == replayed["transcript"]
    assert ask("act", reply=RIGHT)["outcome"] == "won"


def test_requests_out_of_order_or_unknown_are_sentences(ask):
    assert ask("act", reply="1") == {"ok": False, "error": "open a program first"}
    ask("open", source=GUESS, seed=0)
    assert "fly" in ask("fly")["error"]
