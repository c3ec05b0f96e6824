"""In the learner's place where there is nothing to train: a model behind an endpoint.

The loop designs, plays, scores and logs as ever. The log says what it is: policy version 0 throughout, no
optimiser step, and no value (null) wherever a loss, a KL or a gradient would stand.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from torch import Tensor

from pipeline.learner import LearnerError, UpdateStats
from pipeline.rollout import Rollout

if TYPE_CHECKING:
    from pipeline.sampler.openai_engine import OpenAIEngine


class FrozenPolicy:
    """A policy nobody updates, with the seam of :class:`pipeline.learner.Learner`."""

    version = 0
    optimizer_step = 0

    def __init__(self, engine: OpenAIEngine):
        self._engine = engine

    @property
    def usage(self) -> dict[str, float]:
        """Requests, tokens and cost of the engine so far: all that a run without training accumulates."""
        return self._engine.usage.as_dict()

    def update(self, rollouts: Sequence[Rollout], advantages: Sequence[float]) -> UpdateStats:
        """Train on nothing: every loss is ``nan``, every count 0."""
        return UpdateStats(
            loss=math.nan,
            loss_designer=math.nan,
            loss_agent=math.nan,
            kl_reference=math.nan,
            kl_sampler=math.nan,
            entropy=math.nan,
            clip_fraction=math.nan,
            grad_norm=math.nan,
            learning_rate=math.nan,
            rollouts_designer=0,
            rollouts_agent=0,
            trained_tokens=0,
        )

    def weights(self) -> dict[str, Tensor]:
        """None."""
        return {}

    def state_bytes(self) -> bytes:
        """What was used so far, so that a resumed run goes on counting."""
        return json.dumps(self.usage, sort_keys=True).encode()

    def load_state_bytes(self, data: bytes) -> None:
        """Inverse of :meth:`state_bytes`; raises :class:`LearnerError` when damaged."""
        try:
            self._engine.resume(json.loads(data))
        except (ValueError, TypeError):
            raise LearnerError(
                "the saved state is not that of a run with a model behind an endpoint"
            ) from None

    def save_pretrained(self, path: Path) -> None:
        """Leave a line in place of the weights this run never held."""
        (path / "README.md").write_text("No weights: the policy of this run is behind an endpoint.\n")
