"""The run log: the one interface between the pipeline and the explorer (RUN_LOG.md).

A run is a directory. Training appends one Parquet file per table and step; ``run.json`` says how many
steps are complete, and it is replaced (never edited) *after* the files of a step are on disk. So a
reader never sees half a step, and a run killed at any instant continues from the last complete one.

Writing::

    writer = RunWriter.create(Path("runs/demo"), {"run_id": "demo", "preset": "cpu-tiny", ...})
    writer.write_step(0, designs=rows, plays=rows, updates=rows)
    writer.finish("complete")

Reading::

    with RunReader(Path("runs/demo")) as run:
        run.query("select title, regret from designs where valid order by regret desc limit ?", [10])
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.durable import fsync_path
from pipeline.run_schema import ADDED, EVALS, SCHEMA_VERSION, TABLES, table_schema

Rows = Sequence[Mapping[str, Any]]

_MAP_TABLES = ("points", "topics")
_REQUIRED = ("schema_version", "run_id", "counts")


class RunLogError(Exception):
    """A run log that cannot be read or written; the message is one sentence naming the file."""


def write_atomic(path: Path, data: bytes) -> None:
    """Replace ``path`` by ``data`` so that a crash leaves either the old or the new file, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.tmp")
    with temporary.open("wb") as handle:
        handle.write(data)
        handle.flush()
        os.fsync(handle.fileno())
    os.replace(temporary, path)
    fsync_path(path.parent)


def write_table(path: Path, table: pa.Table, level: int = 9) -> None:
    """Write ``table`` as zstd Parquet (``level`` 1 to 22) under a temporary name, fsync, rename."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", compression_level=level)
    write_atomic(path, sink.getvalue().to_pybytes())


def step_file(table: str, first: int, last: int | None = None) -> str:
    """Relative path of one table's file for one step, e.g. ``designs/step-000123.parquet``, or for the steps
    ``first`` to ``last``, e.g. ``designs/step-000100-000149.parquet`` (``compact.py``)."""
    return f"{table}/step-{first:06d}{'' if last is None else f'-{last:06d}'}.parquet"


def steps_in(file: Path) -> range:
    """The steps whose rows a file holds, by its name."""
    first, _, last = file.stem.removeprefix("step-").partition("-")
    return range(int(first), int(last or first) + 1)


class RunWriter:
    """Appends complete steps to a run directory. One writer per run at a time."""

    def __init__(self, path: Path, meta: dict[str, Any]):
        self.path = path
        self.meta = meta

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any]) -> RunWriter:
        """Start a new run. ``header`` holds run_id, title, preset, config, model, host, seed, started.

        Raises :class:`RunLogError` if the directory already holds a run.
        """
        if (path / "run.json").exists():
            raise RunLogError(
                f"{path / 'run.json'} already exists; choose another --out or use --resume {path}"
            )
        counts = {"steps": 0, "designs": 0, "valid": 0, "plays": 0}
        meta = {"schema_version": SCHEMA_VERSION, **header, "status": "running", "counts": counts}
        writer = cls(path, meta)
        writer._commit()
        return writer

    @classmethod
    def open(cls, path: Path) -> RunWriter:
        """Continue an existing run: files of steps that were never committed are removed."""
        meta = read_meta(path)
        writer = cls(path, meta)
        writer._drop_uncommitted()
        meta["status"] = "running"
        for name in ("finished", "problem"):  # of the end it comes back from
            meta.pop(name, None)
        writer._commit()
        return writer

    @property
    def steps(self) -> int:
        """Number of complete steps; the next step to write has this index."""
        return int(self.meta["counts"]["steps"])

    def write_step(
        self,
        step: int,
        *,
        designs: Rows,
        plays: Rows,
        updates: Rows,
        tokens: Rows | None = None,
    ) -> None:
        """Commit one step. ``step`` must be :attr:`steps` (steps are contiguous from 0).

        Raises ``ValueError`` for a step out of order or a column outside the schema; nothing is
        visible to readers until every file of the step is on disk.
        """
        if step != self.steps:
            raise ValueError(f"step {step} out of order: {self.path} holds {self.steps} complete steps")
        rows_of: dict[str, Rows] = {"designs": designs, "plays": plays, "updates": updates}
        if tokens is not None:
            rows_of["tokens"] = tokens
        tables = {name: to_table(name, rows) for name, rows in rows_of.items()}
        for name, table in tables.items():
            write_table(self.path / step_file(name, step), table)
        counts = self.meta["counts"]
        counts["designs"] += len(designs)
        counts["valid"] += sum(bool(row["valid"]) for row in designs)
        counts["plays"] += len(plays)
        counts["steps"] = step + 1
        self._commit()

    def write_evals(self, name: str, rows: Rows) -> None:
        """Write one held-out evaluation as ``evals/<name>.parquet`` (replaced if it exists)."""
        write_table(self.path / "evals" / f"{name}.parquet", pa.Table.from_pylist(list(rows), schema=EVALS))

    def has_evals(self, name: str) -> bool:
        """Whether :meth:`write_evals` completed under this name."""
        return (self.path / "evals" / f"{name}.parquet").exists()

    def finish(self, status: str, **extra: Any) -> None:
        """Record how the run ended: ``complete``, ``interrupted`` or ``failed`` (plus e.g. ``finished``)."""
        self.meta.update(extra, status=status)
        self._commit()

    def _commit(self) -> None:
        text = json.dumps(self.meta, indent=1, ensure_ascii=False, sort_keys=True)
        write_atomic(self.path / "run.json", text.encode() + b"\n")

    def _drop_uncommitted(self) -> None:
        for name in TABLES:
            for file in (self.path / name).glob("step-*.parquet"):
                if steps_in(file).start >= self.steps:
                    file.unlink()


def to_table(name: str, rows: Rows) -> pa.Table:
    """Rows as an Arrow table in the run log's schema; absent columns become null."""
    columns = {column for row in rows for column in row}
    return pa.Table.from_pylist([dict(row) for row in rows], schema=table_schema(name, columns))


