"""The Berkeley Function Calling Leaderboard on a served checkpoint: its single-turn Python categories.

Covered, as BFCL v4 names them: ``simple_python``, ``multiple``, ``parallel``, ``parallel_multiple``,
``live_simple``, ``live_multiple``, ``live_parallel``, ``live_parallel_multiple``. Not covered: Java and
JavaScript, (ir)relevance, multi-turn, memory, web search and format sensitivity. **The SPADE paper reports
the multi-turn categories only**, so none of its BFCL numbers can be compared with these.

Questions come from the published JSON lines (``BFCL_v4_CATEGORY.json``), possible answers from the file of
the same name in the folder ``possible_answer`` beside them. The package ``bfcl-eval`` is not used: it brings
the clients of many providers and pins their versions. :func:`calls_agree` compares syntax trees by the
published rules and is strict where those are lenient: arguments are named literals, of the declared type, and
a variable is no answer. The wording of the prompt is ours.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spade_env import protocols

from pipeline.outside_served import BenchmarkError, Found, Message, Request, Row, ask, mean_scores, read_rows

CATEGORIES = (
    "simple_python", "multiple", "parallel", "parallel_multiple",
    "live_simple", "live_multiple", "live_parallel", "live_parallel_multiple",
)  # fmt: skip
ANSWERS = "possible_answer"
"""Folder of the possible answers, beside the questions."""
ROLES = ("system", "user", "assistant")

_SYSTEM = (
    "You answer by calling functions. Reply with nothing but a Python list of the calls that are needed, "
    "every argument given by name as a literal: [name(argument=value, ...)]. Leave out optional arguments "
    "that the user says nothing about. These are the functions, as JSON:\n"
)
_IGNORED = re.compile(r"[ ,./\-_*^]")
"""Characters that do not count when texts are compared."""

Call = tuple[str, Mapping[str, Any]]
"""Name and arguments."""


@dataclass(frozen=True)
class Question:
    """One question: ``functions`` by name are their ``parameters`` schemas, ``answers`` one mapping
    {name: {argument: possible values}} for each call that is needed."""

    identity: str
    category: str
    messages: list[Message]
    functions: Mapping[str, Mapping[str, Any]]
    answers: list[Mapping[str, Any]]


def run(request: Request) -> Found:
    """Scores and replies: ``accuracy`` over all questions and by category. Raises
    :class:`BenchmarkError`."""
    questions = read_questions(request.data, request.limit)
    replies = ask(request, [question.messages for question in questions])
    rows: list[Row] = []
    for question, reply in zip(questions, replies, strict=True):
        calls = read_calls(reply)
        right = calls is not None and calls_agree(calls, question)
        rows.append({"id": question.identity, "category": question.category, "reply": reply, "right": right})
    points = [float(row["right"]) for row in rows]
    scores = mean_scores("accuracy", points, [question.category for question in questions])
    return Found(scores, len(questions), rows)


def read_questions(files: Sequence[Path], limit: int | None = None) -> list[Question]:
    """The first ``limit`` questions of the files together. Raises :class:`BenchmarkError` naming the file or
    question that cannot be used, or whose category is not covered."""
    questions = []
    for file in files:
        rows = list(read_rows([file], ("id", "question", "function")))
        answers = _read_answers(file)
        questions += [_question(file, row, answers) for row in rows]
    return questions[:limit]


def _read_answers(file: Path) -> dict[str, Any]:
    """Possible answers by question, of the file beside the questions in ``file``."""
    answer_file = file.parent / ANSWERS / file.name
    try:
        return {
            str(row["id"]): row["ground_truth"] for row in read_rows([answer_file], ("id", "ground_truth"))
        }
    except BenchmarkError as error:
        reason = str(error).removeprefix("--data ").replace("holds no question", "holds no answer")
        raise BenchmarkError(
            f"--data {file}: the answers are expected beside it, in {ANSWERS}/{file.name}, but {reason}"
        ) from None


def _question(file: Path, row: Row, answers: Mapping[str, Any]) -> Question:
    identity = str(row["id"])
    category = identity.rpartition("_")[0]
    if category not in CATEGORIES:
        covered = ", ".join(CATEGORIES)
        raise BenchmarkError(f"--data {file}: question {identity} is of no covered category ({covered})")
    if identity not in answers:
        raise BenchmarkError(f"--data {file}: {ANSWERS}/{file.name} has no answer to question {identity}")
    try:
        [said] = row["question"]
        functions = {function["name"]: function["parameters"] for function in row["function"]}
        asked = [{"role": message["role"], "content": message["content"]} for message in said]
        if not all(m["role"] in ROLES and isinstance(m["content"], str) for m in asked):
            raise ValueError(f"a message should be a text of {', '.join(ROLES)}")
        expected = answers[identity]
        if not all(len(call) == 1 and set(call) <= set(functions) for call in expected):
            raise ValueError("an answer calls no function of the question")
    except (ValueError, TypeError, KeyError) as error:
        raise BenchmarkError(
            f"--data {file}: question {identity} is not of BFCL's published form ({error})"
        ) from None
    return Question(identity, category, _messages(asked, row["function"]), functions, expected)


def _messages(asked: list[Message], functions: Any) -> list[Message]:
    """The question with the functions described in a system message, before what such a message of its own
    says."""
    system = _SYSTEM + json.dumps(functions, ensure_ascii=False)
    if asked and asked[0]["role"] == "system":
        system, asked = f"{system}\n\n{asked[0]['content']}", asked[1:]
    return [{"role": "system", "content": system}, *asked]


def read_calls(reply: str) -> list[Call] | None:
    """The calls a reply consists of: a Python list of calls (or a single one), in a fenced block or not, or
    ``<tool_call>`` elements. ``None`` for anything else."""
    if "<tool_call>" in reply:
        turn = protocols.tool_call(reply)
        return None if turn.errors else [(call.name, call.arguments) for call in turn.calls]
    fenced = re.findall(r"^```[^\n]*\n(.*?)^```", reply, re.MULTILINE | re.DOTALL)
    try:
        tree = ast.parse((fenced[-1] if fenced else reply).strip(), mode="eval").body
        nodes = tree.elts if isinstance(tree, ast.List) else [tree]
        return [_call(node) for node in nodes]
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _call(node: ast.expr) -> Call:
    """One call whose arguments are all named literals; :class:`ValueError` for another expression."""
    if not isinstance(node, ast.Call) or node.args:
        raise ValueError("no call by names")
    if not re.fullmatch(r"[\w.]+", ast.unparse(node.func)):
        raise ValueError("no name of a function")
    arguments = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise ValueError("unpacked arguments")
        arguments[keyword.arg] = ast.literal_eval(keyword.value)
    return ast.unparse(node.func), arguments


def calls_agree(calls: Sequence[Call], question: Question) -> bool:
    """Whether ``calls`` are the ones needed, in any order: each possible answer takes the first call left
    that agrees with it."""
    left = list(calls)
    if len(left) != len(question.answers):
        return False
    for answer in question.answers:
        [(name, possible)] = answer.items()
        parameters = question.functions[name]
        agreeing = (place for place, call in enumerate(left) if _agrees(call, name, possible, parameters))
        place = next(agreeing, None)
        if place is None:
            return False
        del left[place]
    return True


def _agrees(
    call: Call, name: str, possible: Mapping[str, Sequence[Any]], parameters: Mapping[str, Any]
) -> bool:
    """Whether one call is a possible answer: ``""`` among an argument's values means it may be left out."""
    called, given = call
    schemas = parameters.get("properties", {})
    if called != name or not set(parameters.get("required", ())) <= set(given):
        return False
    if any("" not in values for argument, values in possible.items() if argument not in given):
        return False
    return all(
        argument in schemas
        and argument in possible
        and any(_fits(value, schemas[argument], option) for option in possible[argument])
        for argument, value in given.items()
    )


