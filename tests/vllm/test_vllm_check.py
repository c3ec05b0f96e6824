"""The check after publishing, around the real engine: what it says of a head that was left behind."""

from __future__ import annotations

import pytest

from pipeline import gpu_parts
from pipeline.gpu_parts import (
    BOUND,
    SHOVE,
    make_learner,
    measure_canary,
    measure_cycle,
    measure_learner,
    measure_throughput,
    nudge,
)
from pipeline.sampler import SamplerError
from pipeline.sampler.canary import CheckedSampler
from pipeline.sampler.vllm_engine import VLLMEngine
from pipeline.sampler.weights import HEAD

KL = 1e-5
"""Float32 on both sides: far below what rounding to bfloat16 would make."""


@pytest.mark.parametrize("tied", [True, False], ids=["tied", "untied"])
@pytest.mark.parametrize("which", ["tiny", "smol"])
def test_a_stale_head_is_caught(which, tied, request):
    found = measure_canary(request.getfixturevalue(which), tied=tied)
    print(found["notes"][0])
    for when in ("start", "published"):
        drift = found[when]
        print(f"{when}: mean |log-prob difference| {drift['mean']:.2e}, KL {drift['kl']:.2e}")
        assert drift["tokens"] == 64 and drift["mean"] < 1e-3 and abs(drift["kl"]) < KL
    said = found["stale_head"]
    print(said)
    assert "the output head looks stale" in said
    assert "embedding looks" not in said and "layers look" not in said


class StillTied(VLLMEngine):
    """The engine without its way around tied embeddings: the model loaded from its files, no head sent."""

    def _options(self, *given):
        options = super()._options(*given)
        del options["hf_overrides"], options["load_format"]
        return options

    def _send(self, weights):
        super()._send(item for item in weights if item[0] != HEAD)


def test_vllms_own_tied_head_is_caught(tiny):
    learner = make_learner(tiny)
    engine = StillTied(tiny, max_rows=16)
    sampler = CheckedSampler(engine, learner.score, bound=BOUND, vocabulary=2560)
    nudge(learner.model, seed=1, share=SHOVE)
    try:
        sampler.publish(learner.weights(), 1)
    except SamplerError as error:
        print(error)
        assert "the output head looks stale" in str(error)
    else:
        pytest.skip("this vLLM keeps no stale copy of a tied head")
    finally:
        engine.close()


def test_learner_and_engine_take_turns(tiny):
    for cycle in measure_cycle(tiny)["cycles"]:
        print({name: round(seconds, 3) for name, seconds in cycle["seconds"].items()})
        assert abs(cycle["drift"]["kl"]) < KL
        assert set(cycle["seconds"]) == {"sample", "sleep", "update", "publish"}


def test_rates_are_measured(tiny, monkeypatch):
    """The parts whose numbers mean something on a card only, made small."""
    monkeypatch.setattr(gpu_parts, "REPEATS", 1)
    monkeypatch.setattr(gpu_parts, "LOADS", {"8 replies of 16": (8, 16)})
    monkeypatch.setattr(gpu_parts, "TRAINED", (4, 64))
    (rates,) = measure_throughput(tiny).values()
    assert rates["ratio"] == pytest.approx(rates["seam_tokens_s"] / rates["alone_tokens_s"])
    trained = measure_learner(tiny, tflops=1.0)
    assert trained["tokens_s"] * trained["seconds"] == pytest.approx(4 * 64)
    assert trained["mfu"] == pytest.approx(trained["flops"] / trained["seconds"] / 1e12)
