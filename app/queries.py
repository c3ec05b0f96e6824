"""Everything the explorer asks of run logs: DuckDB over Parquet through the run log's reader.

A :class:`RunStore` watches one directory of runs. Readers are cached per run and replaced when the run
has grown or its map was made again, so a running job is followed without restarting anything. Every
statement is parametrised. Geometry (:mod:`app.geometry`) is kept apart from text.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from app.environments import environments
from app.geometry import NO_DOTS, QUADRANTS, REPLAYS, SKILL_CODES, SOLVABLE, geometry, load_dots
from app.reading import has_points, has_topics
from app.run_names import RunName
from pipeline.run_log import RunLogError, RunReader, RunSummary, discover
from pipeline.vocabulary import DIFFICULTIES

TEXT_CHUNK = 2048
"""Dots per text file: small enough to fetch for one tooltip, large enough to need few requests."""

KEPT = ("designs", "updates", "points", "topics")
"""Tables held in memory while a run is open, because every visitor asks them."""
KEPT_BYTES = 32 << 20
"""Size on disk above which a table is not held; recorded runs take 11 to 19 times their files in memory."""

Signature = tuple[float, ...]

_COUNT = """
    select count(*) as dots, any_value(p.x), any_value(p.y), any_value(p.topic)
    from points p join designs d on p.env_id = d.env_id where d.valid
"""

_TEXT = """
    select env_id, coalesce(title, '') as title, coalesce(summary, '') as summary
    from designs where step between ? and ? and env_id in (select unnest(?))
"""

_PICKS = """
    select env_id, title, summary, skill, step, solve_rate_plain, solve_rate_hint, regret, solvable
    from designs where valid and n_plain > 0
    order by (solvable = 'proved') desc, regret desc nulls last, step, attempt limit ?
"""

_STEPS = """
    select step, count(*) as attempts, count(*) filter (where valid) as valid,
           count(distinct code_sha256) filter (where valid) as distinct_programs,
           avg(return_plain) as return_plain, avg(return_hint) as return_hint,
           avg(regret) as regret, sqrt(sum(regret_se * regret_se)) / nullif(count(regret_se), 0) as regret_se,
           count(*) filter (where quadrant = 'frontier') as frontier,
           count(*) filter (where quadrant = 'mastered') as mastered,
           count(*) filter (where quadrant = 'intractable') as intractable
    from designs group by step order by step
"""

_REJECTIONS = """
    select step, coalesce(verdict_stage, 'unknown') as stage, count(*) as count
    from designs where not valid group by all order by step, stage
"""


class UnknownEnvironment(KeyError):
    """An environment id that the run does not hold."""


@dataclass(frozen=True)
class OpenRun:
    """A reader together with what the files looked like when it was opened."""

    reader: RunReader
    signature: Signature

    @cached_property
    def dots(self) -> pa.Table:
        """The run's dots in the order of the map, read when first asked for."""
        if not has_points(self.reader):
            return NO_DOTS
        return load_dots(self.reader)

    @cached_property
    def geometry(self) -> pa.Table:
        try:
            return geometry(self.dots)
        except ValueError as error:
            raise RunLogError(f"{self.reader.path}: {error}") from error

    @cached_property
    def dot_count(self) -> int:
        return int(self.reader.rows(_COUNT)[0]["dots"]) if has_points(self.reader) else 0


