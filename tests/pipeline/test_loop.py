"""The loop under each preset's switch, with a scripted policy: the switch does what its name says."""

import json
from pathlib import Path

import pytest

from pipeline.corpus import Corpus
from pipeline.hints import clean_hint
from tests.pipeline.loop_harness import (
    corpus_file,
    distinct_games,
    experiment,
    game,
    is_design,
    is_hinted,
    one_step,
    run_steps,
    save_micro_model,
    small_config,
)


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    return save_micro_model(tmp_path_factory.mktemp("micro"))


def half_broken(prompt: str, seed: int) -> str:
    return distinct_games(prompt, seed) if seed % 2 or not is_design(prompt) else "nonsense (\n"


def designs_of(rows) -> list[dict]:
    return [design for row in rows for design in row["designs"]]


def test_spade_grounds_remembers_and_trains_both_roles(model, tmp_path):
    path = corpus_file(tmp_path / "c.jsonl")
    config = small_config(model, run={"steps": 3}, corpus={"enabled": True, "path": str(path)})
    with experiment(config, half_broken, Corpus.read(path, 0)) as made:
        rows = [one_step(made, step) for step in range(3)]
        prompts = [prompt for prompt, _ in made.sampler.calls if is_design(prompt)]
        assert len(made.memory) == sum(d["valid"] for d in designs_of(rows))
        assert made.sampler.version == made.learner.version == 3
    designs = designs_of(rows)
    assert all("Passage: passage" in prompt for prompt in prompts)
    assert any("\nGood: The thing" in prompt for prompt in prompts[8:])
    known = {d["env_id"] for d in designs}
    assert all(set(d["parent_ids"]) <= known for d in designs)
    assert any(d["parent_ids"] for d in designs)
    assert len({d["doc_id"] for d in designs}) == 5
    updates = [row["updates"][0] for row in rows]
    assert [u["policy_version"] for u in updates] == [0, 1, 2]
    assert sum(u["rollouts_designer"] for u in updates) > 0
    assert all(d["advantage"] is not None for d in designs)


def test_no_memory_and_no_corpus_leave_nothing_in_the_prompt(model):
    config = small_config(model, run={"steps": 2}, memory={"enabled": False})
    with experiment(config, half_broken) as made:
        rows = [one_step(made, step) for step in range(2)]
        prompts = [prompt for prompt, _ in made.sampler.calls if is_design(prompt)]
    assert all("Passage:" not in p and "Good:" not in p and "Avoid:" not in p for p in prompts)
    assert all(d["parent_ids"] == [] and d["doc_id"] is None for d in designs_of(rows))


def test_without_designer_training_the_designer_still_writes(model):
    rows = run_steps(small_config(model, scoring={"reward": "none"}), half_broken)
    assert [d["advantage"] for d in designs_of(rows)] == [None] * 4
    assert [d["designer_reward"] for d in designs_of(rows)] == [None] * 4
    assert rows[0]["updates"][0]["rollouts_designer"] == 0
    assert all(d["reward_regret"] is not None for d in designs_of(rows))


@pytest.mark.parametrize("reward", ["regret", "blend", "solve_rate", "learning_potential"])
def test_the_chosen_reward_is_paid_and_all_are_logged(model, reward):
    for design in designs_of(run_steps(small_config(model, scoring={"reward": reward}), half_broken)):
        main = design[f"reward_{reward}"] + (design["reward_password"] if reward == "regret" else 0)
        common = design["reward_validity"] + design["reward_fault"] + design["reward_novelty"]
        assert design["designer_reward"] == pytest.approx(main + common)
        for name in ("regret", "blend", "solve_rate", "learning_potential"):
            assert design[f"reward_{name}"] is not None


def test_two_skills_and_tool_use_change_the_request(model):
    wanted = ["Logical Deduction", "Spatial Reasoning"]
    rows = run_steps(small_config(model, designer={"skills": wanted, "prompts": 4}), half_broken, steps=1)
    assert {d["skill"] for d in designs_of(rows)} <= set(wanted)
    rows = run_steps(small_config(model, designer={"tool_use_share": 1.0}), half_broken, steps=1)
    assert {d["skill"] for d in designs_of(rows)} == {"Tool Use"}


