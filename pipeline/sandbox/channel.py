"""The parent's end of a conversation with sandboxed processes: many at a time, each on its own clock.

`converse` is the only place where the parent waits for untrusted code. It never blocks on one process: writes
are non-blocking too, so a process that stops reading costs its own turn only.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import struct
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .protocol import MAX_MESSAGE, ProtocolError, encode, parse_line

_CREDENTIALS = struct.Struct("3i")
_PROCESS_CLOCK = 2  # CPUCLOCK_SCHED: with a process number, the clock id of clock_getcpuclockid(3)
_PATIENCE = 10
"""Times its limit that a turn may take on the wall clock when other work keeps the process from running."""


class Failure(Enum):
    """Why a turn brought no answer."""

    TIMEOUT = "no answer in time"
    GONE = "the process ended"
    GARBLED = "the process broke the protocol"


class Channel:
    """One sandboxed process: its socket, and a handle with which it can be killed.

    The process is identified by the credentials that the kernel attaches to its first message, not by
    anything it says, and held by a pidfd, so a kill can never reach a process that has since been given the
    same number.
    """

    def __init__(self) -> None:
        self._socket, self._other = socket.socketpair()
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.pid: int | None = None
        self._handle: int | None = None
        self.incoming = b""
        self.outgoing = b""

    @property
    def descriptor(self) -> int:
        """The number of the parent's socket, -1 after `close`."""
        return self._socket.fileno()

    @property
    def closed(self) -> bool:
        """Whether the parent has let go of the process."""
        return self.descriptor < 0

    def give_other_end(self) -> socket.socket:
        """The process's end: send it on, then close it, so that the process's death shows as end of file."""
        return self._other

    def send_descriptor(self, message: dict[str, Any], passed: socket.socket) -> bool:
        """Send a small message with a descriptor. False when the process is gone or does not read."""
        try:
            socket.send_fds(self._socket, [encode(message)], [passed.fileno()])
        except OSError:
            return False
        return True

    def push(self) -> None:
        """Write what is queued, as far as the process takes it. Raises OSError when it is gone."""
        with contextlib.suppress(BlockingIOError):
            while self.outgoing:
                self.outgoing = self.outgoing[self._socket.send(self.outgoing) :]

    def pull(self) -> bool:
        """Read what has arrived. False at end of file. Raises OSError."""
        try:
            data = self._first_read() if self._handle is None else self._socket.recv(1 << 18)
        except BlockingIOError:
            return True
        self.incoming += data
        return bool(data)

    def _first_read(self) -> bytes:
        data, ancillary, _, _ = self._socket.recvmsg(1 << 16, socket.CMSG_SPACE(_CREDENTIALS.size))
        for level, kind, payload in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS) and data:
                self.pid = _CREDENTIALS.unpack(payload)[0]
                with contextlib.suppress(ProcessLookupError):
                    self._handle = os.pidfd_open(self.pid)
                    self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
        return data

    def take_line(self) -> dict[str, Any] | None:
        """The message that has arrived in full, if any. Raises ProtocolError when it is malformed or followed
        by another.
        """
        if b"\n" not in self.incoming:
            if len(self.incoming) > MAX_MESSAGE:
                raise ProtocolError("endless line")
            return None
        line, _, rest = self.incoming.partition(b"\n")
        if rest or len(line) > MAX_MESSAGE:
            raise ProtocolError("more than one answer")
        self.incoming = b""
        return parse_line(line)

    def processor_seconds(self) -> float:
        """Processor time the process has used so far; 0.0 when it has not greeted or is gone."""
        if self.pid is None:
            return 0.0
        try:
            return time.clock_gettime((~self.pid << 3) | _PROCESS_CLOCK)
        except OSError:
            return 0.0

    def runnable(self) -> bool:
        """Whether the process is computing or waiting for a processor, as opposed to sleeping."""
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as stat:
                return stat.read().rpartition(b")")[2].split()[0] == b"R"
        except OSError:
            return False

    def kill(self) -> None:
        """Kill the process if it ever greeted, and let go of it."""
        if self._handle is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """Let go: an honest process ends by itself when it next reads."""
        self._socket.close()
        self._other.close()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


