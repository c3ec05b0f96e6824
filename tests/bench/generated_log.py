"""Run logs of any size for measurements: generated, labelled as such, written to a temporary folder only.

Nothing in them was ever trained or played. They have the shape of a real log (100 steps, clustered map,
two topic levels) and just the columns the map reads; every other column is empty.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.run_log import RunWriter, step_file
from pipeline.run_schema import DESIGNS, PLAYS, UPDATES
from pipeline.vocabulary import DIFFICULTIES, SKILLS

STEPS = 100
CLUSTERS = 40
THEMES = 8
WORDS = ("amber", "birch", "cobalt", "drift", "ember", "fjord", "grove", "harbor", "islet", "juniper")


def write_generated_log(root: Path, dots: int, seed: int = 0) -> str:
    """Write ``root/generated-<dots>`` and return its run id. ``dots`` is a multiple of :data:`STEPS`."""
    run_id = f"generated-{dots}"
    title = f"Generated for measuring, {dots:,} dots"
    rng = np.random.default_rng(seed)
    writer = RunWriter.create(root / run_id, {"run_id": run_id, "title": title, "preset": "generated"})
    columns = design_columns(run_id, dots, rng)
    per_step = dots // STEPS
    for step in range(STEPS):
        rows = slice(step * per_step, (step + 1) * per_step)
        write_designs(writer.path, step, {name: values[rows] for name, values in columns.items()})
    writer.meta["counts"] = {"steps": STEPS, "designs": dots, "valid": dots, "plays": 0}
    writer.finish("complete")
    write_map(writer.path, columns["env_id"], rng)
    return run_id


def design_columns(run_id: str, dots: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Columns of ``designs`` in step order."""
    index = np.arange(dots)
    step = index // (dots // STEPS)
    plain = rng.integers(0, 9, dots) / 8 * rng.integers(0, 2, dots)
    hint = np.clip(plain + rng.integers(0, 5, dots) / 8, 0, 1)
    noun = np.asarray(WORDS, object)[rng.integers(0, len(WORDS), dots)]
    return {
        "env_id": np.char.add(f"{run_id}-", index.astype(str)).astype(object),
        "step": step,
        "attempt": index % (dots // STEPS),
        "kind": np.full(dots, "game", object),
        "skill": np.asarray(SKILLS, object)[rng.integers(0, len(SKILLS), dots)],
        "difficulty": np.asarray(DIFFICULTIES, object)[rng.integers(0, 3, dots)],
        "title": noun + " " + index.astype(str).astype(object),
        "summary": "A generated row about " + noun + ".",
        "code": "# generated for measuring\nNOUN = '" + noun + "'\n",
        "valid": np.ones(dots, bool),
        "solvable": np.where(rng.random(dots) < 0.9, "proved", "unknown").astype(object),
        "n_plain": np.full(dots, 8),
        "n_hint": np.full(dots, 8),
        "solve_rate_plain": plain,
        "solve_rate_hint": hint,
        "regret": hint - plain,
        "quadrant": np.where(
            hint - plain > 0.2, "frontier", np.where(plain > 0.5, "mastered", "intractable")
        ).astype(object),
    }


def write_designs(path: Path, step: int, columns: dict[str, np.ndarray]) -> None:
    size = len(columns["step"])
    arrays = [
        pa.array(columns[field.name], field.type) if field.name in columns else pa.nulls(size, field.type)
        for field in DESIGNS
    ]
    tables = {
        "designs": pa.table(arrays, schema=DESIGNS),
        "plays": PLAYS.empty_table(),
        "updates": UPDATES.empty_table(),
    }
    for name, table in tables.items():
        file = path / step_file(name, step)
        file.parent.mkdir(exist_ok=True)
        pq.write_table(table, file, compression="zstd")


def write_map(path: Path, ids: np.ndarray, rng: np.random.Generator) -> None:
    """Gaussian clusters on a plane, fine topic = cluster, every :data:`THEMES`-th of the same theme."""
    centres = rng.uniform(-0.85, 0.85, (CLUSTERS, 2))
    topic = rng.integers(0, CLUSTERS, len(ids))
    place = np.clip(centres[topic] + rng.normal(0, 0.05, (len(ids), 2)), -1, 1)
    points = pa.table(
        {
            "env_id": pa.array(ids, pa.string()),
            "x": pa.array(place[:, 0], pa.float32()),
            "y": pa.array(place[:, 1], pa.float32()),
            "topic": pa.array(topic, pa.int32()),
            "topic_coarse": pa.array(topic % THEMES, pa.int32()),
            "neighbors": pa.array([[]] * len(ids), pa.list_(pa.string())),
            "neighbor_similarity": pa.array([[]] * len(ids), pa.list_(pa.float32())),
        }
    )
    rows = []
    for level, count in ((0, THEMES), (1, CLUSTERS)):
        for number in range(count):
            member = topic % THEMES == number if level == 0 else topic == number
            middle = np.median(place[member], axis=0)
            rows.append(
                {
                    "topic": number,
                    "level": level,
                    "parent": number % THEMES if level else None,
                    "label": f"{WORDS[number % len(WORDS)].title()} {'theme' if level == 0 else number}",
                    "keyphrases": ["generated"],
                    "size": int(member.sum()),
                    "x": float(middle[0]),
                    "y": float(middle[1]),
                    "top": float(np.quantile(place[member, 1], 0.9)),
                }
            )
    (path / "map").mkdir()
    pq.write_table(points, path / "map/points.parquet", compression="zstd")
    pq.write_table(pa.Table.from_pylist(rows), path / "map/topics.parquet")
    meta = '{"map_version": 1, "projection": "generated", "method": "generated"}'
    (path / "map/meta.json").write_text(meta)
