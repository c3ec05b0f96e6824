"""Does a logged environment replay to the same bytes in a browser? ``python -m pipeline.browser_verdict RUN``

For every valid design with plays, logged episodes of both arms are run again under Pyodide (in Node, the
build a browser uses) and compared observation by observation. The answer is stored in the design's
``browser_verdict``: ``exact``, ``diverges@<turn>``, or, played or not, ``needs:<package>`` where it imports
what a browser lacks. Other designs without plays keep no verdict. Exit status: 0 done, 2 not a run, or one of
which no design gets a verdict.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from spade_env import TURN_CAP, first_difference

from pipeline.run_log import RunLogError, RunReader, write_table
from web_runtime.build import BuildError
from web_runtime.node_replay import replay_in_node

EPISODES_PER_ARM = 2


def foreign_package(imports: Sequence[str]) -> str | None:
    """The first imported package that is not part of Python's standard library, if any."""
    roots = sorted({name.split(".")[0] for name in imports})
    return next((root for root in roots if root not in sys.stdlib_module_names), None)


def verdicts(run: RunReader) -> dict[str, str]:
    """``env_id -> browser_verdict`` for every valid design of a run that has logged plays with seeds, or
    imports a package that a browser has to fetch."""
    designs = run.rows("select env_id, code, imports from designs where valid order by env_id")
    plays = run.rows(
        "select env_id, seed, steps, first_observation from ("
        " select *, row_number() over (partition by env_id, arm order by play_id) as nth from plays"
        " where fault is null and seed is not null) where nth <= ? order by env_id, nth",
        [EPISODES_PER_ARM],
    )
    found: dict[str, str] = {}
    code: dict[str, str] = {}
    for row in designs:
        package = foreign_package(row["imports"] or [])
        if package:
            found[row["env_id"]] = f"needs:{package}"
        else:
            code[row["env_id"]] = row["code"]
    max_turns = ((run.meta.get("config") or {}).get("play") or {}).get("max_turns", TURN_CAP)
    todo = [play for play in plays if play["env_id"] in code]
    results = replay_in_node(
        {
            "source": code[play["env_id"]],
            "seed": play["seed"],
            "replies": [step["action"] for step in play["steps"]],
            "max_turns": max_turns,
        }
        for play in todo
    )
    for play, result in zip(todo, results, strict=True):
        turn = first_difference(play, result["transcript"]) if "transcript" in result else 0
        if turn is not None:
            found[play["env_id"]] = f"diverges@{turn}"
        else:
            found.setdefault(play["env_id"], "exact")
    return found


def store(run: RunReader, found: Mapping[str, str]) -> None:
    """Write the verdicts into the run's ``designs`` files, each replaced whole."""
    for file in run.step_files("designs"):
        table = pq.read_table(file)
        column = pa.array([found.get(env_id) for env_id in table["env_id"].to_pylist()], pa.string())
        position = table.column_names.index("browser_verdict")
        write_table(file, table.set_column(position, "browser_verdict", column))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m pipeline.browser_verdict", description=__doc__)
    parser.add_argument("run", type=Path, help="run directory")
    arguments = parser.parse_args(argv)
    try:
        with RunReader(arguments.run) as run:
            found = verdicts(run)
            if not found:
                raise RunLogError(f"no valid design of {arguments.run} has episodes to replay")
            store(run, found)
    except (RunLogError, BuildError) as error:
        print(f"browser_verdict: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"browser_verdict: {error.filename} cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    exact = sum(verdict == "exact" for verdict in found.values())
    print(f"{exact} of {len(found)} environments replay exactly in the browser")
    return 0


if __name__ == "__main__":
    sys.exit(main())
