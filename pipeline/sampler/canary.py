"""Does the sampler hold what was published? After every publish it samples a few tokens, the learner scores
them, and a run whose sampler says something else stops with a sentence that names the weights to look at.

Two numbers say whether it does: the KL, which goes with the square of the differences and so shows tokens
that are far off, and the mean absolute difference of log-probs, which shows many that are slightly off, as
they are when weights were left behind by an update or two.

Which weights those are is found by trying: one group of weights at a time is published changed beyond
mistake. A group that is taken over shows in what is sampled; one that changes nothing is not reached.
"""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from torch import Tensor, nn

from pipeline.batches import k3
from pipeline.rollout import Rollout
from pipeline.sampler import Adapter, Completion, Sampler, SamplerError, SamplerStats, SamplingParams

ROWS, TOKENS = 8, 8
"""A check samples this many replies of this many tokens."""
PROMPT = 256
"""Last tokens of an earlier prompt that a reply is sampled from."""
TEMPERATURE = 0.7
"""Not 1, so that log-probs of another softmax than the one sampled from are noticed too."""
FACTOR = 1.5
"""What a group of weights is multiplied with to see whether it is taken over."""
UNMOVED = 0.02
"""A group is not reached when the median log-prob of the next token moves by less; factors move it by far
more, and rounding by less."""

DRIFT_BOUND = 0.1
"""Mean absolute difference of log-probs, in nats, at which a check fails: the default of
``learner.drift_bound``. Between bfloat16 kernels some hundredths are usual."""
EXACT, STRICT = 1e-4, 0.01
"""Sampler and learner whose first check, after made-up prompts, finds a mean difference below ``EXACT`` both
compute in float32. They are held to the share ``STRICT`` of the bound: no rounding hides stale weights."""

Score = Callable[[Sequence[Rollout]], tuple[Tensor, Tensor]]
"""Log-probs that the learner and the sampler give the sampled tokens of some rollouts, both (tokens,)."""
State = Mapping[str, Tensor]


@dataclass(frozen=True)
class Drift:
    """One check: mean absolute difference of log-probs and estimated KL, per token, in nats."""

    version: int
    tokens: int
    mean: float
    kl: float


