"""The bytes of a dot: every code read back as what was logged, and how few bytes there are."""

from __future__ import annotations

import io

import numpy as np
import pyarrow as pa
import pytest

from app.geometry import COLUMNS, QUADRANTS, REPLAYS, SKILL_CODES, SOLVABLE, geometry, ipc, parquet
from pipeline.vocabulary import DIFFICULTIES


def dots(**columns: list) -> pa.Table:
    """Two dots; what is not given is unknown."""
    known = {"env_id": ["a", "b"], "step": [0, 7], "x": [0.0, 1.0], "y": [0.0, -1.0], "topic": [0, 3]}
    text = ("skill", "solvable", "quadrant", "browser", "difficulty")
    return pa.table(
        {
            name: pa.array(
                columns.get(name, known.get(name, [None, None])), pa.string() if name in text else None
            )
            for name in COLUMNS
        }
    )


def bits(table: pa.Table, shift: int) -> list[int]:
    return [(flags >> shift) & 3 for flags in table["flags"].to_pylist()]


def test_flags_hold_four_answers_of_two_bits() -> None:
    table = geometry(
        dots(
            solvable=["proved", "refuted"],
            quadrant=["mastered", None],
            browser=["exact", "diverges"],
            difficulty=["hard", "easy"],
        )
    )
    assert [SOLVABLE[code] for code in bits(table, 0)] == ["proved", "refuted"]
    assert [QUADRANTS[code] if code < 3 else None for code in bits(table, 2)] == ["mastered", None]
    assert [REPLAYS[code] for code in bits(table, 4)] == ["exact", "diverges"]
    assert [DIFFICULTIES[code] for code in bits(table, 6)] == ["hard", "easy"]


def test_nothing_known_is_said_as_such() -> None:
    table = geometry(dots())
    assert [SOLVABLE[code] for code in bits(table, 0)] == ["unknown", "unknown"]
    assert bits(table, 2) == [3, 3] and bits(table, 6) == [3, 3]
    assert [REPLAYS[code] for code in bits(table, 4)] == ["unknown", "unknown"]
    assert table["skill"].to_pylist() == table["solve"].to_pylist() == [255, 255]
    assert table["regret"].to_pylist() == [-128, -128]


def test_a_browser_verdict_of_its_own_kind_is_other() -> None:
    assert [REPLAYS[code] for code in bits(geometry(dots(browser=["needs:numpy", "exact"])), 4)] == [
        "other",
        "exact",
    ]


def test_a_dot_is_fourteen_bytes_on_the_wire() -> None:
    many = pa.concat_tables([dots(skill=[SKILL_CODES[0], SKILL_CODES[-1]])] * 5000)
    assert len(ipc(geometry(many))) / many.num_rows == pytest.approx(14, abs=0.3)


def test_values_outside_their_range_stay_at_its_ends() -> None:
    table = geometry(dots(x=[2.0, -2.0], regret=[3.0, -1.0], n_plain=[900, 0]))
    assert np.abs(table["x"].to_numpy()).max() >= 32767
    assert table["regret"].to_pylist() == [127, -100]
    assert table["plays"].to_pylist() == [255, 0]


def test_a_step_too_large_to_show_is_named() -> None:
    with pytest.raises(ValueError, match="step 70000 is above 65535"):
        geometry(dots(step=[0, 70000]))


def test_parquet_reads_back() -> None:
    table = pa.table({"a": [1, 2]})
    assert pa.parquet.read_table(io.BytesIO(parquet(table))).equals(table)
