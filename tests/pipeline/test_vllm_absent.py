"""Choosing vLLM where it is not installed."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from pipeline.assemble import load_engine
from pipeline.gpu_check import main as gpu_check
from pipeline.run_cli import main
from pipeline.sampler import SamplerError
from tests.pipeline.loop_harness import save_micro_model, small_config

pytestmark = pytest.mark.skipif(find_spec("vllm") is not None, reason="vLLM is installed")


@pytest.fixture
def model(tmp_path):
    return save_micro_model(tmp_path / "model")


def test_a_run_says_one_sentence_and_leaves_no_log(model, tmp_path, capsys):
    out = tmp_path / "run"
    options = ["--preset", "cpu-tiny", "--model.path", str(model), "--sampler.engine", "vllm"]
    assert main([*options, "--out", str(out)]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1 and said[0].startswith("sampler.engine 'vllm' needs the package vllm")
    assert not (out / "run.json").exists()


def test_a_replica_says_the_same(model):
    config = small_config(model, sampler={"engine": "vllm"})
    with pytest.raises(SamplerError, match="needs the package vllm"):
        load_engine(config, model)


def test_the_gpu_check_refuses_without_a_card(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert gpu_check(["--out", str(tmp_path / "gpu")]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1 and "CUDA device" in said[0]
    assert not (tmp_path / "gpu").exists()
