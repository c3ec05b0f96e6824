"""Replaying, comparing and writing transcripts. The same replies give the same bytes on every host."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from .episode import Episode
from .program import TURN_CAP, Program

COMPARED = ("observation", "reward", "terminated", "truncated")


def replay(
    program: Program, seed: int, replies: Iterable[str], *, max_turns: int = TURN_CAP
) -> dict[str, Any]:
    """Play ``replies`` from ``reset(seed)`` until they run out or the episode ends: the transcript."""
    episode = Episode(program, seed, max_turns=max_turns)
    for reply in replies:
        if episode.done:
            break
        episode.act(reply)
    return episode.transcript()


def first_difference(logged: Mapping[str, Any], replayed: Mapping[str, Any]) -> int | None:
    """Turn at which a replay leaves a logged episode: 0 is the first observation, None means it never does.

    Only what the environment said counts; turns the replay has beyond the logged ones do not.
    """
    if logged["first_observation"] != replayed["first_observation"]:
        return 0
    for turn, step in enumerate(logged["steps"], start=1):
        if turn > len(replayed["steps"]):
            return turn
        if any(step[key] != replayed["steps"][turn - 1][key] for key in COMPARED):
            return turn
    return None


def same_transcript(a: dict[str, Any], b: dict[str, Any]) -> int | None:
    """Turn at which two transcripts differ (0 is the first observation), or None when they are the same."""
    turn = first_difference(a, b)
    if turn is not None:
        return turn
    if len(b["steps"]) > len(a["steps"]):
        return len(a["steps"]) + 1
    if any(a[key] != b[key] for key in ("return", "outcome", "fault")):
        return len(a["steps"])
    return None


def transcript_json(transcript: dict[str, Any]) -> str:
    """Canonical text of a transcript: sorted keys, no spaces, Unicode as it is."""
    return json.dumps(transcript, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
