"""How varied a run's programs are, over training: distinct programs and Vendi score per 100.

    python -m pipeline.diversity RUN_DIR [--size 100]

For every step, the last ``--size`` programs written up to it (fewer only where the run has written fewer)
are counted two ways, over all programs that parse (``written``) and over the valid environments alone
(``valid``):

* **distinct**: different syntax trees, comments, layout and docstrings aside;
* **vendi**: the Vendi score (Friedman & Dieng 2023), the exponential of the entropy of the eigenvalues of the
  similarity matrix divided by its size, with cosine similarity of MiniLM embeddings of what the map places an
  environment by. 1 when all tell the same story, ``--size`` when no two are alike.

Rejected programs count under ``written`` because exact copies are rejected: among valid environments alone a
collapse onto one program would not show. Writes ``map/diversity.json``, which may be deleted and made again.
Exit status: 0 done, 2 a run or option that cannot be used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.embedding_cache import Embedder
from pipeline.novelty import fingerprint
from pipeline.run_log import RunLogError, RunReader, write_atomic
from pipeline.topic_map import describe, kept_minilm
from pipeline.topic_store import TopicMapError

VERSION = 1
SIZE = 100
FILE = "map/diversity.json"
Row = dict[str, Any]
Program = tuple[int, str, np.ndarray]
"""Step, fingerprint and unit embedding of one program."""

_PROGRAMS = """
    select step, valid, code, title, summary, first_observation from designs
    where code is not null order by step, attempt
"""


def vendi_score(vectors: np.ndarray) -> float:
    """Effective number of different rows of ``vectors`` (n, d), unit length: between 1 and n.

    Raises ``ValueError`` for no rows.
    """
    if not len(vectors):
        raise ValueError("a Vendi score needs at least one vector")
    small = vectors if vectors.shape[0] <= vectors.shape[1] else vectors.T
    gram = small.astype(np.float64) @ small.astype(np.float64).T / len(vectors)
    values = np.linalg.eigvalsh(gram)  # of the smaller Gram matrix: the others are zero
    values = values[values > 1e-12]
    values = values / values.sum()
    return float(np.exp(-(values * np.log(values)).sum()))


def windows(programs: Iterable[Program], size: int) -> Iterator[Row]:
    """For every step of ``programs`` (in step order): step, designs, distinct, vendi of the last ``size``."""
    last: deque[Program] = deque(maxlen=size)
    step: int | None = None
    for program in programs:
        if step is not None and program[0] != step:
            yield _window(step, last)
        last.append(program)
        step = program[0]
    if step is not None:
        yield _window(step, last)


def _window(step: int, last: Sequence[Program]) -> Row:
    vendi = vendi_score(np.stack([program[2] for program in last]))
    distinct = len({program[1] for program in last})
    return {"step": step, "designs": len(last), "distinct": distinct, "vendi": round(vendi, 3)}


def diversity(run: RunReader, embed: Embedder, size: int = SIZE) -> Row:
    """The table as it is written: version, size, steps covered and one row per scope and step.

    Windows that are not full are kept only where the run never fills one.
    """
    kept = [(row, mark) for row in run.rows(_PROGRAMS) if (mark := mark_of(row["code"])) is not None]
    vectors = embedded([text_of(row) for row, _ in kept], embed)
    programs = [(row["step"], mark, vectors[i]) for i, (row, mark) in enumerate(kept)]
    valid = [program for program, (row, _) in zip(programs, kept, strict=True) if row["valid"]]
    rows: list[Row] = []
    for scope, chosen in (("written", programs), ("valid", valid)):
        found = list(windows(chosen, size))
        full = [row for row in found if row["designs"] == size]
        rows += [{"scope": scope, **row} for row in (full or found)]
    return {
        "version": VERSION,
        "size": size,
        "steps": run.steps,
        "embedding": "all-MiniLM-L6-v2",
        "rows": rows,
    }


def mark_of(code: str | None) -> str | None:
    """The syntax tree's fingerprint of a program; None for a text that is not one."""
    try:
        return fingerprint(code) if code else None
    except ValueError:
        return None


def text_of(row: Row) -> str:
    """The text a design attempt is embedded by: what it says of itself, or else all of it."""
    return describe(row) or row["code"]


def embedded(texts: Sequence[str], embed: Embedder) -> np.ndarray:
    """Unit vectors (n, d); a text that occurs again is not embedded again."""
    different = list(dict.fromkeys(texts))
    if not different:
        return np.zeros((0, 1), np.float32)
    place = {text: index for index, text in enumerate(different)}
    return embed(different)[[place[text] for text in texts]]


def main(arguments: Sequence[str] | None = None, embed: Embedder = kept_minilm) -> int:
    """Command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.diversity", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("run", type=Path, help="run directory")
    parser.add_argument("--size", type=int, default=SIZE, help=f"programs per window (default {SIZE})")
    options = parser.parse_args(arguments)
    if options.size < 2:
        parser.error(f"--size {options.size}: expected a whole number from 2")
    try:
        with RunReader(options.run) as run:
            found = diversity(run, embed, options.size)
        file = options.run / FILE
        write_atomic(file, json.dumps(found).encode() + b"\n")
    except (RunLogError, TopicMapError) as error:
        print(f"diversity: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"diversity: {error.filename} cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    for scope in ("written", "valid"):
        rows = [row for row in found["rows"] if row["scope"] == scope]
        if rows:
            first, last = rows[0], rows[-1]
            words = [f"{name} {first[name]:g} -> {last[name]:g}" for name in ("distinct", "vendi")]
            print(
                f"{scope}: per {last['designs']}, step {first['step']} -> {last['step']}: {', '.join(words)}"
            )
    print(f"wrote {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
