"""What can be exported: the programs of a pool folder, or the valid designs of a run log."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.exporters.names import slugs
from pipeline.importers.rows import clean
from pipeline.pool import MANIFEST
from pipeline.prompts import tools_json
from pipeline.run_log import RunLogError, RunReader
from pipeline.sandbox import Sandbox
from pipeline.validator import read_program
from pipeline.vocabulary import KINDS

Row = dict[str, Any]

_EXPECTED = "a run (run.json) or a folder of Python programs"


class ExportError(Exception):
    """An export that cannot be made; the message is one sentence naming the file or option."""


@dataclass(frozen=True)
class Selection:
    """Which environments of a source are wanted. ``steps`` is a half-open range of training steps, as in a
    slice; ``steps`` and ``solvable`` are for runs only."""

    limit: int | None = None
    kind: str | None = None
    skill: str | None = None
    solvable: str | None = None
    steps: tuple[int, int | None] | None = None

    def as_dict(self) -> Row:
        """The options that were given, for a manifest; ``steps`` as it was written."""
        given = {name: value for name, value in vars(self).items() if value is not None}
        if self.steps is not None:
            first, stop = self.steps
            given["steps"] = f"{first}:{'' if stop is None else stop}"
        return given


@dataclass(frozen=True)
class Environment:
    """One environment: its id in the export, and its row: a subset of the ``designs`` columns of the run log,
    with whatever a pool's manifest adds."""

    id: str
    row: Mapping[str, Any]

    @property
    def code(self) -> str:
        return str(self.row["code"])

    @property
    def file_name(self) -> str:
        return f"{self.id}.py"


@dataclass(frozen=True)
class Source:
    """A pool or run as far as it was selected; ``facts`` are what a reader should know of a run."""

    kind: str
    name: str
    title: str
    path: Path
    environments: tuple[Environment, ...]
    facts: Row = field(default_factory=dict)


def read_source(path: Path, selection: Selection, *, sandbox_level: str = "auto") -> Source:
    """Read a pool or a run. Programs of a pool are opened once, in the sandbox, to learn what they are.

    Raises :class:`ExportError` for a folder that is neither, a program that does not load, and a selection
    that leaves nothing.
    """
    if not path.is_dir():
        what = "is a file" if path.exists() else "does not exist"
        raise ExportError(f"{path} {what}, expected {_EXPECTED}")
    if (path / "run.json").exists():
        return _read_run(path, selection)
    if selection.steps or selection.solvable:
        option = "--steps" if selection.steps else "--solvable"
        raise ExportError(f"{option} is for runs; {path} has no run.json, so it is not one")
    return _read_pool(path, selection, sandbox_level)


def _read_run(path: Path, selection: Selection) -> Source:
    try:
        with RunReader(path) as run:
            refuse_damage(run, "designs")
            rows = _designs(run, selection)
            meta = run.meta
    except RunLogError as error:
        raise ExportError(str(error)) from None
    facts = clean({key: meta[key] for key in _FACTS if key in meta})
    named = zip(slugs(row["env_id"] for row in rows), rows, strict=True)
    title = clean(str(meta.get("title") or meta["run_id"]))
    return Source("run", clean(path.resolve().name), title, path, _environments(named), facts)


_FACTS: tuple[str, ...] = ("run_id", "preset", "model", "seeds", "started")


def refuse_damage(run: RunReader, table: str) -> None:
    """Raise :class:`ExportError` when a file of the table was left out or lacks a column, because an export
    would lack rows without saying so."""
    for problem in run.problems:
        if problem.startswith(str(run.path / table)):
            raise ExportError(problem)


def _designs(run: RunReader, selection: Selection) -> list[Row]:
    """The selected designs in the order they were made."""
    first, stop = selection.steps or (0, None)
    wanted: dict[str, str | int | None] = {
        "kind = ?": selection.kind,
        "skill = ?": selection.skill,
        "solvable = ?": selection.solvable,
        "step >= ?": first or None,
        "step < ?": stop,
    }
    given = {condition: value for condition, value in wanted.items() if value is not None}
    rows = run.rows(
        f"select * from designs where {' and '.join(['valid', *given])}"
        " order by step, length(env_id), env_id limit ?",
        [*given.values(), selection.limit or 2**62],
    )
    if not rows:
        sorts = run.rows("select distinct kind, skill, solvable, step from designs where valid")
        raise _nothing_left(sorts, selection, run.path)
    return rows


def _read_pool(path: Path, selection: Selection, sandbox_level: str) -> Source:
    rows = _pool_rows(path)
    if all("kind" in row and "skill" in row for row in rows):  # then there is no need to open the others
        rows = _filtered(rows, selection, path)
    with Sandbox(level=sandbox_level) as sandbox:
        rows = [_opened(sandbox, row, path) for row in rows]
    rows = _filtered(rows, selection, path)
    named = zip(slugs(Path(row["file_name"]).stem for row in rows), rows, strict=True)
    name = clean(path.resolve().name)
    return Source("pool", name, name, path, _environments(named))


def _pool_rows(path: Path) -> list[Row]:
    """Programs listed by the manifest, in its order; without one, every Python file by name."""
    manifest = path / MANIFEST
    if manifest.exists():
        rows = [_manifest_row(manifest, number, line) for number, line in _lines(manifest)]
    else:
        rows = [{"file_name": file.name} for file in sorted(path.glob("*.py"))]
    if not rows:
        raise ExportError(f"{path} holds no environment: expected {_EXPECTED}")
    return rows


