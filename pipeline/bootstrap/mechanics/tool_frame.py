"""What the tool-use backends share: the program scaffold, user-message templates, and reply text.

A template such as ``"<<Send>> {n} {a}."`` serves twice. The program gets it as an f-string over its own
fields (``<<send>>`` is a tool name fixed when the program is written, ``{n}`` an instance value). The expert
reads it back from the observation, so it acts on nothing that an agent does not see.
"""

from __future__ import annotations

import json
import random
import re
import textwrap
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from typing import Any

from .base import Theme
from .frame import class_name, fill
from .wording import free_choice

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
<<expected>>        return self._first_obs(), {}
<<form>>
<<methods>>
    def hint(self):
        return <<hint>>
    def solution(self):
        return <<solution>>
'''

_FORM = """\
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
"""

_LIST_FORM = """\
    def form(self, t, **p):
        p = {k: {"type": "integer" if type(v[0]) is int else "string", "enum": v} for k, v in p.items()}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
"""

_SCHEMA_FORM = """\
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)<<need>>}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
"""  # noqa: E501

_FORMS = {"names": _FORM, "lists": _LIST_FORM, "schemas": _SCHEMA_FORM}


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
    answer: str | None,
    methods: str,
    hint: str,
    solution: str,
    values: Mapping[str, object],
    form: str = "names",
    need: int | None = None,
) -> str:
    """A whole tool-use program.

    ``reset`` sets the instance's fields and ``self._state``; ``tools`` maps a tool name to the arguments of
    ``self.form``: a description, then the allowed values of each argument (``self.names`` or a list of
    numbers); ``messages`` are user-message templates and ``criteria`` what must hold of the state ``s`` to
    get past each (a closing question has none: the answer ends it); ``answer`` is what must be answered
    after the last, if anything; ``values`` fills ``<<marks>>``.
    ``form`` says what ``self.form`` takes: ``self.names`` and lists of numbers ("names"), any lists of words
    or numbers ("lists"), or also a whole schema as a ``dict`` ("schemas", where ``need`` arguments from the
    left are required and the rest are optional; by default all are required).
    """
    slots = {
        "cls": class_name(title),
        "title": title,
        "summary": summary,
        "turns": turns,
        "form": _FORMS[form].rstrip().replace("<<need>>", f"[:{need}]" if need else ""),
        "names": json.dumps(list(names)),
        "reset": _indent(reset, 2),
        "tools": "\n".join(f'            "{name}": self.form({form}),' for name, form in tools.items()),
        "messages": ", ".join(_f_string(template) for template in messages),
        "criteria": ", ".join(f"lambda s: {criterion}" for criterion in criteria),
        "expected": f"        self._expected_answer = {answer}\n" if answer else "",
        "methods": _indent(methods, 1),
        "hint": hint,
        "solution": solution,
    }
    return fill(_FRAME, **slots, **values)


def workflow(
    orders: Sequence[str],
    templates: Mapping[str, Sequence[str]],
    criteria: Mapping[str, str],
    calls: Mapping[str, str],
    hints: Mapping[str, Sequence[str]],
    rng: random.Random,
) -> dict[str, Any]:
    """``messages``, ``criteria``, ``hint`` and ``solution`` of :func:`tool_program` for ``orders`` in turn.

    ``hints`` holds two wordings of what an order leaves open (where it does); the hint names them in turn,
    with ", " between, as :func:`follow` reads them.
    """
    style = rng.randrange(2)
    return {
        "messages": [rng.choice(templates[order]) for order in orders],
        "criteria": [criteria[order] for order in orders if order in criteria],
        "hint": 'f"' + ", ".join(hints[order][style] for order in orders if order in hints) + '."',
        "solution": "[" + ", ".join(calls[order] for order in orders) + "]",
    }


def tool_names(rows: Sequence[tuple[str, ...]], theme: Theme, rng: random.Random) -> dict[str, str]:
    """Names for the tools: one of ``rows`` that the theme has no word of; the first row names the roles."""
    return dict(zip(rows[0], free_choice(rows, theme, rng), strict=True))


def pick_free(theme: Theme, rng: random.Random, count: int, *taken: str) -> list[str]:
    """``count`` distinct theme nouns, none of which is a word that the program has ``taken`` already."""
    return rng.sample([noun for noun in theme.nouns if noun not in taken], count)


Handler = Callable[[dict[str, str], str | None], Generator[str, str, str]]
"""Serves one user message. Given: its slots with every tool's name by role and the whole observation as
"seen"; the hint's word on it, if there is one."""


def follow(
    rows: Sequence[tuple[str, ...]],
    templates: Mapping[str, Sequence[str]],
    hints: Collection[str],
    handlers: Mapping[str, Handler],
    first_observation: str,
    hint: str | None,
) -> Generator[str, str, None]:
    """An expert that serves one user message after the other; a handler returns the last observation.

    ``hints`` are the kinds of message that the hint has a word on.
    LookupError if an observation that should bring the next message brings none.
    """
    parts = hint.rstrip(".").split(", ") if hint else []
    observation, tools = first_observation, dict[str, str]()
    while True:
        kind, order = _order(rows, templates, observation)
        # Rows share no word, so the first tool that a message names tells all (an agent sees the list).
        tools = tools or next(
            names
            for names in (dict(zip(rows[0], row, strict=True)) for row in rows)
            if names.items() & order.items()
        )
        observation = yield from handlers[kind](
            tools | order, parts.pop(0) if parts and kind in hints else None
        )


def _order(
    rows: Sequence[tuple[str, ...]], templates: Mapping[str, Sequence[str]], observation: str
) -> tuple[str, dict[str, str]]:
    """Kind and slots of the last user message: one template from start to end, tools where it has tools."""
    message = observation.rpartition("User: ")[2].partition("\n")[0]
    names = dict(zip(rows[0], zip(*rows, strict=True), strict=True))
    for kind, texts in templates.items():
        for text in texts:
            if found := re.fullmatch(_pattern(text), message):
                slots = {key.lower(): value.lower() for key, value in found.groupdict().items()}
                if all(value in names.get(key, (value,)) for key, value in slots.items()):
                    return kind, slots | {"seen": observation}
    raise LookupError(f"no user message that is known in {observation!r}")


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
