"""Benchmarks of larger models, on any served checkpoint.

    python -m pipeline.outside_benchmarks aime|gpqa_diamond|livecodebench|bfcl
        --data FILE [FILE …] --url URL --model NAME --out FILE
        [--limit N] [--temperature 0.6] [--max-tokens 8192] [--seed 0] [--test-seconds 6]

``URL`` is an OpenAI-compatible server's chat address, for example
``http://127.0.0.1:8000/v1/chat/completions`` (``vllm serve CHECKPOINT`` answers there). The questions come
from files of yours in the benchmark's own published form; nothing is downloaded:

* ``aime``: JSON lines with ``problem`` and ``answer``; lm-eval's prompt and scoring (``outside_lm_eval``)
* ``gpqa_diamond``: the published CSV; lm-eval's prompt and scoring
* ``livecodebench``: the published JSON lines; the reply's code runs against the tests in our sandbox
  (``outside_livecodebench``)
* ``bfcl``: the published JSON lines of the single-turn Python categories, with ``possible_answer/`` beside
  them; calls are compared as syntax trees (``outside_bfcl`` says which categories these are)

Reasoning Gym is a suite of ``pipeline.evaluate``. Writes one JSON file: the scores with their standard
errors, the settings, and every reply. ``aime`` and ``gpqa_diamond`` need the ``benchmarks`` extra, the others
``api``.
Exit status: 0 done, 2 a package, file or option that cannot be used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pipeline import outside_bfcl, outside_livecodebench, outside_lm_eval
from pipeline.option_types import count
from pipeline.outside_served import BenchmarkError, Found, Request, Row
from pipeline.run_log import write_atomic


@dataclass(frozen=True)
class Benchmark:
    """How a benchmark is run, the name its settings are recorded under, and where its questions are
    published."""

    run: Callable[[Request], Found]
    task: str
    published: str


BENCHMARKS = {
    "aime": Benchmark(
        partial(outside_lm_eval.run, outside_lm_eval.AIME),
        outside_lm_eval.AIME.name,
        "JSON lines with 'problem' and 'answer', for example the dataset math-ai/aime25 on Hugging Face",
    ),
    "gpqa_diamond": Benchmark(
        partial(outside_lm_eval.run, outside_lm_eval.GPQA_DIAMOND),
        outside_lm_eval.GPQA_DIAMOND.name,
        "gpqa_diamond.csv of the dataset Idavidrein/gpqa on Hugging Face, whose terms are accepted there",
    ),
    "livecodebench": Benchmark(
        outside_livecodebench.run,
        "code_generation",
        "test.jsonl to test6.jsonl of the dataset livecodebench/code_generation_lite on Hugging Face",
    ),
    "bfcl": Benchmark(
        outside_bfcl.run,
        "ast_python",
        "BFCL_v4_*.json and the folder possible_answer beside them, in "
        "berkeley-function-call-leaderboard/bfcl_eval/data of the repository ShishirPatil/gorilla on GitHub",
    ),
}


def evaluate(name: str, request: Request) -> Row:
    """Scores, settings and replies of the benchmark called ``name``, ready for JSON. Raises
    :class:`BenchmarkError`."""
    benchmark = BENCHMARKS[name]
    missing = [file for file in request.data if not file.is_file()]
    if missing or not request.data:
        what = f"--data {missing[0]} {_no_file(missing[0])}" if missing else "--data is missing"
        raise BenchmarkError(f"{what}; expected what {name} publishes: {benchmark.published}")
    found = benchmark.run(request)
    return {
        "benchmark": name,
        "task": benchmark.task,
        "model": request.model,
        "questions": found.questions,
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
        "seed": request.seed,
        "scores": found.scores,
        "replies": found.replies,
    }


def _no_file(path: Path) -> str:
    """What a path is that is no file."""
    if path.is_dir():
        return "is a directory, not a file"
    return "is no file" if path.exists() else "is not there"


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    options = vars(_parser().parse_args(arguments))
    name, out = options.pop("benchmark"), options.pop("out")
    try:
        found = evaluate(name, Request(**{**options, "data": tuple(options["data"])}))
        write_atomic(out, json.dumps(found, indent=1, ensure_ascii=False).encode() + b"\n")
    except BenchmarkError as error:
        print(f"outside_benchmarks: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"outside_benchmarks: --out {out} cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    for score, value in found["scores"].items():
        print(f"{score}: {value:.3f}")
    print(f"wrote {out}")
    return 0


def _parser() -> argparse.ArgumentParser:
    published = "\n".join(f"  {name}: {benchmark.published}" for name, benchmark in BENCHMARKS.items())
    covered = ", ".join(outside_bfcl.CATEGORIES)
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.outside_benchmarks",
        description=__doc__.splitlines()[0],  # type: ignore[union-attr]
        epilog=f"what --data holds, to be fetched by you:\n{published}\nbfcl covers {covered}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("benchmark", choices=sorted(BENCHMARKS))
    parser.add_argument("--data", type=Path, nargs="+", default=[], help="files with the questions (below)")
    parser.add_argument("--url", required=True, help="chat completions address of a served checkpoint")
    parser.add_argument("--model", required=True, help="name the server knows the checkpoint by")
    parser.add_argument("--out", type=Path, required=True, help="JSON file to write")
    parser.add_argument("--limit", type=count, help="only the first questions")
    parser.add_argument("--temperature", type=float, default=0.6)
    parser.add_argument("--max-tokens", type=count, default=8192, help="longest reply")
    parser.add_argument("--seed", type=int, default=0, help="of sampling and of the order of choices")
    parser.add_argument("--test-seconds", type=_seconds, default=6.0, help="for one test, in livecodebench")
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 3600:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
