"""Writes an imported run: one file per table, a few rows at a time, visible only when all of it is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.durable import fsync_path, staged
from pipeline.importers.rows import clean, designs_schema
from pipeline.importers.source import ImportProblem
from pipeline.run_log import RunWriter, step_file
from pipeline.run_schema import PLAYS, UPDATES

ROWS = 256
"""Rows held in memory, and rows of one Parquet row group."""


@contextmanager
def new_run(run_dir: Path) -> Iterator[Path]:
    """A new directory that becomes ``run_dir`` when the block ends well and is removed when it does not.

    Raises :class:`ImportProblem` when ``run_dir`` exists or cannot be made.
    """
    refuse_existing(run_dir)
    with ExitStack() as stack:
        try:
            staging = stack.enter_context(staged(run_dir))
        except OSError as error:
            raise ImportProblem(f"--out {run_dir} cannot be made ({error.strerror})") from None
        yield staging
        refuse_existing(run_dir)


def refuse_existing(run_dir: Path) -> None:
    """Raises :class:`ImportProblem` when there is anything at ``run_dir``, or nothing can be."""
    if clean(str(run_dir.absolute())) != str(run_dir.absolute()):
        raise ImportProblem(f"--out {clean(str(run_dir))} cannot be made: its path is not UTF-8 text")
    if run_dir.exists() or run_dir.is_symlink():
        raise ImportProblem(f"--out {run_dir} exists already; choose a directory that does not")


class ImportLog:
    """The tables of one imported run in ``directory``, all of whose steps are at most ``last_step``."""

    def __init__(self, directory: Path, last_step: int) -> None:
        self._directory = directory
        self.counts = {"steps": last_step + 1, "designs": 0, "valid": 0, "plays": 0}
        schemas = {"designs": designs_schema(), "plays": PLAYS, "updates": UPDATES}
        span = (0, last_step or None)
        with ExitStack() as stack:
            self._tables = {
                name: stack.enter_context(_Table(directory / step_file(name, *span), schema))
                for name, schema in schemas.items()
            }
            self._open = stack.pop_all()

    def __enter__(self) -> ImportLog:
        return self

    def __exit__(self, *exception: object) -> None:
        self._open.close()

    def add(self, design: Mapping[str, Any], plays: list[dict[str, Any]]) -> None:
        """Append one design and its plays."""
        self._tables["designs"].add(dict(design))
        for play in plays:
            self._tables["plays"].add(clean(play))
        self.counts["designs"] += 1
        self.counts["valid"] += bool(design["valid"])
        self.counts["plays"] += len(plays)

    def finish(self, header: Mapping[str, Any]) -> None:
        """Complete the files and write ``run.json``: ``header`` with the counts, status complete."""
        self._open.close()
        writer = RunWriter.create(self._directory, header)
        writer.finish("complete", counts=self.counts)


class _Table:
    """One Parquet file, written a row group at a time."""

    def __init__(self, file: Path, schema: pa.Schema) -> None:
        file.parent.mkdir(parents=True)
        self._file, self._schema = file, schema
        self._rows: list[dict[str, Any]] = []
        self._writer = pq.ParquetWriter(file, schema, compression="zstd", compression_level=9)

    def __enter__(self) -> _Table:
        return self

    def __exit__(self, *exception: object) -> None:
        self._flush()
        self._writer.close()
        fsync_path(self._file)

    def add(self, row: dict[str, Any]) -> None:
        self._rows.append(row)
        if len(self._rows) >= ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, schema=self._schema))
            self._rows = []
