"""The runs that a site is made of, opened once: a job that goes on writing does not change them half-way."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from app.queries import OpenRun, RunStore
from pipeline.run_log import RunLogError, RunSummary, summarise, why_no_run

MOST_BYTES = 128 << 20
"""Size on disk up to which a run's episodes are held in memory while a site is written."""


class ExportError(Exception):
    """Why there will be no site; the message is one sentence."""


class ChosenRuns(RunStore):
    """The runs under ``root`` that ``wanted`` names by id or directory, in directory order, and then run
    directories that it gives the paths of; all under ``root`` without any.

    Raises :class:`ExportError` for a run that is not there, cannot be read although it was asked for, or has
    the id of another. ``unreadable`` has a sentence for each other one that cannot be read.
    """

    def __init__(self, root: Path, wanted: Sequence[str] = ()):
        super().__init__(root)
        found = super().summaries()
        if not found and not wanted:
            raise ExportError(f"--data: {why_no_run(root)}")
        names = {name for summary in found for name in (summary.run_id, summary.path.name)}
        paths = [self._directory(name, found) for name in dict.fromkeys(wanted) if name not in names]
        self.unreadable: list[str] = []
        self._chosen: list[RunSummary] = []
        self._opened: dict[str, OpenRun] = {}
        for summary in found:
            if not wanted or {summary.run_id, summary.path.name} & set(wanted):
                self._choose(summary, named=bool(wanted))
        for path in paths:
            if not any(summary.path.samefile(path) for summary in self._chosen):
                self._choose(summarise(path), named=True)
        if not self._chosen:
            raise ExportError(f"{root} holds no run that can be read: {self.unreadable[0]}")

    def _directory(self, name: str, found: Sequence[RunSummary]) -> Path:
        """The run directory that ``name`` is the path of, ``found`` having none of that name."""
        path = Path(os.path.abspath(name))
        if (path / "run.json").exists():
            return path
        if path.is_file():
            raise ExportError(f"--runs {name}: {name} is a file, expected a run directory")
        if not found:
            raise ExportError(f"--runs {name} is no run directory, and {why_no_run(self.root)}")
        offered = ", ".join(summary.path.name for summary in found)
        raise ExportError(
            f"--runs {name}: {self.root} holds no such run, only {offered}; nor is it a run directory"
        )

    def _choose(self, summary: RunSummary, *, named: bool) -> None:
        for other in self._chosen:
            if other.run_id == summary.run_id and named:
                raise ExportError(
                    f"{summary.path} and {other.path} have the same run_id {summary.run_id!r}: choose one"
                )
        self._chosen.append(summary)
        try:
            opened = super().run(summary.run_id)
            opened.reader.keep("plays", most=MOST_BYTES)
        except RunLogError as error:
            if named:
                raise ExportError(str(error)) from None
            self.unreadable.append(str(error))
            self._chosen.pop()
        else:
            self._opened[summary.run_id] = opened

    def summaries(self) -> list[RunSummary]:
        return self._chosen

    def run(self, run_id: str) -> OpenRun:
        return self._opened[run_id] if run_id in self._opened else super().run(run_id)
