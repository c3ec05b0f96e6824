"""Dots as the browser gets them: small integers in an Arrow stream, no text, 14 bytes a dot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from pipeline.vocabulary import SKILLS, TOOL_SKILL

SKILL_CODES: tuple[str, ...] = (*SKILLS, TOOL_SKILL)
QUADRANTS: tuple[str, ...] = ("frontier", "mastered", "intractable")
SOLVABLE: tuple[str, ...] = ("unknown", "proved", "refuted")
UNKNOWN_CODE = 255
"""Stands for "not known" in the unsigned columns."""
NO_REGRET = -128

_NAMES = """
    env_id step x y topic skill solvable quadrant n_plain solve_rate_plain solve_rate_hint regret
    title summary
"""
COLUMNS: tuple[str, ...] = tuple(_NAMES.split())
"""Columns of the dots query that :func:`geometry` and the text chunks are made from."""

NO_DOTS = pa.table({name: pa.array([], pa.string()) for name in COLUMNS})


def geometry(dots: pa.Table) -> pa.Table:
    """Columns x, y (int16, [-1, 1] scaled by 32,767), step (uint16), topic (int16), skill (uint8 index into
    :data:`SKILL_CODES`), solve and solve_hint (uint8, rate x 250, 255 unknown), regret (int8, x 100, -128
    unknown), plays (uint8, plain plays, at most 255), flags (uint8: solvable | quadrant << 2, 3 unknown).

    Raises ``ValueError`` for a step above 65,535.
    """
    steps = _numbers(dots, "step")
    if steps.size and steps.max() > np.iinfo(np.uint16).max:
        raise ValueError(f"step {int(steps.max())} is above 65535, the largest a map can show")
    flags = _codes(dots, "solvable", SOLVABLE, 0) | (_codes(dots, "quadrant", QUADRANTS, 3) << 2)
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


def _numbers(dots: pa.Table, name: str) -> np.ndarray:
    return dots[name].cast(pa.float64()).to_numpy(zero_copy_only=False).astype(np.float64)


def _scaled(dots: pa.Table, name: str, factor: int, kind: Any, missing: int) -> np.ndarray:
    values = np.round(_numbers(dots, name) * factor)
    limits = np.iinfo(kind)
    return np.where(np.isnan(values), missing, np.clip(values, limits.min, limits.max)).astype(kind)


def _codes(dots: pa.Table, name: str, words: tuple[str, ...], missing: int) -> np.ndarray:
    index = {word: code for code, word in enumerate(words)}
    return np.asarray([index.get(value, missing) for value in dots[name].to_pylist()], dtype=np.uint8)
