"""LiveCodeBench's code generation on a served checkpoint: pass@1 with one reply a question.

The questions are the benchmark's published JSON lines (``test.jsonl`` to ``test6.jsonl`` of
``code_generation_lite``; all six together are release_v6), tests included. Every reply's last fenced block is
run against the question's public and private tests in our sandbox (``outside_judge``), and a question counts
only if all of them pass. Rules of comparison and the names a program finds are those of the benchmark's
runner, read off its published code; the wording of the prompt is ours, so numbers are close to the official
runner's but not the same. Two further differences: nested tuples count as lists, and a program has 1 GiB.

The SPADE paper takes one reply a question of release_v6 at temperature 0.2.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import pickle
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from pipeline.outside_judge import Trial, Verdict, judge, judge_limits
from pipeline.outside_served import BenchmarkError, Found, Message, Request, Row, ask, mean_scores, read_rows
from pipeline.sandbox import Sandbox, SandboxError

COLUMNS = ("question_id", "question_content", "difficulty", "public_test_cases", "private_test_cases")

_SYSTEM = (
    "You solve programming contest problems in Python 3. Think as long as you need, then give the complete "
    "program in one ```python block, as the last thing you write."
)
_STDIN = "The program reads the input from standard input and prints the answer to standard output."
_STARTER = "Complete this code and keep its names; it is called by the tests, so print nothing:"


@dataclass(frozen=True)
class Question:
    """One problem. ``call`` names the function that is tested, ``None`` for a program on standard input."""

    identity: str
    text: str
    starter: str
    difficulty: str
    call: str | None
    tests: tuple[Trial, ...]


def run(request: Request) -> Found:
    """Scores and replies: ``pass@1`` over all and by difficulty. Raises :class:`BenchmarkError`."""
    # Twice through the files: their tests are gigabytes, and only those of one question are held at a time.
    replies = ask(request, [messages(question) for question in read_questions(request.data, request.limit)])
    questions = read_questions(request.data, request.limit)
    try:
        with Sandbox(judge_limits(request.test_seconds)) as sandbox:
            rows = [_judged(sandbox, q, reply) for q, reply in zip(questions, replies, strict=True)]
    except SandboxError as error:
        raise BenchmarkError(str(error)) from None
    points = [float(row["passed"]) for row in rows]
    return Found(mean_scores("pass@1", points, [row["difficulty"] for row in rows]), len(rows), rows)


def messages(question: Question) -> list[Message]:
    """What the checkpoint is asked."""
    form = f"{_STARTER}\n```python\n{question.starter}\n```" if question.starter else _STDIN
    return [
        {"role": "system", "content": _SYSTEM},
        {"role": "user", "content": f"{question.text.strip()}\n\n{form}"},
    ]


def extract_code(reply: str) -> str:
    """The last fenced block of a reply; empty when there is none."""
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", reply, re.MULTILINE | re.DOTALL)
    return blocks[-1] if blocks else ""


def read_questions(files: Sequence[Path], limit: int | None = None) -> Iterator[Question]:
    """The first ``limit`` questions, one by one. Raises :class:`BenchmarkError` naming the question that is
    not of the published form."""
    return map(_question, islice(read_rows(files, COLUMNS), limit))


def _question(row: Row) -> Question:
    try:
        metadata = json.loads(row.get("metadata") or "{}")
        cases = json.loads(row["public_test_cases"]) + _private(row["private_test_cases"])
        tests = tuple(Trial(case["input"], case["output"]) for case in cases)
        call = metadata.get("func_name")
        if call is not None:
            for test in tests:
                json.loads(test.expected)
        if not tests:
            raise ValueError("no test")
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BenchmarkError(
            f"--data: question {row['question_id']} is not of LiveCodeBench's published form ({error})"
        ) from None
    starter, difficulty = row.get("starter_code") or "", str(row["difficulty"])
    return Question(str(row["question_id"]), str(row["question_content"]), starter, difficulty, call, tests)


class _TextOnly(pickle.Unpickler):
    """Reads pickled plain values; a pickle that names anything to import is refused, so none can run code."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name} in a file of tests")


def _private(text: str) -> Any:
    """Private tests: JSON, or as published JSON that was pickled, compressed and written as base64."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        packed = zlib.decompress(base64.b64decode(text, validate=True))
        found = _TextOnly(io.BytesIO(packed)).load()
    except (binascii.Error, zlib.error, pickle.UnpicklingError, EOFError) as error:
        raise ValueError(f"private_test_cases: {error}") from None
    return json.loads(found) if isinstance(found, str | bytes) else found


def _judged(sandbox: Sandbox, question: Question, reply: str) -> Row:
    code, verdict = extract_code(reply), Verdict(False, 0, "no code")
    if code.strip():
        verdict = judge(sandbox, code, question.tests, question.call)
    return {
        "question_id": question.identity,
        "difficulty": question.difficulty,
        "reply": reply,
        "passed": verdict.passed,
        "tests": len(question.tests),
        "tests_passed": verdict.tests,
        "reason": verdict.reason,
    }
