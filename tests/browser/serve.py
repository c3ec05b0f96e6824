"""A real explorer on a free port, for as long as a test needs it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_S = 120


@contextmanager
def serving(runs: Path) -> Iterator[str]:
    """Address of an explorer on the runs under ``runs``, stopped on leaving."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "app.server", "--runs", str(runs), "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'web_runtime'}"}
    with tempfile.NamedTemporaryFile(suffix=".log") as out:
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out, env=environment)
        try:
            _wait(f"http://127.0.0.1:{port}/data/runs.json", process, Path(out.name))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server stopped at once:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.2)
    raise RuntimeError(f"the server did not answer within {START_S} s:\n{log.read_text()}")
