"""Arithmetic of the training page against values worked out by hand or by another route."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from app.training_series import (
    STAGES,
    block_width,
    changes,
    duration,
    funnel,
    paid_terms,
    pooled,
    scores,
    share,
    thirds,
    writing,
)
from pipeline.config_sections import ScoringSection
from pipeline.scoring import main_terms
from pipeline.validator import STAGES as CHECKS

PROGRAM = "class A:\n    def step(self):\n        return {}\n"


def sums(step: int, values: list[float], errors: list[float]) -> dict:
    return {
        "step": step, "n_regret": len(values), "sum_regret": sum(values),
        "squares_regret": sum(v * v for v in values), "n_error": len(errors),
        "squares_error": sum(e * e for e in errors),
    }  # fmt: skip


def test_pooled_mean_and_error_are_those_of_all_environments_in_the_window() -> None:
    rng = random.Random(3)
    values = [[rng.uniform(-1, 1) for _ in range(n)] for n in (3, 0, 5, 2)]
    rows = [sums(step, v, []) for step, v in enumerate(values)]
    last = pooled(rows, "regret", 3)[-1]
    window = values[2] + values[3]
    assert (last.step, last.count) == (3, 7)
    assert last.mean == pytest.approx(statistics.fmean(window))
    assert last.error == pytest.approx(statistics.stdev(window) / math.sqrt(7))
    assert pooled(rows, "regret", 1)[1].mean is None


def test_paired_error_of_a_mean_of_environments() -> None:
    one = pooled([sums(0, [0.1, 0.3], [0.3, 0.4])], "regret", 1)[0]
    assert one.paired == pytest.approx(0.25)  # sqrt(.09 + .16) / 2
    unknown = pooled([sums(0, [0.1, 0.3, 0.2, 0.2], [0.2, 0.2])], "regret", 1)[0]
    assert unknown.paired == pytest.approx(0.1)  # four environments of .2 each, two of them known


def test_share_has_the_error_of_a_proportion() -> None:
    points = share([{"step": 0, "v": 1, "n": 4}, {"step": 1, "v": 4, "n": 6}], "v", "n", 2)
    assert [point.mean for point in points] == [0.25, 0.5]
    assert points[1].error == pytest.approx(math.sqrt(0.25 / 10))


def test_funnel_keeps_the_validator_s_order_and_ends_at_the_valid() -> None:
    assert STAGES[: len(CHECKS)] == CHECKS
    lost = {"leak": 1, "parse": 5, "made up": 2, "solvable": 3}
    rows = funnel(20, [{"stage": s, "count": n, "reason": "r"} for s, n in lost.items()])
    assert [row["stage"] for row in rows] == ["parse", "solvable", "leak", "made up"]
    assert [row["left"] for row in rows] == [15, 12, 11, 9]


@pytest.mark.parametrize("reward", ["regret", "blend", "solve_rate", "learning_potential"])
def test_paid_terms_are_those_of_the_scoring(reward: str) -> None:
    assert ScoringSection(reward=reward).reward == reward
    assert paid_terms(reward) == {"validity", "fault", "novelty", *main_terms(reward)}
    assert paid_terms("none") == set()


def test_scores_leave_void_episodes_out_and_average_items_equally() -> None:
    base = {"suite": "s", "arm": "plain", "temperature": 0.8, "step": 4, "outcome": "won"}
    rows = [{**base, "item": "a", "return": 1.0}] * 3 + [{**base, "item": "b", "return": 0.0}]
    found = scores([*rows, {**base, "item": "b", "return": None, "outcome": "void"}])
    assert [(row["score"], row["low"], row["high"], row["episodes"]) for row in found] == [(0.5, 0.5, 0.5, 4)]


def test_largest_change_comes_first_and_needs_both_thirds() -> None:
    eras = [
        {"skill": s, "late": late, "count": 2, "regret": value}
        for s, late, value in (
            ("a", False, 0.1), ("a", True, 0.3), ("b", False, 0.5), ("b", True, 0.1), ("c", True, 9.0),
        )
    ]  # fmt: skip
    assert [change.skill for change in changes(eras, "regret")] == ["b", "a"]


def test_writing_finds_the_streak_of_one_program_whatever_its_layout() -> None:
    same = PROGRAM.format(1)
    codes = [PROGRAM.format(2), same, same + "\n# a remark\n", same.replace("1", " 1"), "class (", "class ("]
    rows = [
        {"code": code, "title": f"t{place // 2}", "valid": place < 4, "first_observation": "o",
         "return_plain": float(place), "regret": None}
        for place, code in enumerate(codes)
    ]  # fmt: skip
    found = writing(rows)
    assert (found.attempts, found.parsed, found.distinct, found.valid) == (6, 4, 2, 4)
    assert (found.streak, found.streak_title) == (3, "t0")
    assert found.titles == [("t0", 2), ("t1", 2), ("t2", 2)]
    assert (found.return_plain, found.regret) == (1.5, None)
    assert writing([]).streak == 0


def test_small_words() -> None:
    assert [block_width(steps) for steps in (1, 24, 25, 49, 128, 400, 10_000)] == [1, 1, 2, 5, 10, 20, 500]
    assert [thirds(steps) for steps in (1, 2, 9, 128)] == [(1, 1), (1, 1), (3, 6), (42, 86)]
    assert [duration(s) for s in (42, 420, 11_100)] == ["42 s", "7 min", "3 h 05 min"]
