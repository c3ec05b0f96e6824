"""The sentence embedding of searched words, computed in a process of its own.

The explorer itself never loads torch: a child started with the first search by meaning does, answers one
line of JSON per line, and ends with its parent. It needs the ``map`` extra.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
_PATHS = [str(ROOT), str(ROOT / "web_runtime")]


class EmbeddingUnavailable(Exception):
    """The packages of the ``map`` extra are not installed on this server."""


class ChildEmbedder:
    """Words -> unit MiniLM vector (384,) float32, through one child that stays up between searches.

    Raises :class:`EmbeddingUnavailable`. Safe to call from several threads; they take turns.
    """

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._known = lru_cache(maxsize=512)(self._ask)

    def __call__(self, words: str) -> np.ndarray:
        with self._lock:
            return self._known(words)

    def _ask(self, words: str) -> np.ndarray:
        child = self._running()
        assert child.stdin is not None and child.stdout is not None
        try:
            child.stdin.write(json.dumps(words) + "\n")
            child.stdin.flush()
            line = child.stdout.readline()
        except OSError:
            line = ""
        answer = json.loads(line) if line else {"error": "the embedding process ended"}
        if "error" in answer:
            raise EmbeddingUnavailable(answer["error"])
        return np.asarray(answer["vector"], dtype=np.float32)

    def _running(self) -> subprocess.Popen[str]:
        if self._child is None or self._child.poll() is not None:
            code = f"import sys; sys.path[:0] = {_PATHS!r}; from app.embedder import serve; serve()"
            pipe = subprocess.PIPE
            self._child = subprocess.Popen(
                [sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
            )
        return self._child


def serve() -> None:
    """Answer each line of standard input (a JSON string) by its vector, or by why there is none."""
    from pipeline.topic_map import minilm
    from pipeline.topic_store import TopicMapError

    for line in sys.stdin:
        try:
            answer = {"vector": minilm([json.loads(line)])[0].tolist()}
        except TopicMapError as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
