"""How much memory a configuration takes, and about how long a step is: arithmetic, printed by ``--dry-run``.

Everything here is computed from the model's shape and the configuration; nothing is measured. Memory is an
upper bound for the longest sequences the configuration allows, since those are what ends a run; seconds are
for sequences as long as ``estimate.fill`` says. P is the number of parameters, 1 GB is 10^9 bytes.

Learner, per parameter (float32 weights, AdamW): weight 4, gradient 4, moments 8, each over the ranks (FSDP2).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.config_sections import Config

GB = 1e9
FLOAT, HALF = 4, 2
"""Bytes of a number: the learner's weights and states; the sampler's weights, keys and values."""
RESERVE_GB = 4.0
"""Per GPU for contexts, kernels and allocator slack: an allowance, not a measurement."""


@dataclass(frozen=True)
class Shape:
    """A decoder-only transformer with gated MLPs, as its ``config.json`` states it."""

    vocabulary: int
    hidden: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    mlp: int
    """Width of the MLP, or of one expert."""
    tied: bool
    experts: int = 0
    active_experts: int = 0
    qk_norm: bool = False

    @property
    def embedding(self) -> int:
        """Parameters of one (vocabulary, hidden) matrix."""
        return self.vocabulary * self.hidden

    def _layer(self, experts: int) -> int:
        width, kv = self.heads * self.head_dim, self.kv_heads * self.head_dim
        attention = 2 * self.hidden * width + 2 * self.hidden * kv
        norms = 2 * self.hidden + (2 * self.head_dim if self.qk_norm else 0)
        router = self.experts * self.hidden
        return attention + norms + router + max(1, experts) * 3 * self.hidden * self.mlp

    @property
    def layer(self) -> int:
        """Parameters of one layer."""
        return self._layer(self.experts)

    @property
    def parameters(self) -> int:
        """All of them; a tied head counts once."""
        return self.layers * self.layer + self.embedding * (1 if self.tied else 2) + self.hidden

    @property
    def active(self) -> int:
        """Parameters that one token is multiplied with: chosen experts only, and the head, not the table."""
        return self.layers * self._layer(self.active_experts) + self.embedding + self.hidden

    @property
    def kv_bytes(self) -> int:
        """Bytes of keys and values per token in bfloat16."""
        return 2 * self.layers * self.kv_heads * self.head_dim * HALF

    @property
    def layer_activations(self) -> int:
        """Numbers one layer keeps per token for its backward pass: around the norms (5 h), queries and what
        attention returns (4 q), keys and values (5 k), and the gated MLP (4 m, per chosen expert)."""
        width, kv = self.heads * self.head_dim, self.kv_heads * self.head_dim
        return 5 * self.hidden + 4 * width + 5 * kv + 4 * self.mlp * max(1, self.active_experts)


def _qwen3(hidden: int, layers: int, kv_heads: int, mlp: int, **more: Any) -> Shape:
    return Shape(151936, hidden, layers, 32, kv_heads, 128, mlp, qk_norm=True, **more)


PUBLISHED = {
    "qwen3-4b": _qwen3(2560, 36, 8, 9728, tied=True),
    "qwen3-8b": _qwen3(4096, 36, 8, 12288, tied=False),
    "qwen3-30b-a3b": _qwen3(2048, 48, 4, 768, tied=False, experts=128, active_experts=8),
}
"""Shapes from ``config.json`` of Qwen/Qwen3-4B, Qwen/Qwen3-8B and Qwen/Qwen3-30B-A3B (Hugging Face Hub), so
that a run can be planned before its model is on disk. Found by the last part of ``model.path``."""


def find_shape(path: Path) -> Shape | None:
    """The shape of a model directory, or the published one of that name; ``None`` for neither.

    Raises ``ValueError`` with one sentence when ``config.json`` lacks what the arithmetic needs.
    """
    file = path / "config.json"
    if not file.is_file():
        return PUBLISHED.get(path.name.lower())
    try:
        return read_shape(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError):
        raise ValueError(f"model.path: {file} cannot be read as JSON") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(
            f"model.path: {file} lacks {error}, expected a Llama- or Qwen3-shaped model"
        ) from None


def read_shape(data: Mapping[str, Any]) -> Shape:
    """A shape from ``config.json``; ``KeyError`` names what is missing."""
    heads, hidden = data["num_attention_heads"], data["hidden_size"]
    experts = data.get("num_experts") or 0
    return Shape(
        vocabulary=data["vocab_size"],
        hidden=hidden,
        layers=data["num_hidden_layers"],
        heads=heads,
        kv_heads=data.get("num_key_value_heads") or heads,
        head_dim=data.get("head_dim") or hidden // heads,
        mlp=data["moe_intermediate_size"] if experts else data["intermediate_size"],
        tied=bool(data.get("tie_word_embeddings")),
        experts=experts,
        active_experts=data.get("num_experts_per_tok", 0) if experts else 0,
        qk_norm=str(data.get("model_type", "")).startswith("qwen3"),
    )


@dataclass(frozen=True)
class Item:
    """One line of a sum: what, its bytes, and how they come about."""

    name: str
    bytes: float
    how: str


def total(items: list[Item]) -> float:
    """Bytes of a sum."""
    return sum(item.bytes for item in items)


def trainable(shape: Shape, rank: int) -> int:
    """Parameters with gradients: all, or adapters of ``rank`` on the linear layers (``adapters.py``)."""
    if not rank:
        return shape.parameters
    width, kv = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
    attention = 2 * (shape.hidden + width) + 2 * (shape.hidden + kv)
    mlp = 0 if shape.experts else 3 * (shape.hidden + shape.mlp)  # experts are no linear layers of their own
    return rank * shape.layers * (attention + mlp)


def learner_states(config: Config, shape: Shape) -> list[Item]:
    """Per rank, between updates: weights and optimiser."""
    ranks, tuned = max(1, config.distributed.learner_ranks), trainable(shape, config.learner.lora_rank)
    count, part = f"{shape.parameters:,}", f" / {ranks} ranks" if ranks > 1 else ""
    items = [
        Item("weights", FLOAT * shape.parameters / ranks, f"4 x {count}{part}"),
        Item("optimiser", 2 * FLOAT * tuned / ranks, f"8 x {tuned:,}{part}"),
    ]
    if config.learner.kl_coef:
        items.append(Item("reference", FLOAT * shape.parameters / ranks, f"4 x {count}{part}"))
    return items


def learner_work(config: Config, shape: Shape) -> list[Item]:
    """Per rank, during an update: gradients, gathered layers, activations and logits of a micro-batch."""
    learner, ranks = config.learner, max(1, config.distributed.learner_ranks)
    tuned, tokens = trainable(shape, learner.lora_rank), micro_batch(config)
    number = HALF if learner.autocast == "bfloat16" else FLOAT
    one = number * shape.layer_activations
    items = [Item("gradients", FLOAT * tuned / ranks, f"4 x {tuned:,}" + (f" / {ranks} ranks" * (ranks > 1)))]
    if ranks > 1:
        ends = shape.embedding * (1 if shape.tied else 2)
        gathered = 2 * FLOAT * (2 * shape.layer + ends)
        items.append(
            Item(
                "gathered",
                gathered,
                f"weights and gradients of 2 layers and both ends: 8 x {gathered / 8:,.0f}",
            )
        )
    if learner.recompute:
        kept = FLOAT * shape.hidden * shape.layers
        how = (
            f"{tokens:,} tokens x ({shape.layers} layer inputs of 4 x {shape.hidden} + one layer's {one:,} B)"
        )
        items.append(Item("activations", tokens * (kept + one), how))
    else:
        how = f"{tokens:,} tokens x {shape.layers} layers x {one:,} B"
        items.append(Item("activations", tokens * shape.layers * one, how))
    if number == HALF and not learner.recompute:
        items.append(Item("casts", HALF * shape.parameters, f"bfloat16 copies: 2 x {shape.parameters:,}"))
    sampled = min(tokens, longest_sampled(config) * max(1, tokens // play_context(config)))
    each = 2 * number if learner.recompute else 2 * number + 4 * FLOAT
    how = f"{sampled:,} sampled tokens x {shape.vocabulary:,} x {each} B"
    items.append(Item("logits", sampled * shape.vocabulary * each, how))
    return items


def micro_batch(config: Config) -> int:
    """Tokens of the largest micro-batch: a sequence is never split, so one may exceed ``micro_tokens``."""
    return max(config.learner.micro_tokens, play_context(config), config.designer.max_tokens)


def play_context(config: Config) -> int:
    """Longest sequence an episode can become."""
    return config.play.max_context


def longest_sampled(config: Config) -> int:
    """Most tokens one sequence can have been sampled: replies fill the context, or a design does."""
    turns = 1 if config.model.thinking_agent else config.play.max_turns
    agent = min(play_context(config), turns * config.play.max_reply_tokens)
    return max(agent, 0 if config.scoring.reward == "none" else config.designer.max_tokens)


def sampler_memory(config: Config, shape: Shape, sequences: int) -> list[Item]:
    """Per GPU of one sampler: weights and the keys and values of ``sequences`` of the longest length.

    vLLM's head is a matrix of its own also where the model's is tied (``sampler/vllm_engine.py``).
    """
    vllm = config.sampler.engine == "vllm"
    number, gpus = (HALF if vllm else FLOAT), max(1, round(config.distributed.sampler_gpus))
    length = max(play_context(config), config.designer.max_tokens)
    cache = shape.kv_bytes * number / HALF
    part = f" / {gpus} GPUs" if gpus > 1 else ""
    head = shape.embedding if vllm and shape.tied else 0
    held = f"({shape.parameters:,} + {head:,} of an untied head)" if head else f"{shape.parameters:,}"
    return [
        Item("sampling weights", number * (shape.parameters + head) / gpus, f"{number} x {held}{part}"),
        Item(
            "keys and values",
            sequences * length * cache / gpus,
            f"{sequences} sequence{'s' * (sequences > 1)} x {length:,} tokens x {cache:,.0f} B{part}",
        ),
    ]


def read_per_token(config: Config, shape: Shape) -> float:
    """Bytes of weights per GPU that decoding one token of every row reads: all but the embedding table, of
    which a token needs a row. All experts count, since many rows choose most of them."""
    number = HALF if config.sampler.engine == "vllm" else FLOAT
    table = 0 if shape.tied else shape.embedding
    return number * (shape.parameters - table) / max(1, round(config.distributed.sampler_gpus))


def together(config: Config) -> int:
    """Sequences decoded at once by one sampler if all plays of a step were: the most that is of use."""
    play, replicas = config.play, max(1, config.distributed.sampler_replicas)
    environments = config.designer.prompts * config.designer.designs_per_prompt
    return -(-environments * play.seeds_per_env * play.plays_per_seed * 2 // replicas)
