"""The runs that a site is made of, opened once: a job that goes on writing does not change them half-way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.queries import OpenRun, RunStore
from pipeline.run_log import RunLogError, RunSummary

MOST_BYTES = 128 << 20
"""Size on disk up to which a run's episodes are held in memory while a site is written."""


class ExportError(Exception):
    """Why there will be no site; the message is one sentence."""


class ChosenRuns(RunStore):
    """The runs under ``root`` that ``wanted`` names by id or directory, in directory order; all without any.

    Raises :class:`ExportError` for a run that is not there, or cannot be read although it was asked for by
    name. ``unreadable`` has a sentence for each other one that cannot be read.
    """

    def __init__(self, root: Path, wanted: Sequence[str] = ()):
        super().__init__(root)
        found = super().summaries()
        if not found:
            raise ExportError(f"{root} holds no run")
        names = {name for summary in found for name in (summary.run_id, summary.path.name)}
        for name in wanted:
            if name not in names:
                offered = ", ".join(summary.path.name for summary in found)
                raise ExportError(f"--runs {name}: {root} holds no such run, only {offered}")
        self.unreadable: list[str] = []
        self._chosen: list[RunSummary] = []
        self._opened: dict[str, OpenRun] = {}
        for summary in found:
            if not wanted or {summary.run_id, summary.path.name} & set(wanted):
                self._choose(summary, named=bool(wanted))
        if not self._chosen:
            raise ExportError(f"{root} holds no run that can be read: {self.unreadable[0]}")

    def _choose(self, summary: RunSummary, *, named: bool) -> None:
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
