"""What the adapters of outside benchmarks share: a served checkpoint to ask, files of questions, scores.

A checkpoint is served by anything that speaks OpenAI's chat completions, for example ``vllm serve``. A key,
if the server wants one, is read from the environment variable ``OPENAI_API_KEY``.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spade_env import derive_seed

if TYPE_CHECKING:
    from pipeline.sampler.message_format import MessageFormat
    from pipeline.sampler.openai_engine import OpenAIEngine

Row = dict[str, Any]
Message = dict[str, str]

KEY = "OPENAI_API_KEY"
RETRIES = 2
"""Further tries of a request that failed in a way that may pass."""
_CHAT = "/chat/completions"


class BenchmarkError(Exception):
    """A benchmark that cannot be run; one sentence."""


@dataclass(frozen=True)
class Request:
    """What to run a benchmark on: files of questions, a served checkpoint and how to sample from it.

    ``limit`` keeps the first questions only; ``max_tokens`` is the longest reply; ``test_seconds`` is what
    one test of a written program may take.
    """

    data: tuple[Path, ...]
    url: str
    model: str
    limit: int | None = None
    temperature: float = 0.6
    max_tokens: int = 8192
    seed: int = 0
    test_seconds: float = 6.0


@dataclass(frozen=True)
class Found:
    """Scores (name -> number, standard errors under ``…_stderr``), the number of questions, and a row for
    every reply."""

    scores: Row
    questions: int
    replies: list[Row]


def served_engine(url: str, model: str) -> tuple[OpenAIEngine, MessageFormat]:
    """The engine and chat format that ask ``model`` at ``url`` (with or without ``/chat/completions``).

    Raises :class:`BenchmarkError` when the address or the client package cannot be used.
    """
    from pipeline.config_sections import EndpointSection
    from pipeline.sampler.message_format import MessageFormat

    try:
        from pipeline.sampler.openai_engine import OpenAIEngine
    except ImportError as error:
        extra = "a served checkpoint needs the 'api' extra: pip install -e '.[api]'"
        raise BenchmarkError(f"{extra} ({error})") from None
    chat = MessageFormat()
    key = KEY if os.environ.get(KEY, "").strip() else ""
    base = url.rstrip("/").removesuffix(_CHAT)
    try:
        section = EndpointSection(base_url=base, model=model, api_key_env=key, retries=RETRIES)
        if not section.base_url:
            raise ValueError("no address")
        return OpenAIEngine(section, chat), chat
    except ValueError:
        reason = "expected an address like http://127.0.0.1:8000/v1/chat/completions"
        raise BenchmarkError(f"--url {url} cannot be used, {reason}") from None


def ask(request: Request, conversations: Sequence[Sequence[Message]]) -> list[str]:
    """The checkpoint's reply to each conversation, without its thoughts; a conversation too long for the
    model gets an empty reply. Raises :class:`BenchmarkError` when the server does not answer."""
    from pipeline.sampler import SamplerError, SamplingParams

    engine, chat = served_engine(request.url, request.model)
    try:
        params = SamplingParams(request.temperature, request.max_tokens, chat.stop_ids)
    except ValueError:
        raise BenchmarkError(
            f"--temperature {request.temperature} and --max-tokens {request.max_tokens} cannot be used here, "
            "expected numbers above 0 (0.001 is as good as the likeliest reply)"
        ) from None
    prompts = [chat.encode(messages) for messages in conversations]
    seeds = [derive_seed(request.seed, "benchmark", number) for number in range(len(prompts))]
    try:
        completions = engine.generate(prompts, params, seeds)
    except SamplerError as error:
        raise BenchmarkError(str(error).replace("endpoint.base_url", "--url", 1)) from None
    return [chat.answer(chat.decode(completion.ids)) for completion in completions]


def read_rows(files: Sequence[Path], columns: Sequence[str]) -> Iterator[Row]:
    """The objects of JSON-lines files, one by one. Raises :class:`BenchmarkError` naming the file and line
    that cannot be read or lacks one of ``columns``."""
    empty = True
    for file in files:
        for number, line in _lines(file):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise BenchmarkError(f"--data {file}:{number} cannot be read as JSON ({error})") from None
            for column in columns:
                if not isinstance(row, dict) or row.get(column) in (None, ""):
                    raise BenchmarkError(f"--data {file}:{number} lacks '{column}'")
            empty = False
            yield row
    if empty:
        raise BenchmarkError(f"--data {' '.join(map(str, files))} holds no question")


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """Lines of a text file that hold something, with their numbers."""
    try:
        with file.open(encoding="utf-8", newline="\n") as handle:
            yield from ((number, line) for number, line in enumerate(handle, 1) if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(file, error) from None


def unreadable(file: Path, error: OSError | UnicodeDecodeError) -> BenchmarkError:
    """The error for a data file that cannot be read."""
    reason = getattr(error, "strerror", None) or "not UTF-8"
    return BenchmarkError(f"--data {file} cannot be read ({reason})")


def mean_scores(name: str, points: Sequence[float], groups: Sequence[str]) -> Row:
    """Mean of ``points`` with its standard error, over all and over each group: ``name``, ``name_stderr``,
    ``name,group``, ``name_stderr,group``. One point has no error."""
    found = _mean(name, points, "")
    for group in sorted(set(groups)):
        members = [point for point, of in zip(points, groups, strict=True) if of == group]
        found |= _mean(name, members, f",{group}")
    return found


def _mean(name: str, points: Sequence[float], suffix: str) -> Row:
    count = len(points)
    mean = sum(points) / count
    found = {f"{name}{suffix}": mean}
    if count > 1:
        spread = sum((point - mean) ** 2 for point in points) / (count - 1)
        found[f"{name}_stderr{suffix}"] = math.sqrt(spread / count)
    return found
