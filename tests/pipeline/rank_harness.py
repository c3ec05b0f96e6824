"""Two learner ranks in processes of their own, without Ray, and what a process listens at."""

from __future__ import annotations

import multiprocessing
import os
import socket
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

RANKS = 2
PATIENCE_S = 280.0
LISTENING = "0A"


def on_ranks(work: Callable[..., Any], *arguments: Any) -> list[Any]:
    """What ``work(rank, *arguments)`` returns on each of two ranks of one process group."""
    context = multiprocessing.get_context("spawn")
    meeting, results = context.Queue(), context.Queue()
    processes = [
        context.Process(target=_rank, args=(work, rank, meeting, results, arguments)) for rank in range(RANKS)
    ]
    for process in processes:
        process.start()
    found: dict[int, Any] = {}
    try:
        while len(found) < RANKS:
            rank, failure, result = results.get(timeout=PATIENCE_S)
            assert not failure, failure  # the other rank may be waiting for this one
            found[rank] = result
    finally:
        for process in processes:
            if len(found) < RANKS:
                process.kill()
            process.join()
    return [found[rank] for rank in range(RANKS)]


def _rank(work: Callable[..., Any], rank: int, meeting: Any, results: Any, arguments: Sequence[Any]) -> None:
    import torch.distributed as dist

    from pipeline.distributed_learner import join, listen
    from pipeline.torch_setup import configure_torch

    try:
        configure_torch(1, 0)
        server = listen("127.0.0.1") if rank == 0 else None
        if server is not None:
            meeting.put(server.getsockname()[1])
            join(rank, RANKS, "127.0.0.1", server.getsockname()[1], server)
        else:
            join(rank, RANKS, "127.0.0.1", meeting.get(timeout=PATIENCE_S))
        found = work(rank, *arguments)
        dist.barrier()
        dist.destroy_process_group()
        results.put((rank, "", found))
    except Exception:
        results.put((rank, traceback.format_exc(), None))


def listening(process: int | str = "self") -> set[str]:
    """The IPv4 addresses a process listens at; ``"::"`` for any IPv6 address but the loopback one."""
    descriptors = Path(f"/proc/{process}/fd")
    own = set()
    for descriptor in descriptors.iterdir():
        try:
            own.add(os.readlink(descriptor))
        except OSError:  # closed meanwhile
            continue
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENING and f"socket:[{fields[9]}]" in own:
                found.add(_address(fields[1].partition(":")[0]))
    return found


def _address(text: str) -> str:
    raw = bytes.fromhex(text)
    if len(raw) == 4:
        return socket.inet_ntoa(raw[::-1])
    words = b"".join(raw[i : i + 4][::-1] for i in range(0, 16, 4))
    if words[:12] == bytes(10) + b"\xff\xff":
        return socket.inet_ntoa(words[12:])
    return "127.0.0.1" if words == bytes(15) + b"\x01" else "::"
