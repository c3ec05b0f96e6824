"""Runs the programs of a set through the validator, several at a time, in the sandbox.

Nothing of a program is executed, parsed or compiled in this process: it is read as bytes, and everything that
is known of it comes back from the sandbox.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from pipeline.importers.source import PROGRAM_BYTES, ImportProblem, Item
from pipeline.sandbox import Sandbox
from pipeline.validator import Verdict, validate

_AHEAD = 4
"""Programs in flight per worker: enough that none waits, few enough that memory stays small."""


@dataclass(frozen=True)
class Judged:
    """An item, its program text, and what the sandbox said; ``verdict`` is None where ``unreadable`` says why
    there was nothing to run. ``sha256`` and ``byte_count`` are those of the bytes in the source."""

    item: Item
    code: str
    sha256: str | None
    byte_count: int
    verdict: Verdict | None
    unreadable: str | None = None


def judge(
    items: Iterable[Item], *, workers: int, checks: frozenset[str], level: str = "auto"
) -> Generator[Judged, None, None]:
    """Every item with its verdict, in order. ``checks`` as in :func:`pipeline.validator.validate`.

    Raises :class:`ImportProblem` for a file that cannot be read any more and
    :class:`pipeline.sandbox.SandboxError` when the sandbox does not work here.
    """
    with ExitStack() as stack:
        free: SimpleQueue[Sandbox] = SimpleQueue()
        for _ in range(workers):
            free.put(stack.enter_context(Sandbox(level=level)))
        pool = ThreadPoolExecutor(workers, "validator")
        stack.callback(pool.shutdown, cancel_futures=True)
        waiting: deque[Future[Judged]] = deque()
        for item in items:
            waiting.append(pool.submit(_judge, item, free, checks))
            if len(waiting) > _AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _judge(item: Item, free: SimpleQueue[Sandbox], checks: frozenset[str]) -> Judged:
    read = _read(item)
    if isinstance(read, Judged):
        return read
    sha256 = hashlib.sha256(read).hexdigest()
    try:
        code = read.decode("utf-8")
    except UnicodeDecodeError as error:
        shown = read.decode("utf-8", "backslashreplace")
        reason = f"the program is not UTF-8 text (byte {error.start})"
        return Judged(item, shown, sha256, len(read), None, reason)
    sandbox = free.get()
    try:
        verdict = validate(code, sandbox, checks=checks)
    finally:
        free.put(sandbox)
    return Judged(item, code, sha256, len(read), verdict)


def _read(item: Item) -> bytes | Judged:
    """The program's bytes, or what is said of one that is too long to be read."""
    if isinstance(item.content, Path):
        try:
            size = item.content.stat().st_size
            data = item.content.read_bytes() if size <= PROGRAM_BYTES else None
        except OSError as error:
            raise ImportProblem(f"{item.content} cannot be read ({error.strerror})") from None
    else:
        size = len(item.content)
        data = item.content if size <= PROGRAM_BYTES else None
    if data is None:
        reason = f"the program has {size:,} bytes; at most {PROGRAM_BYTES:,} are read"
        return Judged(item, "", None, size, None, reason)
    return data
