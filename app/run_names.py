"""The name of a run, one on every page: its title, and the name of its directory beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RunName:
    """A run's title (its directory where it has none) and the directory that tells it from all others."""

    title: str
    directory: str

    @classmethod
    def of(cls, directory: str, meta: Mapping[str, Any]) -> RunName:
        """The name of the run in ``directory`` (its last part); ``meta`` is its ``run.json``."""
        return cls(str(meta.get("title") or directory), directory)

    def __str__(self) -> str:
        return self.title if self.title == self.directory else f"{self.title} ({self.directory})"
