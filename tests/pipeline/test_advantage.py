"""Advantages and loss weights against hand-computed numbers and invariants."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.advantage import (
    agent_advantages,
    designer_advantages,
    mixed_groups,
    role_scale,
    token_weights,
)

grouped = st.lists(
    st.tuples(st.sampled_from([-1.0, 0.0, 0.25, 1.0, math.nan]), st.integers(0, 3)), min_size=1, max_size=40
)


def test_group_z_score_by_hand():
    # group a: returns 1, 0, 0, 1 -> mean .5, std .5 ; group b: 1, 0, 0 -> mean 1/3, std sqrt(2)/3
    got = agent_advantages([1, 0, 0, 1, 1, 0, 0], list("aaaabbb"), norm_std=True)
    assert got == pytest.approx([1, -1, -1, 1, math.sqrt(2), -math.sqrt(0.5), -math.sqrt(0.5)])


def test_mean_only_keeps_relative_spread_and_has_unit_size():
    got = agent_advantages([1, 0, 0.2, 0.0], list("aabb"), norm_std=False)
    # centred: .5, -.5, .1, -.1 ; root mean square sqrt((.25 + .25 + .01 + .01) / 4)
    assert got == pytest.approx(np.array([0.5, -0.5, 0.1, -0.1]) / math.sqrt(0.13))


def test_void_episodes_are_invisible_to_the_baseline():
    with_void = agent_advantages([1, 0, math.nan], ["e", "e", "e"], norm_std=True)
    assert with_void == pytest.approx([1, -1, 0])


def test_all_equal_groups_carry_nothing():
    assert not agent_advantages([1, 1, 0, 0], list("aabb"), norm_std=True).any()
    assert mixed_groups([1, 1, 0, 1], list("aabb")) == (1, 2)


def test_designer_baseline_is_the_prompt():
    # prompt p: .6, .2 -> +-.2 ; prompt q: -.5, .1 -> -+.3 ; rms sqrt((.04*2 + .09*2)/4)
    got = designer_advantages([0.6, 0.2, -0.5, 0.1], list("ppqq"))
    assert got == pytest.approx(np.array([0.2, -0.2, -0.3, 0.3]) / math.sqrt(0.065))


def test_single_design_prompts_fall_back_to_the_batch_mean():
    got = designer_advantages([0.0, 1.0, 0.5], ["p", "q", "r"])
    assert got == pytest.approx(np.array([-0.5, 0.5, 0.0]) / 0.5)


def test_design_without_a_verdict_is_left_out():
    assert designer_advantages([0.4, math.nan, 0.0, 0.2], list("aabb"))[1] == 0.0


@given(grouped, st.booleans())
def test_groups_are_centred_and_independent(pairs, norm_std):
    returns, groups = [p[0] for p in pairs], [p[1] for p in pairs]
    got = agent_advantages(returns, groups, norm_std=norm_std)
    assert np.isfinite(got).all()
    for group in set(groups):
        members = [i for i, g in enumerate(groups) if g == group]
        assert got[members].sum() == pytest.approx(0, abs=1e-6)
        if norm_std:
            alone = agent_advantages([returns[i] for i in members], [0] * len(members), norm_std=True)
            assert got[members] == pytest.approx(alone)


@given(grouped, st.randoms(use_true_random=False))
def test_order_does_not_matter(pairs, rng):
    order = list(range(len(pairs)))
    rng.shuffle(order)
    straight = agent_advantages([p[0] for p in pairs], [p[1] for p in pairs], norm_std=True)
    shuffled = agent_advantages([pairs[i][0] for i in order], [pairs[i][1] for i in order], norm_std=True)
    assert shuffled == pytest.approx(straight[order])


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=30))
def test_role_scale_has_unit_size(values):
    got = role_scale(values)
    live = got[got != 0]
    assert not live.size or np.sqrt(np.mean(live**2)) == pytest.approx(1)


@given(
    st.lists(st.integers(1, 900), min_size=1, max_size=50),
    st.floats(0.01, 1),
    st.sampled_from(["rollout", "token_mean"]),
)
def test_weights_of_a_role_sum_to_its_share(tokens, share, mode):
    weights = token_weights(tokens, share, mode)
    assert float(weights @ np.array(tokens)) == pytest.approx(share)


def test_weights_by_hand():
    assert token_weights([2, 4], 0.4, "rollout") == pytest.approx([0.1, 0.05])
    assert token_weights([2, 4], 0.6, "token_mean") == pytest.approx([0.1, 0.1])
    assert token_weights([], 0.6, "rollout").size == 0
