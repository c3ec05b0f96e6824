"""The zygote: a small clean process from which every sandboxed process is forked.

Started as `python -s -P -S -B` with an environment of one variable, PYTHONHASHSEED (`-I` would ignore it),
never as a fork of the trainer, so it holds no weights, keys, paths or other programs: sources travel on the
templates' own channels. It preloads the modules a program may import, forgets how to import more, gives up
its capabilities and its files (Landlock), and then only forks and reaps.

**Who may fork.** A template runs untrusted code (module level, `__init__`, `reset`) and must still be forked
once per play. So before it sees any source it passes a seccomp *fork gate*: its forks, and its descendants',
wait in the kernel until this process answers. A fork is carried out only against a grant, which the parent
issues for one play it is about to ask for; every other fork fails with EPERM. A program that forks in
`reset()` therefore faults, and the worst a program that subverts its own interpreter can do is to use a
granted fork for something else: an instance never has more processes than the parent asked for plays.
Template and plays share a process group that none of them can leave (no setpgid, no setsid), so closing the
instance, or the template's death, kills them all; orphans are reaped here (subreaper). When the parent goes
away, its end of the control channel closes and everything is killed.
"""

from __future__ import annotations

import array
import contextlib
import fcntl
import gc
import importlib
import json
import os
import resource
import select
import signal
import socket
import sys
from dataclasses import dataclass
from typing import Any, NoReturn

from . import limits as walls
from . import seccomp
from .protocol import PROTOCOL_FD, DescriptorLine, encode

PRELOAD = """
__future__ abc array ast base64 binascii bisect builtins calendar cmath codecs collections collections.abc
colorsys contextlib contextvars copy copyreg csv dataclasses datetime decimal difflib dis enum errno fnmatch
fractions functools gc graphlib hashlib heapq hmac html inspect io itertools json keyword linecache locale
logging math numbers opcode operator os os.path pathlib pickle pprint queue random re reprlib secrets shlex
stat statistics string struct sys textwrap threading time timeit token tokenize traceback types typing
unicodedata urllib.parse uuid warnings weakref zlib _strptime encodings.ascii encodings.latin_1
encodings.cp437 encodings.utf_16 encodings.utf_32 encodings.rot_13 encodings.hex_codec encodings.base64_codec
encodings.idna
"""
"""What a program may import: it is in memory before the walls go up, and nothing else can be loaded after."""

_HIDDEN = "ctypes _ctypes fcntl resource socket _socket select selectors signal _posixsubprocess"
"""Modules the zygote uses and programs have no business with. Hiding them makes for honest error messages; it
is no wall."""


def main(config: dict[str, Any]) -> None:
    """Run until the parent closes the control channel. `config`: control (descriptor), runtime (folder of
    spade_env), level, limits.
    """
    control = socket.socket(fileno=config["control"])
    control.setblocking(True)
    limits = walls.Limits(**config["limits"])
    walled = config["level"] != "none"
    os.environ.clear()
    worker = _preload(config["runtime"])
    report: dict[str, Any] = {"ready": True, "landlock": 0, "seccomp": False}
    if walled:
        report = _raise_common_walls()
    null = os.open(os.devnull, os.O_RDWR) if not walled else report.pop("null")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 4096), hard))  # keeps every closerange short
    control.sendall(json.dumps(report).encode() + b"\n")
    if not report["ready"]:
        return
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    Zygote(control, limits, worker, walled).serve()


def _preload(runtime: str) -> Any:
    """Import all that programs and the host may need, then close the door behind."""
    sys.path.insert(0, runtime)
    for name in PRELOAD.split():
        importlib.import_module(name)
    host = os.path.join(runtime, "spade_env")
    for file in sorted(os.listdir(host)):
        if file.endswith(".py") and not file.startswith("_"):
            importlib.import_module(f"spade_env.{file[:-3]}")
    worker = importlib.import_module(f"{__package__}.worker")
    worker.silence()
    sys.path.clear()
    sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "__name__", "") != "PathFinder"]
    for name in _HIDDEN.split():
        sys.modules.pop(name, None)
    gc.collect()
    gc.freeze()
    return worker


def _raise_common_walls() -> dict[str, Any]:
    """The walls every sandboxed process inherits. Returns the report the parent makes its banner of."""
    null = os.open(os.devnull, os.O_RDWR)
    if not seccomp.usable():
        reason = "this kernel or container does not offer seccomp filters with user notification"
        return {"ready": False, "reason": reason, "null": null}
    walls.no_new_privs()
    walls.become_subreaper()
    walls.drop_capabilities()
    abi = walls.landlock_abi()
    if abi:
        walls.landlock_deny_all(abi)
    return {"ready": True, "landlock": abi, "seccomp": True, "null": null}


@dataclass
class _Template:
    """One template process as the zygote sees it: its process group, the gate it forks through, the forks it
    may still make.
    """

    identity: int
    pid: int
    gate: int | None
    grants: int = 0


