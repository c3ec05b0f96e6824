"""What the vLLM engine samples, against a plain forward pass of the same weights."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
import torch
from transformers import AutoTokenizer

from pipeline.gpu_parts import nudge, save_variant
from pipeline.learner import load_policy
from pipeline.sampler import SamplerError, SamplingParams, vllm_engine
from pipeline.sampler.vllm_engine import VLLMEngine

sys.path.insert(0, str(Path(__file__).parent))

from vllm_helpers import TOLERANCE, largest_difference


def random_prompts(vocabulary, count=9, seed=1):
    rng = random.Random(seed)
    return [[rng.randrange(vocabulary) for _ in range(rng.randint(1, 60))] for _ in range(count)]


@pytest.fixture
def opened():
    """Makes engines, and closes them."""
    engines = []

    def make(directory, **options):
        engines.append(VLLMEngine(directory, max_rows=16, **options))
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()


@pytest.fixture(params=[True, False], ids=["tied", "untied"])
def variant(request, tiny, tmp_path):
    """The small model with its head tied, and with one of its own."""
    save_variant(tiny, tmp_path / "model", tied=request.param)
    return tmp_path / "model"


def test_the_seam(variant, opened):
    """One engine, since each takes seconds to start: sampling, seeds, stops, limits, statistics, sleep."""
    engine, model = opened(variant, version=3), load_policy(variant)
    prompts, seeds = random_prompts(2560), list(range(9))
    for temperature in (0.7, 1.0):
        params = SamplingParams(temperature, 24, stop_ids=(5,))
        completions = engine.generate(prompts, params, seeds)
        found = largest_difference(model, prompts, completions, temperature)
        print(f"max |log-prob difference| at temperature {temperature}: {found:.2e}")
        assert found < TOLERANCE
    assert {c.policy_version for c in completions} == {3}

    again = engine.generate(prompts, params, seeds)
    assert [c.ids for c in again] == [c.ids for c in completions]
    alone = [engine.generate([p], params, [s])[0].ids for p, s in zip(prompts, seeds, strict=True)]
    assert alone == [c.ids for c in completions]  # whatever a row is batched with
    others = engine.generate([prompts[0]] * 4, params, [1, 2, 1, 3])
    assert others[0].ids == others[2].ids and len({c.ids for c in others}) == 3

    stops = tuple(range(0, 2560, 9))
    replies = engine.generate(prompts * 2, SamplingParams(1.0, 12, stops), range(18))
    assert {c.finish_reason for c in replies} == {"stop", "length"}
    for reply in replies:
        assert not set(reply.ids[:-1]) & set(stops) and len(reply.ids) == len(reply.logprobs)
        assert (reply.ids[-1] in stops) == (reply.finish_reason == "stop")
        assert reply.finish_reason == "stop" or len(reply.ids) == 12

    last = engine.generate([[9] * (engine.context - 4)], SamplingParams(1.0, 64, ()), [0])[0]
    assert len(last.ids) == 4 and last.finish_reason == "length"
    for bad, bad_seeds, message in (
        ([[]], [0], "prompt 0 has 0 tokens"),
        ([[3] * engine.context], [0], f"context is {engine.context}"),
        ([[3]], [], "one seed per prompt"),
    ):
        with pytest.raises(ValueError, match=message):
            engine.generate(bad, params, bad_seeds)

    sampled = engine.stats.sampled_tokens
    assert sampled > 0 and engine.stats.tokens_per_second > 0
    assert all(len(ids) == 8 for ids in engine.generate_bare(prompts, SamplingParams(1.0, 8, ())))
    assert engine.stats.sampled_tokens == sampled
    engine.sleep()
    engine.wake()
    assert [c.ids for c in engine.generate(prompts, params, seeds)] == [c.ids for c in completions]


def test_publishing_leaves_nothing_behind(variant, opened):
    """Every weight in turn, then all at once: what is sampled afterwards is the new weights' and no old one's."""
    engine, model = opened(variant), load_policy(variant)
    prompts, params = random_prompts(2560), SamplingParams(1.0, 16, stop_ids=())
    before = [c.ids for c in engine.generate(prompts, params, range(9))]
    parts = ("embed_tokens", "lm_head", "self_attn", "mlp", "norm")
    for version, part in enumerate(parts, 1):
        old = {name: tensor.clone() for name, tensor in model.state_dict().items()}
        for name, module in model.named_modules():
            if part in name and hasattr(module, "weight"):
                nudge(module, seed=version)
        engine.publish(model, version)
        completions = engine.generate(prompts, params, range(9))
        found = largest_difference(model, prompts, completions, 1.0)
        stale = load_policy(variant)
        stale.load_state_dict(old)
        was = largest_difference(stale, prompts, completions, 1.0)
        print(f"{part}: max |difference| to the new weights {found:.2e}, to the old {was:.2e}")
        assert found < TOLERANCE < 0.01 < was
        assert {c.policy_version for c in completions} == {version}
    assert [c.ids for c in completions] != before
    with pytest.raises(ValueError, match="differ in names"):
        engine.publish({"x": torch.zeros(1)}, 9)
    short = {name: tensor[:1] for name, tensor in model.state_dict().items()}
    with pytest.raises(ValueError, match="differ in shapes"):
        engine.publish(short, 9)
    assert engine.version == len(parts)


def test_more_prompt_tokens_than_fit_a_pass(tiny, opened):
    engine, model = opened(tiny), load_policy(tiny)
    rng = random.Random(3)
    prompts = [[rng.randrange(2560) for _ in range(rng.randint(900, 1900))] for _ in range(8)]
    completions = engine.generate(prompts, SamplingParams(1.0, 8, stop_ids=()), range(8))
    assert largest_difference(model, prompts, completions, 1.0) < TOLERANCE
    alone = engine.generate(prompts[-1:], SamplingParams(1.0, 8, stop_ids=()), [7])
    assert alone[0].ids == completions[-1].ids


def test_a_version_without_weight_transfer_is_reloaded(tiny, opened, monkeypatch):
    monkeypatch.setattr(vllm_engine, "TRANSFER", False)
    engine, model = opened(tiny), load_policy(tiny)
    assert "reloading" in engine.notes()[0]
    nudge(model, seed=4)
    engine.publish(model.state_dict(), 1)
    prompts, params = random_prompts(2560), SamplingParams(1.0, 16, stop_ids=())
    completions = engine.generate(prompts, params, range(9))
    assert largest_difference(model, prompts, completions, 1.0) < TOLERANCE


def test_adapters_are_replaced_in_place(tiny, opened):
    from pipeline.adapters import add_adapters
    from pipeline.colocated import AdaptedWeights

    engine, model = opened(tiny, lora_rank=4), load_policy(tiny)
    prompts, params = random_prompts(2560), SamplingParams(1.0, 16, stop_ids=())
    plain = engine.generate(prompts, params, range(9))
    assert largest_difference(model, prompts, plain, 1.0) < TOLERANCE
    add_adapters(model, 4, 8.0)
    for version in (1, 2):
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if "lora_" in name:
                    generator = torch.Generator().manual_seed(version)
                    parameter.copy_(0.1 * torch.randn(parameter.shape, generator=generator))
        engine.publish(AdaptedWeights(model, 4, 8.0), version)
        adapted = engine.generate(prompts, params, range(9))
        found = largest_difference(model, prompts, adapted, 1.0)
        print(f"adapter {version}: max |difference| {found:.2e}")
        assert found < TOLERANCE
        assert [c.ids for c in adapted] != [c.ids for c in plain]
    engine.publish(dict(AdaptedWeights(model, 4, 8.0)), 3)  # everything, put together
    whole = engine.generate(prompts, params, range(9))
    assert largest_difference(model, prompts, whole, 1.0) < TOLERANCE


def test_a_real_instruct_model(smol, opened):
    engine, model = opened(smol), load_policy(smol)
    tokenizer = AutoTokenizer.from_pretrained(smol)
    asked = ("Write a haiku about rain.", "Name three rivers.", "What is 12 times 12?")
    prompts = [
        tokenizer.apply_chat_template(
            [{"role": "user", "content": text}], add_generation_prompt=True, return_dict=False
        )
        for text in asked
    ]
    params = SamplingParams(0.8, 24, stop_ids=(tokenizer.eos_token_id,))
    first = engine.generate(prompts, params, range(3))
    found = largest_difference(model, prompts, first, 0.8)
    print(f"max |log-prob difference|: {found:.2e}")
    assert found < TOLERANCE
    nudge(model, seed=1)
    engine.publish(model, 1)
    second = engine.generate(prompts, params, range(3))
    found = largest_difference(model, prompts, second, 0.8)
    print(f"after publishing: {found:.2e}")
    assert found < TOLERANCE and [c.ids for c in second] != [c.ids for c in first]


def test_experts_are_refused_without_a_gpu(tmp_path):
    from transformers import Qwen3MoeConfig, Qwen3MoeForCausalLM

    config = Qwen3MoeConfig(
        vocab_size=64,
        hidden_size=32,
        intermediate_size=64,
        moe_intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        num_experts=4,
        num_experts_per_tok=2,
    )
    Qwen3MoeForCausalLM(config).save_pretrained(tmp_path / "moe")
    with pytest.raises(SamplerError, match="has experts"):
        VLLMEngine(tmp_path / "moe")


def test_an_adapter_with_too_many_ranks_is_named(tiny):
    with pytest.raises(SamplerError, match=r"learner\.lora_rank is 4096"):
        VLLMEngine(tiny, lora_rank=4096)
