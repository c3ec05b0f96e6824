"""Trains the small base model from scratch: tokenizer, Llama-shaped model, one pass over fresh examples.

The schedule is by wall clock (``minutes``), so the same command fits any machine: learning rate warms up
over the first steps and then falls along a cosine of the time used.
"""

from __future__ import annotations

import copy
import json
import math
import random
import shutil
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerBase, PreTrainedTokenizerFast

from pipeline.bootstrap import attention
from pipeline.bootstrap.dataset import WEIGHTS, Bank, Example, ExampleStream, batches
from pipeline.bootstrap.induction import start_with_induction
from pipeline.bootstrap.tokenizer import train_tokenizer
from pipeline.chat import ChatFormat
from pipeline.run_log import write_atomic

CONTEXT = 2048
LOG_EVERY = 20
BETAS = (0.9, 0.95)
WEIGHT_DECAY = 0.05
GRAD_CLIP = 1.0
WARMUP_STEPS = 60
FINAL_LR = 0.05
"""Share of the peak learning rate that is left at the end."""
KEPT = ("size", "seed", "threads")
"""Options that a resumed training takes over unchanged."""

NOUN_COPIES = 10
"""Times the corpus nouns are added to the tokenizer's text, so that most become one token to copy."""


@dataclass(frozen=True)
class Shape:
    """Size of the transformer; few heads of 48 to 64, since attention costs a CPU by the head."""

    width: int
    heads: int
    layers: int
    hidden: int


SHAPES = {
    "micro": Shape(width=112, heads=2, layers=4, hidden=304),
    "tiny": Shape(width=192, heads=4, layers=6, hidden=512),
    "small": Shape(width=288, heads=6, layers=6, hidden=768),
}
"""About 1, 3.4 and 7 million parameters with a vocabulary of 4096."""


@dataclass(frozen=True)
class TrainOptions:
    """How to train. ``tokens`` are padded tokens per step; ``design_share`` counts examples."""

    minutes: float = 43.0
    size: str = "tiny"
    seed: int = 0
    tokens: int = 4096
    max_tokens: int = 1088
    design_share: float = 0.25
    drill_share: float = 0.15
    lr: float = 5e-3
    vocabulary: int = 4096
    tokenizer_programs: int = 2310
    threads: int = 2
    checkpoint_minutes: float = 8.0
    max_steps: int | None = None


def make_tokenizer(bank: Bank, options: TrainOptions) -> PreTrainedTokenizerFast:
    """Trains the tokenizer on prompts, programs and plays as they will be trained on."""
    nouns = {noun for passage in bank.passages for noun in passage["nouns"]}
    texts: list[str] = [passage["text"] for passage in bank.passages]
    texts += sorted(nouns) * NOUN_COPIES
    for number in range(options.tokenizer_programs):
        name = list(bank.mechanics)[number % len(bank.mechanics)]
        rendered = bank.render(name, bank.rng.choice(("easy", "medium", "hard")))
        texts += [rendered.program.source, rendered.card.first_observation, rendered.card.title]
    return train_tokenizer(texts, vocabulary=options.vocabulary, apart=nouns, context=CONTEXT)


def make_model(tokenizer: PreTrainedTokenizerBase, size: str) -> LlamaForCausalLM:
    """A freshly initialised model with tied embeddings for ``tokenizer``."""
    shape = SHAPES[size]
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=shape.width,
        num_hidden_layers=shape.layers,
        intermediate_size=shape.hidden,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.heads,
        max_position_embeddings=CONTEXT,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        initializer_range=0.02,
        dtype="float32",
    )
    model = LlamaForCausalLM(config)
    model.config._attn_implementation = attention.NAME
    with torch.no_grad():  # residual branches start small, so that depth does not slow the first minutes
        for layer in model.model.layers:
            for projection in (layer.self_attn.o_proj, layer.mlp.down_proj):
                projection.weight.mul_((2 * shape.layers) ** -0.5)
    start_with_induction(model)
    return model


def loss_of(model: LlamaForCausalLM, group: Sequence[Example]) -> tuple[Tensor, dict[str, tuple[float, int]]]:
    """Weighted mean cross-entropy (nats) of a batch, and by kind of token (sum of losses, tokens)."""
    width = max(map(len, group))
    ids = torch.zeros(len(group), width, dtype=torch.long)
    weights = torch.zeros(len(group), width)
    for row, example in enumerate(group):
        ids[row, : len(example)] = torch.from_numpy(example.ids.astype(np.int64))
        weights[row, : len(example)] = torch.from_numpy(example.weights)
    # Right padding needs no mask under causal attention; the head runs on weighted positions only.
    targets, weights = ids[:, 1:], weights[:, 1:]
    chosen = weights > 0
    with torch.autocast("cpu", torch.bfloat16):
        hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state[:, :-1][chosen]
        logits = model.lm_head(hidden)
    losses = F.cross_entropy(logits.float(), targets[chosen], reduction="none")
    weights = weights[chosen]
    values = losses.detach()
    parts = {
        kind: (values[own].sum().item(), int(own.sum()))
        for kind, weight in WEIGHTS.items()
        if (own := (weights - weight).abs() < 1e-6).any()
    }
    return (losses * weights).sum() / weights.sum(), parts


