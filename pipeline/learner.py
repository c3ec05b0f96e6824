"""The update: one policy, two roles, one clipped policy-gradient step (ALGORITHM.md, "Update").

Per sampled token, with learner log-prob ``l``, its value before the update ``l_old``, the sampler's
``s``, advantage ``A`` of the rollout and loss weight ``w`` (``advantage.token_weights``)::

    r    = exp(l - l_old)
    obj  = min(r A, clip(r, 1 - clip_low, 1 + clip_high) A),  and at least dual_clip * A where A < 0
    loss = sum  w * ( -min(exp(l_old - s), is_cap) * obj  +  kl_coef * k3(reference, l) )

All log-probs are of the temperature-scaled full softmax. Weights attach to rollouts, so any number of
rows, of any lengths, is a legal batch; micro-batches are grouped by length and change nothing.
"""

from __future__ import annotations

import io
import math
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from transformers import AutoModelForCausalLM, PreTrainedModel
from transformers.utils import logging as transformers_logging

from pipeline.adapters import add_adapters, merged_state
from pipeline.advantage import TINY, token_weights
from pipeline.config_sections import LearnerSection
from pipeline.rollout import ROLES, Rollout

CANARY = 8
"""Rollouts re-scored for the sampler check when a step has nothing to train on."""


class LearnerError(Exception):
    """A policy that cannot be loaded or must not be trained further; one sentence."""


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
class _Row:
    rollout: Rollout
    advantage: float
    weight: float


@dataclass(frozen=True)
class _Batch:
    """Rows padded to one length on the right; per-token tensors list the sampled tokens, row by row."""

    ids: Tensor  # (rows, length)
    sampled: Tensor  # (rows, length - 1) bool: position t predicts a sampled token t + 1
    sampler: Tensor  # (tokens,)
    advantage: Tensor  # (tokens,)
    weight: Tensor  # (tokens,)
    temperature: Tensor  # (tokens,)
    designer: Tensor  # (tokens,) bool


def configure_torch(threads: int, seed: int) -> None:
    """Fix what float results depend on: thread count, seed, deterministic kernels."""
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
    # Filling fresh memory costs time and matters only to code that reads what it never wrote.
    torch.utils.deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]


def load_policy(path: Path) -> PreTrainedModel:
    """A causal language model in float32 from a Hugging Face directory.

    Raises :class:`LearnerError` when the directory does not hold one.
    """
    transformers_logging.disable_progress_bar()
    try:
        model = AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        reason = str(error).strip().splitlines()[0]
        raise LearnerError(
            f"model.path: no causal language model can be loaded from {path} ({reason})"
        ) from None
    return model.eval()


