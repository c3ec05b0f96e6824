"""What travels between server and client."""

from __future__ import annotations

from typing import Any

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class SpadeAction(Action):
    """An agent's whole reply."""

    reply: str = Field(
        max_length=64 * 1024,
        description="A move in \\boxed{...}; for tool use <tool_call> elements, or <answer> to finish",
    )


class SpadeObservation(Observation):
    """What the environment says. ``reward`` is 0 until the episode is over and then its return, so that sum
    and last value are both the return; it stays ``None`` when the program broke (``fault``)."""

    text: str = Field(default="", description="The observation")
    environment: str = Field(default="", description="Id of the environment")
    instance: int = Field(default=0, description="Seed of the instance")
    kind: str = Field(default="game", description="game or tool_use")
    turn: int = Field(default=0, description="Turns taken")
    max_turns: int = Field(default=0, description="Turns the episode may take")
    step_reward: float = Field(default=0.0, description="What the program itself gave for this turn")
    outcome: str | None = Field(default=None, description="won, lost, truncated or void, when it is over")
    fault: str | None = Field(default=None, description="What broke in the program, when it is void")
    tools: list[dict[str, Any]] = Field(default_factory=list, description="Tools, on reset (tool use)")
    hint: str | None = Field(default=None, description="Privileged help, on reset(hint=True)")


class SpadeState(State):
    """Where an episode stands."""

    environment: str | None = None
    instance: int | None = None
    outcome: str | None = None
