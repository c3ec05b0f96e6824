"""Every published layout becomes a run log, checked with DuckDB on the files and not with our reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest
import spade_env

from pipeline.importers import find_source
from pipeline.importers.__main__ import main
from pipeline.run_log import RunReader
from tests.pipeline import test_importers_samples as samples
from tests.pipeline.test_importers_samples import game, sha256, tools

MEASURED_LATER = (
    "n_plain, n_hint, return_plain, return_hint, solve_rate_plain, solve_rate_hint, regret, quadrant, "
    "hint_text, turns_mean, designer_reward, policy_version, novelty, doc_id"
)


def bring(source: Path, run: Path, *options: str) -> None:
    assert main([str(source), "--out", str(run), "--workers", "1", *options]) == 0


def query(run: Path, columns: str, table: str = "designs") -> list[tuple[Any, ...]]:
    order = "step, attempt, env_id" if table == "designs" else "play_id"
    return duckdb.sql(
        f"select {columns} from read_parquet('{run}/{table}/*.parquet') order by {order}"
    ).fetchall()


def meta(run: Path) -> dict[str, Any]:
    return json.loads((run / "run.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["pool.parquet", "pool.jsonl", "pool.csv"])
def test_a_pool_table_keeps_its_published_columns(tmp_path: Path, name: str) -> None:
    rows = samples.pool_rows()
    run = tmp_path / "run"
    bring(samples.write_table(tmp_path / name, rows), run)
    kept = "game_id, file_name, original_file_name, sha256, line_count, byte_count, code"
    assert query(run, kept) == [tuple(row[column] for column in kept.split(", ")) for row in rows]
    skills = [("State Modification",), ("Mathematical Reasoning",), ("Optimization",)]
    assert query(run, "skill") == skills
    assert query(run, "env_id, valid, verdict_stage") == [
        ("run-000000-0", True, None), ("run-000000-1", True, None), ("run-000000-2", False, "parse")
    ]  # fmt: skip
    assert meta(run)["counts"] == {"steps": 1, "designs": 3, "valid": 2, "plays": 0}
    assert (meta(run)["status"], meta(run)["preset"]) == ("complete", "imported")


def test_what_the_host_says_of_a_program_and_nothing_that_was_not_measured(tmp_path: Path) -> None:
    source = samples.write_files(tmp_path / "set", {"a.py": tools("Retail"), "b.py": game("RiverGauges")})
    run = tmp_path / "run"
    bring(source, run)
    for row, code in zip(
        query(run, "kind, title, tools, max_turns, imports, first_observation, code_sha256, valid, solvable"),
        (tools("Retail"), game("RiverGauges")),
        strict=True,
    ):
        told = spade_env.describe(spade_env.load(code))
        assert row[0] == told["kind"] and row[1] == told["title"] and row[3] == told["max_turns"]
        assert json.loads(row[2]) == told["tools"]
        assert row[4:] == (told["imports"], told["first_observation"], sha256(code), True, "unknown")
    assert query(run, MEASURED_LATER) == [(None,) * 14] * 2
    rates = [rate for (rate,) in query(run, "random_win_rate")]
    assert all(0 <= rate < 0.15 for rate in rates)
    assert query(run, "play_id", "plays") == []
    with RunReader(run) as reader:
        assert reader.problems == []
        assert reader.rows("select count(*) as n from plays")[0]["n"] == 0


@pytest.mark.parametrize(
    "options, verdict, played_at_random",
    [
        ((), (False, "diversity", "fail"), False),
        (("--skip", "diversity"), (True, None, "skip"), True),
        (("--no-validate",), (True, None, "skip"), False),
    ],
)
def test_checks_can_be_left_out(
    tmp_path: Path, options: tuple[str, ...], verdict: tuple[Any, ...], played_at_random: bool
) -> None:
    source = samples.write_files(tmp_path / "set", {"a.py": samples.alike("Alike"), "b.py": samples.LONE})
    bring(source, tmp_path / "run", *options)
    columns = "valid, verdict_stage, check_diversity, title, random_win_rate is not null"
    alike, lone = query(tmp_path / "run", columns)
    assert alike == (*verdict, "Alike", played_at_random)
    assert lone[:2] == (False, "parse")
    assert ("diversity" in meta(tmp_path / "run")["source"]["checks"]) == (options == ())


def test_a_pool_folder_is_its_manifest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = samples.write_pool(tmp_path / "set")
    (source / "games" / "game_000009_extra.py").write_text(game("Extra"), encoding="utf-8")
    run = tmp_path / "run"
    bring(source, run)
    assert "game_000009_extra.py" in capsys.readouterr().err
    assert query(run, "game_id, file_name, skill, title") == [
        ("game_000000", "game_000000_logical_deduction.py", "Logical Deduction", "Ferry"),
        ("game_000001", "game_000001_optimization.py", "Optimization", "Harbour"),
    ]
    assert (meta(run)["title"], meta(run)["license"]) == ("A pool of games", "apache-2.0")
    assert meta(run)["source"]["format"] == "pool"


def test_a_pool_without_a_manifest_is_its_files(tmp_path: Path) -> None:
    source = samples.write_pool(tmp_path / "set")
    (source / "manifest.jsonl").unlink()
    bring(source, tmp_path / "run")
    assert query(tmp_path / "run", "file_name, skill, game_id") == [
        ("game_000000_logical_deduction.py", "Logical Deduction", None),
        ("game_000001_optimization.py", "Optimization", None),
    ]


def test_a_run_set_keeps_steps_means_and_their_absence(tmp_path: Path) -> None:
    games = [
        samples.run_entry(40, 0, "causal_inference", 1, mean_reward=0.5, solve_rate=0.375, n_plays=8),
        samples.run_entry(0, 0, "optimization", 0, mean_reward=None, solve_rate=None, n_plays=None),
        samples.run_entry(0, 1, "spatial_reasoning", 0, hint="Turn left.", skill=None),
    ]
    run = tmp_path / "run"
    bring(samples.write_run_set(tmp_path / "set", games), run)
    columns = "env_id, step, skill, difficulty, return_plain, solve_rate_plain, n_plain, hint_text, title"
    assert query(run, columns) == [
        ("run-000000-0", 0, "Optimization", "medium", None, None, None, None, "Game1"),
        ("run-000000-1", 0, "Spatial Reasoning", "medium", None, None, 0, "Turn left.", "Game2"),
        ("run-000040-0", 40, "Causal Inference", "medium", 0.5, 0.375, 8, None, "Game0"),
    ]
    found = meta(run)
    assert (found["title"], found["model"]) == ("river-run", "Qwen3-30B-A3B-Instruct-2507")
    assert found["counts"]["steps"] == 41
    with RunReader(run) as reader:
        assert reader.rows("select step from designs where step = 40") == [{"step": 40}]


def test_a_table_with_the_columns_of_the_run_log(tmp_path: Path) -> None:
    """Beside a manifest of its own, as in a data set that was exported from a run."""
    measured = {"n_plain": 8, "n_hint": 8, "return_plain": 0.25, "return_hint": 1.0, "regret": 0.75}
    rows = [{"step": 3, "code": game("Ferry"), "hint_text": "Row.", "solve_rate_hint": None, **measured}]
    for name in ("environments/train.parquet", "environments/train.csv"):
        source = tmp_path / f"set{name[-3:]}"
        samples.write_table(source / name, rows)
        samples.write_files(source, {"manifest.json": '{"environments": []}', "LICENSE": "\n  Apache\n"})
        run = tmp_path / f"run{name[-3:]}"
        bring(source, run, "--no-validate", "--title", "Exported")
        assert query(run, f"step, hint_text, solve_rate_hint, {', '.join(measured)}") == [
            (3, "Row.", None, *measured.values())
        ]
        assert (meta(run)["title"], meta(run)["license"]) == ("Exported", "Apache")


def test_a_number_that_a_data_frame_lost_is_not_stated(tmp_path: Path) -> None:
    rows = [{"code": "", "n_plays": float("nan"), "mean_reward": float("nan"), "step": 2.0}]
    (item,) = find_source(samples.write_table(tmp_path / "t.parquet", rows)).items()
    assert item.step == 2 and not item.columns


def play(reward: float | None, success: bool | None, hint: str | None = None) -> dict[str, Any]:
    steps = [
        {"i": 0, "obs": "Six gauges.", "action": "\\boxed{measure mill}", "_id": "x", "_ts": "t"},
        {"i": 1, "obs": "It stands at 7.", "action": "\\boxed{highest mill 7}", "_id": "y", "_ts": "t"},
    ]
    return {"session_id": "s", "attempt": "0", "steps": steps, "n_turns": 2, "reward": reward,
            "success": success, "is_hint": hint is not None, "hint_text": hint}  # fmt: skip


def test_trajectories_become_plays_of_both_arms(tmp_path: Path) -> None:
    plays = [play(1.0, True), play(0.0, False), play(None, None), play(1.0, None, "Ask the mill.")]
    games = [
        samples.run_entry(4, 0, "optimization", 0, trajectories=plays),
        samples.run_entry(4, 1, "optimization", 0, trajectory=None),
    ]
    run = tmp_path / "run"
    bring(samples.write_run_set(tmp_path / "set", games), run, "--no-validate")
    assert query(run, 'play_id, arm, "return", outcome, hint, seed, turns, step', "plays") == [
        ("run-000004-0-0", "plain", 1.0, "won", None, None, 2, 4),
        ("run-000004-0-1", "plain", 0.0, "lost", None, None, 2, 4),
        ("run-000004-0-2", "plain", None, None, None, None, 2, 4),
        ("run-000004-0-3", "hint", 1.0, "won", "Ask the mill.", None, 2, 4),
    ]
    steps, first = query(run, "steps, first_observation", "plays")[0]
    assert first == "Six gauges."
    assert [(step["action"], step["observation"]) for step in steps] == [
        ("\\boxed{measure mill}", "It stands at 7."), ("\\boxed{highest mill 7}", "")
    ]  # fmt: skip
    means = "n_plain, n_hint, return_plain, return_hint, solve_rate_plain, solve_rate_hint, regret, hint_text"
    assert query(run, means) == [
        (3, 1, 0.5, 1.0, 0.5, 1.0, 0.5, "Ask the mill."),
        (0, None, None, None, None, None, None, None),
    ]


def test_a_tool_use_set_keeps_ids_whichever_runs_come_in(tmp_path: Path) -> None:
    source = samples.write_tool_use_set(tmp_path / "two", {"30b-blend": 2, "4b-glory": 1})
    bring(source, tmp_path / "run", "--no-validate")
    assert query(tmp_path / "run", "env_id, source_run, model_scale, recipe, step, kind, skill") == [
        ("run-30b-blend-000000-0", "30b-blend", "30", "glory", 0, "tool_use", "Tool Selection"),
        ("run-4b-glory-000000-0", "4b-glory", "4B", "glory", 0, "tool_use", "Tool Selection"),
        ("run-30b-blend-000016-0", "30b-blend", "30", "glory", 16, "tool_use", "Tool Selection"),
    ]
    assert meta(tmp_path / "run")["source"]["source_runs"] == {"30b-blend": 2, "4b-glory": 1}
    bring(source, tmp_path / "one", "--no-validate", "--source-run", "4b-glory")
    assert query(tmp_path / "one", "env_id, source_run") == [("one-000000-0", "4b-glory")]
    assert (meta(tmp_path / "one")["title"], meta(tmp_path / "one")["model"]) == ("4b-glory", "4B")


def test_an_output_folder_of_the_training_code(tmp_path: Path) -> None:
    run = tmp_path / "run"
    bring(samples.write_training_output(tmp_path / "out"), run)
    columns = "step, title, skill, valid, verdict_stage, hint_text, solve_rate_plain, regret"
    assert query(run, columns) == [
        (0, "Maze", "Spatial Reasoning", True, None, "Follow the left wall.", 0.25, -0.125),
        (4, "Circuit", "Causal Inference", True, None, None, None, None),
        (4, None, None, False, "source", None, None, None),
        (4, "Depot", None, False, "source", None, None, None),
    ]
    reasons = [reason for (reason,) in query(run, "verdict_reason") if reason]
    assert [reason.partition(": ")[2] for reason in reasons] == [
        "its name says optimization",
        "cannot be won",
    ]


def test_bad_programs_are_rows_with_a_reason(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.py": b"class \xff\xfeEnv: pass\n",
        "b.py": "x = '\0'\n",
        "c.py": "#" * 300_000,
        "d.py": "",
        "e.py": "import os\nos._exit(1)\n",
        "f.py": "(" * 5000,
    }
    run = tmp_path / "run"
    bring(samples.write_files(tmp_path / "set", files), run)
    found = query(run, "file_name, valid, verdict_stage, verdict_reason, byte_count")
    assert [row[0] for row in found] == sorted(files)
    assert [row[4] for row in found] == [
        len(code.encode() if isinstance(code, str) else code) for code in files.values()
    ]
    assert not any(row[1] for row in found) and all(row[3] for row in found)
    assert [row[2] for row in found] == ["parse", "parse", "parse", "contract", "load", "parse"]
    assert "not UTF-8" in found[0][3] and "300,000 bytes" in found[2][3]


HOSTILE = '''
import json, os
class ForgedEnv:
    """Forged"""
    def __init__(self, max_turns=5):
        self.reset()
    def reset(self, seed=None):
        lie = {"program": {"title": "\\ud800" * 500, "summary": "s", "kind": "game", "imports": ["\\udfff"],
                           "ast_nodes": 10 ** 40, "first_observation": "x", "max_turns": -10 ** 40, "tools": []}}
        os.write(3, (json.dumps(lie) + "\\n").encode())
        return "Seed %s" % seed, {}
    def step(self, action):
        return "x", 0.0, False, False, {}
'''


def test_a_program_that_forges_its_description_spoils_only_its_own_row(tmp_path: Path) -> None:
    marker = tmp_path / "executed"
    source = samples.write_files(
        tmp_path / "set",
        {"a.py": HOSTILE, "b.py": f"open({str(marker)!r}, 'w').write('x')\n", "c.py": game("Sound")},
    )
    run = tmp_path / "run"
    bring(source, run)
    assert not marker.exists()
    forged, outside, sound = query(run, "valid, verdict_stage, title, ast_nodes, max_turns")
    assert (forged[0], outside[:2], sound[:3]) == (False, (False, "load"), (True, None, "Sound"))
