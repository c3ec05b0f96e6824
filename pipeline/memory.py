"""The designer's memory of environments: whole programs with statistics that later plays keep updating.

Kept by quality and diversity: a cell is (skill, cluster of similar programs) and holds a few
environments only, so no high-regret family can crowd out the rest. Retrieval weighs regret, recency and
diversity, and draws from a random generator the caller seeds.
"""

from __future__ import annotations

import ast
import hashlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.config_sections import MemorySection

DIMENSIONS = 1024
NGRAM = 5
"""Length of the runs of syntax nodes counted: on renderings of the bank, cosines within a mechanic are above
.73 and between mechanics below .65 in 95 % of pairs, which shorter runs do not separate."""
FLOOR = 0.02
"""Least quality of a positive, so that early on, when regret is mostly noise, nothing is excluded."""


@dataclass
class Statistics:
    """Sums over every episode the environment was ever played in (void ones left out)."""

    plain: int = 0
    plain_sum: float = 0.0
    hint: int = 0
    hint_sum: float = 0.0
    pairs: int = 0
    regret_sum: float = 0.0
    last_step: int = 0

    @property
    def regret(self) -> float:
        """Mean paired regret over the environment's life; 0 without pairs."""
        return self.regret_sum / self.pairs if self.pairs else 0.0

    def add(self, plain: Iterable[float], hint: Iterable[float], step: int) -> None:
        """Add one step's paired returns (``nan`` = void, equal lengths)."""
        plain, hint = np.asarray(list(plain), float), np.asarray(list(hint), float)
        self.plain += int(np.sum(~np.isnan(plain)))
        self.plain_sum += float(np.nansum(plain))
        self.hint += int(np.sum(~np.isnan(hint)))
        self.hint_sum += float(np.nansum(hint))
        if hint.size:
            difference = hint - plain
            self.pairs += int(np.sum(~np.isnan(difference)))
            self.regret_sum += float(np.nansum(difference))
        self.last_step = step


@dataclass
class Record:
    """One remembered environment."""

    env_id: str
    step: int
    kind: str
    skill: str
    difficulty: str
    title: str
    first_observation: str
    code: str
    stats: Statistics = field(default_factory=Statistics)
    cluster: int = -1


