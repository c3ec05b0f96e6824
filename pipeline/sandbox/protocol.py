"""JSON lines between the parent and sandboxed processes, and the little code both ends share.

One message is one JSON object on one line, UTF-8, at most `MAX_MESSAGE` bytes. The parent never trusts a
line: `parse_line` bounds its size and shape and turns everything odd into `ProtocolError`. Standard library
only; the zygote imports this file.

Messages (*fd* means that a socket rides along as SCM_RIGHTS):

* parent to zygote: `{"op": "open", "id": n}` + fd starts a template, `{"op": "grant", "id": n}` lets it fork
  once more, `{"op": "kill", "id": n}` kills its process group. The zygote says one line, at its start:
  `{"ready": true, "landlock": abi}`.
* parent to template: `{"op": ...}` with `load`, `reset`, `describe`, `script`, `replay`, `check` or `cost`,
  and what the method of that name in `worker` needs; answered by what that method returns. `{"op": "play"}` +
  fd, after a grant, forks a play, which greets on its own channel.
* parent to play: `{"reply": text}`, answered by `{"steps", "observation", "done", ...}`; `{"aside": true}` by
  `{"hint", "solution", "tools", "program"}`.
* any of them may answer `{"crash": class, "line": n}`: the program raised where the host does not catch.

The first line of a template or play is `{"up": true}`, written before any untrusted statement has run in that
process's own turn.
"""

from __future__ import annotations

import array
import json
import math
import os
import select
import socket
from typing import Any

MAX_MESSAGE = 1 << 21
"""Bytes in one line, either way. An observation is capped at 64 KiB by the host; escapes can multiply that by
six.
"""

PROTOCOL_FD = 3
"""The one descriptor besides 0, 1, 2 (all /dev/null) that a sandboxed process holds."""


class ProtocolError(Exception):
    """A line that is too long, not a JSON object, or holds what JSON does not (NaN, Infinity)."""


def encode(message: dict[str, Any]) -> bytes:
    """One line. Lone surrogates become `?`. Raises ProtocolError when it is too long or not finite."""
    try:
        line = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolError(f"not a JSON message: {error}") from error
    data = line.encode("utf-8", "replace") + b"\n"
    if len(data) > MAX_MESSAGE:
        raise ProtocolError(f"message of {len(data)} bytes; at most {MAX_MESSAGE} fit")
    return data


def _refuse_constant(name: str) -> float:
    raise ProtocolError(f"{name} is not JSON")


def parse_line(line: bytes) -> dict[str, Any]:
    """The object on one line. Raises ProtocolError."""
    try:
        message = json.loads(line, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"not a JSON message: {type(error).__name__}") from error
    if not isinstance(message, dict):
        raise ProtocolError(f"expected an object, got {type(message).__name__}")
    return message


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ProtocolError(f"{text} is not finite")
    return number


class Line:
    """The sandboxed end: blocking reads and writes of whole messages on one descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._buffer = b""

    def send(self, message: dict[str, Any]) -> None:
        """Write one message. Raises ProtocolError, or BrokenPipeError when the parent has let go."""
        view = memoryview(encode(message))
        while view:
            view = view[os.write(self.descriptor, view) :]

    def receive(self) -> dict[str, Any] | None:
        """The next message, or None when the parent has let go."""
        while b"\n" not in self._buffer:
            data = os.read(self.descriptor, 1 << 16)
            if not data:
                return None
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return parse_line(line)


class DescriptorLine(Line):
    """A `Line` whose incoming messages may carry one descriptor each."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(connection.fileno())
        self.connection = connection
        self._descriptors: list[int] = []

    def readable(self) -> bool:
        """Whether `receive` would find something (a message, its beginning, or the parent's farewell) without
        waiting for it.
        """
        if b"\n" in self._buffer:
            return True
        poll = select.poll()
        poll.register(self.descriptor, select.POLLIN)
        return bool(poll.poll(0))

    def receive(self) -> dict[str, Any] | None:
        """The next message; a descriptor that came with it is under the key `fd`."""
        while b"\n" not in self._buffer:
            data, ancillary, _, _ = self.connection.recvmsg(1 << 16, socket.CMSG_SPACE(4 * 4))
            for level, kind, payload in ancillary:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                    self._descriptors += array.array("i", payload[: len(payload) - len(payload) % 4])
            if not data:
                return None
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        message = parse_line(line)
        if self._descriptors and message.get("op") in ("open", "play"):
            message["fd"] = self._descriptors.pop(0)
        return message
