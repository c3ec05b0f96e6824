"""A pool table: one program a row, in Parquet, CSV or JSON-lines files, with at least the column ``code``.

Rows are read a few at a time, twice: once to check and count them, once to bring them in.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.importers.card import card
from pipeline.importers.entries import NUMBERS, item_of
from pipeline.importers.source import (
    ImportProblem,
    Item,
    LayoutProblem,
    Source,
    inside,
    json_lines,
    same_digest,
)

SUFFIXES = (".parquet", ".jsonl", ".csv")
"""Kinds of file, the first kind present in a folder is read."""

_BATCH = 64
_FIELD = 1 << 26
"""Characters in one field of a CSV file; the reader's own limit is smaller than some programs."""


def table_files(path: Path) -> list[Path]:
    """The files of a table: ``path`` itself, or the files of one kind below it whose rows hold ``code``."""
    if path.is_file():
        return [path] if path.suffix.lower() in SUFFIXES else []
    for suffix in SUFFIXES:
        found = [file for file in sorted(path.rglob(f"*{suffix}")) if file.is_file()]
        files = [inside(path, str(file.relative_to(path)), str(path)) for file in found]
        holding = [file for file in files if "code" in _columns(file)]
        if holding:
            return holding
    return []


def open_table(path: Path) -> Source:
    """The set that a table file, or a folder of them, holds. Raises :class:`ImportProblem`."""
    files = table_files(path)
    if not files:
        raise LayoutProblem(f"{path} holds no table with a column 'code'")
    total, last_step = 0, 0
    for item in _items(files):
        total, last_step = total + 1, max(last_step, item.step)
    if not total:
        raise ImportProblem(f"{files[0]} holds no row")
    folder = path if path.is_dir() else path.parent
    said = card(folder)
    title = said.pop("pretty_name", path.name if path.is_dir() else path.stem)
    facts = {**said, "files": len(files)}
    return Source("table", path, title, total, last_step, lambda: _items(files), facts=facts)


def _items(files: list[Path]) -> Iterator[Item]:
    for file in files:
        for number, row in _rows(file):
            yield _item(row, f"{file}, row {number}")


def _item(row: Mapping[str, Any], where: str) -> Item:
    code = row.get("code")
    if code is None:
        code = ""
    if isinstance(code, str):
        code = code.encode("utf-8", "surrogatepass")
    if not isinstance(code, bytes):
        raise ImportProblem(f"{where}: code is a {type(code).__name__}, expected the text of a program")
    if row.get("sha256") is not None:
        what = f"the program {row.get('file_name') or row.get('game_id') or ''}".strip()
        same_digest(row["sha256"], hashlib.sha256(code).hexdigest(), what, where)
    return item_of(row, code, where)


def _columns(file: Path) -> set[str]:
    """Column names of a table file; of JSON lines, the keys of the first row. Empty for an unreadable one,
    which is then reported when it is read on its own."""
    if file.suffix.lower() == ".csv":
        try:
            with _opened_csv(file, errors="replace") as text:
                return set(next(csv.reader(text), []))
        except (OSError, csv.Error):
            return set()
    if file.suffix.lower() == ".jsonl":
        try:
            return set(next(json_lines(file), (0, {}))[1])
        except ImportProblem:
            return set()
    try:
        return set(pq.read_schema(file).names)
    except (OSError, pa.ArrowException, ValueError):
        return set()


def _rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Number (from 1; for text, of its line) and columns of each row."""
    reader = {".parquet": _parquet_rows, ".csv": _csv_rows, ".jsonl": json_lines}[file.suffix.lower()]
    for number, row in reader(file):
        if "code" not in row:
            raise ImportProblem(f"{file}, row {number} has no 'code' (it has {', '.join(sorted(row))})")
        yield number, row


def _parquet_rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    number = 0
    try:
        with pq.ParquetFile(file) as table:
            for batch in table.iter_batches(batch_size=_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (OSError, pa.ArrowException, ValueError, OverflowError) as error:  # a date may lie out of range
        raise ImportProblem(f"{file} cannot be read as Parquet after row {number} ({error})") from None


def _opened_csv(file: Path, errors: str = "strict") -> TextIO:
    """A CSV file for the reader of ``csv``, whose limit is raised; spreadsheets begin one with a byte-order
    mark, which is no part of its first column's name."""
    csv.field_size_limit(_FIELD)
    return file.open(encoding="utf-8-sig", errors=errors, newline="")


def _csv_rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    number = 0
    try:
        with _opened_csv(file) as text:
            for number, row in enumerate(csv.DictReader(text), 1):
                if None in row:
                    raise ImportProblem(f"{file}, row {number} has more values than the header has columns")
                yield number, {name: _typed(name, value) for name, value in row.items()}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ImportProblem(f"{file} cannot be read as CSV after row {number} ({error})") from None


def _typed(name: str, value: str | None) -> Any:
    """CSV has no types and no null: an empty field says nothing, save in ``code``."""
    if not value:
        return value if name == "code" else None
    if name in NUMBERS:
        try:
            return float(value)
        except ValueError:
            return value  # refused, by name, like any other value of the wrong kind
    return value
