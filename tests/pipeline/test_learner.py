"""The update against an independent float64 derivation on unpadded sequences, and its invariants."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from pipeline.config_sections import LearnerSection
from pipeline.learner import Learner, LearnerError, load_policy
from pipeline.rollout import Rollout
from pipeline.torch_setup import configure_torch

VOCAB = 23
TEMPERATURE = 0.7
OPTIONS = LearnerSection(lr=3e-3, grad_clip=1e9, kl_coef=0.0, kl_bound=1e9, micro_tokens=40)


def micro_model(seed: int = 0) -> LlamaForCausalLM:
    configure_torch(2, seed)
    config = LlamaConfig(
        vocab_size=VOCAB,
        hidden_size=16,
        intermediate_size=24,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        max_position_embeddings=64,
        tie_word_embeddings=True,
    )
    return LlamaForCausalLM(config).eval()


def rollout(rng, role, length, prompt, *, gap=(), noise=0.3) -> Rollout:
    """Random ids; everything after the prompt was sampled, except positions in ``gap`` (observations)."""
    mask = [int(t >= prompt and t not in gap) for t in range(length)]
    return Rollout(
        role=role,
        ids=tuple(int(i) for i in rng.integers(0, VOCAB, length)),
        mask=tuple(mask),
        logprobs=tuple(float(-2.5 + noise * rng.standard_normal()) * m for m in mask),
        temperature=TEMPERATURE,
        policy_version=0,
    )


@pytest.fixture
def batch():
    rng = np.random.default_rng(3)
    rollouts = [
        rollout(rng, "designer", 20, 5),
        rollout(rng, "designer", 9, 4),
        rollout(rng, "agent", 12, 3, gap=(6, 7)),
        rollout(rng, "agent", 7, 3),
        rollout(rng, "agent", 15, 6, gap=(9,)),
    ]
    return rollouts, [1.0, -1.0, 0.8, -1.3, 0.0]


def reference_loss(model64, rollouts, advantages, options, share, old, reference64=None):
    """The formula of the module's docstring, one rollout and one token at a time, in float64."""
    total = torch.zeros((), dtype=torch.float64)
    kept = [(r, a, i) for i, (r, a) in enumerate(zip(rollouts, advantages, strict=True)) if a != 0]
    for role, weight in (("designer", share), ("agent", 1 - share)):
        members = [item for item in kept if item[0].role == role]
        for r, advantage, index in members:
            logits = model64(torch.tensor([r.ids])).logits[0] / r.temperature
            with torch.no_grad():
                ref = (
                    None
                    if reference64 is None
                    else reference64(torch.tensor([r.ids])).logits[0] / r.temperature
                )
            w = weight / len(members) / sum(r.mask)
            for t in range(1, len(r.ids)):
                if not r.mask[t]:
                    continue
                logp = logits[t - 1, r.ids[t]] - torch.logsumexp(logits[t - 1], 0)
                before = old.setdefault((index, t), float(logp.detach()))
                ratio = torch.exp(logp - before)
                low, high = 1 - options.clip_low, 1 + options.clip_high
                objective = min(ratio * advantage, torch.clamp(ratio, low, high) * advantage)
                if advantage < 0:
                    objective = max(objective, torch.tensor(options.dual_clip * advantage))
                importance = min(math.exp(before - r.logprobs[t]), options.is_cap)
                total = total - w * importance * objective
                if ref is not None:
                    d = ref[t - 1, r.ids[t]] - torch.logsumexp(ref[t - 1], 0) - logp
                    total = total + options.kl_coef * w * (torch.exp(d) - d - 1)
    return total


def watch_gradients(model):
    """For each backward of the last epoch: parameter values it ran at and gradients accumulated so far."""
    seen = {}

    def note(name):
        def hook(parameter):
            seen[name] = (parameter.detach().clone(), parameter.grad.clone())

        return hook

    for name, parameter in model.named_parameters():
        parameter.register_post_accumulate_grad_hook(note(name))
    return seen


def check_against_reference(options, batch, share=0.4):
    rollouts, advantages = batch
    model = micro_model()
    reference64 = micro_model().double() if options.kl_coef else None
    start = {name: value.clone() for name, value in model.state_dict().items()}
    seen = watch_gradients(model)
    stats = Learner(model, options, designer_share=share, filter_zero=True).update(rollouts, advantages)
    model64, old = micro_model().double(), {}
    model64.load_state_dict(start)
    loss = reference_loss(model64, rollouts, advantages, options, share, old, reference64)
    losses = [loss.item()]
    if options.epochs == 2:
        for name, parameter in model64.named_parameters():
            parameter.data.copy_(seen[name][0])
        loss = reference_loss(model64, rollouts, advantages, options, share, old, reference64)
        losses.append(loss.item())
    loss.backward()
    assert stats.loss == pytest.approx(np.mean(losses), rel=1e-4, abs=1e-6)
    norm = 0.0
    for name, parameter in model64.named_parameters():
        assert torch.allclose(seen[name][1].double(), parameter.grad, rtol=2e-3, atol=2e-6), name
        norm += float(parameter.grad.square().sum())
    assert stats.grad_norm == pytest.approx(math.sqrt(norm), rel=1e-3)
    return stats


def test_first_update_matches_the_float64_derivation(batch):
    stats = check_against_reference(OPTIONS, batch)
    assert stats.clip_fraction == 0.0
    assert (stats.rollouts_designer, stats.rollouts_agent) == (2, 2)
    assert stats.trained_tokens == 15 + 5 + 7 + 4


def test_second_epoch_with_clipping_matches(batch):
    options = OPTIONS.model_copy(update={"epochs": 2, "lr": 0.05, "dual_clip": 1.2})
    assert check_against_reference(options, batch).clip_fraction > 0.1


