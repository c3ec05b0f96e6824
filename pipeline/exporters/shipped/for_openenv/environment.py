"""The server's side: one session, one episode at a time."""

from __future__ import annotations

import secrets
import threading
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import EnvironmentMetadata

from .catalog import entries, load_program, manifest
from .models import SpadeAction, SpadeObservation, SpadeState
from .spade_env import Episode
from .spade_env.offers import offers

SPLIT = "train"
_HOST = threading.Lock()
"""Sessions run in threads, and programs may draw from the process's one random generator: one at a time."""


class SpadeEnvironment(Environment[SpadeAction, SpadeObservation, SpadeState]):
    """Plays the environments of the manifest with ``spade_env.Episode``."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._episode: Episode | None = None
        self._state = SpadeState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        environment: str | None = None,
        index: int | None = None,
        split: str = SPLIT,
        hint: bool = False,
        **_: Any,
    ) -> SpadeObservation:
        """Start an episode of ``environment`` (an id), or of environment number ``index``, or, with neither,
        of number ``seed`` modulo their count, so that counting seeds up goes through all of them.

        ``seed`` is the instance, drawn at random when absent; ``hint=True`` asks for the privileged help.
        Raises ``ValueError`` or ``IndexError`` for an id, split or index that there is not.
        """
        instance = secrets.randbelow(2**31) if seed is None else seed
        name = (
            environment or self.get_task(split, instance % len(entries()) if index is None else index)["id"]
        )
        with _HOST:
            self._close()
            self._episode = episode = Episode(load_program(name), instance)
            help_text, tools = (episode.hint() if hint else None), episode.tools()
        self._state = SpadeState(
            episode_id=episode_id or secrets.token_hex(8), environment=name, instance=instance
        )
        return self._observed(episode, 0.0, hint=help_text, tools=tools)

    def step(self, action: SpadeAction, timeout_s: float | None = None, **_: Any) -> SpadeObservation:
        """Play one reply. After the end, the last observation comes again without a reward."""
        episode = self._episode
        if episode is None:
            raise ValueError("no episode has begun: call reset first")
        if episode.done:
            return self._observed(episode, 0.0)
        with _HOST:
            gain = episode.act(action.reply).reward
        observed = self._observed(episode, gain)
        observed.reward = episode.ret if episode.done else 0.0
        return observed

    def _observed(self, episode: Episode, gain: float, **more: Any) -> SpadeObservation:
        self._state.step_count = episode.turn
        self._state.outcome = episode.outcome
        return SpadeObservation(
            text=episode.observation,
            environment=self._state.environment,
            instance=episode.seed,
            kind=episode.program.kind,
            turn=episode.turn,
            max_turns=episode.turn_limit,
            step_reward=gain,
            outcome=episode.outcome,
            fault=episode.fault,
            done=episode.done,
            **more,
        )

    @property
    def state(self) -> SpadeState:
        return self._state

    def close(self) -> None:
        with _HOST:
            self._close()

    def _close(self) -> None:
        if self._episode is not None:
            self._episode.close()
            self._episode = None

    def get_metadata(self) -> EnvironmentMetadata:
        source = manifest()["source"]
        return EnvironmentMetadata(
            name=str(__package__),
            description=f"{len(entries())} text environments of the {source['kind']} {source['title']}",
            version="0.1.0",
        )

    def web_actions(self, observation: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        """The moves that a game's text offers, as one-click actions."""
        if observation.get("kind") != "game" or observation.get("done") or self._episode is None:
            return []
        moves = offers(observation.get("text", ""), self._episode.first_observation).moves
        return [(move, {"reply": f"\\boxed{{{move}}}"}) for move in moves]

    def list_splits(self) -> list[str]:
        return [SPLIT]

    def num_tasks(self, split: str) -> int:
        return len(self.list_tasks(split))

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """The manifest's entries. Raises ``ValueError`` for another split than the one there is."""
        if split != SPLIT:
            raise ValueError(f"there is no split {split!r}; the one there is, is {SPLIT!r}")
        return list(entries().values())

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """One entry. Raises ``IndexError`` for an index outside of the split."""
        tasks = self.list_tasks(split)
        if not 0 <= index < len(tasks):
            raise IndexError(f"there is no task {index}; the split {split!r} has {len(tasks)}, from 0")
        return tasks[index]

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Any]]:
        return self.list_tasks(split)[start:stop]
