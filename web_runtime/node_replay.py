"""Replays episodes under Pyodide in Node: the interpreter a browser would use, without a browser.

Needs the assets of ``python -m web_runtime.build``. Standard library only.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from web_runtime.build import ASSETS, ROOM, BuildError, tool

START_SECONDS = 60.0
JOB_SECONDS = 5.0
"""Wall clock allowed for the interpreter's start and, on top, per job."""


def asset_directory(assets: Path = ASSETS) -> Path:
    """The current immutable asset directory; raises :class:`BuildError` if nothing was built."""
    manifest = assets / "manifest.json"
    if not manifest.exists():
        raise BuildError(f"{manifest} does not exist; run: python -m web_runtime.build")
    return assets / json.loads(manifest.read_text(encoding="utf-8"))["base"]


def replay_in_node(jobs: Iterable[dict[str, Any]], assets: Path = ASSETS) -> list[dict[str, Any]]:
    """Replay ``{"source", "seed", "replies", "max_turns"}`` jobs; one result per job, in order.

    A result is ``{"transcript": …}`` or ``{"error": sentence}``. Raises :class:`BuildError` when the
    interpreter cannot be started or gives up before the last job (a program that never returns).
    """
    lines = [json.dumps(job) for job in jobs]
    if not lines:
        return []
    command = [*tool("node"), str(ROOM / "node" / "replay.mjs"), str(asset_directory(assets))]
    try:
        done = subprocess.run(
            command,
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=START_SECONDS + JOB_SECONDS * len(lines),
        )
    except subprocess.TimeoutExpired:
        raise BuildError(f"Pyodide in Node did not finish {len(lines)} replays in time") from None
    results = [json.loads(line) for line in done.stdout.splitlines() if line]
    if done.returncode or len(results) != len(lines):
        reason = (done.stderr.strip().splitlines() or ["no output"])[-1]
        raise BuildError(f"Pyodide in Node stopped after {len(results)} of {len(lines)} replays: {reason}")
    return results
