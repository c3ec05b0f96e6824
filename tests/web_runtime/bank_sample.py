"""Episodes of the hand-written bank that every host has to replay to the same bytes."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import spade_env
from spade_env.checks import scripted_replies

from pipeline.bootstrap.mechanics import Theme, load_mechanics, render
from pipeline.vocabulary import DIFFICULTIES

PASSAGES = Path(__file__).parents[2] / "data" / "corpus" / "passages.jsonl"
PER_MECHANIC = len(DIFFICULTIES)


@cache
def bank_programs() -> dict[str, str]:
    """Sources of three programs per mechanic, by name: one per difficulty, each on another passage."""
    rows = [json.loads(line) for line in PASSAGES.read_text(encoding="utf-8").splitlines()]
    sources = {}
    for i, (name, mechanic) in enumerate(load_mechanics().items()):
        for j, difficulty in enumerate(DIFFICULTIES):
            row = rows[(PER_MECHANIC * i + j) % len(rows)]
            theme = Theme(nouns=tuple(row["nouns"]), setting=row["setting"], person=row["person"], seed=i)
            sources[f"{name}-{difficulty}"] = render(mechanic, theme, difficulty, random.Random(f"{name}{j}"))
    return sources


@cache
def bank_jobs() -> list[dict[str, Any]]:
    """One replay job a program: random replies, then those of its solution, so that faults, reminders and
    wins all occur."""
    jobs = []
    for seed, source in enumerate(bank_programs().values(), start=11):
        replies = scripted_replies(spade_env.load(source), seed, spade_env.TURN_CAP)
        jobs.append({"source": source, "seed": seed, "replies": replies, "max_turns": spade_env.TURN_CAP})
        jobs.append({**jobs[-1], "replies": replies[3:]})
    return jobs


def here(job: dict[str, Any]) -> str:
    """The canonical transcript of a job in this interpreter."""
    program = spade_env.load(job["source"])
    transcript = spade_env.replay(program, job["seed"], job["replies"], max_turns=job["max_turns"])
    return spade_env.transcript_json(transcript)
