"""Recorded runs as the results see them: conditions, variants, and which run each is measured against."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.config import ROOT
from pipeline.run_log import RunLogError, RunReader, discover

Row = dict[str, Any]

REFERENCE = "spade"
VARIANTS = (
    "spade", "no-corpus", "fixed-pool", "no-designer-training", "no-memory", "tool-use", "solve-rate",
    "learning-potential", "two-skills",
)  # fmt: skip
"""Presets that the comparison is made of; one that was not recorded is named as missing."""
SIZES = ("size-1m", "size-7m")
"""Presets that are :data:`REFERENCE` but for the model they start from."""

_IMMATERIAL = {"run.steps", "run.title", "run.seed", "run.checkpoint_every", "run.log_tokens", "run.threads"}
"""Options that may differ between two runs without making them different experiments."""
_PLAYED_UNDER = ("play.max_turns", "play.max_reply_tokens", "play.max_context", "model.form")


@dataclass(frozen=True)
class Recorded:
    """One run that opens, with at least one complete step or one evaluation."""

    reader: RunReader

    @property
    def run_id(self) -> str:
        return self.reader.run_id

    @property
    def meta(self) -> Row:
        return self.reader.meta

    @property
    def steps(self) -> int:
        """Complete steps."""
        return self.reader.steps

    @property
    def variant(self) -> str:
        """What the run tries: its preset, the model it starts from aside."""
        preset = str(self.meta.get("preset") or "custom")
        return REFERENCE if preset in SIZES else preset

    @property
    def model(self) -> str:
        """Path of the starting model, as the run was given it."""
        return str(self.meta.get("model") or self.option("model.path") or "unknown")

    @property
    def seed(self) -> int | None:
        found = self.option("run.seed")
        return found if isinstance(found, int) else None

    def option(self, dotted: str) -> Any:
        """One option of the run's configuration; None when the run does not say."""
        return options(self.meta.get("config")).get(dotted)

    def evaluated(self) -> bool:
        return bool(self.reader.rows("select 1 from evals limit 1"))


def open_runs(root: Path) -> tuple[list[Recorded], list[str]]:
    """Usable runs under ``root`` in the order of their ids, and a sentence for each that is not. Of runs with
    one id (a copied directory, the same settings begun twice) the first directory counts: everything here is
    told by the id."""
    runs: list[Recorded] = []
    problems: list[str] = []
    for summary in discover(root):
        if summary.meta is None:
            problems.append(str(summary.problem))
            continue
        try:
            run = Recorded(RunReader(summary.path))
        except RunLogError as error:
            problems.append(str(error))
            continue
        known = next((one for one in runs if one.run_id == run.run_id), None)
        if known:
            problems.append(f"{summary.path} has the run id of {known.reader.path} and was left out")
            run.reader.close()
            continue
        problems += run.reader.problems
        if run.steps or run.evaluated():
            runs.append(run)
        else:
            problems.append(f"{summary.path} has no complete step yet and was left out")
    return sorted(runs, key=lambda run: run.run_id), problems


