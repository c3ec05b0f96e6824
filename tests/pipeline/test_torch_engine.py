"""The sampler against a plain forward pass of the same model."""

from __future__ import annotations

import random

import pytest
import torch
from transformers import (
    GPT2Config,
    GPT2LMHeadModel,
    LlamaForCausalLM,
    Qwen3Config,
    Qwen3ForCausalLM,
)

from pipeline.sampler import SamplingParams
from pipeline.sampler.torch_engine import TorchEngine
from tests.pipeline.small_models import VOCABULARY, small_llama


def _llama(seed: int = 0, kv_heads: int = 2) -> LlamaForCausalLM:
    return small_llama(seed, layers=3, spread=0.3, kv_heads=kv_heads)


def _qwen3() -> Qwen3ForCausalLM:
    torch.manual_seed(0)
    config = Qwen3Config(
        vocab_size=VOCABULARY,
        hidden_size=32,
        num_hidden_layers=2,
        intermediate_size=48,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=16,
        max_position_embeddings=160,
        initializer_range=0.3,
    )
    return Qwen3ForCausalLM(config).eval()


def _gpt2() -> GPT2LMHeadModel:
    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=VOCABULARY, n_embd=32, n_layer=2, n_head=4, n_positions=160, initializer_range=0.3
    )
    return GPT2LMHeadModel(config).eval()


MODELS = {"llama": _llama, "llama-mha": lambda: _llama(kv_heads=4), "qwen3": _qwen3, "gpt2": _gpt2}


@pytest.fixture(params=MODELS)
def model(request):
    return MODELS[request.param]()


def _prompts(count: int, seed: int = 1) -> list[list[int]]:
    rng = random.Random(seed)
    prompts = [[rng.randrange(3, VOCABULARY) for _ in range(rng.randint(1, 40))] for _ in range(count)]
    return [*prompts, prompts[0], prompts[0]]


def _plain_logprobs(model, prompt, completion, temperature):
    ids = torch.tensor([[*prompt, *completion.ids]])
    with torch.no_grad():
        logits = model(input_ids=ids).logits[0, len(prompt) - 1 : -1]
    logprobs = (logits / temperature).log_softmax(-1)
    return logprobs.gather(-1, torch.tensor(completion.ids)[:, None])[:, 0]


def _assert_plain(model, prompts, completions, temperature):
    for prompt, completion in zip(prompts, completions, strict=True):
        expected = _plain_logprobs(model, prompt, completion, temperature)
        assert torch.allclose(torch.tensor(completion.logprobs), expected, atol=1e-4)


@pytest.mark.parametrize("temperature", [0.7, 1.0, 1.6])
def test_logprobs_equal_a_plain_forward_pass(model, temperature):
    prompts = _prompts(9)
    params = SamplingParams(temperature, 30, stop_ids=(0, 1, 2))
    completions = TorchEngine(model).generate(prompts, params, list(range(11)))
    _assert_plain(model, prompts, completions, temperature)
    assert len({len(c.ids) for c in completions}) > 2  # rows really left at different times


def test_a_row_does_not_depend_on_its_batch(model):
    prompts, seeds = _prompts(9), list(range(50, 61))
    params = SamplingParams(1.0, 25, stop_ids=(0, 1, 2))
    together = TorchEngine(model).generate(prompts, params, seeds)
    small = TorchEngine(model, max_rows=3).generate(prompts, params, seeds)
    alone = [TorchEngine(model).generate([p], params, [s])[0] for p, s in zip(prompts, seeds, strict=True)]
    assert [c.ids for c in together] == [c.ids for c in small] == [c.ids for c in alone]


def test_seeds_reproduce_and_differ(model):
    engine = TorchEngine(model)
    params = SamplingParams(1.0, 12, stop_ids=(0,))
    first = engine.generate([[5, 6]] * 4, params, [1, 2, 1, 3])
    again = engine.generate([[5, 6]] * 4, params, [1, 2, 1, 3])
    assert first == again
    assert first[0].ids == first[2].ids and len({c.ids for c in first}) == 3


def test_stop_tokens_end_a_reply_and_are_part_of_it(model):
    stops = (0, 1, 2, 3, 4, 5)
    completions = TorchEngine(model).generate(_prompts(20), SamplingParams(1.0, 15, stops), list(range(22)))
    assert {c.finish_reason for c in completions} == {"stop", "length"}
    for completion in completions:
        assert not set(completion.ids[:-1]) & set(stops)
        if completion.finish_reason == "stop":
            assert completion.ids[-1] in stops
        else:
            assert completion.ids[-1] not in stops and len(completion.ids) == 15


