"""Training examples of the base model, made on the fly from the bank of mechanics and the corpus.

Two kinds in exactly the messages the loop sends (``prompts.py``, compact form), and drills:

* *design*: passage, exemplar cards, skill and difficulty in, a rendered program out. Cards carry
  information: with probability ``FOLLOW_POSITIVE`` the program shares the mechanic of a positive card, and
  never that of the negative one.
* *play*: an episode of a rendered program, played by the mechanic's expert in the plain or the hinted arm.
  Some turns are replaced by legal thoughtless replies, so that recovery is seen; those are never trained on.
* *drill*: short chats that need copying from the prompt and nothing else (``drills.py``).
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spade_env import Episode, Program, load

from pipeline.bootstrap.drills import drill
from pipeline.bootstrap.mechanics import Mechanic, Theme, load_mechanics, random_reply, render
from pipeline.bootstrap.passages import passage_lines
from pipeline.chat import ChatFormat
from pipeline.prompts import DesignRequest, Exemplar, agent_messages, designer_messages
from pipeline.vocabulary import DIFFICULTIES

FOLLOW_POSITIVE = 0.6
NO_PASSAGE = 0.15
NO_CARDS = 0.3
HINTED = 0.4
NOISY_EPISODES = 0.5
NOISE = 0.25
"""Share of turns of a noisy episode that are thoughtless."""
EARLY_DRILLS, DRILL_PHASE = 0.85, 0.15
"""Share of drills among the examples that are no designs at the start, and the share of training over which
it falls."""
PLAY_DIFFICULTIES = (0.5, 0.3, 0.2)
SEED_LIMIT = 2**30
"""Training plays instance seeds below this; evaluation, seeds from here up to 2**31."""
WEIGHTS = {"prompt": 0.5, "program": 1.0, "reply": 3.0, "drill": 2.0}
"""Loss weight per token. Replies are few tokens per episode, so each counts more."""


@dataclass(frozen=True)
class Example:
    """One sequence: ``ids`` (int32) and the loss ``weights`` (float32) of predicting each of them."""

    ids: NDArray[np.int32]
    weights: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Rendered:
    """A program of the bank with what it was rendered from."""

    mechanic: Mechanic
    difficulty: str
    passage: Mapping[str, Any]
    program: Program
    card: Exemplar


def read_passages(path: Path) -> list[dict[str, Any]]:
    """Corpus rows with the nouns, setting and person that a theme needs; ``ValueError`` names the line."""
    passages = []
    for number, line in enumerate(passage_lines(path), 1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise ValueError(
                f"--passages {path}:{number} is not a JSON object, expected a passage on every line"
            )
        for field in ("text", "nouns", "setting", "person"):
            if not row.get(field):
                raise ValueError(
                    f"--passages {path}:{number}: field {field!r} is missing, expected it in every passage"
                )
        passages.append(row)
    return passages


class Bank:
    """Renders programs and keeps a pool of recent ones to take cards and plays from.

    All randomness is the generator given, so a seed fixes the stream of examples.
    """

    def __init__(
        self,
        passages: Sequence[Mapping[str, Any]],
        rng: random.Random,
        *,
        mechanics: Mapping[str, Mechanic] | None = None,
        pool_size: int = 2000,
    ):
        self.mechanics = dict(mechanics or load_mechanics())
        self.passages = list(passages)
        self.rng = rng
        self.pool: dict[str, list[Rendered]] = {name: [] for name in self.mechanics}
        self._cap = max(4, pool_size // len(self.mechanics))

    def render(self, name: str, difficulty: str) -> Rendered:
        """A new program of mechanic ``name``, which also joins the pool."""
        rng = self.rng
        passage = rng.choice(self.passages)
        theme = Theme(tuple(passage["nouns"]), passage["setting"], passage["person"], rng.randrange(2**31))
        program = load(render(self.mechanics[name], theme, difficulty, rng))
        episode = Episode(program, rng.randrange(SEED_LIMIT))
        card = Exemplar(program.title, episode.first_observation, program.source)
        rendered = Rendered(self.mechanics[name], difficulty, passage, program, card)
        pool = self.pool[name]
        pool.append(rendered)
        if len(pool) > self._cap:
            pool.pop(rng.randrange(len(pool)))
        return rendered

    def remembered(self, name: str) -> Rendered:
        """A program of mechanic ``name`` from the pool, or a new one while the pool is small."""
        pool = self.pool[name]
        if len(pool) < self._cap and self.rng.random() > len(pool) / self._cap:
            return self.render(name, self.rng.choices(DIFFICULTIES, PLAY_DIFFICULTIES)[0])
        return self.rng.choice(pool)

    def design_request(self, target: Rendered) -> DesignRequest:
        """A prompt that ``target`` answers well."""
        rng, mechanic = self.rng, target.mechanic
        positives: list[Exemplar] = []
        negatives: list[Exemplar] = []
        others = [m.name for m in self.mechanics.values() if m.kind == mechanic.kind and m is not mechanic]
        if rng.random() >= NO_CARDS:
            names = rng.sample(others, min(3, len(others)))
            if rng.random() < FOLLOW_POSITIVE or not names:
                names.insert(0, mechanic.name)
            chosen = names[: rng.choice((1, 2, 2, 2))]
            rng.shuffle(chosen)
            positives = [self._other_card(name, target) for name in chosen]
            left = [name for name in names[len(chosen) :] if name != mechanic.name]
            if left and rng.random() < 0.8:
                negatives = [self._other_card(left[0], target)]
        passage = None if rng.random() < NO_PASSAGE else target.passage["text"]
        return DesignRequest(
            mechanic.kind, mechanic.skill, target.difficulty, passage, tuple(positives), tuple(negatives)
        )

    def _other_card(self, name: str, target: Rendered) -> Exemplar:
        found = self.remembered(name)
        return self.render(name, self.rng.choice(DIFFICULTIES)).card if found is target else found.card


class ExampleStream:
    """Endless training examples for one tokenizer. Shares count examples, not tokens; the rest are plays.

    ``used`` (0 to 1), kept current by the trainer, is the share of training behind us: while it is below
    ``DRILL_PHASE`` most examples are drills, since plays teach little before copying has formed.
    """

    def __init__(
        self,
        bank: Bank,
        chat: ChatFormat,
        *,
        design_share: float,
        drill_share: float,
        max_tokens: int,
    ):
        self.bank = bank
        self.chat = chat
        self.design_share = design_share
        self.drill_share = drill_share
        self.used = 0.0
        self.max_tokens = max_tokens
        self._names = list(bank.mechanics)
        self._nouns = sorted({noun for passage in bank.passages for noun in passage["nouns"]})

    def __iter__(self) -> Iterator[Example]:
        rng = self.bank.rng
        while True:
            draw = rng.random()
            if draw < self.design_share:
                example: Example | None = self.design()
            elif draw < self.design_share + self._drills_now():
                example = self.drill()
            else:
                example = self.play()
            if example is not None and len(example) <= self.max_tokens:
                yield example

    def _drills_now(self) -> float:
        early = EARLY_DRILLS * max(0.0, 1 - self.used / DRILL_PHASE)
        return max(self.drill_share, early * (1 - self.design_share))

    def design(self) -> Example:
        """One designer prompt and the program that answers it."""
        rng = self.bank.rng
        target = self.bank.render(rng.choice(self._names), rng.choice(DIFFICULTIES))
        prompt = self.chat.encode(designer_messages(self.bank.design_request(target), "compact"))
        reply = self._reply(target.program.source.strip("\n"))
        return _example([(prompt, WEIGHTS["prompt"]), (reply, WEIGHTS["program"])])

    def play(self) -> Example | None:
        """One expert episode, or ``None`` when not a single reply of it can be trained on."""
        rng = self.bank.rng
        name = rng.choices(self._names)[0]
        rendered = self.bank.remembered(name)
        episode = Episode(rendered.program, rng.randrange(SEED_LIMIT))
        hint = episode.hint() if rng.random() < HINTED else None
        noisy = rendered.mechanic.legal is not None and rng.random() < NOISY_EPISODES
        messages = agent_messages(
            episode.observation, rendered.mechanic.kind, episode.tools(), "compact", hint
        )
        parts = [(self.chat.encode(messages), WEIGHTS["prompt"])]
        noise = NOISE if noisy else 0.0
        for reply, is_expert in expert_replies(rendered.mechanic, episode, hint, rng, noise):
            ids = self._reply(reply)
            parts.append((ids, WEIGHTS["reply"] if is_expert else 0.0))
            if not episode.done:
                parts.append((self.chat.continuation(ids, episode.observation), WEIGHTS["prompt"]))
        return _example(parts) if any(weight == WEIGHTS["reply"] for _, weight in parts) else None

    def drill(self) -> Example:
        """A chat of copying and looking up (``drills.py``)."""
        parts: list[tuple[list[int], float]] = []
        for request, answer in drill(self._nouns, self.bank.rng):
            if parts:
                given = self.chat.continuation(parts[-1][0], request)
            else:
                given = self.chat.encode([{"role": "user", "content": request}])
            parts.append((given, WEIGHTS["prompt"]))
            parts.append((self._reply(f"\\boxed{{{answer}}}"), WEIGHTS["drill"]))
        return _example(parts)

    def _reply(self, text: str) -> list[int]:
        return [*self.chat.tokenizer(text, add_special_tokens=False).input_ids, self.chat.end_id]


def expert_replies(
    mechanic: Mechanic, episode: Episode, hint: str | None, rng: random.Random, noise: float = 0.0
) -> Iterator[tuple[str, bool]]:
    """Play ``episode`` to its end; yields every reply after it was acted, and whether it is the expert's.

    A share ``noise`` of turns is a legal thoughtless reply. The expert then goes on from the observation
    that followed; where it has no move (noise may lead there), the play stops.
    """
    expert = mechanic.expert(episode.observation, hint)
    try:
        reply = next(expert)
        while not episode.done:
            is_expert = rng.random() >= noise
            taken = reply if is_expert else random_reply(mechanic, episode.observation, rng)
            episode.act(taken)
            yield taken, is_expert
            if not episode.done:
                reply = expert.send(episode.observation)
    except (StopIteration, RuntimeError, LookupError, ValueError, AssertionError, AttributeError):
        return  # the expert has no move: its replies so far still teach


def _example(parts: Sequence[tuple[Sequence[int], float]]) -> Example:
    ids = np.concatenate([np.asarray(part, np.int32) for part, _ in parts])
    return Example(ids, np.repeat(np.array([w for _, w in parts], np.float32), [len(p) for p, _ in parts]))


def batches(
    stream: Iterator[Example], rng: random.Random, *, tokens: int, pool: int = 24
) -> Iterator[list[Example]]:
    """Groups of examples of similar length, at most ``tokens`` padded tokens each, in shuffled order.

    ``pool`` batches' worth of examples are sorted by length at a time.
    """
    while True:
        drawn, total = [], 0
        while total < tokens * pool:
            example = next(stream)
            drawn.append(example)
            total += len(example)
        drawn.sort(key=len)
        groups: list[list[Example]] = [[]]
        for example in drawn:
            if groups[-1] and (len(groups[-1]) + 1) * len(example) > tokens:
                groups.append([])
            groups[-1].append(example)
        rng.shuffle(groups)
        yield from groups
