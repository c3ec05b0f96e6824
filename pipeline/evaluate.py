"""Held-out evaluation: a policy plays a suite it was never trained on.

    python -m pipeline.evaluate --model DIR_OR_NAME --suite NAME [--run RUN_DIR --step N]
                                [--episodes 18] [--temperature 1.0] [--arms plain] [--settings FILE]
                                [--url URL] [--max-tokens N]

Prints the score with its interval and, with ``--run``, writes the episodes to that run's log
(``evals/``). During training the same code runs every ``evaluation.every`` steps. Episodes are played by the
one turn loop (``play.Player``), in the sandbox. With ``--url`` the model is one that an OpenAI-compatible
server knows by the name ``--model``; it is spoken to as an instruct model (``model.form`` full).
Exit status: 0 done, 2 a model, suite or option that cannot be used.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.config import Config, ConfigError, resolve_path
from pipeline.intervals import Interval, score_interval
from pipeline.option_types import count
from pipeline.play import EpisodeSpec
from pipeline.run_log import RunLogError, RunWriter, read_meta
from pipeline.sandbox import Sandbox, SandboxError
from pipeline.suites import EVALUATION_SEED, SUITES, Case, Suite, SuiteError, load_suite
from pipeline.vocabulary import ARMS

if TYPE_CHECKING:
    from pipeline.chat import Chat
    from pipeline.play import Episode, Player
    from pipeline.sampler import Sampler

Row = dict[str, Any]
TOGETHER = 96
"""Instances open at once: each is a process."""
SERVED_REPLY, SERVED_CONTEXT = 8192, 32_768
"""Tokens of the longest reply and conversation of a served model, as in the SPADE paper's evaluation."""


@dataclass
class Evaluator:
    """Plays suites with whatever policy the sampler holds."""

    config: Config
    sampler: Sampler
    chat: Chat
    sandbox: Sandbox

    def play(self, cases: Sequence[Case], arms: Sequence[str] = ("plain",)) -> list[Episode]:
        """Every case in every arm, case by case; the arms of a case share instance and sampling seeds."""
        from pipeline.play import Player

        run = self.config.run.model_copy(update={"seed": EVALUATION_SEED})
        player = Player(self.config.model_copy(update={"run": run}), self.sampler, self.chat, self.sandbox)
        return [
            episode
            for start in range(0, len(cases), TOGETHER)
            for episode in self._play_some(player, cases[start : start + TOGETHER], arms, start)
        ]

    def _play_some(
        self, player: Player, cases: Sequence[Case], arms: Sequence[str], start: int
    ) -> list[Episode]:
        specs, instances = [], []
        for number, case in enumerate(cases, start):
            instance = self.sandbox.open(case.source, case.seed)
            instances.append(instance)
            for arm in arms:
                hint = instance.hint if arm == "hint" else None
                specs.append(EpisodeSpec(case.item, 0, arm, number, instance, case.kind, hint))
        try:
            return player.play(specs)
        finally:
            for instance in instances:
                instance.close()

    def rows(
        self, suite: Suite, arms: Sequence[str] = ("plain",), *, step: int, version: int
    ) -> Iterator[Row]:
        """Rows of the run log's ``evals`` table for one suite; a void episode has no return."""
        cases = [case for case in suite.cases for _ in arms]
        for case, episode in zip(cases, self.play(suite.cases, arms), strict=True):
            value, outcome = _result(case, episode)
            yield {
                "step": step,
                "policy_version": version,
                "suite": suite.name,
                "item": case.item,
                "program": case.program,
                "seed": case.seed,
                "arm": episode.spec.arm,
                "return": value,
                "outcome": outcome,
                "turns": episode.turns,
                "temperature": self.config.sampler.agent_temperature,
                "steps": episode.transcript["steps"],
                "first_observation": episode.transcript["first_observation"],
            }


def _result(case: Case, episode: Episode) -> tuple[float | None, str]:
    """Return and outcome: the program's own, or where the case has a scorer of its own what that says of the
    last reply; only a full score is then a win."""
    value, steps = episode.transcript["return"], episode.transcript["steps"]
    if case.rescore is None or not steps or episode.outcome not in ("won", "lost"):
        return value, episode.outcome
    value = case.rescore(steps[-1]["action"])
    return value, "won" if value >= 1 else "lost"


def eval_name(suite: str, step: int) -> str:
    """Name of one evaluation's file in ``evals/``."""
    return f"{suite}-step-{step:06d}"