class Trainer:
    """One training run: data stream, model, optimiser, log and checkpoints under ``work``.

    ``work`` holds the resumable state (``state.pt``), ``training_log.jsonl`` and ``latest``, the current
    model in Hugging Face form.
    """

    def __init__(self, passages: Sequence[dict], options: TrainOptions, work: Path, *, resume: bool = False):
        """Raises ``ValueError`` when asked to resume where no state is, or that of other options.

        A fresh start first removes what an earlier training left in ``work``.
        """
        torch.manual_seed(options.seed)
        self.options = options
        self.work = work
        self.bank = Bank(passages, random.Random(options.seed))
        work.mkdir(parents=True, exist_ok=True)
        state = self._read_state() if resume else None
        if state is None:
            self._clear()
            self.tokenizer = make_tokenizer(self.bank, options)
        else:
            self.tokenizer = PreTrainedTokenizerFast.from_pretrained(self._latest)
        self.model = make_model(self.tokenizer, options.size)
        self._replicas = _replicas(self.model, self.tokenizer, options)
        self.optimizers = make_optimizers(self.model, options.lr, parts=options.threads)
        self.step, self.seconds, self.trained_tokens = 0, 0.0, 0
        if state is not None:
            self._restore(state)

    @property
    def _state(self) -> Path:
        return self.work / "state.pt"

    @property
    def _log_path(self) -> Path:
        return self.work / "training_log.jsonl"

    @property
    def _latest(self) -> Path:
        return self.work / "latest"

    def run(self, report: Callable[[dict], None] = lambda row: None) -> None:
        """Train until the minutes (or steps) are used up; ``report`` receives each row of the log."""
        options = self.options
        stream = ExampleStream(
            self.bank,
            ChatFormat(self.tokenizer),
            design_share=options.design_share,
            drill_share=options.drill_share,
            max_tokens=options.max_tokens,
        )
        source = batches(iter(stream), self.bank.rng, tokens=options.tokens // options.threads)
        saved = self.seconds
        window = _Window()
        with ThreadPoolExecutor(options.threads, initializer=torch.set_num_threads, initargs=(1,)) as pool:
            groups = [next(source) for _ in self._replicas]
            while self.seconds < options.minutes * 60 and self.step != options.max_steps:
                started = time.perf_counter()
                running = [pool.submit(_backward, *pair) for pair in zip(self._replicas, groups, strict=True)]
                stream.used = min(1.0, self.seconds / (options.minutes * 60))
                self.trained_tokens += sum(len(example) for group in groups for example in group)
                groups = [next(source) for _ in self._replicas]
                for done in running:
                    window.add(*done.result())
                self._merge_gradients()
                self._apply_gradients(pool)
                self.step += 1
                self.seconds += time.perf_counter() - started
                if self.step % LOG_EVERY == 0:
                    report(self._log(window))
                    window = _Window()
                if self.seconds - saved > options.checkpoint_minutes * 60:
                    self.save()
                    saved = self.seconds
        self.save()

    def _merge_gradients(self) -> None:
        """Leave the mean of the replicas' gradients on the model, and none on the others."""
        for parameter, *others in zip(*(model.parameters() for model in self._replicas), strict=True):
            for other in others:
                parameter.grad.add_(other.grad)
                other.grad = None
            parameter.grad.div_(len(self._replicas))

    def _apply_gradients(self, pool: ThreadPoolExecutor) -> None:
        """One step on the model's gradients, each optimiser in its own thread."""
        rate = self.options.lr * self._schedule()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), GRAD_CLIP)
        for optimizer in self.optimizers:
            for parameters in optimizer.param_groups:
                parameters["lr"] = rate
        list(pool.map(lambda optimizer: optimizer.step(), self.optimizers))
        for optimizer in self.optimizers:
            optimizer.zero_grad(set_to_none=True)

    def _schedule(self) -> float:
        """Warm-up by steps, then a cosine of the share of ``minutes`` used, down to ``FINAL_LR``."""
        used = min(1.0, self.seconds / (self.options.minutes * 60))
        cosine = FINAL_LR + (1 - FINAL_LR) * 0.5 * (1 + math.cos(math.pi * used))
        return min(1.0, (self.step + 1) / WARMUP_STEPS) * cosine

    def _log(self, window: _Window) -> dict:
        row = {
            "step": self.step,
            "minutes": round(self.seconds / 60, 3),
            "tokens": self.trained_tokens,
            "tokens_per_second": round(self.trained_tokens / self.seconds),
            "lr": self.options.lr * self._schedule(),
            **window.means(),
        }
        with self._log_path.open("a") as file:
            file.write(json.dumps(row) + "\n")
        return row

    def save(self) -> None:
        """Write the resumable state and the model in Hugging Face form."""
        save_model(self.model, self.tokenizer, self._latest)
        state = {
            "model": self.model.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "counters": (self.step, self.seconds, self.trained_tokens),
            "options": {name: getattr(self.options, name) for name in KEPT},
        }
        partial = self._state.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(self._state)

    def _clear(self) -> None:
        """Remove what an earlier training left, so that ``--resume`` never goes on with it."""
        self._state.unlink(missing_ok=True)
        self._log_path.unlink(missing_ok=True)
        if self._latest.exists():
            shutil.rmtree(self._latest)

    def _read_state(self) -> dict[str, Any]:
        """The saved state; ``ValueError`` when there is none or it is that of other options."""
        if not self._state.exists():
            raise ValueError(f"--resume: {self._state} does not exist, expected the state of an earlier run")
        try:
            state = torch.load(self._state, weights_only=True)
            saved = state["options"]
        except (OSError, EOFError, RuntimeError, LookupError, TypeError, UnpicklingError):
            raise ValueError(
                f"--resume: {self._state} is not a state that can be continued from, expected one saved by"
                " this version of the command"
            ) from None
        for name in KEPT:
            if (asked := getattr(self.options, name)) != saved[name]:
                raise ValueError(
                    f"--{name} is {asked}, but the training in {self._state} has --{name} {saved[name]}"
                )
        return state

    def _restore(self, state: dict[str, Any]) -> None:
        """Continue from ``state``; the log loses the rows of steps that were never saved."""
        self.model.load_state_dict(state["model"])
        for optimizer, saved in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(saved)
        self.step, self.seconds, self.trained_tokens = state["counters"]
        self.bank.rng.seed(f"{self.options.seed}/{self.step}")  # go on with examples not seen yet
        if self._log_path.exists():
            kept = [line for line in self._log_path.read_text().splitlines(True) if self._is_saved(line)]
            write_atomic(self._log_path, "".join(kept).encode())

    def _is_saved(self, line: str) -> bool:
        """Whether a line of the log is whole (a kill may cut the last) and of a step up to the state's."""
        try:
            return json.loads(line)["step"] <= self.step
        except ValueError:
            return False


