"""Llama-shaped models of a few thousand weights, for tests that need logits and no sense."""

from __future__ import annotations

import torch
from transformers import LlamaConfig, LlamaForCausalLM

VOCABULARY = 61


def small_llama(
    seed: int = 0, *, layers: int, spread: float, kv_heads: int = 2, tied: bool = True
) -> LlamaForCausalLM:
    """A model with random weights of standard deviation ``spread`` and a context of 160 tokens."""
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=VOCABULARY,
        hidden_size=32,
        num_hidden_layers=layers,
        intermediate_size=48,
        num_attention_heads=4,
        num_key_value_heads=kv_heads,
        max_position_embeddings=160,
        tie_word_embeddings=tied,
        initializer_range=spread,
    )
    return LlamaForCausalLM(config).eval()
