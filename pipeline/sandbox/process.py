"""The parent's handle on one zygote process."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import os
import select
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from .limits import Limits
from .protocol import encode

_HERE = Path(__file__).resolve().parent
_RUNTIME = _HERE.parents[1] / "web_runtime"
_START_SECONDS = 20.0
TRUST_ONLY = "run with sandbox level 'none' only for programs you trust"

# The zygote must not see the repository on its path, so its files are given a package of their own by
# hand.
_BOOT = """
import json, sys, types
config = json.loads(sys.argv[1])
package = types.ModuleType("jail")
package.__path__ = [config["package"]]
sys.modules["jail"] = package
from jail.zygote import main
main(config)
"""


class SandboxError(RuntimeError):
    """The sandbox itself cannot do its work here; the message says what is missing and what to do."""


class ZygoteProcess:
    """A running zygote with one PYTHONHASHSEED. Raises SandboxError when it cannot start or protect."""

    def __init__(self, limits: Limits, level: str, hash_seed: int) -> None:
        if sys.platform != "linux":
            raise SandboxError("the sandbox needs Linux; on other systems run in a Linux container")
        ours, theirs = socket.socketpair()
        config = {
            "package": str(_HERE),
            "runtime": str(_RUNTIME),
            "control": theirs.fileno(),
            "level": level,
            "limits": dataclasses.asdict(limits),
        }
        self._control = ours
        self._identities = itertools.count(1)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-S", "-B", "-c", _BOOT, json.dumps(config)],
                env={"PYTHONHASHSEED": str(hash_seed)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd="/",
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C in the terminal is the parent's to handle
            )
        report = self._first_line()
        assert self._process.stderr is not None
        if not report.get("ready"):
            said = "" if report else self._process.stderr.read().decode("utf-8", "replace").strip()
            self.close()
            last = said.splitlines()[-1] if said else "no message"
            reason = report.get("reason") or f"the zygote ended: {last}"
            raise SandboxError(f"{reason}; {TRUST_ONLY}")
        self._process.stderr.close()
        self.banner = _banner(report, level)

    def _first_line(self) -> dict[str, Any]:
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        if not poll.poll(_START_SECONDS * 1000):
            self._process.kill()
            return {"reason": f"the zygote did not answer within {_START_SECONDS:.0f} s"}
        with self._control.makefile("rb") as lines:
            line = lines.readline()
        return json.loads(line) if line else {}

    @property
    def alive(self) -> bool:
        """Whether the zygote runs."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The zygote's process number."""
        return self._process.pid

    def next_identity(self) -> int:
        """A number for a new template, unique in this zygote."""
        return next(self._identities)

    def send(self, operation: str, identity: int, passed: socket.socket | None = None) -> bool:
        """Ask the zygote to `open`, `grant` or `kill`. False when it is gone."""
        data = encode({"op": operation, "id": identity})
        try:
            if passed is None:
                self._control.sendall(data)
            else:
                socket.send_fds(self._control, [data], [passed.fileno()])
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Let the zygote kill everything it started and end; kill it when it does not within two seconds."""
        self._control.close()
        try:
            self._process.wait(2.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stderr is not None:
            with contextlib.suppress(OSError):
                self._process.stderr.close()


def _banner(report: dict[str, Any], level: str) -> str:
    if level == "none":
        return (
            "sandbox: none! Programs run with the rights of this process; use it only for programs you trust"
        )
    landlock = f"landlock v{report['landlock']} + " if report["landlock"] else ""
    without = "" if report["landlock"] else " (this kernel offers no landlock)"
    root = ", as root without capabilities" if os.geteuid() == 0 else ""
    return f"sandbox: {landlock}seccomp, no network, no files{root}{without}"
