"""Many sandboxes behind the seam of one. A node that is lost takes its plays with it, and nothing else.

A node is an actor around an ordinary sandbox; here are its instances, plays and workers as the run sees
them. The record of an episode is kept on this side, as it is for a sandbox in one process. What a lost node
held ends as an ``infra_fault``, which the turn loop and the validator answer as ever: once more, elsewhere.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from typing import Any

import ray
from ray.exceptions import RayActorError, RayTaskError

from pipeline.distributed import Group
from pipeline.sandbox import Instance, Limits, Play, Sandbox, SandboxError, Worker
from pipeline.sandbox.answers import blank_step
from pipeline.sandbox.instance import MAX_REPLY

LOST = "infra_fault"
TRIES = 2
"""Nodes on which the same request may fail: a third would only be lost to whatever loses them."""
_NEVER = {"done": True, "outcome": "void", "ret": None, "fault": LOST}
Answer = dict[str, Any]


class Node:
    """An actor around one sandbox; instances, plays and workers go by numbers the run gives them."""

    _sandbox: Sandbox

    def __init__(self) -> None:
        self._instances: dict[int, Instance] = {}
        self._plays: dict[int, Play] = {}
        self._workers: dict[int, Worker] = {}

    def start(self, limits: Limits, level: str) -> str:
        """Start the sandbox; its banner. Raises ``SandboxError`` where it cannot protect the machine."""
        self._sandbox = Sandbox(limits, level)
        return self._sandbox.banner

    def process(self) -> int:
        """The process number of this node, on its machine."""
        return os.getpid()

    def open(self, number: int, source: str, seed: int, hash_seed: int) -> Answer:
        self._instances[number] = made = self._sandbox.open(source, seed, hash_seed=hash_seed)
        names = ("fault", "load_error", "first_observation", "turn_limit")
        return {name: getattr(made, name) for name in names}

    def aside(self, number: int) -> Answer:
        made = self._instances[number]
        told = {"hint": made.hint, "solution": made.solution, "tools": made.tools}
        return {**told, "program": made.program_info}

    def play(self, instance: int, number: int) -> Answer:
        self._plays[number] = play = self._instances[instance].play()
        return _state(play)

    def act_many(self, turns: Sequence[tuple[int, str]]) -> list[tuple[Answer, Answer]]:
        """The steps, and the state each play is in after its own."""
        plays = [self._plays[number] for number, _ in turns]
        steps = self._sandbox.act_many([(p, reply) for p, (_, reply) in zip(plays, turns, strict=True)])
        return [(step, _state(play)) for step, play in zip(steps, plays, strict=True)]

    def close_play(self, number: int) -> None:
        if play := self._plays.pop(number, None):
            play.close()

    def close_instance(self, number: int) -> None:
        if made := self._instances.pop(number, None):
            made.close()
            self._plays = {key: play for key, play in self._plays.items() if play._instance is not made}

    def worker(self, number: int, hash_seed: int) -> None:
        self._workers[number] = self._sandbox.worker(hash_seed=hash_seed)

    def request(self, number: int, message: Answer, seconds: float) -> tuple[Answer | None, str | None]:
        return self._workers[number].request(message, seconds)

    def close_worker(self, number: int) -> None:
        if worker := self._workers.pop(number, None):
            worker.close()


def _state(play: Play) -> Answer:
    names = ("observation", "done", "outcome", "ret", "fault")
    return {**{name: getattr(play, name) for name in names}, "turns": len(play.steps)}


class NodeLost(Exception):
    """The node is gone, and everything on it."""


class RemoteNode:
    """The run's end of one node."""

    def __init__(self, actor: Any, bundle: int):
        self.actor, self.bundle = actor, bundle
        self.alive = True

    def call(self, method: str, *arguments: Any) -> Any:
        """One call, waited for. Raises :class:`NodeLost`, or ``SandboxError`` when the sandbox says so."""
        return self.answer(getattr(self.actor, method).remote(*arguments))

    def answer(self, reference: Any) -> Any:
        """What a call brings. Raises as :meth:`call` does."""
        if not self.alive:
            raise NodeLost
        try:
            return ray.get(reference)
        except RayActorError as error:
            self.alive = False
            raise NodeLost(next(iter(str(error).splitlines()), "no reason given")) from None
        except RayTaskError as error:
            cause = getattr(error, "cause", None)
            raise (cause if isinstance(cause, SandboxError | ValueError) else error) from None

    def tell(self, method: str, *arguments: Any) -> None:
        """One call nobody waits for."""
        if self.alive:
            getattr(self.actor, method).remote(*arguments)


