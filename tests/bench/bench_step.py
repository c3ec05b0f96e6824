"""Median seconds of a training step by phase: ``python tests/bench/bench_step.py [--steps N] [run options]``.

Runs ``pipeline/run.py`` on this machine into a temporary directory and prints its own clocks. The target
for ``cpu-tiny`` on two cores is a median of at most 20 s.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "web_runtime")]

from pipeline.run_log import RunReader  # noqa: E402


def main() -> int:
    arguments = sys.argv[1:] or ["--steps", "6"]
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "run"
        command = [sys.executable, str(ROOT / "pipeline" / "run.py"), "--out", str(out), *arguments]
        status = subprocess.run(command, check=False).returncode
        if status:
            return status
        with RunReader(out) as run:
            rows = run.rows("select * from updates order by step")
    print(f"{'phase':>10}  median s   max s")
    for name in [column for column in rows[0] if column.startswith("seconds_")]:
        values = [row[name] for row in rows]
        print(f"{name.removeprefix('seconds_'):>10}  {statistics.median(values):8.2f} {max(values):7.2f}")
    for name in ("sampled_tokens", "trained_tokens", "sandbox_starts", "sandbox_steps"):
        print(f"{name:>15}  {statistics.median(row[name] for row in rows):.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
