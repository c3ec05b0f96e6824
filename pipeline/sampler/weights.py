"""Weights on their way to an engine: from files or a learner, named and cut as an engine expects them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor
from transformers import AutoConfig, AutoModelForCausalLM

from pipeline.sampler import Adapter, SamplerError

Named = Iterator[tuple[str, Tensor]]
HEAD = "lm_head.weight"
CHUNK_BYTES = 1 << 30
"""Weights handed over at a time."""


def checkpoint_weights(model_dir: Path) -> Named:
    """Every weight in the files of a model directory, one at a time, with a head of its own where the files
    have none. Raises :class:`SamplerError` when there are no safetensors files."""
    files = sorted(model_dir.glob("*.safetensors"))
    if not files:
        raise SamplerError(
            f"model.path: {model_dir} holds no .safetensors file, which vLLM's weights come from"
        )

    def stored() -> Named:
        for file in files:
            with safe_open(file, framework="pt") as handle:
                for name in handle.keys():  # noqa: SIM118  (the handle is no mapping)
                    yield name, handle.get_tensor(name)

    return untied(stored())


def write_adapter(adapter: Adapter, directory: Path) -> None:
    """Write an adapter the way peft does, which is what vLLM reads."""
    modules = {name.rpartition(".lora_")[0].rpartition(".")[2] for name in adapter.tensors}
    described = {
        "peft_type": "LORA",
        "r": adapter.rank,
        "lora_alpha": adapter.alpha,
        "target_modules": sorted(modules),
        "bias": "none",
    }
    (directory / "adapter_config.json").write_text(json.dumps(described), encoding="utf-8")
    tensors = {
        f"base_model.model.{name}": tensor.detach().cpu().contiguous()
        for name, tensor in adapter.tensors.items()
    }
    save_file(tensors, directory / "adapter_model.safetensors")


def describe_model(model_dir: Path) -> tuple[int, dict[str, tuple[int, ...]]]:
    """Context length, and names and shapes of the state dict that transformers has for a model directory."""
    config = AutoConfig.from_pretrained(model_dir, local_files_only=True)
    with torch.device("meta"):
        model = AutoModelForCausalLM.from_config(config)
    return config.max_position_embeddings, {
        name: tuple(tensor.shape) for name, tensor in model.state_dict().items()
    }


def untied(weights: Iterable[tuple[str, Tensor]]) -> Named:
    """The same with the embedding once more as the head, where there is no head."""
    embedding, head = None, False
    for name, tensor in weights:
        head |= name == HEAD
        if name.endswith("embed_tokens.weight"):
            embedding = tensor
        yield name, tensor
    if not head and embedding is not None:
        yield HEAD, embedding


def experts_apart(weights: Iterable[tuple[str, Tensor]]) -> Named:
    """Experts one by one, as files and vLLM have them, where transformers keeps one tensor for all:
    ``gate_up_proj`` (experts, 2 x width, hidden), ``down_proj`` (experts, hidden, width)."""
    for name, tensor in weights:
        prefix, _, part = name.rpartition(".experts.")
        if not prefix or tensor.dim() != 3:
            yield name, tensor
            continue
        for number, expert in enumerate(tensor):
            if part == "gate_up_proj":
                gate, up = expert.chunk(2)
                yield f"{prefix}.experts.{number}.gate_proj.weight", gate
                yield f"{prefix}.experts.{number}.up_proj.weight", up
            else:
                yield f"{prefix}.experts.{number}.{part}.weight", expert


def in_chunks(weights: Iterable[tuple[str, Tensor]]) -> Iterator[list[tuple[str, Tensor]]]:
    """Weights in lists of about ``CHUNK_BYTES``."""
    chunk: list[tuple[str, Tensor]] = []
    size = 0
    for name, tensor in weights:
        chunk.append((name, tensor.detach()))
        size += tensor.nbytes
        if size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
