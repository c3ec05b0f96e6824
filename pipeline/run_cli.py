"""Command line of ``pipeline/run.py``: options, start, resume, commit of every step, clean endings."""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from pipeline.config import ROOT, Config, ConfigError, build_config, resolve_config
from pipeline.config import resolve_path as existing
from pipeline.corpus import Corpus, CorpusError
from pipeline.distributed import DistributedError, LearnerLost, Placement, check_ray, open_placement
from pipeline.dry_run import needs_model, plan_run
from pipeline.durable import uninterrupted
from pipeline.evaluate import Evaluator, eval_name, score
from pipeline.pool import PoolError, load_pool
from pipeline.progress import Progress
from pipeline.run import Experiment
from pipeline.run_log import RunLogError, RunReader, RunWriter, read_meta
from pipeline.run_options import parse_arguments
from pipeline.sandbox import Limits, Sandbox, SandboxError
from pipeline.state import (
    Sharded,
    StateError,
    exclusive,
    load_state,
    prune_states,
    replacing_directory,
    require_state,
    save_state,
    state_directory,
)
from pipeline.suites import SuiteError, load_suite

EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run or resume an experiment; returns the exit status (see ``run.py``)."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill ends like Ctrl-C
    run_dir: Path | None = None  # where something may have been written
    try:
        options, overrides = parse_arguments(sys.argv[1:] if arguments is None else arguments)
        config, header = _configuration(options, overrides)
        if options.dry_run:
            return _dry_run(config)
        run_dir = options.resume or options.out or ROOT / "data" / "runs" / header["run_id"]
        return _start(config, header, run_dir, resume=options.resume is not None)
    except KeyboardInterrupt:
        print(_interrupted(run_dir), file=sys.stderr)
        return EXIT_INTERRUPTED
    except _startup_errors() as error:
        print(error, file=sys.stderr)
        return EXIT_USAGE


def _interrupted(run_dir: Path | None) -> str:
    """What an interrupt that :func:`_train` did not see has left, and how to go on."""
    if run_dir is None or not (run_dir / "run.json").exists():
        return "interrupted during start-up: nothing was written"
    return f"interrupted: no further step was written; continue with --resume {run_dir}"


def _configuration(options: argparse.Namespace, overrides: dict[str, str]) -> tuple[Config, dict[str, Any]]:
    """The configuration to run and the new run's header; a resumed run keeps its own (``--steps`` aside)."""
    if options.resume is None:
        config = resolve_config(preset=options.preset, file=options.config, overrides=overrides)
        preset = options.preset or ("" if options.config else "cpu-tiny")
        return config, _header(config, preset)
    changed = {name for name in overrides if name != "run.steps" and not name.startswith("distributed.")}
    if options.out or options.preset or options.config or changed:
        raise ConfigError(
            "--resume continues a run with its own configuration; only --steps and --distributed.* may be "
            "added"
        )
    meta = read_meta(options.resume)
    if meta["counts"]["steps"]:
        require_state(options.resume, meta["counts"]["steps"])
    if not meta.get("config"):
        raise RunLogError(f"{options.resume / 'run.json'} has no 'config', so {options.resume} cannot resume")
    stored = build_config(meta["config"])
    if not overrides:
        return stored, meta
    merged = resolve_config(file=options.resume / "run.json", overrides=overrides)
    return merged, {**meta, "config": merged.as_dict()}


def _header(config: Config, preset: str) -> dict[str, Any]:
    """What ``run.json`` says about a run. The id depends on the configuration alone (steps aside), so that
    equal runs write equal logs wherever they are."""
    data = config.as_dict()
    identity = {**data, "run": {**data["run"], "steps": None}}
    del identity["distributed"]  # where a run runs is not what it is
    digest = hashlib.blake2b(json.dumps(identity, sort_keys=True).encode(), digest_size=3).hexdigest()
    name = preset or "custom"
    return {
        "run_id": f"{name}-s{config.run.seed}-{digest}",
        "title": config.run.title or name,
        "preset": preset,
        "config": data,
        "model": config.endpoint.model if config.sampler.engine == "openai" else config.model.path,
        "seeds": {"run": config.run.seed},
        "code": _code_revision(),
        "host": {"machine": platform.machine(), "python": platform.python_version()},
        "started": _now(),
    }


def _dry_run(config: Config) -> int:
    """Check every input that can be checked without loading the model, and show the configuration with what
    it takes; refuse what cannot fit."""
    _check_inputs(config)
    found = plan_run(config)
    if config.distributed.active:
        try:
            check_ray()
        except DistributedError as error:
            print(f"# not on this machine: {error}")
    with open_sandbox(config) as sandbox:
        print(f"# {sandbox.banner}")
    for line in found.lines:
        print(f"# {line}")
    print(yaml.safe_dump(config.as_dict(), sort_keys=False, allow_unicode=True), end="")
    if found.refusal:
        raise ConfigError(found.refusal)
    return 0


