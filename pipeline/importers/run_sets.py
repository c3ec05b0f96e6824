"""Sets captured from training runs: ``manifest.json`` and the programs it names.

* A **run set** is one run: ``{"summary": {...}, "games": [...]}`` with ``games/gen_NNNN/*.py``. An entry's
  ``step`` is the training step; ``generation`` only counts the captured ones.
* A **tool-use set** is several: a list of entries with ``source_run``, and
  ``environments/<source_run>/*.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from pipeline.importers.card import card
from pipeline.importers.entries import hint_columns, item_of, locate
from pipeline.importers.source import (
    ImportProblem,
    Item,
    LayoutProblem,
    Source,
    file_sha256,
    listed,
    read_json,
    same_digest,
)

MANIFEST = "manifest.json"
_DEEPEST = 64
"""Levels of a summary, which goes into ``run.json`` as it is."""

_RUN_NAME = re.compile(r"\w[\w.-]*")


def manifest_format(path: Path) -> str | None:
    """``run-set`` or ``tool-use-set``, by the shape of ``manifest.json``; None for another one.

    Raises :class:`ImportProblem` when it is not JSON.
    """
    manifest = read_json(path / MANIFEST)
    if isinstance(manifest, dict) and isinstance(manifest.get("games"), list):
        return "run-set"
    return "tool-use-set" if isinstance(manifest, list) else None


def open_run_set(path: Path) -> Source:
    """The environments of one training run. Raises :class:`ImportProblem`."""
    manifest = _manifest(path)
    games = manifest.get("games") if isinstance(manifest, dict) else None
    if not isinstance(games, list):
        raise LayoutProblem(f"{path / MANIFEST} is no object with a list of games")
    summary = manifest.get("summary") or {}
    if not isinstance(summary, dict):
        raise ImportProblem(f"{path / MANIFEST}: summary is a {type(summary).__name__}, expected an object")
    if _deeper(summary, _DEEPEST):
        raise ImportProblem(f"{path / MANIFEST}: summary is nested more than {_DEEPEST} deep")
    items = [_item(path, entry, f"{path / MANIFEST}, game {n}") for n, entry in enumerate(games)]
    said = card(path)
    named = summary.get("wandb_run_name") or said.pop("pretty_name", path.resolve().name)
    model = summary.get("model")
    return listed(
        "run-set",
        path,
        str(named),
        items,
        model=PurePosixPath(model).name if isinstance(model, str) else None,
        facts={**said, "summary": summary},
    )


def open_tool_use_set(path: Path, source_run: str | None = None) -> Source:
    """The environments of several training runs, or of the one called ``source_run``.

    Raises :class:`ImportProblem`.
    """
    entries = _manifest(path)
    if not isinstance(entries, list):
        raise LayoutProblem(f"{path / MANIFEST} is no list of environments")
    items = [_item(path, entry, f"{path / MANIFEST}, entry {n}") for n, entry in enumerate(entries)]
    for item in items:
        if item.source_run is not None and not _RUN_NAME.fullmatch(item.source_run):
            raise ImportProblem(f"{item.name}: source_run is {item.source_run!r}, expected a plain name")
    runs = Counter(item.source_run or "" for item in items)
    scales = {item.columns.get("model_scale") for item in items}
    if source_run is not None:
        if source_run not in runs:
            raise ImportProblem(f"{path / MANIFEST} has no source run {source_run!r} (it has {_names(runs)})")
        # On its own a run needs no prefix to tell its environments from another's.
        items = [replace(item, source_run=None) for item in items if item.source_run == source_run]
        scales = {item.columns.get("model_scale") for item in items}
    said = card(path)
    whole = said.pop("pretty_name", path.resolve().name)
    facts = {**said, "source_runs": {name: runs[name] for name in sorted(runs) if source_run in (None, name)}}
    model = scales.pop() if len(scales) == 1 else None
    return listed("tool-use-set", path, source_run or whole, items, model=model, facts=facts)


def _manifest(path: Path) -> Any:
    """The manifest of a set. Raises :class:`ImportProblem`."""
    if not (path / MANIFEST).is_file():
        raise LayoutProblem(f"{path} holds no {MANIFEST}")
    return read_json(path / MANIFEST)


def _deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects in ``value`` are nested more than ``levels`` deep."""
    level = [value]
    for _ in range(levels + 1):
        inner = [found for found in level if isinstance(found, dict | list)]
        level = [child for found in inner for child in (found.values() if isinstance(found, dict) else found)]
        if not inner:
            return False
    return True


def _item(root: Path, entry: Any, where: str) -> Item:
    if not isinstance(entry, Mapping):
        raise ImportProblem(f"{where} is a {type(entry).__name__}, expected an object")
    run, generation = entry.get("source_run"), entry.get("generation")
    file = locate(root, entry, where, ("", f"environments/{run}", f"games/{generation}"))
    if entry.get("sha256") is not None:
        same_digest(entry["sha256"], file_sha256(file), str(file), where)
    item = item_of(entry, file, where, file_name=file.name)
    if "hint_text" not in item.columns:
        item = replace(item, columns={**item.columns, **hint_beside(file)})
    return item


def hint_beside(file: Path) -> dict[str, str]:
    """Hint columns from ``<program>_hint.txt``, where the training code leaves a hint; empty without one."""
    hint = file.with_name(f"{file.stem}_hint.txt")
    if not hint.is_file() or hint.is_symlink():
        return {}
    return hint_columns(hint.read_bytes()[:65536].decode("utf-8-sig", "replace").strip())


def _names(runs: Counter[str]) -> str:
    return ", ".join(sorted(name or "one without a name" for name in runs))
