"""Dots as the browser gets them: small integers in an Arrow stream, no text, 14 bytes a dot.

Dots come in step order; everything else that is said of them (text, search results, downloads) names them
by their row in that order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.run_log import RunReader
from pipeline.vocabulary import DIFFICULTIES, SKILLS, TOOL_SKILL

SKILL_CODES: tuple[str, ...] = (*SKILLS, TOOL_SKILL)
QUADRANTS: tuple[str, ...] = ("frontier", "mastered", "intractable")
SOLVABLE: tuple[str, ...] = ("unknown", "proved", "refuted")
UNKNOWN_CODE = 255
"""Stands for "not known" in the unsigned columns."""
NO_REGRET = -128

REPLAYS: tuple[str, ...] = ("unknown", "exact", "diverges", "other")
"""What the browser verdict of a design comes down to: not checked, replays exactly, differs, does not run."""

_NAMES = """
    env_id step x y topic skill solvable quadrant browser difficulty n_plain solve_rate_plain
    solve_rate_hint regret
"""
COLUMNS: tuple[str, ...] = tuple(_NAMES.split())
"""Columns of the dots query that :func:`geometry` is made from; ``env_id`` stays on the server."""

NO_DOTS = pa.table({name: pa.array([], pa.string()) for name in COLUMNS})

_SKILL = f"case when d.kind = 'tool_use' then '{TOOL_SKILL}' else d.skill end"
"""Other sets divide tool use into skills of their own; on the map it is one."""
_DOTS = f"""
    select d.env_id, d.step, p.x, p.y, p.topic, {_SKILL} as skill, d.solvable, d.quadrant,
           split_part(d.browser_verdict, '@', 1) as browser, d.difficulty, d.n_plain,
           d.solve_rate_plain, d.solve_rate_hint, d.regret
    from points p join designs d on p.env_id = d.env_id
    where d.valid
    order by d.step, d.attempt, d.env_id
"""


def load_dots(reader: RunReader) -> pa.Table:
    """The dots of a run, one row each, with :data:`COLUMNS`; empty without a map."""
    return reader.query(_DOTS) if reader.has_map else NO_DOTS


def geometry(dots: pa.Table) -> pa.Table:
    """Columns x, y (int16, [-1, 1] scaled by 32,767), step (uint16), topic (int16), skill (uint8 index into
    :data:`SKILL_CODES`), solve and solve_hint (uint8, rate x 250, 255 unknown), regret (int8, x 100, -128
    unknown), plays (uint8, plain plays, at most 255), flags (uint8: two bits each of solvable, quadrant,
    replay and difficulty asked for; 3 unknown for quadrant and difficulty).

    Raises ``ValueError`` for a step above 65,535.
    """
    steps = _numbers(dots, "step")
    if steps.size and steps.max() > np.iinfo(np.uint16).max:
        raise ValueError(f"step {int(steps.max())} is above 65535, the largest a map can show")
    flags = (
        _codes(dots, "solvable", SOLVABLE, 0)
        | (_codes(dots, "quadrant", QUADRANTS, 3) << 2)
        | (_replays(dots) << 4)
        | (_codes(dots, "difficulty", DIFFICULTIES, 3) << 6)
    )
    return pa.table(
        {
            "x": _scaled(dots, "x", 32767, np.int16, 0),
            "y": _scaled(dots, "y", 32767, np.int16, 0),
            "step": steps.astype(np.uint16),
            "topic": _scaled(dots, "topic", 1, np.int16, -1),
            "skill": _codes(dots, "skill", SKILL_CODES, UNKNOWN_CODE),
            "solve": _scaled(dots, "solve_rate_plain", 250, np.uint8, UNKNOWN_CODE),
            "solve_hint": _scaled(dots, "solve_rate_hint", 250, np.uint8, UNKNOWN_CODE),
            "regret": _scaled(dots, "regret", 100, np.int8, NO_REGRET),
            "plays": np.clip(np.nan_to_num(_numbers(dots, "n_plain")), 0, 255).astype(np.uint8),
            "flags": flags.astype(np.uint8),
        }
    )


def ipc(table: pa.Table) -> bytes:
    """``table`` as one uncompressed Arrow IPC stream with a single record batch."""
    sink = pa.BufferOutputStream()
    single = table.combine_chunks()
    with pa.ipc.new_stream(sink, single.schema) as writer:
        writer.write_table(single, max_chunksize=max(single.num_rows, 1))
    return sink.getvalue().to_pybytes()


def parquet(table: pa.Table) -> bytes:
    """``table`` as one zstd Parquet file."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue().to_pybytes()


def _numbers(dots: pa.Table, name: str) -> np.ndarray:
    return dots[name].cast(pa.float64()).to_numpy(zero_copy_only=False).astype(np.float64)


def _scaled(dots: pa.Table, name: str, factor: int, kind: Any, missing: int) -> np.ndarray:
    values = np.round(_numbers(dots, name) * factor)
    limits = np.iinfo(kind)
    return np.where(np.isnan(values), missing, np.clip(values, limits.min, limits.max)).astype(kind)


def _codes(dots: pa.Table, name: str, words: tuple[str, ...], missing: int) -> np.ndarray:
    found = pc.index_in(dots[name].cast(pa.string()), value_set=pa.array(words, pa.string()))
    return pc.fill_null(found, missing).to_numpy(zero_copy_only=False).astype(np.uint8)


def _replays(dots: pa.Table) -> np.ndarray:
    known = _codes(dots, "browser", REPLAYS[:3], 3)
    missing = pc.is_null(dots["browser"]).to_numpy(zero_copy_only=False)
    return np.where(missing, 0, known).astype(np.uint8)
