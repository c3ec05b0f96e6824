"""Files of a topic map: ``map/`` of a run, written whole, read back, safe to delete.

``points.parquet``      env_id, x, y (within [-1, 1]), topic, topic_coarse, neighbors, neighbor_similarity
``topics.parquet``      one row per topic and level with its label, keyphrases, size and middle
``embeddings.parquet``  sentence embeddings in eight bits: what placing further rows and search need
``meta.json``           how the map was made; written last
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.durable import fsync_path, uninterrupted
from pipeline.run_log import write_atomic, write_table

MAP_VERSION = 1
NEIGHBORS = 5
"""Nearest environments stored per environment."""


class TopicMapError(Exception):
    """A map that cannot be made; the message is one sentence naming the file or option."""


@dataclass(frozen=True)
class Layout:
    """Embeddings (n, d) of the environments ``ids`` and their places ``xy`` (n, 2) within [-1, 1]."""

    ids: list[str]
    vectors: np.ndarray
    xy: np.ndarray


@dataclass
class Map:
    """A map in memory: the layout, each row's fine topic, the topic rows, and the metadata."""

    layout: Layout
    topic: np.ndarray
    topics: list[dict[str, Any]]
    meta: dict[str, Any]


def nearest(vectors: np.ndarray, count: int = NEIGHBORS) -> tuple[np.ndarray, np.ndarray]:
    """Indices (n, k) and cosine similarities (n, k) of each row's nearest others, best first.

    ``k`` is ``min(count, n - 1)``. Works through blocks of 1,024 rows, so memory stays at 1,024 x n.
    """
    size = min(count, len(vectors) - 1)
    index = np.zeros((len(vectors), size), dtype=np.int64)
    value = np.zeros((len(vectors), size), dtype=np.float32)
    for start in range(0, len(vectors), 1024):
        block = slice(start, min(start + 1024, len(vectors)))
        similarity = vectors[block] @ vectors.T
        similarity[np.arange(len(similarity)), np.arange(block.start, block.stop)] = -np.inf
        order = np.argsort(-similarity, axis=1, kind="stable")[:, :size]
        index[block], value[block] = order, np.take_along_axis(similarity, order, axis=1)
    return index, value


def in_eight_bits(vectors: np.ndarray) -> np.ndarray:
    """Rows of ``vectors`` (n, d) scaled to the range of int8, each by its own largest component.

    The scale is not stored: rows are unit vectors, so a reader divides by the length it finds. MiniLM's rows
    come back with a cosine above 0.9999 to what they were, in less than half the space of half precision.
    """
    most = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-12)
    return np.rint(vectors * (127 / most)).astype(np.int8)


def _text_key(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def write_map(run_dir: Path, made: Map, texts: dict[str, str]) -> None:
    """Write the four files of ``map/``. All are on disk before the first takes its place, ``meta.json`` last:
    cut short while they do, there is no map rather than one of two makings."""
    layout, folder = made.layout, run_dir / "map"
    index, similarity = nearest(layout.vectors)
    coarse = coarsest(made.topics)
    points = pa.table(
        {
            "env_id": pa.array(layout.ids, pa.string()),
            "x": pa.array(layout.xy[:, 0], pa.float32()),
            "y": pa.array(layout.xy[:, 1], pa.float32()),
            "topic": pa.array(made.topic, pa.int32()),
            "topic_coarse": pa.array([coarse[int(t)] for t in made.topic], pa.int32()),
            "neighbors": pa.array([[layout.ids[j] for j in row] for row in index], pa.list_(pa.string())),
            "neighbor_similarity": pa.array(np.round(similarity, 4).tolist(), pa.list_(pa.float32())),
        }
    )
    vectors = pa.FixedSizeListArray.from_arrays(
        pa.array(in_eight_bits(layout.vectors).ravel(), pa.int8()), layout.vectors.shape[1]
    )
    keys = pa.array([_text_key(texts[env_id]) for env_id in layout.ids], pa.string())
    made.meta["points"] = len(layout.ids)
    embeddings = pa.table({"env_id": points["env_id"], "text": keys, "embedding": vectors})
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new.", dir=folder) as scratch:
        new = Path(scratch)
        write_table(new / "points.parquet", points)
        write_table(new / "topics.parquet", pa.Table.from_pylist(made.topics, schema=TOPICS))
        write_table(new / "embeddings.parquet", embeddings)
        write_atomic(new / "meta.json", json.dumps(made.meta, indent=1, sort_keys=True).encode() + b"\n")
        with uninterrupted():
            (folder / "meta.json").unlink(missing_ok=True)
            for name in ("points.parquet", "topics.parquet", "embeddings.parquet", "meta.json"):
                os.replace(new / name, folder / name)
            fsync_path(folder)


def write_topics(run_dir: Path, topics: list[dict[str, Any]]) -> None:
    """Write ``topics.parquet`` of a map."""
    write_table(run_dir / "map" / "topics.parquet", pa.Table.from_pylist(topics, schema=TOPICS))


TOPICS = pa.schema(
    [
        ("topic", pa.int32()),
        ("level", pa.int32()),
        ("parent", pa.int32()),
        ("label", pa.string()),
        ("keyphrases", pa.list_(pa.string())),
        ("size", pa.int64()),
        ("x", pa.float64()),
        ("y", pa.float64()),
        ("top", pa.float64()),
    ]
)
"""One row per topic; level 0 is coarsest and shown first, the highest level finest and shown on zooming in.
``x``, ``y`` is the middle of its members, ``top`` the height nine tenths of them stay below: where its name
stands."""


def coarsest(topics: list[dict[str, Any]]) -> dict[int, int]:
    """The topic of level 0 above each topic of the finest level."""
    parent = {(row["level"], row["topic"]): row["parent"] for row in topics}
    level = max(row["level"] for row in topics)
    found = {}
    for row in topics:
        if row["level"] == level:
            topic = row["topic"]
            for depth in range(level, 0, -1):
                topic = parent[(depth, topic)]
            found[row["topic"]] = topic
    return found


def read_map(run_dir: Path, texts: dict[str, str] | None) -> Map | None:
    """The stored map of a run, or None when there is none or it cannot be extended.

    With ``texts`` (env_id -> text now in the run) every stored row must still exist with the same text.
    """
    folder = run_dir / "map"
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        points = pq.read_table(folder / "points.parquet")
        stored = pq.read_table(folder / "embeddings.parquet")
        topics = pq.read_table(folder / "topics.parquet").to_pylist()
    except FileNotFoundError:
        return None
    except (OSError, ValueError, pa.ArrowInvalid) as error:
        raise TopicMapError(f"{folder} cannot be read; delete the folder and try again ({error})") from None
    if meta.get("map_version") != MAP_VERSION:
        return None
    ids, keys = points["env_id"].to_pylist(), stored["text"].to_pylist()
    if ids != stored["env_id"].to_pylist():
        return None
    if texts is not None and any(
        _text_key(texts.get(i, "")) != key for i, key in zip(ids, keys, strict=True)
    ):
        return None
    flat = stored["embedding"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
    vectors = flat.reshape(len(ids), -1).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    xy = np.column_stack([points["x"].to_numpy(), points["y"].to_numpy()]).astype(np.float32)
    return Map(Layout(ids, vectors, xy), points["topic"].to_numpy().astype(np.int64), topics, meta)
