"""The check after every publish, around engines that fail to take weights over in known ways.

The engines here are our own with one fault each, so that nobody needs vLLM to know the check works.
"""

from __future__ import annotations

import copy
import math
from dataclasses import replace

import pytest
import torch
from transformers import LlamaForCausalLM

from pipeline.colocated import CardLearner
from pipeline.config_sections import LearnerSection
from pipeline.learner import load_policy
from pipeline.rollout import Rollout
from pipeline.sampler import SamplerError, SamplingParams
from pipeline.sampler.canary import DRIFT_BOUND, CheckedSampler
from pipeline.sampler.torch_engine import TorchEngine
from tests.pipeline.small_models import VOCABULARY, small_llama

PARAMS = SamplingParams(1.0, 6, stop_ids=(0,))


def _model(tied: bool) -> LlamaForCausalLM:
    return small_llama(layers=2, spread=0.2, tied=tied)


def _learner(tied: bool = True, **options) -> CardLearner:
    section = LearnerSection(lr=3e-2, kl_bound=1e9, **options)
    return CardLearner(_model(tied), section, designer_share=0.5, filter_zero=False, device="cpu")


def _apart(learner: CardLearner) -> LlamaForCausalLM:
    """The policy in a model whose head and embedding are two weights, as vLLM is made to hold it."""
    config = copy.deepcopy(learner.model.config)
    config.tie_word_embeddings = False
    model = LlamaForCausalLM(config).eval()
    model.load_state_dict(dict(learner.weights()))
    return model


class Faulty(TorchEngine):
    """Never takes over weights whose name has ``stuck`` in it; forgets the first ``missed`` publishes."""

    def __init__(self, model, stuck: str = "nothing", missed: int = 0):
        super().__init__(model)
        self.stuck, self.missed = stuck, missed
        self.calls: list[str] = []

    def publish(self, weights, version):
        self.calls.append("publish")
        if self.missed:
            self.missed -= 1
            return
        own = {name: tensor.clone() for name, tensor in self._model.state_dict().items()}
        taken = {name: own[name] if self.stuck in name else weights[name] for name in own}
        super().publish(taken, version)

    def sleep(self):
        self.calls.append("sleep")


class Adapted(Faulty):
    """Keeps its base and takes adapters over; ``stuck`` says whether it really does."""

    def __init__(self, model, stuck: bool):
        super().__init__(model)
        self._base = {name: tensor.clone() for name, tensor in model.state_dict().items()}
        self._refuses = stuck

    def publish(self, weights, version):
        adapter, state = weights.adapter, dict(self._base)
        for name, down in adapter.tensors.items():
            if "lora_A" in name:
                up = adapter.tensors[name.replace("lora_A", "lora_B")]
                whole = name.replace(".lora_A.", ".")
                state[whole] = state[whole] + adapter.alpha / adapter.rank * up @ down
        super().publish(self._base if self._refuses else state, version)


def _checked(engine, learner, bound=0.01) -> CheckedSampler:
    return CheckedSampler(engine, learner.score, bound=bound, vocabulary=VOCABULARY)


def _train(learner: CardLearner) -> None:
    """Two updates that change every weight."""
    engine = TorchEngine(_apart(learner))
    for seed in (1, 2):
        rollouts = []
        for row, reply in enumerate(engine.generate([[5, 9, 11]] * 6, PARAMS, range(seed, seed + 6))):
            ids, count = (5, 9, 11, *reply.ids), len(reply.ids)
            mask, logprobs = (0, 0, 0) + (1,) * count, (0.0,) * 3 + reply.logprobs
            rollouts.append(Rollout(("designer", "agent")[row % 2], ids, mask, logprobs, 1.0, seed))
        learner.update(rollouts, [1.0, -1.0, -0.5, 0.5, 1.0, -1.0])