class Memory:
    """Bounded set of records in quality-diversity cells. All state is in :meth:`state`."""

    def __init__(self, options: MemorySection, embed: Embedding | None = None):
        self.options = options
        self._embed = embed or embed_syntax
        self.records: dict[str, Record] = {}
        self._vectors: dict[str, NDArray[np.float64]] = {}
        self._leaders: list[Record] = []
        self._leader_vectors: list[NDArray[np.float64]] = []

    def __len__(self) -> int:
        return len(self.records)

    def add(self, record: Record, step: int) -> None:
        """Remember a valid environment; the least useful of its cell leaves when the cell is full."""
        vector = self._embed(record)
        record.cluster = self._cluster(record, vector)
        self.records[record.env_id] = record
        self._vectors[record.env_id] = vector
        cell = self._cell_members(record)
        if len(cell) > self.options.cell_cap:
            self._forget(self._least_useful(cell, step))
        if len(self.records) > self.options.capacity:
            largest = max(self.cells().values(), key=len)
            self._forget(self._least_useful(largest, step))

    def update(self, env_id: str, plain: Sequence[float], hint: Sequence[float], step: int) -> None:
        """Add one step's plays of an environment, if it is still remembered."""
        if env_id in self.records:
            self.records[env_id].stats.add(plain, hint, step)

    def cells(self) -> dict[tuple[str, int], list[Record]]:
        """Records by (skill, cluster)."""
        cells: dict[tuple[str, int], list[Record]] = {}
        for record in self.records.values():
            cells.setdefault((record.skill, record.cluster), []).append(record)
        return cells

    def retrieve(
        self, rng: random.Random, *, kind: str, skill: str, step: int
    ) -> tuple[list[Record], list[Record]]:
        """Draw ``positives`` high-regret exemplars and ``negatives`` low-regret ones for a prompt.

        Candidates have been played in both arms and share the kind; those of the same skill are used
        alone when they suffice.
        """
        played = [r for r in self.records.values() if r.stats.pairs and r.kind == kind]
        wanted = self.options.positives + self.options.negatives
        same_skill = [r for r in played if r.skill == skill]
        candidates = same_skill if len(same_skill) >= wanted else played
        crowding = {cell: len(members) for cell, members in self.cells().items()}
        positives: list[Record] = []
        while candidates and len(positives) < self.options.positives:
            weights = [
                self._quality(r, step) * self._distance(r, positives) / crowding[(r.skill, r.cluster)]
                for r in candidates
            ]
            positives.append(_draw(rng, candidates, weights))
            candidates = [r for r in candidates if r is not positives[-1]]
        negatives: list[Record] = []
        while candidates and len(negatives) < self.options.negatives:
            weights = [(1 - min(max(r.stats.regret, 0), 1)) ** 2 * self._recency(r, step) for r in candidates]
            negatives.append(_draw(rng, candidates, weights))
            candidates = [r for r in candidates if r is not negatives[-1]]
        return positives, negatives

    def state(self) -> dict[str, Any]:
        """JSON-able form; vectors are recomputed from the programs."""
        return {
            "records": [asdict(record) for record in self.records.values()],
            "leaders": [asdict(record) for record in self._leaders],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Inverse of :meth:`state`."""
        self.records = {data["env_id"]: _record(data) for data in state["records"]}
        self._vectors = {env_id: self._embed(record) for env_id, record in self.records.items()}
        self._leaders = [_record(data) for data in state["leaders"]]
        self._leader_vectors = [self._embed(record) for record in self._leaders]

    def _cluster(self, record: Record, vector: NDArray[np.float64]) -> int:
        """Index of the most similar cluster leader, or of a new cluster this program leads."""
        similar = [float(vector @ leader) for leader in self._leader_vectors]
        if similar and max(similar) >= self.options.cluster_similarity:
            return int(np.argmax(similar))
        self._leaders.append(replace(record, stats=Statistics()))
        self._leader_vectors.append(vector)
        return len(self._leaders) - 1

    def _cell_members(self, record: Record) -> list[Record]:
        return self.cells()[(record.skill, record.cluster)]

    def _least_useful(self, records: Sequence[Record], step: int) -> Record:
        return min(records, key=lambda r: (self._quality(r, step), r.step, r.env_id))

    def _forget(self, record: Record) -> None:
        del self.records[record.env_id]
        del self._vectors[record.env_id]

    def _quality(self, record: Record, step: int) -> float:
        return max(record.stats.regret, FLOOR) * self._recency(record, step)

    def _recency(self, record: Record, step: int) -> float:
        age = max(0, step - max(record.step, record.stats.last_step))
        return 0.5 ** (age / self.options.half_life)

    def _distance(self, record: Record, chosen: Sequence[Record]) -> float:
        """1 minus the largest similarity to what was already chosen, kept above 0."""
        vector = self._vectors[record.env_id]
        similar = [float(vector @ self._vectors[other.env_id]) for other in chosen]
        return max(1 - max(similar, default=0.0), 0.01)


Embedding = Callable[[Record], NDArray[np.float64]]
"""Unit vector of a remembered program."""


def make_embedding(name: str) -> Embedding:
    """The embedding called ``ast``, ``minilm`` or ``auto`` (MiniLM where the ``map`` extra is installed).

    Raises ``TopicMapError`` when MiniLM is asked for and missing."""
    if name == "ast":
        return embed_syntax
    from pipeline.topic_store import TopicMapError

    try:
        return _minilm()
    except TopicMapError:
        if name == "minilm":
            raise
        return embed_syntax


def _minilm() -> Embedding:
    from pipeline.topic_map import describe, minilm

    minilm(["warm up"])  # raises here, not in the middle of a run
    return lambda record: minilm([describe({**asdict(record), "summary": None})])[0].astype(np.float64)


def embed_syntax(record: Record) -> NDArray[np.float64]:
    """:func:`embed` of a record's program."""
    return embed(record.code)


def _record(data: Mapping[str, Any]) -> Record:
    return Record(**{**data, "stats": Statistics(**data["stats"])})


def embed(code: str) -> NDArray[np.float64]:
    """Unit vector of hashed runs of :data:`NGRAM` nodes of a program's syntax tree, shape (1024,).

    Names and constants are left out: what counts is how a program works, not what it is about. Raises
    ``SyntaxError`` for text that is not Python (only valid programs are remembered).
    """
    kinds = [type(node).__name__ for node in _preorder(ast.parse(code))]
    counts = np.zeros(DIMENSIONS)
    for start in range(max(1, len(kinds) - NGRAM + 1)):
        digest = hashlib.blake2b(" ".join(kinds[start : start + NGRAM]).encode(), digest_size=4).digest()
        counts[int.from_bytes(digest, "big") % DIMENSIONS] += 1
    vector = np.log1p(counts)
    return vector / np.linalg.norm(vector)


def _preorder(node: ast.AST) -> Iterable[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr_context):
            yield from _preorder(child)


def _draw(rng: random.Random, records: Sequence[Record], weights: Sequence[float]) -> Record:
    return rng.choices(records, weights=weights)[0] if sum(weights) > 0 else rng.choice(records)
