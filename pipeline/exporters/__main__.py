"""Hand environments to other ecosystems.

    python -m pipeline.exporters gymnasium data/pools/featured --out /tmp/featured
    python -m pipeline.exporters hf data/runs/spade --out /tmp/spade-data --solvable proved

Each export is a folder that works without this repository. Exit 2 with one sentence when it cannot be made;
then nothing is left behind.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from pipeline.exporters.folder import new_folder, refuse_occupied
from pipeline.exporters.hf import write_dataset
from pipeline.exporters.names import module_name
from pipeline.exporters.packages import TARGETS, package_name, write_package
from pipeline.exporters.sources import ExportError, Selection, read_source
from pipeline.importers.rows import clean
from pipeline.sandbox import SandboxError
from pipeline.vocabulary import KINDS

DATASET = "hf"


def main(argv: Sequence[str] | None = None) -> int:
    """The command line: 0 when the export is there, 2 when it cannot be made."""
    options = _parser().parse_args(argv)
    selection = Selection(options.limit, options.kind, options.skill, options.solvable, options.steps)
    path = Path(options.source)
    try:
        refuse_occupied(Path(options.out))
        source = read_source(path, selection, sandbox_level=options.sandbox)
        name = options.name or source.name
        with new_folder(Path(options.out)) as folder:
            if options.target == DATASET:
                write_dataset(folder, name, source, selection)
            else:
                write_package(folder, options.target, name, source, selection)
    except (ExportError, SandboxError) as error:
        print(f"pipeline.exporters: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        reason = error.strerror or error
        print(f"pipeline.exporters: {error.filename or path} cannot be read ({reason})", file=sys.stderr)
        return 2
    what = "data set" if options.target == DATASET else package_name(options.target, name)
    count = len(source.environments)
    print(clean(f"{count} environments of {path} -> {options.out} ({what}); see its README.md"))
    return 0


def _parser() -> argparse.ArgumentParser:
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="pipeline.exporters", description=about)
    parser.add_argument("target", choices=(*TARGETS, DATASET), help="the ecosystem")
    parser.add_argument(
        "source", metavar="POOL_OR_RUN", help="a folder of programs, or a run (its valid designs)"
    )
    parser.add_argument(
        "--out", metavar="DIR", required=True, help="a folder that does not exist or is empty"
    )
    parser.add_argument("--limit", type=_positive, metavar="N", help="the first N that fit the other options")
    parser.add_argument("--kind", choices=KINDS, help="only environments of this kind")
    parser.add_argument("--skill", help="only environments with this skill, as the source spells it")
    parser.add_argument("--solvable", choices=("proved",), help="only designs proved solvable (runs)")
    parser.add_argument(
        "--steps", type=_steps, metavar="A:B", help="only designs of steps A up to B, B left out (runs)"
    )
    parser.add_argument(
        "--name", type=_name, help="what the package or data set is called after (default: the folder)"
    )
    parser.add_argument(
        "--sandbox", choices=("auto", "none"), default="auto", help="none: trust a pool's programs"
    )
    return parser


def _positive(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,12}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not {text!r}")
    return int(text)


def _steps(text: str) -> tuple[int, int | None]:
    match = re.fullmatch(r"([0-9]{0,12}):([0-9]{0,12})", text)
    if match is None or text == ":":
        raise argparse.ArgumentTypeError(f"expected A:B with whole numbers, for example 0:100, not {text!r}")
    first, stop = int(match[1] or 0), int(match[2]) if match[2] else None
    if stop is not None and stop <= first:
        raise argparse.ArgumentTypeError(f"expected A below B, for example 0:100, not {text!r}")
    return first, stop


def _name(text: str) -> str:
    if module_name(text) != text:
        raise argparse.ArgumentTypeError(
            f"expected lower-case letters, digits and single underscores, not {text!r}"
        )
    return text


if __name__ == "__main__":
    sys.exit(main())