@pytest.mark.parametrize("tied", [True, False])
def test_an_engine_that_takes_everything_over_passes(tied):
    learner = _learner(tied)
    sampler = _checked(Faulty(_apart(learner)), learner)
    sampler.check(learner.weights(), 0)
    for version in (2, 4):
        _train(learner)
        sampler.publish(learner.weights(), version)
        assert sampler.last.version == version and sampler.last.tokens >= 32
        assert sampler.last.mean < 1e-4 and 0 <= sampler.last.kl < 1e-6


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize(
    ("stuck", "said", "not_said"),
    [
        ("lm_head", "the output head looks stale", ("embedding looks", "layers look")),
        ("embed_tokens", "the embedding looks stale", ("head looks", "layers look")),
        ("model.layers", "the layers look stale", ("head looks", "embedding looks")),
    ],
)
def test_what_is_stuck_is_named(tied, stuck, said, not_said):
    learner = _learner(tied)
    sampler = _checked(Faulty(_apart(learner), stuck), learner)
    sampler.check(learner.weights(), 0)  # nothing has changed yet, so nothing is wrong
    _train(learner)
    with pytest.raises(SamplerError) as caught:
        sampler.publish(learner.weights(), 2)
    sentence = str(caught.value)
    assert said in sentence and not any(words in sentence for words in not_said)
    assert "version 2" in sentence and "learner.kl_bound = 0.01" in sentence
    assert f"KL {sampler.last.kl:.4f}" in sentence and "learner.drift_bound = 0.1" in sentence
    assert sampler.last.mean > 0.05 and f"{sampler.last.mean:.4f}" in sentence


@pytest.mark.parametrize("group", ["lm_head", "embed_tokens", "model.layers"])
def test_a_change_of_a_percent_left_behind_is_named_though_the_kl_is_small(group):
    learner = _learner(tied=False)
    sampler = _checked(Faulty(_apart(learner), group), learner, bound=LearnerSection().kl_bound)
    sampler.check(learner.weights(), 0)
    with torch.no_grad():
        for name, weight in learner.model.named_parameters():
            weight.mul_(1.01 if group in name else 1.0)
    with pytest.raises(SamplerError, match=r"drift_bound = 0\.1 x 0\.01, as both are float32.* stale"):
        sampler.publish(learner.weights(), 1)
    assert 0.001 < sampler.last.mean < 0.1 and sampler.last.kl < LearnerSection().kl_bound


class Rough(TorchEngine):
    """Says log-probs that are off by ``off``, up and down by turns, as coarser numbers would have them."""

    off = 0.0

    def generate(self, prompts, params, seeds):
        found = super().generate(prompts, params, seeds)
        signs = [self.off * (-1) ** place for place in range(params.max_new_tokens)]
        return [
            replace(c, logprobs=tuple(p + s for p, s in zip(c.logprobs, signs, strict=False))) for c in found
        ]


def test_coarser_numbers_are_given_room_and_still_held_to_a_bound():
    learner = _learner()
    engine = Rough(_apart(learner))
    engine.off = 0.04
    sampler = _checked(engine, learner, bound=LearnerSection().kl_bound)
    for version in (0, 1):
        sampler.publish(learner.weights(), version)
        assert sampler.last.mean == pytest.approx(0.04, abs=1e-4)
    engine.off = 0.15
    with pytest.raises(SamplerError, match=r"drift_bound = 0\.1\), .* computed with otherwise"):
        sampler.publish(learner.weights(), 2)
    assert sampler.last.kl < LearnerSection().kl_bound


def test_a_pair_that_was_exact_is_not_given_room_later():
    learner = _learner()
    engine = Rough(_apart(learner))
    sampler = _checked(engine, learner)
    sampler.check(learner.weights(), 0)
    engine.off = 0.04
    with pytest.raises(SamplerError, match="as both are float32"):
        sampler.check(learner.weights(), 0)


def test_the_bound_of_a_run_is_the_bound_of_a_check_by_itself():
    assert LearnerSection().drift_bound == DRIFT_BOUND


def test_several_are_named_together():
    learner = _learner()
    sampler = _checked(Faulty(_apart(learner), "e"), learner)  # a letter in every name
    _train(learner)
    expected = "the embedding, the layers, the final norm and the output head look stale"
    with pytest.raises(SamplerError, match=expected):
        sampler.publish(learner.weights(), 2)


