"""The command on a cluster of two Ray nodes on this machine: the log of one process, whoever is killed."""

import contextlib
import importlib.util
import json
import os
import signal
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pyarrow.parquet as pq
import pytest
import torch
from safetensors.torch import load_file

from pipeline.config import build_config
from pipeline.distributed import (
    LOOPBACK,
    DistributedError,
    LearnerLost,
    Placement,
    open_placement,
    stay_local,
)
from pipeline.run_cli import main, open_sandbox
from pipeline.run_log import RunReader
from pipeline.run_schema import TABLES, WALL_CLOCK
from pipeline.sandbox import Limits, SandboxError
from tests.pipeline.loop_harness import save_micro_model
from tests.pipeline.rank_harness import listening

NEAR = {"rel": 1e-4, "abs": 1e-5}
"""How far a logged number may be from that of a run in one process."""
NEAR_WEIGHTS = 2e-5
STEPS = 3
START_S = 120
"""Seconds in which two nodes, and the processes of a run on them, must have started."""
pytestmark = pytest.mark.timeout(600)  # whole clusters of processes: a minute, several where cores are shared
with_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs ray")

GAME = r'''
class {name}Env:
    """The {noun} count
    Say something whose length a number divides.
    """
    def __init__(self, max_turns=2, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        self.t, self.n = 0, (seed or 0) % 3 + 2
        return f"Say something whose length {self.n} divides.", {}
    def step(self, action):
        self.t += 1
        said = action[7:-1] if action.startswith("\\boxed{") else action
        if len(said) % self.n == 0:
            return "Right.", 1.0, True, False, {}
        return "No.", 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Be brief."
    def solution(self):
        return ["x" * self.n]
'''
"""A game that even a random policy wins now and then, whatever its replies are."""


@pytest.fixture(scope="module")
def options(tmp_path_factory) -> list[str]:
    """A random policy of a few thousand parameters learns to play a pool of two games."""
    path = tmp_path_factory.mktemp("micro")
    lines = []
    for noun in ("cup", "pen"):
        code = GAME.replace("{name}", noun.title()).replace("{noun}", noun)
        (path / f"{noun}.py").write_text(code)
        lines.append(json.dumps({"file_name": f"{noun}.py", "skill": "Optimization", "difficulty": "easy"}))
    (path / "manifest.jsonl").write_text("\n".join(lines))
    given = {
        "model.path": save_micro_model(path / "model"),
        "corpus.enabled": "false",
        "designer.source": "pool",
        "designer.pool": path,
        "designer.prompts": 1,
        "play.seeds_per_env": 2,
        "play.plays_per_seed": 4,
        "play.max_reply_tokens": 160,
        "play.max_context": 1500,
        "run.threads": 1,
        "run.log_tokens": "true",
        "run.checkpoint_every": 1,
        "learner.lr": 3e-3,
        "learner.micro_tokens": 2000,
    }
    return [f"--{name}={value}" for name, value in given.items()]


