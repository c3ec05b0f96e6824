"""What the held-out mechanics share: words for a program's slots, a search for experts, hint reading."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable
from typing import TypeVar

from ..base import Theme
from ..frame import UNCLEAR, WON
from ..wording import RIGHT

State = TypeVar("State", bound=Hashable)


def dress(theme: Theme, rng: random.Random) -> dict[str, str]:
    """The slots that every program has: noun, setting, person, won, unclear and right."""
    return {
        "noun": theme.pick(rng, 1)[0],
        "setting": theme.setting,
        "person": theme.person,
        "won": rng.choice(WON),
        "unclear": rng.choice(UNCLEAR),
        "right": rng.choice(RIGHT),
    }


def shortest(
    start: State,
    moves: Callable[[State], Iterable[tuple[str, State]]],
    done: Callable[[State], bool],
) -> list[str] | None:
    """Labels of a shortest way from ``start`` to a state that is ``done`` (breadth first), or ``None``."""
    came: dict[State, tuple[State, str] | None] = {start: None}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        if done(state):
            way: list[str] = []
            while (step := came[state]) is not None:
                state, label = step
                way.append(label)
            return way[::-1]
        for label, after in moves(state):
            if after not in came:
                came[after] = (state, label)
                queue.append(after)
    return None


def told(hint: str, words: Collection[str]) -> list[str]:
    """The words of ``hint`` that are among ``words``, in order."""
    return [word for word in re.findall(r"[\w-]+", hint) if word in words]


def listed(hint: str) -> list[str]:
    """The parts of a hint such as ``Do this, that, this.``: after the colon, between the commas."""
    return hint.rpartition(": ")[2].rstrip(".").split(", ")


def last(pattern: str, text: str) -> str:
    """The last match of the pattern's only group; ValueError if there is none."""
    found = re.findall(pattern, text)
    if not found:
        raise ValueError(f"{pattern!r} is not in {text!r}")
    return found[-1]