class Learner:
    """Owns the policy's weights and its optimiser. ``version`` counts the updates applied."""

    def __init__(
        self, model: PreTrainedModel, options: LearnerSection, *, designer_share: float, filter_zero: bool
    ):
        self.model = model
        self.options = options
        self.shares = {"designer": designer_share, "agent": 1.0 - designer_share}
        self.filter_zero = filter_zero
        self.version = 0
        self.optimizer_step = 0
        self._reference = _frozen_copy(model) if options.kl_coef else None
        if options.lora_rank:
            try:
                add_adapters(model, options.lora_rank, options.lora_alpha)
            except ImportError:
                raise LearnerError("learner.lora_rank needs the package peft: pip install peft") from None
        self._optimizer = torch.optim.AdamW(
            [parameter for parameter in model.parameters() if parameter.requires_grad],
            lr=options.lr,
            betas=(options.beta1, options.beta2),
            weight_decay=options.weight_decay,
        )

    def update(self, rollouts: Sequence[Rollout], advantages: Sequence[float]) -> UpdateStats:
        """Train on one step's rollouts, one advantage each; raises :class:`LearnerError` when the sampler's
        log-probs are further from the learner's than ``learner.kl_bound`` (before any weight changes)."""
        rows = self._weighted(rollouts, advantages)
        batches = list(self._batches(rows))
        totals = _Totals()
        if not batches:
            totals.add_canary(self._score(rollouts[:CANARY]))
            self._check_sync(totals)
        old: list[Tensor] = []
        grad_norm, rate = math.nan, self._rate()
        for epoch in range(self.options.epochs if batches else 0):
            self._optimizer.zero_grad(set_to_none=True)
            for index, batch in enumerate(batches):
                terms = self._backward(batch, old[index] if epoch else None)
                if not epoch:
                    old.append(terms.old)
                totals.add(terms, batch, first=epoch == 0)
            if not epoch:
                self._check_sync(totals)
            grad_norm = self._apply(rate)
        self.version += 1
        trained = [row for row in rows if row.advantage]
        counts = {role: sum(row.rollout.role == role for row in trained) for role in ROLES}
        return totals.stats(
            grad_norm=grad_norm,
            learning_rate=rate,
            rollouts_designer=counts["designer"],
            rollouts_agent=counts["agent"],
            trained_tokens=sum(row.rollout.sampled for row in trained),
            epochs=max(1, self.options.epochs),
        )

    def _weighted(self, rollouts: Sequence[Rollout], advantages: Sequence[float]) -> list[_Row]:
        """Rows that enter the loss. A zero advantage carries no policy gradient; with ``filter_zero`` it
        takes no slot in its role's share either, and without a KL term it need not be computed at all."""
        rows = []
        for role in ROLES:
            members = [
                (rollout, advantage)
                for rollout, advantage in zip(rollouts, advantages, strict=True)
                if rollout.role == role
                and rollout.sampled
                and not (self.filter_zero and abs(advantage) <= TINY)
            ]
            weights = token_weights(
                [rollout.sampled for rollout, _ in members], self.shares[role], self.options.loss_weight
            )
            for (rollout, advantage), weight in zip(members, weights, strict=True):
                if (abs(advantage) > TINY or self.options.kl_coef) and weight > 0:
                    rows.append(_Row(rollout, float(advantage), float(weight)))
        return rows

    def _batches(self, rows: Sequence[_Row]) -> Iterator[_Batch]:
        ordered = sorted(rows, key=lambda row: len(row.rollout.ids))
        chunk: list[_Row] = []
        for row in ordered:
            if chunk and (len(chunk) + 1) * len(row.rollout.ids) > self.options.micro_tokens:
                yield _collate(chunk)
                chunk = []
            chunk.append(row)
        if chunk:
            yield _collate(chunk)

    def _backward(self, batch: _Batch, old: Tensor | None) -> _Terms:
        logp, entropy = self._logprobs(self.model, batch)
        old = logp.detach() if old is None else old
        options, advantage = self.options, batch.advantage
        ratio = (logp - old).exp()
        clipped = ratio.clamp(1 - options.clip_low, 1 + options.clip_high)
        objective = torch.minimum(ratio * advantage, clipped * advantage)
        if options.dual_clip:
            objective = torch.where(
                advantage < 0, torch.maximum(objective, options.dual_clip * advantage), objective
            )
        importance = (old - batch.sampler).exp().clamp(max=options.is_cap)
        policy = -batch.weight * importance * objective
        loss = policy.sum()
        kl = torch.zeros_like(logp)
        if self._reference is not None:
            with torch.no_grad():
                reference, _ = self._logprobs(self._reference, batch)
            kl = k3(reference - logp)
            loss = loss + options.kl_coef * (batch.weight * kl).sum()
        loss.backward()
        return _Terms(
            old, policy.detach(), kl.detach(), entropy.detach(), (ratio != clipped).detach(), loss.item()
        )

    def _logprobs(self, model: PreTrainedModel, batch: _Batch) -> tuple[Tensor, Tensor]:
        """Log-prob of every sampled token and entropy of its distribution, both (tokens,).

        Right padding needs no attention mask under a causal model, and the output head runs on the
        sampled positions only.
        """
        with torch.autocast("cpu", torch.bfloat16, enabled=self.options.autocast == "bfloat16"):
            hidden = model.base_model(input_ids=batch.ids, use_cache=False).last_hidden_state
            logits = model.get_output_embeddings()(hidden[:, :-1][batch.sampled])
        every = torch.log_softmax(logits.float() / batch.temperature[:, None], dim=-1)
        targets = batch.ids[:, 1:][batch.sampled]
        entropy = -(every.detach().exp() * every.detach()).sum(-1)
        return every.gather(-1, targets[:, None])[:, 0], entropy

    @torch.no_grad()
    def _score(self, rollouts: Sequence[Rollout]) -> tuple[Tensor, Tensor]:
        """Learner's and sampler's log-probs of the sampled tokens of some rollouts, both (tokens,)."""
        pairs = [
            (self._logprobs(self.model, batch)[0], batch.sampler)
            for batch in self._batches([_Row(rollout, 0.0, 0.0) for rollout in rollouts if rollout.sampled])
        ]
        learner, sampler = zip(*pairs, strict=True) if pairs else ((torch.zeros(0),), (torch.zeros(0),))
        return torch.cat(learner), torch.cat(sampler)

    def _check_sync(self, totals: _Totals) -> None:
        if totals.tokens and not totals.kl_sampler <= self.options.kl_bound:  # nan is out of step too
            raise LearnerError(
                f"sampler and learner disagree: mean KL per token is {totals.kl_sampler:.4f}, more than "
                f"learner.kl_bound = {self.options.kl_bound:g}"
            )

    def _rate(self) -> float:
        warmup = self.options.warmup_steps
        return self.options.lr * min(1.0, (self.optimizer_step + 1) / warmup if warmup else 1.0)

    def _apply(self, rate: float) -> float:
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.options.grad_clip)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
        self.optimizer_step += 1
        return float(norm)

    def weights(self) -> dict[str, Tensor]:
        """The policy as a plain state dict, adapters added in: what samplers and checkpoints get."""
        return merged_state(self.model)

    def state_bytes(self) -> bytes:
        """Weights, optimiser and counters, exact to the bit."""
        buffer = io.BytesIO()
        torch.save(
            {
                "model": self.model.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "version": self.version,
                "optimizer_step": self.optimizer_step,
            },
            buffer,
        )
        return buffer.getvalue()

    def load_state_bytes(self, data: bytes) -> None:
        """Inverse of :meth:`state_bytes`; raises :class:`LearnerError` when damaged or of another model."""
        try:
            state = torch.load(io.BytesIO(data), weights_only=True)
            self.model.load_state_dict(state["model"])
            self._optimizer.load_state_dict(state["optimizer"])
            self.version, self.optimizer_step = state["version"], state["optimizer_step"]
        except (RuntimeError, ValueError, KeyError, EOFError, pickle.UnpicklingError) as error:
            reason = next(iter(str(error).splitlines()), type(error).__name__)
            raise LearnerError(f"saved weights do not fit this model ({reason})") from None

    def save_pretrained(self, path: Path) -> None:
        """Write the policy in Hugging Face format (weights and configuration, no tokenizer)."""
        self.model.save_pretrained(path, state_dict=self.weights())


