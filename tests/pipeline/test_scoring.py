"""Designer rewards: numbers computed by hand, invariants, and simulations of what pairing buys."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.config_sections import VALIDITY, ScoringSection
from pipeline.scoring import (
    Evidence,
    blend,
    learning_potential,
    main_terms,
    paired_regret,
    plateau,
    quadrant,
    score_design,
    shrunk_regret,
    solve_rate,
    update_ema,
)

NAN = math.nan
returns = st.lists(st.sampled_from([-1.0, 0.0, 0.5, 1.0, NAN]), min_size=0, max_size=16)


def evidence(plain, hint, instance=None, **more) -> Evidence:
    instance = list(range(len(plain))) if instance is None else instance
    return Evidence(
        plain=np.array(plain, float),
        hint=np.array(hint, float),
        instance=np.array(instance, int),
        stage=more.pop("stage", None),
        episodes=len(plain) + len(hint),
        **more,
    )


def test_regret_and_its_paired_error_by_hand():
    # differences per instance: (1-0), (1-1), (0-0), (1-0) -> mean .5, sd sqrt(1/3), se sqrt(1/3)/2
    regret, error = paired_regret([0, 1, 0, 0], [1, 1, 0, 1], [0, 1, 2, 3])
    assert regret == 0.5
    assert error == pytest.approx(math.sqrt(1 / 3) / 2)


def test_error_is_over_instances_not_plays():
    # two instances, two plays each: instance means 1 and 0 -> se = sd(1, 0) / sqrt(2) = .5
    regret, error = paired_regret([0, 0, 1, 1], [1, 1, 1, 1], [7, 7, 9, 9])
    assert (regret, error) == (0.5, pytest.approx(0.5))


def test_a_void_member_removes_the_pair_from_both_arms():
    assert paired_regret([0, NAN, 0], [1, 1, 1], [0, 1, 2])[0] == 1.0
    assert paired_regret([0, 0], [NAN, 1], [0, 1])[0] == 1.0
    assert math.isnan(paired_regret([NAN], [1], [0])[0])
    assert math.isnan(paired_regret([], [], [])[0])


def test_regret_is_not_floored_and_harm_is_a_column():
    score = score_design(evidence([1, 1], [0, 1], plain_ever_won=True), ScoringSection())
    assert score.regret == -0.5
    assert score.hint_harm == 0.5
    assert score.terms["reward_regret"] == -0.5


@pytest.mark.parametrize(
    ("value", "expected"), [(0.5, 1), (0.4, 1), (0.6, 1), (0.275, 0.5), (0.725, 0.5), (0.15, 0), (1, 0)]
)
def test_plateau_by_hand(value, expected):
    assert plateau(value, 0.4, 0.6, 0.25) == pytest.approx(expected)


def test_blend_is_the_published_recipe():
    assert blend(1.0, 0.075, 0.6, 0.15) == pytest.approx(0.6 + 0.4 * 0.5)
    assert blend(0.5, -0.3, 0.6, 0.15) == pytest.approx(0.3)
    assert blend(0.0, 9.0, 0.6, 0.15) == pytest.approx(0.4)


def test_learning_potential_and_its_average():
    assert learning_potential(0.7, 0.4) == pytest.approx(0.3)
    assert learning_potential(0.7, None) == 0.0
    got = update_ema({"a": 0.5}, {"a": [1.0, 0.5, NAN], "b": [0.25], "c": [NAN]}, 0.1)
    assert got == {"a": pytest.approx(0.525), "b": 0.25}


def test_shrinkage_pulls_towards_zero_by_hand():
    # (3 - 1) hinted minus plain successes over 4 plays + 4 prior plays
    assert shrunk_regret([1, 0, 0, 0], [1, 1, 1, 0], 4) == pytest.approx(2 / 8)
    assert (
        shrunk_regret([1, 0, 0, 0], [1, 1, 1, 0], 0) == paired_regret([1, 0, 0, 0], [1, 1, 1, 0], range(4))[0]
    )


def test_password_guard_caps_what_never_was_won():
    never = score_design(evidence([0, 0], [1, 1]), ScoringSection(password_cap=0.25))
    assert never.regret == 1.0
    assert never.terms["reward_password"] == pytest.approx(-0.75)
    assert never.designer_reward == pytest.approx(0.25)
    once = score_design(evidence([0, 0], [1, 1], plain_ever_won=True), ScoringSection())
    assert once.designer_reward == pytest.approx(1.0)
    assert once.terms["reward_password"] == 0.0


def test_faults_and_hangs_are_charged():
    options = ScoringSection(fault_penalty=0.5, hang_penalty=1.0)
    score = score_design(evidence([NAN, 0], [NAN, 0], faults=1, hangs=1), options)
    assert score.terms["reward_fault"] == pytest.approx(-(0.5 + 1.0) / 4)


def test_validity_is_graded_in_the_stated_order():
    earned = [
        score_design(evidence([], [], stage=stage), ScoringSection()).designer_reward
        for stage in ("parse", "load", "contract", "determinism", "trivial", "novelty")
    ]
    assert earned == sorted(earned)
    assert len(set(earned)) == len(earned)
    assert earned[-1] < score_design(evidence([], []), ScoringSection()).designer_reward == 0.0
    assert set(VALIDITY) == set(ScoringSection().validity)


@pytest.mark.parametrize(
    ("regret", "r0", "expected"),
    [(0.3, 0.1, "frontier"), (0.0, 0.9, "mastered"), (0.0, 0.1, "intractable"), (NAN, 0.1, None)],
)
def test_quadrants(regret, r0, expected):
    assert quadrant(regret, r0, 0.15, 0.5) == expected


@given(returns, st.sampled_from(["regret", "blend", "solve_rate", "learning_potential", "none"]), st.data())
def test_every_reward_is_the_sum_of_its_columns(plain, reward, data):
    hint = data.draw(st.lists(st.sampled_from([0.0, 1.0, NAN]), min_size=len(plain), max_size=len(plain)))
    options = ScoringSection(reward=reward, novelty_bonus=0.1)
    score = score_design(evidence(plain, hint, novelty=0.5, skill_ema=0.3, faults=len(plain) // 3), options)
    assert all(math.isfinite(value) for value in score.terms.values())
    if reward == "none":
        assert math.isnan(score.designer_reward)
    else:
        paid = ("validity", "fault", "novelty", *main_terms(reward))
        assert score.designer_reward == pytest.approx(sum(score.terms[f"reward_{n}"] for n in paid))


@given(returns, st.data())
def test_regret_is_bounded_and_antisymmetric(plain, data):
    hint = data.draw(st.lists(st.sampled_from([0.0, 1.0, NAN]), min_size=len(plain), max_size=len(plain)))
    there, error = paired_regret(plain, hint, range(len(plain)))
    back, _ = paired_regret(hint, plain, range(len(plain)))
    if math.isnan(there):
        assert math.isnan(back)
    else:
        assert -2 <= there <= 2
        assert back == pytest.approx(-there)
        assert math.isnan(error) or error >= 0


def test_solve_rate_ignores_void_plays():
    assert solve_rate([1, NAN, 0, 0.5]) == pytest.approx(2 / 3)


def _simulate(rng, *, paired: bool, n: int, runs: int, gain: float) -> np.ndarray:
    """Regret estimates over many environments whose instances differ in difficulty p ~ U(.1, .9).

    The hinted arm wins with probability p + gain (clipped); unpaired arms draw their own instances.
    """
    plain_p = rng.uniform(0.1, 0.9, (runs, n))
    hint_p = plain_p if paired else rng.uniform(0.1, 0.9, (runs, n))
    plain = (rng.random((runs, n)) < plain_p).astype(float)
    hint = (rng.random((runs, n)) < np.clip(hint_p + gain, 0, 1)).astype(float)
    return np.array([paired_regret(plain[i], hint[i], np.arange(n))[0] for i in range(runs)])


def test_pairing_cuts_the_variance_of_regret_by_what_theory_says():
    # Per play, Var(R0) = Var(RH) = 1/4 with p symmetric around 1/2. On a shared instance the arms covary
    # by Var(p) = .8**2/12, so the variance of a mean of n differences is (1/2 - 2 Var(p)) / n, not 1/2 / n.
    rng, n, runs = np.random.default_rng(0), 8, 20_000
    paired = _simulate(rng, paired=True, n=n, runs=runs, gain=0.0)
    unpaired = _simulate(rng, paired=False, n=n, runs=runs, gain=0.0)
    spread = 0.8**2 / 12
    assert unpaired.var() == pytest.approx(0.5 / n, rel=0.05)
    assert paired.var() == pytest.approx((0.5 - 2 * spread) / n, rel=0.05)
    assert paired.var() < 0.85 * unpaired.var()


def test_an_environment_without_regret_earns_nothing_on_average():
    estimates = _simulate(np.random.default_rng(1), paired=True, n=8, runs=20_000, gain=0.0)
    floored = np.clip(estimates, 0, None).mean()
    assert abs(estimates.mean()) < 0.005
    assert floored > 0.05  # flooring would have paid it


def test_the_reported_error_is_the_real_one():
    rng, runs, instances, repeats = np.random.default_rng(2), 4000, 4, 2
    means, errors = [], []
    labels = np.repeat(np.arange(instances), repeats)
    for _ in range(runs):
        p = np.repeat(rng.uniform(0.0, 1.0, instances), repeats)
        gain = np.repeat(rng.choice([0.0, 0.6], instances), repeats)  # hints help on some instances only
        plain = (rng.random(labels.size) < p * 0.4).astype(float)
        hint = (rng.random(labels.size) < p * 0.4 + gain).astype(float)
        mean, error = paired_regret(plain, hint, labels)
        means.append(mean)
        errors.append(error)
    assert np.mean(np.square(errors)) == pytest.approx(np.var(means), rel=0.08)
