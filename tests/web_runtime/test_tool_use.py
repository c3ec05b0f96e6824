"""Tool-use environments: the default workflow, teaching observations, and published programs' habits."""

from __future__ import annotations

import pytest
from programs import DESK, PUBLISHED_FILES
from spade_env import Episode, load, replay
from spade_env.checks import CHECKS, run_check
from spade_env.protocols import call_text
from spade_env.shapes import is_tool_schema


def test_a_workflow_by_hand():
    episode = Episode(load(DESK), 0)
    assert "How many ropes" in episode.observation
    assert [tool["function"]["name"] for tool in episode.tools()] == ["count", "move"]
    early = episode.act(call_text("move", {"item": "rope", "n": "three"}))
    assert "n must be of type integer" in early.observation and not episode.done
    counted = episode.act(call_text("count", {"item": "rope"}))
    assert counted.observation.splitlines() == ['{"count": 3}', "User: Move all of them."]
    episode.act(call_text("move", {"item": "rope", "n": 3}))
    assert not episode.done
    episode.act("<answer>3</answer>")
    assert (episode.outcome, episode.ret) == ("won", 1.0)


def test_several_calls_in_one_reply_run_in_order_and_then_the_workflow_moves_on():
    both = call_text("count", {"item": "rope"}) + call_text("move", {"item": "rope", "n": 3.0})
    step = Episode(load(DESK), 0).act(both)
    assert step.observation.splitlines() == ['{"count": 3}', "moved", "User: Move all of them."]


def test_without_an_expected_answer_the_last_message_done_wins():
    program = load(DESK.replace('self._expected_answer = "3"', "self._expected_answer = None"))
    episode = Episode(program, 0)
    episode.act(call_text("count", {"item": "rope"}))
    step = episode.act(call_text("move", {"item": "rope", "n": 3}))
    assert step.observation == "moved\nAll done." and step.terminated and episode.outcome == "won"


@pytest.mark.parametrize(
    ("reply", "part"),
    [
        ("hello", "No tool call found"),
        ("", "No tool call found"),
        (call_text("steal", {}), "there is no tool 'steal'; the tools are count, move"),
        (call_text("_clear", {}), "there is no tool"),
        (call_text("count", {}), "needs 'item'"),
        (call_text("count", {"item": "gold"}), "must be one of rope"),
        (call_text("count", {"item": "rope", "extra": 1}), "has no 'extra'"),
        (call_text("count", {"self": 1}), "has no 'self'"),
        ("<tool_call>{bad</tool_call>", "must hold JSON"),
    ],
)
def test_a_wrong_call_teaches_and_costs_a_turn(reply, part):
    episode = Episode(load(DESK), 0)
    step = episode.act(reply)
    assert part in step.observation and not episode.done and episode.turn == 1 and episode.fault is None


@pytest.mark.parametrize(
    ("expected", "answer", "outcome"),
    [
        ("'3'", "3", "won"),
        ("'North Gate'", " north gate ", "won"),
        ("1234.5", "$1,234.50", "won"),
        ("'done'", "finished", "lost"),
        ("3", "3.02", "lost"),
        ("3", "nan", "lost"),
    ],
)
def test_answers_are_compared_as_text_or_number(expected, answer, outcome):
    source = DESK.replace('self._expected_answer = "3"', f"self._expected_answer = {expected}")
    replies = [call_text("count", {"item": "rope"}), call_text("move", {"item": "rope", "n": 3})]
    transcript = replay(load(source), 0, [*replies, f"<answer>{answer}</answer>"])
    assert transcript["outcome"] == outcome and transcript["steps"][-1]["terminated"]


def test_an_answer_before_the_work_is_done_loses():
    assert replay(load(DESK), 0, ["<answer>3</answer>"])["outcome"] == "lost"


