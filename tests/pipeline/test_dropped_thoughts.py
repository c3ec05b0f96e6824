"""Episodes whose template drops earlier thoughts: several sequences, one rollout, one weight in the loss."""

from __future__ import annotations

import math

import pytest
import torch

from pipeline.chat import ChatFormat
from pipeline.config_sections import LearnerSection
from pipeline.learner import Learner, load_policy
from pipeline.rollout import Rollout
from tests.pipeline.loop_harness import (
    ScriptedSampler,
    distinct_games,
    is_design,
    one_step,
    save_micro_model,
    small_config,
)
from tests.pipeline.test_chat_thinking import QWEN_RULES


def thinker(path):
    """A model directory whose template follows Qwen3's rules, in the micro tokenizer's marks."""
    from transformers import AutoTokenizer

    save_micro_model(path)
    tokenizer = AutoTokenizer.from_pretrained(path)
    template = QWEN_RULES.replace("<|im_end|>\\n", "<|end|>")
    for role in ("user", "assistant", "system"):
        template = template.replace(f"<|im_start|>{role}\\n", f"<|{role}|>")
    tokenizer.chat_template = template.replace("'<|im_start|>' + m.role + '\\n'", "'<|' + m.role + '|>'")
    tokenizer.save_pretrained(path)
    return path


@pytest.fixture
def played(tmp_path):
    from pipeline.assemble import assemble
    from pipeline.run_cli import open_sandbox

    config = small_config(
        thinker(tmp_path / "model"),
        run={"steps": 1, "threads": 1, "log_tokens": True},
        designer={"prompts": 1},
    )
    config = config.model_copy(update={"model": config.model.model_copy(update={"thinking_agent": True})})

    def answer(prompt: str, seed: int) -> str:
        said = distinct_games(prompt, seed)
        return said if is_design(prompt) else f"<think>\n\\boxed{{0}} or {seed}?\n</think>\n\n{said}"

    with open_sandbox(config) as sandbox:
        script = lambda model, chat: ScriptedSampler(chat.tokenizer, answer)  # noqa: E731
        made = assemble(config, "test", sandbox, None, make_sampler=script)
        yield made, one_step(made, 0)


def test_a_turn_is_played_without_the_thoughts_of_the_ones_before(played):
    made, rows = played
    for prompt, _ in made.sampler.calls:
        if not is_design(prompt):
            assert "<think>" not in prompt
    long = [row for row in rows["plays"] if row["turns"] > 1]
    assert long, "the scripted agent needs several turns without the hint"
    for row in long:
        assert all("<think>" in m["content"] for m in row["messages"] if m["role"] == "assistant")
        assert all("<think>" not in step["action"] for step in row["steps"])
        tokens = [t for t in rows["tokens"] if t["play_id"] == row["play_id"]]
        assert len(tokens) == row["turns"]  # one sequence a turn
        shown = made.chat.tokenizer
        for number, sequence in enumerate(tokens):
            sampled = [i for i, own in zip(sequence["token_ids"], sequence["mask"], strict=True) if own]
            said = [m["content"] for m in row["messages"] if m["role"] == "assistant"][number]
            assert made.chat.decode(sampled) == said
            given = [i for i, own in zip(sequence["token_ids"], sequence["mask"], strict=True) if not own]
            assert shown.decode(given) in {prompt for prompt, _ in made.sampler.calls}
        assert row["completion_tokens"] == sum(sum(sequence["mask"]) for sequence in tokens)


def test_a_template_without_the_switch_refuses_to_think(tmp_path):
    from pipeline.assemble import load_chat
    from pipeline.learner import LearnerError

    path = save_micro_model(tmp_path)
    config = small_config(path)
    config = config.model_copy(update={"model": config.model.model_copy(update={"thinking_designer": True})})
    with pytest.raises(LearnerError, match="thinking_designer is on, but the chat template"):
        load_chat(path, config)
    assert isinstance(load_chat(thinker(tmp_path), config), ChatFormat)


def sequence(seed: int, length: int, role: str = "agent", earlier: tuple = ()) -> Rollout:
    torch.manual_seed(seed)
    ids = tuple(torch.randint(5, 200, (length,)).tolist())
    mask = tuple([0] * 3 + [1] * (length - 3))
    return Rollout(role, ids, mask, tuple(-5.0 * m for m in mask), 1.0, 0, earlier)  # type: ignore[arg-type]


def updated(path, rollouts, advantages, **options):
    learner = Learner(
        load_policy(path),
        LearnerSection(kl_bound=1e9, lr=1e-2, **options),
        designer_share=0.0,
        filter_zero=True,
    )
    return learner, learner.update(rollouts, advantages)


def test_several_sequences_weigh_as_the_one_rollout_they_are(tmp_path):
    """The gradient of a rollout in two sequences is that of its tokens, each with the rollout's weight."""
    path = save_micro_model(tmp_path)
    first, second, other = sequence(1, 9), sequence(2, 7), sequence(3, 8)
    together = sequence(2, 7, earlier=(first,))
    _, stats = updated(path, [together, other], [1.0, -1.0])
    parts = [updated(path, [item], [1.0])[1].loss for item in (first, second, other)]
    # alone, a sequence's tokens weigh 1 / its own count; together 1 / (2 rollouts x the rollout's count)
    n = first.sampled + second.sampled
    expected = (parts[0] * first.sampled + parts[1] * second.sampled) / (2 * n) - parts[2] / 2
    assert stats.loss == pytest.approx(expected, rel=1e-4)
    assert (stats.rollouts_agent, stats.trained_tokens) == (2, n + other.sampled)
    assert Rollout.from_dict(together.as_dict()) == together


def test_recomputing_changes_memory_and_nothing_else(tmp_path):
    path = save_micro_model(tmp_path)
    rollouts = [sequence(seed, 6 + seed) for seed in range(4)]
    plain, one = updated(path, rollouts, [1.0, -1.0, 0.5, -0.5])
    lean, two = updated(path, rollouts, [1.0, -1.0, 0.5, -0.5], recompute=True)
    assert two.loss == pytest.approx(one.loss, rel=1e-5) and two.grad_norm == pytest.approx(
        one.grad_norm, rel=1e-4
    )
    assert two.entropy == pytest.approx(one.entropy, rel=1e-5) and not math.isnan(two.kl_sampler)
    for name, tensor in plain.weights().items():
        torch.testing.assert_close(lean.weights()[name], tensor, rtol=1e-4, atol=2e-5)