class Zygote:
    """The loop: open templates, answer their forks, kill groups, reap the dead."""

    def __init__(self, control: socket.socket, limits: walls.Limits, worker: Any, walled: bool) -> None:
        self.control = DescriptorLine(control)
        self.limits, self.worker, self.walled = limits, worker, walled
        self.templates: dict[int, _Template] = {}
        self.poll = select.poll()
        self.gates: dict[int, _Template] = {}

    def serve(self) -> None:
        """Until the parent is gone."""
        wake, waker = os.pipe()
        os.set_blocking(waker, False)
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self.poll.register(self.control.descriptor, select.POLLIN)
        self.poll.register(wake, select.POLLIN)
        while True:
            events = self.poll.poll()
            # Grants first: the parent sends a grant before it asks the template to fork, so a fork that is
            # seen waiting at the gate finds its grant already on the control channel.
            while self.control.readable():
                message = self.control.receive()
                if message is None:
                    return self._kill_all()
                self._obey(message)
            for descriptor, event in events:
                if descriptor == wake:
                    with contextlib.suppress(BlockingIOError):
                        os.read(wake, 4096)
                    self._reap()
                elif descriptor in self.gates:
                    self._attend_gate(self.gates[descriptor], event)

    def _kill_all(self) -> None:
        for template in self.templates.values():
            _kill_group(template.pid)

    def _obey(self, message: dict[str, Any]) -> None:
        template = self.templates.get(message["id"])
        if message["op"] == "open":
            self._open(message["id"], message["fd"])
        elif template is not None and message["op"] == "grant":
            template.grants += 1
        elif template is not None and message["op"] == "kill":
            _kill_group(template.pid)

    def _open(self, identity: int, descriptor: int) -> None:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            ours.detach()
            # The process boundary: nothing may unwind into the loop of a process that is not the zygote.
            try:
                self._become_template(descriptor, theirs.detach())
            except BaseException as error:
                report = {"up": False, "reason": f"{type(error).__name__}: {error}"}
                with contextlib.suppress(OSError):
                    os.write(PROTOCOL_FD, encode(report))
            os._exit(1)
        os.close(descriptor)
        theirs.close()
        with contextlib.suppress(PermissionError, ProcessLookupError):
            os.setpgid(pid, pid)  # both sides do it, so that neither can be early
        gate = _receive_descriptor(ours) if self.walled else None
        ours.close()
        template = self.templates[identity] = _Template(identity, pid, gate)
        if gate is not None:
            self.gates[gate] = template
            self.poll.register(gate, select.POLLIN)

    def _become_template(self, descriptor: int, handover: int) -> NoReturn:
        """In the child: shed everything of the zygote, raise the remaining walls, then serve the program."""
        self.control.connection.detach()
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # plays are reaped by the kernel
        if self.walled:
            walls.die_with_parent(signal.SIGKILL)
        channel = fcntl.fcntl(descriptor, fcntl.F_DUPFD, 16)
        passage = fcntl.fcntl(handover, fcntl.F_DUPFD, 16)
        os.dup2(channel, PROTOCOL_FD)
        os.dup2(passage, PROTOCOL_FD + 1)
        os.closerange(PROTOCOL_FD + 2, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        if self.walled:
            if abi := walls.landlock_abi():
                walls.landlock_deny_all(abi)  # a domain of its own: siblings and the zygote are outside it
            gate = seccomp.install_fork_gate()
            ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [gate]))]
            socket.socket(fileno=PROTOCOL_FD + 1).sendmsg([b"g"], ancillary)
            os.close(gate)
        # After the gate was handed over: the kernel refuses to send a descriptor while the user's processes
        # together have more under way than the sender may open.
        walls.apply_rlimits(self.limits)
        os.closerange(PROTOCOL_FD + 1, walls.MAX_DESCRIPTORS)
        line = DescriptorLine(socket.socket(fileno=PROTOCOL_FD))
        if self.walled:
            seccomp.install_allow_list()
        self.worker.template_main(line)
        os._exit(0)

    def _attend_gate(self, template: _Template, event: int) -> None:
        assert template.gate is not None
        if not event & select.POLLIN:  # the last process behind the gate is gone
            self.poll.unregister(template.gate)
            del self.gates[template.gate]
            return
        permit = template.grants > 0
        if seccomp.answer_fork(template.gate, permit) and permit:
            template.grants -= 1

    def _reap(self) -> None:
        """Collect dead children. A template's group is killed before its number is given back to the kernel
        for reuse.
        """
        owners = {template.pid: template for template in self.templates.values()}
        while True:
            try:
                dead = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if dead is None:
                return
            template = owners.get(dead.si_pid)
            if template is not None:
                _kill_group(template.pid)
                self._forget(template)
            os.waitpid(dead.si_pid, 0)

    def _forget(self, template: _Template) -> None:
        del self.templates[template.identity]
        if template.gate is None:
            return
        if self.gates.pop(template.gate, None) is not None:
            self.poll.unregister(template.gate)
        os.close(template.gate)


def _kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _receive_descriptor(connection: socket.socket) -> int | None:
    """The one descriptor a newborn template hands over; None when it died first."""
    data, ancillary, _, _ = connection.recvmsg(1, socket.CMSG_SPACE(4))
    if not data or not ancillary:
        return None
    return array.array("i", ancillary[0][2])[0]
