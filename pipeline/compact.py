"""Put a finished run's step files together: the same rows in a fraction of the space.

    python -m pipeline.compact RUN [--steps 50]

Training writes a file per table and step, so that a killed run loses nothing. Afterwards a file of many steps
is far smaller, since programs and observations repeat themselves. Rows, columns and order stay as they are.
Each file is complete before the ones it replaces go; cut short, it can be run again, and a reader prefers the
compacted file meanwhile. Exit status: 0 done, 2 not a run or not a complete one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.run_log import RunLogError, RunReader, step_file, steps_in, write_table
from pipeline.run_schema import TABLES

STEPS = 50
"""Steps per file: few enough that one step's episodes are read without the whole run's."""

LEVEL = 19
"""Compression of files that are written once and kept: a tenth smaller, seconds instead of milliseconds."""


def compact(path: Path, steps: int = STEPS) -> tuple[int, int]:
    """Compact every table of a complete run into files of up to ``steps`` steps; bytes before and after.

    Raises :class:`pipeline.run_log.RunLogError`, before anything is changed, when the run is not complete or
    a file of it is damaged.
    """
    with RunReader(path) as run:
        if run.meta.get("status") != "complete":
            raise RunLogError(f"{path} is {run.meta.get('status')}, and only a complete run is compacted")
        if run.problems:
            raise RunLogError(run.problems[0])
        for table in TABLES:
            for file in run.step_files(table):
                _read(file)
        before = _size(path)
        for table in TABLES:
            _compact_table(run, table, steps)
    return before, _size(path)


def _compact_table(run: RunReader, table: str, steps: int) -> None:
    groups: dict[int, list[Path]] = {}
    for file in run.step_files(table):
        groups.setdefault(steps_in(file).start // steps, []).append(file)
    for files in groups.values():
        first, last = steps_in(files[0]).start, steps_in(files[-1])[-1]
        target = run.path / step_file(table, first, last)
        if len(files) > 1:
            rows = [_read(file) for file in files]
            write_table(target, pa.concat_tables(rows, promote_options="default"), LEVEL)
    kept = set(run.step_files(table))
    for file in (run.path / table).glob("step-*.parquet"):
        if file not in kept:
            file.unlink()


def _read(file: Path) -> pa.Table:
    try:
        return pq.read_table(file)
    except (OSError, pa.ArrowInvalid) as error:
        raise RunLogError(f"{file} is damaged ({str(error).splitlines()[0]})") from None


def _size(path: Path) -> int:
    return sum(file.stat().st_size for table in TABLES for file in (path / table).glob("*.parquet"))


def _amount(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m pipeline.compact", description=__doc__)
    parser.add_argument("run", type=Path, help="run directory")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps per file (default: %(default)s)")
    options = parser.parse_args(argv)
    if options.steps < 2:
        parser.error(f"argument --steps: {options.steps} is not a number of steps above 1")
    try:
        before, after = compact(options.run, options.steps)
    except RunLogError as error:
        print(f"compact: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"compact: {error.filename} cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    if before == after:
        print(f"{options.run}: nothing to put together, its step files have {_amount(after)}")
    else:
        print(f"{options.run}: {_amount(before)} of step files are {_amount(after)} now")
    return 0


if __name__ == "__main__":
    sys.exit(main())
