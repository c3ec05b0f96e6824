"""Benchmarks of larger models, on any served checkpoint, scored by the benchmark's own code.

    python -m pipeline.outside_benchmarks aime|gpqa_diamond --data FILE --url URL --model NAME --out FILE
                                          [--limit N] [--temperature 0.6] [--max-tokens 8192] [--seed 0]

``URL`` is an OpenAI-compatible server's chat address, for example
``http://127.0.0.1:8000/v1/chat/completions`` (``vllm serve CHECKPOINT`` answers there). The questions come
from a file of yours, nothing is downloaded:

* ``aime``: JSON lines with ``problem`` and ``answer``
* ``gpqa_diamond``: the published CSV (``Question``, ``Correct Answer``, ``Incorrect Answer 1`` to ``3``)

Prompts, answer extraction and scoring are those of lm-eval's tasks ``aime25`` and
``gpqa_diamond_cot_zeroshot``. Writes one JSON file: the scores with their standard errors, the settings, and
every reply. Needs the ``benchmarks`` extra.
Exit status: 0 done, 2 a package, file or option that cannot be used.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.run_log import write_atomic

Row = dict[str, Any]


class BenchmarkError(Exception):
    """A benchmark that cannot be run; one sentence."""


@dataclass(frozen=True)
class Benchmark:
    """A task of lm-eval and the file its questions come from."""

    task: str
    config: str
    """The task's file among those of lm-eval."""
    loader: str
    split: str
    columns: tuple[str, ...]


BENCHMARKS = {
    "aime": Benchmark("aime25", "aime/aime25.yaml", "json", "test", ("problem", "answer")),
    "gpqa_diamond": Benchmark(
        "gpqa_diamond_cot_zeroshot",
        "gpqa/cot_zeroshot/gpqa_diamond_cot_zeroshot.yaml",
        "csv",
        "train",
        ("Question", "Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3"),
    ),
}


def check_data(benchmark: Benchmark, file: Path) -> int:
    """Number of questions in ``file``. Raises :class:`BenchmarkError` naming the question that lacks a
    column."""
    try:
        with file.open(encoding="utf-8", newline="") as handle:
            if benchmark.loader == "csv":
                rows: list[Row] = list(csv.DictReader(handle))
            else:
                rows = [json.loads(line) for line in handle if line.strip()]
    except (OSError, ValueError, csv.Error) as error:
        form = benchmark.loader.upper()
        raise BenchmarkError(f"--data {file} cannot be read as {form} ({error})") from None
    if not rows:
        raise BenchmarkError(f"--data {file} holds no question")
    for number, row in enumerate(rows, 1):
        for column in benchmark.columns:
            if not isinstance(row, dict) or row.get(column) in (None, ""):
                raise BenchmarkError(f"--data {file}: question {number} lacks '{column}'")
    return len(rows)


def evaluate(options: argparse.Namespace) -> Row:
    """Scores, settings and replies of one benchmark. Raises :class:`BenchmarkError`."""
    benchmark = BENCHMARKS[options.benchmark]
    questions = check_data(benchmark, options.data)
    os.environ.setdefault("HF_HUB_OFFLINE", "1")  # every question is in the file
    os.environ.setdefault("OPENAI_API_KEY", "none")  # a local server asks for none, the client for one
    try:
        from lm_eval import simple_evaluate, tasks

        model: Row = {"model": options.model, "base_url": options.url, "max_retries": 2}
        sampling = {
            "temperature": options.temperature,
            "max_gen_toks": options.max_tokens,
            "do_sample": options.temperature > 0,
        }
        with tempfile.TemporaryDirectory() as folder:
            packaged = Path(tasks.__file__).parent / benchmark.config
            name = write_task(Path(folder), packaged, benchmark, options.data)
            manager = tasks.TaskManager(include_path=folder, include_defaults=False)
            found = simple_evaluate(
                model="local-chat-completions",
                model_args=model,
                tasks=[name],
                task_manager=manager,
                limit=options.limit,
                apply_chat_template=True,
                gen_kwargs=sampling,
                random_seed=options.seed,
                bootstrap_iters=0,
            )
    except ImportError as error:
        extra = "needs the 'benchmarks' extra: pip install -e '.[benchmarks]'"
        raise BenchmarkError(f"{extra} ({error})") from None
    except Exception as error:  # a server that is not there or refuses comes as one of many types
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise BenchmarkError(f"--url {options.url}: the evaluation failed ({reason})") from error
    if found is None:
        raise BenchmarkError("lm-eval returned no result")
    [scores] = found["results"].values()
    [samples] = found["samples"].values()
    return {
        "benchmark": options.benchmark,
        "task": benchmark.task,
        "model": options.model,
        "questions": min(questions, options.limit or questions),
        "temperature": options.temperature,
        "max_tokens": options.max_tokens,
        "seed": options.seed,
        "scores": {name: value for name, value in scores.items() if isinstance(value, int | float)},
        "replies": [
            {"target": sample["target"], "reply": sample["resps"][0][0], "filter": sample["filter"],
             "exact_match": sample["exact_match"]}
            for sample in samples
        ],
    }  # fmt: skip


def write_task(folder: Path, packaged: Path, benchmark: Benchmark, data: Path) -> str:
    """Write lm-eval's own task with its questions read from ``data``; the new task's name."""
    name = f"{benchmark.task}_from_file"
    changed = {
        "include": str(packaged),
        "task": name,
        "dataset_path": benchmark.loader,
        "dataset_name": None,
        "dataset_kwargs": {"data_files": {benchmark.split: str(data.resolve())}},
    }
    (folder / f"{name}.yaml").write_text(json.dumps(changed), encoding="utf-8")  # JSON is YAML
    return name


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        found = evaluate(options)
        write_atomic(options.out, json.dumps(found, indent=1, ensure_ascii=False).encode() + b"\n")
    except BenchmarkError as error:
        print(f"outside_benchmarks: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        reason = f"--out {options.out} cannot be written ({error.strerror})"
        print(f"outside_benchmarks: {reason}", file=sys.stderr)
        return 2
    for name, value in found["scores"].items():
        print(f"{name}: {value:.3f}")
    print(f"wrote {options.out}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.outside_benchmarks",
        description=__doc__.splitlines()[0],  # type: ignore[union-attr]
    )
    parser.add_argument("benchmark", choices=sorted(BENCHMARKS))
    parser.add_argument("--data", type=Path, required=True, help="file with the questions")
    parser.add_argument("--url", required=True, help="chat completions address of a served checkpoint")
    parser.add_argument("--model", required=True, help="name the server knows the checkpoint by")
    parser.add_argument("--out", type=Path, required=True, help="JSON file to write")
    parser.add_argument("--limit", type=int, help="only the first questions")
    parser.add_argument("--temperature", type=float, default=0.6)
    parser.add_argument("--max-tokens", type=int, default=8192, help="longest reply")
    parser.add_argument("--seed", type=int, default=0, help="of the order of choices")
    return parser


if __name__ == "__main__":
    sys.exit(main())
