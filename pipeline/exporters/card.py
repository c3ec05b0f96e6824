"""The data set card: YAML for the Hub, and numbers counted from the rows that were written."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from statistics import median

import pyarrow as pa

from pipeline.exporters.readme import LICENCE, WARNING, counted, described, table
from pipeline.exporters.sources import Source

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST = "1M<n<10M"


@dataclass
class PlayCounts:
    """Plays by arm and outcome, and how many of them a program broke."""

    total: int = 0
    by_arm: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, plays: pa.Table) -> None:
        """Count the rows of a ``plays`` table."""
        self.total += plays.num_rows
        arms, outcomes = plays["arm"].to_pylist(), plays["outcome"].to_pylist()
        self.by_arm.update(zip(map(str, arms), map(str, outcomes), strict=True))


def size_category(rows: int) -> str:
    """The Hub's word for a number of rows."""
    return next((word for bound, word in _SIZES if rows < bound), _LARGEST)


def dataset_card(name: str, source: Source, plays: PlayCounts | None, wheel: str) -> str:
    """``README.md`` of a data set of ``source``; ``plays`` is None where there are none (a pool)."""
    parts = [
        f"{_front_matter(name, source, plays)}\n# {name}",
        f"{described(source)} {_HOLDS_PLAYS if plays else _HOLDS}",
        _USE.replace("WHEEL", wheel),
        _numbers(source),
        *([_plays(plays)] if plays else []),
        _COLUMNS,
        *([_RUN_COLUMNS] if plays else []),
        WARNING,
        LICENCE,
    ]
    return "\n\n".join(parts) + "\n"


_HOLDS = "Programs, what is known about each, and a host to play them."
_HOLDS_PLAYS = "Programs, what is known about each, every play of them, and a host to play them again."

_USE = """## Use

```python
from datasets import load_dataset
import spade_env  # pip install WHEEL
rows = load_dataset("DIR", "environments", split="train")
episode = spade_env.Episode(spade_env.load(rows[0]["code"]), seed=0)
```

`episode.observation` is what an agent is shown, `episode.act(reply)` plays its reply, `episode.ret` is the
return."""

_COLUMNS = """## Columns

`environments`: `game_id`, `file_name`, `skill`, `sha256`, `line_count`, `byte_count` and `code` have the
names they have in published environment pools. `kind` is `game` or `tool_use`; `tools` is JSON text in
OpenAI's function-calling form; `max_turns` is the program's own limit."""

_RUN_COLUMNS = """`env_id` and `step` say which design it was and when. `regret` is the mean over
instances of the return with the hint less the return without. `solvable` is `proved` where the program's own
`solution()` won on every seed it was tried with.

`plays`: one row per episode. `arm` is `plain` or `hint`, `env_id` names the environment, `messages` is the
conversation, `steps` what the program was handed and what it answered. `return` is null for a void play."""


def _front_matter(name: str, source: Source, plays: PlayCounts | None) -> str:
    rows = max(len(source.environments), plays.total if plays else 0)
    configs = ["environments", *(["plays"] if plays else [])]
    lines = [
        "---",
        f"pretty_name: {json.dumps(name, ensure_ascii=False)}",
        "license: apache-2.0",
        "language:",
        "- en",
        "task_categories:",
        "- reinforcement-learning",
        "- text-generation",
        "tags:",
        *(f"- {tag}" for tag in ("code", "environments", "self-play", "spade", "synthetic", "tool-use")),
        "size_categories:",
        f"- {size_category(rows)}",
        "configs:",
    ]
    for config in configs:
        lines += [f"- config_name: {config}"]
        lines += ["  default: true"] if config == configs[0] else []
        lines += ["  data_files:", "  - split: train", f'    path: "{config}/*.parquet"']
    return "\n".join([*lines, "---"]) + "\n"


def _numbers(source: Source) -> str:
    rows = [environment.row for environment in source.environments]
    lengths = sorted(int(row["lines"]) for row in rows)
    parts = [
        "## Numbers",
        "",
        f"{len(rows)} environments, {len({row['code_sha256'] for row in rows})} distinct programs of "
        f"{lengths[0]} to {lengths[-1]} lines (median {median(lengths):g}).",
    ]
    if source.kind == "run":
        steps = [int(row["step"]) for row in rows]
        parts += [f"They were written in steps {min(steps)} to {max(steps)} of the run."]
    for key, head in (("skill", "Skill"), ("difficulty", "Difficulty"), ("solvable", "Solvable")):
        if found := counted(rows, key):
            parts += ["", table((head, "Environments"), found)]
    return "\n".join(parts)


def _plays(plays: PlayCounts) -> str:
    outcomes = ("won", "lost", "truncated", "void")
    rows = []
    for arm in sorted({arm for arm, _ in plays.by_arm}):
        numbers = [plays.by_arm[arm, outcome] for outcome in outcomes]
        played = sum(numbers[:3])
        rate = f"{numbers[0] / played:.1%}" if played else "-"
        rows.append((arm, sum(numbers), *numbers, rate))
    head = ("Arm", "Plays", *outcomes, "won, of those not void")
    return f"{plays.total} plays:\n\n{table(head, rows)}"
