"""Whole runs with the engine: in one process, resumed, with adapters, and in a replica."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from pipeline.config import ROOT
from pipeline.run_log import RunReader

SMALL = ["--designer.prompts", "1", "--play.seeds_per_env", "2", "--play.plays_per_seed", "1"]


def train(*arguments):
    """A run in a process of its own, as users start them; its exit status and what it printed."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "web_runtime")])
    done = subprocess.run(
        [sys.executable, "pipeline/run.py", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def updates(directory):
    with RunReader(directory) as run:
        assert run.problems == []
        return run.rows("select * from updates order by step")


@pytest.mark.parametrize("more", [(), ("--learner.lora_rank", "8")], ids=["whole", "adapters"])
def test_a_run_and_its_continuation(tmp_path, more):
    out = tmp_path / "run"
    start = ["--preset", "cpu-tiny", "--sampler.engine", "vllm", *SMALL, *more]
    status, said = train(*start, "--steps", 2, "--out", out)
    assert status == 0, said
    assert "sampler: vLLM" in said
    status, said = train("--resume", out, "--steps", 3)
    assert status == 0, said
    rows = updates(out)
    assert [row["policy_version"] for row in rows] == [0, 1, 2]
    print("kl_sampler:", ", ".join(f"{row['kl_sampler']:.1e}" for row in rows))
    assert all(abs(row["kl_sampler"]) < 1e-4 for row in rows)


@pytest.mark.skipif(find_spec("ray") is None, reason="needs ray")
def test_a_replica(tmp_path):
    out = tmp_path / "run"
    start = ["--preset", "cpu-tiny", "--sampler.engine", "vllm", *SMALL]
    status, said = train(*start, "--steps", 2, "--distributed.sampler_replicas", 1, "--out", out)
    assert status == 0, said
    assert all(abs(row["kl_sampler"]) < 1e-4 for row in updates(out))
