"""The client's side: ``with SpadeEnv(base_url="http://127.0.0.1:8000").sync() as env: env.reset(seed=0)``."""

from __future__ import annotations

from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult

from .models import SpadeAction, SpadeObservation, SpadeState


class SpadeEnv(EnvClient[SpadeAction, SpadeObservation, SpadeState]):
    """One session on a server. ``reset`` takes ``seed``, ``environment`` or ``index``, and ``hint``."""

    def _step_payload(self, action: SpadeAction) -> dict[str, Any]:
        return action.model_dump()

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[SpadeObservation]:
        reward, done = payload.get("reward"), payload.get("done", False)
        observation = SpadeObservation(**{**payload["observation"], "reward": reward, "done": done})
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> SpadeState:
        return SpadeState(**payload)
