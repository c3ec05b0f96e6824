"""What keeping a live run's map costs: `python tests/bench/bench_topic_map.py [--run RUN] [--new 100]`.

Maps a recorded run as it stood before its last ``--new`` environments, then places those in it, as
``topic_map --follow`` does. The baseline in the same process is laying out the whole run again. The first
placing pays for compiling UMAP's transform, so it is told apart. Ends with one JSON line; exit 1 when the
target (3 s per 100) is missed.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "web_runtime")]

from pipeline.run_log import RunReader, read_meta  # noqa: E402
from pipeline.topic_map import build_map, minilm  # noqa: E402

TARGET_S = 3.0
ROUNDS = 3


def until(run: Path, step: int, out: Path) -> Path:
    """The designs of ``run`` before ``step``, as a run by itself under ``out``."""
    (out / "designs").mkdir(parents=True, exist_ok=True)
    meta = read_meta(run)
    (out / "run.json").write_text(json.dumps({**meta, "counts": {**meta["counts"], "steps": step}}))
    for path in sorted((run / "designs").glob("step-*.parquet")):
        first = int(re.findall(r"\d+", path.stem)[0])
        rows = pq.read_table(path)
        rows = rows.filter(pc.less(rows["step"], step))
        if rows.num_rows:
            last = max(rows["step"].to_pylist())
            name = path.stem[:11] if first == last else f"step-{first:06d}-{last:06d}"
            pq.write_table(rows, out / "designs" / f"{name}.parquet")
    return out


def steps_with(run: Path, new: int) -> list[int]:
    """Steps before which ``ROUNDS``, ..., 2, 1, 0 times ``new`` valid environments are still to come."""
    with RunReader(run) as log:
        rows = log.rows(
            "select step, count(*) as n from designs where valid group by step order by step desc"
        )
    found, left = [rows[0]["step"] + 1], new
    for row in rows:
        left -= row["n"]
        if left <= 0:
            found.append(row["step"])
            left = new
    return found[ROUNDS::-1]


def measure(run: Path, new: int) -> dict[str, float]:
    """Seconds by name."""
    minilm(["warm"])
    with tempfile.TemporaryDirectory() as place:
        here = Path(place) / "run"
        steps = steps_with(run, new)
        build_map(until(run, steps[0], here))
        per_100 = []
        for step in steps[1:]:
            shutil.rmtree(here / "designs")
            until(run, step, here)
            started = time.perf_counter()
            added = build_map(here)["added"]
            per_100.append((time.perf_counter() - started) * 100 / added)
        started = time.perf_counter()
        again = build_map(here, refit=True)
        whole = time.perf_counter() - started
    return {
        "first_place_100_s": per_100[0],
        "place_100_s": sorted(per_100[1:])[len(per_100[1:]) // 2],
        "refit_s": whole,
        "refit_rows": again["points"],
    }


def main() -> int:
    """Measure, print, compare with the target."""
    parser = argparse.ArgumentParser(description="Measure placing new environments on a map.")
    parser.add_argument("--run", type=Path, default=ROOT / "data" / "runs" / "spade")
    parser.add_argument("--new", type=int, default=100, help="environments placed at once (default 100)")
    options = parser.parse_args()
    numbers = measure(options.run, options.new)
    print(f"place 100 new environments, first time  {numbers['first_place_100_s']:6.2f} s")
    print(
        f"place 100 new environments              {numbers['place_100_s']:6.2f} s   (target <= {TARGET_S:g})"
    )
    ratio = numbers["refit_s"] / numbers["place_100_s"]
    print(
        f"lay out all {numbers['refit_rows']:.0f} again               {numbers['refit_s']:6.2f} s   ({ratio:.1f} x)"
    )
    print(json.dumps({name: round(value, 3) for name, value in numbers.items()}))
    return 0 if numbers["place_100_s"] <= TARGET_S else 1


if __name__ == "__main__":
    sys.exit(main())