def options(config: Any, prefix: str = "") -> Row:
    """A nested configuration as ``{"section.name": value}``."""
    flat: Row = {}
    for name, value in config.items() if isinstance(config, Mapping) else ():
        if isinstance(value, Mapping):
            flat |= options(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


def differences(run: Recorded, other: Recorded) -> list[str]:
    """Options in which ``run`` departs from ``other``, as ``name: theirs -> ours``; what only says how long,
    under which seed or how often it was measured is left out."""
    ours, theirs = options(run.meta.get("config")), options(other.meta.get("config"))
    return [
        f"{name}: {_short(theirs.get(name))} -> {_short(ours.get(name))}"
        for name in sorted(ours.keys() | theirs.keys())
        if name not in _IMMATERIAL
        and not name.startswith("evaluation.")
        and ours.get(name) != theirs.get(name)
    ]


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if value is not None else "not set"
    return text if len(text) <= 60 else text[:57] + "..."


def same_rules(run: Recorded, other: Recorded) -> bool:
    """Whether both were evaluated under the same limits and prompt form."""
    return all(run.option(name) == other.option(name) for name in _PLAYED_UNDER)


def main_run(runs: Iterable[Recorded]) -> Recorded | None:
    """The ``spade`` run that the results are told by: evaluated before unevaluated, then most steps, then
    lowest seed, then first id."""
    spades = [run for run in runs if run.variant == REFERENCE]
    return min(spades, key=_rank, default=None)


def reference_of(run: Recorded, runs: Iterable[Recorded]) -> Recorded | None:
    """The ``spade`` run that ``run`` is compared with: same model, the same seed if there is one; None for a
    ``spade`` run itself."""
    if run.variant == REFERENCE:
        return None
    spades = [one for one in runs if one.variant == REFERENCE and one.model == run.model]
    return min(spades, key=lambda one: (one.seed != run.seed, *_rank(one)), default=None)


def _rank(run: Recorded) -> tuple[bool, int, int, str]:
    return not run.evaluated(), -run.steps, run.seed if run.seed is not None else 1 << 30, run.run_id


def missing(runs: Sequence[Recorded]) -> list[str]:
    """A sentence for everything the comparison wants and the recorded runs do not hold."""
    have = {run.variant for run in runs}
    said = [f"No run of the preset '{name}' is recorded." for name in VARIANTS if name not in have]
    said += [f"{run.run_id} holds no held-out evaluation." for run in runs if not run.evaluated()]
    main = main_run(runs)
    if main:
        seeds = {run.seed for run in runs if run.variant == REFERENCE and run.model == main.model}
        if len(seeds) < 2:
            said.append("Only one seed of 'spade' is recorded: nothing here says how far seeds differ.")
        if len({run.model for run in runs if run.variant == REFERENCE}) < 2:
            said.append("Only one model size is recorded for 'spade'.")
    return said


def conditions(run: Recorded, root: Path) -> Row:
    """What has to be known to read this run's numbers: model, machine, steps, seed, evaluation."""
    meta, reader = run.meta, run.reader
    spent = reader.rows("select sum(seconds_total) as s from updates")[0]["s"]
    measured = reader.rows(
        "select suite, arm, temperature, count(distinct item)::int as items,"
        " count(distinct step)::int as times, (count(*) / count(distinct step))::int as episodes,"
        " max(step)::int as last_step from evals group by suite, arm, temperature order by all"
    )
    return {
        "run_id": run.run_id,
        "directory": reader.path.relative_to(root).as_posix(),
        "title": meta.get("title"),
        "variant": run.variant,
        "model": run.model,
        "parameters": parameters(run.model),
        "seed": run.seed,
        "steps": run.steps,
        "planned_steps": run.option("run.steps"),
        "status": meta.get("status"),
        "machine": " ".join(str(value) for value in (meta.get("host") or {}).values()),
        "hours": None if spent is None else spent / 3600,
        "started": meta.get("started"),
        "code": meta.get("code"),
        "counts": meta["counts"],
        "evaluations": measured,
        "limits": {name: run.option(name) for name in _PLAYED_UNDER},
    }


def parameters(model: str) -> int | None:
    """Number of weights of a model directory, from the headers of its safetensors files; None when they are
    not on this machine."""
    path = Path(model)
    files = sorted((path if path.is_absolute() else ROOT / path).glob("*.safetensors"))
    try:
        return sum(sum(_sizes(file)) for file in files) or None
    except (OSError, ValueError, struct.error, KeyError):
        return None


def _sizes(file: Path) -> Iterator[int]:
    with file.open("rb") as handle:
        length = struct.unpack("<Q", handle.read(8))[0]
        header = json.loads(handle.read(length))
    for name, entry in header.items():
        if name != "__metadata__":
            size = 1
            for side in entry["shape"]:
                size *= side
            yield size