def test_samples_follow_the_softmax():
    model = _llama()
    engine = TorchEngine(model, max_rows=4000)
    completions = engine.generate([[7, 8, 9]] * 4000, SamplingParams(1.0, 1, (0,)), list(range(4000)))
    counts = torch.bincount(torch.tensor([c.ids[0] for c in completions]), minlength=VOCABULARY)
    with torch.no_grad():
        expected = model(input_ids=torch.tensor([[7, 8, 9]])).logits[0, -1].softmax(-1)
    assert (counts / 4000 - expected).abs().max() < 0.03


def test_later_turns_reuse_earlier_ones_and_stay_exact():
    model = _llama()
    engine, fresh = TorchEngine(model), TorchEngine(model, keep_bytes=0)
    params = SamplingParams(1.0, 10, stop_ids=(0, 1, 2))
    prompts, seeds = _prompts(8), list(range(10))
    rng = random.Random(4)
    for _ in range(4):
        completions = engine.generate(prompts, params, seeds)
        assert [c.ids for c in completions] == [c.ids for c in fresh.generate(prompts, params, seeds)]
        _assert_plain(model, prompts, completions, 1.0)
        prompts = [
            [*prompt, *completion.ids, *(rng.randrange(3, VOCABULARY) for _ in range(rng.randint(1, 9)))]
            for prompt, completion in zip(prompts, completions, strict=True)
        ]
        drop = rng.randrange(len(prompts))
        del prompts[drop], seeds[drop]


def test_what_is_kept_stays_within_its_bound():
    model = _llama()
    engine = TorchEngine(model, keep_bytes=200_000)
    params = SamplingParams(1.0, 10, stop_ids=(0,))
    for seed in range(6):
        prompts = _prompts(8, seed)
        _assert_plain(model, prompts, engine.generate(prompts, params, list(range(10))), 1.0)
    assert sum(segment.kv.nbytes for segment in engine._decoder._segments) <= 400_000


def test_publish_copies_weights_and_changes_output(model):
    engine = TorchEngine(model, version=3)
    params = SamplingParams(1.0, 20, stop_ids=(0,))
    prompt = [[4, 5, 6, 7]]
    before = engine.generate(prompt, params, [0])[0]
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)
    assert engine.generate(prompt, params, [0])[0] == before  # the sampler has its own copy
    engine.publish(model, 4)
    after = engine.generate(prompt, params, [0])
    assert after[0].ids != before.ids
    assert (before.policy_version, after[0].policy_version) == (3, 4)
    _assert_plain(model, prompt, after, 1.0)
    engine.publish(model.state_dict(), 5)
    assert engine.generate(prompt, params, [0])[0].ids == after[0].ids


def test_context_ends_a_reply(model):
    completion = TorchEngine(model).generate([[9] * 150], SamplingParams(1.0, 64, (0,)), [0])[0]
    assert len(completion.ids) <= 10
    _assert_plain(model, [[9] * 150], [completion], 1.0)


@pytest.mark.parametrize(
    ("prompts", "seeds", "message"),
    [
        ([[]], [0], "prompt 0 has 0 tokens"),
        ([[3] * 160], [0], "context is 160"),
        ([[3]], [], "one seed per prompt"),
    ],
)
def test_bad_prompts_are_named(prompts, seeds, message):
    with pytest.raises(ValueError, match=message):
        TorchEngine(_llama()).generate(prompts, SamplingParams(1.0, 4, (0,)), seeds)


def test_bad_parameters_and_weights_are_named():
    with pytest.raises(ValueError, match="temperature"):
        SamplingParams(0.0, 4, (0,))
    with pytest.raises(ValueError, match="names or shapes"):
        TorchEngine(_llama()).publish({"x": torch.zeros(1)}, 1)


def test_stats_and_sleep():
    engine = TorchEngine(_llama())
    params = SamplingParams(1.0, 6, (0,))
    first = engine.generate([[3, 4]], params, [0])
    assert engine.stats.prompt_tokens == 2 and engine.stats.sampled_tokens == len(first[0].ids)
    assert engine.stats.tokens_per_second > 0
    engine.sleep()
    engine.wake()
    assert engine.generate([[3, 4]], params, [0]) == first
