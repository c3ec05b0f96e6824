"""Privileged hints: from the program, from the policy that reads its source, or none (ALGORITHM.md, step 3).

A hint belongs to one instance, is appended to the first observation of the hinted arm only, holds no
special token and at most ``hints.max_words`` words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from spade_env import derive_seed

from pipeline.chat import Chat
from pipeline.config_sections import Config
from pipeline.prompts import hint_messages
from pipeline.sampler import Sampler, SamplingParams
from pipeline.sandbox import Instance

MIN_LEAK = 3
"""Shortest solution text whose appearance in a written hint counts as telling the answer."""


def clean_hint(text: str | None, clean: Callable[[str], str], max_words: int) -> str | None:
    """The hint on one line, cut to ``max_words``; ``None`` when nothing is left. ``clean`` removes special
    tokens (:meth:`pipeline.chat.ChatFormat.clean`): a hint that closed the turn would end the prompt."""
    return " ".join(clean(text or "").split()[:max_words]) or None


def leaks(hint: str, solution: Sequence[str] | None) -> bool:
    """Whether a written hint tells an action of the solution, or all of its short ones in a row."""
    if not solution:
        return False
    spoken = _plain(hint)
    told = [_plain(action) for action in (*solution, " ".join(solution))]
    return any(len(action.strip()) >= MIN_LEAK and action in spoken for action in told)


class Hints:
    """Gives the hint of each instance of one environment."""

    def __init__(self, config: Config, sampler: Sampler, chat: Chat):
        self._config = config
        self._sampler = sampler
        self._chat = chat

    def of_instances(self, instances: Sequence[Instance], key: str) -> list[str | None]:
        """One hint (or ``None``) per instance of one program; ``key`` seeds what the policy writes."""
        options = self._config.hints
        if options.source == "none" or not instances:
            return [None] * len(instances)
        if options.source == "program":
            return [self._clean(instance.hint) for instance in instances]
        return self._written(instances, key)

    def _written(self, instances: Sequence[Instance], key: str) -> list[str | None]:
        """The policy reads the source once per instance; a hint that tells the solution is dropped."""
        prompts = [
            self._chat.encode(hint_messages(instance.source, instance.first_observation))
            for instance in instances
        ]
        params = SamplingParams(
            temperature=self._config.sampler.agent_temperature,
            max_new_tokens=self._config.hints.max_tokens,
            stop_ids=self._chat.stop_ids,
        )
        seeds = [derive_seed(self._config.run.seed, f"hint:{key}", index) for index in range(len(instances))]
        hints = []
        for instance, completion in zip(
            instances, self._sampler.generate(prompts, params, seeds), strict=True
        ):
            hint = self._clean(self._chat.answer(self._chat.decode(completion.ids)))
            hints.append(None if hint and leaks(hint, instance.solution) else hint)
        return hints

    def _clean(self, text: str | None) -> str | None:
        return clean_hint(text, self._chat.clean, self._config.hints.max_words)


def _plain(text: str) -> str:
    return " " + " ".join(re.findall(r"[a-z0-9]+", text.lower())) + " "
