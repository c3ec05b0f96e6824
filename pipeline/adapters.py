"""Low-rank adapters for the learner (LoRA, Hu et al. 2021, by peft): train few weights, publish all.

Adapters are injected into the model in place, so the model keeps its class and forward pass. What leaves the
learner (to samplers, to checkpoints) is always a plain state dict with the adapters added in.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

HEAD = "lm_head"


def add_adapters(model: PreTrainedModel, rank: int, alpha: float) -> None:
    """Put adapters of ``rank`` on every linear layer but the output head; only they require gradients.

    Raises ``ImportError`` when peft is not installed.
    """
    from peft import LoraConfig, inject_adapter_in_model

    targets = [
        name for name, part in model.named_modules() if isinstance(part, nn.Linear) and HEAD not in name
    ]
    options = LoraConfig(r=rank, lora_alpha=alpha, target_modules=targets, lora_dropout=0.0)  # type: ignore[arg-type]
    inject_adapter_in_model(options, model)
    for name, parameter in model.named_parameters():
        parameter.requires_grad_("lora_" in name)


@torch.no_grad()
def merged_state(model: nn.Module) -> dict[str, Tensor]:
    """The state dict of the model without adapters, each adapter's product added to the weight it adapts.

    The same as ``model.state_dict()`` where there are none.
    """
    state: dict[str, Any] = {
        name.replace(".base_layer.", "."): tensor
        for name, tensor in model.state_dict().items()
        if "lora_" not in name
    }
    for name, part in model.named_modules():
        if hasattr(part, "base_layer") and hasattr(part, "get_delta_weight"):
            for adapter in part.active_adapters:
                state[f"{name}.weight"] = state[f"{name}.weight"] + part.get_delta_weight(adapter)
    return state
