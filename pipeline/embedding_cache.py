"""Sentence embeddings kept between commands: a text is embedded once on a machine.

Maps, diversity and results are made again and again of the same programs, and embedding them is nearly all of
that work. The vectors lie in one Parquet file under the user's cache directory (``$XDG_CACHE_HOME``, else
``~/.cache``). It may be deleted at any time; a file that cannot be read or written only costs time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.run_log import write_atomic

Embedder = Callable[[Sequence[str]], np.ndarray]
"""Texts -> float array (n, d) with unit rows."""

BATCH = 512
"""Texts embedded between two writes of the file: what an interrupted command loses at most."""


def cache_file(name: str) -> Path:
    """Where embeddings by the model ``name`` are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "spade-explorer" / f"{name}.parquet"


def cached(embed: Embedder, name: str) -> Embedder:
    """``embed`` (by the model ``name``) that looks texts up in :func:`cache_file` before it computes."""

    def look_up(texts: Sequence[str]) -> np.ndarray:
        file = cache_file(name)
        keys = [_key(text) for text in texts]
        known = _read(file)
        missing = list({key: text for key, text in zip(keys, texts, strict=True) if key not in known}.items())
        for start in range(0, len(missing), BATCH):
            part = missing[start : start + BATCH]
            vectors = np.asarray(embed([text for _, text in part]), dtype=np.float32)
            known.update(zip([key for key, _ in part], vectors, strict=True))
            _write(file, known)
        return np.stack([known[key] for key in keys]) if keys else np.asarray(embed([]), dtype=np.float32)

    return look_up


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


def _read(file: Path) -> dict[bytes, np.ndarray]:
    try:
        stored = pq.read_table(file)
        keys = stored["key"].to_pylist()
        flat = stored["embedding"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
        return dict(zip(keys, flat.reshape(len(keys), -1).astype(np.float32), strict=True)) if keys else {}
    except (OSError, KeyError, ValueError, pa.ArrowInvalid):
        return {}


def _write(file: Path, known: dict[bytes, np.ndarray]) -> None:
    vectors = np.stack(list(known.values()))
    table = pa.table(
        {
            "key": pa.array(list(known), pa.binary(16)),
            "embedding": pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), vectors.shape[1]),
        }
    )
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="none")
    try:
        write_atomic(file, sink.getvalue().to_pybytes())
    except OSError:
        return
