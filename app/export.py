"""The explorer's map, player and puzzles as a static site, for any server of plain files or a pages host.

    python -m app.export OUT_DIR [--runs RUN ...] [--data DIR]

Everything that needs no server works there: the map with its slider, colours, filters, text search and
panels, every valid environment with its episodes to read, replay and play, the puzzles, Take the Controls,
Tool use. Training and Results, search by meaning and Parquet downloads need the explorer itself. Wheels of
the folder named by ``SPADE_WHEELS`` go along.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from app.settings import POOLS, runs_root
from app.static_site.site import build, check_target
from app.static_site.store import ChosenRuns, ExportError
from app.wheels import folder


def parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m app.export", description="Write a static site.")
    parser.add_argument(
        "out", type=Path, metavar="OUT_DIR", help="directory to make; must not exist, or be empty"
    )
    parser.add_argument(
        "--runs",
        nargs="+",
        default=[],
        metavar="RUN",
        help="runs below --data by id or name, or paths of run directories (default: all below --data)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=runs_root(),
        metavar="DIR",
        help="directory of runs (default: %(default)s)",
    )
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    options = parse(argv)
    start = time.monotonic()
    out = options.out.resolve()
    try:
        check_target(out)
        written = build(out, ChosenRuns(options.data, options.runs), POOLS, folder(), print)
    except (ExportError, OSError) as error:
        print(f"app.export: {error}", file=sys.stderr)
        return 2
    for problem in written.problems:
        print(f"app.export: {problem}", file=sys.stderr)
    seconds = time.monotonic() - start
    print(f"{out}: {written.files} files, {written.bytes / 1e6:.1f} MB, in {seconds:.0f} s")
    print(f"Look at it: python -m http.server --bind 127.0.0.1 --directory {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
