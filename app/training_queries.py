"""What the training page asks of a run: DuckDB through the run log's reader, every statement parametrised.

Answers are kept until the run's files change, so that a page drawn again costs no query and a growing run
is seen. Pure arithmetic on the answers is in :mod:`app.training_series`.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from app.queries import RunStore, Signature
from app.training_runs import Pulse, RunHead, pulse
from pipeline.run_log import RunLogError, RunReader

Row = dict[str, Any]
T = TypeVar("T")

MEASURES = {
    "regret": "regret",
    "return_plain": "return without hint",
    "return_hint": "return with hint",
    "lines": "lines of the program",
    "turns_mean": "turns per episode",
}
"""Columns an early-versus-late pair may be chosen by, with the words for them."""

FILM_DOTS = 4000
"""Environments the quadrant film shows at most: what a browser animates smoothly as SVG."""
COMPARED = 600
"""Attempts of one run a comparison reads at most."""
_KEPT, _COPIES = 512, 8

_SLIM = """
    select columns('^(env_id|step|attempt|skill|title|valid|verdict_stage|verdict_reason|code_sha256|lines|'
                   'turns_mean|return_plain|return_hint|regret|regret_se|quadrant|completion_tokens|'
                   'designer_reward|reward_.*)$')
    from designs
"""

_STEPS = """
    with clean as (
        select step, valid, code_sha256, quadrant,
               case when isfinite(return_plain) then return_plain end as plain,
               case when isfinite(return_hint) then return_hint end as hint,
               case when isfinite(regret) then regret end as regret,
               case when isfinite(regret_se) then regret_se end as error
        from designs
    )
    select step, count(*) as attempts, count(*) filter (where valid) as valid,
           count(distinct code_sha256) as written,
           count(plain) as n_plain, sum(plain) as sum_plain, sum(plain * plain) as squares_plain,
           count(hint) as n_hint, sum(hint) as sum_hint, sum(hint * hint) as squares_hint,
           count(regret) as n_regret, sum(regret) as sum_regret, sum(regret * regret) as squares_regret,
           count(error) as n_error, sum(error * error) as squares_error,
           count(*) filter (where quadrant = 'frontier') as frontier,
           count(*) filter (where quadrant = 'mastered') as mastered,
           count(*) filter (where quadrant = 'intractable') as intractable
    from clean group by step order by step
"""

_FUNNEL = """
    select coalesce(verdict_stage, 'unknown') as stage, count(*) as count, mode(verdict_reason) as reason
    from designs where not valid and step between ? and ? group by stage
"""

_REWARDS = """
    select step, avg(columns('^reward_(.*)$')) as '\\1' from designs group by step order by step
