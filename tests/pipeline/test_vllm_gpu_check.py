"""The arithmetic of the GPU check, against torch's own count and a recorded run."""

from __future__ import annotations

import math

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode
from transformers import LlamaConfig, LlamaForCausalLM

from pipeline.config import ROOT
from pipeline.estimate import read_shape
from pipeline.gpu_check import lines, phases
from pipeline.gpu_parts import flops_per_token, nudge, save_variant
from pipeline.learner import load_policy
from pipeline.run_log import RunReader
from tests.pipeline.loop_harness import save_micro_model

RUN = ROOT / "data" / "runs" / "spade"


def test_flops_are_those_torch_counts():
    config = LlamaConfig(
        vocab_size=512,
        hidden_size=64,
        num_hidden_layers=3,
        intermediate_size=160,
        num_attention_heads=4,
        num_key_value_heads=2,
        tie_word_embeddings=False,
        attn_implementation="eager",
    )
    model, rows, length = LlamaForCausalLM(config), 2, 96
    with FlopCounterMode(display=False) as counter:
        model(input_ids=torch.arange(rows * length).view(rows, length) % 512).logits.sum().backward()
    shape = read_shape(config.to_dict())
    attention = flops_per_token(shape, length) - flops_per_token(shape, 0)
    # Without a causal kernel the upper half of the scores is computed too; the input needs no gradient.
    expected = rows * length * (flops_per_token(shape, length) + attention)
    assert counter.get_total_flops() == pytest.approx(expected, rel=0.02)


def test_phases_are_means_over_the_steps_after_the_first():
    with RunReader(RUN) as run:
        rows = run.rows("select * from updates where step > 0")
    found = phases(RUN)
    assert found["steps"] == len(rows)
    for name in ("seconds_play", "seconds_learn", "seconds_publish", "sampled_tokens"):
        assert found[name] == pytest.approx(sum(row[name] for row in rows) / len(rows))
    assert found["kl_sampler_max"] == max(row["kl_sampler"] for row in rows)


def test_the_report_says_what_was_not_measured():
    report = {
        "host": {"card": "Card", "memory_gb": 80.0, "packages": {"vllm": "0.32.0"}},
        "parts": {"learner-tiny": {"mfu": 0.31234, "peak_tflops": 989.0}},
        "runs": {"cpu-tiny": {"seconds_play": 2.0, "steps": 4}},
        "problems": ["cycle-tiny: exit status 1 (no)"],
    }
    assert list(lines(report)) == [
        "Card, 80 GB, vLLM 0.32.0",
        "learner-tiny: mfu 0.3123, peak_tflops 989",
        "cpu-tiny: seconds_play 2, steps 4",
        "not measured: cycle-tiny: exit status 1 (no)",
    ]


@pytest.mark.parametrize("tied", [True, False])
def test_variants_have_the_head_they_are_asked_for(tmp_path, tied):
    source = save_micro_model(tmp_path / "model")
    save_variant(source, tmp_path / "variant", tied=tied)
    model, variant = load_policy(source), load_policy(tmp_path / "variant")
    embedding, head = variant.get_input_embeddings().weight, variant.get_output_embeddings().weight
    assert torch.equal(embedding, model.get_input_embeddings().weight)
    assert (head is embedding) == tied and torch.equal(head, embedding) == tied


def test_nudges_change_every_weight_once(tmp_path):
    model = load_policy(save_micro_model(tmp_path / "model"))
    before = {name: tensor.detach().clone() for name, tensor in model.named_parameters()}
    nudge(model, seed=1)
    for name, tensor in model.named_parameters():
        moved = float((tensor - before[name]).detach().std())
        assert math.isclose(moved, 0.05 * float(before[name].abs().mean()), rel_tol=0.5)