class SandboxPool(Sandbox):
    """The seam of :class:`pipeline.sandbox.Sandbox` over the nodes of a group; work goes to them in turn.

    Raises ``SandboxError`` when a node cannot protect its machine or does not start in time, and when more
    than ``restarts`` nodes were lost and nothing could be opened in between.
    """

    def __init__(self, group: Group, limits: Limits, level: str, *, restarts: int):
        self.limits, self.level = limits, level
        self._group, self._restarts = group, restarts
        self._numbers = itertools.count()
        self._turn = itertools.count()
        self._lost = 0
        self._starting: dict[Any, RemoteNode] = {}
        self._nodes: list[RemoteNode] = []
        for bundle in range(group.count):
            self._start(bundle)
        _, late = ray.wait(list(self._starting), num_returns=group.count, timeout=group.start_s)
        if late:
            raise SandboxError(
                f"{len(late)} of {group.count} sandbox nodes did not start within {group.start_s:g} s, "
                "expected distributed.start_s to be enough for it"
            )
        try:
            banners = {node.answer(reference) for reference, node in self._starting.items()}
        except NodeLost as error:
            raise SandboxError(f"a sandbox node was lost while it started: {error}") from None
        self._there()
        self.banner = f"{' / '.join(sorted(banners))}, on {group.count} nodes"

    def open(self, source: str, seed: int, *, hash_seed: int = 0) -> RemoteInstance:
        """See :meth:`pipeline.sandbox.Sandbox.open`."""
        return RemoteInstance(self, source, seed, hash_seed)

    def worker(self, *, hash_seed: int = 0) -> RemoteWorker:
        """See :meth:`pipeline.sandbox.Sandbox.worker`."""
        return RemoteWorker(self, hash_seed)

    def act_many(self, turns: Sequence[tuple[Play, str]]) -> list[dict[str, Any]]:
        """See :meth:`pipeline.sandbox.Sandbox.act_many`; nodes work side by side."""
        shares: dict[RemoteNode, list[tuple[int, RemotePlay, str]]] = {}
        steps = [blank_step(reply) for _, reply in turns]
        for place, (play, reply) in enumerate(turns):
            assert isinstance(play, RemotePlay), "a play of another sandbox"
            if len(reply) > MAX_REPLY:
                raise ValueError(f"a reply may have at most {MAX_REPLY} characters, got {len(reply)}")
            if not play.done:
                shares.setdefault(play.node, []).append((place, play, reply))
        calls = [
            (node, share, node.actor.act_many.remote([(play.number, reply) for _, play, reply in share]))
            for node, share in shares.items()
        ]
        for node, share, reference in calls:
            try:
                answers = node.answer(reference)
            except NodeLost:
                for _, play, _ in share:
                    play.lose()
                continue
            for (place, play, _), (step, state) in zip(share, answers, strict=True):
                steps[place] = step
                play.take(step, state)
        return steps

    def close(self) -> None:
        """End every node; the sandboxes end with them."""
        for node in self._nodes:
            node.alive = False
        self._group.close()

    def processes(self) -> list[int]:
        """The nodes' process numbers, each on its machine."""
        return [node.call("process") for node in self._nodes]

    def number(self) -> int:
        """A number no other instance, play or worker of this pool has."""
        return next(self._numbers)

    def place(self, method: str, number: int, *arguments: Any) -> tuple[RemoteNode, Any]:
        """Call a method on the node whose turn it is, or the next one that is there: the node, its answer."""
        while True:
            nodes = self._there()
            node = nodes[next(self._turn) % len(nodes)]
            try:
                answer = node.call(method, number, *arguments)
            except NodeLost:
                continue
            self._lost = 0
            return node, answer

    def _there(self) -> list[RemoteNode]:
        """Nodes to work with; lost ones are started again, and waited for when there is no other."""
        for node in [node for node in self._nodes if not node.alive]:
            self._nodes.remove(node)
            self._again(node)
        while self._starting:
            left, patience = list(self._starting), 0.0 if self._nodes else self._group.start_s
            done, _ = ray.wait(left, timeout=patience)
            if not done:
                break
            node = self._starting.pop(done[0])
            try:
                node.answer(done[0])
                self._nodes.append(node)
            except NodeLost:
                self._again(node)
        if not self._nodes:
            raise SandboxError(f"no sandbox node came up again within {self._group.start_s:g} s")
        return self._nodes

    def _again(self, lost: RemoteNode) -> None:
        self._lost += 1
        if self._lost > self._restarts:
            raise SandboxError(
                f"sandbox nodes were lost {self._lost} times in a row, more than distributed.restarts"
            )
        self._group.end(lost.actor)
        self._start(lost.bundle)

    def _start(self, bundle: int) -> None:
        node = RemoteNode(self._group.start(Node, bundle), bundle)
        self._starting[node.actor.start.remote(self.limits, self.level)] = node


