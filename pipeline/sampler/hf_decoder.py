"""Incremental decoding through a model's own Hugging Face forward pass, where there is no faster one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor
from transformers import DynamicCache, PreTrainedModel


class HFDecoder:
    """Left-padded rows and a ``DynamicCache``; keeps nothing between batches."""

    def __init__(self, model: PreTrainedModel):
        self.model = model
        self.drop()

    def reload(self) -> None:
        """The forward pass reads the model itself, so there is nothing to take over."""
        self.drop()

    def drop(self) -> None:
        """Forget the batch."""
        self._cache: DynamicCache | None = None

    @torch.no_grad()
    def start(self, prompts: Sequence[Sequence[int]]) -> Tensor:
        """Begin a batch; logits (rows, vocabulary) after each prompt."""
        width = max(map(len, prompts))
        ids = torch.zeros(len(prompts), width, dtype=torch.long)
        self._mask = torch.zeros(len(prompts), width, dtype=torch.long)
        for row, prompt in enumerate(prompts):
            ids[row, width - len(prompt) :] = torch.tensor(prompt)
            self._mask[row, width - len(prompt) :] = 1
        self._cache = DynamicCache(config=self.model.config)
        positions = (self._mask.cumsum(-1) - 1).clamp(min=0)
        self._next = self._mask.sum(-1)
        return self._forward(ids, positions)

    @torch.no_grad()
    def step(self, tokens: Tensor) -> Tensor:
        """Append one token (rows,) to every row; logits (rows, vocabulary) of what follows."""
        self._mask = torch.cat([self._mask, self._mask.new_ones(len(tokens), 1)], 1)
        logits = self._forward(tokens[:, None], self._next[:, None])
        self._next = self._next + 1
        return logits

    def compact(self, keep: Tensor, retired: Mapping[int, tuple[int, ...]]) -> None:
        """Keep only rows ``keep``; what retires is forgotten."""
        if len(keep) == 0 or self._cache is None:
            self.drop()
            return
        self._cache.batch_select_indices(keep)
        self._mask, self._next = self._mask[keep], self._next[keep]

    def _forward(self, ids: Tensor, positions: Tensor) -> Tensor:
        limit = self.model.config.max_position_embeddings - 1
        return self.model(
            input_ids=ids,
            attention_mask=self._mask,
            position_ids=positions.clamp(max=limit),
            past_key_values=self._cache,
            use_cache=True,
            logits_to_keep=1,
        ).logits[:, -1]
