"""Which program a Play address means: an environment of a run, or a file of one of the pools.

Programs are data here. They are read and described, never run: running is the browser's business.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.queries import RunStore, UnknownEnvironment
from pipeline.run_log import RunLogError

POOL_NAMES = ("featured", "seed", "held_out")
_FILE_NAME = re.compile(r"[A-Za-z0-9_-]+\.py")
MAX_SEED = 2**31 - 1


class ProgramError(Exception):
    """An address that names no program; the message is one sentence."""


@dataclass(frozen=True)
class Playable:
    """What the player needs: the program, the instance seed, facts to show, the agent's own episodes."""

    program: dict[str, Any]
    seed: int
    meta: list[list[str]]
    episodes: list[dict[str, Any]] = field(default_factory=list)
    run: str | None = None

    @property
    def key(self) -> str:
        """Different for every program and seed, so that each gets a player of its own."""
        return f"player-{self.run}-{self.program['env_id']}-{self.seed}"


def resolve(address: Mapping[str, str], store: RunStore, pools: Path) -> Playable | None:
    """The program of ``?env=&run=&seed=`` or ``?pool=&file=&seed=``; None when the address names none.

    Raises :class:`ProgramError`.
    """
    if address.get("file"):
        return from_pool(pools, address.get("pool") or "seed", address["file"], _seed(address))
    if address.get("env"):
        return from_run(store, address.get("run"), address["env"], _seed(address))
    return None


def from_run(store: RunStore, run: str | None, env_id: str, seed: int | None) -> Playable:
    """An environment of a run; without a seed, the first one the agent played without a hint."""
    name = run or _run_of(store, env_id)
    try:
        found = store.environment(name, env_id)
    except (RunLogError, UnknownEnvironment) as error:
        raise ProgramError(str(error.args[0])) from None
    design, plays = found["design"], found["plays"]
    plain = [play["seed"] for play in plays if play["arm"] == "plain" and play["seed"] is not None]
    facts = [
        ("Run", str(store.name(name))),
        ("Step", design["step"]),
        ("Skill", design["skill"]),
        ("Agent without hint", _won(plays, "plain")),
        ("Agent with hint", _won(plays, "hint")),
        ("Solvable", "proved" if design["solvable"] == "proved" else "not proved"),
    ]
    program = {
        "source": design["code"] or "",
        "title": design["title"] or env_id,
        "summary": design["summary"] or "",
        "env_id": env_id,
        "kind": design["kind"] or "game",
    }
    first = plain[0] if plain else 0
    return Playable(program, first if seed is None else seed, _facts(facts), plays, name)


def from_pool(pools: Path, pool: str, file_name: str, seed: int | None) -> Playable:
    """A hand-written program of ``data/pools/<pool>/``."""
    if pool not in POOL_NAMES:
        raise ProgramError(f"pool is {pool!r}, expected one of {', '.join(POOL_NAMES)}")
    file = pools / pool / file_name
    if not _FILE_NAME.fullmatch(file_name) or not file.is_file():
        raise ProgramError(f"the pool {pool!r} holds no file {file_name!r}")
    source = file.read_text(encoding="utf-8")
    title, summary = headline(source)
    entry = next((row for row in pool_entries(pools, pool) if row["file_name"] == file_name), {})
    kind = entry.get("kind") or ("tool_use" if "ToolUseBaseEnv" in source else "game")
    facts = [("Pool", pool), ("Skill", entry.get("skill")), ("Difficulty", entry.get("difficulty"))]
    program = {"source": source, "title": title, "summary": summary, "env_id": file_name, "kind": kind}
    return Playable(program, seed or 0, _facts(facts))


def pool_entries(pools: Path, pool: str) -> list[dict[str, Any]]:
    """Rows of a pool's ``manifest.jsonl``, or one per program file where it has none."""
    manifest = pools / pool / "manifest.jsonl"
    if manifest.is_file():
        lines = manifest.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    return [{"file_name": file.name} for file in sorted((pools / pool).glob("*.py"))]