class RemoteWorker(Worker):
    """See :class:`pipeline.sandbox.Worker`; for checking programs, not for forking plays."""

    def __init__(self, pool: SandboxPool, hash_seed: int):
        self.sandbox, self.limits = pool, pool.limits
        self._number = pool.number()
        self._node, _ = pool.place("worker", self._number, hash_seed)

    def request(self, message: dict[str, Any], seconds: float) -> tuple[dict[str, Any] | None, str | None]:
        """See :meth:`pipeline.sandbox.Worker.request`."""
        try:
            return self._node.call("request", self._number, message, seconds)
        except NodeLost:
            return None, LOST

    def close(self) -> None:
        """Kill the process."""
        self._node.tell("close_worker", self._number)


class RemoteInstance(Instance):
    """See :class:`pipeline.sandbox.Instance`. A program after ``reset(seed)`` is the same wherever it is
    opened, so an instance whose node is lost is opened again when the next play is asked of it."""

    def __init__(self, pool: SandboxPool, source: str, seed: int, hash_seed: int):
        self._pool, self._hash_seed = pool, hash_seed
        self._told: dict[str, Any] | None = None
        self.source, self.seed = source, seed
        self._open()

    def _open(self) -> None:
        self._number = self._pool.number()
        self._node, answer = self._pool.place("open", self._number, self.source, self.seed, self._hash_seed)
        self.fault, self.load_error = answer["fault"], answer["load_error"]
        self.first_observation, self.turn_limit = answer["first_observation"], answer["turn_limit"]

    def _aside(self) -> dict[str, Any]:
        for _ in range(TRIES if self._told is None else 0):
            try:
                self._told = self._node.call("aside", self._number)
                break
            except NodeLost:
                self._open()
        return self._told or {}

    def play(self) -> RemotePlay:
        """See :meth:`pipeline.sandbox.Instance.play`."""
        number = self._pool.number()
        for _ in range(TRIES):
            try:
                state = self._node.call("play", self._number, number)
                return RemotePlay(self, self._node, number, state)
            except NodeLost:
                self._open()
        return RemotePlay(self, self._node, number, {**_NEVER, "observation": self.first_observation})

    def close(self) -> None:
        """End the process and its plays."""
        self._node.tell("close_instance", self._number)


class RemotePlay(Play):
    """See :class:`pipeline.sandbox.Play`: its record is here, its process on a node."""

    def __init__(self, instance: RemoteInstance, node: RemoteNode, number: int, state: Answer):
        self._instance, self._pool = instance, instance._pool
        self.node, self.number = node, number
        self.steps = []
        self._adopt(state)

    def act(self, reply: str) -> dict[str, Any]:
        """See :meth:`pipeline.sandbox.Play.act`."""
        return self._pool.act_many([(self, reply)])[0]

    def take(self, step: dict[str, Any], state: Answer) -> None:
        """Make a step part of the record, if the node did, and adopt the state after it."""
        if state["turns"] > len(self.steps):
            self.steps.append(step)
        self._adopt(state)

    def lose(self) -> None:
        """The node is gone: nobody's fault, and no return."""
        self._finish("void", None, LOST)

    def close(self) -> None:
        """Kill the process; the record stays."""
        self.node.tell("close_play", self.number)

    def _adopt(self, state: Answer) -> None:
        self.observation, self.done = state["observation"], state["done"]
        self.outcome, self.ret, self.fault = state["outcome"], state["ret"], state["fault"]
