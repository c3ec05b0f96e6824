"""One entry of a published manifest or table, checked and turned into columns of the run log.

Published names and what becomes of them: ``game_id``, ``file_name``, ``original_file_name``, ``source_run``,
``model_scale`` and ``recipe`` keep their names; ``mean_reward``, ``solve_rate`` or ``actor_win_rate``, and
``n_plays`` are the plain arm's ``return_plain``, ``solve_rate_plain`` and ``n_plain``, which may have their
own names too, as may the hinted arm's and ``regret``; ``hint`` or ``hint_text`` is ``hint_text``;
``trajectory`` or ``trajectories`` are the plays. What an entry does not state, or states as null, stays null.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.importers.source import MOST_STEPS, ImportProblem, Item, inside
from pipeline.importers.trajectories import check_play
from pipeline.vocabulary import SKILLS, TOOL_SKILL

Entry = Mapping[str, Any]

FILE_FIELDS = ("path_in_dataset", "path", "file_name", "filename", "file")
"""Fields of an entry that may name its program, the most exact first."""

_KEPT = ("game_id", "file_name", "original_file_name", "source_run", "model_scale", "recipe")
_HINT_FIELDS = ("hint_text", "hint")
_PLAY_FIELDS = ("trajectories", "trajectory")
_MEASURED = {
    "mean_reward": ("return_plain", -1.0, 1.0),
    "return_plain": ("return_plain", -1.0, 1.0),
    "return_hint": ("return_hint", -1.0, 1.0),
    "solve_rate": ("solve_rate_plain", 0.0, 1.0),
    "actor_win_rate": ("solve_rate_plain", 0.0, 1.0),
    "solve_rate_plain": ("solve_rate_plain", 0.0, 1.0),
    "solve_rate_hint": ("solve_rate_hint", 0.0, 1.0),
    "regret": ("regret", -2.0, 2.0),
}
_COUNTED = {"n_plays": "n_plain", "n_plain": "n_plain", "n_hint": "n_hint"}

NUMBERS = frozenset({*_MEASURED, *_COUNTED, "step"})
"""Fields that hold a number."""

_PUBLISHED_SKILLS = (
    *SKILLS,
    "Strategic Planning",
    "Memory Recall",
    "Language Understanding",
    "API Orchestration",
    "Data Retrieval",
    "State Modification",
    "Error Recovery",
    "Tool Selection",
    "Multi-Step Workflows",
    TOOL_SKILL,
)
_SKILL_OF = {re.sub(r"\W", "_", name.lower()): name for name in _PUBLISHED_SKILLS}

_RUN_FILE = re.compile(r"game_(\d{5})_\d{3}_(\w+)")
_POOL_FILE = re.compile(r"game_\d+_(\w+)")


def item_of(entry: Entry, content: bytes | Path, where: str, *, file_name: str | None = None) -> Item:
    """The item that an entry describes; ``file_name`` is the program's where the entry does not say.

    Raises :class:`ImportProblem` naming ``where`` and the field that is of the wrong kind.
    """
    columns: dict[str, Any] = {name: _text(entry, name, where) for name in _KEPT}
    columns["file_name"] = columns["file_name"] or file_name
    named = columns["original_file_name"] or columns["file_name"] or ""
    columns["skill"] = skill_name(_text(entry, "skill", where)) or skill_in(named)
    columns["difficulty"] = _text(entry, "difficulty", where)
    hint = next((text for name in _HINT_FIELDS if (text := _text(entry, name, where))), None)
    columns |= hint_columns(hint)
    for name, (column, low, high) in _MEASURED.items():
        columns.setdefault(column, None)
        found = _number(entry, name, low, high, where)
        columns[column] = found if columns[column] is None else columns[column]
    for name, column in _COUNTED.items():
        count = _whole(entry, name, where)
        columns[column] = count if columns.get(column) is None else columns[column]
    step = _whole(entry, "step", where)
    return Item(
        where,
        content,
        step=(step_in(named) or 0) if step is None else step,
        source_run=columns["source_run"],
        columns={name: value for name, value in columns.items() if value is not None},
        plays=_plays(entry, where),
    )


def hint_columns(hint: str | None) -> dict[str, str]:
    """Columns of a hint that the source holds; none without one."""
    return {"hint_text": hint, "hint_source": "published"} if hint and hint.strip() else {}


def skill_name(text: str | None) -> str | None:
    """A published skill by its full name, whatever way it is spelled; another word stays as it is."""
    if not text or not text.strip():
        return None
    return _SKILL_OF.get(re.sub(r"\W", "_", text.strip().lower()), text.strip())


def skill_in(file_name: str) -> str | None:
    """The skill that a published file name ends in; None when it names none of the published skills."""
    stem = Path(file_name).stem
    found = _RUN_FILE.fullmatch(stem) or _POOL_FILE.fullmatch(stem)
    return _SKILL_OF.get(found[found.re.groups]) if found else None


def step_in(file_name: str) -> int | None:
    """The training step in a file name of the training code (``game_<step>_<index>_<skill>.py``)."""
    found = _RUN_FILE.fullmatch(Path(file_name).stem)
    return int(found[1]) if found else None


def locate(root: Path, entry: Entry, where: str, folders: Sequence[str] = ("",)) -> Path:
    """The program file that an entry names, relative to ``root`` or to one of ``folders`` below it.

    Raises :class:`ImportProblem` for an entry that names none, one outside ``root``, or one that is missing.
    """
    name = next((text for field in FILE_FIELDS if (text := _text(entry, field, where))), None)
    if name is None:
        raise ImportProblem(f"{where} names no program file (expected one of {', '.join(FILE_FIELDS)})")
    for folder in folders:
        path = inside(root, f"{folder}/{name}" if folder else name, where)
        if path.is_file():
            return path
    raise ImportProblem(f"{where}: the program {name!r} is not in {root}")


def _plays(entry: Entry, where: str) -> tuple[Mapping[str, Any], ...]:
    found = next((entry[name] for name in _PLAY_FIELDS if entry.get(name) is not None), None)
    if found is None:
        return ()
    plays = found if isinstance(found, list) else [found]
    for number, play in enumerate(plays):
        check_play(play, f"{where}, trajectory {number}")
    return tuple(plays)


def _text(entry: Entry, name: str, where: str) -> str | None:
    value = entry.get(name)
    if value is None or isinstance(value, str):
        return value
    raise ImportProblem(f"{where}: {name} is {value!r}, expected text")


def _whole(entry: Entry, name: str, where: str) -> int | None:
    value = entry.get(name)
    if _absent(value):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < MOST_STEPS:
        raise ImportProblem(
            f"{where}: {name} is {value!r}, expected a whole number from 0 to {MOST_STEPS - 1}"
        )
    return value


def _number(entry: Entry, name: str, low: float, high: float, where: str) -> float | None:
    value = entry.get(name)
    if _absent(value):
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ImportProblem(f"{where}: {name} is {value!r}, expected a number from {low:g} to {high:g}")
    return float(value)


def _absent(value: Any) -> bool:
    """Whether a number is not stated: null, or the NaN that data frames write for it."""
    return value is None or (isinstance(value, float) and math.isnan(value))
