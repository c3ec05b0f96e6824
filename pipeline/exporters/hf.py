"""The Hugging Face data set: ``environments`` (one row each) and, from a run, ``plays`` (one row each).

Columns with the names that published environment pools have come first, the run log's after them. Every
file is written with the run log's Arrow schema, so a column that is null throughout still has its type: the
viewers of published sets broke where one file said "null" and the next said "struct".
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import spade_env

from pipeline.exporters.card import PlayCounts, dataset_card
from pipeline.exporters.folder import LICENSE, published, write_manifest, write_text
from pipeline.exporters.sources import Environment, ExportError, Selection, Source, refuse_damage
from pipeline.run_log import RunReader
from pipeline.run_schema import DESIGNS, FAMILIES, PLAYS
from web_runtime.build import build_wheel

PUBLISHED = pa.schema(
    [
        ("game_id", pa.string()),
        ("file_name", pa.string()),
        ("skill", pa.string()),
        ("sha256", pa.string()),
        ("line_count", pa.int64()),
        ("byte_count", pa.int64()),
        ("code", pa.string()),
    ]
)
"""Columns of published environment pools, under the names they have there."""

_RENAMED = {"code_sha256": "sha256", "lines": "line_count"}
_POOL = ("mechanic", "theme", "blurb")
"""Columns that the manifests of pools add."""

ROW_GROUP = 1000
"""Rows that a viewer reads at a time."""

SHARD = 100_000
"""Plays in one file, unless one file of the run log has more."""

WHEEL = f"spade_env-{spade_env.__version__}-py3-none-any.whl"


def write_dataset(folder: Path, name: str, source: Source, selection: Selection) -> None:
    """Write the data set of ``source`` into ``folder``, which is empty; ``name`` is its pretty name."""
    table = environments_table(source)
    (folder / "environments").mkdir()
    _write(folder / "environments" / "train.parquet", table)
    plays = _write_plays(folder / "plays", source) if source.kind == "run" else None
    build_wheel(folder / WHEEL)
    shutil.copyfile(LICENSE, folder / "LICENSE")
    write_manifest(folder / "manifest.json", "hf", source, selection)
    write_text(folder / "README.md", dataset_card(name, source, plays, WHEEL))


def environments_table(source: Source) -> pa.Table:
    """One row per environment; a pool has the columns it can know, a run all of ``designs``."""
    rows = [environment.row for environment in source.environments]
    present = {key for row in rows for key in row}
    schema = PUBLISHED
    for column in DESIGNS:
        if column.name in present and column.name not in {*PUBLISHED.names, *_RENAMED}:
            schema = schema.append(column)
    for column_name in sorted(present - set(DESIGNS.names)):
        family = next((kind for prefix, kind in FAMILIES.items() if column_name.startswith(prefix)), None)
        kind = pa.string() if column_name in _POOL else family
        if kind is not None:
            schema = schema.append(pa.field(column_name, kind))
    try:
        return pa.Table.from_pylist([_row(environment) for environment in source.environments], schema=schema)
    except (pa.ArrowException, OverflowError) as error:  # a run whose files were written by something else
        raise ExportError(f"{source.path} has a value of another type than its column ({error})") from None


def _row(environment: Environment) -> dict[str, Any]:
    return {
        **environment.row,
        **published(environment),
        "game_id": environment.id,
        "file_name": environment.file_name,
    }


def _write(path: Path, table: pa.Table) -> None:
    pq.write_table(table, path, compression="zstd", row_group_size=ROW_GROUP, write_page_index=True)


def _write_plays(directory: Path, source: Source) -> PlayCounts:
    """Every play of the exported environments, read and written one file of the run log at a time."""
    wanted = pa.array([environment.row["env_id"] for environment in source.environments], pa.string())
    counts = PlayCounts()
    with RunReader(source.path) as run:
        refuse_damage(run, "plays")
        directory.mkdir()
        writer = _Shards(directory)
        for table in _play_tables(run):
            chosen = table.filter(pc.is_in(table["env_id"], value_set=wanted))
            writer.write(chosen)
            counts.add(chosen)
        writer.close()
    return counts


def _play_tables(run: RunReader) -> Iterator[pa.Table]:
    for file in run.step_files("plays"):
        try:
            yield pq.read_table(file).select(PLAYS.names).cast(PLAYS)
        except pa.ArrowException as error:
            raise ExportError(f"{file} has a value of another type than its column ({error})") from None


class _Shards:
    """Writes tables into numbered files. There is at least one, so that the schema is on disk."""

    def __init__(self, directory: Path):
        self._directory = directory
        self._files = self._rows = 0
        self._writer = self._next()

    def write(self, table: pa.Table) -> None:
        if self._rows and self._rows + table.num_rows > SHARD:
            self._writer.close()
            self._writer, self._rows = self._next(), 0
        self._writer.write_table(table, row_group_size=ROW_GROUP)
        self._rows += table.num_rows

    def close(self) -> None:
        self._writer.close()

    def _next(self) -> pq.ParquetWriter:
        path = self._directory / f"train-{self._files:05d}.parquet"
        self._files += 1
        return pq.ParquetWriter(path, PLAYS, compression="zstd", write_page_index=True)
