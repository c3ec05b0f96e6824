"""What recorded runs wrote: distinct programs and Vendi score per 100 over 20 draws, longest streaks, and two
runs side by side at the same steps."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.diversity import embedded, mark_of, text_of, vendi_score
from pipeline.embedding_cache import Embedder
from pipeline.results_runs import Recorded, reference_of

Row = dict[str, Any]

SIZE, DRAWS, SEED = 100, 20, 20_260
COLUMN_STEPS, COLUMN_TITLES, COLUMN_OBSERVATIONS = 10, 12, 3
SCOPES = ("written", "valid")
"""All programs that parse, and the valid environments alone (among which exact copies were rejected)."""

_DESIGNS = """
    select step, attempt, env_id, valid, code, title, summary, first_observation
    from designs order by step, attempt, env_id
"""


@dataclass(frozen=True)
class Program:
    """One design attempt; ``mark`` is its syntax tree's fingerprint, None for a text that does not parse."""

    row: Row
    mark: str | None

    @property
    def step(self) -> int:
        return int(self.row["step"])


def programs_of(run: Recorded) -> list[Program]:
    """Every design attempt of a run in the order of writing."""
    return [Program(row, mark_of(row["code"])) for row in run.reader.rows(_DESIGNS)]


def in_scope(programs: Iterable[Program], scope: str, first: int, last: int) -> list[Program]:
    """The programs of ``scope`` written at steps ``first`` to ``last``."""
    return [
        program
        for program in programs
        if program.mark and first <= program.step <= last and (scope == "written" or program.row["valid"])
    ]


def draws(count: int, key: str, size: int = SIZE) -> list[np.ndarray]:
    """``DRAWS`` seeded draws of ``size`` of ``count`` places without replacement; the one whole set where
    there are no more than ``size``. ``key`` separates the draws of one population from another's."""
    if count <= size:
        return [np.arange(count)]
    rng = np.random.default_rng([SEED, zlib.crc32(key.encode())])
    return [rng.choice(count, size, replace=False) for _ in range(DRAWS)]


def diversity_rows(
    run: Recorded, programs: Sequence[Program], spans: Iterable[tuple[int, int]], embed: Embedder | None
) -> list[Row]:
    """Distinct programs and Vendi score per 100 for each scope and span of steps (first, last). The spread is
    over draws from one run, not over runs. ``embed`` None leaves the Vendi score out."""
    rows = []
    for scope in SCOPES:
        for first, last in sorted(set(spans)):
            chosen = in_scope(programs, scope, first, last)
            if not chosen:
                continue
            taken = draws(len(chosen), f"{run.run_id}/{scope}/{first}-{last}")
            distinct = [len({chosen[i].mark for i in draw}) for draw in taken]
            vendi = _vendi(chosen, taken, embed) if embed else []
            rows.append(
                {"run_id": run.run_id, "variant": run.variant, "scope": scope, "first_step": first,
                 "last_step": last, "programs": len(chosen), "size": len(taken[0]), "draws": len(taken),
                 **_spread("distinct", distinct), **_spread("vendi", vendi)}
            )  # fmt: skip
    return rows


def _vendi(chosen: Sequence[Program], taken: Sequence[np.ndarray], embed: Embedder) -> list[float]:
    used = sorted({int(i) for draw in taken for i in draw})
    place = {row: index for index, row in enumerate(used)}
    vectors = embedded([text_of(chosen[row].row) for row in used], embed)
    return [vendi_score(vectors[[place[int(i)] for i in draw]]) for draw in taken]


def _spread(name: str, values: Sequence[float]) -> Row:
    """Mean over draws, and the least and most of them."""
    if not values:
        return {name: None, f"{name}_least": None, f"{name}_most": None}
    return {
        name: float(np.mean(values)),
        f"{name}_least": float(min(values)),
        f"{name}_most": float(max(values)),
    }


def spans_of(run: Recorded, runs: Sequence[Recorded]) -> list[tuple[int, int]]:
    """Steps to measure diversity over: all of the run, and what it shares with each it is compared with."""
    if not run.steps:
        return []
    shared = {
        min(run.steps, one.steps)
        for one in runs
        if one.steps and (reference_of(one, runs) is run or reference_of(run, runs) is one)
    }
    return sorted({(0, end - 1) for end in {run.steps, *shared}})


def streak_rows(run: Recorded, programs: Sequence[Program]) -> list[Row]:
    """Most programs in a row that are the same, texts that do not parse passed over; and most attempts in
    a row under the same title."""
    parsed = [program for program in programs if program.mark]
    titled = [program for program in programs if (program.row["title"] or "").strip()]
    rows = []
    for kind, among, keys in (
        ("program", parsed, [program.mark for program in parsed]),
        ("title", titled, [program.row["title"].strip().lower() for program in titled]),
    ):
        start, length = longest(keys)
        part = among[start : start + length]
        named = Counter(keys)
        rows.append(
            {"run_id": run.run_id, "variant": run.variant, "of": kind, "streak": length,
             "among": len(keys), "title": part[0].row["title"] if part else None,
             "first_env_id": part[0].row["env_id"] if part else None,
             "first_step": part[0].step if part else None, "last_step": part[-1].step if part else None,
             "commonest": max(named.values(), default=0), "different": len(named)}
        )  # fmt: skip
    return rows


def longest(keys: Sequence[Any]) -> tuple[int, int]:
    """(start, length) of the first longest run of equal keys."""
    best = (0, 0)
    start = 0
    for end in range(1, len(keys) + 1):
        if end == len(keys) or keys[end] != keys[start]:
            if end - start > best[1]:
                best = (start, end - start)
            start = end
    return best


def column(run: Recorded, programs: Sequence[Program], first: int, last: int) -> Row:
    """What a run was writing at steps ``first`` to ``last``."""
    part = [program for program in programs if first <= program.step <= last]
    titles = Counter(program.row["title"] or "untitled" for program in part)
    seen = Counter(text for program in part if (text := program.row["first_observation"]))
    return {
        "run_id": run.run_id,
        "variant": run.variant,
        "first_step": first,
        "last_step": last,
        "attempts": len(part),
        "parsed": sum(program.mark is not None for program in part),
        "valid": sum(bool(program.row["valid"]) for program in part),
        "distinct": len({program.mark for program in part if program.mark}),
        "different_titles": len(titles),
        "titles": [{"title": title, "count": count} for title, count in titles.most_common(COLUMN_TITLES)],
        "first_observations": [
            {"text": text, "count": count} for text, count in seen.most_common(COLUMN_OBSERVATIONS)
        ],
    }


def column_pairs(runs: Sequence[Recorded], written: dict[str, list[Program]]) -> list[Row]:
    """Each run without a corpus beside its reference, over the last steps that both reached."""
    pairs = []
    for run in runs:
        other = reference_of(run, runs)
        if run.option("corpus.enabled") is not False or other is None or not min(run.steps, other.steps):
            continue
        last = min(run.steps, other.steps) - 1
        first = max(0, last - COLUMN_STEPS + 1)
        pairs.append(
            {"with_corpus": column(other, written[other.run_id], first, last),
             "without_corpus": column(run, written[run.run_id], first, last)}
        )  # fmt: skip
    return pairs
