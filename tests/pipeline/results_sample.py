"""Small run logs to make results of: several variants of one experiment, written row by row, nothing trained."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from pipeline.run_log import RunWriter

ITEMS = {"cup": 12, "lamp": 12, "rope": 12}
SUITES = {"held_out": ITEMS, "reasoning_gym": {"chain_sum": 6}}
SKILLS = ("Logical Deduction", "Optimization")
MODEL, SMALL = "models/middle", "models/small"


def program(word: str, number: int) -> str:
    """A program that no other (word, number) shares a syntax tree with."""
    return f'class ThingEnv:\n    """{word} {number}"""\n    secret = "{word}{number}"\n'


def design(run_id: str, step: int, attempt: int, rng: random.Random, code: str, title: str) -> dict[str, Any]:
    """One valid design; the fourth of every step is a tool-use environment."""
    plain = rng.choice([0.0, 0.0, 0.25, 0.5, 0.75])
    regret = rng.choice([0.0, 0.1, 0.25, 0.5])
    return {
        "env_id": f"{run_id}-{step:06d}-{attempt}", "step": step, "attempt": attempt,
        "kind": "tool_use" if attempt == 3 else "game", "skill": SKILLS[attempt % 2], "title": title,
        "summary": f"{title} in short", "code": code, "lines": 20 + 2 * step + attempt, "valid": True,
        "solvable": "proved" if attempt != 1 else "unknown", "first_observation": f"{title}: begin.",
        "return_plain": plain, "return_hint": plain + regret, "regret": regret,
        "quadrant": "frontier" if regret > 0.15 else "mastered" if plain >= 0.5 else "intractable",
        "turns_mean": 3.0 + attempt, "n_plain": 8, "n_hint": 8,
    }  # fmt: skip


def plays(row: dict[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    """Eight plays of each arm; attempt 0 is never won without the hint."""
    made = []
    for arm in ("plain", "hint"):
        for index in range(8):
            chance = {"plain": 0.0 if row["attempt"] == 0 else 0.5, "hint": 0.8}[arm]
            won = rng.random() < chance
            made.append(
                {"play_id": f"{row['env_id']}-{arm}-{index}", "env_id": row["env_id"], "step": row["step"],
                 "arm": arm, "seed": index, "return": float(won), "outcome": "won" if won else "lost",
                 "turns": rng.randint(1, 6)}
            )  # fmt: skip
    return made


def evaluation(step: int, skill: float, suite: str, rng: random.Random) -> list[dict[str, Any]]:
    """One evaluation; the instances are the same whatever the run and step. One episode is void."""
    rows = []
    for item, episodes in SUITES[suite].items():
        for index in range(episodes):
            void = item == "cup" and index == 11 and step == 2
            won = rng.random() < skill
            rows.append(
                {"step": step, "policy_version": step, "suite": suite, "item": item, "program": f"{item}.py",
                 "seed": index, "arm": "plain", "return": None if void else float(won), "turns": 2,
                 "outcome": "void" if void else "won" if won else "lost", "temperature": 0.8}
            )  # fmt: skip
    return rows


def write_run(
    path: Path,
    preset: str,
    *,
    seed: int = 0,
    steps: int = 4,
    model: str = MODEL,
    evaluated: tuple[int, ...] = (0, 2, 4),
    gain: float = 0.1,
    collapsed: bool = False,
    per_step: int = 4,
) -> None:
    """One run. ``gain`` is what its chance to win held-out episodes grows by per step; a ``collapsed`` run
    writes one program over and over from its second step on."""
    run_id = path.name
    rng = random.Random(f"{run_id} {seed}")
    config = {
        "run": {"seed": seed, "steps": steps, "title": ""},
        "model": {"path": model, "form": "compact"},
        "corpus": {"enabled": preset != "no-corpus"},
        "memory": {"enabled": preset != "no-memory"},
        "designer": {"source": "pool" if preset == "fixed-pool" else "policy"},
        "play": {"max_turns": 25, "max_reply_tokens": 64, "max_context": 1024},
        "evaluation": {"every": 2},
    }
    header = {"run_id": run_id, "title": preset, "preset": preset, "model": model, "config": config,
              "host": {"machine": "test machine", "python": "3"}, "started": "2026-01-01", "code": "abc"}  # fmt: skip
    writer = RunWriter.create(path, header)
    for step in range(steps):
        designs = []
        for attempt in range(per_step):
            again = collapsed and step > 0
            title = "Rotating maze" if again else f"Thing {step} {attempt}"
            code = program("maze", 0) if again else program(run_id, 10 * step + attempt)
            designs.append(design(run_id, step, attempt, rng, code, title))
        broken = {"env_id": f"{run_id}-{step:06d}-9", "step": step, "attempt": 9, "code": "class Broken(",
                  "title": None, "valid": False, "verdict_stage": "parse"}  # fmt: skip
        episodes = [play for row in designs for play in plays(row, rng)]
        update = {"step": step, "seconds_total": 36.0}
        writer.write_step(step, designs=[*designs, broken], plays=episodes, updates=[update])
    for step in evaluated:
        for suite in SUITES:
            rows = evaluation(step, 0.2 + gain * step, suite, rng)
            writer.write_evals(f"{suite}-step-{step:06d}", rows)
    writer.finish("complete")


def write_runs(root: Path) -> Path:
    """A main run of six steps, four variants, a second seed, a second size, an old unevaluated run and a
    broken one."""
    write_run(root / "main", "spade", steps=6, evaluated=(0, 2, 4, 6))
    write_run(root / "pool", "fixed-pool", gain=0.0)
    write_run(root / "bare", "no-corpus", gain=0.02, collapsed=True)
    write_run(root / "forgetful", "no-memory", evaluated=())
    write_run(root / "second", "spade", seed=1, evaluated=(0, 4))
    write_run(root / "small", "size-1m", model=SMALL, evaluated=(0, 4), gain=0.03)
    write_run(root / "old", "spade", steps=9, evaluated=())
    (root / "torn").mkdir()
    (root / "torn" / "run.json").write_text("{")
    return root
