"""Checkpoints hold the policy in the precision that was asked for."""

from __future__ import annotations

import json

import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM

from pipeline.learner import Learner, load_policy
from tests.pipeline.small_models import small_llama
from tests.pipeline.test_learner import OPTIONS


@pytest.mark.parametrize("tied", (True, False))
def test_a_rounded_checkpoint_is_half_as_large_and_says_so(tmp_path, tied):
    sizes = {}
    for dtype in ("float32", "bfloat16"):
        model = small_llama(layers=2, spread=0.2, tied=tied)
        options = OPTIONS.model_copy(update={"checkpoint_dtype": dtype})
        learner = Learner(model, options, designer_share=0.5, filter_zero=False)
        learner.save_pretrained(tmp_path / dtype)
        file = tmp_path / dtype / "model.safetensors"
        sizes[dtype] = file.stat().st_size
        assert json.loads((tmp_path / dtype / "config.json").read_text())["dtype"] == dtype
        assert {str(tensor.dtype) for tensor in load_file(file).values()} == {f"torch.{dtype}"}
        assert ("lm_head.weight" in load_file(file)) == (not tied)
        as_is = AutoModelForCausalLM.from_pretrained(tmp_path / dtype, dtype="auto")
        assert str(as_is.dtype) == f"torch.{dtype}"
        loaded = load_policy(tmp_path / dtype)
        for name, tensor in model.state_dict().items():
            expected = tensor.to(getattr(torch, dtype)).float()
            assert torch.equal(loaded.state_dict()[name], expected), name
        assert all(p.dtype == torch.float32 for p in learner.model.parameters())
    assert 0.45 < sizes["bfloat16"] / sizes["float32"] < 0.6
