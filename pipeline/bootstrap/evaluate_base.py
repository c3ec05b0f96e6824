"""What the base model can do before any run: valid designs, and wins of both arms on held-back instances.

Programs are rendered anew from a generator that training never used, and instances come from seeds that
training never plays (``dataset.SEED_LIMIT`` and up). Designs the model writes run in the sandbox only.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spade_env import Episode
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from pipeline.bootstrap.dataset import SEED_LIMIT, Bank, Rendered
from pipeline.chat import ChatFormat
from pipeline.novelty import NoveltyIndex
from pipeline.prompts import agent_messages, designer_messages, extract_program
from pipeline.sampler import SamplingParams
from pipeline.sampler.torch_engine import TorchEngine
from pipeline.sandbox import Sandbox
from pipeline.validator import validate
from pipeline.vocabulary import ARMS, DIFFICULTIES

DESIGN_TEMPERATURE, AGENT_TEMPERATURE = 0.6, 0.8
"""Those of the ``cpu-tiny`` preset, so that the card says what a run starts from."""
DESIGN_TOKENS = 800
REPLY_TOKENS = 64
MAX_CONTEXT = 1024
HELD_BACK = "held-back"
REFERENCES = 6
"""Programs per mechanic that a design's mechanic is recognised by."""


@dataclass
class Evaluation:
    """Counts behind the model card.

    ``stages``: verdict stage to number of designs (``valid`` included). ``mechanics``: valid designs by the
    mechanic they are nearest to. ``wins[arm][mechanic]``: (won, played). ``by_difficulty[arm][word]``:
    likewise.
    """

    stages: Counter[str] = field(default_factory=Counter)
    mechanics: Counter[str] = field(default_factory=Counter)
    on_skill: int = 0
    distinct: int = 0
    examples: dict[str, str] = field(default_factory=dict)
    wins: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    by_difficulty: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)

    @property
    def designs(self) -> int:
        return sum(self.stages.values())

    @property
    def validity(self) -> float:
        """Share of sampled designs the validator accepts."""
        return self.stages["valid"] / max(1, self.designs)

    def win_rate(self, arm: str) -> float:
        """Mean over mechanics of the share of episodes won."""
        rates = [won / played for won, played in self.wins.get(arm, {}).values()]
        return sum(rates) / max(1, len(rates))

    def as_json(self) -> dict[str, Any]:
        """Everything but the example programs."""
        return {
            "temperature": {"designer": DESIGN_TEMPERATURE, "agent": AGENT_TEMPERATURE},
            "designs": self.designs,
            "validity": round(self.validity, 4),
            "distinct": self.distinct,
            "on_skill": self.on_skill,
            "stages": dict(self.stages.most_common()),
            "mechanics": dict(self.mechanics.most_common()),
            "win_rate": {arm: round(self.win_rate(arm), 4) for arm in self.wins},
            "wins": self.wins,
            "by_difficulty": self.by_difficulty,
        }


