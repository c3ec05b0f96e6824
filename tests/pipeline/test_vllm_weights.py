"""Weights on their way to an engine, against what transformers and peft write and read."""

from __future__ import annotations

import pytest
import torch
from peft import PeftModel
from safetensors.torch import load_file
from transformers import LlamaForCausalLM, Qwen3MoeConfig, Qwen3MoeForCausalLM

from pipeline.adapters import add_adapters
from pipeline.colocated import AdaptedWeights
from pipeline.learner import load_policy
from pipeline.sampler import SamplerError, weights
from pipeline.sampler.weights import (
    checkpoint_weights,
    describe_model,
    experts_apart,
    in_chunks,
    untied,
    write_adapter,
)
from tests.pipeline.loop_harness import save_micro_model


@pytest.fixture
def directory(tmp_path):
    return save_micro_model(tmp_path / "model")


def test_a_tied_checkpoint_brings_a_head_of_its_own(directory):
    stored = load_file(directory / "model.safetensors")
    assert "lm_head.weight" not in stored  # tied: transformers leaves it out
    found = list(checkpoint_weights(directory))
    names = [name for name, _ in found]
    assert sorted(names) == sorted([*stored, "lm_head.weight"])
    brought = dict(found)
    assert torch.equal(brought["lm_head.weight"], stored["model.embed_tokens.weight"])
    assert all(torch.equal(brought[name], stored[name]) for name in stored)


def test_a_head_that_is_there_is_left_alone():
    head, embedding = torch.ones(3, 2), torch.zeros(3, 2)
    given = [("lm_head.weight", head), ("model.embed_tokens.weight", embedding)]
    assert list(untied(given)) == given


def test_a_directory_without_safetensors_is_named(tmp_path):
    with pytest.raises(SamplerError, match="safetensors"):
        checkpoint_weights(tmp_path)


def test_a_model_is_described_without_loading_it(directory):
    context, shapes = describe_model(directory)
    model = load_policy(directory)
    assert context == 4096
    assert shapes == {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}


def test_experts_are_taken_apart_as_files_have_them(tmp_path):
    torch.manual_seed(0)
    config = Qwen3MoeConfig(
        vocab_size=32,
        hidden_size=16,
        intermediate_size=24,
        moe_intermediate_size=12,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        num_experts=4,
        num_experts_per_tok=2,
    )
    model = Qwen3MoeForCausalLM(config)
    model.save_pretrained(tmp_path)
    files = load_file(tmp_path / "model.safetensors")
    apart = dict(experts_apart(model.state_dict().items()))
    assert set(apart) == set(files)
    assert all(torch.equal(apart[name], files[name]) for name in files)


def test_chunks_keep_every_weight_in_order(monkeypatch):
    monkeypatch.setattr(weights, "CHUNK_BYTES", 100)
    given = [(f"w{number}", torch.zeros(number, 4)) for number in range(1, 9)]
    chunks = list(in_chunks(given))
    assert [item[0] for chunk in chunks for item in chunk] == [name for name, _ in given]
    assert len(chunks) > 2


def test_an_adapter_is_written_as_peft_reads_it(directory, tmp_path):
    adapted = load_policy(directory)
    add_adapters(adapted, 4, 8.0)
    torch.manual_seed(1)
    with torch.no_grad():
        for name, parameter in adapted.named_parameters():
            if "lora_" in name:
                parameter.normal_(std=0.3)
    (tmp_path / "adapter").mkdir()
    write_adapter(AdaptedWeights(adapted, 4, 8.0).adapter, tmp_path / "adapter")
    read = PeftModel.from_pretrained(LlamaForCausalLM.from_pretrained(directory), tmp_path / "adapter")
    ids = torch.arange(5, 25)[None]
    with torch.no_grad():
        ours, theirs = adapted(input_ids=ids).logits, read(input_ids=ids).logits
        plain = load_policy(directory)(input_ids=ids).logits
    assert torch.allclose(ours, theirs, atol=1e-5)
    assert not torch.allclose(ours, plain, atol=1e-2)
