"""The data of one run as files: the map's geometry and texts as the server's routes answer them, and what the
routes answer environment by environment, many to a file.

``<run>/points.arrow``, ``topics.json`` and ``text/<chunk>.arrow`` are the routes' own answers. The others are
JSON in gzip files, which ``web_runtime/player/map/files.js`` unpacks, so that a web server need not compress.

* ``environments/<shard>.json.gz``: {environment id: what the route answers, and ``playable``}, up to
  :data:`SHARD` valid designs each, in the order in which JavaScript compares their ids; the first id of each
  shard is in the listing of runs.
* ``words/<chunk>.json.gz``: ``observation`` and ``code``, the first observations and programs of the dots of
  ``text/<chunk>.arrow``, which a search reads.
* ``passages.json.gz``: the corpus passages the designs were grounded in, by id.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from app.geometry import ipc
from app.passages import PassageError, passage
from app.programs import from_run
from app.queries import TEXT_CHUNK, RunStore
from app.routes import jsonable
from app.run_names import RunName

SHARD = 64
"""Environments per file: some 100 kB packed where each has 16 short episodes."""


def encoded(value: Any) -> bytes:
    """``value`` as JSON in UTF-8; what JSON cannot say becomes null, half a character a question mark."""
    text = json.dumps(jsonable(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def write_json(file: Path, value: Any) -> None:
    """Write ``value`` to ``file`` and make its directory; packed where the name ends in ``.gz``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    data = encoded(value)
    file.write_bytes(gzip.compress(data, mtime=0) if file.suffix == ".gz" else data)


def write_run(store: RunStore, run_id: str, target: Path) -> list[str]:
    """Write everything about a run into the new directory ``target``; the first environment id of each shard.

    Raises :class:`RunLogError` when the run cannot be read.
    """
    (target / "text").mkdir(parents=True)
    (target / "points.arrow").write_bytes(ipc(store.points(run_id)))
    write_json(target / "topics.json", store.topics(run_id))
    for chunk, ids in enumerate(_chunks(_dot_ids(store, run_id), TEXT_CHUNK)):
        (target / "text" / f"{chunk}.arrow").write_bytes(ipc(store.text(run_id, chunk)))
        write_json(target / "words" / f"{chunk}.json.gz", _words(store, run_id, ids))
    write_json(target / "passages.json.gz", _passages(store, run_id))
    return _write_environments(store, run_id, target / "environments")


def _write_environments(store: RunStore, run_id: str, target: Path) -> list[str]:
    ids = [row["env_id"] for row in store.run(run_id).reader.rows("select env_id from designs where valid")]
    shards = list(_chunks(sorted(ids, key=lambda env_id: env_id.encode("utf-16-be")), SHARD))

    def write(place: int) -> None:
        found = store.environments(run_id, shards[place])
        records = {one["design"]["env_id"]: record(store, run_id, one) for one in found}
        write_json(target / f"{place}.json.gz", records)

    with ThreadPoolExecutor() as pool:  # most of the time is spent in DuckDB, which lets other threads run
        list(pool.map(write, range(len(shards))))
    return [shard[0] for shard in shards]


def record(store: RunStore, run_id: str, found: dict[str, Any]) -> dict[str, Any]:
    """What the server's route answers, without the places of files on this machine; and ``playable``: what
    the Play page hands to the player, but for the source and the episodes, which are there already."""
    path = store.run(run_id).reader.path
    found["problems"] = [problem.replace(str(path), path.name) for problem in found["problems"]]
    chosen = from_run(_Fetched(store, found), run_id, found["design"]["env_id"], None)
    program = {name: value for name, value in chosen.program.items() if name != "source"}
    return {**found, "playable": {"program": program, "seed": chosen.seed, "meta": chosen.meta}}


class _Fetched(RunStore):
    """A store that has fetched one environment already, so that it is not read twice."""

    def __init__(self, store: RunStore, found: dict[str, Any]):
        super().__init__(store.root)
        self._store, self._found = store, found

    def name(self, run_id: str) -> RunName:
        return self._store.name(run_id)

    def environment(self, run_id: str, env_id: str) -> dict[str, Any]:
        return self._found


def _words(store: RunStore, run_id: str, ids: Sequence[str]) -> dict[str, list[str]]:
    sql = "select env_id, first_observation, code from designs where valid and env_id in (select unnest(?))"
    rows = {row["env_id"]: row for row in store.run(run_id).reader.rows(sql, [list(ids)])}
    return {
        "observation": [rows[env_id]["first_observation"] or "" for env_id in ids],
        "code": [rows[env_id]["code"] or "" for env_id in ids],
    }


def _passages(store: RunStore, run_id: str) -> dict[str, dict[str, str]]:
    """The passages of a run's valid designs that are at hand, by id."""
    sql = "select distinct doc_id from designs where valid and doc_id is not null order by doc_id"
    found = {}
    for row in store.run(run_id).reader.rows(sql):
        try:
            found[row["doc_id"]] = passage(store, run_id, row["doc_id"])
        except PassageError:
            continue  # the panel says that it is not there
    return found


def _dot_ids(store: RunStore, run_id: str) -> list[str]:
    return store.run(run_id).dots["env_id"].to_pylist()


def _chunks(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for first in range(0, len(items), size):
        yield items[first : first + size]
