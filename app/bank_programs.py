"""Running programs of the project's own bank on the server: the only ones that are, and only as listed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from spade_env import Episode, load
from spade_env.checks import random_win_rate
from spade_env.program import TURN_CAP


def is_listed(source: str, entry: Mapping[str, Any]) -> bool:
    """Whether this is the bank's own program, so one to run here."""
    return hashlib.sha256(source.encode()).hexdigest() == entry.get("sha256")


@lru_cache(maxsize=1024)
def random_rate(source: str, seeds: tuple[int, ...]) -> float:
    """Share of random play that wins, measured as the validator does. Only for programs of the bank."""
    return random_win_rate(load(source), seeds, TURN_CAP)


@lru_cache(maxsize=1024)
def proof(source: str, seed: int) -> tuple[bool, str]:
    """Whether the program's own solution wins this instance, played here, and its first observation. Only for
    programs of the project's bank: this runs them."""
    episode = Episode(load(source), seed)
    for reply in episode.solution() or []:
        if episode.done:
            break
        episode.act(reply)
    return episode.outcome == "won", episode.first_observation
