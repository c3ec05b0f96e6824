"""The in-process sampler: batched decoding with a key/value cache, in PyTorch, for any causal language model.

Rows of any length decode together; finished rows leave the batch. Each row draws from its own generator, one
uniform number per token, which is looked up in the cumulative distribution: a row's sample does not depend on
what it was batched with.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping, Sequence
from typing import Protocol

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from pipeline.sampler import Completion, SamplerStats, SamplingParams, check_prompts
from pipeline.sampler.hf_decoder import HFDecoder
from pipeline.sampler.llama_decoder import LlamaDecoder

COMPACT_SHARE = 0.2
"""Rows leave the batch once this share of it is finished; moving the cache more often costs more."""
KEEP_BYTES = 1 << 30
"""Memory for keys and values of earlier turns."""


class Decoder(Protocol):
    """Key/value cache and forward pass of one batch of rows."""

    def start(self, prompts: Sequence[Sequence[int]]) -> Tensor: ...
    def step(self, tokens: Tensor) -> Tensor: ...
    def compact(self, keep: Tensor, retired: Mapping[int, tuple[int, ...]]) -> None: ...
    def reload(self) -> None: ...
    def drop(self) -> None: ...


class TorchEngine:
    """A :class:`pipeline.sampler.Sampler` with its own copy of the weights.

    ``keep_bytes`` bounds the keys and values kept between calls, which spare an episode's next turn its
    earlier tokens (Llama-shaped models; 0 keeps none).
    """

    def __init__(
        self, model: PreTrainedModel, *, max_rows: int = 256, version: int = 0, keep_bytes: int = KEEP_BYTES
    ):
        self._model = copy.deepcopy(model).eval().requires_grad_(False)
        self._decoder: Decoder = (
            LlamaDecoder(self._model, keep_bytes)
            if LlamaDecoder.supports(self._model)
            else HFDecoder(self._model)
        )
        self.max_rows = max_rows
        self.version = version
        self.context: int = model.config.max_position_embeddings
        self.stats = SamplerStats()

    def generate(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams, seeds: Sequence[int]
    ) -> list[Completion]:
        """One completion per prompt, in order; see :class:`pipeline.sampler.Sampler`."""
        check_prompts(prompts, seeds, self.context)
        started = time.perf_counter()
        order = sorted(range(len(prompts)), key=lambda row: (len(prompts[row]), prompts[row]))
        found: dict[int, Completion] = {}
        for start in range(0, len(order), self.max_rows):
            rows = order[start : start + self.max_rows]
            batch = self._batch([prompts[r] for r in rows], params, [seeds[r] for r in rows])
            found.update(zip(rows, batch, strict=True))
        self.stats.prompt_tokens += sum(map(len, prompts))
        self.stats.sampled_tokens += sum(len(completion.ids) for completion in found.values())
        self.stats.seconds += time.perf_counter() - started
        return [found[row] for row in range(len(prompts))]

    @torch.no_grad()
    def publish(self, weights: nn.Module | Mapping[str, Tensor], version: int) -> None:
        """Copy weights in from a model or state dict; ``ValueError`` if names or shapes differ."""
        state = weights.state_dict() if isinstance(weights, nn.Module) else weights
        own = self._model.state_dict()
        if set(state) != set(own) or any(state[name].shape != own[name].shape for name in own):
            raise ValueError("published weights differ in names or shapes from the sampler's model")
        for name, tensor in own.items():
            tensor.copy_(state[name])
        self._decoder.reload()
        self.version = version

    def sleep(self) -> None:
        """Free the cache; the weights stay, since they are needed again within a step."""
        self._decoder.drop()

    def wake(self) -> None:
        """Nothing to undo: the cache is allocated per call."""

    @torch.no_grad()
    def _batch(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams, seeds: Sequence[int]
    ) -> list[Completion]:
        limits = torch.tensor([min(params.max_new_tokens, self.context - len(p)) for p in prompts])
        uniform = torch.stack([_uniform(seed, params.max_new_tokens) for seed in seeds])
        stops = torch.tensor(params.stop_ids)
        rows = torch.arange(len(prompts))  # row of `prompts` at each place of the batch
        active = torch.ones(len(prompts), dtype=torch.bool)
        ids = torch.zeros(len(prompts), params.max_new_tokens, dtype=torch.long)
        logps = torch.zeros(len(prompts), params.max_new_tokens)
        counts = torch.zeros(len(prompts), dtype=torch.long)
        stopped = torch.zeros(len(prompts), dtype=torch.bool)
        logits = self._decoder.start(prompts)
        for step in range(params.max_new_tokens):
            tokens, logprobs = _sample(logits.float() / params.temperature, uniform[rows, step])
            now = rows[active]
            ids[now, step], logps[now, step] = tokens[active], logprobs[active]
            counts[now] += 1
            ended = torch.isin(tokens, stops)
            stopped[now] |= ended[active]
            active &= ~ended & (limits[rows] > step + 1)
            living = int(active.sum())
            if living == 0:
                break
            if living <= (1 - COMPACT_SHARE) * len(rows):
                self._decoder.compact(active.nonzero()[:, 0], _retired(prompts, rows, ~active, ids, counts))
                rows, tokens, active = rows[active], tokens[active], active[active]
            logits = self._decoder.step(tokens)
        nobody = torch.zeros(0, dtype=torch.long)
        self._decoder.compact(nobody, _retired(prompts, rows, torch.ones_like(active), ids, counts))
        return [
            Completion(
                ids=tuple(ids[row, :count].tolist()),
                logprobs=tuple(logps[row, :count].tolist()),
                finish_reason="stop" if stopped[row] else "length",
                policy_version=self.version,
            )
            for row, count in enumerate(counts.tolist())
        ]


def _uniform(seed: int, count: int) -> Tensor:
    """``count`` uniform numbers in [0, 1) of one row's own generator."""
    return torch.rand(count, generator=torch.Generator().manual_seed(seed))


def _sample(scaled: Tensor, uniform: Tensor) -> tuple[Tensor, Tensor]:
    """Tokens and their log-probs, both (rows,), by inverting the cumulative distribution of the softmax of
    ``scaled`` (rows, vocabulary) at ``uniform`` (rows,)."""
    logprobs = scaled.log_softmax(-1)
    cumulative = logprobs.exp().cumsum(-1)
    target = (uniform * cumulative[:, -1])[:, None]
    tokens = torch.searchsorted(cumulative, target, right=True)[:, 0].clamp_(max=scaled.shape[-1] - 1)
    return tokens, logprobs.gather(-1, tokens[:, None])[:, 0]


def _retired(
    prompts: Sequence[Sequence[int]], rows: Tensor, leaving: Tensor, ids: Tensor, counts: Tensor
) -> dict[int, tuple[int, ...]]:
    """Per leaving place of the batch, the tokens whose keys and values it holds: all but the last sampled."""
    places = leaving.nonzero()[:, 0].tolist()
    return {
        place: (*prompts[row], *ids[row, : counts[row] - 1].tolist())
        for place, row in zip(places, rows[leaving].tolist(), strict=True)
    }