def test_fixed_pool_plays_the_pool_and_asks_for_no_design(model, tmp_path):
    lines = []
    for noun in ("cup", "pen", "hat"):
        (tmp_path / f"{noun}.py").write_text(game(noun))
        lines.append(json.dumps({"file_name": f"{noun}.py", "skill": "Optimization", "difficulty": "easy"}))
    (tmp_path / "manifest.jsonl").write_text("\n".join(lines))
    config = small_config(model, designer={"source": "pool", "pool": str(tmp_path), "prompts": 1})
    with experiment(config, distinct_games) as made:
        rows = [one_step(made, step) for step in range(3)]
        assert not any(is_design(prompt) for prompt, _ in made.sampler.calls)
    titles = [d["title"] for d in designs_of(rows)]
    assert set(titles[:3]) == set(titles[3:]) == {"The cup game", "The pen game", "The hat game"}
    assert all(d["valid"] and d["advantage"] is None for d in designs_of(rows))
    seeds = [{p["seed"] for p in row["plays"]} for row in rows]
    assert not (seeds[0] & seeds[1] or seeds[0] & seeds[2])  # new instances every step


def test_both_arms_train_when_asked(model):
    def lucky(prompt, seed):
        return distinct_games(prompt, seed) if is_design(prompt) or seed % 2 else "\\boxed{0}"

    plain = run_steps(small_config(model), lucky)[0]
    both = run_steps(small_config(model, advantage={"train_arms": ["plain", "hint"]}), lucky)[0]
    assert {p["advantage"] for p in plain["plays"] if p["arm"] == "hint"} == {None}
    assert all(p["advantage"] is not None for p in both["plays"])
    assert both["updates"][0]["rollouts_agent"] > plain["updates"][0]["rollouts_agent"]


def test_hints_written_by_the_policy_are_cleaned_and_leak_checked(model):
    def policy(prompt, seed):
        if is_design(prompt):
            return distinct_games(prompt, seed)
        if "You help a player" in prompt:
            return "Halve the range<|end|>  each time"
        return "\\boxed{1}"

    config = small_config(model, hints={"source": "model"})
    with experiment(config, policy) as made:
        rows = one_step(made, 0)
        assert {p["hint"] for p in rows["plays"] if p["arm"] == "hint"} == {"Halve the range each time"}
        hinted = [prompt for prompt, _ in made.sampler.calls if is_hinted(prompt)]
        assert all(prompt.count("\nHint: ") == 1 for prompt in hinted)
        assert clean_hint("a b c", made.chat.clean, 2) == "a b"
    assert {d["hint_source"] for d in rows["designs"]} == {"model"}


def test_without_hints_there_is_no_hinted_arm(model):
    config = small_config(model, hints={"source": "none"}, scoring={"reward": "solve_rate"})
    rows = run_steps(config, distinct_games)[0]
    assert {p["arm"] for p in rows["plays"]} == {"plain"}
    assert {(d["n_hint"], d["regret"]) for d in rows["designs"]} == {(0, None)}


def test_an_agent_without_room_for_a_reply_is_truncated(model):
    rows = run_steps(small_config(model, play={"max_context": 150, "max_reply_tokens": 64}), distinct_games)[
        0
    ]
    plain = [p for p in rows["plays"] if p["arm"] == "plain"]
    assert {p["outcome"] for p in plain} == {"truncated"}
    assert max(p["turns"] for p in plain) < 4
    assert all(p["prompt_tokens"] + p["completion_tokens"] <= 150 for p in plain)


def test_numbers_of_a_step_agree_with_its_rows(model):
    rows = run_steps(small_config(model), half_broken)[0]
    update, designs, plays = rows["updates"][0], rows["designs"], rows["plays"]
    for arm in ("plain", "hint"):
        returns = [p["return"] for p in plays if p["arm"] == arm]
        assert update[f"return_{arm}"] == pytest.approx(sum(returns) / len(returns))
    regrets = [d["regret"] for d in designs if d["regret"] is not None]
    assert update["regret"] == pytest.approx(sum(regrets) / len(regrets))
    assert (update["designs"], update["valid"]) == (4, sum(d["valid"] for d in designs))
    assert update["sandbox_steps"] == sum(p["turns"] for p in plays)
    assert update["groups_total"] == update["valid"]
