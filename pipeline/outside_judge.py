"""Runs a written Python program against tests inside the sandbox, for benchmarks that score code.

The sandbox holds the program and is given inputs only; what it should answer stays in this process, where the
comparison is made, so a program that takes its judge apart can lie about nothing but its own output. Every
test runs in a fork of its own, with its own limit of time.

What a program finds there: the modules of the sandbox's list (most of the pure standard library), no file, no
network, no thread, no numpy. Standard input is ``sys.stdin``, ``input()``, ``open(0)`` or
``sys.stdin.buffer``; bare descriptors (``os.read(0, …)``) hold nothing. As in LiveCodeBench's runner, common
names of the standard library are there without an import.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from pipeline.play import INFRA_FAULT
from pipeline.sandbox import Limits, SandboxError

if TYPE_CHECKING:
    from pipeline.sandbox import Instance, Play, Sandbox

MEMORY_MB = 1024
"""Address space of a judged program, in MiB."""
CHUNK = 45_000
"""Bytes of an input or output that travel in one message; as base64 they fit into a reply."""
MOST_OUTPUT = 16 << 20
"""Bytes of output that are still read."""
_TURNS = 10_000

_JUDGE = '''import base64, builtins, io, json, sys

CODE = {code!r}
CALL = {call!r}
NAMED = """string re datetime collections heapq bisect copy math random statistics itertools functools
operator io sys json""".split()
STARRED = [*NAMED, "typing", "builtins"]


def names(stdin):
    space = {{"__name__": "__main__"}}
    for module in STARRED:
        exec(f"from {{module}} import *", space)
    for module in NAMED:
        exec(f"import {{module}}", space)
    space["open"] = lambda file, *rest, **more: (
        stdin if file in (0, "/dev/stdin") else builtins.open(file, *rest, **more)
    )
    return space


def run(given):
    sys.setrecursionlimit(50_000)
    sys.stdin = stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    written = io.BytesIO()
    sys.stdout = out = io.TextIOWrapper(written, encoding="utf-8", newline="\\n", write_through=True)
    space = names(stdin)
    try:
        exec(compile(CODE, "solution.py", "exec"), space)
    except SystemExit:
        if CALL is not None:
            raise
    if CALL is None:
        out.flush()
        return written.getvalue()
    arguments = [json.loads(line) for line in given.decode().split("\\n")]
    holder = space["Solution"]() if "Solution" in space else None
    function = space[CALL] if holder is None else getattr(holder, CALL)
    return json.dumps(function(*arguments)).encode()


class JudgeEnv:
    """A judge of one program."""

    def reset(self, seed=None):
        self.given, self.said = [], b""
        return "ready", {{}}

    def step(self, action):
        order, _, rest = action.partition(" ")
        told = ""
        if order == "given":
            self.given.append(base64.b64decode(rest))
        elif order == "run":
            self.said = run(b"".join(self.given))
            told = str(len(self.said))
        else:
            start, end = map(int, rest.split())
            told = base64.b64encode(self.said[start:end]).decode()
        return told, 0.0, False, False, {{}}
'''


@dataclass(frozen=True)
class Trial:
    """One test: what the program is given and what it should answer, as text. For a function the input has
    one JSON value a line, its arguments, and the output is JSON."""

    given: str
    expected: str


@dataclass(frozen=True)
class Verdict:
    """Whether every test passed; else how many did before the first that failed, and why it failed."""

    passed: bool
    tests: int
    reason: str = ""


def judge_limits(test_seconds: float) -> Limits:
    """Walls of a sandbox for judged programs: ``test_seconds`` a test."""
    return Limits(step_s=test_seconds, cpu_s=int(test_seconds) + 2, memory_mb=MEMORY_MB, max_turns=_TURNS)


def judge(sandbox: Sandbox, code: str, tests: Sequence[Trial], call: str | None = None) -> Verdict:
    """Run ``code`` on ``tests`` until one fails. ``call`` names the function (of a class ``Solution``, if
    there is one) to call; without it the program reads standard input and prints.

    ``sandbox`` should have :func:`judge_limits`. Raises :class:`SandboxError` when the sandbox itself fails.
    """
    source = _JUDGE.format(code=code, call=call)
    with sandbox.open(source, 0) as instance:
        if instance.fault:
            return Verdict(False, 0, "the program is too long")
        for number, test in enumerate(tests):
            reason = _failure(instance, test, call)
            if reason:
                return Verdict(False, number, reason)
    return Verdict(True, len(tests))


def _failure(instance: Instance, test: Trial, call: str | None) -> str:
    """Why one test fails, in few words; empty when it passes."""
    play = instance.play()
    try:
        said = _answer(play, test.given.encode("utf-8", "replace"))
    except ValueError as error:
        return str(error)
    finally:
        play.close()
    right = same_lines(said, test.expected) if call is None else same_value(said, test.expected)
    return "" if right else "wrong answer"


def _answer(play: Play, given: bytes) -> str:
    """What the program answers; :class:`ValueError` says why it gives no answer."""
    for start in range(0, len(given), CHUNK):
        _order(play, "given " + base64.b64encode(given[start : start + CHUNK]).decode())
    told = _order(play, "run")
    size = int(told) if told.isdecimal() and len(told) < 12 else MOST_OUTPUT + 1
    if size > MOST_OUTPUT:
        raise ValueError("too much output")
    parts = []
    for start in range(0, size, CHUNK):
        try:
            parts.append(base64.b64decode(_order(play, f"read {start} {start + CHUNK}"), validate=True))
        except binascii.Error:
            raise ValueError("garbled output") from None
    return b"".join(parts).decode("utf-8", "replace")


def _order(play: Play, order: str) -> str:
    """The judge's answer to one order; :class:`ValueError` when the program fails at it."""
    step = play.act(order)
    if not play.done:
        return step["observation"]
    fault = play.fault or ""
    if fault == INFRA_FAULT:
        raise SandboxError("the sandbox ended while it ran a test")
    if fault == "env_timeout":
        raise ValueError("out of time")
    raise ValueError(f"failed: {fault.removeprefix('env_fault:').partition('@')[0]}")  # the judge's line


def same_lines(said: str, expected: str) -> bool:
    """Whether two outputs agree line by line: equal without outer blanks, or equal as lists of numbers."""
    ours, theirs = (text.strip().split("\n") for text in (said, expected))
    return len(ours) == len(theirs) and all(map(_same_line, ours, theirs))


def _same_line(said: str, expected: str) -> bool:
    if said.strip() == expected.strip():
        return True
    try:
        ours, theirs = ([Decimal(word) for word in text.split()] for text in (said, expected))
        return ours == theirs
    except InvalidOperation:
        return False


def same_value(said: str, expected: str) -> bool:
    """Whether two JSON texts hold equal values. Raises :class:`ValueError` when ``expected`` is no JSON."""
    wanted: Any = json.loads(expected)
    try:
        return bool(json.loads(said) == wanted)
    except (ValueError, RecursionError):
        return False
