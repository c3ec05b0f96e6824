"""Results: the numbers are recomputed from the Parquet files by other means, choices follow their rules, and
what is missing is said."""

from __future__ import annotations

import ast
import functools
import itertools
import json
import math
import zlib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from pipeline.config import ROOT
from pipeline.results import main
from pipeline.results_curriculum import block_width
from pipeline.results_writing import draws, longest
from pipeline.topic_store import TopicMapError
from tests.pipeline.results_sample import SMALL, write_run, write_runs


def embed(texts):
    """A direction per first word: programs of one run resemble each other, those of different words do not."""
    rows = [np.random.default_rng(zlib.crc32(text.encode())).normal(size=16) for text in texts]
    return np.stack([row / np.linalg.norm(row) for row in rows]).astype(np.float32)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """(directory of runs, directory of results) of the sample."""
    root = write_runs(tmp_path_factory.mktemp("recorded") / "runs")
    out = root.parent / "results"
    assert main(["--runs", str(root), "--out", str(out)], embed) == 0
    return root, out


def read(out: Path, name: str):
    return json.loads((out / f"{name}.json").read_text())


@functools.cache
def frame(run: Path, table: str) -> pd.DataFrame:
    columns = (
        None
        if table != "evals"
        else ["step", "suite", "item", "program", "seed", "arm", "return", "temperature"]
    )
    parts = [pd.read_parquet(file, columns=columns) for file in sorted((run / table).glob("*.parquet"))]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def recompute(root: Path, out: Path) -> int:
    """Check every headline number against the Parquet files; how many were checked."""
    told, checked = read(out, "headline"), 0
    directories = {row["run_id"]: root / row["directory"] for row in read(out, "runs")["runs"]}
    keys = ["item", "program", "seed"]

    def returns(run_id, row, step):
        found = frame(directories[run_id], "evals")
        mask = (found["suite"] == row["suite"]) & (found["arm"] == row["arm"]) & (found["step"] == step)
        mask &= np.isclose(found["temperature"], row["temperature"])
        return found[mask].set_index(keys)["return"].dropna()

    def by_item(values):
        return values.groupby(level="item").mean().mean()

    def check(row, after, before):
        paired = pd.concat({"after": after, "before": before}, axis=1, join="inner")
        gap = paired["after"] - paired["before"]
        assert row["pairs"] == len(gap)
        assert row["difference"] == pytest.approx(by_item(gap), abs=2e-6)
        groups = gap.groupby(level="item")
        deviation = math.sqrt((groups.var(ddof=0) / groups.size()).sum()) / len(groups)
        width = row["difference_high"] - row["difference_low"]
        assert width == pytest.approx(2 * 1.96 * deviation, rel=0.15, abs=1 / len(gap))
        assert row["difference_low"] <= row["difference"] <= row["difference_high"]

    for row in told["learned"].values():
        check(row, returns(told["main"], row, row["step"]), returns(told["main"], row, row["from_step"]))
        checked += 1
    for row in told["against_main"]:
        check(row, returns(row["run_id"], row, row["step"]), returns(told["main"], row, row["step"]))
        checked += 1
    for run_id, streak in told["longest_streak"].items():
        designs = frame(directories[run_id], "designs").sort_values(["step", "attempt", "env_id"])
        trees = [tree for code in designs["code"] if (tree := tree_of(code))]
        by_hand = max((len(list(group)) for _, group in itertools.groupby(trees)), default=0)
        assert streak == by_hand
        checked += 1
    for row in read(out, "held_out")["scores"]:
        found = returns(row["run_id"], row, row["step"])
        assert row["score"] == pytest.approx(by_item(found), abs=2e-6) and row["episodes"] == len(found)
        checked += 1
    return checked


def tree_of(code):
    """Syntax without docstrings, or None."""
    try:
        tree = ast.parse(code or "(")
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node, clean=False
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(tree)


def test_headline_numbers_are_those_of_the_parquet_files(made):
    root, out = made
    told = read(out, "headline")
    assert told["main"] == "main"
    assert {row["run_id"] for row in told["against_main"]} == {"pool", "bare"}
    assert recompute(root, out) > 25


