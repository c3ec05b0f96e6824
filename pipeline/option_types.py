"""What commands check about their options before any work begins."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path


def count(text: str) -> int:
    """Type of an option that counts something, for ``argparse``."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return int(text)


def minutes(text: str) -> float:
    """Type of an option that is a time, for ``argparse``."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number of minutes above 0")
    return value


def make_folder(option: str, folder: Path) -> None:
    """Make ``folder`` and try that files can be made in it; ``ValueError`` names the ``option``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ValueError(f"{option}: {folder} cannot be written ({error.strerror})") from None
