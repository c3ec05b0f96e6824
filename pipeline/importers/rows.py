"""Rows of the run log for imported environments: stated by the source, found by the sandbox, or null."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
from spade_env.program import SUMMARY_LENGTH, TITLE_LENGTH
from spade_env.shapes import clean_text

from pipeline.importers.judge import Judged
from pipeline.importers.trajectories import play_columns
from pipeline.prompts import tools_json
from pipeline.run_schema import table_schema
from pipeline.validator import STAGES, Verdict

SOURCE_STAGE = "source"
"""Verdict stage of a program that the source's own checks rejected."""

PUBLISHED = {
    "game_id": pa.string(),
    "file_name": pa.string(),
    "original_file_name": pa.string(),
    "sha256": pa.string(),
    "line_count": pa.int64(),
    "byte_count": pa.int64(),
    "source_run": pa.string(),
    "model_scale": pa.string(),
    "recipe": pa.string(),
}
"""Columns that imported designs have beside the run log's own; a reader of the run log ignores them."""

_MOST = 2**31
_CHECKS = tuple(f"check_{stage}" for stage in STAGES)


def designs_schema() -> pa.Schema:
    """Schema of the ``designs`` table of an imported run."""
    schema = table_schema("designs", set(_CHECKS))
    for name, kind in PUBLISHED.items():
        schema = schema.append(pa.field(name, kind))
    return schema


def design_row(judged: Judged, plays: list[dict[str, Any]], *, env_id: str, attempt: int) -> dict[str, Any]:
    """One design. What the source states of its plays counts more than what the plays it holds tell, but a
    number of plays counts only beside a mean: sets state 0 where they have not joined the outcomes."""
    item = judged.item
    stated = dict(item.columns)
    if plays and not {"return_plain", "solve_rate_plain"} & stated.keys():
        stated.pop("n_plain", None)
    row = {
        "env_id": env_id,
        "step": item.step,
        "attempt": attempt,
        "code": judged.code,
        "code_sha256": hashlib.sha256(judged.code.encode()).hexdigest(),
        "sha256": judged.sha256,
        "lines": len(judged.code.splitlines()),
        "line_count": len(judged.code.splitlines()),
        "byte_count": judged.byte_count,
        "solvable": "unknown",
        **(verdict_columns(judged.verdict) if judged.verdict else _unreadable(judged)),
        **play_columns(plays),
        **stated,
    }
    if item.refusal:
        row |= {"valid": False, "verdict_stage": SOURCE_STAGE, "verdict_reason": item.refusal}
    return clean(row)


def verdict_columns(verdict: Verdict) -> dict[str, Any]:
    """Columns that the checks filled in. What they did not get to is null, not nought or an empty text."""
    described = verdict.max_turns > 0
    return {
        "kind": verdict.kind,
        "title": verdict.title[:TITLE_LENGTH] or None,
        "summary": verdict.summary[:SUMMARY_LENGTH] or None,
        "ast_nodes": _count(verdict.ast_nodes),
        "imports": verdict.imports,
        "max_turns": _count(verdict.max_turns),
        "tools": tools_json(verdict.tools) if described else None,
        "first_observation": verdict.first_observation if described else None,
        **verdict.columns(),
    }


def clean(value: Any) -> Any:
    """``value`` with every text in it such that UTF-8 can hold it: sources and programs may put half
    characters (lone surrogates) anywhere."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, Mapping):
        return {clean(key): clean(item) for key, item in value.items()}
    return [clean(item) for item in value] if isinstance(value, list) else value


def _unreadable(judged: Judged) -> dict[str, Any]:
    return {
        "valid": False,
        "verdict_stage": "parse",
        "verdict_reason": judged.unreadable,
        "check_parse": "fail",
        **dict.fromkeys(_CHECKS[1:], "skip"),
    }


def _count(value: int) -> int | None:
    """A count that the sandbox reported. It may come from a program that attacks its checks, so it is kept
    only where it can be true."""
    return value if 0 < value < _MOST else None
