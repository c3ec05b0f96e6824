"""Two FSDP2 ranks against one process: the same updates, a state in parts, nothing beyond the loopback."""

import math
from pathlib import Path

import numpy as np
import pytest
import torch

from pipeline.learner import Learner, LearnerError
from tests.pipeline.rank_harness import listening, on_ranks
from tests.pipeline.test_learner import OPTIONS, VOCAB, micro_model, rollout

CASES = {
    "all weights": {},
    "a reference, layers recomputed": {"kl_coef": 0.5, "recompute": True},
    "adapters": {"lora_rank": 2},
}
SUMS = ("loss", "loss_designer", "loss_agent", "kl_sampler", "kl_reference", "entropy", "clip_fraction")
COUNTS = ("rollouts_designer", "rollouts_agent", "trained_tokens", "learning_rate")
NEAR, NEXT = {"rel": 1e-5, "abs": 1e-7}, {"rel": 1e-3, "abs": 1e-6}
"""How far the numbers of the first update may differ (float32 additions in another order) and those of later
ones: Adam divides by the gradient's size, so noise in a gradient near zero is noise in a weight."""
NEAR_WEIGHTS = 2e-4
"""How far a weight may be after five steps of 3e-3."""


def options(**more):
    """Two epochs with clipping in the second, and micro-batches of one or two rows."""
    base = {"grad_clip": 1.0, "epochs": 2, "clip_low": 0.01, "clip_high": 0.01, "micro_tokens": 20}
    return OPTIONS.model_copy(update=base | more)


def model(seed: int = 0):
    made = micro_model(seed)
    torch.set_num_threads(1)  # as many processes as processors
    return made


def batch(rows: int | None = None):
    rng = np.random.default_rng(3)
    rollouts = [
        rollout(rng, "designer", 20, 5),
        rollout(rng, "designer", 9, 4),
        rollout(rng, "agent", 12, 3, gap=(6, 7)),
        rollout(rng, "agent", 7, 3),
        rollout(rng, "agent", 15, 6, gap=(9,)),
    ]
    return rollouts[:rows], [1.0, -1.0, 0.8, -1.3, 0.4][:rows]


def steps(kind, given) -> tuple:
    """Two updates on everything, one on a single rollout, one on nothing: their numbers, and the learner."""
    learner = kind(model(), given, designer_share=0.4, filter_zero=True)
    nothing = batch()[0], [0.0] * 5
    stats = [learner.update(*data) for data in (batch(), batch(), batch(1), nothing)]
    return stats, learner


def work(rank: int, directory: str) -> dict:
    from pipeline.distributed_learner import ShardedLearner

    found: dict = {"listening": listening(), "cases": {}}
    for name, more in CASES.items():
        stats, learner = steps(ShardedLearner, options(**more))
        found["cases"][name] = stats, {k: v.numpy() for k, v in learner.weights().items()}
        parameters = list(learner.model.parameters())
        found["held"] = sum(p.to_local().numel() for p in parameters), sum(p.numel() for p in parameters)
    found["stopped"] = _stopped(ShardedLearner)
    found["resumed"] = _resumed(ShardedLearner, Path(directory), rank)
    return found


def _stopped(kind) -> tuple[str, bool]:
    learner = kind(model(), options(kl_bound=1e-3), designer_share=0.4, filter_zero=True)
    before = learner.weights()
    try:
        learner.update(*batch())
        said = ""
    except LearnerError as error:
        said = str(error)
    after = learner.weights()
    return said, all(torch.equal(before[name], after[name]) for name in before)


def _resumed(kind, directory: Path, rank: int) -> dict:
    _, learner = steps(kind, options())
    data = learner.save_shards(directory)
    other = kind(model(seed=9), options(), designer_share=0.4, filter_zero=True)
    other.load_shards(data, directory)
    same = other.version, other.optimizer_step, learner.update(*batch()) == other.update(*batch())
    damaged = directory / "__1_0.distcp"
    if rank == 1:
        damaged.write_bytes(damaged.read_bytes()[:-1] + b"?")
    said = []
    for manifest in (data, b"PK of another kind"):
        try:
            other.load_shards(manifest, directory)
        except LearnerError as error:
            said.append(str(error))
    return {"same": same, "said": said, "damaged": str(damaged)}


@pytest.fixture(scope="module")
def ranks(tmp_path_factory):
    return on_ranks(work, str(tmp_path_factory.mktemp("shards")))


@pytest.mark.parametrize("case", CASES)
def test_two_ranks_do_what_one_process_does(ranks, case):
    expected, learner = steps(Learner, options(**CASES[case]))
    assert expected[1].clip_fraction > 0
    for rank in ranks:
        for number, (one, other) in enumerate(zip(expected, rank["cases"][case][0], strict=True)):
            for name in SUMS:
                close = pytest.approx(getattr(one, name), nan_ok=True, **(NEXT if number else NEAR))
                assert getattr(other, name) == close, (number, name)
            for name in COUNTS:
                assert getattr(other, name) == getattr(one, name), (number, name)
            assert other.grad_norm == pytest.approx(one.grad_norm, nan_ok=True, **NEXT)
    assert math.isnan(expected[-1].loss) and expected[-1].kl_sampler > 0
    weights, (whole, nothing) = learner.weights(), [rank["cases"][case][1] for rank in ranks]
    assert nothing == {}
    assert whole.keys() == weights.keys()
    assert weights["lm_head.weight"].shape == (VOCAB, 16)
    for name, tensor in weights.items():
        assert np.allclose(whole[name], tensor.numpy(), rtol=0, atol=NEAR_WEIGHTS), name


def test_each_rank_holds_a_part_of_every_weight(ranks):
    (one, total), (other, _) = (rank["held"] for rank in ranks)
    assert one + other == total
    assert one < 0.6 * total and other < 0.6 * total


def test_a_sampler_out_of_step_stops_every_rank_before_any_weight_changes(ranks):
    for rank in ranks:
        said, unchanged = rank["stopped"]
        assert "kl_bound" in said and unchanged


def test_a_state_in_parts_continues_to_the_bit_and_damage_is_one_sentence(ranks):
    for rank in ranks:
        found = rank["resumed"]
        assert found["same"] == (4, 6, True)
        assert found["said"][0] == f"{found['damaged']} is damaged, so the run cannot resume"
        assert "one process" in found["said"][1]


def test_ranks_listen_at_the_loopback_address_only(ranks):
    assert ranks[0]["listening"] == {"127.0.0.1"}
    assert ranks[1]["listening"] <= {"127.0.0.1"}
