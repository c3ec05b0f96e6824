"""Rows of the run log, built from what the loop holds (column meanings: RUN_LOG.md, ``run_schema.py``)."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pipeline.prompts import tools_json

if TYPE_CHECKING:
    from pipeline.design import Design
    from pipeline.designer import Draft
    from pipeline.learner import UpdateStats
    from pipeline.play import Episode
    from pipeline.scoring import Score
    from pipeline.validator import Verdict

Row = dict[str, Any]


def design_columns(draft: Draft, verdict: Verdict, *, env_id: str, step: int, attempt: int) -> Row:
    """The columns of a design that are known once it is validated."""
    request, rollout = draft.request, draft.rollout
    return {
        "env_id": env_id,
        "step": step,
        "attempt": attempt,
        "prompt_group": f"{step:06d}-{draft.prompt}",
        "kind": verdict.kind if verdict.valid else request.kind,
        "skill": request.skill,
        "difficulty": request.difficulty,
        "title": verdict.title,
        "summary": verdict.summary,
        "code": draft.code,
        "code_sha256": hashlib.sha256(draft.code.encode()).hexdigest(),
        "lines": verdict.lines,
        "ast_nodes": verdict.ast_nodes,
        "imports": list(verdict.imports),
        "max_turns": verdict.max_turns,
        "tools": tools_json(verdict.tools),
        "first_observation": verdict.first_observation,
        "doc_id": draft.doc_id,
        "parent_ids": list(draft.parent_ids),
        "policy_version": rollout.policy_version if rollout else None,
        "prompt_tokens": rollout.prompt_tokens if rollout else None,
        "completion_tokens": rollout.completion_tokens if rollout else None,
        **verdict.columns(),
        "novelty": verdict.novelty,
        "nearest_env_id": verdict.nearest,
    }


def design_row(design: Design, score: Score, advantage: float | None) -> Row:
    """The full row of a scored design."""
    tally = design.tally
    return {
        **design.columns,
        "n_plain": len(tally.plain),
        "n_hint": tally.n_hint,
        "return_plain": _known(score.return_plain),
        "return_hint": _known(score.return_hint),
        "solve_rate_plain": _known(score.solve_rate_plain),
        "solve_rate_hint": _known(score.solve_rate_hint),
        "regret": _known(score.regret),
        "regret_se": _known(score.regret_se),
        "hint_harm": _known(score.hint_harm),
        "quadrant": score.quadrant,
        "turns_mean": sum(tally.turns) / len(tally.turns) if tally.turns else None,
        "env_faults": tally.faults + tally.hangs,
        **score.terms,
        "designer_reward": _known(score.designer_reward),
        "advantage": advantage,
    }


def play_row(episode: Episode, advantage: float | None) -> Row:
    """One episode with its transcript; ``advantage`` is ``None`` in an arm that is not trained."""
    spec, rollout = episode.spec, episode.rollout
    return {
        "play_id": spec.play_id,
        "env_id": spec.env_id,
        "step": spec.step,
        "arm": spec.arm,
        "seed": spec.instance.seed,
        "group_id": spec.group,
        "policy_version": rollout.policy_version if rollout else None,
        "messages": episode.messages,
        "steps": episode.transcript["steps"],
        "first_observation": episode.transcript["first_observation"],
        "hint": spec.hint,
        "return": _known(episode.ret),
        "outcome": episode.outcome,
        "fault": episode.fault,
        "turns": episode.turns,
        "prompt_tokens": rollout.prompt_tokens if rollout else 0,
        "completion_tokens": rollout.completion_tokens if rollout else 0,
        "advantage": advantage,
        "wall_ms": episode.wall_ms,
    }


def update_row(stats: UpdateStats, **more: Any) -> Row:
    """One optimiser step; ``more`` holds the counts and seconds the loop measured."""
    return {name: _known(value) for name, value in {**asdict(stats), **more}.items()}


def token_rows(designs: Sequence[Design], episodes: Sequence[Episode], step: int) -> list[Row]:
    """Token ids, masks and log-probs of designs and episodes."""
    sequences = [(d.env_id, d.rollout) for d in designs] + [(e.spec.play_id, e.rollout) for e in episodes]
    return [
        {
            "play_id": name,
            "step": step,
            "token_ids": list(row.ids),
            "mask": list(row.mask),
            "logprobs": list(row.logprobs),
        }
        for name, rollout in sequences
        if rollout is not None
        for row in rollout.rows
    ]


def _known(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value