def _check_inputs(config: Config) -> None:
    """Read the pool and the corpus once, so that one that cannot be used is told before anything starts."""
    if config.designer.source == "pool":
        load_pool(existing("designer.pool", config.designer.pool))
    elif config.validator.known_pool:
        option = "validator.known_pool"
        load_pool(existing(option, config.validator.known_pool), option)
    _corpus(config)


def _start(config: Config, header: dict[str, Any], run_dir: Path, *, resume: bool) -> int:
    if needs_model(config):
        existing("model.path", config.model.path)
    _check_inputs(config)
    if not resume and (run_dir / "run.json").exists():
        raise RunLogError(
            f"{run_dir / 'run.json'} already exists; choose another --out or use --resume {run_dir}"
        )
    with (
        exclusive(run_dir),
        open_placement(config) as placement,
        open_sandbox(config, placement) as sandbox,
    ):
        from pipeline.assemble import assemble  # brings torch, which wrong options should not wait for

        def build(steps: int) -> Experiment:
            made = assemble(config, header["run_id"], sandbox, _corpus(config), placement=placement)
            _restore(made, run_dir, steps)
            return made

        if not resume:
            experiment = build(0)
            writer = RunWriter.create(run_dir, header)
        else:
            experiment = build(header["counts"]["steps"])
            writer = RunWriter.open(run_dir)
            writer.meta["config"] = config.as_dict()
        return _train(experiment, writer, build)


def _restore(experiment: Experiment, run_dir: Path, steps: int) -> None:
    """Bring a fresh experiment to where it was after ``steps`` complete steps."""
    if not steps:
        return
    weights, loop = load_state(run_dir, steps)
    learner = experiment.learner
    if isinstance(learner, Sharded):
        learner.load_shards(weights, state_directory(run_dir, steps))
    else:
        learner.load_state_bytes(weights)
    experiment.sampler.publish(experiment.learner.weights(), experiment.learner.version)
    experiment.restore(loop)
    experiment.relearn_known(_logged_programs(run_dir))


def _train(experiment: Experiment, writer: RunWriter, build: Callable[[int], Experiment]) -> int:
    """Run the steps that are left, committing each; whatever happens, the log stays readable. ``build`` makes
    the experiment anew as it was after so many steps."""
    from pipeline.learner import LearnerError
    from pipeline.sampler import SamplerError

    config, run_dir = experiment.config, writer.path
    with Progress(config.run.steps, writer.meta["title"]) as progress:
        progress.note(f"{run_dir}: {experiment.sandbox.banner}")
        for line in getattr(experiment.sampler, "notes", list)():
            progress.note(line)
        for line in experiment.corpus.skipped if experiment.corpus else ():
            progress.note(f"corpus: skipped {line}")
        try:
            _steps(experiment, writer, progress, build)
        except KeyboardInterrupt:
            writer.finish("interrupted", finished=_now())
            progress.note(f"interrupted after {writer.steps} steps; continue with --resume {run_dir}")
            return EXIT_INTERRUPTED
        except (LearnerError, SamplerError, SandboxError, DistributedError) as error:
            writer.finish("failed", finished=_now(), problem=str(error))
            progress.note(f"failed after {writer.steps} steps: {error}")
            return EXIT_FAILED
        except BaseException:  # a bug of ours: say so in the log, then let it be seen
            writer.finish("failed", finished=_now())
            raise
        writer.finish("complete", finished=_now())
        progress.note(progress.summary())
    return 0


def _steps(
    experiment: Experiment, writer: RunWriter, progress: Progress, build: Callable[[int], Experiment]
) -> None:
    """The steps that are left and the last checkpoint; a lost learner goes back to the last complete step."""
    tries, steps, lost = 0, writer.steps, False
    if not steps and experiment.config.run.checkpoint_every:
        _save_checkpoint(experiment, writer)
    while True:
        try:
            experiment = build(steps) if lost else experiment
            for step in range(writer.steps, experiment.config.run.steps):
                progress.start_step(step)
                _evaluate(experiment, writer, progress)
                started = time.perf_counter()
                rows = experiment.step(step, progress)
                with progress.phase("log"), uninterrupted():
                    _commit(experiment, writer, step, rows)
                progress.finish_step(rows["updates"][0], time.perf_counter() - started)
            _evaluate(experiment, writer, progress)
            _save_checkpoint(experiment, writer)
            return
        except LearnerLost as error:
            tries, steps = (tries + 1 if writer.steps == steps else 1), writer.steps
            if tries > experiment.config.distributed.restarts:
                raise DistributedError(f"{error}; that was try {tries} at step {steps}") from None
            progress.note(f"{error}; starting again after {steps} complete steps")
            lost = True