def score(rows: Sequence[Row], arm: str = "plain") -> Interval:
    """Mean over items of the mean return in one arm, with its interval; void episodes are left out."""
    sound = [row for row in rows if row["arm"] == arm and row["return"] is not None]
    return score_interval([row["return"] for row in sound], [row["item"] for row in sound])


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        suite = _suite(options)
        rows = _evaluate(options, suite)
        if options.run is not None:
            RunWriter(options.run, read_meta(options.run)).write_evals(
                eval_name(suite.name, options.step), rows
            )
    except (ConfigError, SuiteError, SandboxError, RunLogError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    for line in _table(suite, rows, options.arms):
        print(line)
    return 0


def _suite(options: argparse.Namespace) -> Suite:
    if options.settings is None:
        return load_suite(options.suite, options.episodes)
    if options.suite != "reasoning_gym_hard":
        raise SuiteError(f"--settings is for the suite reasoning_gym_hard, not for '{options.suite}'")
    from pipeline.outside_suites import read_settings, reasoning_gym_suite

    return reasoning_gym_suite(options.suite, options.episodes, read_settings(options.settings))


def _evaluate(options: argparse.Namespace, suite: Suite) -> list[Row]:
    from pipeline.outside_served import BenchmarkError, served_engine
    from pipeline.sampler import SamplerError

    config = _config(options)
    try:
        engine, chat = (
            served_engine(options.url, options.model) if options.url else _local(config, options.model)
        )
        with Sandbox() as sandbox:
            evaluator = Evaluator(config, engine, chat, sandbox)
            return list(evaluator.rows(suite, options.arms, step=options.step, version=options.step))
    except (BenchmarkError, SamplerError) as error:
        raise ConfigError(str(error).replace("endpoint.base_url", "--url", 1)) from None


def _local(config: Config, model: str) -> tuple[Sampler, Chat]:
    """A model directory in this process."""
    from pipeline.assemble import load_chat
    from pipeline.learner import LearnerError, load_policy
    from pipeline.sampler.torch_engine import TorchEngine
    from pipeline.torch_setup import configure_torch

    try:
        model_dir = resolve_path("--model", model)
        configure_torch(config.run.threads, EVALUATION_SEED, onednn=config.run.onednn)
        engine = TorchEngine(load_policy(model_dir), max_rows=config.sampler.max_rows)
        return engine, load_chat(model_dir)
    except LearnerError as error:
        raise ConfigError(str(error).replace("model.path", "--model")) from None


def _config(options: argparse.Namespace) -> Config:
    """Limits and prompt form as training had them: of ``--run`` if given, else the defaults; a served model
    is an instruct model with room to think, unless a run says otherwise."""
    from pipeline.config import build_config, resolve_config

    settings = read_meta(options.run).get("config") if options.run else None
    if options.run and not settings:
        note = f"{options.run} was imported and says nothing of settings: those of cpu-tiny are used"
        print(note, file=sys.stderr)
    base = build_config(settings) if settings else resolve_config()
    changes: dict[str, Row] = {"model": {}, "play": {}, "sampler": {}}
    if options.url and not settings:
        changes["model"] = {"form": "full"}
        changes["play"] = {"max_reply_tokens": SERVED_REPLY, "max_context": SERVED_CONTEXT}
    if options.max_tokens is not None:
        changes["play"]["max_reply_tokens"] = options.max_tokens
    if options.temperature is not None:
        changes["sampler"]["agent_temperature"] = options.temperature
    sections = {name: getattr(base, name).model_copy(update=change) for name, change in changes.items()}
    return base.model_copy(update=sections)


def _table(suite: Suite, rows: Sequence[Row], arms: Sequence[str]) -> Iterator[str]:
    for arm in arms:
        found = score(rows, arm)
        bounds = f"[{found.low:.3f}, {found.high:.3f}]"
        yield f"{arm}: {found.mean:.3f} {bounds} over {len(rows) // len(arms)} episodes"
    if suite.note:
        yield suite.note
    if suite.columns:
        yield from _wins("column", [(suite.columns[row["item"]], row) for row in rows], arms)
    yield from _wins("item", [(row["item"], row) for row in rows], arms)


def _wins(title: str, labelled: Sequence[tuple[str, Row]], arms: Sequence[str]) -> Iterator[str]:
    """A table of episodes won, a line for every label."""
    yield f"| {title} | " + " | ".join(arms) + " |"
    yield "|---|" + "---|" * len(arms)
    for label in sorted({label for label, _ in labelled}):
        cells = []
        for arm in arms:
            won = [row["outcome"] == "won" for of, row in labelled if of == label and row["arm"] == arm]
            cells.append(f"{sum(won)} of {len(won)}")
        yield f"| {label} | " + " | ".join(cells) + " |"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pipeline.evaluate", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument(
        "--model", required=True, help="a Hugging Face model directory, or a name the server at --url knows"
    )
    parser.add_argument("--suite", default="held_out", help=f"one of {', '.join(sorted(SUITES))}")
    parser.add_argument("--episodes", type=count, default=18, help="episodes per item and arm")
    parser.add_argument("--temperature", type=float, help="of the agent (default: the run's, or cpu-tiny's)")
    parser.add_argument("--arms", nargs="+", choices=ARMS, default=["plain"])
    parser.add_argument(
        "--settings",
        type=Path,
        help="JSON of task settings, for reasoning_gym_hard (default: published ones)",
    )
    parser.add_argument("--url", help="chat completions address of a served checkpoint")
    parser.add_argument(
        "--max-tokens", type=count, help=f"longest reply (default: the run's; {SERVED_REPLY} with --url)"
    )
    parser.add_argument("--run", type=Path, help="take settings from this run and write its evals/")
    parser.add_argument("--step", type=int, default=0, help="step the model belongs to, for --run")
    return parser


if __name__ == "__main__":
    sys.exit(main())