def test_recorded_results_are_those_of_the_recorded_runs():
    out = ROOT / "data" / "results"
    if not (out / "headline.json").exists():
        pytest.skip("no results are recorded")
    recompute(ROOT / "data" / "runs", out)


def test_a_variant_is_measured_where_both_runs_were(made):
    rows = {(row["run_id"], row.get("suite")): row for row in read(made[1], "ablations")["rows"]}
    pool = rows["pool", "held_out"]
    assert (pool["reference"], pool["step"], pool["problem"]) == ("main", 4, None)
    assert pool["pairs"] == 36 and pool["same_rules"] is True
    assert pool["differs"] == ['designer.source: "policy" -> "pool"']
    assert rows["forgetful", None]["problem"] == "the two runs share no evaluated step and setting"


def test_training_compares_the_last_third_of_shared_steps(made):
    """Recomputed with pandas; of four shared steps one is a third, of main's own six two are."""
    root, out = made
    rows = {(row["run_id"], row["measure"]): row for row in read(out, "ablations")["training"]}
    for (run_id, measure), row in rows.items():
        other = read_steps(root, row["reference"]) if row["reference"] else None
        own = read_steps(root, run_id)
        until = min(len(own), len(other)) if other is not None else len(own)
        third = until // 3
        assert (row["first_step"], row["last_step"]) == (until - third, until - 1)
        last = own[measure].iloc[until - third : until].mean()
        assert row["value"] == pytest.approx(last, abs=2e-6)
        assert row["gain"] == pytest.approx(last - own[measure].iloc[:third].mean(), abs=2e-6)
        if other is not None and row["difference"] is not None:
            theirs = other[measure].iloc[until - third : until].mean()
            assert row["difference"] == pytest.approx(last - theirs, abs=2e-6)
    assert {row["measure"] for row in rows.values() if row["run_id"] == "pool"} == {
        "regret",
        "return_plain",
        "return_hint",
    }
    assert (
        rows["main", "valid"]["value"] == pytest.approx(0.8) and rows["main", "valid"]["difference"] is None
    )
    assert rows["second", "valid"]["reference"] == "main"  # another seed of it
    assert rows["small", "valid"]["reference"] is None  # another model


def read_steps(root, run_id):
    """Measures by step; every sample run's directory is named by its id."""
    designs = frame(root / run_id, "designs")
    valid = designs[designs["valid"]].groupby("step")[["regret", "return_plain", "return_hint"]].mean()
    shares = designs.assign(frontier=designs["valid"] & (designs["quadrant"] == "frontier"))
    return valid.join(shares.groupby("step")[["valid", "frontier"]].mean())


def test_seeds_and_sizes(made):
    _, out = made
    [seeds] = [row for row in read(out, "ablations")["seeds"] if row["suite"] == "held_out"]
    assert [run["run_id"] for run in seeds["runs"]] == ["main", "second"] and seeds["step"] == 4
    assert seeds["mean"] == pytest.approx(sum(run["score"] for run in seeds["runs"]) / 2, abs=1e-6)
    sizes = [row for row in read(out, "sizes")["rows"] if row["suite"] == "held_out"]
    assert {row["model"]: (row["run_id"], row["step"]) for row in sizes}[SMALL] == ("small", 4)
    assert all(
        row["difference"] == pytest.approx(row["score"] - row["base_score"], abs=1e-5) for row in sizes
    )


def test_a_copied_run_counts_once_and_is_named(tmp_path, capsys):
    write_run(tmp_path / "runs" / "main", "spade")
    alone, both = tmp_path / "alone", tmp_path / "both"
    assert main(["--runs", str(tmp_path / "runs"), "--out", str(alone)], embed) == 0
    write_run(tmp_path / "runs" / "other", "spade", steps=6, collapsed=True)
    file = tmp_path / "runs" / "other" / "run.json"
    file.write_text(file.read_text().replace('"run_id": "other"', '"run_id": "main"'))
    capsys.readouterr()
    assert main(["--runs", str(tmp_path / "runs"), "--out", str(both)], embed) == 0
    assert f"note: {file.parent} has the run id of {tmp_path / 'runs' / 'main'}" in capsys.readouterr().out
    for name in ("headline", "diversity", "curriculum", "held_out"):
        assert read(both, name) == read(alone, name)