def read_meta(path: Path) -> dict[str, Any]:
    """The parsed ``run.json`` of a run.

    Raises :class:`RunLogError` when it is missing, not JSON, incomplete, or of a newer schema.
    """
    file = path / "run.json"
    try:
        meta = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        if path.is_file():
            raise RunLogError(f"{path} is a file, expected a run directory") from None
        raise RunLogError(f"{file} does not exist, so {path} is not a run directory") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise RunLogError(f"{file} cannot be read as JSON ({error})") from error
    if not isinstance(meta, dict):
        raise RunLogError(f"{file} should hold a JSON object, not a {type(meta).__name__}")
    for key in _REQUIRED:
        if key not in meta:
            raise RunLogError(f"{file} lacks the field '{key}'")
    version = meta["schema_version"]
    if not isinstance(version, int) or version > SCHEMA_VERSION:
        raise RunLogError(f"{file} has schema_version {version!r}; this version reads up to {SCHEMA_VERSION}")
    counts = meta["counts"]
    if not isinstance(counts, dict) or not isinstance(counts.get("steps"), int):
        raise RunLogError(f"{file} should hold counts.steps as a whole number")
    return meta


@dataclass
class RunReader:
    """Read-only view of one run: DuckDB views ``designs``, ``plays``, ``updates``, ``evals``, ``tokens``,
    ``points`` and ``topics`` over its complete steps.

    A damaged file is left out and described in :attr:`problems`; the rest of the run still opens.
    Raises :class:`RunLogError` only when ``run.json`` itself cannot be used.
    """

    path: Path
    meta: dict[str, Any] = field(init=False)
    problems: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.path = Path(self.path)
        self.meta = read_meta(self.path)
        self._connection = duckdb.connect()
        for name, schema in TABLES.items():
            self._create_view(name, schema, self.step_files(name))
        self._create_view("evals", EVALS, sorted((self.path / "evals").glob("*.parquet")))
        for name in _MAP_TABLES:
            self._create_view(name, None, sorted((self.path / "map").glob(f"{name}.parquet")))

    def __enter__(self) -> RunReader:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    @property
    def run_id(self) -> str:
        return str(self.meta["run_id"])

    @property
    def steps(self) -> int:
        """Number of complete steps."""
        return int(self.meta["counts"]["steps"])

    @property
    def has_map(self) -> bool:
        """Whether a topic map has been computed for this run."""
        return (self.path / "map" / "points.parquet").exists()

    def keep(self, *names: str, most: int) -> None:
        """Read tables into memory once, for a reader that is asked often: a question about them opens no file
        any more. A table whose files have more than ``most`` bytes stays on disk; so does one that cannot be
        read whole, which says so when it is asked.

        Not for use while another thread asks."""
        for name in names:
            if sum(file.stat().st_size for file in self._files(name)) > most:
                continue
            with suppress(duckdb.Error):
                self._connection.sql(f'create table "{name} kept" as select * from "{name}"')
                self._connection.sql(f'create or replace view "{name}" as select * from "{name} kept"')

    def query(self, sql: str, params: Sequence[Any] = ()) -> pa.Table:
        """Run one parametrised statement (``?`` placeholders); safe to call from several threads. A file that
        breaks while it is read becomes one :class:`RunLogError` sentence."""
        try:
            with self._connection.cursor() as cursor:
                return cursor.sql(sql, params=list(params)).to_arrow_table()
        except duckdb.Error as error:
            first_line = str(error).splitlines()[0]
            raise RunLogError(f"{self.path} cannot be read as a run log ({first_line})") from error

    def rows(self, sql: str, params: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """Like :meth:`query`, as a list of dictionaries."""
        return self.query(sql, params).to_pylist()

    def step_files(self, name: str) -> list[Path]:
        """The files of a table's complete steps, in order; where a compacted file repeats others (compaction
        was cut short), it alone."""
        found: list[Path] = []
        files = [(steps_in(file), file) for file in (self.path / name).glob("step-*.parquet")]
        done = 0
        for steps, file in sorted(files, key=lambda item: (item[0].start, -item[0].stop)):
            if steps.start >= done and steps.stop <= self.steps:
                found.append(file)
                done = steps.stop
        return found

    def _files(self, name: str) -> list[Path]:
        """The files behind a table: one or more per step, or one of the map."""
        of_map = self.path / "map" / f"{name}.parquet"
        return [of_map] if of_map.exists() else self.step_files(name)

    def step_file(self, name: str, step: int) -> Path:
        """The file that holds a table's rows of one step, or would if it were there."""
        found = next((file for file in self.step_files(name) if step in steps_in(file)), None)
        return found or self.path / step_file(name, step)

    def _create_view(self, name: str, schema: pa.Schema | None, files: list[Path]) -> None:
        sound = [file for file in files if self._is_sound(file, schema)]
        connection = self._connection
        if sound:
            relation = connection.read_parquet([str(file) for file in sound], union_by_name=True)
        else:
            relation = connection.from_arrow((schema or pa.schema([("env_id", pa.string())])).empty_table())
        missing = [f for f in (schema or []) if f.name not in relation.columns]
        if missing:
            nulls = ", ".join(f'NULL::{_duck_type(f.type)} AS "{f.name}"' for f in missing)
            relation = relation.project(f"*, {nulls}")
        relation.create_view(name)

    def _is_sound(self, file: Path, schema: pa.Schema | None) -> bool:
        try:
            names = set(pq.read_schema(file).names)
        except (OSError, pa.ArrowInvalid) as error:
            self.problems.append(f"{file} is not a readable Parquet file and was left out ({error})")
            return False
        gone = [n for n in (schema.names if schema else []) if n not in names | ADDED]
        if gone:
            self.problems.append(f"{file} lacks the column '{gone[0]}', which reads as empty")
        return True


def _duck_type(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "BIGINT"
    if pa.types.is_floating(kind):
        return "DOUBLE"
    if pa.types.is_boolean(kind):
        return "BOOLEAN"
    return "VARCHAR[]" if pa.types.is_list(kind) else "VARCHAR"


@dataclass(frozen=True)
class RunSummary:
    """One entry of :func:`discover`: ``meta`` is None exactly when ``problem`` is a sentence."""

    path: Path
    run_id: str
    meta: dict[str, Any] | None
    problem: str | None


def discover(root: Path) -> list[RunSummary]:
    """Every run directly under ``root``, sorted by directory name; unreadable ones carry their problem."""
    if not root.is_dir():
        return []
    return [summarise(path) for path in sorted(root.iterdir()) if (path / "run.json").exists()]


def summarise(path: Path) -> RunSummary:
    """The entry of one run directory."""
    try:
        meta = read_meta(path)
    except RunLogError as error:
        return RunSummary(path, path.name, None, str(error))
    return RunSummary(path, str(meta["run_id"]), meta, None)


def why_no_run(root: Path) -> str:
    """Why :func:`discover` finds nothing under ``root``, in one sentence."""
    if not root.exists():
        return f"{root} does not exist, expected a directory of runs"
    if not root.is_dir():
        return f"{root} is a file, expected a directory of runs"
    if (root / "run.json").exists():
        return f"{root} is itself a run, expected the directory above it: {root.resolve().parent}"
    return f"{root} holds no run"
