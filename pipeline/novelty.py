"""How new a program is: exact duplicates by normalised syntax tree, near duplicates by MinHash.

Two views of one program:

* its **fingerprint**: the syntax tree without docstrings, layout and comments. Equal fingerprints are the
  same program.
* its **features**: runs of `SHINGLE` syntax node kinds along the tree (what it does) together with its
  identifiers, numbers and the words of its strings (what it is about). The similarity of two programs is the
  Jaccard index of their feature sets, estimated from MinHash signatures of `SLOTS` slots (Broder 1997;
  standard error about sqrt(s (1 - s) / SLOTS), so at most 0.05).

All hashes are blake2b or fixed multipliers, so signatures are the same in every process and can be stored.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

SHINGLE = 5
SLOTS = 128
_VERSION = 1

_random = np.random.Generator(np.random.PCG64(20260819))
_MULTIPLIERS = _random.integers(0, 1 << 63, SLOTS, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
_OFFSETS = _random.integers(0, 1 << 63, SLOTS, dtype=np.uint64)


def parse(source: str) -> ast.Module:
    """The syntax tree. Raises ValueError with one sentence when there is none (also for trees too deep to
    walk). Python's warnings about slips of the program, such as ``\\s`` in a plain string, are not printed.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"the program does not parse: {error}") from error


def fingerprint(source: str) -> str:
    """Hex digest of the program without docstrings, comments and layout. Raises ValueError when it does not
    parse.
    """
    tree = parse(source)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:]
    try:
        text = ast.dump(tree)
    except RecursionError as error:
        raise ValueError("the program is nested too deeply") from error
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def features(source: str) -> set[str]:
    """The feature set of a program. Raises ValueError when it does not parse."""
    tree = parse(source)
    kinds = list(_preorder(tree))
    shingles = {" ".join(kinds[i : i + SHINGLE]) for i in range(max(1, len(kinds) - SHINGLE + 1))}
    return shingles | {f"={word}" for node in ast.walk(tree) for word in _words(node)}


def _preorder(tree: ast.AST) -> Iterator[str]:
    stack = [tree]
    while stack:
        node = stack.pop()
        if not isinstance(node, ast.expr_context):
            yield type(node).__name__
        stack.extend(reversed(list(ast.iter_child_nodes(node))))


def _words(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.findall(r"[A-Za-z]+", node.value.lower())
    if isinstance(node, ast.Constant):
        return [repr(node.value)]
    return []


def signature(source: str) -> np.ndarray:
    """MinHash signature, uint32 of shape (SLOTS,). Raises ValueError when the program does not parse."""
    digests = b"".join(
        hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest()
        for feature in features(source)
    )
    hashes = np.frombuffer(digests, dtype="<u8").astype(np.uint64)
    with np.errstate(over="ignore"):
        mixed = hashes[:, None] * _MULTIPLIERS[None, :] + _OFFSETS[None, :]
    return (mixed >> np.uint64(32)).min(axis=0).astype(np.uint32)


class NoveltyIndex:
    """The programs seen so far. Grows by `add`; everything else reads."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._digests: list[str] = []
        self._fingerprints: dict[str, str] = {}
        self._signatures = np.zeros((64, SLOTS), dtype=np.uint32)

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, identity: str, source: str) -> None:
        """Remember a program under `identity`. Raises ValueError when it does not parse."""
        self._append(identity, fingerprint(source), signature(source))

    def contains_exact(self, source: str) -> bool:
        """Whether the same program, layout and comments aside, has been added. Raises ValueError."""
        return fingerprint(source) in self._fingerprints

    def nearest(self, source: str) -> tuple[str | None, float]:
        """The most similar program's id and the similarity in [0, 1]; (None, 0.0) for an empty index.

        Raises ValueError when the source does not parse.
        """
        if not self._ids:
            return None, 0.0
        exact = self._fingerprints.get(fingerprint(source))
        if exact is not None:
            return exact, 1.0
        equal = (self._signatures[: len(self._ids)] == signature(source)).mean(axis=1)
        best = int(equal.argmax())
        return self._ids[best], float(equal[best])

    def to_json(self) -> str:
        """The index as text; `from_json` restores it exactly."""
        rows = [
            [identity, digest, row.astype("<u4").tobytes().hex()]
            for identity, digest, row in zip(self._ids, self._digests, self._signatures, strict=False)
        ]
        return json.dumps({"version": _VERSION, "slots": SLOTS, "programs": rows})

    @classmethod
    def from_json(cls, text: str) -> NoveltyIndex:
        """Inverse of `to_json`. Raises ValueError for text that is no such index or has another version."""
        data: Any = json.loads(text)
        if not isinstance(data, dict) or (data.get("version"), data.get("slots")) != (_VERSION, SLOTS):
            raise ValueError(f"not a novelty index of version {_VERSION} with {SLOTS} slots")
        index = cls()
        for identity, digest, signature_hex in data["programs"]:
            row = np.frombuffer(bytes.fromhex(signature_hex), dtype="<u4").astype(np.uint32)
            index._append(identity, digest, row)
        return index

    def _append(self, identity: str, digest: str, row: np.ndarray) -> None:
        if len(self._ids) == len(self._signatures):
            self._signatures = np.concatenate([self._signatures, np.zeros_like(self._signatures)])
        self._signatures[len(self._ids)] = row
        self._ids.append(identity)
        self._digests.append(digest)
        self._fingerprints.setdefault(digest, identity)
