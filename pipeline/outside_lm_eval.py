"""AIME and GPQA-Diamond on a served checkpoint, by lm-eval's own tasks.

Prompts, answer extraction and scoring are those of lm-eval's tasks ``aime25`` and
``gpqa_diamond_cot_zeroshot``; only the questions come from the user's file. Needs the ``benchmarks`` extra.
"""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.outside_served import KEY, RETRIES, BenchmarkError, Found, Request, Row, read_rows, unreadable


@dataclass(frozen=True)
class Task:
    """A task of lm-eval and what its questions are read from."""

    name: str
    config: str
    """The task's file among those of lm-eval."""
    loader: str
    split: str
    columns: tuple[str, ...]


AIME = Task("aime25", "aime/aime25.yaml", "json", "test", ("problem", "answer"))
GPQA_DIAMOND = Task(
    "gpqa_diamond_cot_zeroshot",
    "gpqa/cot_zeroshot/gpqa_diamond_cot_zeroshot.yaml",
    "csv",
    "train",
    ("Question", "Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3"),
)


def run(task: Task, request: Request) -> Found:
    """Scores and replies of one task. Raises :class:`BenchmarkError`."""
    questions = _check_data(task, request.data)
    os.environ.setdefault("HF_HUB_OFFLINE", "1")  # every question is in the file
    os.environ.setdefault(KEY, "none")  # a local server asks for none, the client for one
    try:
        from lm_eval import simple_evaluate, tasks

        model: Row = {"model": request.model, "base_url": request.url, "max_retries": RETRIES}
        sampling = {
            "temperature": request.temperature,
            "max_gen_toks": request.max_tokens,
            "do_sample": request.temperature > 0,
        }
        with tempfile.TemporaryDirectory() as folder:
            packaged = Path(tasks.__file__).parent / task.config
            name = _write_task(Path(folder), packaged, task, request.data)
            manager = tasks.TaskManager(include_path=folder, include_defaults=False)
            found = simple_evaluate(
                model="local-chat-completions",
                model_args=model,
                tasks=[name],
                task_manager=manager,
                limit=request.limit,
                apply_chat_template=True,
                gen_kwargs=sampling,
                random_seed=request.seed,
                bootstrap_iters=1,  # 0 would leave out standard errors; that of a mean needs no bootstrap
            )
    except ImportError as error:
        extra = "needs the 'benchmarks' extra: pip install -e '.[benchmarks]'"
        raise BenchmarkError(f"{extra} ({error})") from None
    except Exception as error:  # a server that is not there or refuses comes as one of many types
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise BenchmarkError(f"--url {request.url}: the evaluation failed ({reason})") from error
    if found is None:
        raise BenchmarkError("lm-eval returned no result")
    [scores] = found["results"].values()
    [samples] = found["samples"].values()
    replies = [
        {"target": sample["target"], "reply": sample["resps"][0][0], "filter": sample["filter"],
         "exact_match": sample["exact_match"]}
        for sample in samples
    ]  # fmt: skip
    numbers = {  # a score is called "metric,filter"; what else is there counts samples
        name: value for name, value in scores.items() if "," in name and isinstance(value, int | float)
    }
    return Found(numbers, min(questions, request.limit or questions), replies)


def _check_data(task: Task, files: Sequence[Path]) -> int:
    """Number of questions in ``files``, all of them with every column."""
    if task.loader == "json":
        return sum(1 for _ in read_rows(files, task.columns))
    count = 0
    for file in files:
        try:
            with file.open(encoding="utf-8", newline="") as handle:
                rows = list(csv.DictReader(handle))
        except csv.Error as error:
            raise BenchmarkError(f"--data {file} cannot be read as CSV ({error})") from None
        except (OSError, UnicodeDecodeError) as error:
            raise unreadable(file, error) from None
        if not rows:
            raise BenchmarkError(f"--data {file} holds no question")
        for number, row in enumerate(rows, 1):
            for column in task.columns:
                if row.get(column) in (None, ""):
                    raise BenchmarkError(f"--data {file}: question {number} lacks '{column}'")
        count += len(rows)
    return count


def _write_task(folder: Path, packaged: Path, task: Task, files: Sequence[Path]) -> str:
    """Write lm-eval's own task with its questions read from ``files``; the new task's name."""
    name = f"{task.name}_from_file"
    changed = {
        "include": str(packaged),
        "task": name,
        "dataset_path": task.loader,
        "dataset_name": None,
        "dataset_kwargs": {"data_files": {task.split: [str(file.resolve()) for file in files]}},
    }
    (folder / f"{name}.yaml").write_text(json.dumps(changed), encoding="utf-8")  # JSON is YAML
    return name
