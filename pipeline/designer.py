"""Role 1: from a passage, remembered environments, a skill and a difficulty word to programs.

Every attempt is kept, valid or not (ALGORITHM.md, step 1): nothing is resampled and nothing repaired.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from spade_env import derive_seed

from pipeline.chat import Chat
from pipeline.config_sections import Config
from pipeline.corpus import Corpus
from pipeline.memory import Memory, Record
from pipeline.prompts import DesignRequest, Exemplar, designer_messages, extract_program
from pipeline.rollout import Rollout
from pipeline.sampler import Sampler, SamplingParams
from pipeline.vocabulary import TOOL_SKILL


@dataclass(frozen=True)
class Draft:
    """A program as the designer wrote it, with the request it answers. ``rollout`` is ``None`` for
    programs from a pool."""

    request: DesignRequest
    prompt: int
    code: str
    doc_id: str | None
    parent_ids: tuple[str, ...]
    rollout: Rollout | None


class Designer:
    """Writes ``prompts * designs_per_prompt`` drafts on a design step."""

    def __init__(
        self,
        config: Config,
        sampler: Sampler,
        chat: Chat,
        corpus: Corpus | None,
        memory: Memory | None,
    ):
        self._config = config
        self._sampler = sampler
        self._chat = chat
        self._corpus = corpus
        self._memory = memory

    def write(self, step: int) -> list[Draft]:
        """Sample this step's drafts; a function of the seed, the step, the policy, memory and corpus."""
        options, run_seed = self._config.designer, self._config.run.seed
        requests = [self._request(step, prompt) for prompt in range(options.prompts)]
        jobs = [
            (prompt, *request)
            for prompt, request in enumerate(requests)
            for _ in range(options.designs_per_prompt)
        ]
        form = self._config.model.form
        prompt_ids = [
            self._chat.encode(designer_messages(request, form), thinking=self._config.model.thinking_designer)
            for _, request, _, _ in jobs
        ]
        params = SamplingParams(
            temperature=self._config.sampler.designer_temperature,
            max_new_tokens=options.max_tokens,
            stop_ids=self._chat.stop_ids,
        )
        seeds = [derive_seed(run_seed, f"design:{step}", index) for index in range(len(jobs))]
        completions = self._sampler.generate(prompt_ids, params, seeds)
        drafts = []
        for (prompt, request, doc_id, parents), ids, completion in zip(
            jobs, prompt_ids, completions, strict=True
        ):
            rollout = Rollout(
                role="designer",
                ids=(*ids, *completion.ids),
                mask=(*[0] * len(ids), *[1] * len(completion.ids)),
                logprobs=(*[0.0] * len(ids), *completion.logprobs),
                temperature=params.temperature,
                policy_version=completion.policy_version,
                counted=completion.counted,
            )
            code = extract_program(self._chat.answer(self._chat.decode(completion.ids)), form)
            drafts.append(Draft(request, prompt, code, doc_id, parents, rollout))
        return drafts

    def _request(self, step: int, prompt: int) -> tuple[DesignRequest, str | None, tuple[str, ...]]:
        options = self._config.designer
        rng = random.Random(derive_seed(self._config.run.seed, f"request:{step}", prompt))
        kind = "tool_use" if rng.random() < options.tool_use_share else "game"
        skill = TOOL_SKILL if kind == "tool_use" else rng.choice(options.skills)
        difficulty = rng.choice(options.difficulties)
        passage = self._corpus.draw() if self._corpus else None
        good: list[Record] = []
        bad: list[Record] = []
        if self._memory is not None:
            good, bad = self._memory.retrieve(rng, kind=kind, skill=skill, step=step)
        request = DesignRequest(
            kind=kind,
            skill=skill,
            difficulty=difficulty,
            passage=passage.text if passage else None,
            positives=tuple(_exemplar(record) for record in good),
            negatives=tuple(_exemplar(record) for record in bad),
        )
        return request, passage.id if passage else None, tuple(record.env_id for record in [*good, *bad])


def _exemplar(record: Record) -> Exemplar:
    return Exemplar(record.title, record.first_observation, record.code, record.stats.regret)