@dataclass
class Turn:
    """One message to one process (or none: only wait for its greeting) and, afterwards, the answer or the
    failure.
    """

    channel: Channel
    message: dict[str, Any] | None
    seconds: float
    answer: dict[str, Any] | None = None
    failure: Failure | None = None
    waited: float = 0.0
    started: float = 0.0
    deadline: float = 0.0
    _processor_before: float = 0.0
    _arrived: int = 0

    @property
    def over(self) -> bool:
        """Whether there is an answer or a failure."""
        return self.answer is not None or self.failure is not None

    def begin(self) -> None:
        """Start the clocks."""
        self.started = time.monotonic()
        self.deadline = self.started + self.seconds
        self._processor_before = self.channel.processor_seconds()

    def extend(self, now: float) -> bool:
        """Whether a turn that is out of time gets more, because it was kept waiting for a processor, or for
        this process to read the rest of a long answer.

        The limit is on the program's own time, so that a busy machine does not turn good plays into faults;
        sleeping counts in full.
        """
        used = self.channel.processor_seconds() - self._processor_before
        if used >= 0.9 * self.seconds or now - self.started >= _PATIENCE * self.seconds:
            return False
        arriving, self._arrived = len(self.channel.incoming) > self._arrived, len(self.channel.incoming)
        if not arriving and not self.channel.runnable():
            return False
        self.deadline = now + max(0.05, self.seconds - used)
        return True


def converse(turns: Iterable[Turn], window: int) -> None:
    """Send every turn's message and wait for every answer; each clock starts when its own message is sent.

    At most `window` turns are open at a time, so that processes do not queue behind each other's work. A turn
    that fails kills its process. Channels must be distinct.
    """
    waiting = deque(turns)
    active: dict[int, Turn] = {}
    poll = select.poll()
    while waiting or active:
        while waiting and len(active) < window:
            turn = waiting.popleft()
            if _begin(turn):
                active[turn.channel.descriptor] = turn
                poll.register(turn.channel.descriptor, _interest(turn.channel))
        if not active:
            break
        nearest = min(turn.deadline for turn in active.values())
        events = poll.poll(max(0, int((nearest - time.monotonic()) * 1000) + 1))
        for descriptor, event in events:
            _advance(active[descriptor], event)
            poll.modify(descriptor, _interest(active[descriptor].channel))
        now = time.monotonic()
        for descriptor, turn in list(active.items()):
            if not turn.over and now >= turn.deadline and not turn.extend(now):
                turn.failure = Failure.TIMEOUT
            if turn.over:
                turn.waited = now - turn.started
                poll.unregister(descriptor)
                del active[descriptor]
                if turn.failure is not None:
                    turn.channel.kill()


def _interest(channel: Channel) -> int:
    return select.POLLIN | (select.POLLOUT if channel.outgoing else 0)


def _begin(turn: Turn) -> bool:
    """Send the message. False when the turn is over already (the process is gone)."""
    if turn.channel.closed:
        turn.failure = Failure.GONE
        return False
    turn.begin()
    if turn.message is not None:
        turn.channel.outgoing = encode(turn.message)
        with contextlib.suppress(OSError):  # the process is gone: reading will tell, in its turn
            turn.channel.push()
    return True


def _advance(turn: Turn, event: int) -> None:
    channel = turn.channel
    try:
        if event & select.POLLOUT:
            channel.push()
        alive = channel.pull() if event & (select.POLLIN | select.POLLHUP | select.POLLERR) else True
        turn.answer = channel.take_line()
    except ProtocolError:
        turn.failure = Failure.GARBLED
        return
    except OSError:
        alive = False
    if turn.answer is None and not alive:
        turn.failure = Failure.GONE