def _fits(value: Any, schema: Mapping[str, Any], option: Any) -> bool:
    """Whether ``value`` is of the declared type and equals one possible value. In possible values, a
    mapping has a list of possible values for each key."""
    if value is None or option is None:
        return value is option
    kind = schema.get("type", "any")
    if not _is_a(value, kind):
        return False
    if isinstance(value, list | tuple) and isinstance(option, list):
        items = schema.get("items") or {}
        return len(value) == len(option) and all(map(_fits, value, [items] * len(value), option))
    if isinstance(value, dict) and isinstance(option, dict):
        present = all(
            key in option and any(_same(part, possible) for possible in option[key])
            for key, part in value.items()
        )
        return present and all("" in values for key, values in option.items() if key not in value)
    return _same(value, option)


def _is_a(value: Any, kind: str) -> bool:
    """Whether a value has a type of BFCL's schemas; a whole number will do for a float, as in Python."""
    if isinstance(value, bool):
        return kind in ("boolean", "any")
    types: Mapping[str, tuple[type, ...]] = {
        "integer": (int,),
        "float": (float, int),
        "string": (str,),
        "array": (list,),
        "tuple": (list, tuple),
        "dict": (dict,),
    }
    return isinstance(value, types.get(kind, (object,) if kind == "any" else ()))


def _same(value: Any, option: Any) -> bool:
    """Equal, texts without regard to case, blanks, some punctuation and the kind of quote."""
    if isinstance(value, str) and isinstance(option, str):
        return _plain(value) == _plain(option)
    if isinstance(value, list | tuple) and isinstance(option, list):
        return len(value) == len(option) and all(map(_same, value, option))
    return isinstance(value, bool) == isinstance(option, bool) and bool(value == option)


def _plain(text: str) -> str:
    return _IGNORED.sub("", text).lower().replace("'", '"')