def headline(source: str) -> tuple[str, str]:
    """Title and summary of a program: the first two lines of the docstring of its last ``…Env`` class."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return "A program that does not parse", ""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name.endswith("Env")]
    if not classes:
        return "A program without an environment", ""
    lines = [line.strip() for line in (ast.get_docstring(classes[-1]) or "").splitlines() if line.strip()]
    title = lines[0] if lines else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", classes[-1].name.removesuffix("Env"))
    return title, lines[1] if len(lines) > 1 else ""


def _seed(address: Mapping[str, str]) -> int | None:
    text = address.get("seed")
    if not text:
        return None
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) > MAX_SEED:
        raise ProgramError(f"seed is {text!r}, expected a whole number from 0 to {MAX_SEED}")
    return int(text)


def _run_of(store: RunStore, env_id: str) -> str:
    names = [summary.run_id for summary in store.summaries() if env_id.startswith(summary.run_id + "-")]
    if not names:
        raise ProgramError(f"no run holds an environment {env_id!r}")
    return max(names, key=len)


def _won(plays: list[dict[str, Any]], arm: str) -> str | None:
    outcomes = [play["outcome"] for play in plays if play["arm"] == arm]
    return f"{outcomes.count('won')} of {len(outcomes)}" if outcomes else None


def _facts(facts: list[tuple[str, Any]]) -> list[list[str]]:
    return [[name, str(value)] for name, value in facts if value is not None]


def pool_titles(pools: Path) -> dict[tuple[str, str], str]:
    """(pool, file name) -> "Title (skill, difficulty)" for every program of every pool that exists."""
    titles = {}
    for pool in POOL_NAMES:
        for entry in pool_entries(pools, pool):
            file = pools / pool / entry["file_name"]
            if not file.is_file():
                continue
            about = ", ".join(str(entry[name]) for name in ("skill", "difficulty") if entry.get(name))
            title, _ = headline(file.read_text(encoding="utf-8"))
            titles[pool, entry["file_name"]] = f"{title} ({about or pool})"
    return titles


_TOOL_PICKS = """
    select d.env_id, d.title, d.summary, d.first_observation
    from designs d join plays p on d.env_id = p.env_id and p.arm = 'plain' and p.outcome <> 'void'
    where d.valid and d.kind = 'tool_use' and d.solvable = 'proved'
      and coalesce(d.browser_verdict, 'exact') = 'exact'
    group by all
    having bool_or(p.outcome = 'won') and bool_or(p.outcome <> 'won')
    order by abs(avg((p.outcome = 'won')::int) - 0.5), d.env_id
"""


def tool_picks(store: RunStore, run: str) -> list[dict[str, Any]]:
    """Tool-use environments of a run that the agent won sometimes and sometimes not, most even first: env_id,
    title, summary, first_observation. Raises :class:`RunLogError`."""
    return store.run(run).reader.rows(_TOOL_PICKS)


def contrast(episodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """``episodes`` with two plain ones in front, one won and one not, of the same instance where there is
    such a pair, the shortest first."""
    plain = sorted((e for e in episodes if e["arm"] == "plain"), key=lambda e: len(e["steps"]))
    won = [e for e in plain if e["outcome"] == "won"]
    other = [e for e in plain if e["outcome"] not in ("won", "void")]
    pairs = [(a, b) for a in won for b in other if a["seed"] == b["seed"]]
    first = list(pairs[0]) if pairs else [*won[:1], *other[:1]]
    return first + [e for e in episodes if e not in first]


def featured_deals(pools: Path) -> dict[str, Any]:
    """The Sokoban boards that the solver proved beatable (``featured/sokoban_deals.json``).

    Raises :class:`ProgramError` with one sentence when the file is missing or of another shape.
    """
    file = pools / "featured" / "sokoban_deals.json"
    try:
        deals = json.loads(file.read_text(encoding="utf-8"))
        if deals["deals"] and deals["beatable"] == len(deals["deals"]):
            return deals
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise ProgramError(
        f"{file} is not a list of proved boards; make it with python -m pipeline.bootstrap.sokoban_solver"
    )
