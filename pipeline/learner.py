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
from pathlib import Path

import torch
from torch import Tensor
from transformers import AutoModelForCausalLM, PreTrainedModel
from transformers.utils import logging as transformers_logging

from pipeline.adapters import add_adapters, merged_state
from pipeline.advantage import TINY, token_weights
from pipeline.batches import Batch, Row, Terms, Totals, UpdateStats, collate, k3
from pipeline.checkpoint import save_policy
from pipeline.config_sections import LearnerSection
from pipeline.logprobs import lean_logprobs
from pipeline.rollout import ROLES, Rollout

CANARY = 8
"""Rollouts re-scored for the sampler check when a step has nothing to train on."""


class LearnerError(Exception):
    """A policy that cannot be loaded or must not be trained further; one sentence."""


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
        self._reference = self._place(_frozen_copy(model)) if options.kl_coef else None
        if options.lora_rank:
            try:
                add_adapters(model, options.lora_rank, options.lora_alpha)
            except ImportError:
                raise LearnerError("learner.lora_rank needs the package peft: pip install peft") from None
        if options.recompute:
            model.gradient_checkpointing_enable({"use_reentrant": False})  # the name all of 5.x knows
            model.train()  # layers are recomputed in training mode only
        self._place(model)
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
        batches = self._share(rows)
        totals = Totals()
        if not batches:
            totals.add_canary(self.score(rollouts[:CANARY]))
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
        counts = {role: sum(row.first and row.rollout.role == role for row in trained) for role in ROLES}
        return self._together(totals).stats(
            grad_norm=grad_norm,
            learning_rate=rate,
            rollouts_designer=counts["designer"],
            rollouts_agent=counts["agent"],
            trained_tokens=sum(row.rollout.sampled for row in trained),
            epochs=max(1, self.options.epochs),
        )

    def _weighted(self, rollouts: Sequence[Rollout], advantages: Sequence[float]) -> list[Row]:
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
                    rows += [
                        Row(row, float(advantage), float(weight), first=number == 0)
                        for number, row in enumerate(row for row in rollout.rows if row.sampled)
                    ]
        return rows

    def _place(self, model: PreTrainedModel) -> PreTrainedModel:
        """Put a model where it is to be computed: here, it is there already."""
        return model

    def _share(self, rows: Sequence[Row]) -> list[Batch]:
        """The micro-batches this process computes: all of them."""
        return list(self._batches(rows))

    def _together(self, totals: Totals) -> Totals:
        """Sums over every process that computes micro-batches: over this one."""
        return totals

    def _batches(self, rows: Sequence[Row]) -> Iterator[Batch]:
        device = next(self.model.parameters()).device
        return (collate(chunk).to(device) for chunk in self._chunks(rows))

    def _chunks(self, rows: Sequence[Row]) -> Iterator[list[Row]]:
        """Rows in groups of similar length whose padded size stays within ``micro_tokens``."""
        ordered = sorted(rows, key=lambda row: len(row.rollout.ids))
        chunk: list[Row] = []
        for row in ordered:
            if chunk and (len(chunk) + 1) * len(row.rollout.ids) > self.options.micro_tokens:
                yield chunk
                chunk = []
            chunk.append(row)
        if chunk:
            yield chunk

    def _backward(self, batch: Batch, old: Tensor | None) -> Terms:
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
        return Terms(
            old, policy.detach(), kl.detach(), entropy.detach(), (ratio != clipped).detach(), loss.item()
        )

    def _logprobs(self, model: PreTrainedModel, batch: Batch) -> tuple[Tensor, Tensor]:
        """Log-prob of every sampled token and entropy of its distribution, both (tokens,).

        Right padding needs no attention mask under a causal model, and the output head runs on the
        sampled positions only.
        """
        kind = batch.ids.device.type
        lean, half = self.options.recompute, self.options.autocast == "bfloat16"
        with torch.autocast(kind, torch.bfloat16, enabled=half, cache_enabled=not lean):
            logits = self._logits(model, batch)
        targets = batch.ids[:, 1:][batch.sampled]
        if lean:
            return lean_logprobs(logits, targets, batch.temperature)
        every = torch.log_softmax(logits.float() / batch.temperature[:, None], dim=-1)
        entropy = -(every.detach().exp() * every.detach()).sum(-1)
        return every.gather(-1, targets[:, None])[:, 0], entropy

    def _logits(self, model: PreTrainedModel, batch: Batch) -> Tensor:
        """Logits (tokens, vocabulary) that the sampled tokens were drawn from."""
        return sampled_logits(model, batch.ids, batch.sampled)

    @torch.no_grad()
    def score(self, rollouts: Sequence[Rollout]) -> tuple[Tensor, Tensor]:
        """Learner's and sampler's log-probs of the sampled tokens of some rollouts, both (tokens,)."""
        rows = [Row(row, 0.0, 0.0) for rollout in rollouts for row in rollout.rows if row.sampled]
        pairs = [(self._logprobs(self.model, batch)[0], batch.sampler) for batch in self._batches(rows)]
        learner, sampler = zip(*pairs, strict=True) if pairs else ((torch.zeros(0),), (torch.zeros(0),))
        return torch.cat(learner), torch.cat(sampler)

    def _check_sync(self, totals: Totals) -> None:
        drift = self._together(totals)
        if drift.tokens and not drift.kl_sampler <= self.options.kl_bound:  # nan is out of step too
            raise LearnerError(
                f"sampler and learner disagree: mean KL per token is {drift.kl_sampler:.4f}, more than "
                f"learner.kl_bound = {self.options.kl_bound:g}"
            )

    def _rate(self) -> float:
        warmup = self.options.warmup_steps
        return self.options.lr * min(1.0, (self.optimizer_step + 1) / warmup if warmup else 1.0)

    def _apply(self, rate: float) -> float:
        norm = self._clip()
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
        self.optimizer_step += 1
        return norm

    def _clip(self) -> float:
        """Scale the gradients down to norm ``grad_clip`` at most; their norm before."""
        return float(torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.options.grad_clip))

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
        save_policy(self.model, self.weights(), path, self.options.checkpoint_dtype)


def sampled_logits(model: PreTrainedModel, ids: Tensor, sampled: Tensor) -> Tensor:
    """Logits (tokens, vocabulary) of the positions before each sampled token; ``ids`` (rows, length),
    ``sampled`` (rows, length - 1) bool."""
    hidden = model.base_model(input_ids=ids, use_cache=False).last_hidden_state
    return model.get_output_embeddings()(hidden[:, :-1][sampled])


def _frozen_copy(model: PreTrainedModel) -> PreTrainedModel:
    copy = type(model)(model.config)
    copy.load_state_dict(model.state_dict())
    return copy.eval().requires_grad_(False)
