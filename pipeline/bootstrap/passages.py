"""The corpus that the bank's nouns and settings come from: where it lies, and its lines."""

from __future__ import annotations

from pathlib import Path

from pipeline.config import ROOT

PASSAGES = ROOT / "data" / "corpus" / "passages.jsonl"


def passage_lines(path: Path) -> list[str]:
    """The lines of a corpus, at least one. ``ValueError`` with one sentence when it cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ValueError(f"--passages {path} cannot be read ({reason}), expected JSON lines") from None
    if not lines:
        raise ValueError(f"--passages {path} holds no passage")
    return lines