def test_the_programs_own_turn_limit_ends_the_episode():
    program = load(
        DESK.replace(
            "class DeskEnv(ToolUseBaseEnv):",
            "class DeskEnv(ToolUseBaseEnv):\n    def __init__(self, max_turns=2):\n        super().__init__(max_turns=max_turns)",
        )
    )
    transcript = replay(program, 0, ["hm"] * 5)
    assert (len(transcript["steps"]), transcript["outcome"], program.max_turns) == (2, "truncated", 2)


def test_xml_arguments_stay_text_where_the_schema_asks_for_text():
    source = DESK.replace('return "moved"', "return f'{n + 1} {item!r}'")
    call = "<tool_call><function=move><parameter=item>007</parameter><parameter=n>3</parameter></function></tool_call>"
    assert Episode(load(source), 0).act(call).observation == "4 '007'"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('return "moved"', "return {1, 2}", "TypeError"),
        ('return "moved"', 'raise KeyError("x")', "KeyError"),
        ("def tool_move(self, item, n):", "def tool_move(self, item):", "TypeError"),
        ('lambda s: s["read"]', 'lambda s: s["nothing"]', "KeyError"),
    ],
)
def test_what_breaks_inside_a_tool_is_the_environments_fault(old, new, fault):
    transcript = replay(load(DESK.replace(old, new)), 0, [call_text("move", {"item": "rope", "n": 1})])
    assert transcript["fault"].startswith(f"env_fault:{fault}") and transcript["return"] is None


@pytest.mark.parametrize(
    "tools",
    ["None", "[3]", "{'count': 3}", "{'count': {'parameters': 5}}", "{'count': {'parameters': {'x': {1}}}}"],
)
def test_tools_that_are_no_schema_are_none(tools):
    program = load(
        DESK
        + f"    def get_tools(self):\n        self._tools = {tools}\n        return super().get_tools()\n"
    )
    episode = Episode(program, 0)
    assert not any(is_tool_schema(tool) for tool in episode.tools()) and not episode.done
    for name in CHECKS:
        result = run_check(name, program, seeds=(0, 1), max_turns=25)
        assert result.status == "fail" if name == "contract" else result.sentence


def test_a_constructor_may_set_attributes_before_or_without_the_base():
    source = DESK.replace(
        "class DeskEnv(ToolUseBaseEnv):",
        "class DeskEnv(ToolUseBaseEnv):\n    def __init__(self, max_turns=7):\n        self._state['shelf'] = 1\n        self.max_turns = max_turns",
    ).replace(
        'self._state = {"rope": 3, "moved": 0, "read": False}',
        "self._state.update(rope=3, moved=0, read=False)",
    )
    episode = Episode(load(source), 0)
    assert episode.fault is None and episode.turn_limit == 7


def test_a_program_in_the_published_style_plays_through():
    program = load(PUBLISHED_FILES)
    assert (program.kind, program.imports, program.has_solution) == (
        "tool_use",
        ("json", "random", "typing"),
        False,
    )
    episode = Episode(program, 3)
    assert episode.observation == "Open the letters folder."
    step = episode.act(call_text("open_folder", {"path": "letters"}))
    assert step.observation == "opened letters\n\n[next] Delete the oldest letter."
    assert episode.act("<answer>done</answer>").terminated and episode.outcome == "lost"
    again = Episode(program, 3)
    again.act(call_text("open_folder", {"path": "letters"}))
    step = again.act(call_text("delete", {"name": "a.txt"}))
    assert step.observation == "deleted a.txt\n\n[finished]"
    again.act("<answer>done</answer>")
    assert (again.outcome, again.ret) == ("won", 1.0)


def test_execute_tool_can_be_called_directly():
    env = load(DESK).new_env()
    assert env.execute_tool("count", {"item": "rope"}) == {"output": '{"count": 3}', "returncode": 0}
    assert env.execute_tool("count", {"item": 1})["returncode"] == 1
    assert [entry["name"] for entry in env._call_history] == ["count", "count"]
