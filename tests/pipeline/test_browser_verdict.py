"""What a browser verdict is made of: where a replay leaves the log, and what a browser lacks."""

from __future__ import annotations

import pytest
from spade_env import first_difference

from pipeline.browser_verdict import foreign_package, main
from pipeline.run_log import RunWriter

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


def test_help_says_who_keeps_no_verdict(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "Designs without plays keep no verdict." in " ".join(capsys.readouterr().out.split())
