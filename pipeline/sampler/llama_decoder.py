"""Incremental decoding for Llama-shaped models, written for speed on few cores.

For a small model most of a decoding step is Python and kernel-launch overhead, so a step here is about
twenty tensor operations per layer and nothing else: fused projections, one preallocated key/value tensor for
all layers and rows, one mask for all layers. Rows need not be of equal length: a column of the cache is a
*slot*, not a position, and slots a row does not use are masked.

Keys and values of finished rows are kept, so that an episode's next turn (its previous tokens plus an
observation) only computes what is new.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F
from transformers import PreTrainedModel

from pipeline.torch_setup import usual_products

GROW = 64
"""Cache slots added at a time while decoding."""
PREFILL_TOKENS = 4096
"""Padded tokens per forward pass over prompts."""
STATIC_ROPE = ("default", "llama3")
NEVER = float("-inf")


@dataclass(frozen=True)
class _Layer:
    norm: Tensor
    qkv: Tensor
    q_norm: Tensor | None
    k_norm: Tensor | None
    out: Tensor
    mlp_norm: Tensor
    gate_up: Tensor
    down: Tensor


@dataclass(frozen=True)
class _Segment:
    """Kept rows: ``kv`` (2 x layers, rows, heads, slots, width) and which slots each row uses, in order."""

    kv: Tensor
    used: Tensor
    keys: tuple[tuple[int, ...], ...]


class _Buffers:
    """Two pieces of memory in turn: while one holds the cache, the other takes its rearranged copy.

    A fresh piece costs a page fault per 4 kB, which for caches of hundreds of megabytes is a quarter of the
    time of playing. What a piece holds is stale but finite, and slots that are not in use are masked."""

    def __init__(self) -> None:
        self._flat = [torch.zeros(0), torch.zeros(0)]

    def take(self, like: Tensor, *shape: int) -> Tensor:
        """Memory of this shape that the piece taken last does not overlap."""
        self._flat.reverse()
        size = math.prod(shape)
        if self._flat[0].numel() < size or self._flat[0].dtype != like.dtype:
            self._flat[0] = like.new_zeros(0)  # the old one goes first
            self._flat[0] = like.new_zeros(size)
        return self._flat[0][:size].view(shape)


class LlamaDecoder:
    """Key/value cache and forward pass of one batch of rows. Weights are ``model``'s as of ``reload``."""

    def __init__(self, model: PreTrainedModel, keep_bytes: int):
        config = model.config
        self.model = model
        self.eps = config.rms_norm_eps
        self.heads = config.num_attention_heads
        self.kv_heads = config.num_key_value_heads
        self.width = getattr(config, "head_dim", None) or config.hidden_size // self.heads
        self.keep_bytes = keep_bytes
        self._buffers = _Buffers()
        self._segments: deque[_Segment] = deque()
        self._kept: dict[tuple[int, ...], tuple[_Segment, int]] = {}
        self._lengths: dict[int, int] = {}
        self._mask: Tensor
        self.reload()

    @staticmethod
    def supports(model: PreTrainedModel) -> bool:
        """True for Llama and Qwen3 models without projection biases and with a fixed rotary table."""
        config = model.config
        rope = getattr(config, "rope_parameters", None) or {}
        return (
            config.model_type in ("llama", "qwen3")
            and rope.get("rope_type", "default") in STATIC_ROPE
            and config.hidden_act == "silu"
            and not getattr(config, "use_sliding_window", False)
            and not any("proj.bias" in name for name, _ in model.named_parameters())
        )

    @torch.no_grad()
    def reload(self) -> None:
        """Take over the model's current weights; what was kept belongs to the old ones and is dropped."""
        base = self.model.model
        self._layers = [_layer(block) for block in base.layers]
        self._embedding = base.embed_tokens.weight.detach()
        self._final_norm = base.norm.weight.detach()
        self._head = self.model.lm_head.weight.detach()
        positions = torch.arange(self.model.config.max_position_embeddings)
        cos, sin = base.rotary_emb(self._embedding[:1], positions[None])
        half = self.width // 2
        self._cos, self._sin = cos[0], torch.cat([-sin[0, :, :half], sin[0, :, half:]], -1)
        self._forget_all()

    def drop(self) -> None:
        """Forget the batch and everything kept, and give the memory back."""
        self._forget_all()
        self._buffers = _Buffers()

    def _forget_all(self) -> None:
        self._segments.clear()
        self._kept.clear()
        self._lengths.clear()
        self._kv = self._embedding.new_empty(0)

    @torch.no_grad()
    def start(self, prompts: Sequence[Sequence[int]]) -> Tensor:
        """Begin a batch; logits (rows, vocabulary) after each prompt. Equal prompts are computed once, and
        of each only what follows the longest kept prefix."""
        index: dict[tuple[int, ...], int] = {}
        row_of = [index.setdefault(tuple(prompt), len(index)) for prompt in prompts]
        unique = list(index)
        hits = [self._longest_kept(prompt) for prompt in unique]
        cached = max(hits)
        fresh = max(len(prompt) - hit for prompt, hit in zip(unique, hits, strict=True))
        self._allocate(len(unique), cached + fresh + GROW)
        self._slots = cached + fresh
        for row, (prompt, hit) in enumerate(zip(unique, hits, strict=True)):
            if hit:
                self._restore(row, prompt[:hit])
        logits = self._embedding.new_empty(len(unique), self._head.shape[0])
        for rows in _groups([len(p) - h for p, h in zip(unique, hits, strict=True)], cached):
            logits[rows] = self._prefill(rows, [unique[r] for r in rows], [hits[r] for r in rows], cached)
        self._positions = torch.tensor([len(prompt) for prompt in unique])
        if len(unique) < len(prompts):
            self._select(torch.tensor(row_of))
            logits = logits[row_of]
        return logits

    @torch.no_grad()
    def step(self, tokens: Tensor) -> Tensor:
        """Append one token (rows,) to every row; logits (rows, vocabulary) of what follows."""
        slot = self._slots
        if slot == self._kv.shape[3]:
            grown = self._buffers.take(self._kv, *self._kv.shape[:3], slot + GROW, self.width)
            grown[:, :, :, :slot] = self._kv
            self._kv = grown
            self._mask = F.pad(self._mask, (0, GROW), value=NEVER)
        self._mask[:, slot] = 0.0
        self._slots += 1
        rows = tokens.shape[0]
        cos, sin = self._cos[self._positions][:, None], self._sin[self._positions][:, None]
        mask = self._mask[:, None, None, : slot + 1].expand(-1, self.kv_heads, 1, -1)
        mask = mask.reshape(rows * self.kv_heads, 1, slot + 1)
        x = self._embedding[tokens]
        for number, layer in enumerate(self._layers):
            q, k, v = self._project(layer, x, cos, sin)
            keys, values = self._kv[2 * number], self._kv[2 * number + 1]
            keys[:, :, slot] = k
            values[:, :, slot] = v
            x = x + F.linear(self._attend(q[:, :, None], keys, values, mask, slot + 1)[:, 0], layer.out)
            x = x + _mlp(layer, x, self.eps)
        self._positions = (self._positions + 1).clamp(max=self._cos.shape[0] - 1)
        return self._logits(x)

    @torch.no_grad()
    def compact(self, keep: Tensor, retired: Mapping[int, tuple[int, ...]]) -> None:
        """Keep only rows ``keep`` (in that order). ``retired`` maps leaving rows to the tokens they hold
        (prompt and all but the last sampled token), whose keys and values stay available to later prompts."""
        if retired and self.keep_bytes:
            self._retire(retired)
        self._select(keep)

    def _allocate(self, rows: int, slots: int) -> None:
        shape = 2 * len(self._layers), rows, self.kv_heads, slots, self.width
        self._kv = self._buffers.take(self._embedding, *shape)
        self._mask = self._embedding.new_full((rows, slots), NEVER)

    def _select(self, rows: Tensor) -> None:
        used = self._kv[:, :, :, : self._slots]
        kv = self._buffers.take(used, used.shape[0], len(rows), self.kv_heads, self._slots + GROW, self.width)
        torch.index_select(used, 1, rows, out=kv[:, :, :, : self._slots])
        self._kv = kv
        self._mask = F.pad(self._mask[rows, : self._slots], (0, GROW), value=NEVER)
        self._positions = self._positions[rows]

    def _prefill(
        self, rows: Sequence[int], prompts: Sequence[Sequence[int]], hits: Sequence[int], cached: int
    ) -> Tensor:
        """Compute the new tokens of some rows into slots ``cached`` and up; logits after their last token."""
        fresh = [prompt[hit:] for prompt, hit in zip(prompts, hits, strict=True)]
        width = max(map(len, fresh))
        ids = torch.zeros(len(rows), width, dtype=torch.long)
        for line, part in enumerate(fresh):
            ids[line, : len(part)] = torch.tensor(part)
            self._mask[rows[line], cached : cached + len(part)] = 0.0
        first = torch.tensor(hits)[:, None]
        positions = (first + torch.arange(width)).clamp(max=self._cos.shape[0] - 1)
        total = cached + width
        chosen = torch.tensor(rows)
        causal = torch.full((width, total), NEVER).triu(cached + 1)
        mask = self._mask[chosen, :total][:, None, None, None] + causal
        mask = mask.expand(-1, self.kv_heads, self.heads // self.kv_heads, -1, -1)
        mask = mask.reshape(len(rows) * self.kv_heads, -1, total)
        cos, sin = self._cos[positions][:, :, None], self._sin[positions][:, :, None]
        x = self._embedding[ids]
        for number, layer in enumerate(self._layers):
            q, k, v = self._project(layer, x, cos, sin)
            keys, values = self._kv[2 * number], self._kv[2 * number + 1]
            keys[chosen, :, cached:total] = k.transpose(1, 2)
            values[chosen, :, cached:total] = v.transpose(1, 2)
            heads = q.transpose(1, 2)
            x = x + F.linear(self._attend(heads, keys[chosen], values[chosen], mask, total), layer.out)
            x = x + _mlp(layer, x, self.eps)
        last = torch.tensor([len(part) - 1 for part in fresh])
        return self._logits(x[torch.arange(len(rows)), last])

    def _project(self, layer: _Layer, x: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Rotated queries and keys, and values, each (..., heads, width)."""
        h = F.rms_norm(x, x.shape[-1:], layer.norm, self.eps)
        qkv = F.linear(h, layer.qkv).unflatten(-1, (-1, self.width))
        q, k, v = qkv.split([self.heads, self.kv_heads, self.kv_heads], -2)
        if layer.q_norm is not None:
            q = F.rms_norm(q, q.shape[-1:], layer.q_norm, self.eps)
            k = F.rms_norm(k, k.shape[-1:], layer.k_norm, self.eps)
        return _rotate(q, cos, sin), _rotate(k, cos, sin), v

    def _attend(self, q: Tensor, keys: Tensor, values: Tensor, mask: Tensor, slots: int) -> Tensor:
        """Attention output (rows, length, heads x width) of ``q`` (rows, heads, length, width) over the first
        ``slots`` slots; ``mask`` is (rows x kv heads, 1 or queries per kv head, slots)."""
        rows, heads, length, width = q.shape
        flat = q.reshape(rows * self.kv_heads, -1, width)
        k = keys[:, :, :slots].reshape(rows * self.kv_heads, slots, width)
        v = values[:, :, :slots].reshape(rows * self.kv_heads, slots, width)
        mask = mask.expand(-1, flat.shape[1], -1)
        with usual_products():
            weights = torch.baddbmm(mask, flat, k.transpose(1, 2), alpha=width**-0.5).softmax(-1)
            out = torch.bmm(weights, v).view(rows, heads, length, width)
        return out.transpose(1, 2).reshape(rows, length, heads * width)

    def _logits(self, x: Tensor) -> Tensor:
        return F.linear(F.rms_norm(x, x.shape[-1:], self._final_norm, self.eps), self._head)

    def _longest_kept(self, prompt: tuple[int, ...]) -> int:
        """Length of the longest kept prefix that leaves at least one token to compute; 0 if none."""
        fitting = sorted((n for n in self._lengths if n < len(prompt)), reverse=True)
        return next((n for n in fitting if prompt[:n] in self._kept), 0)

    def _restore(self, row: int, prefix: tuple[int, ...]) -> None:
        segment, line = self._kept[prefix]
        slots = segment.used[line].nonzero()[: len(prefix), 0]
        self._kv[:, row, :, : len(prefix)] = segment.kv[:, line].index_select(2, slots)
        self._mask[row, : len(prefix)] = 0.0

    def _retire(self, retired: Mapping[int, tuple[int, ...]]) -> None:
        rows = torch.tensor(list(retired))
        segment = _Segment(
            self._kv[:, rows, :, : self._slots], self._mask[rows, : self._slots] == 0, tuple(retired.values())
        )
        self._segments.append(segment)
        for line, key in enumerate(segment.keys):
            self._lengths[len(key)] = self._lengths.get(len(key), 0) + (key not in self._kept)
            self._kept[key] = (segment, line)
        while len(self._segments) > 1 and sum(s.kv.nbytes for s in self._segments) > self.keep_bytes:
            self._forget(self._segments.popleft())

    def _forget(self, segment: _Segment) -> None:
        for key in segment.keys:
            if self._kept.get(key, (None, 0))[0] is segment:
                del self._kept[key]
                self._lengths[len(key)] -= 1
                if not self._lengths[len(key)]:
                    del self._lengths[len(key)]


def _layer(block: Any) -> _Layer:
    attention, mlp = block.self_attn, block.mlp
    q_norm, k_norm = (getattr(attention, name, None) for name in ("q_norm", "k_norm"))
    return _Layer(
        norm=block.input_layernorm.weight.detach(),
        qkv=torch.cat([p.weight for p in (attention.q_proj, attention.k_proj, attention.v_proj)]),
        q_norm=None if q_norm is None else q_norm.weight.detach(),
        k_norm=None if k_norm is None else k_norm.weight.detach(),
        out=attention.o_proj.weight.detach(),
        mlp_norm=block.post_attention_layernorm.weight.detach(),
        gate_up=torch.cat([mlp.gate_proj.weight, mlp.up_proj.weight]),
        down=mlp.down_proj.weight.detach(),
    )


def _mlp(layer: _Layer, x: Tensor, eps: float) -> Tensor:
    gate, up = F.linear(F.rms_norm(x, x.shape[-1:], layer.mlp_norm, eps), layer.gate_up).chunk(2, -1)
    return F.linear(F.silu(gate).mul_(up), layer.down)


def _rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary embedding; ``sin`` has the sign of the first half folded in."""
    return x * cos + x.roll(x.shape[-1] // 2, -1) * sin


def _groups(lengths: Sequence[int], cached: int) -> list[list[int]]:
    """Row numbers in groups of similar length whose padded size stays within ``PREFILL_TOKENS``."""
    groups: list[list[int]] = [[]]
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        if groups[-1] and (len(groups[-1]) + 1) * lengths[row] > PREFILL_TOKENS:
            groups.append([])
        groups[-1].append(row)
    return groups
