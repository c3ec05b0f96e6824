"""What ``pipeline/run.py`` can be told on its command line, and how its ``--help`` says so."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from pipeline.config import Config, ConfigError, nearest, option_names, preset_names

FLAGS = ("--preset", "--config", "--steps", "--seed", "--out", "--resume", "--dry-run", "--sandbox", "--help")


def parse_arguments(arguments: Sequence[str]) -> tuple[argparse.Namespace, dict[str, str]]:
    """Known flags, and ``--dotted.option VALUE`` pairs as text. Raises :class:`ConfigError`."""
    parser = _Parser(
        prog="pipeline/run.py",
        usage="%(prog)s [--preset NAME | --config FILE | --resume DIR] [options] [--section.name VALUE ...]",
        description="Train with SPADE.",
        epilog=_epilog(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--preset", metavar="NAME", help="one of those below (default: cpu-tiny)")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="a YAML file, or the run.json of an earlier run"
    )
    parser.add_argument("--steps", help="same as --run.steps")
    parser.add_argument("--seed", help="same as --run.seed")
    parser.add_argument("--sandbox", help="same as --sandbox.level")
    parser.add_argument("--out", type=Path, metavar="DIR", help="run directory (default: data/runs/<run id>)")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="continue the run in this directory")
    parser.add_argument(
        "--dry-run", action="store_true", help="check everything, print the configuration, stop"
    )
    options, rest = parser.parse_known_args(list(arguments))
    overrides = _dotted(rest)
    for flag, option in (("steps", "run.steps"), ("seed", "run.seed"), ("sandbox", "sandbox.level")):
        if getattr(options, flag) is not None:
            overrides[option] = getattr(options, flag)
    if options.preset and options.config:
        raise ConfigError("--preset and --config exclude each other")
    return options, overrides


def _epilog() -> str:
    """The presets, and how any option of the configuration is set and found."""
    paragraphs = (
        f"Presets: {', '.join(preset_names())}.",
        "--section.name VALUE sets any option of the configuration, such as --learner.lr 3e-5 or"
        " --evaluation.every 25; a new run takes all of them, a resumed one --run.steps and --distributed.*"
        " only.",
        f"Sections: {', '.join(Config.model_fields)}.",
        "--dry-run prints every section with its options and the values they would have, of a preset with"
        " --preset NAME --dry-run.",
    )
    return "\n\n".join(textwrap.fill(text, 96, break_on_hyphens=False) for text in paragraphs)


def _dotted(rest: Sequence[str]) -> dict[str, str]:
    overrides, queue = {}, list(rest)
    while queue:
        flag, equals, value = queue.pop(0).partition("=")
        if not flag.startswith("--"):
            raise ConfigError(f"unexpected argument '{flag}'; options look like --section.name VALUE")
        if "." not in flag:
            known = [*FLAGS, *(f"--{name}" for name in option_names())]
            raise ConfigError(f"unknown option '{flag}'{nearest(flag, known)}")
        if not equals and not queue:
            raise ConfigError(f"option '{flag}' needs a value")
        overrides[flag.removeprefix("--")] = value if equals else queue.pop(0)
    return overrides


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ConfigError(message)
