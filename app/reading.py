"""Reading run logs for the explorer: whatever breaks becomes one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.run_log import RunLogError, RunReader


def ask(reader: RunReader, sql: str, params: Sequence[Any] = ()) -> list[dict[str, Any]]:
    """Rows of a query; a file that breaks while it is read becomes one :class:`RunLogError` sentence."""
    return table(reader, sql, params).to_pylist()


def table(reader: RunReader, sql: str, params: Sequence[Any] = ()) -> pa.Table:
    """As :func:`ask`, as a table."""
    with reading(reader):
        return reader.query(sql, params)


@contextmanager
def reading(reader: RunReader) -> Iterator[None]:
    """Whatever breaks while ``reader``'s files are read becomes one :class:`RunLogError` sentence."""
    try:
        yield
    except duckdb.Error as error:
        first_line = str(error).splitlines()[0]
        raise RunLogError(f"{reader.path} cannot be read as a run log ({first_line})") from error


def has_points(reader: RunReader) -> bool:
    """Whether the run has a topic map whose dots can be read; a torn file is among the reader's problems."""
    return _readable(reader.path / "map" / "points.parquet")


def has_topics(reader: RunReader) -> bool:
    return _readable(reader.path / "map" / "topics.parquet")


def _readable(file: Path) -> bool:
    try:
        pq.read_schema(file)
    except (OSError, pa.ArrowInvalid):
        return False
    return True
