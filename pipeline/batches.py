"""What goes through the learner's model at once, and the sums that come out of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from pipeline.rollout import Rollout


@dataclass(frozen=True)
class UpdateStats:
    """What one call of :meth:`Learner.update` did; ``nan`` where no token was involved."""

    loss: float
    loss_designer: float
    loss_agent: float
    kl_reference: float
    kl_sampler: float
    entropy: float
    clip_fraction: float
    grad_norm: float
    learning_rate: float
    rollouts_designer: int
    rollouts_agent: int
    trained_tokens: int


@dataclass(frozen=True)
class Row:
    """One sequence of a rollout, as it enters the loss."""

    rollout: Rollout  # of one sequence
    advantage: float
    weight: float
    first: bool = True  # of its rollout's sequences


@dataclass(frozen=True)
class Batch:
    """Rows padded to one length on the right; per-token tensors list the sampled tokens, row by row."""

    ids: Tensor  # (rows, length)
    sampled: Tensor  # (rows, length - 1) bool: position t predicts a sampled token t + 1
    sampler: Tensor  # (tokens,)
    advantage: Tensor  # (tokens,)
    weight: Tensor  # (tokens,)
    temperature: Tensor  # (tokens,)
    designer: Tensor  # (tokens,) bool

    def to(self, device: torch.device) -> Batch:
        """The same on another device."""
        return Batch(**{name: tensor.to(device) for name, tensor in vars(self).items()})


def k3(delta: Tensor) -> Tensor:
    """Non-negative estimate of KL(p, q) on samples of p: ``exp(d) - d - 1`` with ``d = log q - log p``."""
    return delta.exp() - delta - 1


@dataclass(frozen=True)
class Terms:
    """What one pass over a micro-batch found, per sampled token, and its loss."""

    old: Tensor
    policy: Tensor
    kl: Tensor
    entropy: Tensor
    clipped: Tensor
    loss: float


class Totals:
    """Sums over micro-batches (float64); the sampler check and entropy are of the first epoch."""

    def __init__(self) -> None:
        self._loss = {"all": 0.0, "designer": 0.0, "agent": 0.0}
        self._kl = self._entropy = self._drift = self._clipped = 0.0
        self.tokens = self._seen = 0

    def add(self, terms: Terms, batch: Batch, *, first: bool) -> None:
        self._clipped += float(terms.clipped.sum())
        self._kl += float(terms.kl.double().sum())
        self._seen += terms.old.numel()
        self._loss["all"] += terms.loss
        self._loss["designer"] += float(terms.policy[batch.designer].double().sum())
        self._loss["agent"] += float(terms.policy[~batch.designer].double().sum())
        if first:
            self._entropy += float(terms.entropy.double().sum())
            self.add_canary((terms.old, batch.sampler))

    def add_canary(self, pair: tuple[Tensor, Tensor]) -> None:
        learner, sampler = pair
        self._drift += float(k3((learner - sampler).double()).sum())
        self.tokens += learner.numel()

    def as_list(self) -> list[float]:
        """Every sum, in a fixed order."""
        sums = (*self._loss.values(), self._kl, self._entropy, self._drift, self._clipped)
        return [*sums, float(self.tokens), float(self._seen)]

    @classmethod
    def of_list(cls, sums: Sequence[float]) -> Totals:
        """Inverse of :meth:`as_list`."""
        totals = cls()
        totals._loss = dict(zip(totals._loss, sums[:3], strict=True))
        totals._kl, totals._entropy, totals._drift, totals._clipped = sums[3:7]
        totals.tokens, totals._seen = int(sums[7]), int(sums[8])
        return totals

    @property
    def kl_sampler(self) -> float:
        return self._drift / self.tokens if self.tokens else math.nan

    def stats(self, *, epochs: int, **given: float | int) -> UpdateStats:
        seen = self._seen or math.nan
        scale = 1 / epochs if self._seen else math.nan
        return UpdateStats(
            loss=self._loss["all"] * scale,
            loss_designer=self._loss["designer"] * scale,
            loss_agent=self._loss["agent"] * scale,
            kl_reference=self._kl / seen,
            kl_sampler=self.kl_sampler,
            entropy=self._entropy * epochs / seen,
            clip_fraction=self._clipped / seen,
            **given,  # type: ignore[arg-type]
        )


def collate(rows: Sequence[Row]) -> Batch:
    """Rows as one micro-batch."""
    length = max(len(row.rollout.ids) for row in rows)
    ids = np.zeros((len(rows), length), np.int64)
    sampled = np.zeros((len(rows), length), bool)
    for position, row in enumerate(rows):
        ids[position, : len(row.rollout.ids)] = row.rollout.ids
        sampled[position, : len(row.rollout.ids)] = row.rollout.mask
    counts = [row.rollout.sampled for row in rows]
    sampler = [
        logprob
        for row in rows
        for logprob, own in zip(row.rollout.logprobs, row.rollout.mask, strict=True)
        if own
    ]

    def per_token(values: list[float]) -> Tensor:
        return torch.from_numpy(np.repeat(np.array(values, np.float32), counts))

    return Batch(
        ids=torch.from_numpy(ids),
        sampled=torch.from_numpy(sampled[:, 1:].copy()),
        sampler=torch.tensor(sampler, dtype=torch.float32),
        advantage=per_token([row.advantage for row in rows]),
        weight=per_token([row.weight for row in rows]),
        temperature=per_token([row.rollout.temperature for row in rows]),
        designer=torch.from_numpy(np.repeat([row.rollout.role == "designer" for row in rows], counts)),
    )
