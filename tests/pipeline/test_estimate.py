"""The arithmetic of ``--dry-run``, each expected number worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pipeline import estimate
from pipeline.config import ConfigError, build_config, preset_names, resolve_config
from pipeline.dry_run import plan, plan_run

TOY = estimate.Shape(vocabulary=100, hidden=8, layers=2, heads=2, kv_heads=1, head_dim=4, mlp=16, tied=False)
PUBLISHED = sorted(name for name in preset_names() if name.startswith(("gpu", "ray")))


def by_name(items) -> dict[str, float]:
    return {item.name: item.bytes for item in items}


def test_parameters_of_a_toy_counted_one_by_one():
    attention = 8 * 8 + 8 * 4 + 8 * 4 + 8 * 8  # q, k, v, o
    layer = attention + 3 * 8 * 16 + 2 * 8
    assert TOY.layer == layer == 592
    assert TOY.parameters == 2 * 592 + 2 * 100 * 8 + 8 == 2792
    assert TOY.active == 2792 - 800  # the table is looked up, not multiplied
    assert TOY.kv_bytes == 2 * 2 * 1 * 4 * 2  # keys and values, layers, heads, width, bytes
    assert TOY.layer_activations == 5 * 8 + 4 * 8 + 5 * 4 + 4 * 16


@pytest.mark.parametrize(
    ("name", "parameters", "active", "kv"),
    [
        # the published counts: 4.0, 8.2 and 30.5 billion, of which 3.3 (with the table) are used per token
        ("qwen3-4b", 4_022_468_096, 4_022_468_096, 147_456),
        ("qwen3-8b", 8_190_735_360, 8_190_735_360 - 151_936 * 4096, 147_456),
        ("qwen3-30b-a3b", 30_532_122_624, 3_353_032_704 - 151_936 * 2048, 98_304),
    ],
)
def test_published_shapes_add_up_to_the_published_counts(name, parameters, active, kv):
    shape = estimate.PUBLISHED[name]
    assert (shape.parameters, shape.active, shape.kv_bytes) == (parameters, active, kv)


def test_a_shape_is_read_from_config_json(tmp_path):
    data = {
        "model_type": "qwen3_moe", "vocab_size": 151936, "hidden_size": 2048, "num_hidden_layers": 48,
        "num_attention_heads": 32, "num_key_value_heads": 4, "head_dim": 128, "intermediate_size": 6144,
        "moe_intermediate_size": 768, "num_experts": 128, "num_experts_per_tok": 8, "tie_word_embeddings": False,
    }  # fmt: skip
    (tmp_path / "config.json").write_text(json.dumps(data))
    assert estimate.find_shape(tmp_path) == estimate.PUBLISHED["qwen3-30b-a3b"]
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ValueError, match="lacks 'num_attention_heads'"):
        estimate.find_shape(tmp_path)
    assert estimate.find_shape(tmp_path / "unheard-of") is None


def toy_config(**sections):
    base = {
        "sampler": {"engine": "vllm"},
        "designer": {"prompts": 2, "designs_per_prompt": 1, "max_tokens": 10},
        "play": {"max_context": 100, "max_reply_tokens": 5, "max_turns": 4, "seeds_per_env": 3, "plays_per_seed": 1},
        "learner": {"micro_tokens": 50, "autocast": "bfloat16", "recompute": True},
        "estimate": {"gpu_memory_gb": 10},
    }  # fmt: skip
    for name, options in sections.items():
        base[name] = {**base.get(name, {}), **options}
    return build_config(base)


def test_learner_memory_of_a_toy():
    config = toy_config(distributed={"learner_ranks": 2, "learner_gpus": 1.0})
    assert by_name(estimate.learner_states(config, TOY)) == {
        "weights": 4 * 2792 / 2,
        "optimiser": 8 * 2792 / 2,
    }
    work = by_name(estimate.learner_work(config, TOY))
    assert work["gradients"] == 4 * 2792 / 2
    assert work["gathered"] == 8 * (2 * 592 + 2 * 800)
    # the longest sequence (100 tokens) makes a micro-batch larger than micro_tokens
    assert work["activations"] == 100 * (4 * 8 * 2 + 2 * 156)
    assert work["logits"] == 20 * 100 * 4  # 4 turns of 5 tokens; bfloat16 logits and their gradient


def test_what_recomputing_saves_and_what_a_reference_and_adapters_change():
    config = toy_config(
        learner={"recompute": False, "autocast": "none", "kl_coef": 0.1, "lora_rank": 2, "micro_tokens": 200}
    )
    work = by_name(estimate.learner_work(config, TOY))
    assert work["activations"] == 200 * 2 * 4 * 156
    assert work["logits"] == 40 * 100 * 24  # two sequences' replies; four float copies besides
    tuned = 2 * 2 * (2 * (8 + 8) + 2 * (8 + 4) + 3 * (8 + 16))  # rank, layers, in + out of seven matrices
    states = by_name(estimate.learner_states(config, TOY))
    assert states == {"weights": 4 * 2792, "optimiser": 8 * tuned, "reference": 4 * 2792}
    assert work["gradients"] == 4 * tuned


def test_sampler_memory_of_a_toy():
    items = by_name(estimate.sampler_memory(toy_config(), TOY, 3))
    assert items == {"sampling weights": 2 * 2792, "keys and values": 3 * 100 * 32}
    in_floats = by_name(estimate.sampler_memory(toy_config(sampler={"engine": "torch"}), TOY, 3))
    assert in_floats == {"sampling weights": 4 * 2792, "keys and values": 3 * 100 * 64}
    assert estimate.together(toy_config()) == 2 * 3 * 2


def test_vllm_holds_a_tied_head_as_a_second_matrix_and_reads_one_of_the_two():
    tied = replace(TOY, tied=True)
    assert tied.parameters == 2792 - 100 * 8 == 1992  # one (100, 8) matrix where TOY has two
    (weights, _) = estimate.sampler_memory(toy_config(), tied, 3)
    assert weights.bytes == 2 * (1992 + 800) == 2 * 2792
    assert weights.how == "2 x (1,992 + 800 of an untied head)"
    (in_floats, _) = estimate.sampler_memory(toy_config(sampler={"engine": "torch"}), tied, 3)
    assert in_floats.bytes == 4 * 1992  # the same matrix there
    split = toy_config(distributed={"sampler_replicas": 1, "sampler_gpus": 2.0, "learner_gpus": 1.0})
    assert estimate.sampler_memory(split, tied, 3)[0].bytes == 2 * 2792 / 2
    # the learner's model stays tied
    assert by_name(estimate.learner_states(toy_config(), tied))["weights"] == 4 * 1992
    # a table is looked up, a head is multiplied with, tied or not
    assert estimate.read_per_token(toy_config(), tied) == 2 * 1992
    assert estimate.read_per_token(toy_config(), TOY) == 2 * (2792 - 800)
    assert estimate.read_per_token(split, TOY) == 1992


def test_the_published_tied_model_takes_a_second_matrix_on_the_card():
    config = resolve_config(preset="gpu1-qwen3-4b")
    (weights, _) = estimate.sampler_memory(config, estimate.PUBLISHED["qwen3-4b"], 1)
    assert weights.bytes == 2 * (4_022_468_096 + 151_936 * 2560) == 8_822_848_512


def test_adapters_are_counted_as_they_are_made():
    from transformers import Qwen3Config, Qwen3ForCausalLM

    from pipeline.adapters import add_adapters

    model = Qwen3ForCausalLM(
        Qwen3Config(
            vocab_size=100, hidden_size=8, intermediate_size=16, num_hidden_layers=2, num_attention_heads=2,
            num_key_value_heads=1, head_dim=4, tie_word_embeddings=False,
        )
    )  # fmt: skip
    shape = estimate.read_shape(model.config.to_dict())
    assert sum(p.numel() for p in model.parameters()) == shape.parameters
    add_adapters(model, 2, 4.0)
    assert sum(p.numel() for p in model.parameters() if p.requires_grad) == estimate.trainable(shape, 2)


def test_a_sampler_and_a_learner_on_one_gpu_take_turns():
    lines = plan(toy_config(), TOY, 0).lines
    assert any(line.startswith("each GPU, play") for line in lines)
    apart = toy_config(distributed={"sampler_replicas": 2, "sampler_gpus": 1.0, "learner_gpus": 1.0})
    text = "\n".join(plan(apart, TOY, 0).lines)
    assert "each learner GPU, learn" in text and "each sampler GPU, play" in text


def test_what_cannot_fit_is_refused_with_the_knobs_to_turn():
    config = resolve_config(preset="gpu1-qwen3-4b", overrides={"learner.recompute": "false"})
    refusal = plan(config, estimate.PUBLISHED["qwen3-4b"], 0).refusal
    assert (
        "each GPU needs" in refusal
        and "has 137.0 GB; with --learner.recompute true it would need 91" in refusal
    )
    small = resolve_config(preset="gpu1-qwen3-4b", overrides={"estimate.gpu_memory_gb": "5"})
    assert "take a smaller model or larger GPUs" in plan(small, estimate.PUBLISHED["qwen3-4b"], 0).refusal
    wide = resolve_config(preset="ray-qwen3-30b-a3b", overrides={"distributed.sampler_gpus": "1.0", "estimate.gpu_memory_gb": "60"})  # fmt: skip
    assert "each learner GPU" in plan(wide, estimate.PUBLISHED["qwen3-30b-a3b"], 0).refusal
    cpu = plan(resolve_config(), TOY, 1000)
    assert "this machine needs" in cpu.refusal


@pytest.mark.parametrize("name", PUBLISHED)
def test_presets_of_the_published_scale_say_what_was_published_and_fit(name):
    config = resolve_config(preset=name)
    tools = name.endswith("-tools")
    assert config.designer.prompts * config.designer.designs_per_prompt == 24
    assert config.designer.interval == config.designer.delay == (8 if tools else 4)
    assert 24 * config.play.seeds_per_env * config.play.plays_per_seed == 192
    assert (config.play.max_turns, config.play.max_reply_tokens) == (25, 8192)
    assert (config.play.max_context, config.designer.max_tokens) == (32768, 16384)
    assert config.sampler.agent_temperature == config.sampler.designer_temperature == 0.6
    assert config.run.steps == 400 and config.designer.tool_use_share == float(tools)
    learner = config.learner
    assert (learner.lr, learner.weight_decay, learner.beta1, learner.beta2) == (1e-6, 0.1, 0.9, 0.98)
    assert plan_run(config).refusal is None


def test_there_are_six_of_them():
    sizes = ("gpu1-qwen3-4b", "gpu8-qwen3-8b", "ray-qwen3-30b-a3b")
    assert sorted([*sizes, *(f"{size}-tools" for size in sizes)]) == PUBLISHED


def test_a_model_nobody_knows_is_one_sentence():
    config = resolve_config(overrides={"model.path": "no/such/model"})
    with pytest.raises(ConfigError, match="no such file or directory"):
        plan_run(config)
