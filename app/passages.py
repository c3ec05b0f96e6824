"""The passage a design was grounded in, read from the corpus file that the run's own configuration names.

A run log keeps the id of the passage (``doc_id``), not its text. The text is looked up where the run found
it; a run that was copied here without its corpus still opens, and says which file it would need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.queries import RunStore
from pipeline.corpus import Corpus, CorpusError, Passage

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = 256 * 2**20
"""A larger file is not read for one passage: it would have to be held in memory whole."""


class PassageError(Exception):
    """A passage that is not at hand; the message is one sentence naming the file."""


def corpus_file(config: Any, run_path: Path) -> Path:
    """The corpus file that a run's resolved ``config`` names: as written, below the repository where training
    resolves relative paths, or beside the run. Raises :class:`PassageError`."""
    section = config.get("corpus") if isinstance(config, Mapping) else None
    named = section.get("path") if isinstance(section, Mapping) else None
    if not isinstance(named, str) or not named:
        raise PassageError(f"{run_path / 'run.json'} names no corpus file (config.corpus.path)")
    places = [Path(named)] if Path(named).is_absolute() else [ROOT / named, run_path / named]
    for place in places:
        if place.is_file():  # never a device or a pipe, which could be read for ever
            return place
    raise PassageError(f"the run's corpus file {places[0]} is not here")


def passage(store: RunStore, run_id: str, doc_id: str) -> dict[str, str]:
    """``id``, ``text``, ``source`` and ``subject`` of the passage ``doc_id`` of a run's corpus.

    Raises :class:`PassageError` when the file or the passage is not at hand, :class:`RunLogError` when the
    run is not.
    """
    reader = store.run(run_id).reader
    file = corpus_file(reader.meta.get("config"), reader.path)
    stamp = file.stat()
    if stamp.st_size > MOST_BYTES:
        raise PassageError(f"{file} is larger than {MOST_BYTES // 2**20} MiB and is not read for one passage")
    try:
        found = _passages(file, stamp.st_mtime_ns).get(doc_id)
    except CorpusError as error:
        raise PassageError(str(error)) from None
    if found is None:
        raise PassageError(f"{file} holds no passage called {doc_id!r}")
    return asdict(found)


@lru_cache(maxsize=4)
def _passages(file: Path, changed_ns: int) -> dict[str, Passage]:
    """Passages of a corpus file by id; ``changed_ns`` makes a changed file another one."""
    return {passage.id: passage for passage in Corpus.read(file, 0).passages}
