"""What each role of the policy is shown: pure functions from data to chat messages.

Two forms share one meaning. ``compact`` is for small models trained here, where every token is paid
for on a laptop: exemplars appear as cards (title and opening line) and the reply is bare Python.
``full`` is for instruct models: exemplars appear as whole programs and the reply is a fenced block.
Both roles use the same message format in training the base model and in the loop, so that nothing is
learned from a prompt the loop never shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Form = Literal["compact", "full"]
Message = dict[str, str]

CARD_WORDS = 24
"""Words of an exemplar's first observation kept on a compact card."""

PASSAGE_WORDS = 70
"""Words of the passage kept in a compact designer prompt."""

HINT_LABEL = "\nHint: "
"""Joins a hint to the first observation of the hinted arm (and of no other text)."""


@dataclass(frozen=True)
class Exemplar:
    """A remembered environment as a designer prompt shows it (ALGORITHM.md, step 1)."""

    title: str
    first_observation: str
    code: str
    regret: float | None = None


@dataclass(frozen=True)
class DesignRequest:
    """Everything one designer prompt is made of.

    ``passage`` is ``None`` in runs without a corpus; ``positives``/``negatives`` are empty in runs
    without a memory.
    """

    kind: str
    skill: str
    difficulty: str
    passage: str | None
    positives: tuple[Exemplar, ...] = ()
    negatives: tuple[Exemplar, ...] = ()


def designer_messages(request: DesignRequest, form: Form) -> list[Message]:
    """Chat messages that ask the policy for one environment program."""
    if form == "compact":
        return [{"role": "user", "content": _compact_request(request)}]
    return [
        {"role": "system", "content": _DESIGNER_SYSTEM},
        {"role": "user", "content": _full_request(request)},
    ]


def agent_messages(
    first_observation: str,
    kind: str,
    tools: Sequence[Mapping[str, Any]],
    form: Form,
    hint: str | None = None,
) -> list[Message]:
    """Opening messages of an episode; the hint, if any, is appended to the first observation only."""
    content = first_observation + (HINT_LABEL + hint if hint else "")
    if form == "compact":
        if kind == "tool_use":
            content = tool_signatures(tools) + "\n" + content
        return [{"role": "user", "content": content}]
    system = _AGENT_TOOL_SYSTEM if kind == "tool_use" else _AGENT_SYSTEM
    return [{"role": "system", "content": system}, {"role": "user", "content": content}]


def tool_signatures(tools: Sequence[Mapping[str, Any]]) -> str:
    """One short line per tool, ``name(arg: type, …)``, for models whose template has no tool section."""
    lines = []
    for tool in tools:
        function = tool.get("function", tool)
        parameters = function.get("parameters", {}).get("properties", {})
        arguments = ", ".join(f"{name}: {schema.get('type', 'any')}" for name, schema in parameters.items())
        lines.append(f"tool {function['name']}({arguments})")
    return "\n".join(lines)


def hint_messages(code: str, first_observation: str) -> list[Message]:
    """Ask the policy, shown the source, for a hint of at most 100 words (``hints.source = model``)."""
    return [
        {"role": "system", "content": _HINT_SYSTEM},
        {
            "role": "user",
            "content": f"Program:\n```python\n{code}\n```\nWhat the agent sees first:\n{first_observation}",
        },
    ]


def extract_program(reply: str, form: Form) -> str:
    """The program inside a designer's reply: the reply itself (compact) or its last Python fence (full).

    Nothing is repaired: a reply that is not a program is logged as one that failed to parse.
    """
    if form == "compact":
        return reply.strip("\n") + "\n"
    fences = re.findall(r"```(?:python|py)?\s*\n(.*?)```", reply, flags=re.DOTALL)
    return (fences[-1] if fences else reply).strip("\n") + "\n"


def _compact_request(request: DesignRequest) -> str:
    lines = [f"Design {request.kind} | {request.skill} | {request.difficulty}"]
    if request.passage:
        lines.append("Passage: " + _first_words(request.passage, PASSAGE_WORDS))
    lines += ["Good: " + _card(exemplar) for exemplar in request.positives]
    lines += ["Avoid: " + _card(exemplar) for exemplar in request.negatives]
    return "\n".join(lines)


def _card(exemplar: Exemplar) -> str:
    return f"{exemplar.title} - {_first_words(exemplar.first_observation, CARD_WORDS)}"


def _first_words(text: str, count: int) -> str:
    return " ".join(text.split()[:count])


def _full_request(request: DesignRequest) -> str:
    kind = "tool-use environment" if request.kind == "tool_use" else "text game environment"
    parts = [f"Write one {kind}. Skill: {request.skill}. Difficulty: {request.difficulty}."]
    if request.passage:
        parts.append("Ground it in this passage; do not quote it:\n" + request.passage)
    for label, group in (("worked well", request.positives), ("did not work", request.negatives)):
        for exemplar in group:
            regret = "" if exemplar.regret is None else f" (regret {exemplar.regret:.2f})"
            parts.append(f"An earlier environment that {label}{regret}:\n```python\n{exemplar.code}\n```")
    parts.append("Write something new. Reply with one ```python block and nothing else.")
    return "\n\n".join(parts)


_DESIGNER_SYSTEM = """You design environments that teach reasoning. An environment is one self-contained \
Python file (standard library only) with one class whose name ends in Env:
- __init__(self, max_turns=N, **kwargs) sets its fields and calls self.reset().
- reset(self, seed=None) -> (str, dict) makes a new instance from random.Random(seed). The text states \
the goal, the rules and the answer format.
- step(self, action: str) -> (str, float, bool, bool, dict): observation, reward, terminated, truncated, \
info. Success is reward 1.0 with terminated True; running out of turns is reward 0.0 with truncated True.
- hint(self) -> str gives privileged help for this instance; solution(self) -> list[str] lists winning \
actions.
Actions arrive as \\boxed{...}. A tool-use environment subclasses ToolUseBaseEnv instead. Never depend on \
the order of a set or on hash(). An agent should need several turns, and guessing must not win."""

_AGENT_SYSTEM = """You are playing a text game. Think briefly, then give exactly one action per reply inside \
\\boxed{...}."""

_AGENT_TOOL_SYSTEM = """You complete a user's task with tools. Call a tool with \
<tool_call>{"name": ..., "arguments": {...}}</tool_call>. When everything is done, and only then, finish \
with <answer>...</answer>."""

_HINT_SYSTEM = """You help a player of a program you can read. In at most 100 words give the key insight and \
the answer format. Do not state the answer, do not copy identifiers or values the player cannot see."""


def tools_json(tools: Sequence[Mapping[str, Any]]) -> str:
    """Tools as canonical JSON (sorted keys), as logged in the ``tools`` column."""
    return json.dumps(list(tools), sort_keys=True, ensure_ascii=False)
