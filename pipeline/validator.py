"""Accept or reject one environment program by executing it (ENVIRONMENT.md section 4).

    python -m pipeline.validator FILE.py [--json]

Thirteen checks in the order of `STAGES`; the first failure is the verdict, with a sentence that a designer
can learn from. The checks of the host (`spade_env.checks`) run in one sandboxed process; determinism is
judged across two processes with different string hash seeds; cost is measured inside, novelty is judged here.
No verdict is a rejection: a check that crashes, hangs or answers nonsense has failed. The program runs in the
process that checks it, so a program that attacks its checks can fake its own verdict, and nobody else's.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from spade_env import same_transcript

from pipeline.novelty import NoveltyIndex
from pipeline.sandbox import Limits, Sandbox, SandboxError, Worker

STAGES = (
    "parse",
    "load",
    "contract",
    "reset",
    "determinism",
    "diversity",
    "probes",
    "solvable",
    "trivial",
    "leak",
    "tools",
    "cost",
    "novelty",
)
SEEDS = (0, 1, 2, 3, 4)
SCRIPTED_SEEDS = SEEDS[:2]
"""The instances on which determinism across processes and cost are measured."""

OTHER_HASH_SEED = 20260819
STEP_MS, MEMORY_MB = 50.0, 64.0
_MAX_SENTENCE = 400
T = TypeVar("T")

_PATIENCE = {"trivial": 2.5}
"""Times the reset limit that a check may take. `trivial` plays forty episodes: with the default limits and
ten turns each, a step may take about 25 ms there."""


@dataclass(frozen=True)
class Verdict:
    """What the checks found. `stage` and `reason` name the first failure; both are None for a valid program.

    `fault` is `env_fault` or `env_timeout` when the program broke rather than disappointed. `solvable` is
    `proved`, `unknown` or `refuted`. `checks` maps every stage to pass, fail, skip or unknown. `novelty` is 1
    - similarity to `nearest`, in [0, 1].
    """

    valid: bool
    stage: str | None
    reason: str | None
    fault: str | None
    solvable: str
    random_win_rate: float | None
    kind: str
    title: str
    tools: list[dict[str, Any]]
    timings_ms: dict[str, float]
    checks: dict[str, str]
    first_observation: str
    summary: str
    max_turns: int
    imports: list[str]
    lines: int
    ast_nodes: int
    novelty: float | None
    nearest: str | None

    def as_json(self) -> dict[str, Any]:
        """The stable shape of `--json`."""
        names = ("valid", "stage", "reason", "fault", "solvable", "random_win_rate", "kind", "title", "tools")
        return {name: getattr(self, name) for name in (*names, "timings_ms")}

    def columns(self) -> dict[str, Any]:
        """What the checks found, as columns of the run log's designs."""
        return {
            "valid": self.valid,
            "verdict_stage": self.stage,
            "verdict_reason": self.reason,
            "solvable": self.solvable,
            "random_win_rate": self.random_win_rate,
            "validate_ms": float(sum(self.timings_ms.values())),
            **{f"check_{name}": result for name, result in self.checks.items()},
        }


def validate(
    source: str,
    sandbox: Sandbox,
    *,
    checks: frozenset[str] | None = None,
    known: NoveltyIndex | None = None,
    max_turns: int = 25,
) -> Verdict:
    """Run the chosen `checks` (None: all) on a program. `known` are the programs it may not repeat.

    `parse`, `load` and `contract` always run: without them there is no environment that could be checked.
    Raises ValueError for a check that does not exist and SandboxError when the sandbox cannot work at all.
    """
    chosen = frozenset(STAGES) if checks is None else checks
    if unknown := chosen - set(STAGES):
        raise ValueError(f"unknown check {sorted(unknown)[0]!r}; the checks are {', '.join(STAGES)}")
    for _ in range(2):  # a fault of the sandbox is nobody's verdict: try again once
        with sandbox.worker() as worker:
            verdict = _Validation(source, worker, chosen, known, max_turns).run()
        if verdict.fault != "infra_fault":
            return verdict
    return replace(verdict, fault=None)


class _Rejected(Exception):
    """A check failed: the current stage's, or the one named."""

    def __init__(self, reason: str, fault: str | None = None, stage: str | None = None) -> None:
        super().__init__(reason)
        self.fault, self.stage = fault, stage


@dataclass
class _Findings:
    """Everything a verdict reports besides the outcome, filled in as it becomes known."""

    kind: str
    title: str = ""
    tools: list[dict[str, Any]] = field(default_factory=list)
    first_observation: str = ""
    summary: str = ""
    max_turns: int = 0
    imports: list[str] = field(default_factory=list)
    lines: int = 0
    ast_nodes: int = 0
    solvable: str = "unknown"
    random_win_rate: float | None = None
    novelty: float | None = None
    nearest: str | None = None