def test_seeds_are_found_beside_a_run_with_another_setting(tmp_path):
    for name, seed in (("odd", 5), ("p", 0), ("q", 1), ("r", 2)):
        write_run(tmp_path / "runs" / name, "spade", seed=seed)
    file = tmp_path / "runs" / "odd" / "run.json"
    file.write_text(file.read_text().replace('"form": "compact"', '"form": "full"'))
    assert main(["--runs", str(tmp_path / "runs"), "--out", str(tmp_path / "out")], embed) == 0
    [row] = [row for row in read(tmp_path / "out", "ablations")["seeds"] if row["suite"] == "held_out"]
    assert [run["run_id"] for run in row["runs"]] == ["p", "q", "r"]


def test_diversity_by_hand(made):
    root, out = made
    rows = {(r["run_id"], r["scope"], r["last_step"]): r for r in read(out, "diversity")["rows"]}
    assert {key[2] for key in rows if key[0] == "main"} == {3, 5}  # alone, and as far as the others went
    bare = rows["bare", "written", 3]
    assert (bare["programs"], bare["draws"], bare["distinct"]) == (16, 1, 5.0)
    designs = frame(root / "bare", "designs").query("valid").sort_values(["step", "attempt"])
    texts = [f"{r.title}\n{r.summary}\n{r.first_observation}\n{ast.get_docstring(ast.parse(r.code).body[0])}"
             for r in designs.itertuples()]  # fmt: skip
    vectors = embed(texts).astype(float)
    values = np.linalg.eigvalsh(vectors @ vectors.T / len(vectors))
    values = values[values > 1e-9]
    assert bare["vendi"] == pytest.approx(math.exp(-(values * np.log(values)).sum()), rel=1e-4)
    assert rows["main", "written", 3]["distinct"] == 16.0


def test_draws_are_twenty_of_a_hundred_and_always_the_same():
    taken = draws(1000, "run")
    assert len(taken) == 20 and all(len(set(draw.tolist())) == 100 for draw in taken)
    assert len({tuple(draw) for draw in taken}) == 20
    assert all((a == b).all() for a, b in zip(taken, draws(1000, "run"), strict=True))
    assert [draw.tolist() for draw in draws(3, "run")] == [[0, 1, 2]]


@pytest.mark.parametrize(
    ("keys", "found"),
    [([], (0, 0)), (["a"], (0, 1)), (["a", "b", "b", "a"], (1, 2)), (["b", "b", "a", "a"], (0, 2))],
)
def test_longest_streak(keys, found):
    assert longest(keys) == found


def test_curriculum_by_hand(made):
    root, out = made
    rows = [row for row in read(out, "curriculum")["rows"] if row["run_id"] == "main"]
    designs = frame(root / "main", "designs").query("valid")
    for row in rows:
        own = designs[designs["step"].between(row["first_step"], row["last_step"])]
        assert row["valid"] == len(own) and row["attempts"] == len(own) + 1
        assert row["regret"] == pytest.approx(own["regret"].mean(), abs=1e-5)
        assert row["return_hint_high"] - row["return_hint"] == pytest.approx(
            1.96 * own["return_hint"].std() / len(own) ** 0.5, abs=1e-5
        )
        assert row["frontier"] == pytest.approx((own["quadrant"] == "frontier").mean())
        assert row["lines"] == own["lines"].median() and row["turns_mean_low"] == own["turns_mean"].quantile(
            0.25
        )
    assert [block_width(steps) for steps in (1, 24, 25, 300)] == [1, 1, 2, 20]


