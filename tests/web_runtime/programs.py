"""Small environments that several tests play; written out so that expectations can be computed by hand."""

GUESS = '''
import random, re
class GuessEnv:
    """Guess the number.
    Find a number from 1 to 9."""
    def __init__(self, max_turns=4):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.n = rng.randint(1, 9)
        return "Guess a number from 1 to 9 in \\\\boxed{n}.", {}
    def step(self, action):
        m = re.search(r"\\\\boxed\\{(.*?)\\}", action)
        won = bool(m) and m.group(1).strip() == str(self.n)
        return ("Right." if won else "No, a number in \\\\boxed{n}."), 1.0 if won else 0.0, won, False, {}
    def hint(self):
        return f"the number is {self.n}"
    def solution(self):
        return [str(self.n)]
'''

DESK = '''
class DeskEnv(ToolUseBaseEnv):
    """Stock desk.
    Read the stock, then move it."""
    def reset(self, seed=None):
        self._start()
        self._state = {"rope": 3, "moved": 0, "read": False}
        self._tools = {
            "count": {"description": "Count an item.", "parameters": {"type": "object",
                "properties": {"item": {"type": "string", "enum": ["rope"]}}, "required": ["item"]}},
            "move": {"description": "Move pieces.", "parameters": {"type": "object",
                "properties": {"item": {"type": "string"}, "n": {"type": "integer"}}, "required": ["item", "n"]}},
        }
        self._user_messages = ["How many ropes are there?", "Move all of them."]
        self._message_criteria = [lambda s: s["read"], lambda s: s["moved"] == 3]
        self._expected_answer = "3"
        return self._first_obs(), {}
    def tool_count(self, item):
        self._state["read"] = True
        return {"count": self._state[item]}
    def tool_move(self, item, n):
        self._state["moved"] += n
        return "moved"
'''


PUBLISHED_FILES = """
import json, random
from typing import Tuple
from tool_use_base_env import ToolUseBaseEnv
class LettersEnv(ToolUseBaseEnv):
    def reset(self, seed=None) -> Tuple[str, dict]:
        self.turn_count = 0
        self._call_history = []
        if seed is not None:
            random.seed(seed)
        self._state = {"folder": None, "letters": ["a.txt", "b.txt"]}
        path = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
        name = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        self._tools = {"open_folder": {"description": "Open.", "parameters": path},
                       "delete": {"description": "Delete.", "parameters": name}}
        self._user_messages = ["Open the letters folder.", "Delete the oldest letter."]
        self._message_criteria = [lambda s: s["folder"] == "letters", lambda s: "a.txt" not in s["letters"]]
        self._current_msg = 0
        self._expected_answer = "done"
        return (self._user_messages[0] + self._obs_suffix(), {})
    def _advance_if_done(self) -> str:
        if self._current_msg >= len(self._user_messages):
            return ""
        if not self._message_criteria[self._current_msg](self._state):
            return ""
        self._current_msg += 1
        if self._current_msg >= len(self._user_messages):
            return "\\n\\n[finished]"
        return "\\n\\n[next] " + self._user_messages[self._current_msg]
    def _check_answer(self, answer: str) -> bool:
        return answer.lower() == "done" and self._current_msg >= len(self._user_messages)
    def tool_open_folder(self, path="") -> str:
        self._state["folder"] = path
        return "opened " + path + self._advance_if_done()
    def tool_delete(self, name="") -> str:
        self._state["letters"].remove(name)
        return "deleted " + name + self._advance_if_done()
"""


def one_liner(step: str, reset: str = '"go", {}', before: str = "") -> str:
    """A program whose step and reset return the given expressions."""
    return f"""
import math, sys
{before}
class TinyEnv:
    def __init__(self, max_turns=3):
        self.max_turns = max_turns
    def reset(self, seed=None):
        return {reset}
    def step(self, action):
        return {step}
"""