class _Validation:
    """One program on its way through the checks."""

    def __init__(
        self, source: str, worker: Worker, chosen: frozenset[str], known: NoveltyIndex | None, max_turns: int
    ) -> None:
        self.source, self.worker, self.known, self.max_turns = source, worker, known, max_turns
        self.chosen = chosen | {"parse", "load", "contract"}
        self.statuses = dict.fromkeys(STAGES, "skip")
        self.timings: dict[str, float] = {}
        self.found = _Findings("tool_use" if "ToolUseBaseEnv" in source else "game")
        self.found.lines = len(source.splitlines())

    def run(self) -> Verdict:
        """Through the stages until one fails."""
        own: dict[str, Callable[[], str]] = {
            "parse": lambda: "pass",  # parsing and loading are one request, whose failure names its stage
            "load": self._load,
            "contract": self._contract,
            "determinism": self._determinism,
            "cost": self._cost,
            "novelty": self._novelty,
        }
        for stage in STAGES:
            if stage not in self.chosen:
                continue
            start = time.perf_counter()
            rejection = self._attempt(stage, own.get(stage) or partial(self._host_check, stage))
            self.timings[stage] = round(1000 * (time.perf_counter() - start), 3)
            if rejection is not None:
                failed = rejection.stage or stage
                self.statuses[failed] = "fail"
                return self._verdict(failed, rejection)
        return self._verdict(None, None)

    def _attempt(self, stage: str, check: Callable[[], str]) -> _Rejected | None:
        try:
            self.statuses[stage] = check()
        except _Rejected as rejection:
            return rejection
        return None

    def _load(self) -> str:
        answer = self._ask(self.worker, "load", source=self.source)
        if "load_error" in answer:
            raise self._load_failure(_take(answer, "load_error", dict))
        info = _take(answer, "program", dict)
        self.found.kind = "tool_use" if info.get("kind") == "tool_use" else "game"
        self.found.title, self.found.summary = _take(info, "title", str), _take(info, "summary", str)
        self.found.imports = [str(name) for name in _take(info, "imports", list)]
        self.found.ast_nodes = _take(info, "ast_nodes", int)
        return "pass"

    def _load_failure(self, error: dict[str, Any]) -> _Rejected:
        stage, line = error.get("stage"), error.get("line")
        if stage not in ("parse", "load", "contract"):
            return _interference()
        if stage == "contract":
            self.statuses["load"] = "pass"
        where = f" (line {line})" if isinstance(line, int) else ""
        return _Rejected(f"{error.get('reason')}{where}", "env_fault" if stage == "load" else None, stage)

    def _contract(self) -> str:
        status = self._host_check("contract")
        info = _take(self._ask(self.worker, "describe"), "program", dict)
        self.found.first_observation = _take(info, "first_observation", str)
        self.found.max_turns = min(_take(info, "max_turns", int), self.max_turns)
        self.found.tools = [tool for tool in _take(info, "tools", list) if isinstance(tool, dict)]
        return status

    def _host_check(self, stage: str) -> str:
        """Run one check of `spade_env.checks`; its status, or the rejection."""
        patience = _PATIENCE.get(stage, 1.0)
        answer = self._ask(self.worker, "check", patience, name=stage, seeds=SEEDS, max_turns=self.max_turns)
        status, data = _take(answer, "status", str), _take(answer, "data", dict)
        rate = data.get("random_win_rate")
        if isinstance(rate, int | float) and 0 <= rate <= 1:
            self.found.random_win_rate = float(rate)
        if stage == "solvable":
            self.found.solvable = {"pass": "proved", "fail": "refuted"}.get(status, "unknown")
        if status not in ("pass", "skip", "unknown"):
            fault = data.get("fault")
            raise _Rejected(_take(answer, "sentence", str), fault if isinstance(fault, str) else None)
        return status

    def _determinism(self) -> str:
        """Same seed and replies, same transcript: here, and in a process with another hash seed."""
        status = self._host_check("determinism")
        with self.worker.sandbox.worker(hash_seed=OTHER_HASH_SEED) as other:
            self._ask(other, "load", source=self.source)
            for seed in SCRIPTED_SEEDS:
                replies, others = self._replies(self.worker, seed), self._replies(other, seed)
                first, second = self._replay(self.worker, seed, replies), self._replay(other, seed, replies)
                if first != second or replies != others:
                    what = _difference(first, second)
                    raise _Rejected(
                        f"the same seed and actions {what} in a second process: use random.Random(seed), "
                        "sort sets, do not use hash(), keep all state in the object"
                    )
        return status

    def _cost(self) -> str:
        replies = [self._replies(self.worker, seed) for seed in SCRIPTED_SEEDS]
        cost = self._ask(self.worker, "cost", seeds=SCRIPTED_SEEDS, replies=replies, max_turns=self.max_turns)
        step_ms, memory_mb = _take(cost, "step_ms", float), _take(cost, "memory_mb", float)
        if step_ms > STEP_MS:
            raise _Rejected(f"a step takes {step_ms:.0f} ms; at most {STEP_MS:.0f} ms are allowed")
        if memory_mb > MEMORY_MB:
            raise _Rejected(f"playing takes {memory_mb:.0f} MiB; at most {MEMORY_MB:.0f} MiB are allowed")
        return "pass"

    def _replies(self, worker: Worker, seed: int) -> list[str]:
        """Replies that exercise an instance: a random agent's, then those of its solution."""
        return _take(self._ask(worker, "script", seed=seed, max_turns=self.max_turns), "replies", list)

    def _replay(self, worker: Worker, seed: int, replies: list[str]) -> dict[str, Any]:
        answer = self._ask(worker, "replay", seed=seed, replies=replies, max_turns=self.max_turns)
        return _take(answer, "transcript", dict)

    def _novelty(self) -> str:
        if self.known is None:
            return "skip"
        try:
            nearest, similarity = self.known.nearest(self.source)
            exact = self.known.contains_exact(self.source)
        except ValueError as error:
            raise _Rejected(str(error)) from error
        self.found.novelty, self.found.nearest = 1.0 - similarity, nearest
        if exact:
            raise _Rejected(f"the same program exists already ({nearest}); write a new one")
        return "pass"

    def _ask(self, worker: Worker, operation: str, patience: float = 1.0, **arguments: Any) -> dict[str, Any]:
        """One request to a sandboxed process, which may take `patience` times the reset limit; a fault
        rejects.
        """
        answer, fault = worker.request({"op": operation, **arguments}, patience * worker.limits.reset_s)
        if answer is None:
            assert fault is not None
            raise _Rejected(_sentence_of_fault(fault, worker.limits), fault)
        return answer

    def _verdict(self, stage: str | None, rejection: _Rejected | None) -> Verdict:
        fault = rejection.fault if rejection else None
        return Verdict(
            valid=rejection is None,
            stage=stage,
            reason=_one_line(str(rejection)) if rejection else None,
            fault=fault.partition(":")[0] if fault else None,
            timings_ms=self.timings,
            checks=self.statuses,
            **asdict(self.found),
        )


