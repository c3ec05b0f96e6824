"""Held-out scores of recorded runs: over steps, against the base model, against each other, by size.

Two runs are compared on the instances that both played (same item, program and seed, same arm and
temperature), as differences of pairs, at the latest step at which both were evaluated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from pipeline.intervals import DRAWS, LEVEL, Interval, difference_interval, score_interval
from pipeline.results_runs import (
    REFERENCE,
    Recorded,
    differences,
    main_run,
    parameters,
    reference_of,
    same_rules,
)

Row = dict[str, Any]
Setting = tuple[str, str, float]
"""Suite, arm, temperature: what has to agree before two scores may be compared."""
Instance = tuple[str, str, int]
"""Item, program, seed."""

_EPISODES = """
    select suite, arm, coalesce(temperature, 0) as temperature, step, item, program, seed, "return" as value
    from evals order by suite, arm, temperature, step, item, program, seed
"""


class Episodes:
    """Returns of one run's evaluations, by setting, step and instance."""

    def __init__(self, run: Recorded):
        self.run = run
        self._returns: dict[Setting, dict[int, dict[Instance, float | None]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        for row in run.reader.rows(_EPISODES):
            setting = (row["suite"], row["arm"], row["temperature"])
            self._returns[setting][row["step"]][row["item"], row["program"], row["seed"]] = row["value"]

    @property
    def settings(self) -> list[Setting]:
        return sorted(self._returns)

    def steps(self, setting: Setting) -> list[int]:
        return sorted(self._returns.get(setting, ()))

    def returns(self, setting: Setting, step: int) -> Mapping[Instance, float | None]:
        """Return per instance; None for a void episode."""
        return self._returns[setting][step]


def score_rows(episodes: Episodes) -> list[Row]:
    """Score with its interval at every evaluated step; void episodes are counted and left out."""
    rows = []
    for setting in episodes.settings:
        for step in episodes.steps(setting):
            found = episodes.returns(setting, step)
            sound = {instance: value for instance, value in found.items() if value is not None}
            if sound:
                score = score_interval(list(sound.values()), [instance[0] for instance in sound])
                rows.append(
                    {"run_id": episodes.run.run_id, **_named(setting), "step": step, "score": score.mean,
                     "low": score.low, "high": score.high, "episodes": len(sound),
                     "void": len(found) - len(sound), "items": len({instance[0] for instance in sound})}
                )  # fmt: skip
    return rows


def difference(
    ours: Episodes, our_step: int, theirs: Episodes, their_step: int, setting: Setting
) -> tuple[Interval, int] | None:
    """Our score minus theirs on the instances both played, and how many; None when there are none."""
    before = theirs.returns(setting, their_step)
    pairs = [
        (instance[0], value, before[instance])
        for instance, value in ours.returns(setting, our_step).items()
        if value is not None and before.get(instance) is not None
    ]
    if not pairs:
        return None
    after, other = [pair[1] for pair in pairs], [pair[2] for pair in pairs]
    return difference_interval(after, other, [pair[0] for pair in pairs]), len(pairs)  # type: ignore[arg-type]


def learned_rows(episodes: Episodes) -> list[Row]:
    """How far the run moved from its own first evaluation to its last, paired on instances."""
    rows = []
    for setting in episodes.settings:
        steps = episodes.steps(setting)
        if len(steps) < 2:
            continue
        found = difference(episodes, steps[-1], episodes, steps[0], setting)
        if found:
            head = {
                "run_id": episodes.run.run_id,
                **_named(setting),
                "from_step": steps[0],
                "step": steps[-1],
            }
            rows.append(head | _gap(found))
    return rows


def ablation_rows(all_episodes: Sequence[Episodes]) -> list[Row]:
    """Every run that is not ``spade`` against its reference, where both were evaluated; ``problem`` says why
    a row has no difference."""
    runs = [episodes.run for episodes in all_episodes]
    by_id = {episodes.run.run_id: episodes for episodes in all_episodes}
    rows: list[Row] = []
    for ours in all_episodes:
        reference = reference_of(ours.run, runs)
        if ours.run.variant == REFERENCE:
            continue
        if reference is None:
            rows.append(_without(ours, None, f"no '{REFERENCE}' run starts from {ours.run.model}"))
            continue
        theirs = by_id[reference.run_id]
        shared = [setting for setting in ours.settings if setting in theirs.settings]
        found = [row for setting in shared if (row := _against(ours, theirs, setting))]
        rows += found or [_without(ours, theirs, "the two runs share no evaluated step and setting")]
    return rows


def _against(ours: Episodes, theirs: Episodes, setting: Setting) -> Row | None:
    common = set(ours.steps(setting)) & set(theirs.steps(setting))
    if not common:
        return None
    step = max(common)
    found = difference(ours, step, theirs, step, setting)
    if found is None:
        return None
    scores = {
        name: next(row for row in score_rows(episodes) if _is(row, setting, step))
        for name, episodes in (("", ours), ("reference_", theirs))
    }
    own = {
        prefix + name: row[name]
        for prefix, row in scores.items()
        for name in ("score", "low", "high", "episodes")
    }
    return {**_head(ours, theirs), **_named(setting), "step": step, **own, **_gap(found), "problem": None}


def _head(ours: Episodes, theirs: Episodes | None) -> Row:
    run, other = ours.run, theirs.run if theirs else None
    return {
        "run_id": run.run_id,
        "variant": run.variant,
        "seed": run.seed,
        "model": run.model,
        "reference": other.run_id if other else None,
        "reference_seed": other.seed if other else None,
        "differs": differences(run, other) if other else [],
        "same_rules": same_rules(run, other) if other else None,
    }


def _without(ours: Episodes, theirs: Episodes | None, why: str) -> Row:
    return {**_head(ours, theirs), "problem": why}


def seed_rows(all_episodes: Sequence[Episodes]) -> list[Row]:
    """Scores of runs that differ by seed alone, at the latest step all of them were evaluated at; of each
    variant and model the largest such family."""
    families: dict[tuple[str, str], list[list[Episodes]]] = defaultdict(list)
    for episodes in (one for one in all_episodes if one.settings):
        known = families[episodes.run.variant, episodes.run.model]
        own = next((family for family in known if not differences(episodes.run, family[0].run)), None)
        if own is None:
            known.append([episodes])
        else:
            own.append(episodes)
    rows = []
    for (variant, model), known in sorted(families.items()):
        group = max(known, key=lambda family: len({episodes.run.seed for episodes in family}))
        if len({episodes.run.seed for episodes in group}) < 2:
            continue
        for setting in group[0].settings:
            common = set.intersection(*(set(episodes.steps(setting)) for episodes in group))
            if not common:
                continue
            step = max(common)
            scores = [next(r for r in score_rows(e) if _is(r, setting, step)) for e in group]
            means = [row["score"] for row in scores]
            rows.append(
                {"variant": variant, "model": model, **_named(setting), "step": step,
                 "mean": sum(means) / len(means), "least": min(means), "most": max(means),
                 "runs": [{"run_id": e.run.run_id, "seed": e.run.seed, "score": row["score"],
                           "low": row["low"], "high": row["high"]}
                          for e, row in zip(group, scores, strict=True)]}
            )  # fmt: skip
    return rows


def size_rows(all_episodes: Sequence[Episodes]) -> list[Row]:
    """One ``spade`` run per starting model: before, after, and the paired gain, at the latest common step."""
    best: dict[str, Episodes] = {}
    for model in sorted({e.run.model for e in all_episodes if e.run.variant == REFERENCE}):
        chosen = main_run(e.run for e in all_episodes if e.run.model == model)
        best[model] = next(e for e in all_episodes if e.run is chosen)
    rows = []
    for setting in sorted({setting for episodes in best.values() for setting in episodes.settings}):
        group = [e for e in best.values() if len(e.steps(setting)) > 1]
        common = set.intersection(*(set(e.steps(setting)) for e in group)) if group else set()
        later = [step for step in common if step > min(common)]
        for episodes in group:
            steps = episodes.steps(setting)
            step = max(later) if later else steps[-1]
            found = difference(episodes, step, episodes, steps[0], setting)
            own = {row["step"]: row for row in score_rows(episodes) if _is(row, setting)}
            if found is None or step not in own or steps[0] not in own:
                continue
            rows.append(
                {"run_id": episodes.run.run_id, "model": episodes.run.model,
                 "parameters": parameters(episodes.run.model), "seed": episodes.run.seed, **_named(setting),
                 "from_step": steps[0], "step": step,
                 **{f"base_{name}": own[steps[0]][name] for name in ("score", "low", "high")},
                 **{name: own[step][name] for name in ("score", "low", "high", "episodes")}, **_gap(found)}
            )  # fmt: skip
    return sorted(rows, key=lambda row: (row["suite"], row["parameters"] or 0, row["model"]))


def interval_note() -> str:
    """How the intervals were made, for captions and for the files themselves."""
    return (
        f"{LEVEL:.0%} percentile bootstrap, {DRAWS} draws of episodes within items; a score is the mean over "
        "items of the mean return. Differences resample pairs of the same instance."
    )


def _named(setting: Setting) -> Row:
    return dict(zip(("suite", "arm", "temperature"), setting, strict=True))


def _gap(found: tuple[Interval, int]) -> Row:
    interval, pairs = found
    return {"difference": interval.mean, "difference_low": interval.low, "difference_high": interval.high,
            "pairs": pairs}  # fmt: skip


def _is(row: Row, setting: Setting, step: int | None = None) -> bool:
    return (row["suite"], row["arm"], row["temperature"]) == setting and step in (None, row["step"])
