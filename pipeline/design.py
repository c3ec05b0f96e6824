"""One design attempt: what was written, what the validator said, and what happened when it was played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from spade_env import WIN_RETURN

from pipeline.play import INFRA_FAULT, Episode
from pipeline.rollout import Rollout
from pipeline.scoring import Evidence


@dataclass
class Tally:
    """Every episode of one environment since it was designed; entry *i* of ``plain``, ``hint`` and
    ``instance`` is one pair. ``nan`` marks a void episode, or a pair played without a hinted arm."""

    plain: list[float] = field(default_factory=list)
    hint: list[float] = field(default_factory=list)
    instance: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    n_hint: int = 0
    faults: int = 0
    hangs: int = 0

    @property
    def episodes(self) -> int:
        return len(self.plain) + self.n_hint

    @property
    def sound(self) -> bool:
        """Whether the environment never broke an episode; one that did is retired."""
        return not (self.faults or self.hangs)

    def add(self, episodes: Sequence[Episode]) -> None:
        """Add one step's episodes of this environment."""
        plain = {episode.spec.pair: episode for episode in episodes if episode.spec.arm == "plain"}
        hint = {episode.spec.pair: episode for episode in episodes if episode.spec.arm == "hint"}
        for pair, episode in sorted(plain.items()):
            self.plain.append(episode.ret)
            self.hint.append(hint[pair].ret if pair in hint else math.nan)
            self.instance.append(episode.spec.instance.seed)
        self.n_hint += len(hint)
        for episode in episodes:
            self.turns.append(episode.turns)
            broke = episode.fault is not None and episode.fault != INFRA_FAULT
            self.hangs += episode.fault == "env_timeout"
            self.faults += broke and episode.fault != "env_timeout"


@dataclass
class Design:
    """A design attempt. ``columns`` are its run-log columns known before play; ``rollout`` is what the
    designer role is trained on (``None`` for programs taken from a pool); ``fault`` is the validator's."""

    columns: dict[str, Any]
    rollout: Rollout | None
    fault: str | None = None
    tally: Tally = field(default_factory=Tally)

    @property
    def env_id(self) -> str:
        return self.columns["env_id"]

    @property
    def step(self) -> int:
        return self.columns["step"]

    @property
    def valid(self) -> bool:
        return self.columns["valid"]

    @property
    def judged(self) -> bool:
        """False when the sandbox, not the program, failed: rejected all the same, but nobody's fault."""
        return self.fault != INFRA_FAULT

    def evidence(self, skill_ema: float | None) -> Evidence:
        """What scoring may know. A rejected design was never played: a fault in its validation costs no more
        than its failure class, or text that is no program would earn more than a program that breaks."""
        tally = self.tally
        return Evidence(
            plain=np.array(tally.plain, float),
            hint=np.array(tally.hint, float),
            instance=np.array(tally.instance, int),
            stage=self.columns["verdict_stage"],
            faults=tally.faults,
            hangs=tally.hangs,
            episodes=tally.episodes,
            novelty=self.columns["novelty"],
            plain_ever_won=any(value >= WIN_RETURN for value in tally.plain),
            skill_ema=skill_ema,
        )

    def as_dict(self) -> dict[str, Any]:
        """JSON form, for designs still played or waiting for their update across a restart."""
        return {
            "columns": self.columns,
            "rollout": self.rollout.as_dict() if self.rollout else None,
            "fault": self.fault,
            "tally": asdict(self.tally),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Design:
        """Inverse of :meth:`as_dict`."""
        rollout = Rollout.from_dict(data["rollout"]) if data["rollout"] else None
        return cls(data["columns"], rollout, data["fault"], Tally(**data["tally"]))
