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

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from pipeline.bootstrap.dataset import SEED_LIMIT, Bank
from pipeline.chat import ChatFormat
from pipeline.config import resolve_config
from pipeline.evaluate import Evaluator as SuiteEvaluator
from pipeline.novelty import NoveltyIndex
from pipeline.play import Episode
from pipeline.prompts import designer_messages, extract_program
from pipeline.sampler import SamplingParams
from pipeline.sampler.torch_engine import TorchEngine
from pipeline.sandbox import Sandbox
from pipeline.suites import Case
from pipeline.validator import validate
from pipeline.vocabulary import ARMS, DIFFICULTIES

PRESET = "cpu-tiny"
"""Temperatures and limits are those of this preset, so that the card says what a run starts from."""
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

    temperature: dict[str, float] = field(default_factory=dict)
    stages: Counter[str] = field(default_factory=Counter)
    mechanics: Counter[str] = field(default_factory=Counter)
    on_skill: int = 0
    distinct: int = 0
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
        """What ``evaluation.json`` says: the counts and the rates that follow from them."""
        return {
            "temperature": self.temperature,
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
        self.config = resolve_config(preset=PRESET)

    def designs(self, count: int, result: Evaluation) -> None:
        """Sample ``count`` programs, one per prompt, and judge each."""
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
        options = self.config.sampler.designer_temperature, self.config.designer.max_tokens
        params = SamplingParams(*options, self.chat.stop_ids)
        completions = self.engine.generate(prompts, params, [SEED_LIMIT + n for n in range(count)])
        sources = [extract_program(self.chat.decode(c.ids), "compact") for c in completions]
        with Sandbox() as sandbox:
            for target, source in zip(targets, sources, strict=True):
                verdict = validate(source, sandbox)
                result.stages[verdict.stage or "valid"] += 1
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
        cases, levels = [], []
        for name, mechanic in self.bank.mechanics.items():
            for number in range(per_mechanic):
                source = self.bank.render(name, DIFFICULTIES[number % 3]).program.source
                cases.append(Case(name, f"{name}/{number}", source, mechanic.kind, SEED_LIMIT + number))
                levels += [DIFFICULTIES[number % 3]] * len(ARMS)
        for episode, level in zip(self._play_all(cases), levels, strict=True):
            arm, won = episode.spec.arm, episode.outcome == "won"
            for tables, key in ((result.wins, episode.spec.env_id), (result.by_difficulty, level)):
                wins, played = tables.setdefault(arm, {}).get(key, (0, 0))
                tables[arm][key] = (wins + won, played + 1)

    def _play_all(self, cases: Sequence[Case]) -> list[Episode]:
        """Every case in every arm, by the one turn loop."""
        with Sandbox() as sandbox:
            return SuiteEvaluator(self.config, self.engine, self.chat, sandbox).play(cases, ARMS)


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
    evaluator = Evaluator(model, tokenizer, passages, seed=seed)
    options = evaluator.config.sampler
    result = Evaluation({"designer": options.designer_temperature, "agent": options.agent_temperature})
    evaluator.plays(per_mechanic, result)
    evaluator.designs(designs, result)
    return result
