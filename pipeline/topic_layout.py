"""Where environments stand on the plane: the seeded UMAP layout, and the places of later rows in it.

A layout is made once from sentence embeddings. Rows that come later are placed with UMAP's ``transform`` and
move nothing that is already there, so that dots never jump while a run is live.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.topic_store import Layout, Map, TopicMapError

MIN_UMAP = 12
"""Fewer environments than this are laid out by principal components: UMAP has no neighbourhoods to use."""


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

    UMAP's ``transform`` needs a fitted object. It is rebuilt from the stored embeddings of the anchors (the
    leading ``meta["anchors"]`` rows) with no optimisation epochs, which costs the neighbour graph only and
    does not depend on pickles; the last one is kept, because a live run asks again every few seconds.
    """
    count = anchors(base)
    layout = Layout(base.layout.ids[:count], base.layout.vectors[:count], base.layout.xy[:count])
    if base.meta["method"] != "umap" or count < MIN_UMAP:
        return _weighted_neighbours(layout, vectors)
    return through(np.asarray(_reducer(base, layout).transform(vectors)), base.meta["frame"])


def anchors(base: Map) -> int:
    """Number of leading rows by which later rows are placed; all, in a map that does not say."""
    return min(int(base.meta.get("anchors", len(base.layout.ids))), len(base.layout.ids))


_KEPT: dict[tuple[str, ...], Any] = {}


def _reducer(base: Map, layout: Layout) -> Any:
    key = (str(base.meta["projection"]), *layout.ids)
    if key not in _KEPT:
        raw = through(layout.xy, base.meta["frame"], back=True)
        reducer = _umap(len(raw), base.meta["seed"], init=raw, n_epochs=0)
        reducer.fit(layout.vectors)
        reducer.embedding_ = raw
        reducer.n_epochs = None
        _KEPT.clear()
        _KEPT[key] = reducer
    return _KEPT[key]


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


def _umap(count: int, seed: int, **options: Any) -> Any:
    try:
        from umap import UMAP
    except ImportError as error:
        raise TopicMapError(f"a topic map needs the 'map' extra: pip install -e '.[map]' ({error})") from None
    shape = {"n_neighbors": min(30, count - 1), "min_dist": 0.6, "spread": 1.2, "repulsion_strength": 0.4}
    # the spectral start takes eigenvectors from SciPy, which restarts from vectors that no seed reaches; of
    # a neighbour graph in several pieces it does not know where the pieces lie, and principal components do
    start = {"init": "pca"}
    return UMAP(metric="cosine", random_state=seed, n_jobs=1, **{**shape, **start, **options})


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
