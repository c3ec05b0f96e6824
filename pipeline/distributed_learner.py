"""The learner on several processes: the same :class:`pipeline.learner.Learner`, its model sharded by FSDP2.

Every rank is given all rollouts of a step, computes the same loss weights from them, and takes its share of
the rows. Weights attach to rollouts, so gradients are *summed* over ranks: N ranks compute what one process
computes, up to the order of float additions. A rank whose share makes fewer micro-batches than another's
goes through the motions with a batch that holds no sampled token, because collectives must match.

Needs torch only; who starts the ranks (Ray, or a test) is not this file's business.
"""

from __future__ import annotations

import datetime
import fcntl
import hashlib
import json
import os
import socket
import struct
from collections.abc import Sequence
from pathlib import Path
from types import MethodType
from typing import Any

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import Tensor
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FSDPModule, fully_shard, register_fsdp_forward_method
from torch.distributed.tensor import DTensor
from transformers import PreTrainedModel

from pipeline.adapters import merged_state
from pipeline.batches import Batch, Row, Totals
from pipeline.config_sections import LearnerSection
from pipeline.learner import Learner, LearnerError, sampled_logits

FORWARD = "spade_sampled_logits"
"""The method of a sharded model that gathers its parameters, computes, and lets them go again."""
_SIOCGIFADDR = 0x8915
_JOIN_TIMEOUT = datetime.timedelta(minutes=10)


def listen(host: str) -> socket.socket:
    """A socket that listens at ``host`` and nowhere else, for the ranks to find each other."""
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    server.bind((host, 0))
    server.listen(128)
    return server


def join(
    rank: int, ranks: int, host: str, port: int, server: socket.socket | None = None, *, device: str = "cpu"
) -> None:
    """Enter the process group; blocks until all ``ranks`` have. Rank 0 passes the socket of :func:`listen`
    that the others reach at ``host:port``. Nothing binds to any other address of this machine."""
    own = server.getsockname()[0] if server is not None else _address_towards(host, port)
    interface = _interface_of(own)
    os.environ["GLOO_SOCKET_IFNAME"] = os.environ["NCCL_SOCKET_IFNAME"] = interface
    store = dist.TCPStore(
        host,
        port,
        ranks,
        is_master=server is not None,
        timeout=_JOIN_TIMEOUT,
        wait_for_workers=False,
        master_listen_fd=server.detach() if server is not None else None,
    )
    backend = "cpu:gloo,cuda:nccl" if device == "cuda" else "gloo"
    dist.init_process_group(backend, store=store, rank=rank, world_size=ranks, timeout=_JOIN_TIMEOUT)


def _address_towards(host: str, port: int) -> str:
    """The address of this machine that ``host`` sees."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, port))  # chooses a route; no packet is sent
        return probe.getsockname()[0]


def _interface_of(address: str) -> str:
    """Name of the network interface with this address. Raises :class:`LearnerError` if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                found = socket.inet_ntoa(fcntl.ioctl(probe, _SIOCGIFADDR, request)[20:24])
            except OSError:  # an interface without an address
                continue
            if found == address or (name == "lo" and address.startswith("127.")):
                return name
    raise LearnerError(f"no network interface of this machine has the address {address}")


