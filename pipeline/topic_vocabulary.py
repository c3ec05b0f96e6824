"""The kinds of environment that have a name of their own, and which of them each environment is.

``topic_vocabulary.yaml`` holds the kinds, written by hand: puzzles, games, experiments and office tools,
each with a line on what it is like. An environment is of the kind whose line its embedding is nearest to
(zero-shot classification by sentence embeddings); its theme ("at the lighthouse") pulls at that as much as
its rules do, so what its topic as a whole is like counts as well.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

FILE = Path(__file__).with_suffix(".yaml")
LEAST = 0.22
"""Cosine similarity below which an environment is of no kind that has a name."""
_COMMON = 0.5
"""Part of a line's mean similarity to all environments that is taken off: some lines are like anything."""


class Kind(NamedTuple):
    """A kind of environment and the field it belongs to, as shown."""

    field: str
    name: str


@functools.cache
def vocabulary() -> dict[Kind, str]:
    """Every kind with the line that says what it is like, in the order of the file."""
    import yaml

    fields = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return {Kind(field, name): line for field, names in fields.items() for name, line in names.items()}


def kinds(
    vectors: np.ndarray, topic: np.ndarray, embed: Callable[[Sequence[str]], np.ndarray]
) -> list[Kind | None]:
    """The kind of every environment, None where no kind is near enough.

    ``vectors`` (n, d) are unit embeddings, ``topic`` (n,) the finest topic of each row, ``embed`` makes unit
    embeddings (k, d) of the vocabulary's lines.
    """
    known = list(vocabulary())
    lines = embed([f"{kind.name}: {line}" for kind, line in vocabulary().items()])
    own = vectors @ lines.T
    together = np.empty_like(own)
    for one in np.unique(topic):
        together[topic == one] = own[topic == one].mean(axis=0)
    near = (own + together) / 2
    best = (near - _COMMON * own.mean(axis=0)).argmax(axis=1)
    return [known[k] if near[row, k] >= LEAST else None for row, k in enumerate(best)]
