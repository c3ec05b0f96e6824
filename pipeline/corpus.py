"""Grounding passages: a JSONL file (``id``, ``text``, ``source``, ``subject``), drawn in seeded order.

Every passage is drawn once before any is drawn twice; each pass over the file has its own shuffle.
The position is all that has to survive a restart.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spade_env import derive_seed

FIELDS = ("id", "text", "source", "subject")


class CorpusError(Exception):
    """A corpus that cannot be used; one sentence naming the file."""


@dataclass(frozen=True)
class Passage:
    id: str
    text: str
    source: str
    subject: str


class Corpus:
    """Passages of one file in a seeded, resumable order. ``skipped`` names each bad line and why."""

    def __init__(self, passages: list[Passage], skipped: list[str], digest: str, seed: int):
        self.passages = passages
        self.skipped = skipped
        self.position = 0
        self._digest = digest
        self._seed = seed
        self._orders: dict[int, list[int]] = {}

    @classmethod
    def read(cls, path: Path, seed: int) -> Corpus:
        """Read a JSONL file; bad lines are named and skipped. Raises :class:`CorpusError` when the file
        cannot be read or holds no usable line."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise CorpusError(f"corpus.path: {path} cannot be read ({error.strerror})") from None
        passages: list[Passage] = []
        skipped: list[str] = []
        known: set[str] = set()
        for number, line in enumerate(data.split(b"\n"), 1):
            if not line.strip():
                continue
            passage, problem = _parse(line, known)
            if passage is None:
                skipped.append(f"{path}:{number}: {problem}")
            else:
                known.add(passage.id)
                passages.append(passage)
        if not passages:
            raise CorpusError(f"corpus.path: {path} holds no usable line ({len(skipped)} skipped)")
        return cls(passages, skipped, hashlib.sha256(data).hexdigest(), seed)

    def draw(self) -> Passage:
        """The next passage."""
        lap, offset = divmod(self.position, len(self.passages))
        if lap not in self._orders:
            order = list(range(len(self.passages)))
            random.Random(derive_seed(self._seed, "corpus", lap)).shuffle(order)
            self._orders = {lap: order}
        self.position += 1
        return self.passages[self._orders[lap][offset]]

    def state(self) -> dict[str, Any]:
        """JSON-able position, bound to the file's content."""
        return {"position": self.position, "sha256": self._digest}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue at a saved position; :class:`CorpusError` if the file has changed since."""
        if state["sha256"] != self._digest:
            raise CorpusError("corpus.path: the file has changed since this run started, so it cannot resume")
        self.position = int(state["position"])


def _parse(line: bytes, known: set[str]) -> tuple[Passage | None, str]:
    try:
        record = json.loads(line)
    except (UnicodeDecodeError, json.JSONDecodeError):
        return None, "not JSON"
    if not isinstance(record, dict):
        return None, "not a JSON object"
    for name in FIELDS:
        if not isinstance(record.get(name), str):
            return None, f"field '{name}' should be a string"
    if not record["text"].strip():
        return None, "field 'text' is empty"
    if record["id"] in known:
        return None, f"id '{record['id']}' occurs twice"
    return Passage(*(record[name] for name in FIELDS)), ""
