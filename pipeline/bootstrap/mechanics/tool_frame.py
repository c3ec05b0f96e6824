"""What the tool-use backends share: the program scaffold, user-message templates, and reply text.

A template such as ``"<<Send>> {n} {a}."`` serves twice. The program gets it as an f-string over its own
fields (``<<send>>`` is a tool name fixed when the program is written, ``{n}`` an instance value). The expert
reads it back from the observation, so it acts on nothing that an agent does not see.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping, Sequence

from .frame import class_name, fill

_FRAME = '''\
import json, random
class <<cls>>(ToolUseBaseEnv):
    """<<title>>
    <<summary>>"""
    def __init__(self, max_turns=<<turns>>, **kwargs):
        self.max_turns = max_turns
        self.names = <<names>>
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
<<reset>>
        self._tools = {
<<tools>>
        }
        self._user_messages = [<<messages>>]
        self._message_criteria = [<<criteria>>]
        self._expected_answer = <<answer>>
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
<<methods>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return <<solution>>
'''


def tool_program(
    *,
    title: str,
    summary: str,
    turns: int,
    names: Sequence[str],
    reset: str,
    tools: Mapping[str, str],
    messages: Sequence[str],
    criteria: Sequence[str],
    answer: str,
    methods: str,
    hint: str,
    solution: str,
    values: Mapping[str, object],
) -> str:
    """A whole tool-use program.

    ``reset`` sets the instance's fields and ``self._state``; ``tools`` maps a tool name to the arguments of
    ``self.form``: a description, then the allowed values of each argument (``self.names`` or a list of
    numbers); ``messages`` are user-message templates and ``criteria`` what must hold of the state ``s`` to
    get past each (a closing question has none: the answer ends it); ``values`` fills ``<<marks>>``.
    """
    slots = {
        "cls": class_name(title),
        "title": title,
        "summary": summary,
        "turns": turns,
        "names": json.dumps(list(names)),
        "reset": _indent(reset, 2),
        "tools": "\n".join(f'            "{name}": self.form({form}),' for name, form in tools.items()),
        "messages": ", ".join(_f_string(template) for template in messages),
        "criteria": ", ".join(f"lambda s: {criterion}" for criterion in criteria),
        "answer": answer,
        "methods": _indent(methods, 1),
        "hint": hint,
        "solution": solution,
    }
    return fill(_FRAME, **slots, **values)


def verbs(**tools: str) -> dict[str, str]:
    """Values for a tool's name in a template, in lower case (``<<send>>``) and at a start (``<<Send>>``)."""
    return tools | {role.capitalize(): name.capitalize() for role, name in tools.items()}


def read_message(templates: Sequence[str], observation: str) -> dict[str, str] | None:
    """Slots of the template that the observation's last user message follows (lower case), or ``None``."""
    message = observation.rpartition("User: ")[2]
    for template in templates:
        found = re.search(_pattern(template), message)
        if found:
            return {key.lower(): value.lower() for key, value in found.groupdict().items()}
    return None


def call(name: str, **arguments: object) -> str:
    """A reply that calls one tool."""
    return "<tool_call>" + json.dumps({"name": name, "arguments": arguments}) + "</tool_call>"


def answer(value: object) -> str:
    """A reply that finishes with an answer."""
    return f"<answer>{value}</answer>"


def _f_string(template: str) -> str:
    return 'f"' + re.sub(r"\{(\w+)\}", r"{self.\1}", template) + '"'


def _pattern(template: str) -> str:
    """Regular expression with one group a mark; a mark that recurs must recur with the same text."""
    pattern, known = "", set()
    for part in re.split(r"(<<\w+>>|\{\w+\})", template):
        name = part.strip("<>{}")
        if not part.startswith(("<<", "{")):
            pattern += re.escape(part)
        else:
            pattern += f"(?P={name})" if name in known else f"(?P<{name}>\\w+)"
            known.add(name)
    return pattern


def _indent(body: str, levels: int) -> str:
    lines = [line for line in textwrap.dedent(body).splitlines() if line.strip()]
    return textwrap.indent("\n".join(lines), "    " * levels)
