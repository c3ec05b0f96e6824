"""SPADE: one policy writes environments and learns in them. This is the whole experiment.

    python pipeline/run.py --preset cpu-tiny [--steps N] [--seed S] [--out DIR] [--resume DIR] [--dry-run]
                           [--config FILE] [--dotted.option VALUE ...]

``Experiment.step`` is the algorithm (ALGORITHM.md); the rest of the file saves, resumes and reports.
Exit status: 0 the log is complete, 1 the run failed, 2 it could not start, 130 it was interrupted.
"""

from __future__ import annotations

import sys
from pathlib import Path

if not __package__:  # run as a file: import the repository's packages, not the neighbours of this file
    ROOT = Path(__file__).resolve().parent.parent
    sys.path[0] = str(ROOT)
    sys.path.insert(1, str(ROOT / "web_runtime"))

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spade_env import derive_seed

from pipeline.advantage import agent_advantages, designer_advantages, mixed_groups
from pipeline.config import Config
from pipeline.design import Design
from pipeline.memory import Memory, Record
from pipeline.play import INFRA_FAULT, Episode, EpisodeSpec
from pipeline.records import Row, design_columns, design_row, play_row, token_rows, update_row
from pipeline.scoring import Score, mean_return, paired_regret, score_design, update_ema
from pipeline.validator import validate

if TYPE_CHECKING:
    from pipeline.audit import Auditor
    from pipeline.chat import Chat
    from pipeline.corpus import Corpus
    from pipeline.designer import Designer, Draft
    from pipeline.distributed_ranks import RemoteLearner
    from pipeline.frozen import FrozenPolicy
    from pipeline.hints import Hints
    from pipeline.learner import Learner, UpdateStats
    from pipeline.novelty import NoveltyIndex
    from pipeline.play import Player
    from pipeline.pool import PoolDesigner
    from pipeline.progress import Progress
    from pipeline.sampler import Sampler
    from pipeline.sandbox import Instance, Sandbox


