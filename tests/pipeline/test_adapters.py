"""Adapters train few weights; samplers and checkpoints get the whole policy."""

from __future__ import annotations

import torch
from transformers import AutoModelForCausalLM

from pipeline.learner import Learner
from pipeline.sampler import SamplingParams
from pipeline.sampler.torch_engine import TorchEngine
from tests.pipeline.test_learner import OPTIONS, batch, micro_model  # noqa: F401

LORA = OPTIONS.model_copy(update={"lora_rank": 2, "lora_alpha": 4.0})


def lora_learner() -> Learner:
    return Learner(micro_model(), LORA, designer_share=0.4, filter_zero=False)


def test_a_fresh_adapter_changes_nothing_and_keeps_names():
    plain = micro_model().state_dict()
    merged = lora_learner().weights()
    assert set(merged) == set(plain)
    for name, tensor in plain.items():
        assert torch.equal(merged[name], tensor), name


def test_only_low_rank_changes_of_linear_layers_are_learned(batch):  # noqa: F811
    before, learner = micro_model().state_dict(), lora_learner()
    learner.update(*batch)
    after = learner.weights()
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    assert changed and all(name.endswith("_proj.weight") for name in changed)
    for name in changed:
        assert torch.linalg.matrix_rank(after[name] - before[name], rtol=1e-4) <= 2


def test_a_sampler_with_published_weights_agrees_with_the_learner(batch):  # noqa: F811
    learner = lora_learner()
    for _ in range(3):
        learner.update(*batch)
    engine = TorchEngine(micro_model())
    engine.publish(learner.weights(), 3)
    prompt = list(batch[0][0].ids[:6])
    done = engine.generate([prompt], SamplingParams(1.0, 8, (VOID,)), [5])[0]
    logits = learner.model(input_ids=torch.tensor([[*prompt, *done.ids]])).logits[0].log_softmax(-1)
    expected = [logits[len(prompt) - 1 + i, token].item() for i, token in enumerate(done.ids)]
    assert torch.allclose(torch.tensor(done.logprobs), torch.tensor(expected), atol=1e-4)


VOID = 22
"""A token this test treats as the stop token."""


def test_state_and_checkpoint_hold_the_adapted_policy(batch, tmp_path):  # noqa: F811
    learner = lora_learner()
    learner.update(*batch)
    other = lora_learner()
    other.load_state_bytes(learner.state_bytes())
    for name, tensor in learner.weights().items():
        assert torch.equal(other.weights()[name], tensor)
    learner.save_pretrained(tmp_path)
    loaded = AutoModelForCausalLM.from_pretrained(tmp_path, dtype=torch.float32)
    ids = torch.tensor([[1, 2, 3, 4]])
    assert torch.allclose(loaded(input_ids=ids).logits, learner.model(input_ids=ids).logits, atol=1e-5)
