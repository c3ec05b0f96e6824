"""What a browser verdict is made of: where a replay leaves the log, and what a browser lacks."""

from __future__ import annotations

import pytest
from spade_env import first_difference, load, replay

from pipeline.browser_verdict import foreign_package, main
from pipeline.run_log import RunReader, RunWriter
from tests.pipeline.loop_harness import game

STEP = {"action": "a", "observation": "o", "reward": 0.0, "terminated": False, "truncated": False}


def episode(*steps: dict, first: str = "start") -> dict:
    return {"first_observation": first, "steps": list(steps)}


@pytest.mark.parametrize(
    ("replayed", "turn"),
    [
        (episode(STEP, STEP), None),
        (episode(STEP, STEP, STEP), None),
        (episode(STEP, {**STEP, "action": "b"}), None),
        (episode(STEP, STEP, first="other"), 0),
        (episode({**STEP, "observation": "x"}, STEP), 1),
        (episode(STEP, {**STEP, "reward": 0.5}), 2),
        (episode(STEP), 2),
    ],
)
def test_the_turn_at_which_a_replay_leaves_the_log(replayed, turn):
    assert first_difference(episode(STEP, STEP), replayed) == turn


def test_the_first_package_outside_the_standard_library():
    assert foreign_package(["random", "numpy.linalg", "json"]) == "numpy"
    assert foreign_package(["random", "collections.abc"]) is None


def test_a_run_without_episodes_is_told_so_and_left_alone(tmp_path, capsys):
    path = tmp_path / "run"
    rows = [{"env_id": "a", "step": 0, "valid": True, "code": "x = 1", "browser_verdict": "exact"}]
    RunWriter.create(path, {"run_id": "r"}).write_step(0, designs=rows, plays=[], updates=[])
    before = (path / "designs" / "step-000000.parquet").read_bytes()
    assert main([str(path)]) == 2
    said = capsys.readouterr()
    assert said.err == f"browser_verdict: no valid design of {path} has episodes to replay\n"
    assert said.out == ""
    assert (path / "designs" / "step-000000.parquet").read_bytes() == before


def test_a_foreign_package_is_named_whether_played_or_not(tmp_path, capsys):
    path = tmp_path / "run"
    row = {"env_id": "a", "step": 0, "valid": True, "code": "import numpy", "imports": ["random", "numpy"]}
    RunWriter.create(path, {"run_id": "r"}).write_step(0, designs=[row], plays=[], updates=[])
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == "0 of 1 environments replay exactly in the browser\n"
    with RunReader(path) as run:
        assert run.rows("select browser_verdict from designs") == [{"browser_verdict": "needs:numpy"}]


@pytest.mark.parametrize(("cap", "verdict"), [(3, "exact"), (4, "diverges@3")])
def test_a_replay_is_cut_where_the_run_cut_its_episodes(tmp_path, cap, verdict):
    """The log holds an episode cut at three turns, so only a run that plays three can have written it."""
    path = tmp_path / "run"
    code = game("counter", top=90)
    steps = replay(load(code), 5, [r"\boxed{1}"] * 3, max_turns=3)["steps"]
    assert [step["truncated"] for step in steps] == [False, False, True]
    first = replay(load(code), 5, [])["first_observation"]
    design = {"env_id": "a", "step": 0, "valid": True, "code": code, "imports": ["random"]}
    play = {"play_id": "a-0", "env_id": "a", "step": 0, "arm": "plain", "seed": 5, "steps": steps,
            "first_observation": first}  # fmt: skip
    writer = RunWriter.create(path, {"run_id": "r", "config": {"play": {"max_turns": cap}}})
    writer.write_step(0, designs=[design], plays=[play], updates=[])
    assert main([str(path)]) == 0
    with RunReader(path) as run:
        assert run.rows("select browser_verdict from designs") == [{"browser_verdict": verdict}]
