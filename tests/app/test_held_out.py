"""Wins in words, and the interval of a win rate against the inequality that defines it."""

from __future__ import annotations

import math

import pytest

from app.held_out import in_words, never_won, wilson, wins


@pytest.mark.parametrize(("won", "played"), [(0, 468), (1, 18), (9, 18), (18, 18), (37, 468)])
def test_ends_of_the_interval_lie_1_96_standard_errors_from_the_rate(won: int, played: int) -> None:
    for end in wilson(won, played):
        if 0 < end < 1:
            assert abs(won / played - end) == pytest.approx(1.96 * math.sqrt(end * (1 - end) / played))
        else:
            assert end == won / played


def test_nothing_won_leaves_a_rate_of_up_to_eight_in_a_thousand() -> None:
    rows = [{"step": step, "won": 0, "episodes": 468} for step in range(0, 151, 25)]
    words = "0 of 468 won (0.000, interval 0.000 to 0.008) at each of 7 evaluations, steps 0 to 150"
    assert in_words(rows) == words
    assert in_words(rows[:1]).endswith("at step 0")


def test_a_change_names_its_ends() -> None:
    rows = [{"step": 0, "won": 2, "episodes": 20}, {"step": 9, "won": 5, "episodes": 20}]
    assert in_words(rows) == (
        "2 of 20 won (0.100, interval 0.028 to 0.301) at step 0, "
        "5 of 20 won (0.250, interval 0.112 to 0.469) at step 9"
    )


def test_only_a_figure_without_a_single_win_is_called_so() -> None:
    flat = {"score": 0.0, "low": 0.0, "high": 0.0, "won": 0, "episodes": 18}
    assert never_won([flat]) == ("0 of 18 won each time", "95 % interval of the win rate: 0 to 0.176")
    assert never_won([flat, {**flat, "episodes": 9}])[0] == "0 of 9 or 0 of 18 won each time"
    assert never_won([flat, {**flat, "won": 1}]) is None
    assert never_won([flat, {**flat, "high": 0.1}]) is None
    assert never_won([]) is None


def test_wins_are_counted_by_evaluation() -> None:
    base = {"suite": "s", "arm": "plain", "temperature": None, "step": 3}
    rows = [{**base, "outcome": word} for word in ("won", "lost", "void", "won")]
    assert wins(rows) == {("s", "plain", 0.0, 3): 2}
