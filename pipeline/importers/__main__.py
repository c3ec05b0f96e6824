"""Command line of the importers: ``python -m pipeline.importers SOURCE --out RUN_DIR``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pipeline.importers.bring_in import bring_in
from pipeline.importers.detect import EXPECTED, FORMATS, find_source
from pipeline.importers.log import refuse_existing
from pipeline.importers.rows import clean
from pipeline.importers.source import ImportProblem
from pipeline.sandbox import SandboxError
from pipeline.validator import STAGES

_DESCRIPTION = """Bring a published environment set, or an output folder of the published training code, in as
a run log that the explorer opens. Programs run only in the sandbox."""

_EPILOG = f"""SOURCE is {EXPECTED}. A tool-use set holds several source runs: they come into one run log whose
environment ids name their run (<run>-<source run>-<step>-<n>) and stay the same whichever runs are there; to
compare runs, bring each in with --source-run into a run log of its own. Means, hints and episodes are taken
over where the source holds them and are null where it does not. Exit status: 0 done, 2 nothing was written,
130 interrupted."""


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; nothing is written unless it returns 0."""
    options = _parse(argv)
    try:
        refuse_existing(options.out)
        source = find_source(options.source, options.format, options.source_run)
        for note in source.notes:
            _say(note)
        _say(f"{source.path}: {source.total:,} environments ({source.format})")
        counts = bring_in(
            source,
            options.out,
            workers=options.workers,
            checks=options.checks,
            title=options.title,
            sandbox=options.sandbox,
            say=_say,
        )
    except (ImportProblem, SandboxError) as error:
        print(f"importers: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"importers: {options.out} cannot be written ({error.strerror or error})", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("importers: interrupted; nothing was written", file=sys.stderr)
        return 130
    told = f"{counts['designs']:,} environments, {counts['valid']:,} valid, {counts['plays']:,} episodes"
    print(clean(f"{options.out}: {told}"))
    if counts["valid"]:
        _say(f"place them on the map with: python -m pipeline.topic_map {options.out}")
    return 0


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.importers", description=_DESCRIPTION, epilog=_EPILOG
    )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument("source", type=Path, metavar="SOURCE", help="file or folder to bring in")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="RUN_DIR", help="the run log to write; must not exist"
    )
    parser.add_argument("--format", choices=FORMATS, help="layout of SOURCE, where it is not to be detected")
    parser.add_argument("--source-run", metavar="NAME", help="of a tool-use set: only this source run")
    parser.add_argument("--title", help="title of the run (default: what the source calls itself)")
    parser.add_argument(
        "--workers",
        type=int,
        default=cores,
        metavar="N",
        help="programs checked at a time (default: %(default)s)",
    )
    parser.add_argument(
        "--no-validate",
        dest="validate",
        action="store_false",
        help="only load, start and describe each program, without the other checks",
    )
    parser.add_argument(
        "--skip",
        action="append",
        choices=STAGES[3:],
        default=[],
        metavar="CHECK",
        help="a check that is not made, may be given several times: published games that hide all that "
        f"differs between instances fail 'diversity' ({', '.join(STAGES[3:])})",
    )
    parser.add_argument(
        "--sandbox", choices=("auto", "none"), default="auto", help="none: trust every program"
    )
    options = parser.parse_args(argv)
    if options.workers < 1:
        parser.error(f"argument --workers: {options.workers} is not a number of workers above 0")
    if options.skip and not options.validate:
        parser.error(
            "argument --skip: --no-validate makes no check that could be skipped; give one of the two"
        )
    options.checks = frozenset(STAGES) - set(options.skip) if options.validate else frozenset()
    if options.out.name in ("", ".."):
        parser.error(f"argument --out: {options.out} names no directory")
    return options


def _say(sentence: str) -> None:
    print(clean(sentence), file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
