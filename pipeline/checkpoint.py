"""A policy as a Hugging Face directory, in the precision that was asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor
from transformers import PreTrainedModel


def save_policy(model: PreTrainedModel, weights: Mapping[str, Tensor], path: Path, dtype: str) -> None:
    """Write ``weights`` and ``model``'s configuration, no tokenizer; ``dtype`` is float32 or bfloat16.

    Weights that share memory (a tied head) still do after rounding, so that they are written once.
    """
    target: torch.dtype = getattr(torch, dtype)
    rounded: dict[tuple[int, torch.Size], Tensor] = {}
    state = {}
    for name, tensor in weights.items():
        key = tensor.data_ptr(), tensor.shape
        if key not in rounded or tensor.device.type == "meta":
            rounded[key] = tensor.to(target) if tensor.is_floating_point() else tensor
        state[name] = rounded[key]
    model.save_pretrained(path, state_dict=state)
    config = json.loads((path / "config.json").read_text())
    if config.get("dtype") != dtype:  # it names the model's precision, not that of what was written
        (path / "config.json").write_text(json.dumps({**config, "dtype": dtype}, indent=2) + "\n")
