"""Train, evaluate and describe the small base model.

    python -m pipeline.bootstrap --out data/models/spade-tiny-base [--minutes 43] [--resume] [--size tiny]

Writes model, tokenizer, ``training.json`` (the options), ``training_log.jsonl``, ``evaluation.json`` and a
model card to ``--out``. The state that ``--resume`` continues from is kept under ``--work``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from pipeline.bootstrap.dataset import read_passages
from pipeline.bootstrap.passages import PASSAGES
from pipeline.option_types import count, make_folder, minutes

DEFAULT_WORK = Path("/tmp/spade-bootstrap")


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; 0 when done, 2 for an option or file that cannot be used."""
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # before torch: spinning threads starve each other
    from pipeline.bootstrap.train_base import TrainOptions

    arguments = _parser(TrainOptions()).parse_args(argv)
    try:
        _run(arguments)
    except (ValueError, OSError) as error:
        print(f"bootstrap: {error}", file=sys.stderr)
        return 2
    return 0


def _parser(defaults) -> argparse.ArgumentParser:
    from pipeline.bootstrap.train_base import SHAPES

    parser = argparse.ArgumentParser(prog="python -m pipeline.bootstrap", description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder of the finished model")
    parser.add_argument("--minutes", type=minutes, default=defaults.minutes, help="training time")
    parser.add_argument("--size", choices=sorted(SHAPES), default=defaults.size)
    parser.add_argument("--seed", type=int, default=defaults.seed)
    parser.add_argument("--threads", type=count, default=defaults.threads)
    parser.add_argument(
        "--dtype",
        choices=("float32", "bfloat16"),
        default="float32",
        help="number format of the saved weights",
    )
    parser.add_argument("--resume", action="store_true", help="continue the run whose state is under --work")
    parser.add_argument("--only-evaluate", action="store_true", help="evaluate the model in --out again")
    parser.add_argument("--work", type=Path, default=DEFAULT_WORK, help="resumable state and checkpoints")
    parser.add_argument("--passages", type=Path, default=PASSAGES, help="the corpus (default: %(default)s)")
    parser.add_argument("--designs", type=count, default=500, help="designs sampled for the evaluation")
    parser.add_argument("--episodes", type=count, default=16, help="evaluation episodes per mechanic and arm")
    return parser


def _run(arguments: argparse.Namespace) -> None:
    if not arguments.only_evaluate:
        _train(arguments)
    _evaluate(arguments)


def _train(arguments: argparse.Namespace) -> None:
    from pipeline.bootstrap.train_base import Trainer, TrainOptions, save_model

    options = TrainOptions(
        minutes=arguments.minutes, size=arguments.size, seed=arguments.seed, threads=arguments.threads
    )
    passages = read_passages(arguments.passages)
    make_folder("--work", arguments.work)
    make_folder("--out", arguments.out)  # before the minutes that training takes
    trainer = Trainer(passages, options, arguments.work, resume=arguments.resume)
    trainer.run(_print_row)
    save_model(trainer.model, trainer.tokenizer, arguments.out, arguments.dtype)
    shutil.copy(arguments.work / "training_log.jsonl", arguments.out / "training_log.jsonl")
    said = {name: getattr(arguments, name) for name in ("size", "minutes", "seed", "threads", "dtype")}
    (arguments.out / "training.json").write_text(json.dumps(said, indent=1) + "\n")


def _evaluate(arguments: argparse.Namespace) -> None:
    """Evaluate the model in ``--out`` and write its card."""
    from transformers import AutoTokenizer

    from pipeline.bootstrap.evaluate_base import evaluate
    from pipeline.bootstrap.model_card import write_card
    from pipeline.learner import LearnerError, load_policy

    print("evaluating", flush=True)
    try:
        model = load_policy(arguments.out)
    except LearnerError as error:
        raise ValueError(str(error).replace("model.path", "--out")) from None
    result = evaluate(
        model,
        AutoTokenizer.from_pretrained(arguments.out, local_files_only=True),
        read_passages(arguments.passages),
        designs=arguments.designs,
        per_mechanic=arguments.episodes,
    )
    (arguments.out / "evaluation.json").write_text(json.dumps(result.as_json(), indent=1) + "\n")
    write_card(arguments.out)
    print(f"valid designs {result.validity:.0%}, plain wins {result.win_rate('plain'):.0%}: {arguments.out}")


def _print_row(row: dict) -> None:
    losses = " ".join(f"{key[5:]} {value:.3f}" for key, value in row.items() if key.startswith("loss_"))
    print(
        f"step {row['step']:5d}  {row['minutes']:6.2f} min  {row['tokens_per_second']:6d} tok/s  {losses}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
