"""Lean log-probs give the values and gradients of the plain formula, in pieces of any size."""

from __future__ import annotations

import pytest
import torch

from pipeline import logprobs


@pytest.mark.parametrize("chunk", [1, 3, 1024])
def test_values_and_gradients_are_those_of_log_softmax(monkeypatch, chunk):
    monkeypatch.setattr(logprobs, "CHUNK", chunk)
    torch.manual_seed(0)
    logits = (3 * torch.randn(7, 11)).requires_grad_()
    targets, temperature = torch.randint(11, (7,)), torch.rand(7) + 0.5
    weight = torch.randn(7)
    found, entropy = logprobs.lean_logprobs(logits, targets, temperature)
    (slope,) = torch.autograd.grad((weight * found).sum(), logits)
    every = torch.log_softmax(logits / temperature[:, None], dim=-1)
    plain = every.gather(-1, targets[:, None])[:, 0]
    (expected,) = torch.autograd.grad((weight * plain).sum(), logits)
    torch.testing.assert_close(found, plain)
    torch.testing.assert_close(entropy, torch.distributions.Categorical(logits=every).entropy())
    torch.testing.assert_close(slope, expected)
    assert not entropy.requires_grad


def test_gradients_have_the_type_of_the_logits():
    logits = torch.randn(4, 5, dtype=torch.bfloat16, requires_grad=True)
    found, _ = logprobs.lean_logprobs(logits, torch.zeros(4, dtype=torch.long), torch.ones(4))
    found.sum().backward()
    assert found.dtype == torch.float32 and logits.grad.dtype == torch.bfloat16
