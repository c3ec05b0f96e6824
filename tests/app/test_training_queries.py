"""What the training page reads from run logs on disk, sound, growing and damaged."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from sample_run import write_sample_run

from app.queries import RunStore
from app.training_queries import TrainingQueries
from app.training_runs import RunHead
from app.training_series import scores
from pipeline.run_log import RunLogError, RunWriter, read_meta


@pytest.fixture(scope="module")
def asked(sample_root: Path) -> TrainingQueries:
    return TrainingQueries(RunStore(sample_root))


def evals(step: int, value: float) -> list[dict]:
    return [
        {"step": step, "policy_version": step, "suite": "held_out", "item": item, "seed": seed, "arm": "plain",
         "return": value, "outcome": "won", "turns": 2, "temperature": 0.8, "steps": []}
        for item in ("a", "b")
        for seed in range(3)
    ]  # fmt: skip


def test_steps_add_up_to_the_designs(sample_root: Path, asked: TrainingQueries, tmp_path: Path) -> None:
    designs = write_sample_run(tmp_path / "again", run_id="alpha", steps=6, seed=1)  # the same run, its rows
    rows = asked.steps("alpha")
    assert [row["attempts"] for row in rows] == [4] * 6 and [row["valid"] for row in rows] == [3] * 6
    first = [design for design in designs if design["step"] == 0]
    assert rows[0]["sum_plain"] == pytest.approx(sum(design["return_plain"] for design in first))
    assert rows[0]["squares_error"] == pytest.approx(3 * 0.1**2)
    assert sum(row["frontier"] for row in rows) == sum(d["quadrant"] == "frontier" for d in designs)


def test_every_question_answers(asked: TrainingQueries) -> None:
    assert asked.funnel("alpha", 0, 5) == [
        {"stage": "parse", "count": 6, "reason": "line 2: the parenthesis is never closed"}
    ]
    assert sum(row["attempts"] for row in asked.skills("alpha", 2)) == 24
    assert [row["first"] for row in asked.shapes("alpha", 2)] == [0, 2, 4]
    assert {"regret", "paid", "step"} == set(asked.rewards("alpha")[0])
    film, total = asked.film("alpha")
    assert len(film) == total == 18
    tokens = asked.tokens("alpha")
    assert len(tokens) == 6 and all(row["play"] > 0 for row in tokens)
    assert [row["step"] for row in asked.last_designs("alpha", 5)] == [5, 5, 5, 5, 4]
    assert [(row["step"], row["attempt"]) for row in asked.written("alpha", 2, 3)][:2] == [(2, 0), (2, 1)]


def test_nearest_environment_by_brute_force(asked: TrainingQueries, sample_root: Path) -> None:
    skills = {row["skill"] for row in asked.eras("alpha", 3, 3)}
    for skill in skills:
        found = asked.nearest("alpha", skill, (0, 5), "regret", 0.4)
        gaps = [abs(asked.design("alpha", row["env_id"])["regret"] - 0.4) for row in found]  # type: ignore[index]
        assert gaps == sorted(gaps)
    assert asked.design("alpha", "nothing") is None


def test_hostile_words_are_values_and_not_sql(asked: TrainingQueries) -> None:
    assert asked.nearest("alpha", "x' or 1=1 --", (0, 9), "regret", 0.0) == []
    with pytest.raises(RunLogError, match="holds no run called"):
        asked.steps("../alpha")


def test_a_growing_run_is_seen(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "run", run_id="run", steps=2, with_map=False)
    asked = TrainingQueries(RunStore(tmp_path))
    assert len(asked.steps("run")) == 2
    shutil.rmtree(tmp_path / "run")
    write_sample_run(tmp_path / "run", run_id="run", steps=3, with_map=False)
    assert len(asked.steps("run")) == 3


def test_held_out_files_written_after_the_run_are_seen(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "run", run_id="run", steps=1, with_map=False)
    asked = TrainingQueries(RunStore(tmp_path))
    assert asked.evals("run") == ([], [])
    writer = RunWriter(tmp_path / "run", read_meta(tmp_path / "run"))
    writer.write_evals("held_out-step-000000", evals(0, 0.25))
    writer.write_evals("held_out-step-000008", evals(8, 0.75))
    (tmp_path / "run/evals/broken.parquet").write_bytes(b"PAR1 no")
    episodes, problems = asked.evals("run")
    assert [(row["step"], row["score"], row["items"]) for row in scores(episodes)] == [
        (0, 0.25, 2),
        (8, 0.75, 2),
    ]
    assert len(problems) == 1 and "evals/broken.parquet" in problems[0]


def test_damaged_files_are_named_and_the_rest_is_read(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "run", run_id="run", steps=3, with_map=False)
    (tmp_path / "run/designs/step-000001.parquet").write_bytes(b"gone")
    (tmp_path / "newer").mkdir()
    newer = {"schema_version": 99, "run_id": "newer", "counts": {"steps": 1}}
    (tmp_path / "newer/run.json").write_text(json.dumps(newer))
    asked = TrainingQueries(RunStore(tmp_path))
    heads, problems = asked.heads()
    assert [head.run_id for head in heads] == ["run"]
    assert "newer/run.json has schema_version 99" in problems[0]
    assert "step-000001.parquet" in asked.problems("run")[0]
    assert [row["step"] for row in asked.steps("run")] == [0, 2]


def test_diversity_is_none_until_made_and_a_sentence_when_damaged(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "run", run_id="run", steps=1, with_map=False)
    asked = TrainingQueries(RunStore(tmp_path))
    assert asked.diversity("run") is None
    file = tmp_path / "run/map/diversity.json"
    file.parent.mkdir()
    for text in ("{", '{"version": 2, "rows": []}'):
        file.write_text(text)
        with pytest.raises(RunLogError, match=r"map/diversity\.json"):
            asked.diversity("run")


def test_pulse_tells_a_working_job_from_a_dead_one(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "run", run_id="run", steps=3, with_map=False)
    meta = read_meta(tmp_path / "run") | {"status": "running", "config": {"run": {"steps": 10}}}
    (tmp_path / "run/run.json").write_text(json.dumps(meta))
    for name in ("run.json", "designs", "plays", "updates"):
        os.utime(tmp_path / "run" / name, (1_000_000, 1_000_000))
    asked = TrainingQueries(RunStore(tmp_path))
    head = asked.heads()[0][0]
    fresh, old = asked.pulse(head, now=1_000_030), asked.pulse(head, now=1_000_500)
    assert head.running and head.planned == 10
    assert (fresh.pace_s, fresh.left_s) == (13.0, 91.0)  # 7 steps of 13 s
    assert not fresh.stalled and old.stalled and old.silent_s == 500


@pytest.mark.parametrize(
    ("started", "words"),
    [
        ("2026-11-30T04:57:36+02:00", "started 2026-11-30 02:57 UTC"),
        ("2026-01-01", "started 2026-01-01"),
        ("last week", "started last week"),
    ],
)
def test_start_of_a_run_is_said_to_the_minute(started: str, words: str) -> None:
    head = RunHead("a", Path("a"), {"counts": {"steps": 2}, "started": started, "status": "complete"})
    assert head.words == f"2 steps, {words}, complete"