def k3(delta: Tensor) -> Tensor:
    """Non-negative estimate of KL(p, q) on samples of p: ``exp(d) - d - 1`` with ``d = log q - log p``."""
    return delta.exp() - delta - 1


@dataclass(frozen=True)
class _Terms:
    old: Tensor
    policy: Tensor
    kl: Tensor
    entropy: Tensor
    clipped: Tensor
    loss: float


class _Totals:
    """Sums over micro-batches (float64); the sampler check and entropy are of the first epoch."""

    def __init__(self) -> None:
        self._loss = {"all": 0.0, "designer": 0.0, "agent": 0.0}
        self._kl = self._entropy = self._drift = self._clipped = 0.0
        self.tokens = self._seen = 0

    def add(self, terms: _Terms, batch: _Batch, *, first: bool) -> None:
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


def _collate(rows: Sequence[_Row]) -> _Batch:
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

    return _Batch(
        ids=torch.from_numpy(ids),
        sampled=torch.from_numpy(sampled[:, 1:].copy()),
        sampler=torch.tensor(sampler, dtype=torch.float32),
        advantage=per_token([row.advantage for row in rows]),
        weight=per_token([row.weight for row in rows]),
        temperature=per_token([row.rollout.temperature for row in rows]),
        designer=torch.from_numpy(np.repeat([row.rollout.role == "designer" for row in rows], counts)),
    )


def _frozen_copy(model: PreTrainedModel) -> PreTrainedModel:
    copy = type(model)(model.config)
    copy.load_state_dict(model.state_dict())
    return copy.eval().requires_grad_(False)
