"""The parent's side: `Sandbox` owns the zygotes, `Instance` is a program after `reset(seed)`, `Play` is one
episode of it.

What the boundary guarantees: a program can slow, crash or lie about *its own* episode (it is the judge of its
own rewards anyway), and nothing else. Everything a process says is checked for size and shape before it is
used; the record of an episode is kept here, in the parent, so a program cannot rewrite the turns it has
already reported. Not covered: kernel bugs, side channels through timing or load, and total memory beyond the
per-process cap; for adversarial pools add a virtual machine around the whole.

Not thread-safe: one thread drives one Sandbox.
"""

from __future__ import annotations

import logging
import os
import resource
from collections.abc import Sequence
from typing import Any

from .answers import count, name
from .channel import Channel, Failure, Turn, converse
from .instance import Instance, Play
from .limits import Limits
from .process import TRUST_ONLY, SandboxError, ZygoteProcess

_log = logging.getLogger(__name__)

_DESCRIPTORS = 8192
_GREETING_SECONDS = 10.0
"""A fork takes milliseconds; on a machine that is far too busy it may take longer, and is nobody's fault."""


class Sandbox:
    """Runs programs that nobody has read. Use as a context manager.

    `level="auto"` needs Linux 5.5 or later with seccomp and uses Landlock where the kernel has it; it raises
    SandboxError rather than run unprotected. `level="none"` runs every program with the rights of this
    process, and logs a warning. `banner` says in one line what holds. Every play holds two descriptors here,
    so the soft limit on descriptors of this process is raised as far as its hard limit allows.
    """

    def __init__(self, limits: Limits | None = None, level: str = "auto") -> None:
        if level not in ("auto", "none"):
            raise ValueError(f"sandbox level must be 'auto' or 'none', got {level!r}")
        _allow_many_descriptors()
        self.limits = limits or Limits()
        self.level = level
        self._window = 2 * (os.cpu_count() or 1)
        self._zygotes: dict[int, ZygoteProcess] = {}
        self._workers: set[Worker] = set()
        self.banner = self._zygote(0).banner
        self._prove_it_works()
        if level == "none":
            _log.warning("%s", self.banner)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill every process of this sandbox and wait for the zygotes to end. Safe to call twice."""
        for worker in list(self._workers):
            worker.close()
        for zygote in self._zygotes.values():
            zygote.close()
        self._zygotes.clear()

    def _prove_it_works(self) -> None:
        """Raise every wall once: a container may forbid what its kernel offers."""
        try:
            self.worker().close()
        except SandboxError:
            self.close()
            raise

    def worker(self, *, hash_seed: int = 0) -> Worker:
        """A fresh template process without a program. Raises SandboxError when the sandbox itself fails
        twice.
        """
        for _ in range(2):
            zygote = self._zygote(hash_seed)
            worker = Worker(self, zygote)
            reason = worker.start()
            if reason is None:
                self._workers.add(worker)
                return worker
            worker.close()
            if not zygote.alive:
                self._zygotes.pop(hash_seed, None)
        raise SandboxError(f"the sandbox could not start a process, twice: {reason}; {TRUST_ONLY}")

    def open(self, source: str, seed: int, *, hash_seed: int = 0) -> Instance:
        """Load `source` in a process of its own and reset it to `seed`. Program faults are in
        `Instance.fault`, never raised.
        """
        return Instance(self.worker(hash_seed=hash_seed), source, seed)

    def act_many(self, turns: Sequence[tuple[Play, str]]) -> list[dict[str, Any]]:
        """One reply to each of many distinct plays, side by side. Returns the steps in the same order (see
        `Play.act`).
        """
        requests = [play._request(reply) for play, reply in turns]
        converse([request for request in requests if request is not None], self._window)
        return [play._record(reply, request) for (play, reply), request in zip(turns, requests, strict=True)]

    def _zygote(self, hash_seed: int) -> ZygoteProcess:
        zygote = self._zygotes.get(hash_seed)
        if zygote is not None and zygote.alive:
            return zygote
        if zygote is not None:
            zygote.close()
        self._zygotes[hash_seed] = zygote = ZygoteProcess(self.limits, self.level, hash_seed)
        return zygote

    def _forget(self, worker: Worker) -> None:
        self._workers.discard(worker)


def _allow_many_descriptors() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Worker:
    """One template process: it loads a program, resets it, checks it, replays it, and is forked for plays."""

    def __init__(self, sandbox: Sandbox, zygote: ZygoteProcess) -> None:
        self.sandbox, self.zygote = sandbox, zygote
        self.limits = sandbox.limits
        self.channel = Channel()
        self.waited = 0.0
        self._identity = zygote.next_identity()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> str | None:
        """Fork the process. None, or why the sandbox (not a program, there is none yet) failed."""
        with self.channel.give_other_end() as end:
            if not self.zygote.send("open", self._identity, end):
                return "the zygote is gone"
        turn = Turn(self.channel, None, _GREETING_SECONDS)
        converse([turn], 1)
        if turn.failure is not None:
            return turn.failure.value
        return None if turn.answer == {"up": True} else str((turn.answer or {}).get("reason"))

    def request(self, message: dict[str, Any], seconds: float) -> tuple[dict[str, Any] | None, str | None]:
        """Send one message; the answer, or None and the fault. After a fault the process is gone, except for
        a caught exception.
        """
        turn = Turn(self.channel, message, seconds)
        converse([turn], 1)
        self.waited += turn.waited
        fault = self.fault_of(turn, self.waited)
        return (None, fault) if fault else (turn.answer, None)

    def fault_of(self, turn: Turn, waited: float) -> str | None:
        """The fault a finished turn stands for, None for a proper answer. `waited` is the process's whole
        time, in seconds.
        """
        if turn.failure is Failure.TIMEOUT:
            return "env_timeout"
        if turn.failure is Failure.GARBLED:
            return "env_fault:ProtocolError"
        if turn.failure is Failure.GONE:
            if not self.zygote.alive:
                return "infra_fault"
            return "env_timeout" if waited >= self.limits.cpu_s else "env_fault:ProcessDied"
        assert turn.answer is not None
        if "crash" in turn.answer:
            line = count(turn.answer.get("line"))
            return f"env_fault:{name(turn.answer['crash'])}" + (f"@{line}" if line else "")
        return None

    def fork(self) -> Channel | None:
        """The channel of a fresh fork of this process, None when it does not greet: the process is then
        closed.
        """
        channel = Channel()
        with channel.give_other_end() as end:
            granted = self.zygote.send("grant", self._identity) and self.channel.send_descriptor(
                {"op": "play"}, end
            )
        turn = Turn(channel, None, _GREETING_SECONDS)
        if granted:
            converse([turn], 1)
        if turn.answer == {"up": True}:
            return channel
        channel.kill()
        self.close()
        return None

    def close(self) -> None:
        """Kill this process and everything forked from it."""
        self.zygote.send("kill", self._identity)
        self.channel.close()
        self.sandbox._forget(self)
