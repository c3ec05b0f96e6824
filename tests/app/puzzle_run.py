"""Runs and a bank with environments that nobody won, made for the tests of the puzzles: real programs, really
played, by an agent that always answers 0."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import spade_env

from pipeline.run_log import RunWriter

SOURCE = '''import random, re
class {name}Env:
    """{title}
    Guess the number of {noun} in the jar."""
    def __init__(self, max_turns=3):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        self.n = random.Random(seed).randint(1, 9)
        return "A jar holds between 1 and 9 {noun}. Guess how many there are with \\\\boxed{{number}}.", {{}}
    def step(self, action):
        found = re.search(r"boxed.(\\d+)", action)
        guess = int(found.group(1)) if found else 0
        if guess == self.n:
            return "Right.", 1.0, True, False, {{}}
        return "Too few." if guess < self.n else "Too many.", 0.0, False, False, {{}}
    def hint(self):
        return f"there are {{self.n}}"
    def solution(self):
        return [str(self.n)]
'''
NOUNS = ("apples", "beans", "coins", "dates", "eggs", "figs")
WORDS = "a jar of apples beans coins dates eggs figs "
ZERO = "\\boxed{0}"


def program(noun: str) -> str:
    return SOURCE.format(name=noun.title(), title=f"Jar of {noun}", noun=noun)


def answer(source: str, seed: int) -> str:
    """The winning reply of one instance."""
    replies = spade_env.Episode(spade_env.load(source), seed).solution()
    assert replies
    return replies[0]


def played(source: str, seed: int, replies: list[str]) -> dict[str, Any]:
    transcript = spade_env.replay(spade_env.load(source), seed, replies)
    kept = {key: transcript[key] for key in ("first_observation", "steps", "return", "outcome")}
    return {"seed": seed, "turns": len(transcript["steps"]), **kept}


def design(run: str, noun: str, step: int, *, plays: int, **changes: Any) -> tuple[dict[str, Any], list[Any]]:
    """A design never won by its plain plays, one hinted play in ``plays`` won, and those plays."""
    source = program(noun)
    env_id = f"{run}-{step:06d}-0"
    rows = []
    for i in range(plays):
        common = {"env_id": env_id, "step": step}
        rows.append(
            {"play_id": f"{env_id}-p{i}", "arm": "plain", **common, **played(source, i + 1, [ZERO] * 3)}
        )
        replies = [answer(source, i + 1)] if i == 0 else [ZERO] * 3
        rows.append({"play_id": f"{env_id}-h{i}", "arm": "hint", **common, **played(source, i + 1, replies)})
    row = {
        "env_id": env_id,
        "step": step,
        "attempt": 0,
        "kind": "game",
        "skill": "Pattern Recognition",
        "difficulty": ("easy", "medium", "hard")[step % 3],
        "title": f"Jar of {noun}",
        "summary": f"Guess the number of {noun} in the jar.",
        "code": source,
        "code_sha256": hashlib.sha256(source.encode()).hexdigest(),
        "first_observation": rows[0]["first_observation"],
        "valid": True,
        "solvable": "proved",
        "browser_verdict": "exact",
        "random_win_rate": 0.1,
        "n_plain": plays,
        "n_hint": plays,
        **changes,
    }
    return row, rows


def write_run(path: Path, designs: list[tuple[dict[str, Any], list[Any]]]) -> RunWriter:
    """A complete run of one design a step."""
    header = {
        "run_id": path.name,
        "title": path.name,
        "preset": "cpu-tiny",
        "config": {},
        "started": "2026-01-01",
    }
    writer = RunWriter.create(path, header)
    for step, (row, plays) in enumerate(designs):
        writer.write_step(step, designs=[row], plays=plays, updates=[{"step": step}])
    writer.finish("complete")
    return writer


def write_bank(data: Path, nouns: tuple[str, ...]) -> Path:
    """``data/pools`` with a held-out bank of one program a noun, and a corpus that knows every word used."""
    folder = data / "pools" / "held_out"
    folder.mkdir(parents=True)
    lines = []
    for noun in nouns:
        source = program(noun)
        (folder / f"jar_{noun}.py").write_text(source, encoding="utf-8")
        about = {"mechanic": "jar", "kind": "game", "skill": "Pattern Recognition", "difficulty": "medium"}
        sha256 = hashlib.sha256(source.encode()).hexdigest()
        lines.append(json.dumps({"file_name": f"jar_{noun}.py", "sha256": sha256, **about}))
    (folder / "manifest.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (data / "corpus").mkdir()
    text = WORDS + "Guess the number in holds between and how many there are with boxed"
    (data / "corpus" / "passages.jsonl").write_text(json.dumps({"text": text}), encoding="utf-8")
    return data / "pools"


def evaluation(noun: str, seeds: range, replies: list[str], arm: str = "plain") -> list[dict[str, Any]]:
    """Rows of the ``evals`` table: the held-out program of ``noun`` on ``seeds`` in one arm."""
    common = {
        "step": 0,
        "policy_version": 0,
        "suite": "held_out",
        "item": "jar",
        "arm": arm,
        "temperature": 0.8,
    }
    return [{**common, "program": f"jar_{noun}.py", **played(program(noun), seed, replies)} for seed in seeds]
