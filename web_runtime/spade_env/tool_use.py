"""The base class that tool-use programs subclass; the host binds its name, programs need no import.

A program sets the attributes in ``reset`` and writes one ``tool_<name>`` method per tool. The default
:meth:`ToolUseBaseEnv.step` reads calls, checks arguments, runs tools, and moves the workflow on when
the backend's state satisfies the current criterion. Every part may be overridden.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import protocols
from .schema import settled, violations

FORMAT = (
    'Reply with <tool_call>{"name": "...", "arguments": {...}}</tool_call>, '
    "or finish with <answer>...</answer>."
)


class ToolUseBaseEnv:
    """Attributes a subclass fills in: ``_tools`` (name -> description and parameters), ``_state``,
    ``_user_messages`` with one ``_message_criteria`` callable each, and ``_expected_answer`` (or None)."""

    max_turns = 10

    def __init__(self, max_turns: int = 10, **kwargs: Any):
        self.max_turns = max_turns
        self.reset()

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """Attributes exist whether or not a subclass calls this constructor, and before it sets its own."""
        self = super().__new__(cls)
        self._clear()
        return self

    def _clear(self) -> None:
        self._tools: dict[str, dict[str, Any]] = {}
        self._state: dict[str, Any] = {}
        self._call_history: list[dict[str, Any]] = []
        self._expected_answer: Any = None
        self._user_messages: list[str] = []
        self._message_criteria: list[Callable[[dict[str, Any]], bool]] = []
        self._current_msg = 0
        self.turn_count = 0

    def reset(self, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """New instance; subclasses fill the attributes and return :meth:`_first_obs`."""
        self._start()
        return self._first_obs(), {}

    def _start(self) -> None:
        """Forget the calls, turns and progress of an earlier episode."""
        self._call_history = []
        self._current_msg = 0
        self.turn_count = 0

    def _first_obs(self) -> str:
        """First user message and the reply format."""
        first = self._user_messages[0] if self._user_messages else ""
        return f"User: {first}\n{FORMAT}" if first else FORMAT

    def get_tools(self) -> list[dict[str, Any]]:
        """The tools in OpenAI function-calling form."""
        empty = {"type": "object", "properties": {}}
        return [
            {
                "type": "function",
                "function": {
                    "name": name,
                    "description": tool.get("description", ""),
                    "parameters": tool.get("parameters", empty),
                },
            }
            for name, tool in self._tools.items()
        ]

    def execute_tool(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Run one call: ``{"output": text, "returncode": 0 or 1}``; a wrong call is output, not a crash."""
        problem = self._call_problem(name, arguments)
        if problem is not None:
            self._call_history.append({"name": name, "arguments": arguments, "result": problem})
            return {"output": problem, "returncode": 1}
        arguments = settled(arguments, self._tools[name].get("parameters"))
        result = getattr(self, f"tool_{name}")(**arguments)
        output = result if isinstance(result, str) else json.dumps(result, sort_keys=True, ensure_ascii=False)
        self._call_history.append({"name": name, "arguments": arguments, "result": output})
        return {"output": output, "returncode": 0}

    def _call_problem(self, name: str, arguments: dict[str, Any]) -> str | None:
        if name not in self._tools or not callable(getattr(self, f"tool_{name}", None)):
            return f"Error: there is no tool '{name}'; the tools are {', '.join(self._tools)}."
        schema = self._tools[name].get("parameters") or {}
        found = violations(arguments, {"additionalProperties": False, **schema})
        return f"Error: {'; '.join(found)}." if found else None

    def _typed(self, call: protocols.Call) -> dict[str, Any]:
        """Arguments of a call; the XML-style form's stay text where the schema asks for text."""
        tool = self._tools.get(call.name)
        properties = ((tool or {}).get("parameters") or {}).get("properties") or {}
        texts = {n: t for n, t in call.texts.items() if (properties.get(n) or {}).get("type") == "string"}
        return {**call.arguments, **texts}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """One turn of an agent: an answer ends the task, calls are run in order, anything else reminds."""
        self.turn_count += 1
        turn = protocols.tool_call(action)
        if turn.answer is not None:
            return self._finish(turn.answer)
        if not turn.calls and not turn.errors:
            return self._still(f"No tool call found. {FORMAT}")
        outputs = [f"Error: {sentence}." for sentence in turn.errors]
        outputs += [self.execute_tool(call.name, self._typed(call))["output"] for call in turn.calls]
        text = "\n".join(outputs) + self._advance_if_done() + self._obs_suffix()
        if self._all_messages_done() and self._expected_answer is None:
            return text, 1.0, True, False, {}
        return self._still(text)

    def _still(self, text: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        return text, 0.0, False, self.turn_count >= self.max_turns, {}

    def _finish(self, answer: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        if self._all_messages_done() and self._check_answer(answer):
            return "Correct. The task is complete.", 1.0, True, False, {}
        return self._incorrect_answer_feedback(), 0.0, True, False, {}

    def _advance_if_done(self) -> str:
        """Move on while the current message's criterion holds; returns what to append to the observation.

        Published programs override this and call it at the end of their tools; both ways work together.
        """
        text = ""
        while self._current_msg < len(self._message_criteria):
            if not self._message_criteria[self._current_msg](self._state):
                break
            self._current_msg += 1
            if self._current_msg < len(self._user_messages):
                text += f"\nUser: {self._user_messages[self._current_msg]}"
            elif self._current_msg == len(self._message_criteria) and self._expected_answer is None:
                text += "\nAll done."
        return text

    def _all_messages_done(self) -> bool:
        return self._current_msg >= len(self._message_criteria)

    def _check_answer(self, answer: str) -> bool:
        """Whether the final answer is right: the same text without case and outer space, or a number within
        0.01 (a dollar sign and thousands commas aside), as in published environments."""
        if self._expected_answer is None:
            return True
        given, wanted = answer.strip().casefold(), str(self._expected_answer).strip().casefold()
        return given == wanted or _close(given, wanted)

    def _obs_suffix(self) -> str:
        """Appended to every observation of a tool turn."""
        return ""

    def _incorrect_answer_feedback(self) -> str:
        return "That is not the right answer, or something is still to be done."


def _close(given: str, wanted: str) -> bool:
    try:
        left, right = (float(text.replace("$", "").replace(",", "")) for text in (given, wanted))
    except ValueError:
        return False
    return abs(left - right) < 0.01
