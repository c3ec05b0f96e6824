"""Role 2, and the one turn loop: every episode of every environment and both arms, in lockstep.

Both arms of a pair start from forks of the same state, under the same limits, with the same sampling
seed; only the hint differs. Tokens go in and tokens come out: what the policy sampled is never
re-tokenised, and between turns only the new observation is encoded. The episode itself runs in the
sandbox, driven by the same host as everywhere else.

``python -m pipeline.play FILE`` plays one program from the command line (``play_cli``).
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spade_env import derive_seed, protocols

from pipeline.prompts import agent_messages
from pipeline.rollout import Rollout
from pipeline.sampler import SamplingParams

if TYPE_CHECKING:
    from pipeline.chat import Chat, Conversation
    from pipeline.config_sections import Config
    from pipeline.sampler import Sampler
    from pipeline.sandbox import Instance, Play, Sandbox

INFRA_FAULT = "infra_fault"
USER_SPEAKS = "\nUser: "
"""How a tool-use environment appends the user's next message to what its tools said."""


@dataclass(frozen=True)
class EpisodeSpec:
    """One episode to play. ``pair`` numbers it within its arm: the same pair of both arms shares instance
    and sampling seed. ``hint`` is ``None`` in the plain arm."""

    env_id: str
    step: int
    arm: str
    pair: int
    instance: Instance
    kind: str
    hint: str | None = None

    @property
    def play_id(self) -> str:
        return f"{self.env_id}-s{self.step:06d}-{self.arm}-{self.pair}"

    @property
    def group(self) -> str:
        """The agent's baseline group: environment and arm."""
        return f"{self.env_id}-s{self.step:06d}-{self.arm}"


@dataclass(frozen=True)
class Episode:
    """A finished episode: its transcript, and the tokens the policy saw and sampled (``None`` when it was
    void before the first reply)."""

    spec: EpisodeSpec
    transcript: dict[str, Any]
    messages: list[dict[str, str]]
    rollout: Rollout | None
    wall_ms: float

    @property
    def ret(self) -> float:
        """Return; ``nan`` for a void episode."""
        value = self.transcript["return"]
        return math.nan if value is None else float(value)

    @property
    def outcome(self) -> str:
        return self.transcript["outcome"]

    @property
    def fault(self) -> str | None:
        return self.transcript["fault"]

    @property
    def turns(self) -> int:
        return len(self.transcript["steps"])