def test_kl_to_the_reference_matches(batch):
    options = OPTIONS.model_copy(update={"epochs": 2, "lr": 0.02, "kl_coef": 0.5})
    rollouts, advantages = batch
    live = [i for i, a in enumerate(advantages) if a]
    stats = check_against_reference(options, ([rollouts[i] for i in live], [advantages[i] for i in live]))
    assert stats.kl_reference > 0


def test_micro_batches_change_nothing(batch):
    results = []
    for budget in (1, 40, 10_000):
        model = micro_model()
        learner = Learner(
            model, OPTIONS.model_copy(update={"micro_tokens": budget}), designer_share=0.4, filter_zero=True
        )
        stats = learner.update(*batch)
        results.append((stats.loss, stats.grad_norm, stats.kl_sampler, stats.entropy))
    assert results[0] == pytest.approx(results[1], rel=1e-4)
    assert results[0] == pytest.approx(results[2], rel=1e-4)


def test_unsampled_tokens_carry_no_gradient(batch):
    """Changing what came *after* the last sampled token of a rollout changes nothing."""
    base = batch[0][2]
    tail = replace(base, ids=(*base.ids, 1, 2), mask=(*base.mask, 0, 0), logprobs=(*base.logprobs, 0.0, 0.0))
    norms = []
    for variant in (base, tail, replace(tail, ids=(*base.ids, 9, 17))):
        learner = Learner(micro_model(), OPTIONS, designer_share=0.4, filter_zero=True)
        norms.append(learner.update([variant], [1.0]).grad_norm)
    assert norms[0] == pytest.approx(norms[1], rel=1e-5)
    assert norms[1] == pytest.approx(norms[2], rel=1e-5)


def test_role_shares_do_not_depend_on_how_many_rollouts_a_role_has(batch):
    rollouts, _ = batch
    designer = [replace(rollouts[0])]
    agents = [rollouts[2], rollouts[3], rollouts[4]]
    few = Learner(micro_model(), OPTIONS, designer_share=0.25, filter_zero=True).update(
        [*designer, *agents[:1]], [1.0, 1.0]
    )
    many = Learner(micro_model(), OPTIONS, designer_share=0.25, filter_zero=True).update(
        [*designer, *agents], [1.0, 1.0, 1.0, 1.0]
    )
    assert few.loss_designer == pytest.approx(many.loss_designer, rel=1e-5)
    assert few.loss == pytest.approx(few.loss_designer + few.loss_agent, rel=1e-5)


def test_without_the_filter_equal_groups_take_slots(batch):
    filtered = Learner(micro_model(), OPTIONS, designer_share=0.4, filter_zero=True).update(*batch)
    diluted = Learner(micro_model(), OPTIONS, designer_share=0.4, filter_zero=False).update(*batch)
    assert diluted.loss_agent == pytest.approx(filtered.loss_agent * 2 / 3, rel=1e-4)
    assert diluted.loss_designer == pytest.approx(filtered.loss_designer, rel=1e-4)


def test_nothing_to_learn_changes_no_weight_but_still_checks_the_sampler(batch):
    rollouts, _ = batch
    model = micro_model()
    before = {name: value.clone() for name, value in model.state_dict().items()}
    stats = Learner(model, OPTIONS, designer_share=0.4, filter_zero=True).update(rollouts, [0.0] * 5)
    assert all(torch.equal(before[name], value) for name, value in model.state_dict().items())
    assert stats.kl_sampler > 0
    assert math.isnan(stats.loss)


def test_a_sampler_out_of_step_stops_before_any_weight_changes(batch):
    model = micro_model()
    before = {name: value.clone() for name, value in model.state_dict().items()}
    options = OPTIONS.model_copy(update={"kl_bound": 1e-3})
    with pytest.raises(LearnerError, match=r"kl_bound"):
        Learner(model, options, designer_share=0.4, filter_zero=True).update(*batch)
    assert all(torch.equal(before[name], value) for name, value in model.state_dict().items())


def test_state_round_trip_continues_to_the_bit(batch):
    straight = Learner(micro_model(), OPTIONS, designer_share=0.4, filter_zero=True)
    straight.update(*batch)
    saved = straight.state_bytes()
    straight.update(*batch)
    resumed = Learner(micro_model(seed=9), OPTIONS, designer_share=0.4, filter_zero=True)
    resumed.load_state_bytes(saved)
    resumed.update(*batch)
    assert (resumed.version, resumed.optimizer_step) == (2, 2)
    for name, value in straight.model.state_dict().items():
        assert torch.equal(value, resumed.model.state_dict()[name]), name


@pytest.mark.parametrize("damage", [b"", b"not a checkpoint"])
def test_damaged_state_is_one_sentence(damage):
    learner = Learner(micro_model(), OPTIONS, designer_share=0.4, filter_zero=True)
    with pytest.raises(LearnerError, match="do not fit"):
        learner.load_state_bytes(damage)


def test_a_directory_without_a_model_is_one_sentence(tmp_path):
    with pytest.raises(LearnerError, match=r"model\.path"):
        load_policy(tmp_path)


def test_warmup_scales_the_rate(batch):
    learner = Learner(
        micro_model(), OPTIONS.model_copy(update={"warmup_steps": 4}), designer_share=0.4, filter_zero=True
    )
    rates = [learner.update(*batch).learning_rate for _ in range(5)]
    assert rates == pytest.approx([OPTIONS.lr * f for f in (0.25, 0.5, 0.75, 1, 1)])


def test_a_rollout_must_line_up():
    with pytest.raises(ValueError, match="one mask and one log-prob per token"):
        Rollout("agent", (1, 2), (0, 1), (0.0,), 1.0, 0)
