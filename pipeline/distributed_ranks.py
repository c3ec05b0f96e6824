"""Learner ranks as Ray actors, and the run's end of them: a learner whose every call goes to all ranks."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ray
import torch
from ray.exceptions import RayActorError, RayTaskError
from torch import Tensor
from transformers import AutoConfig, AutoModelForCausalLM

from pipeline.checkpoint import save_policy
from pipeline.config_sections import Config
from pipeline.distributed import DistributedError, Group, LearnerLost
from pipeline.learner import LearnerError, UpdateStats, load_policy
from pipeline.rollout import Rollout
from pipeline.torch_setup import configure_torch

if TYPE_CHECKING:
    from pipeline.distributed_learner import ShardedLearner

AFTERMATH_S = 20.0
"""Seconds in which a rank that died becomes known after its peers have complained."""


class LearnerRank:
    """One rank: an actor around one :class:`pipeline.distributed_learner.ShardedLearner`."""

    def __init__(self, config: Config, model_dir: str, rank: int, ranks: int):
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # deterministic kernels ask for it
        self._config, self._model_dir = config, Path(model_dir)
        self._rank, self._ranks = rank, ranks
        self._server: socket.socket | None = None
        self._made: ShardedLearner | None = None

    def meet(self) -> tuple[str, int]:
        """Where the other ranks find this one: an address of its machine that the cluster uses."""
        from pipeline.distributed_learner import listen

        self._server = listen(ray.util.get_node_ip_address())
        return self._server.getsockname()[:2]

    def build(self, host: str, port: int) -> None:
        """Join the others and load this rank's part of the model. Raises ``LearnerError``."""
        from pipeline.distributed_learner import ShardedLearner, join

        config = self._config
        configure_torch(config.run.threads, config.run.seed, onednn=config.run.onednn)
        device = "cuda" if config.distributed.learner_gpus else "cpu"
        join(self._rank, self._ranks, host, port, self._server, device=device)
        self._made = ShardedLearner(
            load_policy(self._model_dir),
            config.learner,
            designer_share=config.advantage.designer_share,
            filter_zero=config.advantage.dynamic_filter,
            device=device,
        )

    @property
    def _learner(self) -> ShardedLearner:
        assert self._made is not None, "build comes first"
        return self._made

    def update(
        self, rollouts: Sequence[Rollout], advantages: Sequence[float]
    ) -> tuple[UpdateStats, int, int]:
        stats = self._learner.update(rollouts, advantages)
        return stats, self._learner.version, self._learner.optimizer_step

    def weights(self) -> list[Any]:
        """A reference to the whole state dict, on rank 0; the state dict itself stays on this machine."""
        state = self._learner.weights()
        return [ray.put(state)] if state else []

    def save_shards(self, directory: str) -> bytes:
        if not Path(directory).is_dir():
            raise LearnerError(
                f"learner rank {self._rank} does not see {directory}: ranks on several machines need the run "
                "directory on a file system they share"
            )
        return self._learner.save_shards(Path(directory))

    def load_shards(self, data: bytes, directory: str) -> tuple[int, int]:
        self._learner.load_shards(data, Path(directory))
        return self._learner.version, self._learner.optimizer_step

    def process(self) -> int:
        """The process number of this rank, on its machine."""
        return os.getpid()


class RemoteWeights(Mapping[str, Tensor]):
    """A state dict in the cluster's object store; fetched when it is looked into, and only then."""

    def __init__(self, reference: Any):
        self.reference = reference
        self._held: dict[str, Tensor] | None = None

    def _all(self) -> dict[str, Tensor]:
        if self._held is None:
            self._held = ray.get(self.reference)
        return self._held

    def __getitem__(self, name: str) -> Tensor:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


class RemoteLearner:
    """The seam of :class:`pipeline.learner.Learner`, with the work done by a group of ranks.

    Any method raises :class:`LearnerLost` when a rank is gone; nothing of this object is usable then but
    :meth:`again`. Making one raises :class:`DistributedError` when ranks do not start in time.
    """

    def __init__(self, group: Group, config: Config, model_dir: Path):
        self._group, self._config, self._model_dir = group, config, model_dir
        self.version = 0
        self.optimizer_step = 0
        self._ranks = [
            group.start(LearnerRank, rank, config, str(model_dir), rank, group.count)
            for rank in range(group.count)
        ]
        host, port = self._call([self._ranks[0].meet.remote()], within=group.start_s)[0]
        self._everyone("build", host, port, within=group.start_s)

    def again(self) -> RemoteLearner:
        """New ranks in place of these, with the model directory's weights."""
        for rank in self._ranks:
            self._group.end(rank)
        return RemoteLearner(self._group, self._config, self._model_dir)

    def update(self, rollouts: Sequence[Rollout], advantages: Sequence[float]) -> UpdateStats:
        """See :meth:`pipeline.learner.Learner.update`."""
        shared = ray.put(list(rollouts))
        found = self._everyone("update", shared, list(advantages))
        stats, self.version, self.optimizer_step = found[0]
        return stats

    def weights(self) -> RemoteWeights:
        """The policy as a plain state dict, left where it is until somebody reads it."""
        return RemoteWeights(self._everyone("weights")[0][0])

    def save_shards(self, directory: Path) -> bytes:
        """Every rank writes its part into a folder of ``directory``; returns what :meth:`load_shards` needs
        besides."""
        (directory / "shards").mkdir()
        return self._everyone("save_shards", str((directory / "shards").resolve()))[0]

    def load_shards(self, data: bytes, directory: Path) -> None:
        """Inverse of :meth:`save_shards`. Raises :class:`LearnerError`."""
        found = self._everyone("load_shards", data, str((directory / "shards").resolve()))
        self.version, self.optimizer_step = found[0]

    def save_pretrained(self, path: Path) -> None:
        """Write the policy in Hugging Face format, as a learner in one process would."""
        with torch.device("meta"):  # a model of the right class without weights of its own
            config = AutoConfig.from_pretrained(self._model_dir, local_files_only=True)
            model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
        save_policy(model, dict(self.weights()), path, self._config.learner.checkpoint_dtype)

    def processes(self) -> list[int]:
        """The ranks' process numbers, each on its machine."""
        return self._everyone("process")

    def _everyone(self, method: str, *arguments: Any, within: float | None = None) -> list[Any]:
        return self._call([getattr(rank, method).remote(*arguments) for rank in self._ranks], within)

    def _call(self, references: list[Any], within: float | None = None) -> list[Any]:
        """Every rank's answer; stops waiting when one has failed, for then the others may wait for it.

        Raises :class:`DistributedError` when no rank answers for ``within`` seconds; ``None``: no limit.
        """
        left, failed = list(references), None
        while left:
            done, left = ray.wait(left, timeout=within if failed is None else AFTERMATH_S)
            if not done:
                break
            failure = _failure(done[0])
            if isinstance(failure, LearnerError):
                raise failure
            if isinstance(failure, RayActorError):
                raise LearnerLost(f"a learner rank is gone ({_first_line(failure)})")
            failed = failed or failure
        if failed is not None:
            raise failed
        if left:
            raise DistributedError(
                f"{len(left)} of {len(references)} learner ranks did not start within {within:g} s, expected "
                "distributed.start_s to be enough for it"
            )
        return ray.get(references)


def _failure(reference: Any) -> Exception | None:
    """What a finished call raised, as its own class where it is one of ours; ``None`` when it did not."""
    try:
        ray.get(reference)
    except RayTaskError as error:
        cause = getattr(error, "cause", None)
        return cause if isinstance(cause, LearnerError) else error
    except RayActorError as error:
        return error
    return None


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
