"""What ``--dry-run`` says about a configuration besides repeating it: what fits, what it takes, how long.

``plan`` is pure: a configuration, a model's shape and the host's memory in, lines and the verdict out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pipeline.config import ROOT, ConfigError, resolve_path
from pipeline.config_sections import Config
from pipeline.estimate import (
    GB,
    RESERVE_GB,
    Item,
    Shape,
    find_shape,
    learner_states,
    learner_work,
    play_context,
    read_per_token,
    sampler_memory,
    together,
    total,
)

RANKS = (2, 4, 8, 16, 32, 64)
ADAPTER_RANK = 32


@dataclass(frozen=True)
class Plan:
    """Lines to print, and the sentence that refuses the run (``None``: it fits)."""

    lines: tuple[str, ...]
    refusal: str | None


@dataclass(frozen=True)
class _Place:
    """One kind of device and what must be on it at one time, in several phases; ``items`` per phase."""

    name: str
    room: float
    """Bytes there are, less the allowance on a GPU."""
    phases: tuple[tuple[str, list[Item]], ...]

    @property
    def need(self) -> float:
        return max(total(items) for _, items in self.phases)


def plan(config: Config, shape: Shape, host_bytes: float) -> Plan:
    """Memory by place and phase with its arithmetic, a step's seconds on GPUs, and whether it all fits."""
    lines = [f"model: {shape.parameters:,} parameters, {shape.active:,} of them used per token"]
    if config.sampler.engine == "openai":
        return Plan((*lines, *_bill(config)), None)
    refusals = []
    for place in _places(config, shape, host_bytes):
        lines += _memory_lines(place)
        if place.need > place.room:
            refusals.append(_refusal(config, shape, host_bytes, place))
    if _on_gpus(config):
        lines += _gpu_lines(config, shape)
    else:
        lines.append("seconds: not estimated on processors; --steps 1 shows them")
    return Plan(tuple(lines), refusals[0] if refusals else None)