@pytest.fixture(scope="module")
def single(options, tmp_path_factory) -> Path:
    """A run in one process."""
    path = tmp_path_factory.mktemp("single") / "run"
    assert main([*options, "--steps", str(STEPS), "--out", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def cluster():
    """Options that place a run on two nodes, neither of which has room for all of it.

    Another Ray on this machine is not met: its directory, which also says what ``auto`` connects to, is not
    this one's, every port is any that is free, and the address is given. Beside other work Ray's processes are
    slow to start, since it makes them nice; it kills a worker that takes a minute, and starts another, for
    minutes. Here they are not nice and have longer, and then a test ends with a sentence.
    """
    stay_local()
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 3, "node_ip_address": LOOPBACK, "object_store_memory": 80 << 20}
    node |= {"dashboard_agent_listen_port": 0, "wait": False}
    with (
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as place,
    ):
        patch.setenv("RAY_TMPDIR", place)  # short: sockets are in it, and their paths have a limit
        patch.delenv("RAY_ADDRESS", raising=False)
        patience = {"worker_register_timeout_seconds": START_S, "agent_register_timeout_ms": 1000 * START_S}
        system = {**patience, "worker_niceness": 0}
        head = {**node, "include_dashboard": False, "_system_config": system}
        made = Cluster(initialize_head=True, head_node_args=head)
        try:
            made.add_node(**node)
            made.wait_for_nodes(START_S)
            parts = {"learner_ranks": 2, "sampler_replicas": 2, "sandbox_nodes": 2}
            given = {**parts, "address": made.address, "start_s": START_S}
            yield [f"--distributed.{name}={value}" for name, value in given.items()]
        finally:
            made.shutdown()


def near(one, other, where: str) -> None:
    """Assert equality, of numbers within ``NEAR``."""
    if isinstance(one, float) and isinstance(other, float):
        assert other == pytest.approx(one, nan_ok=True, **NEAR), where
    elif isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for name in one:
            near(one[name], other[name], f"{where}.{name}")
    elif isinstance(one, list):
        assert len(one) == len(other), where
        for place, pair in enumerate(zip(one, other, strict=True)):
            near(*pair, f"{where}[{place}]")
    else:
        assert one == other, where


def same_but_for_float_noise(one: Path, other: Path) -> None:
    for name in TABLES:
        files = sorted(path.name for path in (one / name).glob("*.parquet"))
        assert files == sorted(path.name for path in (other / name).glob("*.parquet"))
        assert len(files) == STEPS
        for file in files:
            first, second = (pq.read_table(path / name / file) for path in (one, other))
            left = {*WALL_CLOCK[name], "publish_drift"}  # ranks check in the update instead
            kept = [column for column in first.column_names if column not in left]
            near(first.select(kept).to_pylist(), second.select(kept).to_pylist(), f"{name}/{file}")
    metas = [json.loads((path / "run.json").read_text()) for path in (one, other)]
    for meta in metas:
        del meta["config"]["distributed"]
    for key in metas[0].keys() - {"started", "finished", "code"}:
        assert metas[0][key] == metas[1][key], key
    exports = [sorted((path / "checkpoints").rglob("model.safetensors")) for path in (one, other)]
    assert [len(found) for found in exports] == [STEPS + 1] * 2  # one of them before the first step
    for first, second in zip(*exports, strict=True):
        tensors, others = load_file(first), load_file(second)
        assert tensors.keys() == others.keys()
        for name, tensor in tensors.items():
            assert torch.allclose(tensor, others[name], rtol=0, atol=NEAR_WEIGHTS), f"{second}: {name}"
        for name in ("config.json", "tokenizer.json"):
            assert (first.parent / name).read_text() == (second.parent / name).read_text()


def doom(monkeypatch, kind: type, method: str, due, killed: list[str]) -> None:
    """At the first call of a method for which ``due(self)``, freeze the process of actor 1, and kill it while
    the call waits for it."""
    original = getattr(kind, method)

    def call(self, *arguments, **more):
        if method not in killed and due(self):
            killed.append(method)
            victim = self.processes()[1]
            os.kill(victim, signal.SIGSTOP)
            threading.Timer(0.5, os.kill, (victim, signal.SIGKILL)).start()
        return original(self, *arguments, **more)

    monkeypatch.setattr(kind, method, call)


def test_the_single_run_learns_and_differs_from_step_to_step(single):
    with RunReader(single) as run:
        updates = run.rows("select grad_norm, trained_tokens, policy_version from updates order by step")
        assert [row["policy_version"] for row in updates] == list(range(STEPS))
        assert all(row["grad_norm"] > 0 and row["trained_tokens"] > 100 for row in updates)


@with_ray
def test_a_run_on_two_nodes_stopped_and_resumed_is_the_run_of_one_process(
    options, cluster, single, tmp_path, capsys, monkeypatch
):
    path, nodes = tmp_path / "run", _watch_placement(monkeypatch)
    assert main([*options, *cluster, "--steps", "2", "--out", str(path)]) == 0
    state = path / "state" / "steps-000002"
    assert {file.name for file in (state / "shards").glob("*.distcp")} == {"__0_0.distcp", "__1_0.distcp"}
    assert main(["--resume", str(path), "--steps", str(STEPS), "--distributed.sandbox_nodes=1"]) == 0
    same_but_for_float_noise(single, path)
    assert "on 2 nodes" in capsys.readouterr().err
    assert [len(used) for used in nodes] == [2, 2]


def _watch_placement(monkeypatch) -> list[set[str]]:
    """Per run, the nodes that its placement groups were on when it ended."""
    seen, close = [], Placement.close

    def closing(self):
        from ray.util import placement_group_table

        groups = [group for group in placement_group_table().values() if group["state"] == "CREATED"]
        seen.append({node for group in groups for node in group["bundles_to_node_id"].values()})
        close(self)

    monkeypatch.setattr(Placement, "close", closing)
    return seen


@with_ray
def test_a_killed_sampler_sandbox_and_learner_rank_change_nothing_in_the_log(
    options, cluster, single, tmp_path, capsys, monkeypatch
):
    from pipeline.distributed_ranks import RemoteLearner
    from pipeline.distributed_sampler import ReplicatedSampler
    from pipeline.distributed_sandbox import SandboxPool

    path, killed = tmp_path / "run", []
    doom(monkeypatch, ReplicatedSampler, "generate", lambda s: s.stats.sampled_tokens > 0, killed)
    doom(monkeypatch, SandboxPool, "act_many", lambda _: (path / "state" / "steps-000001").exists(), killed)
    doom(monkeypatch, RemoteLearner, "update", lambda learner: learner.version == 2, killed)
    assert main([*options, *cluster, "--steps", str(STEPS), "--out", str(path)]) == 0
    assert killed == ["generate", "act_many", "update"]
    assert "learner rank is gone" in (said := capsys.readouterr().err)
    assert "starting again after 2 complete steps" in said
    same_but_for_float_noise(single, path)
    with RunReader(path) as run:
        assert run.problems == []


@with_ray
def test_what_cannot_be_placed_is_one_sentence_and_exit_2(options, cluster, tmp_path, capsys):
    alone = ["--distributed.sampler_replicas=0", "--distributed.sandbox_nodes=0"]
    more = [*alone, "--distributed.learner_ranks=50", "--distributed.start_s=2"]
    assert main([*options, *cluster, *more, "--out", str(tmp_path / "run")]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1 and "distributed.learner_ranks" in said[0]


class Silent:
    """An actor that takes calls and never answers one."""

    def __getattr__(self, method):
        return SimpleNamespace(remote=lambda *arguments: object())


@with_ray
@pytest.mark.parametrize("part", ["learner ranks", "sampler replica", "sandbox nodes"])
def test_a_process_that_does_not_start_is_one_sentence(part, monkeypatch):
    stay_local()
    import ray

    from pipeline.distributed_ranks import RemoteLearner
    from pipeline.distributed_sampler import ReplicatedSampler
    from pipeline.distributed_sandbox import SandboxPool

    monkeypatch.setattr(ray, "wait", lambda references, num_returns=1, timeout=None: ([], references))
    group = SimpleNamespace(count=2, start_s=7.0, start=lambda actor, bundle, *arguments: Silent())
    make = {
        "learner ranks": lambda: RemoteLearner(group, build_config({}), Path("model")),
        "sampler replica": lambda: ReplicatedSampler(
            group, build_config({}), Path("model"), restarts=1
        ).wait(),
        "sandbox nodes": lambda: SandboxPool(group, Limits(), "auto", restarts=1),
    }[part]
    with pytest.raises((DistributedError, SandboxError), match=rf"{part} .*not start within 7 s.*start_s"):
        make()


@with_ray
def test_a_replica_notices_that_weights_are_gone_and_starts_without_them(monkeypatch):
    stay_local()
    import ray
    from ray.exceptions import ActorDiedError, OwnerDiedError, RayTaskError

    from pipeline.distributed_ranks import RemoteWeights
    from pipeline.distributed_sampler import ReplicatedSampler

    gone = RayTaskError("start", "", OwnerDiedError("00" * 28, b"", ""))
    calls, fate = [], {}

    class Call:
        def __init__(self, method, *arguments):
            self.method, self.arguments = method, arguments
            calls.append(self)

    class Actor:
        def __getattr__(self, method):
            return SimpleNamespace(remote=partial(Call, method))

    def get(call):
        stale = "weights of a lost rank" in call.arguments
        if failure := fate.get(call.method) or (stale and fate.get("weights")):
            raise failure

    monkeypatch.setattr(ray, "get", get)
    monkeypatch.setattr(ray, "wait", lambda references, num_returns=1, timeout=None: (references, []))
    group = SimpleNamespace(count=1, start_s=7.0, start=lambda *place: Actor(), end=lambda actor: None)
    sampler = ReplicatedSampler(group, build_config({}), Path("model"), restarts=2)
    sampler.wait()
    sampler.publish(RemoteWeights("weights of a lost rank"), 1)
    fate.update({"generate": ActorDiedError(), "weights": gone})  # first the replica dies, then the rank
    with pytest.raises(LearnerLost, match="went with the learner rank"):
        sampler.generate([[1]], None, [0])
    assert calls[-1].method == "start" and calls[-1].arguments[2:] == ("weights of a lost rank", 1)
    sampler.wait()
    assert calls[-1].method == "start" and len(calls[-1].arguments) == 2


@with_ray
def test_a_ray_of_our_own_listens_at_the_loopback_address_only():
    from tests.pipeline.loop_harness import game

    config = build_config({"distributed": {"sandbox_nodes": 1}})
    with open_placement(config) as placement, open_sandbox(config, placement) as sandbox:
        assert "on 1 nodes" in sandbox.banner
        with sandbox.open(game("lamp"), 3) as instance:
            play = instance.play()
            assert play.act(instance.solution[0])["observation"] == "Right."
            assert (play.outcome, play.ret, play.transcript()["return"]) == ("won", 1.0, 1.0)
        heard = set()
        for process in _descendants(os.getpid()):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it ended meanwhile
                heard |= listening(process)
    assert heard == {LOOPBACK}


def _descendants(process: int) -> list[int]:
    """A process and everything it started that has not been given away."""
    found = [process]
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _descendants(int(child))
    return found


def test_without_ray_the_options_are_one_sentence_and_exit_2(options, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    for option in ("learner_ranks=2", "sampler_replicas=1", "sandbox_nodes=1"):
        assert main([*options, f"--distributed.{option}", "--out", str(tmp_path / "run")]) == 2
        said = capsys.readouterr().err.strip().splitlines()
        assert len(said) == 1 and "pip install 'ray[default]'" in said[0]
    assert not (tmp_path / "run" / "run.json").exists()