def test_choices_follow_their_rules(made):
    root, out = made
    shown = read(out, "showcase")
    plays = frame(root / "main", "plays")
    pair = shown["early_late"]
    assert pair["early"]["step"] < 2 and pair["late"]["step"] >= 4
    assert pair["early"]["skill"] == pair["late"]["skill"] == pair["skill"]
    puzzles = shown["never_solved"]
    won = plays[(plays["arm"] == "plain") & (plays["outcome"] == "won")]["env_id"]
    designs = frame(root / "main", "designs")
    proved = set(designs[designs["valid"] & (designs["solvable"] == "proved")]["env_id"])
    assert puzzles["found"] == len(proved - set(won)) >= 6
    assert all(row["env_id"] in proved and row["env_id"] not in set(won) for row in puzzles["puzzles"])
    tool = shown["tool_use"]
    kinds = designs.set_index("env_id")["kind"]
    assert kinds[tool["won"]["env_id"]] == kinds[tool["lost"]["env_id"]] == "tool_use"
    assert tool["won"]["env_id"] == tool["lost"]["env_id"] and tool["lost"]["outcome"] == "lost"
    longest_won = plays[(plays["arm"] == "plain") & (plays["outcome"] == "won")].merge(designs, on="env_id")
    assert tool["won"]["turns"] == longest_won[longest_won["kind"] == "tool_use"]["turns"].max()
    fallen = shown["collapse"]["collapse"]
    assert (fallen["run_id"], fallen["title"]) == ("bare", "Rotating maze")
    assert fallen["collapsed"] and fallen["distinct_share"] == pytest.approx(1 / 4)
    assert shown["collapse"]["absent"] is None


def test_no_collapse_is_said_with_its_numbers(tmp_path):
    write_run(tmp_path / "runs" / "a", "spade")
    write_run(tmp_path / "runs" / "b", "no-corpus")
    assert main(["--runs", str(tmp_path / "runs"), "--out", str(tmp_path / "out"), "--no-vendi"]) == 0
    found = read(tmp_path / "out", "showcase")["collapse"]
    assert "No run without a corpus collapsed: the longest streak of one program is 1 (b)" in found["absent"]
    assert "collapse" not in found
    assert all(row["vendi"] is None for row in read(tmp_path / "out", "diversity")["rows"])


def test_equal_logs_give_equal_files_and_missing_runs_are_named(made, tmp_path, capsys):
    root, out = made
    assert main(["--runs", str(root), "--out", str(tmp_path)], embed) == 0
    assert {f.name: f.read_bytes() for f in tmp_path.iterdir()} == {
        f.name: f.read_bytes() for f in out.iterdir()
    }
    said = capsys.readouterr().out
    assert "note: No run of the preset 'two-skills' is recorded." in said
    assert "forgetful holds no held-out evaluation" in said and "torn/run.json" in said


def test_what_cannot_be_used_is_one_sentence(tmp_path, capsys):
    def lacking(texts):
        raise TopicMapError("a topic map needs the 'map' extra")

    (tmp_path / "file").write_text("")
    (tmp_path / "torn" / "a").mkdir(parents=True)
    (tmp_path / "torn" / "a" / "run.json").write_text("{")
    write_run(tmp_path / "runs" / "a", "spade", steps=1, evaluated=())
    for arguments, sentence in (
        (["--runs", str(tmp_path / "none")], "none does not exist, expected a directory of runs"),
        (["--runs", str(tmp_path / "file")], "file is a file, expected a directory of runs"),
        (
            ["--runs", str(tmp_path / "runs" / "a")],
            f"runs/a is itself a run, expected the directory above it: {(tmp_path / 'runs').resolve()}",
        ),
        (["--runs", str(tmp_path / "runs" / "a" / "plays")], "plays holds no run"),
        (["--runs", str(tmp_path / "torn")], "holds no run to make results of: "),
        (
            ["--runs", str(tmp_path / "runs"), "--out", str(tmp_path / "out")],
            "or leave the Vendi score out with --no-vendi",
        ),
        (
            ["--runs", str(tmp_path / "runs"), "--out", str(tmp_path / "file"), "--no-vendi"],
            "cannot be written",
        ),
    ):
        assert main(arguments, lacking) == 2
        error = capsys.readouterr().err
        assert sentence in error and error.count("\n") == 1


def test_the_papers_averages_are_those_of_its_cells():
    for name, cells, average in (("games", slice(2, 10), "Average"), ("ablations", slice(2, 10), "Average")):
        table = json.loads((ROOT / "data" / "paper" / f"{name}.json").read_text())
        for row in table["rows"]:
            values = [row[column] for column in table["columns"][cells]]
            assert row[average] == pytest.approx(sum(values) / len(values), abs=0.051)
    tools = json.loads((ROOT / "data" / "paper" / "tool_use.json").read_text())
    for row in tools["rows"]:
        means = [row[f"{name} mean"] for name in ("BFCL v4 multi-turn", "tau2", "ACEBench")]
        assert row["Mean"] == pytest.approx(sum(means) / 3, abs=0.11)
