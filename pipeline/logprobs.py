"""Log-probs of chosen tokens without float copies of all logits, for vocabularies that dwarf the model.

The plain way keeps four float arrays of (tokens, vocabulary) until the backward pass. This one keeps the
logits as the head gave them and works through them some tokens at a time, forward and backward.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

CHUNK = 1024
"""Tokens whose log-softmax exists at a time."""


def lean_logprobs(logits: Tensor, targets: Tensor, temperature: Tensor) -> tuple[Tensor, Tensor]:
    """Log-prob of each target under the temperature-scaled softmax, and that distribution's entropy.

    ``logits`` (tokens, vocabulary), ``targets`` (tokens,) int64, ``temperature`` (tokens,) above 0; returns
    two float32 tensors (tokens,), of which only the first carries a gradient.
    """
    return _Lean.apply(logits, targets, temperature)  # type: ignore[no-any-return]


class _Lean(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, logits: Tensor, targets: Tensor, temperature: Tensor) -> tuple[Tensor, Tensor]:
        logprobs = logits.new_empty(len(targets), dtype=torch.float32)
        entropy = torch.empty_like(logprobs)
        for part in _parts(len(targets)):
            every = _log_softmax(logits[part], temperature[part])
            logprobs[part] = every.gather(-1, targets[part, None])[:, 0]
            entropy[part] = -(every.exp() * every).sum(-1)
        ctx.save_for_backward(logits, targets, temperature)
        ctx.mark_non_differentiable(entropy)
        return logprobs, entropy

    @staticmethod
    def backward(ctx: Any, grad: Tensor, _: Tensor) -> tuple[Tensor, None, None]:  # type: ignore[override]
        logits, targets, temperature = ctx.saved_tensors
        result = torch.empty_like(logits)
        for part in _parts(len(targets)):
            scale = (grad[part] / temperature[part])[:, None]
            slope = _log_softmax(logits[part], temperature[part]).exp_().mul_(-scale)
            slope.scatter_add_(-1, targets[part, None], scale)
            result[part] = slope.to(logits.dtype)
        return result, None, None


def _log_softmax(logits: Tensor, temperature: Tensor) -> Tensor:
    return torch.log_softmax(logits.float() / temperature[:, None], dim=-1)


def _parts(tokens: int) -> list[slice]:
    return [slice(start, start + CHUNK) for start in range(0, tokens, CHUNK)]
