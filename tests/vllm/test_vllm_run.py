"""Whole runs with the engine: in one process, resumed, with adapters, and in a replica."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from pipeline.run_log import RunReader

sys.path.insert(0, str(Path(__file__).parent))

from vllm_helpers import train

SMALL = ["--designer.prompts", "1", "--play.seeds_per_env", "2", "--play.plays_per_seed", "1"]


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
