"""SIGKILL at twenty random moments of one run: nothing complete is lost, no half step is ever visible."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.config import ROOT
from pipeline.run_log import RunReader
from tests.pipeline.test_run import command, micro, pool, run, same_log  # noqa: F401

KILLS, STEPS = 20, 30


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_twenty_kills_at_random_moments_change_nothing(micro, tmp_path):  # noqa: F811
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    options = [*micro, "--steps", STEPS]
    started = time.monotonic()
    assert run(*options, "--out", whole).returncode == 0
    span = time.monotonic() - started
    rng, done, kills = random.Random(20), 0, 0
    while kills < KILLS:
        fresh = not (killed / "run.json").exists()
        arguments = [*options, "--out", killed] if fresh else ["--resume", killed]
        process = subprocess.Popen(command(*arguments), cwd=ROOT, stdout=sys.stderr, stderr=sys.stderr)
        try:  # anywhere from the first import to a few steps in
            process.wait(timeout=rng.uniform(0.1, 0.6) * span)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
        else:
            assert process.returncode == 0
        done = steps_seen(killed, at_least=done)
        if done == STEPS:
            break
    assert kills >= KILLS or done == STEPS
    assert run("--resume", killed).returncode == 0
    assert same_log(whole, killed)


def steps_seen(path: Path, *, at_least: int) -> int:
    """Complete steps of a run that was just killed: readable, whole, and never fewer than before."""
    if not (path / "run.json").exists():
        return 0
    with RunReader(path) as reader:
        assert reader.problems == []
        assert reader.steps >= at_least
        for table in ("designs", "plays", "updates"):
            steps = {row["step"] for row in reader.rows(f"select distinct step from {table}")}
            assert steps <= set(range(reader.steps))
        updates = reader.rows("select count(*) as n from updates")[0]["n"]
        assert updates == reader.steps == reader.meta["counts"]["steps"]
        return reader.steps
