"""What a sampler is: prompts in, sampled tokens with their log-probabilities out.

Implementations differ in speed only. Sampling is always from the temperature-scaled full softmax (no
top-p, no top-k), so that the learner can recompute the same log-probs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from torch import Tensor, nn  # seconds to import, which no command line should wait for

FinishReason = Literal["stop", "length"]


class SamplerError(Exception):
    """An engine that cannot be started or cannot go on; one sentence."""


@dataclass(frozen=True)
class SamplingParams:
    """How to sample: ``temperature`` > 0, up to ``max_new_tokens`` a row, ending at any of ``stop_ids``."""

    temperature: float
    max_new_tokens: int
    stop_ids: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.temperature > 0:
            raise ValueError(f"temperature is {self.temperature}, expected a number above 0")
        if self.max_new_tokens < 1:
            raise ValueError(f"max_new_tokens is {self.max_new_tokens}, expected at least 1")


@dataclass(frozen=True)
class Completion:
    """One sampled reply: its ids (the stop token included when it was sampled) and their log-probs (natural
    logarithm, temperature-scaled full softmax), and the version of the weights that sampled it.

    ``counted`` holds the tokens of prompt and reply where an endpoint counted them and ``ids`` are not its
    token ids (``openai_engine``)."""

    ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    finish_reason: FinishReason
    policy_version: int
    counted: tuple[int, int] | None = None


@dataclass
class SamplerStats:
    """Totals since the sampler was made: tokens given in prompts, tokens sampled, seconds spent.

    ``publish_drift`` is what the last check after a publish found (``canary.py``): mean absolute difference
    of learner's and sampler's log-probs, in nats a token; ``nan`` where nothing is checked then.
    """

    prompt_tokens: int = 0
    sampled_tokens: int = 0
    seconds: float = 0.0
    publish_drift: float = math.nan

    @property
    def tokens_per_second(self) -> float:
        """Sampled tokens per second; 0 before the first call."""
        return self.sampled_tokens / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class Adapter:
    """A LoRA adapter of a policy (``adapters.py``): its product is scaled by ``alpha`` over ``rank``.

    ``tensors`` are named like ``model.layers.0.self_attn.q_proj.lora_A.weight``. Published weights may carry
    one as their attribute ``adapter``; an engine that cannot use it takes the weights as they are."""

    rank: int
    alpha: float
    tensors: Mapping[str, Tensor]


def check_prompts(prompts: Sequence[Sequence[int]], seeds: Sequence[int], context: int) -> None:
    """Raise the ``ValueError`` of :meth:`Sampler.generate`: one seed per prompt, and each prompt between one
    token and one less than ``context`` tokens."""
    if len(prompts) != len(seeds):
        raise ValueError(f"{len(prompts)} prompts and {len(seeds)} seeds, expected one seed per prompt")
    for number, prompt in enumerate(prompts):
        if not 0 < len(prompt) < context:
            raise ValueError(
                f"prompt {number} has {len(prompt)} tokens, expected 1 to {context - 1} "
                f"(the model's context is {context})"
            )


class Sampler(Protocol):
    """A policy that can be sampled from and given new weights."""

    stats: SamplerStats

    def generate(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams, seeds: Sequence[int]
    ) -> list[Completion]:
        """One completion per prompt, in order. Row *i* depends only on (weights, prompt *i*, seed *i*), up to
        float noise. Raises ``ValueError`` for an empty prompt, one that leaves no room in the context, or
        unequal counts of prompts and seeds."""

    def publish(self, weights: nn.Module | Mapping[str, Tensor], version: int) -> None:
        """Copy new weights in; completions from now on carry ``version``."""

    def sleep(self) -> None:
        """Give back what memory can be given back until :meth:`wake`."""

    def wake(self) -> None:
        """Undo :meth:`sleep`."""


__all__ = [
    "Adapter",
    "Completion",
    "FinishReason",
    "Sampler",
    "SamplerError",
    "SamplerStats",
    "SamplingParams",
    "check_prompts",
]
