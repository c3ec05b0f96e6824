"""What the map asks beyond its dots: search, the row of an environment, and files of chosen ones.

Answers name environments by their row in the geometry (:mod:`app.geometry`). Text is searched by DuckDB
over the run log; meaning compares a sentence embedding of the words with those stored beside the map,
which needs the ``map`` extra (:mod:`app.embedder`); likeness walks the stored nearest neighbours.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from app.embedder import ChildEmbedder, EmbeddingUnavailable
from app.queries import OpenRun, RunStore, UnknownEnvironment
from pipeline.run_log import RunLogError

PLACES: tuple[str, ...] = ("anywhere", "title", "observation", "code")
NEAREST = 100
"""Environments a search by meaning returns, best first."""
LONGEST = 1000
"""Characters of a search, at most."""

NO_MAP_EXTRA = (
    "Searching by meaning needs the sentence embedding on the server: pip install -e '.[map]'. "
    "Text search and “more like this” work without it."
)

_TEXT = """
    select env_id from designs where valid and (
        (? in ('anywhere', 'title') and contains(lower(coalesce(title, '')), lower(?)))
        or (? in ('anywhere', 'observation') and contains(lower(coalesce(first_observation, '')), lower(?)))
        or (? in ('anywhere', 'code') and contains(lower(coalesce(code, '')), lower(?)))
    )
