"""What a run shows while it works: one live screen in a terminal, one line a step elsewhere."""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

PHASES = ("design", "validate", "hint", "play", "learn", "publish", "log")


class Progress:
    """Reports phases and finished steps, and keeps the seconds each phase took.

    ``stream`` defaults to standard error, so that standard output stays free for results.
    """

    def __init__(self, steps: int, title: str, stream: TextIO | None = None):
        self._steps = steps
        self._title = title
        self._console = Console(file=stream or sys.stderr)
        self._live: Live | None = None
        self._phase = "starting"
        self._done = 0
        self._rows: deque[Mapping[str, Any]] = deque(maxlen=10)
        self._durations: deque[float] = deque(maxlen=20)
        self._history: list[dict[str, float]] = []
        self.seconds: dict[str, float] = dict.fromkeys(PHASES, 0.0)

    def __enter__(self) -> Progress:
        if self._console.is_terminal:
            self._live = Live(self._screen(), console=self._console, refresh_per_second=4)
            self._live.__enter__()
        return self

    def __exit__(self, *exc: Any) -> None:
        if self._live is not None:
            self._live.__exit__(*exc)
            self._live = None

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Time one phase of the current step."""
        self._phase = name
        self._refresh()
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] += time.perf_counter() - start

    def start_step(self, step: int) -> None:
        """Reset the clocks for a step; steps before ``step`` count as done."""
        self._done = step
        self.seconds = dict.fromkeys(PHASES, 0.0)

    def finish_step(self, row: Mapping[str, Any], seconds: float) -> None:
        """Show a finished step (an ``updates`` row) that took ``seconds``."""
        self._done += 1
        self._durations.append(seconds)
        self._history.append({**self.seconds, "total": seconds})
        self._rows.append(row)
        self._refresh()
        if self._live is None:
            self._console.print(Text(self._line(row, seconds)), soft_wrap=True)

    def summary(self) -> str:
        """Median seconds of a step and of its phases, over the steps of this process."""
        if not self._history:
            return "no step was left to run"
        names = (*PHASES, "total")
        medians = {name: statistics.median(row[name] for row in self._history) for name in names}
        phases = " ".join(f"{name} {medians[name]:.2f}" for name in PHASES)
        return f"median step {medians['total']:.2f} s over {len(self._history)} steps ({phases})"

    def note(self, text: str) -> None:
        """Print one line above the live screen."""
        self._console.print(Text(text), soft_wrap=True)

    def eta(self) -> str:
        """Time left at the median pace of the last steps."""
        if not self._durations:
            return "-"
        left = int(statistics.median(self._durations) * (self._steps - self._done))
        return f"{left // 3600}:{left // 60 % 60:02d}:{left % 60:02d}"

    def _line(self, row: Mapping[str, Any], seconds: float) -> str:
        phases = " ".join(f"{name} {self.seconds[name]:.1f}" for name in PHASES)
        return (
            f"step {row['step'] + 1}/{self._steps}  plain {_number(row['return_plain'])}  "
            f"hint {_number(row['return_hint'])}  regret {_number(row['regret'])}  "
            f"valid {row['valid']}/{row['designs']}  {_rate(row)} tok/s  "
            f"{seconds:.1f} s ({phases})  ETA {self.eta()}"
        )

    def _refresh(self) -> None:
        if self._live is not None:
            self._live.update(self._screen())

    def _screen(self) -> Panel:
        table = Table(expand=True, box=None, pad_edge=False)
        for name in ("step", "plain", "hint", "regret", "valid", "mixed", "entropy", "tok/s", "seconds"):
            table.add_column(name, justify="right")
        for row in self._rows:
            table.add_row(
                str(row["step"] + 1),
                _number(row["return_plain"]),
                _number(row["return_hint"]),
                _number(row["regret"]),
                f"{row['valid']}/{row['designs']}",
                f"{row['groups_mixed']}/{row['groups_total']}",
                _number(row["entropy"]),
                _rate(row),
                f"{row['seconds_total']:.1f}",
            )
        head = f"{self._done}/{self._steps} steps · {self._phase} · ETA {self.eta()}"
        return Panel(table, title=self._title, subtitle=head, border_style="dim")


def _number(value: float | None) -> str:
    return "-" if value is None or math.isnan(value) else f"{value:.2f}"


def _rate(row: Mapping[str, Any]) -> str:
    seconds = row["seconds_design"] + row["seconds_play"]
    return f"{row['sampled_tokens'] / seconds:.0f}" if seconds else "-"
