"""The README of every export: what it is, three lines to use it, and what to beware of."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from spade_env.actions import conforming
from spade_env.protocols import call_text

from pipeline.exporters.sources import Environment, Source

WARNING = """## Before you run it

**The programs are code that a language model or a generator wrote.** Whatever checks they passed, nothing
here confines them: playing an environment runs its program in your process, with your rights, and a program
that loops for ever stops that process. Run it in a container or on a throw-away machine."""

LICENCE = """## Licence

Apache-2.0, programs and host alike (`LICENSE`)."""

_CONTRACT = """## How an episode goes

The loop is `spade_env.Episode`, from the copy of the host inside the package (standard library only). An
agent's reply is text. In a game the move stands in `\\boxed{...}` and the last one counts; in tool use the
reply holds `<tool_call>{"name": ..., "arguments": {...}}</tool_call>` elements, or `<answer>...</answer>`
to finish. The return of an episode is its last reward, clipped to [-1, 1], if the program ended it, and 0
if turns ran out; rewards before the last are feedback. A play whose program breaks is void and has no
return."""

_USES = {
    "gymnasium": """```python
import gymnasium, PACKAGE  # after `pip install DIR`
env = gymnasium.make("spade/FIRST")
observation, info = env.reset(seed=0)
observation, reward, terminated, truncated, info = env.step(REPLY)
```

The import registers every environment; `PACKAGE.entries()` lists their ids with kind, skill and title.
`gymnasium.make(..., hint=True)` puts the program's privileged help into `info["hint"]` on reset;
`render_mode="ansi"` draws. `info["return"]` at the end is the return that counts. A program that breaks
shows as `truncated` with `info["fault"]`. In an `AsyncVectorEnv` pass `shared_memory=False`: text in any
script has no fixed layout.""",
    "verifiers": """```sh
pip install DIR uv
vf-eval DASHED -n 8 --no-push --client.base-url http://127.0.0.1:8000/v1 --model NAME
vf-eval DASHED -n 8 --no-push --env.taskset.kind KIND --env.taskset.first-seed 1000 --model NAME
```

Written for the API of verifiers 0.4, `verifiers.v1`. In Python, `PACKAGE.load_environment(seeds=2)` gives
the environment. Rows are pairs of an environment and a seed, and each rollout loads its program afresh. The
reward `episode_return` is the episode's return; a void play fails its episode, so that no reward is learned
from it. Tool-use environments list their tools in the system prompt and parse the calls in the reply
themselves. The chat harness of verifiers is a script that `uv` runs, hence the second package; `--no-push`
keeps results on this machine.""",
    "openenv": """```python
# after `pip install DIR`, in one terminal: python -m PACKAGE.app --port 8000
from PACKAGE import SpadeAction, SpadeEnv
with SpadeEnv(base_url="http://127.0.0.1:8000").sync() as env:
    result = env.reset(environment="FIRST", seed=0)
    result = env.step(SpadeAction(reply=REPLY))
```

Without `environment` the seed chooses: counting it up goes through all of them. `reset(hint=True)` asks for
the program's privileged help. The reward is 0 until the end and then the return, so sum and last value
agree; `observation.step_reward` has what the program itself gave. Sessions share one process and take
turns. `docker build -t NAME DIR && docker run --rm -p 127.0.0.1:8000:8000 NAME` serves it in a
container.""",
}


_SPELT = {"gymnasium": "Gymnasium", "verifiers": "verifiers", "openenv": "OpenEnv"}


def package_readme(target: str, package: str, source: Source, needed: Sequence[str]) -> str:
    """The README of a package export; ``needed`` are packages its programs import."""
    dashed = package.replace("_", "-")
    first = source.environments[0]
    words = {
        "PACKAGE": package,
        "DASHED": dashed,
        "FIRST": first.id,
        "KIND": first.row["kind"],
        "REPLY": example(first),
    }
    use = re.sub("|".join(words), lambda found: words[found[0]], _USES[target])
    extra = f" Some programs import {', '.join(needed)}." if needed else ""
    return f"""# {dashed}

{described(source)} For {_SPELT[target]}.{extra}

## Use

{use}

{_CONTRACT}

{WARNING}

{LICENCE}
"""


def example(environment: Environment) -> str:
    """A reply of the form that the environment expects, as a Python literal: the shortest call of its tools,
    or a box."""
    if environment.row["kind"] != "tool_use":
        return _BOX
    chance = random.Random(0)  # seeded: the same export has the same README
    try:
        functions = [tool["function"] for tool in json.loads(environment.row.get("tools") or "[]")]
        calls = [
            call_text(function["name"], conforming(function.get("parameters") or {}, ["..."], chance))
            for function in functions
        ]
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
        calls = []  # a run that was brought in without checks may hold any tools
    return repr(min(calls, key=len, default="<answer>...</answer>"))


_BOX = r'"\\boxed{...}"'


def described(source: Source) -> str:
    """One sentence: how many environments, of what, and where they come from."""
    count = len(source.environments)
    kinds = Counter(environment.row["kind"] for environment in source.environments)
    parts = [f"{number} {_KINDS[kind]}" for kind, number in sorted(kinds.items())]
    what = f"{count} text environment{'s' * (count != 1)} ({', '.join(parts)})"
    if source.kind == "pool":
        return f"{what} of the pool `{source.name}`."
    return f'{what} that passed every check in the run "{source.title}" (`{source.facts["run_id"]}`).'


_KINDS = {"game": "for games", "tool_use": "for tool use"}


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    cells = [[str(cell).replace("|", "\\|") for cell in line] for line in lines]
    return "\n".join("| " + " | ".join(line) + " |" for line in cells)


def counted(rows: Sequence[Mapping[str, Any]], key: str) -> list[tuple[str, int]]:
    """How many rows have each value of ``key``, by value; rows without one are left out."""
    return sorted(Counter(str(row[key]) for row in rows if row.get(key) is not None).items())
