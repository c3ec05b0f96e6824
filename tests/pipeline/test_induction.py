"""What the structured initialisation promises, read off the attention of an untrained model."""

from __future__ import annotations

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from pipeline.bootstrap.induction import OFFSETS, start_with_induction
from pipeline.bootstrap.train_base import SHAPES

LENGTH = 40


def untrained(size: str) -> LlamaForCausalLM:
    shape = SHAPES[size]
    config = LlamaConfig(
        vocab_size=500,
        hidden_size=shape.width,
        num_hidden_layers=shape.layers,
        intermediate_size=shape.hidden,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.heads,
        tie_word_embeddings=True,
        attn_implementation="eager",
    )
    model = LlamaForCausalLM(config)
    start_with_induction(model)
    return model.eval()


def attention(model: LlamaForCausalLM, ids: torch.Tensor) -> tuple[torch.Tensor, ...]:
    with torch.no_grad():
        return model(ids, output_attentions=True).attentions


@pytest.mark.parametrize("size", sorted(SHAPES))
def test_a_head_of_the_first_layer_looks_back_by_its_distance_alone(size: str) -> None:
    torch.manual_seed(1)
    model = untrained(size)
    weights = attention(model, torch.randint(500, (4, LENGTH)))[0]
    for head, distance in enumerate(OFFSETS[: max(1, SHAPES[size].heads // 2)]):
        found = weights[:, head, 10:].argmax(-1) == torch.arange(10 - distance, LENGTH - distance)
        assert found.float().mean() > 0.75


@pytest.mark.parametrize("size", sorted(SHAPES))
def test_a_head_of_the_second_layer_finds_what_followed_the_same_token(size: str) -> None:
    torch.manual_seed(2)
    model = untrained(size)
    once = torch.stack([torch.randperm(500)[:LENGTH] for _ in range(8)])
    weights = attention(model, torch.cat([once, once], 1))[1][:, 0, LENGTH:]
    at_followers = weights.diagonal(1, dim1=-2, dim2=-1)  # second copy at t looks at t + 1 of the first
    assert at_followers.mean() > 10 / (1.5 * LENGTH)  # ten times an even spread


def test_one_seed_gives_one_start() -> None:
    def start() -> LlamaForCausalLM:
        torch.manual_seed(3)
        return untrained("micro")

    for one, other in zip(start().parameters(), start().parameters(), strict=True):
        assert torch.equal(one, other)