"""

_TERMS = "select column_name from duckdb_columns() where column_name like 'reward\\_%' escape '\\'"
_PAID = "select step, avg(designer_reward) as paid from designs group by step order by step"

_SKILLS = """
    select (step // ?) * ? as first, skill, count(*) as attempts, count(*) filter (where valid) as valid
    from designs where skill is not null group by all order by first, skill
"""

_SHAPES = """
    select (step // ?) * ? as first, count(*) as count,
           quantile_cont(lines, 0.25) as lines_low, median(lines) as lines,
           quantile_cont(lines, 0.75) as lines_high,
           quantile_cont(turns_mean, 0.25) as turns_low, median(turns_mean) as turns,
           quantile_cont(turns_mean, 0.75) as turns_high
    from designs where valid group by first order by first
"""

_DESIGN_TOKENS = """
    select step, sum(completion_tokens)::bigint as design from designs group by step order by step
"""
_PLAY_TOKENS = "select step, sum(completion_tokens)::bigint as play from plays group by step"
_UPDATE_TOKENS = "select step, sampled_tokens, trained_tokens from updates order by step"

_FILM = """
    select step, quadrant, return_plain, regret, title from designs
    where isfinite(return_plain) and isfinite(regret) order by hash(env_id) limit ?
"""
_FILM_SIZE = "select count(*) as dots from designs where isfinite(return_plain) and isfinite(regret)"

_EVALS = """
    select step, suite, arm, temperature, item, "return", outcome
    from read_parquet(?, union_by_name = true) order by step, suite, arm, item
"""

_ERAS = """
    select skill, step >= ? as late, count(*) as count, avg(regret) as regret,
           avg(return_plain) as return_plain, avg(return_hint) as return_hint, avg(lines) as lines,
           avg(turns_mean) as turns_mean
    from designs
    where valid and isfinite(regret) and isfinite(return_plain) and skill is not null
          and (step < ? or step >= ?)
    group by all order by skill, late
"""

_NEAREST = """
    select env_id, title, step, attempt from designs
    where valid and isfinite(regret) and isfinite(return_plain) and skill = ? and step between ? and ?
    order by abs(case ? when 'regret' then regret when 'return_plain' then return_plain
                        when 'return_hint' then return_hint when 'lines' then lines else turns_mean end
                 - ?) nulls last, step, attempt
    limit ?
"""

_ONE = "select * from designs where env_id = ?"

_WRITTEN = """
    select env_id, step, attempt, title, code, code_sha256, valid, verdict_stage, first_observation,
           return_plain, regret
    from designs where step between ? and ? order by step, attempt limit ?
"""

_LAST_STEP = """
    select min(step) as step from (select step from designs order by step desc, attempt desc limit ?)
"""
_LAST = """
    select env_id, step, skill, difficulty, title, valid, verdict_stage, verdict_reason, return_plain,
           return_hint, regret, first_observation
    from designs where step >= ? order by step desc, attempt desc limit ?
"""


@dataclass(frozen=True)
class Slim:
    """The designs of one run without their texts, copied into memory: one pass over the files of a run serves
    every chart, however many steps (and so files) there are."""

    path: Path
    connection: duckdb.DuckDBPyConnection

    @classmethod
    def of(cls, reader: RunReader) -> Slim:
        table = reader.query(_SLIM)
        connection = duckdb.connect()
        connection.from_arrow(table).create("designs")
        return cls(reader.path, connection)

    def rows(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        """Rows of a statement; a column of an unexpected type becomes one :class:`RunLogError` sentence."""
        try:
            with self.connection.cursor() as cursor:
                return cursor.sql(sql, params=list(params)).to_arrow_table().to_pylist()
        except duckdb.Error as error:
            sentence = f"{self.path / 'designs'} cannot be read as a run log ({str(error).splitlines()[0]})"
            raise RunLogError(sentence) from error


class TrainingQueries:
    """Questions about the runs of one store. Safe to use from several threads.

    Every method that names a run raises :class:`RunLogError` with one sentence when it cannot be read.
    """

    def __init__(self, store: RunStore):
        self.store = store
        self._answers: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
        self._slim: OrderedDict[str, tuple[Signature, Slim]] = OrderedDict()
        self._lock, self._copying = threading.Lock(), threading.Lock()

    def heads(self) -> tuple[list[RunHead], list[str]]:
        """Usable runs (longest first) and a sentence for each that is not."""
        heads, problems = [], []
        for summary in self.store.summaries():
            if summary.meta is None:
                problems.append(summary.problem or f"{summary.path} cannot be read")
            else:
                heads.append(RunHead(summary.run_id, summary.path, summary.meta))
        heads.sort(key=lambda head: (-head.steps, head.run_id))
        return heads, problems

    def problems(self, run_id: str) -> list[str]:
        """Sentences about damaged files of a run that otherwise opens."""
        return list(self.store.run(run_id).reader.problems)

    def steps(self, run_id: str) -> list[Row]:
        """One row per step: attempts, valid, counts, sums and squares of returns and regret, quadrants."""
        return self._rows(run_id, _STEPS)

    def funnel(self, run_id: str, first: int, last: int) -> list[Row]:
        """Rejected designs of steps ``first`` to ``last`` by stage, with the commonest reason."""
        return self._rows(run_id, _FUNNEL, first, last)

    def rewards(self, run_id: str) -> list[Row]:
        """Mean of every ``reward_*`` term per step (named without the prefix), and ``paid``."""

        terms = self._rows(run_id, _TERMS)
        paid = self._rows(run_id, _PAID)
        if not terms:
            return paid
        by_step = {row["step"]: row for row in self._rows(run_id, _REWARDS)}
        return [{**by_step[row["step"]], **row} for row in paid]

    def skills(self, run_id: str, width: int) -> list[Row]:
        """Attempts and valid designs by skill, in blocks of ``width`` steps (``first`` = its first step)."""
        return self._rows(run_id, _SKILLS, width, width)

    def shapes(self, run_id: str, width: int) -> list[Row]:
        """Quartiles of program length and of turns over the valid designs of blocks of ``width`` steps."""
        return self._rows(run_id, _SHAPES, width, width)

    def seconds(self, run_id: str) -> list[Row]:
        """Seconds per phase of every step."""
        return self._answer(run_id, "seconds", lambda reader: self.store.seconds(run_id))

    def tokens(self, run_id: str) -> list[Row]:
        """Tokens the policy wrote per step as designer and as agent, and what the update says in all."""

        def read(reader: RunReader) -> tuple[list[Row], list[Row]]:
            return reader.rows(_PLAY_TOKENS), reader.rows(_UPDATE_TOKENS)

        played, logged = self._answer(run_id, "tokens", read)
        plays = {row["step"]: row["play"] for row in played}
        updates = {row["step"]: row for row in logged}
        return [
            {**row, "play": plays.get(row["step"]), **updates.get(row["step"], {})}
            for row in self._rows(run_id, _DESIGN_TOKENS)
        ]

    def film(self, run_id: str) -> tuple[list[Row], int]:
        """Played environments (at most :data:`FILM_DOTS`, the same every time) and how many there are."""
        total = self._rows(run_id, _FILM_SIZE)[0]["dots"]
        return self._rows(run_id, _FILM, FILM_DOTS), total

    def evals(self, run_id: str) -> tuple[list[Row], list[str]]:
        """Episodes of held-out suites without transcripts, and a sentence per file left out."""
        path = self.store.run(run_id).reader.path
        files = sorted((path / "evals").glob("*.parquet"))
        stamps = tuple((file.name, file.stat().st_mtime) for file in files)

        def read(reader: RunReader) -> tuple[list[Row], list[str]]:
            sound, problems = _sound_evals(files)
            return (reader.rows(_EVALS, [[str(file) for file in sound]]) if sound else []), problems

        return self._answer(run_id, ("evals", stamps), read)

    def eras(self, run_id: str, early_end: int, late_start: int) -> list[Row]:
        """Means of :data:`MEASURES` by skill before step ``early_end`` and from ``late_start`` on."""
        return self._rows(run_id, _ERAS, late_start, early_end, late_start)

    def nearest(
        self, run_id: str, skill: str, steps: tuple[int, int], measure: str, value: float, limit: int = 60
    ) -> list[Row]:
        """Played environments of ``skill`` within ``steps``, those closest to ``value`` first."""
        return self._rows(run_id, _NEAREST, skill, *steps, measure, value, limit)

    def design(self, run_id: str, env_id: str) -> Row | None:
        """Every column of one design, None when the run does not hold it."""
        return next(iter(self._whole(run_id, _ONE, env_id)), None)

    def written(self, run_id: str, first: int, last: int) -> list[Row]:
        """The first :data:`COMPARED` attempts of steps ``first`` to ``last``, in the order of writing."""
        return self._whole(run_id, _WRITTEN, first, last, COMPARED)

    def last_designs(self, run_id: str, limit: int = 8) -> list[Row]:
        """The newest attempts, newest first."""
        since = self._rows(run_id, _LAST_STEP, limit)[0]["step"]
        return [] if since is None else self._whole(run_id, _LAST, since, limit)

    def diversity(self, run_id: str) -> Row | None:
        """What ``python -m pipeline.diversity`` wrote, None when it has not been run."""
        file = self.store.run(run_id).reader.path / "map" / "diversity.json"
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise RunLogError(f"{file} cannot be read as JSON ({error})") from error
        if (
            not isinstance(found, dict)
            or found.get("version") != 1
            or not isinstance(found.get("rows"), list)
        ):
            raise RunLogError(f"{file} should hold version 1 of a diversity table; make it again")
        return found

    def pulse(self, head: RunHead, now: float | None = None) -> Pulse:
        """How a running job is doing; ``now`` in seconds of the epoch (default: the clock)."""
        recent = [row["seconds_total"] for row in self.seconds(head.run_id)]
        return pulse(head, recent, time.time() if now is None else now)

    def _rows(self, run_id: str, sql: str, *params: Any) -> list[Row]:
        """Rows of a statement on the slim copy."""
        return self._answer(run_id, (sql, params), lambda reader: self._slim_of(run_id).rows(sql, params))

    def _whole(self, run_id: str, sql: str, *params: Any) -> list[Row]:
        """Rows of a statement on the files themselves, texts included."""
        return self._answer(run_id, (sql, params), lambda reader: reader.rows(sql, params))

    def _slim_of(self, run_id: str) -> Slim:
        opened = self.store.run(run_id)
        with self._copying:
            known = self._slim.get(run_id)
            if known is None or known[0] != opened.signature:
                known = (opened.signature, Slim.of(opened.reader))
                self._slim[run_id] = known
            self._slim.move_to_end(run_id)
            while len(self._slim) > _COPIES:
                self._slim.popitem(last=False)
            return known[1]

    def _answer(self, run_id: str, key: Any, read: Callable[[RunReader], T]) -> T:
        opened = self.store.run(run_id)
        whole = (run_id, opened.signature, key)
        with self._lock:
            if whole in self._answers:
                self._answers.move_to_end(whole)
                return self._answers[whole]
        answer = read(opened.reader)
        with self._lock:
            self._answers[whole] = answer
            while len(self._answers) > _KEPT:
                self._answers.popitem(last=False)
        return answer


_EVAL_COLUMNS = {"step", "suite", "arm", "temperature", "item", "return", "outcome"}


def _sound_evals(files: Sequence[Path]) -> tuple[list[Path], list[str]]:
    sound, problems = [], []
    for file in files:
        try:
            lacking = sorted(_EVAL_COLUMNS - set(pq.read_schema(file).names))
        except (OSError, pa.ArrowInvalid) as error:
            problems.append(f"{file} is not a readable Parquet file and was left out ({error})")
            continue
        if lacking:
            problems.append(f"{file} lacks the column '{lacking[0]}' and was left out")
        else:
            sound.append(file)
    return sound, problems
