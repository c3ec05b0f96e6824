"""An output folder of the published training code.

What that code leaves on disk, wherever below the folder: ``step_NNNNN/game_<step>_<index>_<skill>.py``, the
lasting copies, some with ``<program>_hint.txt`` and a ``<program>.json`` that names the skill; a folder of
the programs in play, with the same names; ``env_memory.json`` with win rate and regret of the last 200
programs; ``reject_*.py`` and ``rej_*.py``, programs that its own checks refused. It keeps no episodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.importers.card import card
from pipeline.importers.entries import item_of, skill_in, skill_name
from pipeline.importers.run_sets import hint_beside
from pipeline.importers.source import (
    ImportProblem,
    Item,
    LayoutProblem,
    Source,
    inside,
    listed,
    read_json,
)

MEMORY = "env_memory.json"
_STEP_FOLDER = re.compile(r"step_(\d{5})")
_GAME = re.compile(r"game_(\d{5})_\d{3}_\w+\.py")
_REJECTED = re.compile(r"(?:reject_(\d+)_(\d+)|rej_r(\d+)_g(\d+)_a\d+)_(\w+)\.py")
_MOST_REASON = 400

Record = tuple[str, Mapping[str, Any]]
"""Where a record of the memory stands, and the record."""

_REMEMBERED = ("skill", "actor_win_rate", "regret")


def is_training_output(path: Path) -> bool:
    """Whether a folder looks like one the training code wrote into."""
    folders = [path, *(child for child in path.iterdir() if child.is_dir())]
    return any((folder / MEMORY).is_file() for folder in folders) or any(
        _STEP_FOLDER.fullmatch(child.name) for folder in folders for child in folder.iterdir()
    )


def open_training_output(path: Path) -> Source:
    """Every program the training code left, refused ones included. Raises :class:`ImportProblem`."""
    if not path.is_dir():
        raise LayoutProblem(f"{path} is no folder")
    files = sorted(file for file in path.rglob("*.py") if file.is_file())
    files = [inside(path, str(file.relative_to(path)), str(path)) for file in files]
    known = _memory(path)
    accepted = [_accepted(file, known) for file in _one_of_each(files)]
    refused = [_refused(file, found) for file in files if (found := _REJECTED.fullmatch(file.name))]
    said = card(path)
    title = said.pop("pretty_name", path.resolve().name)
    facts = {**said, "accepted": len(accepted), "refused": len(refused), "remembered": len(known)}
    return listed("training-output", path, title, [*accepted, *refused], facts=facts)


def _one_of_each(files: list[Path]) -> Iterator[Path]:
    """Program files by name, the lasting copy of a step in place of the one in play."""
    chosen: dict[str, Path] = {}
    for file in files:
        if _GAME.fullmatch(file.name) and (
            file.name not in chosen or _STEP_FOLDER.fullmatch(file.parent.name)
        ):
            chosen[file.name] = file
    return (chosen[name] for name in sorted(chosen))


def _accepted(file: Path, known: Mapping[str, Record]) -> Item:
    where, record = known.get(file.name, (str(file), {}))
    stated = {name: record.get(name) for name in _REMEMBERED}
    item = item_of(stated, file, where, file_name=file.name)
    skill = skill_in(file.name) or item.columns.get("skill") or _skill_beside(file)
    columns: dict[str, Any] = {**hint_beside(file), **({"skill": skill} if skill else {})}
    return replace(item, name=str(file), columns={**item.columns, **columns})


def _skill_beside(file: Path) -> str | None:
    beside = file.with_suffix(".json")
    stated = read_json(beside) if beside.is_file() and not beside.is_symlink() else None
    name = stated.get("skill_name") if isinstance(stated, Mapping) else None
    return skill_name(name) if isinstance(name, str) else None


def _refused(file: Path, found: re.Match[str]) -> Item:
    step = int(found[1] or found[3])
    item = item_of({"step": step}, file, str(file), file_name=file.name)
    reason = _reason(file) or f"its name says {found[5].replace('_', ' ')}"
    return replace(item, refusal=f"the source's own checks rejected it: {reason}")


def _reason(file: Path) -> str:
    """What ``<program>.reason.txt`` says, on one line; empty without one."""
    for beside in (file.with_suffix(".reason.txt"), file.with_name(f"{file.name}.reason.txt")):
        if beside.is_file() and not beside.is_symlink():
            text = beside.read_bytes()[: 4 * _MOST_REASON].decode("utf-8-sig", "replace")
            return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:_MOST_REASON]
    return ""


def _memory(path: Path) -> dict[str, Record]:
    """Records of every ``env_memory.json`` by the name of their program file; the last one counts."""
    found: dict[str, Record] = {}
    for file in sorted(path.rglob(MEMORY)):
        inside(path, str(file.relative_to(path)), str(path))
        records = read_json(file)
        if not isinstance(records, list) or not all(isinstance(record, Mapping) for record in records):
            raise ImportProblem(f"{file} should hold a list of records")
        for number, record in enumerate(records):
            if isinstance(record.get("game_file"), str):
                found[Path(record["game_file"]).name] = f"{file}, record {number}", record
    return found
