"""Bootstrap confidence intervals of suite scores (Efron & Tibshirani 1993, percentile method).

A score is the mean over items of the mean return of the item's episodes. The items are the suite, so they
are not resampled: an interval says how far the score would move with other instances and other sampling, and
nothing about mechanics outside the suite. Pure functions; everything is seeded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DRAWS = 2000
LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean with its percentile interval at level ``LEVEL``."""

    mean: float
    low: float
    high: float


def score_interval(returns: Sequence[float], items: Sequence[str], *, seed: int = 0) -> Interval:
    """Score of one policy: ``returns`` (episodes,) with the item of each; episodes resampled within items.

    Raises ``ValueError`` for no episodes or unequal lengths.
    """
    groups = _by_item(np.asarray(returns, float), items)
    draws = np.mean([_resampled_means(group, seed, index) for index, group in enumerate(groups)], axis=0)
    return _interval(float(np.mean([group.mean() for group in groups])), draws)


def difference_interval(
    after: Sequence[float], before: Sequence[float], items: Sequence[str], *, seed: int = 0
) -> Interval:
    """Score of ``after`` minus ``before``, entry *i* of both being the same instance: pairs are resampled.

    Raises ``ValueError`` for no episodes or unequal lengths.
    """
    if len(after) != len(before):
        raise ValueError(f"{len(after)} and {len(before)} returns, expected pairs")
    return score_interval(np.asarray(after, float) - np.asarray(before, float), items, seed=seed)  # type: ignore[arg-type]


def gap_interval(after: Sequence[float], before: Sequence[float], *, seed: int = 0) -> Interval:
    """Mean of ``after`` minus mean of ``before``, two independent samples: each is resampled by itself.

    Raises ``ValueError`` when one of them is empty.
    """
    if not len(after) or not len(before):
        raise ValueError(f"{len(after)} and {len(before)} values, expected at least one of each")
    later, earlier = np.asarray(after, float), np.asarray(before, float)
    draws = _resampled_means(later, seed, 0) - _resampled_means(earlier, seed, 1)
    return _interval(float(later.mean() - earlier.mean()), draws)


def _by_item(returns: NDArray[np.float64], items: Sequence[str]) -> list[NDArray[np.float64]]:
    if not len(returns) or len(returns) != len(items):
        raise ValueError(f"{len(returns)} returns and {len(items)} items, expected as many, at least one")
    labels = np.asarray(items)
    return [returns[labels == item] for item in sorted(set(items))]


def _resampled_means(values: NDArray[np.float64], seed: int, index: int) -> NDArray[np.float64]:
    rng = np.random.default_rng([seed, index])
    return values[rng.integers(0, len(values), size=(DRAWS, len(values)))].mean(axis=1)


def _interval(mean: float, draws: NDArray[np.float64]) -> Interval:
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return Interval(mean, float(low), float(high))