class Player:
    """Plays episodes with the current policy."""

    def __init__(self, config: Config, sampler: Sampler, chat: Chat, sandbox: Sandbox):
        self._config = config
        self._sampler = sampler
        self._chat = chat
        self._sandbox = sandbox
        self._params = SamplingParams(
            temperature=config.sampler.agent_temperature,
            max_new_tokens=config.play.max_reply_tokens,
            stop_ids=chat.stop_ids,
        )

    def play(self, specs: Sequence[EpisodeSpec]) -> list[Episode]:
        """Play every episode to its end, one turn of all of them at a time; results in the given order."""
        seats = [self._seat(spec) for spec in specs]
        live = [seat for seat in seats if not seat.play.done]
        while live:
            self._turn(live)
            live = [seat for seat in live if not seat.play.done]
        return [self._episode(seat) for seat in seats]

    def _seat(self, spec: EpisodeSpec) -> _Seat:
        instance = spec.instance
        messages = agent_messages(
            instance.first_observation, spec.kind, instance.tools, self._config.model.form, spec.hint
        )
        tools = instance.tools if self._config.model.form == "full" and spec.kind == "tool_use" else None
        dialogue = self._chat.dialogue(messages, tools, thinking=self._config.model.thinking_agent)
        seat = _Seat(spec, instance.play(), messages, dialogue, started=time.monotonic())
        seat.extend(dialogue.ids)
        self._stop_if_full(seat)
        return seat

    def _turn(self, live: Sequence[_Seat]) -> None:
        seeds = [
            derive_seed(
                self._config.run.seed,
                f"play:{seat.spec.step}:{seat.spec.instance.seed}:{seat.spec.pair}",
                seat.play.turn,
            )
            for seat in live
        ]
        completions = self._sampler.generate([seat.ids for seat in live], self._params, seeds)
        acting = []
        for seat, completion in zip(live, completions, strict=True):
            seat.version = completion.policy_version
            seat.extend(completion.ids, completion.logprobs)
            seat.count(completion.counted)
            said = self._chat.decode(completion.ids)
            seat.reply = self._chat.answer(said)
            seat.messages.append({"role": "assistant", "content": said})
            if completion.finish_reason == "length":
                seat.end(truncated=True)
            else:
                acting.append(seat)
        self._sandbox.act_many([(seat.play, seat.reply) for seat in acting])
        for seat, completion in zip(live, completions, strict=True):
            if seat.play.fault == INFRA_FAULT and not seat.retried:
                self._retry(seat)
            if not seat.play.done:
                self._observe(seat, completion.ids)
            if seat.play.done:
                seat.end()

    def _observe(self, seat: _Seat, sampled: Sequence[int]) -> None:
        observation, role = seat.play.observation, self._role(seat)
        seat.messages.append({"role": role, "content": observation})
        seat.dialogue.observe(sampled, observation, role)
        seat.turn_to(seat.dialogue.ids)
        self._stop_if_full(seat)

    def _role(self, seat: _Seat) -> str:
        """Who speaks an observation: a tool, where the template knows tools, calls were made and the user
        says nothing new; else the user."""
        if self._config.model.form != "full" or seat.spec.kind != "tool_use" or not self._chat.tool_role:
            return "user"
        called = protocols.tool_call(seat.reply).calls
        return "tool" if called and USER_SPEAKS not in seat.play.observation else "user"

    def _stop_if_full(self, seat: _Seat) -> None:
        """Out of context: a reply of full length no longer fits (the same rule in both arms)."""
        if self._chat.size(seat.ids) + self._params.max_new_tokens > self._config.play.max_context:
            seat.end(truncated=True)

    def _retry(self, seat: _Seat) -> None:
        """The sandbox itself broke: once per episode, replay what was played so far in a fresh process."""
        seat.retried = True
        source, seed = seat.spec.instance.source, seat.spec.instance.seed
        replies = [self._chat.answer(m["content"]) for m in seat.messages if m["role"] == "assistant"]
        seat.reopened = self._sandbox.open(source, seed)
        seat.play = seat.reopened.play()
        for reply in replies:
            if not seat.play.done:
                seat.play.act(reply)

    def _episode(self, seat: _Seat) -> Episode:
        if seat.reopened is not None:
            seat.reopened.close()
        rows = [row for row in (*seat.rows, (seat.ids, seat.mask, seat.logprobs)) if any(row[1])]
        rollout: Rollout | None = None
        for number, (ids, mask, logprobs) in enumerate(rows, 1):
            rollout = Rollout(
                role="agent",
                ids=tuple(ids),
                mask=tuple(mask),
                logprobs=tuple(logprobs),
                temperature=self._params.temperature,
                policy_version=seat.version,
                earlier=rollout.rows if rollout else (),
                counted=seat.counted if number == len(rows) else None,
            )
        return Episode(seat.spec, seat.play.transcript(), seat.messages, rollout, seat.wall_ms)


@dataclass
class _Seat:
    """An episode in progress."""

    spec: EpisodeSpec
    play: Play
    messages: list[dict[str, str]]
    dialogue: Conversation
    started: float
    ids: list[int] = field(default_factory=list)
    mask: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    reply: str = ""
    version: int = 0
    retried: bool = False
    reopened: Instance | None = None
    wall_ms: float = 0.0
    rows: list[tuple[list[int], list[int], list[float]]] = field(default_factory=list)
    """Finished sequences (ids, mask, logprobs): the template dropped something, and a new one began."""
    counted: tuple[int, int] | None = None

    def extend(self, ids: Sequence[int], logprobs: Sequence[float] | None = None) -> None:
        """Append tokens: sampled ones come with log-probs, given ones (prompt, observation) without."""
        self.ids += ids
        self.mask += [0 if logprobs is None else 1] * len(ids)
        self.logprobs += [0.0] * len(ids) if logprobs is None else logprobs

    def turn_to(self, ids: Sequence[int]) -> None:
        """Go on to the next prompt: as a longer sequence where it continues this one, else as a new one."""
        if ids[: len(self.ids)] == self.ids:
            self.extend(ids[len(self.ids) :])
            return
        self.rows.append((self.ids, self.mask, self.logprobs))
        self.ids, self.mask, self.logprobs = [], [], []
        self.extend(ids)

    def count(self, counted: tuple[int, int] | None) -> None:
        """Add what an endpoint counted for one reply."""
        if counted is not None:
            given, sampled = self.counted or (0, 0)
            self.counted = given + counted[0], sampled + counted[1]

    def end(self, *, truncated: bool = False) -> None:
        if truncated:
            self.play.truncate_agent()
        self.wall_ms = 1000 * (time.monotonic() - self.started)


if __name__ == "__main__":
    from pipeline.play_cli import main

    sys.exit(main())
