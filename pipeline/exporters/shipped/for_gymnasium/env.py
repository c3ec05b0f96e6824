"""One environment program as a Gymnasium environment over text."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from .catalog import load_program
from .spade_env import Episode

TEXT_LENGTH = 64 * 1024
"""Characters of an observation or action at most."""


class AnyText(spaces.Text):
    """Every text of at most ``max_length`` characters, in any script; samples are letters and digits.

    Texts of unknown script have no fixed layout: make an ``AsyncVectorEnv`` with ``shared_memory=False``.
    """

    def __init__(self, max_length: int = TEXT_LENGTH):
        super().__init__(max_length, min_length=0)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"AnyText({self.max_length})"


class SpadeEnv(gymnasium.Env[str, str]):
    """Plays ``environment``, an id of the manifest; the loop is ``spade_env.Episode``.

    An action is an agent's whole reply: the move in ``\\boxed{...}``, or ``<tool_call>`` and ``<answer>``
    elements for tool use. Rewards are the program's own, step by step. The return that counts is in
    ``info["return"]`` when the episode is over: the last reward clipped to [-1, 1] if it terminated, else 0;
    ``None`` if the program broke, which shows as ``truncated`` with ``info["fault"]``.

    ``hint=True`` adds the program's privileged help for the instance to ``info`` of ``reset``.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own form

    def __init__(self, environment: str, render_mode: str | None = None, hint: bool = False):
        self.environment = environment
        self.render_mode = render_mode
        self.observation_space = AnyText()
        self.action_space = AnyText()
        self._hint = hint
        self._program = load_program(environment)
        self._episode: Episode | None = None
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Start instance ``seed``; without a seed, one drawn from this environment's generator."""
        super().reset(seed=seed)
        instance = int(self.np_random.integers(2**31)) if seed is None else int(seed)
        self.close()
        self._episode = episode = Episode(self._program, instance)
        self._over = False
        info: dict[str, Any] = {
            "environment": self.environment,
            "kind": self._program.kind,
            "instance": instance,
            "max_turns": episode.turn_limit,
        }
        if self._program.kind == "tool_use":
            info["tools"] = episode.tools()
        if self._hint:
            info["hint"] = episode.hint()
        if episode.fault:
            info["fault"] = episode.fault
        return episode.first_observation, info

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Play one reply. Raises ``ResetNeeded`` before the first ``reset`` and after the end."""
        episode = self._episode
        if episode is None or self._over:
            raise ResetNeeded("the episode is over or has not begun: call reset()")
        step = episode.act(action)
        info: dict[str, Any] = {"turn": episode.turn}
        if episode.done:
            self._over = True
            info |= {"outcome": episode.outcome, "return": episode.ret}
        if episode.fault:
            info["fault"] = episode.fault
        truncated = step.truncated or episode.fault is not None
        return step.observation, step.reward, step.terminated, truncated, info

    def render(self) -> str | None:
        """What a person should see, as text; the latest observation where the program does not draw."""
        if self.render_mode != "ansi" or self._episode is None:
            return None
        return self._episode.render() or self._episode.observation

    def close(self) -> None:
        if self._episode is not None:
            self._episode.close()
            self._episode = None
