"""Learner and engine in one process, taking turns on one card (or, without a GPU, on the processors).

While the learner updates, the engine sleeps; publishing wakes it. Weights go from one to the other as the
tensors they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import torch
from torch import Tensor
from transformers import PreTrainedModel

from pipeline.adapters import merged_state
from pipeline.batches import UpdateStats
from pipeline.checkpoint import save_policy
from pipeline.config_sections import LearnerSection
from pipeline.estimate import FLOAT, GB, RESERVE_GB
from pipeline.learner import Learner, LearnerError
from pipeline.rollout import Rollout
from pipeline.sampler import Adapter, Sampler

SMALLEST_SHARE = 0.1
"""Least of the card that is worth starting an engine with."""


class CardLearner(Learner):
    """A :class:`pipeline.learner.Learner` on ``device`` (``cuda`` or ``cpu``), which ``sampler``, if it has
    one, leaves to it while it updates."""

    def __init__(
        self,
        model: PreTrainedModel,
        options: LearnerSection,
        *,
        designer_share: float,
        filter_zero: bool,
        device: str,
    ):
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # deterministic kernels ask for it
        self._device = torch.device(device)
        self.sampler: Sampler | None = None
        super().__init__(model, options, designer_share=designer_share, filter_zero=filter_zero)

    def update(self, rollouts: Sequence[Rollout], advantages: Sequence[float]) -> UpdateStats:
        """See :meth:`pipeline.learner.Learner.update`; the sampler sleeps until it is published to."""
        if self.sampler is not None:
            self.sampler.sleep()
        return super().update(rollouts, advantages)

    def weights(self) -> dict[str, Tensor] | AdaptedWeights:  # type: ignore[override]
        """The policy as a plain state dict; with adapters, put together when it is looked into."""
        rank, alpha = self.options.lora_rank, self.options.lora_alpha
        return AdaptedWeights(self.model, rank, alpha) if rank else super().weights()

    def save_pretrained(self, path: Path) -> None:
        """See :meth:`pipeline.learner.Learner.save_pretrained`."""
        save_policy(self.model, merged_state(self.model), path, self.options.checkpoint_dtype)

    def memory_share(self) -> float:
        """Share of the card that is left for the engine while the learner waits: all but its weights, moments
        and reference, and a reserve. Raises :class:`LearnerError` when that is too little."""
        if self._device.type == "cpu":
            return 1.0
        trained = sum(p.numel() for p in self.model.parameters() if p.requires_grad)
        models = [self.model, *([self._reference] if self._reference is not None else [])]
        held = FLOAT * (2 * trained + sum(p.numel() for model in models for p in model.parameters()))
        total = torch.cuda.get_device_properties(self._device).total_memory
        share = (total - held - RESERVE_GB * GB) / total
        if share < SMALLEST_SHARE:
            raise LearnerError(
                f"the learner keeps {held / GB:.1f} of the card's {total / GB:.1f} GB between updates, which "
                "leaves no room for the sampler: use distributed.sampler_replicas or learner.lora_rank"
            )
        return share

    def _place(self, model: PreTrainedModel) -> PreTrainedModel:
        return model.to(self._device)  # type: ignore[arg-type]


class AdaptedWeights(Mapping[str, Tensor]):
    """The state dict of a model with adapters, and the adapter by itself for engines that take adapters."""

    def __init__(self, model: PreTrainedModel, rank: int, alpha: float):
        self._model = model
        self.adapter = Adapter(
            rank,
            alpha,
            {
                name.replace(".default.", "."): tensor
                for name, tensor in model.state_dict().items()
                if "lora_" in name
            },
        )

    @cached_property
    def _merged(self) -> dict[str, Tensor]:
        return merged_state(self._model)

    def __getitem__(self, name: str) -> Tensor:
        return self._merged[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._merged)

    def __len__(self) -> int:
        return len(self._merged)
