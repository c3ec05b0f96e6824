"""What runs inside a sandboxed process: a template that holds one program, and the plays forked from it.

By the time `template_main` is entered every wall is up (`zygote.become_template`), so everything here may
share its interpreter with code that wants to escape. Nothing here guards anything: this file only speaks the
protocol.

A play is a fork of the template *after* `reset(seed)`, so all plays of an instance, hinted or not, start from
the identical state. One thing would spoil that: the standard library reseeds the global random generator in
every forked child, so its state is carried over. Whatever else is asked of the program (hint, solution,
tools, its description) is asked of a scratch fork, so that asking can never change an episode.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import os
import random
import resource
import statistics
import sys
import time
from typing import Any

from spade_env import Episode, LoadError, describe, load, replay
from spade_env.checks import run_check, scripted_replies
from spade_env.program import fault_line

from .protocol import PROTOCOL_FD, DescriptorLine, Line


def template_main(line: DescriptorLine) -> None:
    """Serve one program until the parent lets go. Messages: `protocol`'s table."""
    line.send({"up": True})
    template = _Template()
    while (message := line.receive()) is not None:
        if message["op"] == "play":
            _fork_play(template.episode, message["fd"])
        else:
            _answer(line, lambda message=message: template.handle(message))


class _Template:
    """The program of this process and, after `reset`, the episode every play is a fork of."""

    def __init__(self) -> None:
        self.program: Any = None
        self.episode: Any = None
        self.born_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def handle(self, message: dict[str, Any]) -> dict[str, Any]:
        """Carry out one request and return its answer; whatever the program raises passes through."""
        return getattr(self, f"_{message['op']}")(message)

    def _load(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            program = self.program = load(message["source"])
        except LoadError as error:
            return {"load_error": {"stage": error.stage, "reason": str(error), "line": error.line}}
        return {
            "program": {
                "title": program.title,
                "summary": program.summary,
                "kind": program.kind,
                "imports": list(program.imports),
                "ast_nodes": sum(1 for _ in ast.walk(ast.parse(program.source))),
            }
        }

    def _reset(self, message: dict[str, Any]) -> dict[str, Any]:
        self.episode = Episode(self.program, message["seed"], max_turns=message["max_turns"])
        gc.freeze()  # a collection in a play would copy every page it shares with this process
        return {
            "first_observation": self.episode.first_observation,
            "turn_limit": self.episode.turn_limit,
            "fault": self.episode.fault,
        }

    def _describe(self, message: dict[str, Any]) -> dict[str, Any]:
        return {"program": describe(self.program)}

    def _script(self, message: dict[str, Any]) -> dict[str, Any]:
        return {"replies": scripted_replies(self.program, message["seed"], message["max_turns"])}

    def _replay(self, message: dict[str, Any]) -> dict[str, Any]:
        seed, replies, max_turns = message["seed"], message["replies"], message["max_turns"]
        return {"transcript": replay(self.program, seed, replies, max_turns=max_turns)}

    def _check(self, message: dict[str, Any]) -> dict[str, Any]:
        seeds, max_turns = message["seeds"], message["max_turns"]
        result = run_check(message["name"], self.program, seeds=seeds, max_turns=max_turns)
        return {"status": result.status, "sentence": result.sentence, "data": result.data}

    def _cost(self, message: dict[str, Any]) -> dict[str, Any]:
        """Median milliseconds of a step over the replies; MiB by which this process has grown so far."""
        times = []
        for seed, replies in zip(message["seeds"], message["replies"], strict=True):
            episode = Episode(self.program, seed, max_turns=message["max_turns"])
            for reply in replies:
                if episode.done:
                    break
                start = time.perf_counter()
                episode.act(reply)
                times.append(1000 * (time.perf_counter() - start))
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - self.born_kib
        return {"step_ms": statistics.median(times) if times else 0.0, "memory_mb": max(0, grown) / 1024}


def _fork_play(episode: Any, descriptor: int) -> None:
    """Start one play that talks on `descriptor`. A fork that was not granted is reported on the play's own
    channel.
    """
    generator = random.getstate()
    try:
        child = os.fork()
    except OSError as error:
        Line(descriptor).send({"up": False, "reason": str(error)})
        child = -1
    if child != 0:
        os.close(descriptor)
        return
    os.dup2(descriptor, PROTOCOL_FD)  # takes the place of the template's channel
    os.close(descriptor)
    random.setstate(generator)
    with contextlib.suppress(BrokenPipeError):
        _play_main(Line(PROTOCOL_FD), episode)
    os._exit(0)


def _play_main(line: Line, episode: Any) -> None:
    line.send({"up": True})
    while not episode.done and (message := line.receive()) is not None:
        if "reply" in message:
            _answer(line, lambda message=message: _act(episode, message["reply"]))
        else:
            _answer(line, lambda: _aside(episode))


def _aside(episode: Any) -> dict[str, Any]:
    return {
        "hint": episode.hint(),
        "solution": episode.solution(),
        "tools": episode.tools(),
        "program": describe(episode.program),
    }


def _act(episode: Any, reply: str) -> dict[str, Any]:
    before = len(episode.steps)
    episode.act(reply)
    return {
        "steps": [step.as_dict() for step in episode.steps[before:]],
        "observation": episode.observation,
        "done": episode.done,
        "outcome": episode.outcome,
        "return": episode.ret,
        "fault": episode.fault,
    }


def _answer(line: Line, work: Any) -> None:
    """Send what `work` returns, or the fault it ended in.

    This is the process boundary, so everything is caught: a program may raise SystemExit or an exception of
    its own making anywhere.
    """
    try:
        line.send(work())
    except BrokenPipeError:
        raise
    except BaseException as error:
        line.send({"crash": type(error).__name__, "line": fault_line(error)})


def silence() -> None:
    """Point Python's own streams at the (null) descriptors 1 and 2, whatever they were before."""
    sys.stdin = sys.__stdin__ = None  # type: ignore[misc]
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        stream = os.fdopen(descriptor, "w", encoding="utf-8", errors="replace", closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
