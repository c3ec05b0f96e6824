"""What of a run's map can be read; a torn file is among the reader's problems."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.run_log import RunReader


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
