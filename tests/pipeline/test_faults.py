"""One test per row of the fault table of ALGORITHM.md, what implementations of this method got wrong: rows 1 to
10, playing, scoring and training. The rest is in test_faults_kept.py."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pipeline.config import ROOT
from tests.pipeline.loop_harness import (
    DESK,
    HANG,
    TRIGGER,
    always,
    distinct_games,
    experiment,
    game,
    is_design,
    is_hinted,
    one_step,
    run_steps,
    save_micro_model,
    small_config,
    trapped,
)


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    return save_micro_model(tmp_path_factory.mktemp("micro"))


def children() -> set[str]:
    """Child processes of this one."""
    return set(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split())


def test_fault_01_arms_share_instance_state_and_sampling_seed(model):
    with experiment(small_config(model), distinct_games) as made:
        plays = one_step(made, 0)["plays"]
        calls = made.sampler.calls
    arms = {arm: [p for p in plays if p["arm"] == arm] for arm in ("plain", "hint")}
    assert len(arms["plain"]) == len(arms["hint"]) == 16
    pairs = {(p["env_id"], p["play_id"].rpartition("-")[2]): {} for p in plays}
    for p in plays:
        pairs[(p["env_id"], p["play_id"].rpartition("-")[2])][p["arm"]] = p
    for pair in pairs.values():
        assert pair["plain"]["seed"] == pair["hint"]["seed"]
        assert pair["plain"]["first_observation"] == pair["hint"]["first_observation"]
        assert pair["plain"]["hint"] is None and pair["hint"]["hint"] is not None
    assert len({p["seed"] for p in arms["plain"]}) == 4 * 2  # two instances per environment
    first_turn = [(is_hinted(prompt), seed) for prompt, seed in calls if not is_design(prompt)][:32]
    assert sorted(s for hinted, s in first_turn if hinted) == sorted(
        s for hinted, s in first_turn if not hinted
    )


def test_fault_01_seeds_do_not_depend_on_the_process():
    code = "from spade_env import derive_seed; print(derive_seed(3, 'play:x:0:1', 2))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT / 'web_runtime'}"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "random")
    }
    assert len(outputs) == 1


def test_fault_02_exit_and_hang_end_one_play_and_leave_no_process(model):
    config = small_config(
        model,
        validator={"checks": ["parse", "load", "contract", "reset"]},
        sandbox={"step_s": 0.5},
        designer={"prompts": 1},
    )
    before = children()
    programs = iter([trapped("raise SystemExit(0)"), trapped(HANG)])

    def policy(prompt, seed):
        return next(programs) if is_design(prompt) else TRIGGER

    rows = run_steps(config, policy)[0]
    faults = Counter(re.sub("@.*", "", play["fault"]) for play in rows["plays"])
    assert faults == {"env_fault:SystemExit": 8, "env_timeout": 8}
    assert {play["outcome"] for play in rows["plays"]} == {"void"}
    assert children() == before


def test_fault_03_a_crash_is_void_and_neither_paid_by_the_agent_nor_counted_as_regret(model):
    config = small_config(model, validator={"checks": ["parse", "load", "contract", "reset"]})
    programs = iter(trapped("1 / 0", noun) for noun in ("cup", "pen", "hat", "key"))

    def policy(prompt, seed):  # the plain arm crashes the environment, the hinted arm wins
        if is_design(prompt):
            return next(programs)
        return distinct_games(prompt, seed) if is_hinted(prompt) else TRIGGER

    rows = run_steps(config, policy)[0]
    plain = [p for p in rows["plays"] if p["arm"] == "plain" and p["outcome"] == "void"]
    assert len(plain) == 16
    assert {p["return"] for p in plain} == {None}
    assert {p["advantage"] for p in plain} == {0.0}
    for design in rows["designs"]:
        assert design["return_hint"] == 1.0
        assert design["regret"] is None
        assert design["reward_regret"] == 0.0
        assert design["reward_fault"] == pytest.approx(-0.5 / 2)  # half of its plays


def test_fault_04_invalid_designs_are_kept_logged_and_trained_on(model):
    def policy(prompt, seed):
        return distinct_games(prompt, seed) if seed % 2 or not is_design(prompt) else "def broken(:\n"

    for seed in range(20):  # a run seed for which some prompt has one valid and one invalid design
        config = small_config(model, run={"seed": seed})
        with experiment(config, policy) as made:
            rows = one_step(made, 0)
        groups = Counter((d["prompt_group"], d["valid"]) for d in rows["designs"])
        if any(
            groups[(g, True)] == groups[(g, False)] == 1 for g in {d["prompt_group"] for d in rows["designs"]}
        ):
            break
    assert len(rows["designs"]) == 4
    rejected = [d for d in rows["designs"] if not d["valid"]]
    assert rejected
    for design in rejected:
        assert design["verdict_stage"] == "parse"
        assert design["code"] == "def broken(:\n"
        assert design["reward_validity"] == pytest.approx(-0.5)
    assert min(d["advantage"] for d in rejected) < 0
    assert rows["updates"][0]["rollouts_designer"] >= 2


def test_fault_05_hang_penalty_reaches_the_reward_that_trains(model):
    config = small_config(
        model,
        validator={"checks": ["parse", "load", "contract", "reset"]},
        sandbox={"step_s": 0.5},
        designer={"prompts": 1, "designs_per_prompt": 1},
    )
    design = run_steps(config, always(trapped(HANG), lambda prompt, seed: TRIGGER))[0]["designs"][0]
    assert design["env_faults"] == 8
    assert design["reward_fault"] == pytest.approx(-1.0)
    assert design["designer_reward"] == pytest.approx(-1.0)


BREAKS_IN_RESET = re.sub(r"(def reset\(.*\n)", r"\1        1 / 0\n", game("lamp"), count=1)
HANGS_IN_RESET = BREAKS_IN_RESET.replace("1 / 0", HANG)


@pytest.mark.parametrize(
    ("program", "stage"),
    [
        ("def broken(:\n", "parse"),
        ("raise ValueError('at once')\n", "load"),
        (BREAKS_IN_RESET, "contract"),
        (HANGS_IN_RESET, "contract"),
    ],
)
def test_fault_05_a_rejected_design_earns_its_class_however_it_broke(model, program, stage):
    """Else a program that breaks in its reset would earn less than text that is no program at all."""
    config = small_config(model, sandbox={"reset_s": 0.5}, designer={"prompts": 1, "designs_per_prompt": 1})
    design = run_steps(config, always(program, lambda prompt, seed: TRIGGER))[0]["designs"][0]
    assert design["verdict_stage"] == stage
    assert design["reward_fault"] == 0
    assert design["designer_reward"] == {"parse": -0.5, "load": -0.45, "contract": -0.4}[stage]


def test_fault_06_nested_arguments_and_parallel_calls(model):
    call = '<tool_call>{"name": "pack", "arguments": {"item": {"name": "%s"}}}</tool_call>'

    def policy(prompt, seed):
        if is_design(prompt):
            return DESK
        wanted = int(re.findall(r"Pack (\d)", prompt)[0])
        return "\n".join(call % name for name in ["cup", *["pen"] * wanted])

    config = small_config(
        model,
        designer={"tool_use_share": 1.0, "prompts": 1, "designs_per_prompt": 1},
        play={"max_reply_tokens": 900},
        run={"log_tokens": True},
    )
    with experiment(config, policy) as made:
        rows = one_step(made, 0)
        sampled = set(made.sampler.sampled)
    assert rows["designs"][0]["kind"] == "tool_use"
    assert {p["outcome"] for p in rows["plays"]} == {"won"}  # nested argument arrived, all calls were run
    for row in rows["tokens"]:
        replies = tuple(t for t, own in zip(row["token_ids"], row["mask"], strict=True) if own)
        assert replies in sampled  # the very ids that were sampled, not a re-tokenisation


def test_fault_07_the_last_boxed_span_counts(model):
    def policy(prompt, seed):
        if is_design(prompt):
            return distinct_games(prompt, seed)
        answer = distinct_games(prompt, seed)
        return f"maybe \\boxed{{0}}, no: {answer}"

    rows = run_steps(small_config(model), policy)[0]
    assert {p["outcome"] for p in rows["plays"] if p["arm"] == "hint"} == {"won"}


@pytest.mark.parametrize(("interval", "delay", "steps"), [(1, 0, 2), (2, 3, 5), (3, 1, 4), (2, 4, 5)])
def test_fault_08_every_designer_batch_is_trained_once(model, interval, delay, steps):
    def policy(prompt, seed):
        return distinct_games(prompt, seed) if seed % 3 or not is_design(prompt) else "nonsense (\n"

    config = small_config(
        model,
        run={"steps": steps},
        designer={"interval": interval, "delay": delay, "designs_per_prompt": 2},
        play={"seeds_per_env": 1},
    )
    rows = run_steps(config, policy)
    designs = [(step, d) for step, row in enumerate(rows) for d in row["designs"]]
    written = [f"test-{step:06d}-{n}" for step in range(0, steps, interval) for n in range(4)]
    assert sorted(d["env_id"] for _, d in designs) == sorted(written)
    assert all(d["advantage"] is not None for _, d in designs)
    for step, design in designs:
        assert step - design["step"] == delay or step == steps - 1
        if design["valid"]:  # every step it was alive counts
            alive = min(step, design["step"] + interval - 1) - design["step"] + 1
            assert design["n_plain"] == 2 * alive


def test_fault_09_no_agent_group_is_trimmed_on_designer_steps(model):
    """Every rollout with an advantage is trained, whatever the number of rows."""

    def policy(prompt, seed):
        if is_design(prompt):
            return game("any", top=2) if seed % 3 else "nonsense (\n"
        return f"\\boxed{{{int(seed % 5 == 0)}}}"

    config = small_config(model, designer={"prompts": 3}, validator={"checks": ["parse", "load", "contract"]})
    rows = run_steps(config, policy)[0]
    live = [p for p in rows["plays"] if p["advantage"]]
    trained_designs = [d for d in rows["designs"] if d["advantage"]]
    assert live and trained_designs
    assert rows["updates"][0]["rollouts_agent"] == len(live)
    assert rows["updates"][0]["rollouts_designer"] == len(trained_designs)


def test_fault_10_failures_count_alike_in_both_arms(model):
    """A reply that runs out of tokens scores 0 in either arm; the limits are the same numbers."""

    def policy(prompt, seed):
        return distinct_games(prompt, seed) if is_design(prompt) else None

    rows = run_steps(small_config(model), policy)[0]
    for arm in ("plain", "hint"):
        own = [p for p in rows["plays"] if p["arm"] == arm]
        assert {(p["return"], p["outcome"]) for p in own} == {(0.0, "truncated")}
    assert {d["n_plain"] - d["n_hint"] for d in rows["designs"]} == {0}
    assert {d["regret"] for d in rows["designs"]} == {0.0}