def _interference() -> _Rejected:
    """The host's own answers always have the right shape; one that has not came from the program."""
    return _Rejected("the program interfered with its own checks", "env_fault")


def _take(answer: dict[str, Any], key: str, kind: type[T]) -> T:
    """A field of an answer, of the type it must have (an int is a float too)."""
    value = answer.get(key)
    if kind is float and isinstance(value, int):
        value = float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _interference()
    return value


def _difference(first: dict[str, Any], second: dict[str, Any]) -> str:
    try:
        turn = same_transcript(first, second)
    except (KeyError, TypeError):  # not what the host writes
        raise _interference() from None
    return "gave another instance" if turn is None else f"gave another episode at turn {turn}"


def _sentence_of_fault(fault: str, limits: Limits) -> str:
    kind, _, detail = fault.partition(":")
    name, _, line = detail.partition("@")
    if kind == "env_timeout":
        return f"the check did not end within {limits.reset_s:g} s; the program hangs or is far too slow"
    if kind == "infra_fault":
        return "the sandbox failed while the program was checked; no verdict is a rejection"
    if name == "ProcessDied":
        return "the program ended its own process, or used all the memory or processor time it may use"
    return f"the program raised {name}" + (f" in line {line}" if line else "")


def _one_line(text: str) -> str:
    """Text that may come from a program, as one printable line."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _MAX_SENTENCE else line[: _MAX_SENTENCE - 1] + "…"


def read_program(path: str) -> str:
    """The text of a program file. Raises ValueError with one sentence when it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ValueError(f"cannot read {path}: {why}; expected a Python file with one environment") from error


def _report(verdict: Verdict) -> str:
    marks = {"pass": "✓", "fail": "✗", "skip": "·", "unknown": "?"}
    lines = [f"{verdict.title or '(no title)'}: {verdict.kind}, {verdict.lines} lines"]
    for stage, status in verdict.checks.items():
        took = f"{verdict.timings_ms[stage]:8.1f} ms" if stage in verdict.timings_ms else ""
        lines.append(f"  {marks[status]} {stage:<12}{status:<8}{took}".rstrip())
    lines.append("valid" if verdict.valid else f"rejected at {verdict.stage}: {verdict.reason}")
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """The command line. Exit 0 when valid, 1 when rejected, 2 when the file or the sandbox cannot be used."""
    parser = argparse.ArgumentParser(prog="pipeline.validator", description="Run every check on one program.")
    parser.add_argument("file", help="the environment, one Python file")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    parser.add_argument("--sandbox", choices=("auto", "none"), default="auto", help="none: trust the program")
    options = parser.parse_args(argv)
    try:
        source = read_program(options.file)
        with Sandbox(level=options.sandbox) as sandbox:
            print(sandbox.banner, file=sys.stderr)
            verdict = validate(source, sandbox)
    except (ValueError, SandboxError) as error:
        print(f"pipeline.validator: {error}", file=sys.stderr)
        return 2
    print(json.dumps(verdict.as_json(), ensure_ascii=False) if options.json else _report(verdict))
    return 0 if verdict.valid else 1


if __name__ == "__main__":
    sys.exit(main())
