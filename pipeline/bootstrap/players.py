"""Who plays the bank when it is checked: the expert, chance, and a reader who knows no game but can read.

The reader acts on the hint alone. On every turn it looks at some legal replies and takes the one whose words
come next in the hint; without a hint, or when the hint names none of them, it is chance. What it wins with
the hint over what it wins without is how much a hint tells somebody who cannot play.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from spade_env import Episode
from spade_env.actions import RandomAgent

from pipeline.bootstrap.mechanics import Mechanic, random_reply

LOOKS = 40
"""Replies the reader looks at on a turn."""

Player = Callable[[Mechanic, Episode, random.Random], None]


def play_expert(mechanic: Mechanic, episode: Episode, hint: str | None) -> None:
    """The mechanic's expert plays ``episode`` to its end."""
    expert = mechanic.expert(episode.first_observation, hint)
    reply = next(expert)
    while True:
        episode.act(reply)
        if episode.done:
            return
        reply = expert.send(episode.observation)


def play_blind(mechanic: Mechanic, episode: Episode, rng: random.Random) -> None:
    """Legal replies to the first observation, whatever happens."""
    while not episode.done:
        episode.act(random_reply(mechanic, episode.first_observation, rng))


def play_chance(mechanic: Mechanic, episode: Episode, rng: random.Random) -> None:
    """Legal replies to the latest observation."""
    play_reader(mechanic, episode, rng, None)


def play_reader(mechanic: Mechanic, episode: Episode, rng: random.Random, hint: str | None) -> None:
    """A reader with ``hint`` plays ``episode``; with ``None`` this is chance."""
    words, place = _words(hint or ""), 0
    caller = RandomAgent(rng.randrange(2**31), episode.tools())
    while not episode.done:
        shown = [episode.first_observation, episode.observation]
        replies = [
            caller.reply(shown) if mechanic.kind == "tool_use" else random_reply(mechanic, shown[1], rng)
            for _ in range(LOOKS if words else 1)
        ]
        reply, place = _best(replies, words, place)
        episode.act(reply)


def _best(replies: list[str], words: list[str], place: int) -> tuple[str, int]:
    """The reply named soonest in ``words`` from ``place`` on (or from the start), and the place after it."""
    for start in (place, 0):
        found = [
            (at, -len(said), reply)
            for reply in dict.fromkeys(replies)
            if (said := _content(reply)) and (at := _find(words, said, start)) is not None
        ]
        if found:
            at, length, reply = min(found)
            return reply, at - length
    return replies[0], place


def _find(words: list[str], said: list[str], start: int) -> int | None:
    for at in range(start, len(words) - len(said) + 1):
        if words[at : at + len(said)] == said:
            return at
    return None


def _content(reply: str) -> list[str]:
    """The words of a reply that could stand in a hint: the boxed ones, or a call's argument values."""
    boxed = re.search(r"\\boxed\{(.*?)\}", reply)
    if boxed:
        return _words(boxed.group(1))
    values = re.search(r'"arguments": \{(.*)\}', reply)
    return _words(" ".join(re.findall(r': "?([\w ]+)', values.group(1)))) if values else _words(reply)


def _words(text: str) -> list[str]:
    return re.findall(r"-?\d+|[a-z]+", text.lower())


def players() -> Iterator[tuple[str, Player]]:
    """(column, player) in the order of the table."""
    yield "expert", lambda mechanic, episode, rng: play_expert(mechanic, episode, None)
    yield "expert + hint", lambda mechanic, episode, rng: play_expert(mechanic, episode, episode.hint())
    yield "chance", play_chance
    yield "reader + hint", lambda mechanic, episode, rng: play_reader(mechanic, episode, rng, episode.hint())
    yield "blind", play_blind
