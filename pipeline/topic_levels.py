"""Topics of a map: density clusters on several levels, each with a name and the place where it is written.

The levels follow from the data: clusters of a few members first, then with a higher and higher least size
for as long as that leaves clearly fewer of them. Clusters of all the map would be few, uneven, and scattered
over the plane, so the coarsest level is of another kind: regions of the plane (Ward's method), each with its
topics next to one another. A topic lies in exactly one topic of the next coarser level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from pipeline.topic_labels import topic_phrases
from pipeline.topic_names import names
from pipeline.topic_vocabulary import Kind

SMALLEST, LARGEST_SMALL = 4, 12
"""Bounds of the least size of the finest clusters."""
STEP = 2.2
"""How much larger the least size becomes from one level to the next coarser one."""
FEWER = 0.7
"""A level is kept when it has at most this share of the finer level's topics."""
REGIONS = 12
"""Most regions on the coarsest level: what a reader takes in at a glance."""
FEW = 4
"""With so few topics or fewer, there is nothing coarser to show."""


Design = tuple[str | None, str | None]
"""Title and summary."""


def levels(points: np.ndarray, xy: np.ndarray) -> list[np.ndarray]:
    """Topic (0..k-1) of every row of ``points`` (n, d) on each level, the finest first; nested. ``xy`` (n, 2)
    is where the rows lie on the map."""
    size = len(points)
    least = float(min(max(SMALLEST, size // 90), LARGEST_SMALL))
    found = [clusters(points, int(least), max(25, size // 8))]
    while found[-1].max() >= FEW and (least := least * STEP) <= max(size // 12, 2 * SMALLEST):
        coarse = _nested(found[-1], clusters(points, int(least), size))
        if coarse.max() + 1 < 2 * REGIONS:
            break
        if coarse.max() + 1 <= FEWER * (found[-1].max() + 1):
            found.append(coarse)
    if found[-1].max() >= FEW:
        found.append(_regions(found[-1], xy, min(REGIONS, int(FEWER * (found[-1].max() + 1)))))
    return found


def _regions(fine: np.ndarray, xy: np.ndarray, count: int) -> np.ndarray:
    """``fine`` merged into ``count`` regions of topics whose middles lie close together on the map."""
    from sklearn.cluster import AgglomerativeClustering

    middles = np.stack([xy[fine == topic].mean(axis=0) for topic in range(fine.max() + 1)])
    return AgglomerativeClustering(count, linkage="ward").fit_predict(middles)[fine].astype(np.int64)


def _nested(fine: np.ndarray, coarse: np.ndarray) -> np.ndarray:
    """``coarse`` with each fine topic moved whole to where most of its members are; renumbered from 0."""
    above = np.asarray([np.bincount(coarse[fine == topic]).argmax() for topic in range(fine.max() + 1)])
    return np.unique(above, return_inverse=True)[1][fine].astype(np.int64)


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


def topic_rows(
    found: Sequence[np.ndarray], xy: np.ndarray, designs: Sequence[Design], kinds: Sequence[Kind | None]
) -> list[dict[str, Any]]:
    """One row per topic (columns of :data:`pipeline.topic_store.TOPICS`): level 0 (coarsest) first, every
    finer level with the topic above as ``parent``. ``found`` is what :func:`levels` gave, ``kinds`` what the
    vocabulary calls each design."""
    rows: list[dict[str, Any]] = []
    above: np.ndarray | None = None
    for level, member in enumerate(reversed(found)):
        groups = {int(topic): np.flatnonzero(member == topic).tolist() for topic in np.unique(member)}
        phrases = topic_phrases({t: [_whole(designs[i]) for i in index] for t, index in groups.items()})
        told = {t: [designs[i][1] or designs[i][0] or "" for i in index] for t, index in groups.items()}
        labels = names(told, phrases, {t: [kinds[i] for i in index] for t, index in groups.items()})
        for topic, index in groups.items():
            middle = np.median(xy[index], axis=0)
            rows.append(
                {
                    "topic": topic,
                    "level": level,
                    "parent": None if above is None else int(above[index[0]]),
                    "label": labels[topic],
                    "keyphrases": phrases[topic],
                    "size": len(index),
                    "x": float(middle[0]),
                    "y": float(middle[1]),
                    "top": float(np.quantile(xy[index, 1], 0.9)),
                }
            )
        above = member
    return rows


def levels_above(topics: Sequence[dict[str, Any]], topic: np.ndarray) -> list[np.ndarray]:
    """What :func:`levels` gave when ``topics`` were made; ``topic`` (n,) is the finest of each row."""
    parent = {(row["level"], row["topic"]): row["parent"] for row in topics}
    found = [topic]
    for level in range(max(row["level"] for row in topics), 0, -1):
        found.append(np.asarray([parent[level, int(key)] for key in found[-1]], dtype=np.int64))
    return found


def resized(topics: Sequence[dict[str, Any]], topic: np.ndarray) -> list[dict[str, Any]]:
    """Topic rows with their sizes counted again from the finest topic of every row."""
    parent = {(row["level"], row["topic"]): row["parent"] for row in topics}
    level = max(row["level"] for row in topics)
    size: Counter[tuple[int, int]] = Counter((level, int(key)) for key in topic)
    for depth in range(level, 0, -1):
        for (at, key), members in list(size.items()):
            if at == depth:
                size[(depth - 1, parent[(depth, key)])] += members
    return [{**row, "size": size[(row["level"], row["topic"])]} for row in topics]


def vote(known: np.ndarray, topic: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Topic of each new embedding: the commonest among its five nearest known ones, nearest first on ties."""
    order = np.argsort(-(vectors @ known.T), axis=1, kind="stable")[:, :5]
    return np.asarray([Counter(topic[row].tolist()).most_common(1)[0][0] for row in order], dtype=np.int64)


def _whole(design: Design) -> str:
    return ". ".join(part for part in design if part)
