"""What a run needs to continue: ``state/steps-000012/`` holds everything as it was after 12 steps.

Commit order, which makes any kill harmless:

1. the state after the step (temporary directory, fsync, rename),
2. the checkpoint, if one is due,
3. the run log's step: its files, then ``run.json``, whose count *is* the commit,
4. older states are removed.

A run killed before 3 finds the previous state (step 4 never ran), repeats the step from the same seeds
and weights, and replaces what it had begun. A run killed after 3 finds the new state. So the log that
results does not depend on when, or whether, it was killed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from pipeline.durable import fsync_path

WEIGHTS = "learner.pt"
LOOP = "loop.json"


class StateError(Exception):
    """Saved state that is missing, damaged or in use; one sentence naming the file."""


@contextmanager
def exclusive(run_dir: Path) -> Iterator[None]:
    """Hold the run's lock (released by the system even on SIGKILL). Raises :class:`StateError` if taken, and
    where no directory can be made.

    Directories that were made for the lock go again when nothing else came into them."""
    path = run_dir / "state" / "lock"
    made = [directory for directory in path.parents if not directory.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = path.open("w")
    except OSError as error:
        _remove_empty([directory for directory in made if directory.exists()])
        raise StateError(f"{run_dir} cannot be written ({error.strerror})") from None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StateError(f"{run_dir} is being written by another process") from None
        try:
            yield
        finally:
            if made and os.listdir(path.parent) == [path.name]:
                path.unlink()
                _remove_empty(made)


def _remove_empty(directories: Sequence[Path]) -> None:
    """Remove directories, innermost first, up to the first that holds something."""
    with suppress(OSError):
        for directory in directories:
            directory.rmdir()


@runtime_checkable
class Sharded(Protocol):
    """A learner that writes its state itself, in parts, next to the loop's."""

    def save_shards(self, directory: Path) -> bytes:
        """Write into ``directory``; returns what :meth:`load_shards` needs besides."""

    def load_shards(self, data: bytes, directory: Path) -> None:
        """Inverse of :meth:`save_shards`."""


def save_state(
    run_dir: Path, steps: int, weights: bytes | Callable[[Path], bytes], loop: Mapping[str, Any]
) -> None:
    """Save the state after ``steps`` steps; either whole or not at all. ``weights`` may be a function that
    writes files of its own into the directory and returns the rest."""
    with replacing_directory(state_directory(run_dir, steps)) as directory:
        if not isinstance(weights, bytes):
            weights = weights(directory)
        payload = {"steps": steps, "weights_sha256": hashlib.sha256(weights).hexdigest(), "loop": loop}
        (directory / WEIGHTS).write_bytes(weights)
        (directory / LOOP).write_text(json.dumps(payload), encoding="utf-8")


def load_state(run_dir: Path, steps: int) -> tuple[bytes, dict[str, Any]]:
    """Weights and loop state after ``steps`` steps. Raises :class:`StateError`."""
    directory = state_directory(run_dir, steps)
    try:
        payload = json.loads((directory / LOOP).read_text(encoding="utf-8"))
        weights = (directory / WEIGHTS).read_bytes()
        expected, loop = payload["weights_sha256"], payload["loop"]
    except FileNotFoundError as error:
        raise _missing(error.filename, run_dir) from None
    except (OSError, ValueError, KeyError, TypeError):
        raise StateError(f"{directory / LOOP} is damaged, so {run_dir} cannot resume") from None
    if hashlib.sha256(weights).hexdigest() != expected:
        raise StateError(f"{directory / WEIGHTS} is damaged, so {run_dir} cannot resume")
    return weights, loop


def require_state(run_dir: Path, steps: int) -> None:
    """Raise :class:`StateError` unless the files of :func:`load_state` are there; reads none of them."""
    for name in (LOOP, WEIGHTS):
        file = state_directory(run_dir, steps) / name
        if not file.exists():
            raise _missing(file, run_dir)


def _missing(file: str | Path, run_dir: Path) -> StateError:
    return StateError(
        f"{file} is missing, so {run_dir} cannot resume (recorded and imported runs have no state)"
    )


def prune_states(run_dir: Path, steps: int) -> None:
    """Remove every saved state except the one after ``steps`` steps, and what a kill left half written."""
    for path in (run_dir / "state").iterdir():
        if path.is_dir() and path != state_directory(run_dir, steps):
            shutil.rmtree(path)


@contextmanager
def replacing_directory(target: Path) -> Iterator[Path]:
    """A temporary sibling to fill; on success it is synced and takes ``target``'s place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir()
    yield temporary
    for path in [*temporary.rglob("*"), temporary]:
        fsync_path(path)
    if target.exists():
        shutil.rmtree(target)
    os.rename(temporary, target)
    fsync_path(target.parent)


def state_directory(run_dir: Path, steps: int) -> Path:
    """Where the state after ``steps`` steps is."""
    return run_dir / "state" / f"steps-{steps:06d}"
