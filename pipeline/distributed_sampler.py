"""Many samplers behind the seam of one: rows are dealt out, and dealt again when a replica is lost.

A row's sample depends on (weights, prompt, seed) alone, up to float noise, so it does not matter which
replica draws it. An episode's next turn goes where its last one was, as far as the load allows, because that
replica still holds its keys and values.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import ObjectLostError, RayActorError, RayTaskError
from torch import Tensor, nn

from pipeline.config_sections import Config
from pipeline.distributed import DistributedError, Group, LearnerLost
from pipeline.distributed_ranks import RemoteWeights
from pipeline.learner import LearnerError
from pipeline.sampler import Completion, Sampler, SamplerError, SamplerStats, SamplingParams
from pipeline.torch_setup import configure_torch

_OWN = (ValueError, SamplerError, LearnerError)
"""What an engine may raise by its seam, or while it loads."""


class Replica:
    """An actor around one sampler of whichever engine the configuration names."""

    _sampler: Sampler

    def start(
        self, config: Config, model_dir: str, weights: Mapping[str, Tensor] | None = None, version: int = 0
    ) -> None:
        """Load the model, and the weights published last. Raises what the engine raises."""
        from pipeline.assemble import load_engine

        configure_torch(config.run.threads, config.run.seed, onednn=config.run.onednn)
        self._sampler = load_engine(config, Path(model_dir))
        if weights is not None:
            self.publish(weights, version)

    def generate(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams, seeds: Sequence[int]
    ) -> list[Completion]:
        return self._sampler.generate(prompts, params, seeds)

    def publish(self, weights: Mapping[str, Tensor], version: int) -> None:
        self._sampler.publish(weights, version)

    def sleep(self) -> None:
        self._sampler.sleep()

    def wake(self) -> None:
        self._sampler.wake()

    def process(self) -> int:
        """The process number of this replica, on its machine."""
        return os.getpid()


class ReplicatedSampler:
    """A :class:`pipeline.sampler.Sampler`. A lost replica's rows go to the others at once, and one like it
    is started in its place.

    ``lost`` counts replicas lost since weights were last published; more than ``restarts`` of them are a
    :class:`DistributedError`.
    """

    def __init__(self, group: Group, config: Config, model_dir: Path, *, restarts: int):
        self.stats = SamplerStats()
        self.lost = 0
        self._group, self._restarts = group, restarts
        self._arguments = (config, str(model_dir))
        self._published: tuple[Any, ...] = ()
        self._home: dict[tuple[int, ...], int] = {}
        self._lengths: set[int] = set()
        self._actors: list[Any] = [None] * group.count
        self._ready: dict[int, Any] = {}
        for bundle in range(group.count):
            self._start(bundle)

    def wait(self) -> None:
        """Until every replica has started: one whose model cannot be loaded is the user's to mend, now. One
        that was to take weights which are gone starts with the model's; the caller publishes others next.

        Raises :class:`DistributedError` when one takes longer than ``distributed.start_s``.
        """
        for bundle in list(self._ready):
            try:
                self._await(bundle)
            except LearnerLost:
                self._published = ()
                self._group.end(self._actors[bundle])
                self._start(bundle)
                self._await(bundle)

    def _await(self, bundle: int) -> None:
        done, _ = ray.wait([self._ready[bundle]], timeout=self._group.start_s)
        if not done:
            raise DistributedError(
                f"sampler replica {bundle} did not start within {self._group.start_s:g} s, expected "
                "distributed.start_s to be enough for it"
            )
        self._answer(bundle, self._ready[bundle])

    def generate(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams, seeds: Sequence[int]
    ) -> list[Completion]:
        """One completion per prompt, in order; see :class:`pipeline.sampler.Sampler`."""
        if len(prompts) != len(seeds):
            raise ValueError(f"{len(prompts)} prompts and {len(seeds)} seeds, expected one seed per prompt")
        started = time.perf_counter()
        found: dict[int, Completion] = {}
        while todo := [row for row in range(len(prompts)) if row not in found]:
            calls = {}
            for bundle, rows in self._deal(todo, prompts).items():
                own = [list(prompts[row]) for row in rows], params, [seeds[row] for row in rows]
                calls[bundle] = rows, self._actors[bundle].generate.remote(*own)
            for bundle, (rows, reference) in calls.items():
                for row, completion in zip(rows, self._answer(bundle, reference) or (), strict=False):
                    found[row] = completion
                    self._remember((*prompts[row], *completion.ids), bundle)
        self.stats.prompt_tokens += sum(map(len, prompts))
        self.stats.sampled_tokens += sum(len(completion.ids) for completion in found.values())
        self.stats.seconds += time.perf_counter() - started
        return [found[row] for row in range(len(prompts))]

    def publish(self, weights: nn.Module | Mapping[str, Tensor], version: int) -> None:
        """Copy new weights into every replica, those still starting included."""
        if isinstance(weights, RemoteWeights):
            reference = weights.reference
        else:
            state = weights.state_dict() if isinstance(weights, nn.Module) else weights
            reference = ray.put({name: tensor.detach().cpu() for name, tensor in state.items()})
        self._published = reference, version
        self._home.clear()
        self._lengths.clear()
        self._everyone("publish", reference, version)
        self.lost = 0

    def sleep(self) -> None:
        """Let every replica give back what memory it can."""
        self._everyone("sleep")

    def wake(self) -> None:
        """Undo :meth:`sleep`."""
        self._everyone("wake")

    def processes(self) -> list[int]:
        """The replicas' process numbers, each on its machine."""
        return ray.get([actor.process.remote() for actor in self._actors])

    def _everyone(self, method: str, *arguments: Any) -> None:
        """Call a method of every replica that has started; the others get it in their turn."""
        self._available()
        calls = [
            (bundle, getattr(actor, method).remote(*arguments)) for bundle, actor in enumerate(self._actors)
        ]
        for bundle, reference in calls:
            if bundle in self._ready:
                self._ready[bundle] = reference
            else:
                self._answer(bundle, reference)

    def _available(self) -> list[int]:
        """Bundles whose replica has started; waits for one when there is none."""
        waiting = {reference: bundle for bundle, reference in self._ready.items()}
        if waiting:
            patience = self._group.start_s if len(waiting) == len(self._actors) else 0
            done, _ = ray.wait(list(waiting), num_returns=len(waiting), timeout=0)
            if not done and patience:
                done, _ = ray.wait(list(waiting), timeout=patience)
            for reference in done:
                self._answer(waiting[reference], reference)
        ready = [bundle for bundle in range(len(self._actors)) if bundle not in self._ready]
        if ready:
            return ready
        if self._ready and done:  # what was to start died instead, and is being started again
            return self._available()
        raise DistributedError(f"no sampler replica came up again within {self._group.start_s:g} s")

    def _answer(self, bundle: int, reference: Any) -> Any:
        """What a replica answers; ``None`` when it is gone, and another is being started in its place.

        Raises :class:`LearnerLost` when it was given weights that are gone: those of a learner rank are
        lost with the rank, and a replica may notice before the learner is asked for anything.
        """
        try:
            answer = ray.get(reference)
        except RayActorError as error:
            self._replace(bundle, error)
            return None
        except RayTaskError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, ObjectLostError):
                raise LearnerLost(
                    "the weights published last went with the learner rank they were on"
                ) from None
            raise (cause if isinstance(cause, _OWN) else error) from None
        self._ready.pop(bundle, None)
        return answer

    def _replace(self, bundle: int, error: RayActorError) -> None:
        reason = next((line.strip() for line in str(error).splitlines() if line.strip()), "no reason given")
        self.lost += 1
        if self.lost > self._restarts:
            raise DistributedError(
                f"sampler replicas were lost {self.lost} times in a step, more than distributed.restarts: "
                f"{reason}"
            )
        self._group.end(self._actors[bundle])
        self._start(bundle)
        self._home = {key: home for key, home in self._home.items() if home != bundle}

    def _start(self, bundle: int) -> None:
        self._actors[bundle] = actor = self._group.start(Replica, bundle)
        self._ready[bundle] = actor.start.remote(*self._arguments, *self._published)

    def _deal(self, rows: Sequence[int], prompts: Sequence[Sequence[int]]) -> dict[int, list[int]]:
        """Rows per replica: each where its beginning is known, if there is room, else where most is."""
        shares: dict[int, list[int]] = {bundle: [] for bundle in self._available()}
        room = -(-len(rows) // len(shares))
        homeless = []
        for row in rows:
            home = self._home_of(tuple(prompts[row]))
            if home in shares and len(shares[home]) < room:
                shares[home].append(row)
            else:
                homeless.append(row)
        for row in homeless:
            min(shares.values(), key=len).append(row)
        return {bundle: sorted(own) for bundle, own in shares.items() if own}

    def _home_of(self, prompt: tuple[int, ...]) -> int | None:
        for length in sorted((n for n in self._lengths if n <= len(prompt)), reverse=True):
            if (home := self._home.get(prompt[:length])) is not None:
                return home
        return None

    def _remember(self, tokens: tuple[int, ...], bundle: int) -> None:
        self._home[tokens] = bundle
        self._lengths.add(len(tokens))