def _replicas(
    model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerBase, options: TrainOptions
) -> list[LlamaForCausalLM]:
    """``model`` and, per further thread, one that shares its weights and has gradients of its own.

    One thread per part of the batch is faster than all threads on every product, and far faster when
    something else uses a core: threads meet once per step instead of once per operation.
    """
    models = [model, *(make_model(tokenizer, options.size) for _ in range(options.threads - 1))]
    for other in models[1:]:
        for parameter, shared in zip(other.parameters(), model.parameters(), strict=True):
            parameter.data = shared.data
    return [each.train() for each in models]


def _backward(
    model: LlamaForCausalLM, group: Sequence[Example]
) -> tuple[float, dict[str, tuple[float, int]]]:
    loss, parts = loss_of(model, group)
    loss.backward()
    return loss.item(), parts


class _Window:
    """Means over the steps since the last row of the log: the loss, and cross-entropy by kind of token."""

    def __init__(self) -> None:
        self.losses: list[float] = []
        self.parts: dict[str, list[float]] = {}

    def add(self, loss: float, parts: dict[str, tuple[float, int]]) -> None:
        self.losses.append(loss)
        for kind, (total, count) in parts.items():
            entry = self.parts.setdefault(kind, [0.0, 0.0])
            entry[0] += total
            entry[1] += count

    def means(self) -> dict[str, float]:
        kinds = {
            f"loss_{kind}": round(total / count, 4) for kind, (total, count) in sorted(self.parts.items())
        }
        return {"loss": round(sum(self.losses) / len(self.losses), 4), **kinds}


def make_optimizers(model: LlamaForCausalLM, lr: float, *, parts: int = 1) -> list[torch.optim.Optimizer]:
    """Muon for the matrices inside the layers, in ``parts`` that can step side by side, and AdamW for the
    embedding and the norms, all at one learning rate.

    Muon (Jordan et al. 2024; update scaled to AdamW's size as Liu et al. 2025 do) reaches in 140 steps the
    loss that AdamW alone, at its best rate, reaches in about 240, for a twentieth more time per step.
    """
    matrices = [p for name, p in model.named_parameters() if p.ndim == 2 and ".layers." in name]
    inside = {id(p) for p in matrices}
    others = [p for p in model.parameters() if id(p) not in inside]
    options: dict[str, Any] = {"weight_decay": WEIGHT_DECAY, "adjust_lr_fn": "match_rms_adamw"}
    return [
        *(torch.optim.Muon(matrices[part::parts], lr=lr, **options) for part in range(parts)),
        torch.optim.AdamW(others, lr=lr, betas=BETAS, weight_decay=0.0),
    ]


def save_model(
    model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, out: Path, dtype: str = "float32"
) -> None:
    """Write model, tokenizer and chat template to ``out``, in the form the Auto classes load; weights are
    rounded to ``dtype``."""
    out.mkdir(parents=True, exist_ok=True)
    copy.deepcopy(model).to(getattr(torch, dtype)).save_pretrained(out)
    tokenizer.save_pretrained(out)
