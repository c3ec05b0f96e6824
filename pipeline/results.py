"""Everything the results page and the README show, computed from run logs and nothing else.

    python -m pipeline.results [--runs data/runs] [--out data/results] [--no-vendi]

Writes one JSON file per figure:

* ``runs.json``        conditions of every run, and what is missing
* ``held_out.json``    score over steps with intervals; each run's last score against its first
* ``ablations.json``   every variant against ``spade``, paired on instances; seeds of one variant; what the
                       training of both shows at the same steps
* ``diversity.json``   distinct programs and Vendi score per 100 (20 draws), longest streaks, what runs with
                       and without a corpus were writing at the same steps
* ``curriculum.json``  return, regret, quadrant shares, program length and turns over training
* ``sizes.json``       the same experiment from models of different size
* ``showcase.json``    environments and episodes chosen by rule, with the rule
* ``headline.json``    the few numbers quoted elsewhere

The Vendi score needs the ``map`` extra (MiniLM); ``--no-vendi`` leaves it out. The files may be deleted and
made again: equal logs give equal files. Exit status: 0 done, 2 a directory or option that cannot be used.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.config import ROOT
from pipeline.embedding_cache import Embedder
from pipeline.results_curriculum import block_width, curriculum_rows
from pipeline.results_runs import Recorded, conditions, main_run, missing, open_runs
from pipeline.results_scores import (
    Episodes,
    ablation_rows,
    interval_note,
    learned_rows,
    score_rows,
    seed_rows,
    size_rows,
)
from pipeline.results_showcase import collapse, early_late, never_solved, tool_use
from pipeline.results_training import training_rows
from pipeline.results_writing import (
    DRAWS,
    SIZE,
    column_pairs,
    diversity_rows,
    programs_of,
    spans_of,
    streak_rows,
)
from pipeline.run_log import RunLogError, why_no_run, write_atomic
from pipeline.topic_map import kept_minilm
from pipeline.topic_store import TopicMapError

Row = dict[str, Any]

VERSION = 2
PLACES = 6
"""Decimals kept in the files."""


class ResultsError(Exception):
    """Runs from which no results can be made; one sentence."""


def results(root: Path, embed: Embedder | None = kept_minilm) -> dict[str, Row]:
    """All files by name (without ``.json``). ``embed`` None leaves Vendi scores out.

    Raises :class:`ResultsError` when ``root`` holds no usable run.
    """
    runs, problems = open_runs(root)
    try:
        if not runs:
            unusable = f"{root} holds no run to make results of: {problems[0]}" if problems else ""
            raise ResultsError(unusable or f"--runs: {why_no_run(root)}")
        return _all(root, runs, problems, embed)
    finally:
        for run in runs:
            run.reader.close()


def _all(root: Path, runs: list[Recorded], problems: list[str], embed: Embedder | None) -> dict[str, Row]:
    main = main_run(runs)
    episodes = [Episodes(run) for run in runs]
    written = {run.run_id: programs_of(run) for run in runs}
    made: dict[str, Row] = {
        "runs": {
            "main": main.run_id if main else None,
            "missing": missing(runs),
            "problems": problems,
            "runs": [conditions(run, root) for run in runs],
        },
        "held_out": {
            "intervals": interval_note(),
            "scores": [row for one in episodes for row in score_rows(one)],
            "learned": [row for one in episodes for row in learned_rows(one)],
        },
        "ablations": {
            "intervals": interval_note(),
            "rows": ablation_rows(episodes),
            "seeds": seed_rows(episodes),
            "training": training_rows(runs),
        },
        "diversity": {
            "size": SIZE,
            "draws": DRAWS,
            "embedding": "all-MiniLM-L6-v2" if embed else None,
            "rows": [
                row
                for run in runs
                for row in diversity_rows(run, written[run.run_id], spans_of(run, runs), embed)
            ],
            "streaks": [row for run in runs for row in streak_rows(run, written[run.run_id])],
            "side_by_side": column_pairs(runs, written),
        },
        "curriculum": {
            "blocks": {run.run_id: block_width(run.steps) for run in runs if run.steps},
            "rows": [row for run in runs if run.steps for row in curriculum_rows(run)],
        },
        "sizes": {"intervals": interval_note(), "rows": size_rows(episodes)},
        "showcase": {
            "early_late": early_late(main),
            "never_solved": never_solved(main),
            "tool_use": tool_use(main, runs),
            "collapse": collapse(runs, written),
        },
    }
    return {**made, "headline": headline(main, made)}


def headline(main: Recorded | None, made: dict[str, Row]) -> Row:
    """The numbers quoted outside the page, each read from the other files; None where there is none."""
    name = main.run_id if main else None
    learned = {
        f"{row['suite']}, {row['arm']}, temperature {row['temperature']:g}": row
        for row in made["held_out"]["learned"]
        if row["run_id"] == name
    }
    gaps = [
        {key: row[key] for key in ("variant", "run_id", "suite", "arm", "temperature", "step", "difference",
                                   "difference_low", "difference_high", "pairs")}
        for row in made["ablations"]["rows"]
        if row["problem"] is None and row["reference"] == name
    ]  # fmt: skip
    spread = [
        row for row in made["diversity"]["rows"] if row["scope"] == "written" and row["first_step"] == 0
    ]
    last: dict[str, Row] = {row["run_id"]: row for row in sorted(spread, key=lambda row: row["last_step"])}
    streaks = [row for row in made["diversity"]["streaks"] if row["of"] == "program"]
    return {
        "main": name,
        "learned": learned,
        "against_main": gaps,
        "written_per_100": {
            run: {k: row[k] for k in ("distinct", "vendi", "size")} for run, row in last.items()
        },
        "longest_streak": {row["run_id"]: row["streak"] for row in streaks},
    }


def rounded(value: Any) -> Any:
    """``value`` as JSON holds it: floats to :data:`PLACES` decimals, what is not finite as null."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner) for inner in value]
    if isinstance(value, float):
        return round(value, PLACES) if math.isfinite(value) else None
    return value


def _write(out: Path, made: dict[str, Row]) -> None:
    try:
        for name, content in made.items():
            text = json.dumps({"version": VERSION, **rounded(content)}, indent=1, ensure_ascii=False)
            write_atomic(out / f"{name}.json", text.encode() + b"\n")
    except OSError as error:
        raise ResultsError(f"--out {out} cannot be written ({error.strerror})") from None


def main(arguments: Sequence[str] | None = None, embed: Embedder = kept_minilm) -> int:
    """Command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.results", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--runs", type=Path, default=ROOT / "data" / "runs", help="directory of runs")
    parser.add_argument("--out", type=Path, default=ROOT / "data" / "results", help="where the files go")
    parser.add_argument("--no-vendi", action="store_true", help="leave out what needs MiniLM")
    options = parser.parse_args(arguments)
    try:
        made = results(options.runs, None if options.no_vendi else embed)
        _write(options.out, made)
    except (ResultsError, RunLogError) as error:
        print(f"results: {error}", file=sys.stderr)
        return 2
    except TopicMapError as error:
        print(f"results: {error}; or leave the Vendi score out with --no-vendi", file=sys.stderr)
        return 2
    for sentence in (*made["runs"]["problems"], *made["runs"]["missing"]):
        print(f"note: {sentence}")
    print(f"wrote {len(made)} files about {len(made['runs']['runs'])} runs to {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
