"""What could not be read is said once for many files of a kind."""

from __future__ import annotations

from app.problems import condensed


def test_files_of_one_kind_are_said_once_in_order() -> None:
    lacking = [f"/runs/a/updates/step-{step:06d}.parquet lacks the column 'x'" for step in range(3)]
    other = "/runs/b/updates/step-000000.parquet lacks the column 'x'"
    assert condensed([lacking[0], other, *lacking[1:], "/runs/c has no topic map yet"]) == [
        "/runs/a/updates/step-000000.parquet lacks the column 'x' (and so for 2 more step files)",
        other,
        "/runs/c has no topic map yet",
    ]


def test_nothing_and_one_are_left_as_they_are() -> None:
    assert condensed([]) == []
    assert condensed(["/runs/a/run.json cannot be read"]) == ["/runs/a/run.json cannot be read"]
