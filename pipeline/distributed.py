"""A run on many processes and machines: Ray places and starts, the parts are those of a run in one process.

* ``learner_ranks`` FSDP2 ranks with the same learner inside (``distributed_learner``, ``distributed_ranks``),
* ``sampler_replicas`` samplers behind one sampler's seam (``distributed_sampler``),
* ``sandbox_nodes`` sandboxes behind one sandbox's seam (``distributed_sandbox``).

Each kind has a placement group of its own, so that a lost machine costs what ran on it. The loop, the log and
the run directory stay with the process that was started; learner ranks write their part of a checkpoint into
the run directory themselves, so ranks on other machines need it on a shared file system, and every machine
needs this code at the same place and the model at ``model.path``.

What is lost is started again: a sampler's and a sandbox's work is done elsewhere meanwhile, a lost learner
rank takes the run back to its last complete step (``LearnerLost``, handled by ``run_cli``).
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.config_sections import Config, DistributedSection

if TYPE_CHECKING:
    from pipeline.distributed_ranks import RemoteLearner
    from pipeline.distributed_sampler import ReplicatedSampler
    from pipeline.distributed_sandbox import SandboxPool
    from pipeline.sandbox import Limits

NAMESPACE = "spade"
LOOPBACK = "127.0.0.1"
START_TRIES = 3


class DistributedError(Exception):
    """A cluster that cannot be used, or what was lost too often; one sentence."""


class LearnerLost(Exception):
    """A learner rank is gone, and with it what the others hold: go back to the last complete step."""


def check_ray() -> None:
    """Raise :class:`DistributedError` with one sentence when Ray is not installed."""
    if importlib.util.find_spec("ray") is None:
        raise DistributedError(
            "distributed.learner_ranks, sampler_replicas and sandbox_nodes need the package ray: "
            "pip install 'ray[default]'"
        )


@contextmanager
def open_placement(config: Config) -> Iterator[Placement | None]:
    """What of the run lives in other processes; ``None`` when nothing does. All of it ends with the block.

    Raises :class:`DistributedError` when Ray is missing or the cluster cannot be reached.
    """
    if not config.distributed.active:
        yield None
        return
    check_ray()
    with _connected(config.distributed):
        placement = Placement(config)
        try:
            yield placement
        finally:
            placement.close()


def stay_local() -> None:
    """Have Ray take 127.0.0.1 at its word; it reads this when it is imported. Otherwise it listens at the
    address that other machines see this one by (the switch is named for the systems where that is the rule).
    """
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"


@contextmanager
def _connected(options: DistributedSection) -> Iterator[None]:
    if (options.address or options.host).partition(":")[0] == LOOPBACK:
        stay_local()
    import ray

    if ray.is_initialized():  # whoever connected this process disconnects it
        yield
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    common: dict[str, Any] = {"namespace": NAMESPACE, "log_to_driver": False, "logging_level": "error"}
    if options.address:
        place = options.address
        where: dict[str, Any] = {"address": place}
    else:
        where = {"address": "local", "include_dashboard": False, "num_cpus": _processors(options)}
        place = f"one started at {options.host}"
        where["_node_ip_address"] = options.host
        # by default Ray kills a worker that takes a minute to start on a busy machine, and starts another
        where["_system_config"] = {"worker_register_timeout_seconds": max(60, round(options.start_s))}
    for tries_left in reversed(range(START_TRIES)):
        try:
            ray.init(**where, **common)
            break
        except Exception as error:  # Ray raises bare Exceptions when it does not start
            ray.shutdown()
            if tries_left and not options.address:  # on a busy machine it gives up on itself too early
                continue
            reason = next(iter(str(error).splitlines()), type(error).__name__)
            raise DistributedError(
                f"distributed.address: no Ray cluster can be used ({place}): {reason}"
            ) from None
    try:
        yield
    finally:
        ray.shutdown()


def _processors(options: DistributedSection) -> int:
    """Processors a Ray of our own offers: what was asked for, however many there are."""
    ranks = options.learner_ranks if options.learner_ranks > 1 else 0
    asked = (
        ranks * options.learner_cpus
        + options.sampler_replicas * options.sampler_cpus
        + options.sandbox_nodes * options.sandbox_cpus
    )
    return max(asked, os.cpu_count() or 1)


class Group:
    """Actors of one kind, in one placement group, each in a bundle of its own."""

    def __init__(self, name: str, count: int, cpus: float, gpus: float, strategy: str, start_s: float):
        import ray
        from ray.util.placement_group import placement_group

        self.count = count
        self.start_s = start_s
        self._name = name
        self._needs = {"num_cpus": cpus, "num_gpus": gpus}
        self._actors: list[Any] = []
        bundle = {"CPU": float(cpus)} | ({"GPU": float(gpus)} if gpus else {})
        self._group = placement_group([bundle] * count, strategy=strategy)
        try:
            ray.get(self._group.ready(), timeout=start_s)
        except ray.exceptions.GetTimeoutError:
            self.close()
            free = {key: ray.cluster_resources().get(key, 0) for key in bundle}
            raise DistributedError(
                f"the cluster could not place {count} x {bundle} for distributed.{name} within "
                f"{start_s:g} s; all of it has {free}"
            ) from None

    def start(self, actor: type, bundle: int, *arguments: Any) -> Any:
        """Start an actor in a bundle; returns its handle at once. It is not restarted by Ray, because what
        it held is lost."""
        import ray
        from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

        strategy = PlacementGroupSchedulingStrategy(self._group, placement_group_bundle_index=bundle)
        handle: Any = (
            ray.remote(actor)
            .options(max_restarts=0, scheduling_strategy=strategy, **self._needs)
            .remote(*arguments)
        )
        self._actors.append(handle)
        return handle

    def end(self, handle: Any) -> None:
        """End an actor, dead or alive."""
        import ray

        if handle in self._actors:
            self._actors.remove(handle)
        with contextlib.suppress(ray.exceptions.RayError):
            ray.kill(handle, no_restart=True)

    def close(self) -> None:
        """End every actor and give the placement group back."""
        import ray
        from ray.util.placement_group import remove_placement_group

        for handle in list(self._actors):
            self.end(handle)
        with contextlib.suppress(ray.exceptions.RayError):
            remove_placement_group(self._group)


class Placement:
    """Everything of one run that lives in other processes, each part started when it is first asked for."""

    def __init__(self, config: Config):
        self.config = config
        self.options = config.distributed
        self._groups: list[Group] = []
        self._sampler: ReplicatedSampler | None = None
        self._learner: RemoteLearner | None = None

    def sandbox(self, limits: Limits, level: str) -> SandboxPool | None:
        """The run's sandbox; ``None`` when it runs in this process."""
        if not self.options.sandbox_nodes:
            return None
        from pipeline.distributed_sandbox import SandboxPool

        options = self.options
        group = self._group("sandbox_nodes", options.sandbox_nodes, options.sandbox_cpus, 0.0, "SPREAD")
        return SandboxPool(group, limits, level, restarts=options.restarts)

    def sampler(self, model_dir: Path) -> ReplicatedSampler | None:
        """The run's sampler, one and the same whenever asked for; ``None`` when it runs in this process."""
        if not self.options.sampler_replicas:
            return None
        if self._sampler is None:
            from pipeline.distributed_sampler import ReplicatedSampler

            options = self.options
            group = self._group(
                "sampler_replicas",
                options.sampler_replicas,
                options.sampler_cpus,
                options.sampler_gpus,
                "SPREAD",
            )
            self._sampler = ReplicatedSampler(group, self.config, model_dir, restarts=options.restarts)
        return self._sampler

    def learner(self, model_dir: Path) -> RemoteLearner | None:
        """The run's learner as the model directory has it, in place of one given out earlier; ``None`` when
        it runs in this process."""
        if self.options.learner_ranks < 2:
            return None
        from pipeline.distributed_ranks import RemoteLearner

        options = self.options
        if self._learner is None:
            group = self._group(
                "learner_ranks", options.learner_ranks, options.learner_cpus, options.learner_gpus, "PACK"
            )
            self._learner = RemoteLearner(group, self.config, model_dir)
        else:
            self._learner = self._learner.again()
        return self._learner

    def close(self) -> None:
        """End everything."""
        for group in self._groups:
            group.close()

    def _group(self, name: str, count: int, cpus: float, gpus: float, strategy: str) -> Group:
        group = Group(name, count, cpus, gpus, strategy, self.options.start_s)
        self._groups.append(group)
        return group