class Evaluator:
    """Samples one model on prompts and episodes fixed by ``seed``."""

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        passages: Sequence[Mapping[str, Any]],
        *,
        seed: int = 0,
    ):
        self.chat = ChatFormat(tokenizer)
        self.engine = TorchEngine(model, max_rows=128)
        self.bank = Bank(passages, random.Random(f"{HELD_BACK}/{seed}"))
        self.seed = seed

    def designs(self, count: int, result: Evaluation) -> None:
        """Sample ``count`` programs at ``DESIGN_TEMPERATURE``, one per prompt, and judge each."""
        names = list(self.bank.mechanics)
        index, recognised = self._references(names)
        targets = [
            self.bank.render(names[number % len(names)], DIFFICULTIES[number // len(names) % 3])
            for number in range(count)
        ]
        prompts = [
            self.chat.encode(designer_messages(self.bank.design_request(target), "compact"))
            for target in targets
        ]
        params = SamplingParams(DESIGN_TEMPERATURE, DESIGN_TOKENS, self.chat.stop_ids)
        completions = self.engine.generate(prompts, params, [SEED_LIMIT + n for n in range(count)])
        sources = [extract_program(self.chat.decode(c.ids), "compact") for c in completions]
        with Sandbox() as sandbox:
            for target, source in zip(targets, sources, strict=True):
                verdict = validate(source, sandbox)
                stage = verdict.stage or "valid"
                result.stages[stage] += 1
                result.examples.setdefault(f"{stage}: {verdict.reason}", source)
                nearest = index.nearest(source)[0] if verdict.valid else None
                if nearest is not None:
                    result.mechanics[recognised[nearest]] += 1
                    found = self.bank.mechanics[recognised[nearest]]
                    result.on_skill += found.skill == target.mechanic.skill
        result.distinct += len(set(sources))

    def _references(self, names: Sequence[str]) -> tuple[NoveltyIndex, dict[str, str]]:
        index, recognised = NoveltyIndex(), {}
        for name in names:
            for number in range(REFERENCES):
                identity = f"{name}/{number}"
                index.add(identity, self.bank.render(name, DIFFICULTIES[number % 3]).program.source)
                recognised[identity] = name
        return index, recognised

    def plays(self, per_mechanic: int, result: Evaluation) -> None:
        """Play ``per_mechanic`` held-back instances of every mechanic in both arms, difficulties in turn."""
        cases: list[tuple[Rendered, int]] = []
        for name in self.bank.mechanics:
            for number in range(per_mechanic):
                cases.append((self.bank.render(name, DIFFICULTIES[number % 3]), SEED_LIMIT + number))
        for arm in ARMS:
            won = self._play_all(cases, arm)
            by_mechanic = result.wins.setdefault(arm, {})
            by_difficulty = result.by_difficulty.setdefault(arm, {})
            for (rendered, _), win in zip(cases, won, strict=True):
                for table, key in (
                    (by_mechanic, rendered.mechanic.name),
                    (by_difficulty, rendered.difficulty),
                ):
                    wins, played = table.get(key, (0, 0))
                    table[key] = (wins + win, played + 1)

    def _play_all(self, cases: Sequence[tuple[Rendered, int]], arm: str) -> list[bool]:
        episodes = [Episode(rendered.program, seed) for rendered, seed in cases]
        contexts = []
        for (rendered, _), episode in zip(cases, episodes, strict=True):
            hint = episode.hint() if arm == "hint" else None
            messages = agent_messages(
                episode.observation, rendered.mechanic.kind, episode.tools(), "compact", hint
            )
            contexts.append(self.chat.encode(messages))
        params = SamplingParams(AGENT_TEMPERATURE, REPLY_TOKENS, self.chat.stop_ids)
        turn = 0
        while live := [n for n, episode in enumerate(episodes) if not episode.done]:
            seeds = [random.Random(f"{self.seed}/{n}/{turn}").randrange(2**31) for n in live]
            completions = self.engine.generate([contexts[n] for n in live], params, seeds)
            for number, completion in zip(live, completions, strict=True):
                self._act(episodes[number], contexts[number], completion.ids, completion.finish_reason)
            turn += 1
        return [episode.outcome == "won" for episode in episodes]

    def _act(self, episode: Episode, context: list[int], sampled: Sequence[int], reason: str) -> None:
        """One turn, under the loop's rule: a reply that is cut off, or no room for another, ends the play."""
        context += sampled
        if reason == "length":
            episode.truncate_agent()
            return
        episode.act(self.chat.decode(sampled))
        if not episode.done:
            context += self.chat.continuation(sampled, episode.observation)
            if len(context) + REPLY_TOKENS > MAX_CONTEXT:
                episode.truncate_agent()


def evaluate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    passages: Sequence[Mapping[str, Any]],
    *,
    designs: int = 200,
    per_mechanic: int = 40,
    seed: int = 0,
) -> Evaluation:
    """Sample ``designs`` programs and ``per_mechanic`` episodes of each mechanic and arm."""
    result = Evaluation()
    evaluator = Evaluator(model, tokenizer, passages, seed=seed)
    evaluator.plays(per_mechanic, result)
    evaluator.designs(designs, result)
    return result
