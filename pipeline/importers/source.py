"""What an importer knows of a set before any of its programs is run."""

from __future__ import annotations

import hashlib
import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.sandbox.instance import MAX_SOURCE

PROGRAM_BYTES = MAX_SOURCE
"""A longer program is not read: the sandbox would refuse it, and one file must not fill the memory."""

MOST_STEPS = 1_000_000
"""Steps have to be below this: file names of the run log hold six digits."""


class ImportProblem(Exception):
    """A set that cannot be brought in; one sentence naming the file or field and what was expected."""


class LayoutProblem(ImportProblem):
    """A path that holds nothing of the layout it was read as."""


@dataclass(frozen=True)
class Item:
    """One environment as its source describes it.

    ``name`` says where it stands, for messages. ``content`` is the program's bytes, or the file that holds
    them. ``columns`` are columns of the run log that the source itself states. ``plays`` are its logged
    episodes as published. ``refusal`` is why the source rejected the program, for one that it did.
    """

    name: str
    content: bytes | Path
    step: int = 0
    source_run: str | None = None
    columns: Mapping[str, Any] = field(default_factory=dict)
    plays: tuple[Mapping[str, Any], ...] = ()
    refusal: str | None = None


@dataclass(frozen=True)
class Source:
    """A set that has been looked through: everything that can be refused before the first program is run has
    been, checksums included.

    ``items()`` starts over at each call and yields ``total`` items, none with a step above ``last_step``.
    ``facts`` are what the set says about itself and go into ``run.json`` as they are; ``notes`` are sentences
    for the person who asked.
    """

    format: str
    path: Path
    title: str
    total: int
    last_step: int
    items: Callable[[], Iterator[Item]]
    model: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def listed(
    format: str,
    path: Path,
    title: str,
    items: Iterable[Item],
    *,
    model: str | None = None,
    facts: Mapping[str, Any] | None = None,
    notes: Iterable[str] = (),
) -> Source:
    """A source whose items are known one by one, in step order (ties keep the source's order).

    Raises :class:`LayoutProblem` when there are none.
    """
    ordered = sorted(items, key=lambda item: item.step)
    if not ordered:
        raise LayoutProblem(f"{path} holds no environment program")
    return Source(
        format,
        path,
        title,
        len(ordered),
        ordered[-1].step,
        lambda: iter(ordered),
        model,
        facts or {},
        tuple(notes),
    )


def inside(root: Path, name: str, where: str) -> Path:
    """The path ``name`` below ``root``, links followed.

    Raises :class:`ImportProblem` naming ``where`` for a name that leads out of ``root`` or nowhere.
    """
    path = root / name
    try:
        within = not Path(name).is_absolute() and path.resolve().is_relative_to(root.resolve())
    except (ValueError, RuntimeError):  # a null byte or half a character; links that lead round in a circle
        raise ImportProblem(f"{where}: the path {name!r} names no file") from None
    if not within:
        raise ImportProblem(f"{where}: the path {name!r} leads out of {root}")
    return path


def python_files(root: Path, folder: Path) -> list[Path]:
    """The ``.py`` files directly in ``folder`` in name order, each a file inside ``root``."""
    found = sorted(path for path in folder.glob("*.py") if path.is_file())
    return [inside(root, str(path.relative_to(root)), str(folder)) for path in found]


def read_json(file: Path) -> Any:
    """The JSON value in a file. Raises :class:`ImportProblem`."""
    try:
        return json.loads(file.read_bytes())
    except OSError as error:
        raise ImportProblem(f"{file} cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise ImportProblem(f"{file} is not JSON ({error})") from None


def json_lines(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of every line that is not blank. Raises :class:`ImportProblem` naming one."""
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                line = line.removeprefix(BOM_UTF8) if number == 1 else line
                if not line.strip():
                    continue
                try:
                    value = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise ImportProblem(f"{file}:{number} is not JSON ({error})") from None
                if not isinstance(value, dict):
                    kind = type(value).__name__
                    raise ImportProblem(f"{file}:{number} should hold a JSON object, not a {kind}")
                yield number, value
    except OSError as error:
        raise ImportProblem(f"{file} cannot be read ({error.strerror})") from None


def file_sha256(file: Path) -> str:
    """Hex SHA-256 of a file's bytes. Raises :class:`ImportProblem` when it cannot be read."""
    try:
        with file.open("rb") as handle:
            return hashlib.file_digest(handle, "sha256").hexdigest()
    except OSError as error:
        raise ImportProblem(f"{file} cannot be read ({error.strerror})") from None


def same_digest(stated: Any, real: str, what: str, where: str) -> None:
    """Raises :class:`ImportProblem` when ``where`` states a SHA-256 for ``what`` that is not its real one."""
    if not isinstance(stated, str) or stated.strip().lower() != real:
        raise ImportProblem(f"{where} states the SHA-256 {stated} for {what}, which has {real}")