def test_a_publish_that_got_lost_is_told_from_weights_that_are_stuck():
    learner = _learner()
    engine = Faulty(_apart(learner), missed=1)
    sampler = _checked(engine, learner)
    _train(learner)
    with pytest.raises(SamplerError, match="every part of the weights is taken over"):
        sampler.publish(learner.weights(), 2)
    assert sampler.check(learner.weights(), 2).kl < 1e-6  # the search left the published weights in place


def test_log_probs_of_another_softmax_are_noticed():
    class Untempered(TorchEngine):
        def generate(self, prompts, params, seeds):
            found = super().generate(prompts, params, seeds)
            sharper = [tuple(params.temperature * p for p in completion.logprobs) for completion in found]
            return [replace(c, logprobs=p) for c, p in zip(found, sharper, strict=True)]

    learner = _learner()
    with pytest.raises(SamplerError, match="computed with otherwise"):
        _checked(Untempered(_apart(learner)), learner).check(learner.weights(), 0)


def test_nan_is_out_of_step():
    learner = _learner()
    broken = {name: tensor * math.nan for name, tensor in learner.weights().items()}
    sampler = _checked(Faulty(_apart(learner)), learner)
    learner.model.load_state_dict(broken)
    with pytest.raises(SamplerError, match="KL nan"):
        sampler.check(learner.weights(), 0)


def test_checks_cost_no_counted_tokens_and_use_prompts_seen():
    learner = _learner()
    seen = []

    class Watching(TorchEngine):
        def generate(self, prompts, params, seeds):
            seen.append([tuple(prompt) for prompt in prompts])
            return super().generate(prompts, params, seeds)

    sampler = _checked(Watching(_apart(learner)), learner)
    prompts = [[7, 8, row + 3] for row in range(16)]
    found = sampler.generate(prompts, PARAMS, range(16))
    counted = sampler.stats.sampled_tokens
    assert counted == sum(len(completion.ids) for completion in found)
    assert sampler.stats.prompt_tokens == 48
    sampler.publish(learner.weights(), 1)
    assert sampler.stats.sampled_tokens == counted
    assert set(seen[-1]) <= {tuple(prompt) for prompt in prompts} and len(seen[-1]) == 8


def test_the_sampler_sleeps_while_the_learner_updates():
    learner = _learner()
    engine = Faulty(_apart(learner))
    learner.sampler = sampler = _checked(engine, learner)
    rollout = Rollout("agent", (5, 6, 7), (0, 1, 1), (0.0, -1.0, -1.0), 1.0, 0)
    learner.update([rollout], [1.0])
    assert engine.calls == ["sleep"]
    sampler.publish(learner.weights(), learner.version)
    assert engine.calls == ["sleep", "publish"]


def test_adapters_travel_by_themselves_and_with_everything_else(tmp_path):
    learner = _learner(lora_rank=4, lora_alpha=8.0)
    base = _apart(learner)
    _train(learner)
    weights = learner.weights()
    assert weights.adapter.rank == 4 and weights.adapter.alpha == 8.0
    sampler = _checked(Adapted(base, stuck=False), learner)
    sampler.publish(weights, 2)  # base and adapter put together as LoRA's authors say
    assert sampler.last.mean < 1e-4
    learner.save_pretrained(tmp_path)
    loaded, merged = load_policy(tmp_path).state_dict(), dict(weights)
    assert set(loaded) == set(merged)
    assert all(torch.allclose(loaded[name], merged[name], atol=1e-6) for name in loaded)


def test_an_adapter_that_is_stuck_is_named():
    learner = _learner(lora_rank=4, lora_alpha=64.0)
    sampler = _checked(Adapted(_apart(learner), stuck=True), learner, bound=1e-4)
    _train(learner)
    with pytest.raises(SamplerError, match="the adapter looks stale"):
        sampler.publish(learner.weights(), 2)