"""

_NEIGHBOURS = "select env_id, neighbors, neighbor_similarity from points where env_id in (select unnest(?))"

_CHOSEN = "select * from designs where env_id in (select unnest(?))"

Embedder = Callable[[str], np.ndarray]
"""Words -> unit vector; raises :class:`EmbeddingUnavailable`."""


class SearchError(Exception):
    """A search that cannot be made; the message is one sentence. ``missing``: something is not installed."""

    def __init__(self, sentence: str, *, missing: bool = False):
        super().__init__(sentence)
        self.missing = missing


class Search:
    """Searches over the runs of a :class:`RunStore`. Safe to use from several threads.

    Every method that names a run raises :class:`RunLogError` when it is missing or unreadable.
    """

    def __init__(self, store: RunStore, embed: Embedder | None = None):
        self.store = store
        self._embed = embed or ChildEmbedder()

    def find(self, run_id: str, how: str, words: str, where: str = "anywhere") -> pa.Table:
        """Columns row (uint32) and score (float32): matches in row order for ``how`` "text" (score 1), best
        first for "meaning" and "alike" (``words`` is then an environment id; cosine similarity).

        Raises :class:`SearchError` for an unknown ``how`` or ``where``, and for words that are empty or
        longer than :data:`LONGEST`; :class:`UnknownEnvironment` for "alike" with an id the map lacks.
        """
        if not words or len(words) > LONGEST:
            raise SearchError(f"A search takes 1 to {LONGEST} characters, not {len(words)}")
        if where not in PLACES:
            raise SearchError(f"where={where!r}: expected one of {', '.join(PLACES)}")
        run = self.store.run(run_id)
        if how == "text":
            return self._text(run, words, where)
        if how == "meaning":
            return self._meaning(run, words)
        if how == "alike":
            return self._alike(run, words)
        raise SearchError(f"how={how!r}: expected one of text, meaning, alike")

    def row(self, run_id: str, env_id: str) -> int:
        """Row of an environment in the geometry, or -1."""
        found = pc.index(self.store.run(run_id).dots["env_id"], env_id)
        return int(found.as_py())

    def export(self, chosen: Mapping[str, Sequence[int]], pool: bool) -> pa.Table:
        """The designs of rows ``chosen`` (run -> rows), as they are logged or as a published ``pool``.

        Raises :class:`SearchError` for a row outside a run's map, and when nothing is chosen.
        """
        parts = []
        for run_id, rows in chosen.items():
            if not rows:
                continue
            run = self.store.run(run_id)
            if any(row < 0 or row >= run.dots.num_rows for row in rows):
                raise SearchError(f"run {run_id!r} has no row {max(rows)}: its map holds {run.dots.num_rows}")
            ids = run.dots["env_id"].take(pa.array(rows, pa.int64())).combine_chunks()
            found = run.reader.query(_CHOSEN, [ids.to_pylist()])
            parts.append(found.take(pc.index_in(ids, value_set=found["env_id"].combine_chunks())))
        if not parts:
            raise SearchError("No environment was chosen")
        table = pa.concat_tables(parts, promote_options="permissive")
        return pool_table(table) if pool else table

    def _text(self, run: OpenRun, words: str, where: str) -> pa.Table:
        rows = run.reader.rows(_TEXT, [where, words] * 3)
        return _found(run, [row["env_id"] for row in rows], None)

    def _meaning(self, run: OpenRun, words: str) -> pa.Table:
        ids, vectors = _embeddings(run)
        try:
            wanted = self._embed(words)
        except EmbeddingUnavailable:
            raise SearchError(NO_MAP_EXTRA, missing=True) from None
        if vectors.shape[1] != len(wanted):
            raise SearchError(
                f"{run.reader.path / 'map'} was made with another embedding; make it again with "
                f"python -m pipeline.topic_map {run.reader.path} --refit"
            )
        likeness = vectors @ wanted
        best = np.argsort(-likeness, kind="stable")[:NEAREST]
        return _found(run, [ids[i] for i in best], likeness[best])

    def _alike(self, run: OpenRun, env_id: str) -> pa.Table:
        """The stored neighbours of an environment and, weaker, theirs."""
        near = self._neighbours(run, [env_id]).get(env_id)
        if near is None:
            raise UnknownEnvironment(f"run {run.reader.run_id!r} holds no environment {env_id!r} on its map")
        likeness = dict(near)
        for through, found in self._neighbours(run, list(near)).items():
            for other, value in found.items():
                likeness[other] = max(likeness.get(other, 0.0), near[through] * value)
        likeness.pop(env_id, None)
        ranked = sorted(likeness, key=lambda other: (-likeness[other], other))
        return _found(run, ranked, np.asarray([likeness[other] for other in ranked], dtype=np.float32))

    def _neighbours(self, run: OpenRun, ids: list[str]) -> dict[str, dict[str, float]]:
        if not run.reader.has_map:
            return {}
        rows = run.reader.rows(_NEIGHBOURS, [ids])
        return {
            row["env_id"]: dict(zip(row["neighbors"], row["neighbor_similarity"], strict=True))
            for row in rows
        }


def _found(run: OpenRun, ids: list[str], scores: np.ndarray | None) -> pa.Table:
    """Rows of ``ids`` in the geometry, in row order without ``scores``; ids off the map are left out."""
    rows = pc.index_in(pa.array(ids, pa.string()), value_set=run.dots["env_id"].cast(pa.string()))
    at = pc.fill_null(rows, -1).to_numpy(zero_copy_only=False)
    value = np.ones(len(at), np.float32) if scores is None else np.asarray(scores, np.float32)
    keep = np.flatnonzero(at >= 0)
    if scores is None:
        keep = keep[np.argsort(at[keep], kind="stable")]
    return pa.table({"row": at[keep].astype(np.uint32), "score": value[keep]})


def _embeddings(run: OpenRun) -> tuple[list[str], np.ndarray]:
    """Ids and unit sentence embeddings (n, d) stored beside the run's map."""
    file = Path(run.reader.path) / "map" / "embeddings.parquet"
    try:
        stored = pq.read_table(file)
    except FileNotFoundError:
        raise SearchError(
            f"{file} is missing, so this run cannot be searched by meaning; make it with "
            f"python -m pipeline.topic_map {run.reader.path} --refit"
        ) from None
    except (OSError, pa.ArrowInvalid) as error:
        raise RunLogError(f"{file} cannot be read ({error})") from error
    flat = stored["embedding"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
    vectors = flat.reshape(stored.num_rows, -1).astype(np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return stored["env_id"].to_pylist(), vectors


def pool_table(designs: pa.Table) -> pa.Table:
    """Designs under the published pool's column names: game_id, file_name, skill, sha256, line_count,
    byte_count, code. ``sha256``, lines and bytes are those of the code itself, as UTF-8."""
    codes = [code or "" for code in designs["code"].to_pylist()]
    raw = [code.encode("utf-8", "surrogatepass") for code in codes]
    return pa.table(
        {
            "game_id": designs["env_id"],
            "file_name": pa.array([f"{env_id}.py" for env_id in designs["env_id"].to_pylist()], pa.string()),
            "skill": designs["skill"],
            "sha256": pa.array([hashlib.sha256(data).hexdigest() for data in raw], pa.string()),
            "line_count": pa.array([len(code.splitlines()) for code in codes], pa.int64()),
            "byte_count": pa.array([len(data) for data in raw], pa.int64()),
            "code": pa.array(codes, pa.string()),
        }
    )