class RunStore:
    """Runs under ``root``, opened on demand. Safe to use from several threads.

    Methods that name a run raise :class:`RunLogError` with one sentence when it is missing or unreadable.
    """

    def __init__(self, root: Path):
        self.root = Path(root)
        self._open: dict[str, OpenRun] = {}
        self._lock = threading.Lock()

    def summaries(self) -> list[RunSummary]:
        """Every run found, sound or not, in directory order."""
        return discover(self.root)

    def run(self, run_id: str) -> OpenRun:
        """The run called ``run_id``, opened again if its files changed since the last call."""
        path = self._path(run_id)
        with self._lock:
            signature = _signature(path)
            known = self._open.get(run_id)
            if known is None or known.signature != signature:
                reader = RunReader(path)
                reader.keep(*KEPT, most=KEPT_BYTES)
                known = OpenRun(reader, signature)
                self._open[run_id] = known
            return known

    def name(self, run_id: str) -> RunName:
        """What the run is called; :class:`RunLogError` when there is none or it cannot be read."""
        path = self._path(run_id)
        return RunName.of(path.name, self.run(run_id).reader.meta)

    def _path(self, run_id: str) -> Path:
        for summary in self.summaries():
            if summary.run_id == run_id:
                if summary.problem:
                    raise RunLogError(summary.problem)
                return summary.path
        raise RunLogError(f"{self.root} holds no run called {run_id!r}")

    def catalogue(self) -> dict[str, Any]:
        """``runs.json``: one entry per usable run, best mapped first, and a sentence per problem."""
        runs, problems = [], []
        for summary in self.summaries():
            if summary.problem:
                problems.append(summary.problem)
                continue
            try:
                run = self.run(summary.run_id)
                problems += run.reader.problems
                entry = _entry(run)
            except RunLogError as error:
                problems.append(str(error))
                continue
            if not run.reader.steps:
                problems.append(f"{summary.path} holds no complete step yet")
            elif not run.reader.has_map:
                make = f"python -m pipeline.topic_map {summary.path}"
                problems.append(f"{summary.path} has no topic map yet; make it with {make}")
            runs.append(entry)
        runs.sort(key=lambda entry: (-entry["dots"], entry["run"]))
        words = {"skills": SKILL_CODES, "quadrants": QUADRANTS, "solvable": SOLVABLE}
        more = {"replays": REPLAYS, "difficulties": DIFFICULTIES}
        return {"runs": runs, "problems": problems, **words, **more}

    def points(self, run_id: str) -> pa.Table:
        """Geometry of a run's dots: small integers only, in the row order of :meth:`text`."""
        return self.run(run_id).geometry

    def topics(self, run_id: str) -> list[dict[str, Any]]:
        """Topic rows of the run's map, coarse level first; empty without a map."""
        reader = self.run(run_id).reader
        return reader.rows("select * from topics order by level, topic") if has_topics(reader) else []

    def text(self, run_id: str, chunk: int) -> pa.Table:
        """env_id, title and summary of dots ``chunk * TEXT_CHUNK`` onwards."""
        run = self.run(run_id)
        rows = run.dots.slice(chunk * TEXT_CHUNK, TEXT_CHUNK)
        ids = rows["env_id"].combine_chunks()
        if not len(ids):
            return pa.table({name: pa.array([], pa.string()) for name in ("env_id", "title", "summary")})
        first, last = rows["step"][0].as_py(), rows["step"][-1].as_py()
        found = run.reader.query(_TEXT, [first, last, ids.to_pylist()])
        return found.take(pc.index_in(ids, value_set=found["env_id"].combine_chunks()))

    def environment(self, run_id: str, env_id: str) -> dict[str, Any]:
        """One design with its plays, relatives and nearest environments, ready for JSON.

        Raises :class:`UnknownEnvironment`.
        """
        found = environments(self.run(run_id).reader, [env_id])
        if not found:
            raise UnknownEnvironment(f"run {run_id!r} holds no environment {env_id!r}")
        return found[0]

    def environments(self, run_id: str, env_ids: Sequence[str]) -> list[dict[str, Any]]:
        """As :meth:`environment`, of many at once and in their order; ids that the run does not hold are left
        out."""
        return environments(self.run(run_id).reader, env_ids)

    def picks(self, run_id: str, limit: int = 6) -> list[dict[str, Any]]:
        """Environments worth playing first: proved solvable, hint worth most."""
        return self.run(run_id).reader.rows(_PICKS, [limit])

    def steps(self, run_id: str) -> list[dict[str, Any]]:
        """One row per training step: attempts, validity, returns per arm, regret with its standard error."""
        return self.run(run_id).reader.rows(_STEPS)

    def rejections(self, run_id: str) -> list[dict[str, Any]]:
        """Rejected designs by step and verdict stage."""
        return self.run(run_id).reader.rows(_REJECTIONS)

    def seconds(self, run_id: str) -> list[dict[str, Any]]:
        """Seconds per phase of every optimiser step (columns ``seconds_*``)."""
        return self.run(run_id).reader.rows("select step, columns('seconds_.*') from updates order by step")


def _signature(path: Path) -> Signature:
    def stamp(file: Path) -> float:
        return file.stat().st_mtime if file.exists() else 0.0

    watched = ("run.json", "map/meta.json", "map/topics.parquet", "designs")
    return tuple(stamp(path / name) for name in watched)


def _entry(run: OpenRun) -> dict[str, Any]:
    meta, reader = run.reader.meta, run.reader
    name = RunName.of(reader.path.name, meta)
    return {
        "run": reader.run_id,
        "title": name.title,
        "directory": name.directory,
        "name": str(name),
        "preset": meta.get("preset"),
        "model": meta.get("model"),
        "status": meta.get("status"),
        "started": meta.get("started"),
        "counts": meta["counts"],
        "dots": run.dot_count,
        "chunk": TEXT_CHUNK,
        "projection": _projection(reader.path),
        "version": "-".join(f"{int(part * 1000):x}" for part in run.signature),
    }


def _projection(path: Path) -> str | None:
    try:
        return json.loads((path / "map" / "meta.json").read_text(encoding="utf-8")).get("projection")
    except (OSError, ValueError):
        return None
