"""Files and directories that are there whole or not at all. Standard library only."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def fsync_path(path: Path) -> None:
    """Have a file, or the names in a directory, on disk before going on."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C and polite kills back until the block is done: a commit is finished, then obeyed."""
    signals = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """A new directory beside ``target`` that takes its place when the block ends well and vanishes otherwise.

    ``target`` must not exist or be an empty directory. Raises ``OSError``.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as scratch:
        new = Path(scratch) / "new"  # made like any directory, so with everybody's usual rights
        new.mkdir()
        yield new
        os.replace(new, target)
        fsync_path(target.parent)
