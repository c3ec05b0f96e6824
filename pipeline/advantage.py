"""Advantages and loss weights: pure functions of returns and groups (ALGORITHM.md, "Advantages").

One entry per rollout. ``nan`` returns (void episodes) get advantage 0 and are invisible to the
baseline. Groups are any hashable labels; order never matters.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

TINY = 1e-8
"""Differences below this are float noise, not a signal to normalise."""


def agent_advantages(
    returns: ArrayLike, groups: Sequence[Hashable], *, norm_std: bool
) -> NDArray[np.float64]:
    """Group-relative advantage ``A_i = R_i - mean(group)``, shape (n,).

    With ``norm_std`` divided by the group's (population) standard deviation, so every mixed group
    weighs the same; without it scaled once over the role, so groups keep their relative spread.
    All-equal groups get exactly 0.
    """
    returns = np.asarray(returns, float)
    advantages = np.zeros_like(returns)
    for members in _members(groups):
        advantages[members] = _centred(returns[members], norm_std=norm_std)
    return advantages if norm_std else role_scale(advantages)


def designer_advantages(rewards: ArrayLike, prompts: Sequence[Hashable]) -> NDArray[np.float64]:
    """Same-prompt baseline, then one scale for the whole role, shape (n,).

    A prompt with a single design is compared with the mean of the batch instead.
    """
    rewards = np.asarray(rewards, float)
    advantages = np.zeros_like(rewards)
    known = ~np.isnan(rewards)
    batch_mean = rewards[known].mean() if known.any() else 0.0
    for members in _members(prompts):
        if known[members].sum() == 1:
            advantages[members] = np.where(known[members], rewards[members] - batch_mean, 0.0)
        else:
            advantages[members] = _centred(rewards[members], norm_std=False)
    return role_scale(advantages)


def role_scale(advantages: ArrayLike) -> NDArray[np.float64]:
    """Divide by the root mean square of the non-zero entries, so that a role has unit size; shape kept."""
    advantages = np.asarray(advantages, float)
    live = np.abs(advantages) > TINY
    if not live.any():
        return np.zeros_like(advantages)
    return np.where(live, advantages / np.sqrt(np.mean(advantages[live] ** 2)), 0.0)


def token_weights(tokens: ArrayLike, share: float, mode: str) -> NDArray[np.float64]:
    """Loss weight of each sampled token of a rollout, shape (n,), from its token count, shape (n,).

    ``rollout``: ``share / n / tokens_i``; ``token_mean``: ``share / sum(tokens)``. Either way the weights
    of all tokens of the role sum to ``share``, however many rollouts there are.
    """
    tokens = np.asarray(tokens, float)
    if not tokens.size:
        return np.zeros(0)
    if mode == "token_mean":
        return np.full(tokens.shape, share / tokens.sum())
    return share / tokens.size / tokens


def mixed_groups(returns: ArrayLike, groups: Sequence[Hashable]) -> tuple[int, int]:
    """How many groups hold at least two different returns, and how many groups there are."""
    returns = np.asarray(returns, float)
    all_groups = _members(groups)
    return sum(bool(np.any(_centred(returns[m], norm_std=False))) for m in all_groups), len(all_groups)


def _members(groups: Sequence[Hashable]) -> list[NDArray[np.intp]]:
    index: dict[Hashable, list[int]] = {}
    for position, group in enumerate(groups):
        index.setdefault(group, []).append(position)
    return [np.array(positions) for positions in index.values()]


def _centred(values: NDArray[np.float64], *, norm_std: bool) -> NDArray[np.float64]:
    known = ~np.isnan(values)
    if known.sum() < 2 or np.ptp(values[known]) <= TINY:
        return np.zeros_like(values)
    centred = np.where(known, values - values[known].mean(), 0.0)
    return centred / values[known].std() if norm_std else centred
