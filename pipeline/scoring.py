"""Designer rewards: pure functions of the returns of an environment's episodes (ALGORITHM.md).

Symbols: ``R0`` plain-arm return, ``RH`` hinted-arm return, both in [-1, 1]; ``nan`` marks a void episode
(the environment or the sandbox broke), which is nobody's return. Play *i* of both arms shares an
instance and a sampling seed, so arrays of the two arms line up: shape (n,), n plays per arm.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from spade_env import WIN_RETURN

from pipeline.config_sections import ScoringSection


@dataclass(frozen=True)
class Evidence:
    """What is known about one design when it is scored; arrays of shape (n,), possibly n = 0."""

    plain: NDArray[np.float64]
    hint: NDArray[np.float64]
    instance: NDArray[np.int64]
    """Which instance seed play *i* used (both arms)."""
    stage: str | None
    """Failed check, ``None`` for a valid design."""
    faults: int = 0
    hangs: int = 0
    """Episodes (both arms) the environment ended by raising / by hanging; for a rejected design, 1 or 0."""
    episodes: int = 0
    """Episodes played (both arms); for a rejected design 1, so that a hang costs its full penalty."""
    novelty: float | None = None
    plain_ever_won: bool = False
    skill_ema: float | None = None
    """Slow average of R0 over the skill, before this step; ``None`` when the skill was never played."""


@dataclass(frozen=True)
class Score:
    """Scores of one design; ``nan`` where there is no evidence. ``terms`` are the ``reward_*`` columns."""

    return_plain: float
    return_hint: float
    solve_rate_plain: float
    solve_rate_hint: float
    regret: float
    regret_se: float
    hint_harm: float
    quadrant: str | None
    designer_reward: float
    terms: Mapping[str, float] = field(default_factory=dict)


def score_design(evidence: Evidence, options: ScoringSection) -> Score:
    """All rewards of one design. The designer's reward is the sum of the terms it is paid by:

    main term (``options.reward``) + password guard + validity + fault + novelty.
    """
    r0, rh = mean_return(evidence.plain), mean_return(evidence.hint)
    regret, regret_se = paired_regret(evidence.plain, evidence.hint, evidence.instance)
    paid_regret = regret
    if options.shrink_strength and not math.isnan(regret):
        paid_regret = shrunk_regret(evidence.plain, evidence.hint, options.shrink_strength)
    guarded = paid_regret if evidence.plain_ever_won else min(paid_regret, options.password_cap)
    on_plateau = plateau(r0, options.plateau_low, options.plateau_high, options.plateau_ramp)
    mains = {
        "regret": paid_regret,
        "blend": blend(on_plateau, guarded, options.blend_plateau, options.regret_scale),
        "solve_rate": on_plateau,
        "learning_potential": learning_potential(r0, evidence.skill_ema),
    }
    terms = {name: _or_zero(value) for name, value in mains.items()}
    terms["password"] = _or_zero(guarded - paid_regret)
    terms["validity"] = options.validity[evidence.stage or "valid"]
    terms["fault"] = fault_term(evidence, options.fault_penalty, options.hang_penalty)
    terms["novelty"] = options.novelty_bonus * (evidence.novelty or 0.0) if evidence.stage is None else 0.0
    paid = ["validity", "fault", "novelty", *main_terms(options.reward)]
    reward = math.nan if options.reward == "none" else sum(terms[name] for name in paid)
    return Score(
        return_plain=r0,
        return_hint=rh,
        solve_rate_plain=solve_rate(evidence.plain),
        solve_rate_hint=solve_rate(evidence.hint),
        regret=regret,
        regret_se=regret_se,
        hint_harm=math.nan if math.isnan(regret) else max(0.0, -regret),
        quadrant=quadrant(regret, r0, options.frontier_regret, options.mastered_return),
        designer_reward=reward,
        terms={f"reward_{name}": value for name, value in terms.items()},
    )


def main_terms(reward: str) -> tuple[str, ...]:
    """Names of the terms that depend on the chosen reward; regret is paid together with its guard."""
    return {"regret": ("regret", "password"), "none": ()}.get(reward, (reward,))


def mean_return(returns: ArrayLike) -> float:
    """Mean over the episodes that are not void; ``nan`` when there are none."""
    played = _played(returns)
    return float(played.mean()) if played.size else math.nan


def solve_rate(returns: ArrayLike) -> float:
    """Share of the episodes that are not void with a return of at least :data:`spade_env.WIN_RETURN`."""
    played = _played(returns)
    return float((played >= WIN_RETURN).mean()) if played.size else math.nan


def paired_regret(plain: ArrayLike, hint: ArrayLike, instance: ArrayLike) -> tuple[float, float]:
    """Regret ``mean_i(RH_i - R0_i)`` and its standard error; shapes (n,), (n,), (n,).

    A pair with a void member is left out of both arms, so neither arm is favoured by faults. The error
    is taken over instances (mean difference per instance), because plays of one instance are not
    independent evidence about the environment; with a single instance it is taken over plays. ``nan``
    where there are too few pairs. Regret is not floored: a hint that does harm shows.
    """
    difference = np.asarray(hint, float) - np.asarray(plain, float)
    kept = ~np.isnan(difference)
    difference, instance = difference[kept], np.asarray(instance)[kept]
    if not difference.size:
        return math.nan, math.nan
    per_instance = np.array([difference[instance == which].mean() for which in np.unique(instance)])
    samples = per_instance if per_instance.size > 1 else difference
    error = float(samples.std(ddof=1) / math.sqrt(samples.size)) if samples.size > 1 else math.nan
    return float(difference.mean()), error


def shrunk_regret(plain: ArrayLike, hint: ArrayLike, strength: float) -> float:
    """Difference of the arms' posterior means under one Beta prior worth ``strength`` plays per arm.

    Returns count as fractional successes clipped to [0, 1], and only complete pairs count. Both arms
    then have n plays and the same prior, so its mean cancels: ``(S_H - S_0) / (n + strength)``.
    """
    r0, rh = np.asarray(plain, float), np.asarray(hint, float)
    kept = ~np.isnan(rh - r0)
    difference = np.clip(rh[kept], 0, 1).sum() - np.clip(r0[kept], 0, 1).sum()
    return float(difference / (kept.sum() + strength))


def plateau(value: float, low: float, high: float, ramp: float) -> float:
    """1 inside [low, high], falling linearly to 0 over ``ramp`` on either side; ``nan`` stays ``nan``."""
    outside = max(low - value, value - high, 0.0) if not math.isnan(value) else math.nan
    return outside if math.isnan(outside) else max(0.0, 1.0 - outside / ramp)


def blend(on_plateau: float, regret: float, weight: float, scale: float) -> float:
    """The published recipe: ``weight * plateau + (1 - weight) * clip(regret / scale, 0, 1)``."""
    clipped = 0.0 if math.isnan(regret) else min(max(regret / scale, 0.0), 1.0)
    return weight * on_plateau + (1 - weight) * clipped


def learning_potential(r0: float, ema: float | None) -> float:
    """``|R0 - slow average of the skill|``; 0 for a skill that has no average yet."""
    return 0.0 if ema is None else abs(r0 - ema)


def update_ema(
    emas: Mapping[str, float], returns: Mapping[str, list[float]], rate: float
) -> dict[str, float]:
    """New slow averages per skill from this step's mean returns per environment (``nan`` ignored)."""
    updated = dict(emas)
    for skill, values in sorted(returns.items()):
        mean = mean_return(values)
        if not math.isnan(mean):
            old = updated.get(skill, mean)
            updated[skill] = old + rate * (mean - old)
    return updated


def fault_term(evidence: Evidence, fault_penalty: float, hang_penalty: float) -> float:
    """Minus the penalties, each times the share of episodes that ended that way; at most 0."""
    if not evidence.episodes:
        return 0.0
    paid = fault_penalty * evidence.faults + hang_penalty * evidence.hangs
    return -paid / evidence.episodes if paid else 0.0


def quadrant(regret: float, r0: float, frontier_regret: float, mastered_return: float) -> str | None:
    """``frontier`` (high regret), else ``mastered`` (high return) or ``intractable`` (low return)."""
    if math.isnan(r0) or math.isnan(regret):
        return None
    if regret >= frontier_regret:
        return "frontier"
    return "mastered" if r0 >= mastered_return else "intractable"


def _played(returns: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(returns, float)
    return values[~np.isnan(values)]


def _or_zero(value: float) -> float:
    return 0.0 if math.isnan(value) else float(value)