class CheckedSampler:
    """A :class:`pipeline.sampler.Sampler` around another, checked after every publish against ``score``.

    :meth:`publish` raises :class:`pipeline.sampler.SamplerError` when the KL is above ``bound`` or the mean
    absolute difference of log-probs above ``drift_bound``, or above ``STRICT`` of that for a pair that is
    ``EXACT`` (all in nats per token). Tokens of the checks are not in ``stats``. ``last`` is the latest
    check.
    """

    def __init__(
        self,
        engine: Sampler,
        score: Score,
        *,
        bound: float,
        vocabulary: int,
        drift_bound: float = DRIFT_BOUND,
    ):
        self.engine = engine
        self.stats = SamplerStats()
        self.last: Drift | None = None
        self._score, self._bound, self._drift_bound = score, bound, drift_bound
        self._exact: bool | None = None
        rng = random.Random(0)
        self._random = [[rng.randrange(vocabulary) for _ in range(2 * TOKENS)] for _ in range(ROWS)]
        self._prompts = self._random

    def notes(self) -> list[str]:
        """What the engine wants a reader of the log to know."""
        return getattr(self.engine, "notes", list)()

    def generate(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams, seeds: Sequence[int]
    ) -> list[Completion]:
        """One completion per prompt, in order; see :class:`pipeline.sampler.Sampler`."""
        started = time.perf_counter()
        found = self.engine.generate(prompts, params, seeds)
        self.stats.seconds += time.perf_counter() - started
        self.stats.prompt_tokens += sum(map(len, prompts))
        self.stats.sampled_tokens += sum(len(completion.ids) for completion in found)
        if len(prompts) >= ROWS:
            step = len(prompts) // ROWS
            self._prompts = [list(prompt[-PROMPT:]) for prompt in prompts[::step][:ROWS]]
        return found

    def publish(self, weights: nn.Module | State, version: int) -> None:
        """Publish and check, on what was prompted since the last publish: a resumed run checks the same."""
        self.engine.publish(weights, version)
        self.check(weights, version)
        self._prompts = self._random

    def check(self, weights: nn.Module | State, version: int) -> Drift:
        """Compare sampler and learner, both of which are to hold ``weights``; raises
        :class:`pipeline.sampler.SamplerError` when they do not."""
        if self._exact is None:  # asked where no token is certain: log-probs of 0 agree, however coarse
            self._exact = self._drift(version, self._random).mean < EXACT
        self.last = found = self._drift(version, self._prompts)
        self.stats.publish_drift = found.mean
        allowed = self._drift_bound * (STRICT if self._exact else 1.0)
        if not (found.kl <= self._bound and found.mean <= allowed):  # nan is out of step too
            strictly = f" x {STRICT:g}, as both are float32" if self._exact else ""
            raise SamplerError(
                f"sampler and learner disagree after version {version} was published: mean |log-prob "
                f"difference| {found.mean:.4f} (learner.drift_bound = {self._drift_bound:g}{strictly}), KL "
                f"{found.kl:.4f} (learner.kl_bound = {self._bound:g}) over {found.tokens} tokens; "
                f"{self._suspects(weights, version)}"
            )
        return found

    def sleep(self) -> None:
        """See :class:`pipeline.sampler.Sampler`."""
        self.engine.sleep()

    def wake(self) -> None:
        """See :class:`pipeline.sampler.Sampler`."""
        self.engine.wake()

    def _drift(self, version: int, prompts: Sequence[Sequence[int]]) -> Drift:
        rollouts = [
            Rollout(
                "agent",
                (*prompt, *completion.ids),
                (0,) * len(prompt) + (1,) * len(completion.ids),
                (0.0,) * len(prompt) + completion.logprobs,
                TEMPERATURE,
                version,
            )
            for prompt, completion in zip(prompts, self._sample(prompts, TOKENS), strict=True)
        ]
        learner, sampler = (logprobs.double().cpu() for logprobs in self._score(rollouts))
        apart = learner - sampler
        return Drift(version, len(apart), float(apart.abs().mean()), float(k3(apart).mean()))

    def _sample(self, prompts: Sequence[Sequence[int]], tokens: int) -> list[Completion]:
        params = SamplingParams(TEMPERATURE, tokens, stop_ids=())
        return self.engine.generate(prompts, params, range(ROWS))

    def _suspects(self, weights: nn.Module | State, version: int) -> str:
        """What is not taken over when it is published, in words; the weights are published again after."""
        before = self._sample(self._prompts, 1)
        stuck: list[str] = []
        followed: list[str] = []
        for group, changed in changed_groups(weights).items():
            self.engine.publish(changed, version)
            (stuck if _unmoved(before, self._sample(self._prompts, 1)) else followed).append(group)
        self.engine.publish(weights, version)
        if not stuck:
            return "yet every part of the weights is taken over, so they are computed with otherwise"
        looks, are = _verb(stuck, "looks", "look"), _verb(followed, "is", "are")
        rest = f", while {_together(followed)} {are}" if followed else ""
        return f"{_together(stuck)} {looks} stale: not taken over when published{rest}"


class _Changed(dict[str, Tensor]):
    """Weights whose adapter alone is changed."""

    def __init__(self, state: State, adapter: Adapter):
        super().__init__(state)
        self.adapter = adapter


def changed_groups(weights: nn.Module | State) -> dict[str, State]:
    """For every group of weights that is there, by its name in words, the weights with that group changed.

    Weights that carry an adapter have one group, the adapter: it is all that is published of them.
    """
    adapter: Adapter | None = getattr(weights, "adapter", None)
    state = weights.state_dict() if isinstance(weights, nn.Module) else weights
    if adapter is not None:
        scaled = {name: FACTOR * tensor for name, tensor in adapter.tensors.items()}
        return {"the adapter": _Changed(state, replace(adapter, tensors=scaled))}
    groups: dict[str, list[str]] = {}
    for name in state:
        groups.setdefault(group_of(name), []).append(name)
    return {
        group: MappingProxyType({**state, **{name: FACTOR * state[name].cpu() for name in names}})
        for group, names in groups.items()
    }


def group_of(name: str) -> str:
    """What part of a model a weight belongs to, in words."""
    if "lm_head." in name:
        return "the output head"
    if re.search(r"\.(embed_tokens|wte|wpe)\.", f".{name}"):
        return "the embedding"
    return "the layers" if re.search(r"\.(layers|h)\.\d+\.", name) else "the final norm"


def _unmoved(before: Sequence[Completion], after: Sequence[Completion]) -> bool:
    """Whether the same seeds still sample the same next tokens with the same log-probs."""
    moved = [
        abs(a.logprobs[0] - b.logprobs[0]) if a.ids == b.ids else float("inf")
        for a, b in zip(before, after, strict=True)
    ]
    return statistics.median(moved) < UNMOVED


def _together(groups: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(groups[:-1]), groups[-1])))


def _verb(groups: Sequence[str], one: str, more: str) -> str:
    return one if len(groups) == 1 and not groups[0].endswith("layers") else more
