"""What a browser verdict is made of: where a replay leaves the log, and what a browser lacks."""

from __future__ import annotations

import pytest
from spade_env import first_difference

from pipeline.browser_verdict import foreign_package

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
