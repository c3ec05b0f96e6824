"""Published episodes as rows of the ``plays`` table, and what they say about their environment.

A published play holds ``session_id``, ``attempt``, ``steps`` (each ``obs``, what the agent saw, and
``action``, what it replied), ``n_turns``, ``reward`` (the episode's, clipped), ``success``, ``is_hint`` and
``hint_text``. It holds no seed, no reward of a single turn and no text after the last reply: those stay null,
the last an empty text, as in the run log's own unfinished turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spade_env import WIN_RETURN

from pipeline.importers.source import ImportProblem

Play = Mapping[str, Any]


def check_play(play: Any, where: str) -> None:
    """Raises :class:`ImportProblem` naming ``where`` and the field of a play that is not as published."""
    if not isinstance(play, Mapping):
        raise ImportProblem(f"{where} is a {type(play).__name__}, expected an object with steps")
    steps = play.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, Mapping) for step in steps):
        raise ImportProblem(f"{where}: steps should be a list of objects with obs and action")
    for number, step in enumerate(steps):
        for name in ("obs", "action"):
            if not isinstance(step.get(name), str | None):
                raise ImportProblem(f"{where}: {name} of step {number} is {step[name]!r}, expected text")
    reward = play.get("reward")
    if reward is not None and (isinstance(reward, bool) or not isinstance(reward, int | float)):
        raise ImportProblem(f"{where}: reward is {reward!r}, expected a number")
    for name, kind in {"success": bool, "is_hint": bool, "hint_text": str}.items():
        if not isinstance(play.get(name), kind | None):
            raise ImportProblem(f"{where}: {name} is {play[name]!r}, expected a {kind.__name__}")


def play_rows(plays: Sequence[Play], env_id: str, step: int) -> list[dict[str, Any]]:
    """Rows of the ``plays`` table, in the source's order."""
    return [_row(play, f"{env_id}-{number}", env_id, step) for number, play in enumerate(plays)]


def play_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Columns of ``designs`` that the rows of an environment's plays determine; an unknown return counts in
    no mean. ``regret`` is the difference of the arms' mean returns (the plays name no instance to pair by).
    """
    if not rows:
        return {}
    columns: dict[str, Any] = {"turns_mean": sum(row["turns"] for row in rows) / len(rows)}
    for arm in ("plain", "hint"):
        own = [row for row in rows if row["arm"] == arm]
        columns[f"n_{arm}"] = len(own)
        columns[f"return_{arm}"] = _mean([row["return"] for row in own])
        known = [row["outcome"] == "won" for row in own if row["outcome"]]
        columns[f"solve_rate_{arm}"] = _mean(known)
    plain, hinted = columns["return_plain"], columns["return_hint"]
    columns["regret"] = None if plain is None or hinted is None else hinted - plain
    hint = next((row["hint"] for row in rows if row["hint"]), None)
    return columns | ({"hint_text": hint, "hint_source": "published"} if hint else {})


def _row(play: Play, play_id: str, env_id: str, step: int) -> dict[str, Any]:
    steps, reward = play["steps"], play.get("reward")
    known = reward is not None and reward == reward  # NaN, which data frames write for null, is not itself
    # Clipped before it becomes a float: a whole number may be too large for one.
    ret = float(max(-1, min(1, play["reward"]))) if known else None
    seen = [turn.get("obs") or "" for turn in steps]
    return {
        "play_id": play_id,
        "env_id": env_id,
        "step": step,
        "arm": "hint" if play.get("is_hint") else "plain",
        "first_observation": seen[0] if seen else None,
        "steps": [
            {"action": turn.get("action") or "", "observation": after}
            for turn, after in zip(steps, [*seen[1:], ""], strict=False)
        ],
        "hint": play.get("hint_text") or None,
        "return": ret,
        "outcome": _outcome(play.get("success"), ret),
        "turns": len(steps),
    }


def _outcome(success: bool | None, ret: float | None) -> str | None:
    """``success`` where it is stated, else what the return says; null when neither is known. A play that was
    not won is ``lost``: the source does not tell a lost one from one that ran out of turns."""
    if success is None and ret is None:
        return None
    won = success if success is not None else ret is not None and ret >= WIN_RETURN
    return "won" if won else "lost"


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
