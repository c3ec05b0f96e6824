"""The measurements of ``gpu_check``, one process each: an engine wants a card, and a process, of its own.

    python -m pipeline.gpu_parts PART --model DIR --to FILE.json [--tflops 989]

Exit status: 0 measured, 1 the part failed, with its sentence on the last line of stderr.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModelForCausalLM, PreTrainedModel

from pipeline.colocated import CardLearner
from pipeline.config_sections import LearnerSection
from pipeline.estimate import GB, Shape, read_shape
from pipeline.learner import load_policy
from pipeline.rollout import Rollout
from pipeline.sampler import SamplerError, SamplingParams
from pipeline.sampler.canary import CheckedSampler
from pipeline.sampler.weights import HEAD
from pipeline.torch_setup import configure_torch

if TYPE_CHECKING:
    from pipeline.sampler.vllm_engine import VLLMEngine

BOUND = 0.05
"""KL at which a check fails: the default of ``learner.kl_bound``."""
NUDGE, SHOVE = 0.05, 0.5
"""Changes to a weight, as a share of its mean size: like some updates, and like so many that nothing which
was left out goes unnoticed."""
CYCLES, REPEATS = 3, 3
LOADS = {"256 replies of 128": (256, 128), "32 replies of 640": (32, 640)}
"""Of the sampler: rows, and tokens of each reply."""
TRAINED = (64, 1024)
"""Of the learner: rows, and their length at most."""


def measure_canary(model_dir: Path, *, tied: bool) -> dict[str, Any]:
    """Sampler against learner, at the start and after publishing changed weights, with the model's head tied
    or untied; and what is said of a head that was left behind."""
    with tempfile.TemporaryDirectory() as place:
        save_variant(model_dir, Path(place) / "model", tied=tied)
        return _canary(Path(place) / "model")


def _canary(directory: Path) -> dict[str, Any]:
    learner = make_learner(directory)
    engine = make_engine(directory, learner)
    withholding = Withholding(engine)
    sampler = CheckedSampler(
        withholding, learner.score, bound=BOUND, vocabulary=learner.model.config.vocab_size
    )
    found: dict[str, Any] = {"notes": engine.notes()}
    found["start"] = asdict(sampler.check(learner.weights(), 0))
    nudge(learner.model, seed=1)
    sampler.publish(learner.weights(), 1)
    found["published"] = asdict(sampler.last) if sampler.last else None
    withholding.withheld = {HEAD: dict(learner.weights())[HEAD].clone()}
    nudge(learner.model, seed=2, share=SHOVE)
    try:
        sampler.publish(learner.weights(), 2)
        found["stale_head"] = "not noticed"
    except SamplerError as error:
        found["stale_head"] = str(error)
    engine.close()
    return found


class Withholding:
    """A sampler that publishes some weights as they once were: what a stale copy in an engine looks like."""

    def __init__(self, engine: VLLMEngine):
        self._engine = engine
        self.withheld: dict[str, Tensor] = {}
        self.stats = engine.stats
        self.generate, self.sleep, self.wake = engine.generate, engine.sleep, engine.wake

    def publish(self, weights: nn.Module | Mapping[str, Tensor], version: int) -> None:
        state = weights.state_dict() if isinstance(weights, nn.Module) else weights
        self._engine.publish({**state, **self.withheld}, version)


def measure_cycle(model_dir: Path) -> dict[str, Any]:
    """Taking turns: seconds and memory of sampling, sleeping, updating and publishing, several times over."""
    learner = make_learner(model_dir)
    engine = make_engine(model_dir, learner)
    sampler = CheckedSampler(engine, learner.score, bound=BOUND, vocabulary=learner.model.config.vocab_size)
    rollouts = made_up_rollouts(learner.model, rows=16, length=256)
    cycles = []
    for cycle in range(CYCLES):
        seconds: dict[str, float] = {}
        memory = {"awake": _used()}
        with _timed(seconds, "sample"):
            sampler.generate(*_prompts(learner.model, 64, 128, cycle), range(64))
        with _timed(seconds, "sleep"):
            engine.sleep()
        memory["asleep"] = _used()
        with _timed(seconds, "update"):
            learner.update(rollouts, [1.0, -1.0] * 8)
        memory["updated"] = _used()
        with _timed(seconds, "publish"):
            engine.publish(learner.weights(), learner.version)
        drift = sampler.check(learner.weights(), learner.version)
        cycles.append({"seconds": seconds, "used_gb": memory, "drift": asdict(drift)})
    engine.close()
    return {"cycles": cycles}


def measure_throughput(model_dir: Path) -> dict[str, Any]:
    """Tokens per second of the seam (seeds, log-probs) and of vLLM alone, on the same prompts and lengths,
    by turns; the median of some repeats after one that does not count."""
    engine = make_engine(model_dir, None)
    model = AutoConfig.from_pretrained(model_dir, local_files_only=True)
    found = {}
    for name, (rows, length) in LOADS.items():
        rates: dict[str, list[float]] = {"seam": [], "alone": []}
        for repeat in range(REPEATS + 1):
            prompts, params = _prompts(model, rows, length, repeat)
            calls: dict[str, Callable[[], Any]] = {
                "seam": lambda: engine.generate(prompts, params, range(rows)),  # noqa: B023
                "alone": lambda: engine.generate_bare(prompts, params),  # noqa: B023
            }
            for which in ("seam", "alone") if repeat % 2 else ("alone", "seam"):
                started = time.perf_counter()
                calls[which]()
                rates[which].append(rows * length / (time.perf_counter() - started))
        seam, alone = (statistics.median(rates[which][1:]) for which in ("seam", "alone"))
        found[name] = {"seam_tokens_s": seam, "alone_tokens_s": alone, "ratio": seam / alone}
    engine.close()
    return found


def measure_learner(model_dir: Path, tflops: float) -> dict[str, Any]:
    """Model FLOP utilisation of an update: arithmetic of the model over seconds and the card's peak."""
    learner = make_learner(model_dir)
    shape = read_shape(json.loads((model_dir / "config.json").read_text(encoding="utf-8")))
    rows, longest = TRAINED
    length = min(longest, learner.model.config.max_position_embeddings)
    rollouts = made_up_rollouts(learner.model, rows=rows, length=length)
    seconds = []
    for _ in range(REPEATS + 1):
        taken: dict[str, float] = {}
        with _timed(taken, "update"):
            learner.update(rollouts, [1.0, -1.0] * (rows // 2))
        seconds.append(taken["update"])
    median = statistics.median(seconds[1:])
    flops = rows * length * flops_per_token(shape, length)
    return {
        "tokens_s": rows * length / median,
        "seconds": median,
        "flops": flops,
        "mfu": flops / median / (tflops * 1e12),
        "peak_tflops": tflops,
    }


def flops_per_token(shape: Shape, length: int) -> float:
    """Forward and backward pass: six per weight that a token meets, and causal attention's scores and sums
    over half of ``length`` on average. What is computed twice to save memory does not count."""
    attention = 6 * shape.layers * shape.heads * shape.head_dim * length
    return 6 * shape.active + attention


def make_learner(model_dir: Path) -> CardLearner:
    """The policy on the card, with the options of a run there."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options = LearnerSection(
        lr=1e-5, kl_bound=1e9, micro_tokens=65536, autocast="bfloat16" if device == "cuda" else "none"
    )
    return CardLearner(load_policy(model_dir), options, designer_share=0.5, filter_zero=False, device=device)


def make_engine(model_dir: Path, learner: CardLearner | None) -> VLLMEngine:
    """An engine beside a learner, or by itself."""
    from pipeline.sampler.vllm_engine import VLLMEngine

    share = learner.memory_share() if learner is not None else 0.9
    return VLLMEngine(model_dir, max_rows=256, memory_share=share)


def save_variant(model_dir: Path, directory: Path, *, tied: bool) -> None:
    """The model with its head tied to the embedding, or in a copy of its own that differs from it."""
    model = load_policy(model_dir)
    config = AutoConfig.from_pretrained(model_dir, local_files_only=True)
    config.tie_word_embeddings = tied
    variant = AutoModelForCausalLM.from_config(config)
    variant.load_state_dict(model.state_dict())
    if not tied:
        nudge(variant.get_output_embeddings(), seed=3)
    variant.save_pretrained(directory)


@torch.no_grad()
def nudge(module: nn.Module, seed: int, share: float = NUDGE) -> None:
    """Change every weight a little, tied ones once."""
    for number, parameter in enumerate(module.parameters()):
        generator = torch.Generator().manual_seed(1000 * seed + number)
        noise = torch.randn(parameter.shape, generator=generator).to(parameter.device)
        parameter.add_(share * parameter.abs().mean() * noise)


def made_up_rollouts(model: PreTrainedModel, rows: int, length: int) -> list[Rollout]:
    """Rollouts of random tokens, all but the first sampled; what a sampler thought of them is made up."""
    rng = random.Random(0)
    vocabulary = model.config.vocab_size
    return [
        Rollout(
            "agent" if row % 2 else "designer",
            tuple(rng.randrange(vocabulary) for _ in range(length)),
            (0,) + (1,) * (length - 1),
            (0.0,) + (-8.0,) * (length - 1),
            1.0,
            0,
        )
        for row in range(rows)
    ]


def _prompts(model: Any, rows: int, length: int, seed: int) -> tuple[list[list[int]], SamplingParams]:
    """Random prompts of many lengths, other ones for every seed, and replies of exactly ``length`` tokens."""
    rng = random.Random(seed)
    vocabulary = getattr(model, "config", model).vocab_size
    prompts = [[rng.randrange(vocabulary) for _ in range(rng.randint(64, 512))] for _ in range(rows)]
    return prompts, SamplingParams(1.0, length, stop_ids=())


def _used() -> float | None:
    """Memory of the card in use by anybody, in GB."""
    if not torch.cuda.is_available():
        return None
    free, total = torch.cuda.mem_get_info()
    return (total - free) / GB


@contextmanager
def _timed(seconds: dict[str, float], name: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    seconds[name] = time.perf_counter() - started


PARTS: dict[str, Callable[..., dict[str, Any]]] = {
    "tied": partial(measure_canary, tied=True),
    "untied": partial(measure_canary, tied=False),
    "cycle": measure_cycle,
    "throughput": measure_throughput,
    "learner": measure_learner,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.gpu_parts")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--tflops", type=float, default=989.0)
    options = parser.parse_args(arguments)
    configure_torch(8, 0)
    more = {"tflops": options.tflops} if options.part == "learner" else {}
    try:
        found = PARTS[options.part](options.model, **more)
    except SamplerError as error:
        print(error, file=sys.stderr)
        return 1
    options.to.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