def plan_run(config: Config) -> Plan:
    """The plan of a run on this machine. A model that is not on disk yet is planned by its published shape.

    Raises :class:`ConfigError` when neither is known.
    """
    if not needs_model(config):
        return Plan(tuple(_bill(config)), None)
    path = Path(config.model.path)
    here = next((place for place in (path, ROOT / path) if place.exists()), None)
    try:
        shape = find_shape(here or path)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    if shape is None:
        resolve_path("model.path", config.model.path)
        raise ConfigError(f"model.path: {path} holds no config.json, expected a Hugging Face model")
    found = plan(config, shape, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    if here is not None:
        return found
    note = f"model.path: {path} is not on this disk; planned by the published shape of {path.name}"
    return replace(found, lines=(note, *found.lines))


def needs_model(config: Config) -> bool:
    """Whether anything is read from ``model.path``: weights, or the tokenizer of an endpoint's model."""
    return config.sampler.engine != "openai" or config.endpoint.api == "tokens"


def _on_gpus(config: Config) -> bool:
    spread = config.distributed
    return config.sampler.engine == "vllm" or spread.learner_gpus > 0 or spread.sampler_gpus > 0


def _shared(config: Config) -> bool:
    """Whether learner and sampler take turns on the same GPU."""
    spread = config.distributed
    return not spread.sampler_replicas or (spread.learner_gpus < 1 and spread.sampler_gpus < 1)


def _places(config: Config, shape: Shape, host_bytes: float) -> list[_Place]:
    states, work = learner_states(config, shape), learner_work(config, shape)
    if not _on_gpus(config):
        rows = min(config.sampler.max_rows, together(config))
        copy = sampler_memory(config, shape, rows)
        phases = (("play", states + copy), ("learn", states + work + copy[:1]))
        return [_Place("this machine", host_bytes, phases)]
    room = config.estimate.gpu_memory_gb * GB - RESERVE_GB * GB
    one = sampler_memory(config, shape, 1)
    if _shared(config):
        return [_Place("each GPU", room, (("play", states + one), ("learn", states + work)))]
    return [
        _Place("each learner GPU", room, (("learn", states + work),)),
        _Place("each sampler GPU", room, (("play", one),)),
    ]


def _memory_lines(place: _Place) -> Iterator[str]:
    for phase, items in place.phases:
        yield f"{place.name}, {phase}: {_gb(total(items))} of {_gb(place.room)}"
        for item in items:
            yield f"  {item.name:16} {_gb(item.bytes):>10}  = {item.how}"


def _refusal(config: Config, shape: Shape, host_bytes: float, place: _Place) -> str:
    sentence = f"this does not fit: {place.name} needs {_gb(place.need)} and has {_gb(place.room)}"
    turned: list[str] = []
    for option, value, applies in _knobs(config, place.name):
        if not applies:
            continue
        section, _, name = option.partition(".")
        changed = getattr(config, section).model_copy(update={name: value})
        config = config.model_copy(update={section: changed})
        turned = [knob for knob in turned if not knob.startswith(f"--{option} ")]
        turned.append(f"--{option} {str(value).lower()}")
        found = {p.name: p for p in _places(config, shape, host_bytes)}
        same = found.get(place.name) or found.get(place.name.replace("learner ", ""))
        if same is not None and same.need <= same.room:
            return f"{sentence}; with {' '.join(turned)} it would need {_gb(same.need)}"
    return f"{sentence}; no option brings it down enough: take a smaller model or larger GPUs"


def _knobs(config: Config, place: str) -> list[tuple[str, Any, bool]]:
    """Options to turn for a place, cheapest first; each stays turned when the next is."""
    learner, spread, context = config.learner, config.distributed, play_context(config)
    if place == "each sampler GPU":
        gpus = max(1, round(spread.sampler_gpus))
        return [("distributed.sampler_gpus", float(n), n > gpus) for n in (2, 4, 8)]
    on_gpus = _on_gpus(config)
    return [
        ("learner.recompute", True, not learner.recompute),
        ("learner.micro_tokens", context, learner.micro_tokens > context),
        ("learner.autocast", "bfloat16", on_gpus and learner.autocast == "none"),
        *(("distributed.learner_ranks", n, on_gpus and n > spread.learner_ranks) for n in RANKS),
        ("learner.lora_rank", ADAPTER_RANK, not learner.lora_rank),
        ("sampler.max_rows", 32, not on_gpus and config.sampler.max_rows > 32),
    ]


def _sampled(config: Config) -> tuple[float, float, float]:
    """Tokens sampled per step in designs and in plays, and per play, at ``estimate.fill``."""
    fill, play, designer = config.estimate.fill, config.play, config.designer
    attempts = designer.prompts * designer.designs_per_prompt
    designs = attempts * fill * designer.max_tokens / designer.interval
    each = min(play.max_context, max(1.0, fill * play.max_turns) * fill * play.max_reply_tokens)
    return designs, 2 * attempts * play.seeds_per_env * play.plays_per_seed * each, each


def _gpu_lines(config: Config, shape: Shape) -> Iterator[str]:
    guess, spread = config.estimate, config.distributed
    states = total(learner_states(config, shape)) if _shared(config) else 0.0
    weights, sequence = (item.bytes for item in sampler_memory(config, shape, 1))
    room = guess.gpu_memory_gb * GB - RESERVE_GB * GB - states - weights
    fits = max(0, int(room // sequence))
    designs, plays, each = _sampled(config)
    yield (
        f"each sampler holds {fits} sequences of full length at once; a step plays "
        f"{together(config)} on it, {each:,.0f} tokens each at estimate.fill = {guess.fill:g}"
    )
    cached = shape.kv_bytes * each / 2 / max(1, round(spread.sampler_gpus))
    rows = max(1, min(together(config), config.sampler.max_rows, int(max(room, 0) // max(cached, 1))))
    bandwidth = guess.gpu_bandwidth_gb * GB * guess.decode_share
    read = read_per_token(config, shape)
    rate = rows * bandwidth / (read + rows * cached)
    decode = (designs + plays) / (max(1, spread.sampler_replicas) * rate)
    yield (
        f"decode: {designs + plays:,.0f} tokens a step at {rate:,.0f} tokens/s per sampler = "
        f"{decode:,.0f} s  ({rows} rows x {bandwidth / GB:,.0f} GB/s / ({_gb(read)} weights "
        f"+ rows x {_gb(cached)} cache))"
    )
    passes = 8 if config.learner.recompute else 6
    trained = designs * (config.scoring.reward != "none") + plays * len(config.advantage.train_arms) / 2
    attention = 2 * passes * shape.layers * shape.heads * shape.head_dim * each / 2
    flops = trained * (passes * shape.active + attention)
    speed = max(1, spread.learner_ranks) * guess.gpu_tflops * 1e12 * guess.train_share
    yield (
        f"train: {trained:,.0f} sampled tokens x ({passes} x {shape.active:,} + attention) = "
        f"{flops:.2e} FLOP / {speed:.2e} FLOP/s = {flops / speed:,.0f} s"
    )
    yield (
        "prompts, prefill, validation, environments and publishing are left out; peaks are "
        "estimate.gpu_tflops and estimate.gpu_bandwidth_gb, shares of them assumed, nothing measured"
    )


def _bill(config: Config) -> Iterator[str]:
    designs, plays, each = _sampled(config)
    sampled, price = designs + plays, config.endpoint
    turns = max(1.0, config.estimate.fill * config.play.max_turns)
    prompts = plays * turns / 2  # every turn sends the conversation so far again
    cost = (prompts * price.price_in + sampled * price.price_out) / 1e6
    yield f"policy: {price.model} at {price.base_url}, not trained; nothing is loaded here"
    yield (
        f"a step: about {sampled:,.0f} tokens in replies and {prompts:,.0f} in prompts at estimate.fill = "
        f"{config.estimate.fill:g} ({each:,.0f} a play), {cost:,.2f} at endpoint.price_in and price_out"
    )


def _gb(count: float) -> str:
    return f"{count / GB:,.1f} GB" if count >= GB / 10 else f"{count / 1e6:,.1f} MB"