class ShardedLearner(Learner):
    """One rank of a learner. Every public method is collective: all ranks call it with the same arguments.

    Each rank loads the whole model into host memory before it keeps its part of it. ``device`` is ``cpu`` or
    ``cuda``, as given to :func:`join`; on a GPU a rank takes the first it sees.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        options: LearnerSection,
        *,
        designer_share: float,
        filter_zero: bool,
        device: str = "cpu",
    ):
        self._device = device
        super().__init__(model, options, designer_share=designer_share, filter_zero=filter_zero)

    def _place(self, model: PreTrainedModel) -> PreTrainedModel:
        model.to(torch.device(self._device))  # type: ignore[arg-type]
        mesh = init_device_mesh(self._device, (dist.get_world_size(),))
        blocks = set(model._no_split_modules or ())
        for part in list(model.modules()):
            if type(part).__name__ in blocks:
                fully_shard(part, mesh=mesh)
        fully_shard(model, mesh=mesh)
        for part in model.modules():
            if isinstance(part, FSDPModule):
                part.set_gradient_divide_factor(1.0)  # a sum, not a mean, ...
                part.set_force_sum_reduction_for_comms(True)  # ... by an operation every backend knows
        setattr(model, FORWARD, MethodType(sampled_logits, model))
        register_fsdp_forward_method(model, FORWARD)
        return model

    def _share(self, rows: Sequence[Row]) -> list[Batch]:
        """Rows dealt out by length, so that shares are alike; as many micro-batches on every rank."""
        ranks, ordered = dist.get_world_size(), sorted(rows, key=lambda row: len(row.rollout.ids))
        shares = [ordered[rank::ranks] for rank in range(ranks)]
        count = max(sum(1 for _ in self._chunks(share)) for share in shares)
        own = list(self._batches(shares[dist.get_rank()]))
        device = next(self.model.parameters()).device
        return own + [_inert().to(device)] * (count - len(own))

    def _logits(self, model: PreTrainedModel, batch: Batch) -> Tensor:
        return getattr(model, FORWARD)(batch.ids, batch.sampled)

    def _together(self, totals: Totals) -> Totals:
        sums = torch.tensor(totals.as_list(), dtype=torch.float64)
        dist.all_reduce(sums)
        return Totals.of_list(sums.tolist())

    def _clip(self) -> float:
        trained = [p for p in self.model.parameters() if p.grad is not None]
        norm = torch.nn.utils.get_total_norm([p.grad for p in trained if p.grad is not None])
        if isinstance(norm, DTensor):
            norm = norm.full_tensor()
        torch.nn.utils.clip_grads_with_norm_(trained, self.options.grad_clip, norm)
        return float(norm)

    @torch.no_grad()
    def weights(self) -> dict[str, Tensor]:
        """The whole policy on rank 0, in host memory, tied weights as one tensor; nothing elsewhere."""
        first = dist.get_rank() == 0
        names = _first_names(self.model)
        gathered: dict[str, Tensor] = {}
        for name, tensor in merged_state(self.model).items():
            one = names.get(name, name)
            if one not in gathered:
                whole = tensor.full_tensor() if isinstance(tensor, DTensor) else tensor
                gathered[one] = whole.detach().cpu() if first else torch.empty(0)
            gathered[name] = gathered[one]
        return gathered if first else {}

    def save_shards(self, directory: Path) -> bytes:
        """Write this rank's part of weights and optimiser to ``directory``, which all ranks must see as one
        place; returns what :meth:`load_shards` needs besides, the same on every rank."""
        dcp.save(self._tensors(), checkpoint_id=directory)
        entries = {
            key: bool(value.dim())
            for state in list(self._optimizer.state.values())[:1]
            for key, value in state.items()
        }
        manifest = {
            "version": self.version,
            "optimizer_step": self.optimizer_step,
            "optimizer": entries,
            "files": _digests(directory),
        }
        return json.dumps(manifest, sort_keys=True).encode()

    def load_shards(self, data: bytes, directory: Path) -> None:
        """Inverse of :meth:`save_shards`, on any number of ranks. Raises :class:`LearnerError`."""
        manifest = read_manifest(data)
        for name, digest in _digests(directory).items():
            if manifest["files"].pop(name, None) != digest:
                raise LearnerError(f"{directory / name} is damaged, so the run cannot resume")
        if manifest["files"]:
            missing = directory / min(manifest["files"])
            raise LearnerError(f"{missing} is missing, so the run cannot resume")
        for parameter in self._trained().values() if manifest["optimizer"] else ():
            self._optimizer.state[parameter] = {
                key: torch.zeros_like(parameter) if shaped else torch.zeros(())
                for key, shaped in manifest["optimizer"].items()
            }
        tensors = self._tensors()
        try:
            dcp.load(tensors, checkpoint_id=directory)
        except (RuntimeError, ValueError, KeyError, dcp.api.CheckpointException) as error:
            reason = next(iter(str(error).splitlines()), type(error).__name__)
            raise LearnerError(f"saved weights do not fit this model ({reason})") from None
        self.version, self.optimizer_step = manifest["version"], manifest["optimizer_step"]

    def _trained(self) -> dict[str, torch.nn.Parameter]:
        return {name: p for name, p in self.model.named_parameters() if p.requires_grad}

    def _tensors(self) -> dict[str, Any]:
        """Every tensor of the state by a name of its own; they share memory with model and optimiser."""
        names = _first_names(self.model)
        state = self.model.state_dict()
        tensors = {f"model.{name}": state[name] for name in state if names.get(name, name) == name}
        for name, parameter in self._trained().items():
            for key, value in self._optimizer.state.get(parameter, {}).items():
                tensors[f"optimizer.{name}.{key}"] = value
        return tensors


def read_manifest(data: bytes) -> dict[str, Any]:
    """What :meth:`ShardedLearner.save_shards` returned. Raises :class:`LearnerError` for anything else."""
    try:
        manifest = json.loads(data)
        if {"version", "optimizer_step", "optimizer", "files"} <= manifest.keys():
            return manifest
    except (ValueError, AttributeError):
        pass
    raise LearnerError(
        "the saved weights are those of a learner in one process: resume with distributed.learner_ranks 0"
    )


def _first_names(model: torch.nn.Module) -> dict[str, str]:
    """For every name of a parameter, the first name of that parameter (tied weights have two)."""
    first: dict[int, str] = {}
    return {
        name: first.setdefault(id(parameter), name)
        for name, parameter in model.named_parameters(remove_duplicate=False)
    }


def _digests(directory: Path) -> dict[str, str]:
    """SHA-256 of every file of a checkpoint; each rank reads its part of them."""
    dist.barrier()
    files = sorted(path.name for path in directory.iterdir())
    own = {}
    for name in files[dist.get_rank() :: dist.get_world_size()]:
        with (directory / name).open("rb") as handle:
            own[name] = hashlib.file_digest(handle, "sha256").hexdigest()
    parts: list[dict[str, str] | None] = [None] * dist.get_world_size()
    dist.all_gather_object(parts, own)
    return dict(sorted((name, digest) for part in parts for name, digest in (part or {}).items()))


def _inert() -> Batch:
    """Two tokens, neither of them sampled: a forward and a backward pass that add nothing to any sum."""
    nothing = torch.zeros(0)
    return Batch(
        ids=torch.zeros(1, 2, dtype=torch.long),
        sampled=torch.zeros(1, 1, dtype=torch.bool),
        sampler=nothing,
        advantage=nothing,
        weight=nothing,
        temperature=nothing,
        designer=torch.zeros(0, dtype=torch.bool),
    )