@dataclass
class Experiment:
    """The loop and everything it remembers from one step to the next."""

    config: Config
    run_id: str
    sandbox: Sandbox
    chat: Chat
    learner: Learner | RemoteLearner | FrozenPolicy
    sampler: Sampler
    designer: Designer | PoolDesigner
    hints: Hints
    player: Player
    corpus: Corpus | None
    memory: Memory | None
    known: NoveltyIndex | None
    auditor: Auditor | None
    live: list[Design]
    """Environments being played."""
    pending: list[Design]
    """Designs whose score and update are still to come (delay D)."""
    skill_ema: dict[str, float]

    def step(self, step: int, progress: Progress) -> dict[str, list[Row]]:
        """One step of SPADE; returns its rows of the run log."""
        config, started = self.config, time.perf_counter()
        version, sampled_before = self.learner.version, self.sampler.stats.sampled_tokens
        written: list[Design] = []

        if step % config.designer.interval == 0:
            with progress.phase("design"):
                drafts = self.designer.write(step)
            with progress.phase("validate"):
                written = [self.validate(step, attempt, draft) for attempt, draft in enumerate(drafts)]
            self.live = [design for design in written if design.valid]
            self.pending += written

        with progress.phase("hint"):
            specs, instances = self.seat(step)
        with progress.phase("play"):
            episodes = self.player.play(specs)
            for instance in instances:
                instance.close()
            self.remember(step, episodes)

        with progress.phase("learn"):
            due, scores = self.score(step)
            design_advantages = self.designer_advantages(due, scores)
            play_advantages = self.agent_advantages(episodes)
            stats = self.learn([*due, *episodes], [*design_advantages, *play_advantages])
        with progress.phase("publish"):
            self.sampler.publish(self.learner.weights(), self.learner.version)

        update = self.update_row(
            stats,
            written,
            episodes,
            step=step,
            policy_version=version,
            sampled_tokens=self.sampler.stats.sampled_tokens - sampled_before,
            publish_drift=self.sampler.stats.publish_drift,
            seconds_total=time.perf_counter() - started,
            **{f"seconds_{name}": seconds for name, seconds in progress.seconds.items()},
        )
        return {
            "designs": [design_row(*item) for item in zip(due, scores, design_advantages, strict=True)],
            "plays": [play_row(*item) for item in zip(episodes, play_advantages, strict=True)],
            "tokens": token_rows(due, episodes, step) if config.run.log_tokens else [],
            "updates": [update],
        }

    def validate(self, step: int, attempt: int, draft: Draft) -> Design:
        """Accept or reject a draft by executing it; what is accepted becomes known."""
        env_id = f"{self.run_id}-{step:06d}-{attempt}"
        verdict = validate(
            draft.code,
            self.sandbox,
            checks=frozenset(self.config.validator.checks),
            known=self.known,
            max_turns=self.config.play.max_turns,
        )
        if verdict.valid and self.auditor is not None:
            verdict = self.auditor.review(verdict, draft.code, f"{step}:{attempt}")
        if verdict.valid and self.known is not None:
            self.known.add(env_id, draft.code)
        columns = design_columns(draft, verdict, env_id=env_id, step=step, attempt=attempt)
        return Design(columns | {"hint_source": self.config.hints.source}, draft.rollout, verdict.fault)

    def seat(self, step: int) -> tuple[list[EpisodeSpec], list[Instance]]:
        """Both arms of every live environment: same instances, same pairs; no hint, no hinted arm."""
        play, specs, opened = self.config.play, [], []
        for design in self.live:
            sha256, first = design.columns["code_sha256"], step * play.seeds_per_env
            instances = [
                self.sandbox.open(
                    design.columns["code"], derive_seed(self.config.run.seed, sha256, first + index)
                )
                for index in range(play.seeds_per_env)
            ]
            opened += instances
            hints = self.hints.of_instances(instances, f"{step}:{sha256}")
            design.columns.setdefault("hint_text", hints[0])
            for pair in range(play.seeds_per_env * play.plays_per_seed):
                instance, hint = instances[pair // play.plays_per_seed], hints[pair // play.plays_per_seed]
                for arm, shown in (("plain", None), ("hint", hint)):
                    if arm == "plain" or shown is not None:
                        kind = design.columns["kind"]
                        specs.append(EpisodeSpec(design.env_id, step, arm, pair, instance, kind, shown))
        return specs, opened

    def remember(self, step: int, episodes: Sequence[Episode]) -> None:
        """Update statistics and memory with this step's plays; retire environments that broke."""
        for design in self.live:
            own = [episode for episode in episodes if episode.spec.env_id == design.env_id]
            design.tally.add(own)
            if self.memory is None:
                continue
            n = self.config.play.seeds_per_env * self.config.play.plays_per_seed
            plain, hint = design.tally.plain[-n:], design.tally.hint[-n:]
            if design.step == step and design.tally.sound:
                names = ("kind", "skill", "difficulty", "title", "first_observation", "code")
                record = Record(design.env_id, step, **{name: design.columns[name] for name in names})
                record.stats.add(plain, hint, step)
                self.memory.add(record, step)
            else:
                self.memory.update(design.env_id, plain, hint, step)
        self.live = [design for design in self.live if design.tally.sound]

    def score(self, step: int) -> tuple[list[Design], list[Score]]:
        """Scores of the designs whose delay is over; on the last step, of all that are left."""
        last = step == self.config.run.steps - 1
        due = [d for d in self.pending if last or step - d.step >= self.config.designer.delay]
        self.pending = [design for design in self.pending if design not in due]
        scores = [
            score_design(design.evidence(self.skill_ema.get(design.columns["skill"])), self.config.scoring)
            for design in due
        ]
        returns: dict[str, list[float]] = {}
        for design, score in zip(due, scores, strict=True):
            returns.setdefault(design.columns["skill"], []).append(score.return_plain)
        self.skill_ema = update_ema(self.skill_ema, returns, self.config.scoring.ema_rate)
        return due, scores

    def designer_advantages(self, due: Sequence[Design], scores: Sequence[Score]) -> list[float | None]:
        """Role 1, same-prompt baseline; ``None`` where the designer is not trained."""
        if self.config.scoring.reward == "none":
            return [None] * len(due)
        rewards = [
            score.designer_reward if design.judged else math.nan
            for design, score in zip(due, scores, strict=True)
        ]
        advantages = designer_advantages(rewards, [design.columns["prompt_group"] for design in due])
        return [float(a) if d.rollout else None for d, a in zip(due, advantages, strict=True)]

    def agent_advantages(self, episodes: Sequence[Episode]) -> list[float | None]:
        """Role 2, relative to (environment, arm); ``None`` in an arm that is not trained."""
        options = self.config.advantage
        advantages = agent_advantages(
            [episode.ret for episode in episodes],
            [episode.spec.group for episode in episodes],
            norm_std=options.norm_std,
        )
        return [
            float(a) if e.spec.arm in options.train_arms else None
            for e, a in zip(episodes, advantages, strict=True)
        ]

    def learn(self, made: Sequence[Design | Episode], advantages: Sequence[float | None]) -> UpdateStats:
        """One update of the one policy on both roles' rollouts; ``None`` marks what is not trained."""
        trained = [
            (item.rollout, advantage)
            for item, advantage in zip(made, advantages, strict=True)
            if item.rollout is not None and advantage is not None
        ]
        return self.learner.update([r for r, _ in trained], [a for _, a in trained])

    def update_row(
        self, stats: UpdateStats, written: Sequence[Design], episodes: Sequence[Episode], **measured: float
    ) -> Row:
        """The step in numbers; ``measured`` are the columns the step itself kept."""
        plain = {(e.spec.env_id, e.spec.pair): e for e in episodes if e.spec.arm == "plain"}
        hint = {(e.spec.env_id, e.spec.pair): e for e in episodes if e.spec.arm == "hint"}
        pairs = sorted(plain.keys() & hint.keys())
        regrets = [
            paired_regret(
                [plain[key].ret for key in pairs if key[0] == env_id],
                [hint[key].ret for key in pairs if key[0] == env_id],
                [key[1] for key in pairs if key[0] == env_id],
            )[0]
            for env_id in sorted({key[0] for key in pairs})
        ]
        trained = [e for e in episodes if e.spec.arm in self.config.advantage.train_arms]
        mixed, groups = mixed_groups([e.ret for e in trained], [e.spec.group for e in trained])
        return update_row(
            stats,
            **measured,
            optimizer_step=self.learner.optimizer_step,
            groups_mixed=mixed,
            groups_total=groups,
            designs=len(written),
            valid=sum(design.valid for design in written),
            return_plain=mean_return([episode.ret for episode in plain.values()]),
            return_hint=mean_return([episode.ret for episode in hint.values()]),
            regret=mean_return(regrets),
            env_faults=sum(e.fault is not None and e.fault != INFRA_FAULT for e in episodes),
            infra_faults=sum(e.fault == INFRA_FAULT for e in episodes),
            sandbox_starts=len(episodes),
            sandbox_steps=sum(episode.turns for episode in episodes),
        )

    def loop_state(self) -> dict[str, Any]:
        """Everything a restart needs besides the weights; seeds are derived, so there is no RNG state."""
        held = {design.env_id: design for design in [*self.live, *self.pending]}
        return {
            "designs": [design.as_dict() for design in held.values()],
            "live": [design.env_id for design in self.live],
            "pending": [design.env_id for design in self.pending],
            "skill_ema": self.skill_ema,
            "memory": self.memory.state() if self.memory is not None else None,
            "corpus": self.corpus.state() if self.corpus is not None else None,
        }

    def restore(self, loop: Mapping[str, Any]) -> None:
        """Inverse of :meth:`loop_state`."""
        held = {design.env_id: design for design in map(Design.from_dict, loop["designs"])}
        self.live = [held[env_id] for env_id in loop["live"]]
        self.pending = [held[env_id] for env_id in loop["pending"]]
        self.skill_ema = dict(loop["skill_ema"])
        if self.memory is not None:
            self.memory.restore(loop["memory"])
        if self.corpus is not None:
            self.corpus.restore(loop["corpus"])

    def relearn_known(self, logged: Sequence[tuple[int, int, str, str]]) -> None:
        """Rebuild the novelty index from (step, attempt, env_id, code) of the log and of what is pending."""
        if self.known is None:
            return
        waiting = [d.columns for d in self.pending if d.valid]
        held = [(c["step"], c["attempt"], c["env_id"], c["code"]) for c in waiting]
        for _, _, env_id, code in sorted([*logged, *held]):
            self.known.add(env_id, code)


if __name__ == "__main__":
    from pipeline.run_cli import main

    sys.exit(main())