def _evaluate(experiment: Experiment, writer: RunWriter, progress: Progress) -> None:
    """Held-out evaluation of the policy as it is after ``writer.steps`` steps, where one is due and not yet
    in the log: a run killed while it evaluates does so again from the same weights and seeds."""
    options, step = experiment.config.evaluation, writer.steps
    if not options.every or (step % options.every and step != experiment.config.run.steps):
        return
    evaluator = Evaluator(experiment.config, experiment.sampler, experiment.chat, experiment.sandbox)
    for name in options.suites:
        if writer.has_evals(eval_name(name, step)):
            continue
        started = time.perf_counter()
        suite = load_suite(name, options.episodes)
        rows = list(evaluator.rows(suite, step=step, version=experiment.learner.version))
        writer.write_evals(eval_name(name, step), rows)
        found = score(rows)
        progress.note(
            f"{name} after {step} steps: {found.mean:.3f} [{found.low:.3f}, {found.high:.3f}] "
            f"over {len(rows)} episodes, {time.perf_counter() - started:.0f} s"
        )


def _commit(
    experiment: Experiment, writer: RunWriter, step: int, rows: dict[str, list[dict[str, Any]]]
) -> None:
    """State, checkpoint, log, in this order (``state.py`` says why)."""
    run, done, started = experiment.config.run, step + 1, time.perf_counter()
    learner = experiment.learner
    weights = learner.save_shards if isinstance(learner, Sharded) else learner.state_bytes()
    save_state(writer.path, done, weights, experiment.loop_state())
    if run.checkpoint_every and done % run.checkpoint_every == 0:
        _save_checkpoint(experiment, writer, done)
    if usage := getattr(experiment.learner, "usage", None):
        writer.meta["usage"] = usage  # of the steps in the log
    rows["updates"][0]["seconds_log"] = time.perf_counter() - started  # all of it but writing this row
    writer.write_step(
        step,
        designs=rows["designs"],
        plays=rows["plays"],
        updates=rows["updates"],
        tokens=rows["tokens"] if run.log_tokens else None,
    )
    prune_states(writer.path, done)


def _save_checkpoint(experiment: Experiment, writer: RunWriter, done: int | None = None) -> None:
    """The policy after ``done`` steps: after all that are in the log, or with the one about to be."""
    name = f"step-{writer.steps if done is None else done:06d}"
    with replacing_directory(writer.path / "checkpoints" / name) as directory:
        experiment.learner.save_pretrained(directory)
        experiment.chat.save(directory)


def _logged_programs(run_dir: Path) -> list[tuple[int, int, str, str]]:
    with RunReader(run_dir) as run:
        rows = run.rows("select step, attempt, env_id, code from designs where valid")
    return [(row["step"], row["attempt"], row["env_id"], row["code"]) for row in rows]


def _corpus(config: Config) -> Corpus | None:
    if not config.corpus.enabled:
        return None
    return Corpus.read(existing("corpus.path", config.corpus.path), config.run.seed)


def open_sandbox(config: Config, placement: Placement | None = None) -> Sandbox:
    """The sandbox with the run's limits: in this process, or where ``placement`` has it."""
    options = config.sandbox
    limits = Limits(
        step_s=options.step_s,
        reset_s=options.reset_s,
        cpu_s=options.cpu_s,
        memory_mb=options.memory_mb,
        max_turns=config.play.max_turns,
    )
    placed = placement.sandbox(limits, options.level) if placement is not None else None
    return placed or Sandbox(limits, level=options.level)


def _startup_errors() -> tuple[type[Exception], ...]:
    """Every problem that is the user's to mend, each already one sentence."""
    known: list[type[Exception]] = [
        ConfigError,
        DistributedError,
        CorpusError,
        PoolError,
        SuiteError,
        StateError,
        RunLogError,
        SandboxError,
    ]
    if "pipeline.assemble" in sys.modules:
        from pipeline.learner import LearnerError
        from pipeline.sampler import SamplerError
        from pipeline.topic_store import TopicMapError

        known += [LearnerError, SamplerError, TopicMapError]
    return tuple(known)


def _code_revision() -> str:
    git = shutil.which("git")
    if git is None:
        return "unknown"
    found = subprocess.run(
        [git, "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"],
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip() or "unknown"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