def _lines(manifest: Path) -> list[tuple[int, str]]:
    try:
        lines = manifest.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ExportError(f"{manifest} cannot be read ({error})") from None
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


_STATED = ("kind", "skill", "difficulty", "title", "summary", "mechanic", "theme", "blurb", "hint_text")
"""What a pool's manifest may state of a program beside its file, each a text. Whatever else it holds is left
out: what a run measured is not known of a pool, and the program itself says the rest."""


def _manifest_row(manifest: Path, number: int, line: str) -> Row:
    """What a line of the manifest states; null is as good as nothing."""
    try:
        row = json.loads(line)
        name = row["file_name"]
        if not isinstance(name, str) or Path(name).name != name or name in ("", ".."):
            raise ValueError(name)
        if b"\0" in os.fsencode(name):  # which refuses half a character
            raise ValueError(name)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ExportError(
            f"{manifest}:{number} cannot be used: expected a JSON object with the 'file_name' of a file here"
        ) from None
    stated = {key: row[key] for key in _STATED if row.get(key) is not None}
    for key, value in stated.items():
        if not isinstance(value, str):
            raise ExportError(f"{manifest}:{number}: {key} is {json.dumps(value)}, expected text")
    return {"file_name": name, **clean(stated)}


def _opened(sandbox: Sandbox, row: Row, path: Path) -> Row:
    """A pool row with what the program says about itself."""
    file = path / row["file_name"]
    try:
        code = read_program(str(file))
    except ValueError as error:
        raise ExportError(str(error)) from None
    with sandbox.open(code, 0) as instance:
        if instance.fault:
            reason = (instance.load_error or {}).get("reason") or f"its reset failed ({instance.fault})"
            raise ExportError(f"{file} cannot be exported: {reason}")
        said = instance.program_info
    if not said:
        raise ExportError(f"{file} cannot be exported: it would not say what it is")
    for key, fits in _SAID.items():  # a program can forge what is said of it
        if not fits(said.get(key)):
            raise ExportError(f"{file} cannot be exported: what it says of itself has no usable '{key}'")
    try:
        told = clean({key: said[key] for key in _SAID})
        tools = tools_json(told["tools"])
    except RecursionError:
        raise ExportError(f"{file} cannot be exported: its tools are nested too deeply") from None
    return {
        **row,
        **told,
        "code": code,
        "code_sha256": hashlib.sha256(code.encode("utf-8")).hexdigest(),
        "lines": len(code.splitlines()),
        "tools": tools,
    }


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**31


_SAID: dict[str, Callable[[Any], bool]] = {
    "kind": KINDS.__contains__,
    "title": _is_text,
    "summary": _is_text,
    "max_turns": _is_count,
    "imports": lambda value: isinstance(value, list) and all(map(_is_text, value)),
    "ast_nodes": _is_count,
    "first_observation": _is_text,
    "tools": lambda value: isinstance(value, list) and all(isinstance(tool, dict) for tool in value),
}
"""What a program says of itself, and what it has to look like."""


def _filtered(rows: list[Row], selection: Selection, path: Path) -> list[Row]:
    """The selected rows of a pool."""
    left = [row for row in rows if all(_fits(row, selection, name) for name in ("kind", "skill"))]
    if not left:
        raise _nothing_left(rows, selection, path)
    return left[: selection.limit]


_OPTIONS = ("steps", "kind", "skill", "solvable")


def _fits(row: Row, selection: Selection, option: str) -> bool:
    """Whether one option of the selection, if it was given, would take a row."""
    wanted = getattr(selection, option)
    if wanted is None or option != "steps":
        return wanted is None or row.get(option) == wanted
    first, stop = wanted
    return bool(first <= row["step"] and (stop is None or row["step"] < stop))


def _nothing_left(rows: list[Row], selection: Selection, path: Path) -> ExportError:
    """Why nothing is left: the option that matched nothing, and its values among the ``rows`` it chose from.

    An option that matches nothing by itself is told first, else the one that leaves nothing of what those
    before it had left.
    """
    said = {name: f"--{name} {value}" for name, value in selection.as_dict().items() if name in _OPTIONS}
    given = [name for name in _OPTIONS if name in said]
    if not rows or not given:
        return ExportError(f"{path} has no valid environment to export")
    for option in given:
        if not any(_fits(row, selection, option) for row in rows):
            return ExportError(f"no environment of {path} has {said[option]}; {_present(rows, option)}")
    before: list[str] = []
    for option in given:
        left = [row for row in rows if _fits(row, selection, option)]
        if not left:
            break
        before, rows = [*before, said[option]], left
    those = f"no environment of {path} that has {' and '.join(before)}"
    return ExportError(f"{those} has {said[option]}; of those, {_present(rows, option)}")


def _present(rows: list[Row], option: str) -> str:
    """The values of an option that there are."""
    if option == "steps":
        steps = [row["step"] for row in rows]
        return f"the steps are {min(steps)} to {max(steps)}"
    values = sorted({str(row[option]) for row in rows if row.get(option) is not None})
    return f"the values of {option} are {', '.join(values)}" if values else f"they have no {option}"


def _environments(named: Iterable[tuple[str, Row]]) -> tuple[Environment, ...]:
    return tuple(Environment(name, row) for name, row in named)
