"""Held-out evaluation: fixed instances, the one loop, intervals, the log, and what a wrong option says."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
import spade_env
from hypothesis import given
from hypothesis import strategies as st

from pipeline.config import ROOT
from pipeline.evaluate import Evaluator, eval_name, main, score
from pipeline.intervals import difference_interval, score_interval
from pipeline.run_cli import main as train
from pipeline.run_log import RunReader, RunWriter
from pipeline.suites import Suite, SuiteError, load_suite, pool_suite
from tests.pipeline.loop_harness import (
    corpus_file,
    distinct_games,
    experiment,
    game,
    hinted_number,
    is_hinted,
    save_micro_model,
    small_config,
)


@pytest.fixture(scope="module")
def micro(tmp_path_factory):
    return save_micro_model(tmp_path_factory.mktemp("micro") / "model")


@pytest.fixture
def pool(tmp_path):
    """Two mechanics: `lamp` with two programs, `cup` with one."""
    rows = []
    for name, mechanic in (("lamp", "lamp"), ("lamps", "lamp"), ("cup", "cup")):
        (tmp_path / f"{name}.py").write_text(game(name, top=90))
        row = {"file_name": f"{name}.py", "mechanic": mechanic, "kind": "game"}
        rows.append(json.dumps(row | {"skill": "Logical Deduction", "difficulty": "easy"}))
    (tmp_path / "manifest.jsonl").write_text("\n".join(rows))
    return tmp_path


def test_a_suite_has_as_many_episodes_of_every_item_and_always_the_same(pool):
    suite = pool_suite("test", pool, episodes=5)
    assert suite.items == ("cup", "lamp")
    assert [case.item for case in suite.cases] == ["cup"] * 5 + ["lamp"] * 5
    files = [case.program for case in suite.cases if case.item == "lamp"]
    assert files == ["lamp.py", "lamps.py", "lamp.py", "lamps.py", "lamp.py"]
    assert len({(case.program, case.seed) for case in suite.cases}) == 10
    assert pool_suite("test", pool, episodes=5) == suite
    assert pool_suite("test", pool, episodes=3).cases[:3] == suite.cases[:3]


def test_the_held_out_suite_shares_no_mechanic_with_the_seed_bank():
    held_out, seed = load_suite("held_out", 16), load_suite("seed", 1)
    assert len(held_out.items) >= 24
    assert not set(held_out.items) & set(seed.items)
    assert len(held_out.cases) == 16 * len(held_out.items)


def test_arms_share_instances_and_only_one_sees_the_hint(micro, pool):
    def answer(prompt: str, seed: int) -> str:
        return "\\boxed{%s}" % (hinted_number(prompt) if is_hinted(prompt) else 0)

    suite = pool_suite("test", pool, episodes=4)
    with experiment(small_config(micro), answer) as made:
        evaluator = Evaluator(made.config, made.sampler, made.chat, made.sandbox)
        rows = list(evaluator.rows(suite, ("plain", "hint"), step=7, version=3))
    assert len(rows) == 16
    for plain, hint in zip(rows[::2], rows[1::2], strict=True):
        assert (plain["arm"], hint["arm"]) == ("plain", "hint")
        assert plain["seed"] == hint["seed"] and plain["program"] == hint["program"]
        assert plain["outcome"] == "truncated" and plain["turns"] == 4
        assert hint["outcome"] == "won" and hint["turns"] == 1
        assert (plain["step"], plain["policy_version"], plain["suite"]) == (7, 3, "test")
    assert score(rows, "plain").mean == 0.0
    assert score(rows, "hint").mean == 1.0
    # what is logged replays in the host, outside the sandbox
    program = spade_env.load(suite.cases[0].source)
    again = spade_env.replay(program, suite.cases[0].seed, [step["action"] for step in rows[0]["steps"]])
    assert [s["observation"] for s in again["steps"]] == [s["observation"] for s in rows[0]["steps"]]


def test_sampling_seeds_do_not_depend_on_the_run(micro, pool):
    suite, seen = pool_suite("test", pool, episodes=2), []
    for run_seed in (0, 1):
        with experiment(small_config(micro, run={"seed": run_seed}), distinct_games) as made:
            list(Evaluator(made.config, made.sampler, made.chat, made.sandbox).rows(suite, step=0, version=0))
            seen.append([seed for _, seed in made.sampler.calls])
    assert seen[0] == seen[1]


def test_training_evaluates_before_after_and_in_between_and_once_only(micro, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("pipeline.suites.SUITES", {"held_out": load_small})
    out = tmp_path / "run"
    options = [
        "--model.path",
        str(micro),
        "--corpus.path",
        str(corpus_file(tmp_path / "corpus.jsonl")),
        "--steps=3",
        "--designer.prompts=1",
        "--run.threads=1",
        "--designer.max_tokens=8",
        "--play.max_reply_tokens=4",
        "--evaluation.every=2",
        "--evaluation.episodes=1",
        "--sampler.agent_temperature=0.75",
    ]
    assert train([*options, "--out", str(out)]) == 0, capsys.readouterr().err
    files = sorted(path.name for path in (out / "evals").iterdir())
    assert files == [f"{eval_name('held_out', step)}.parquet" for step in (0, 2, 3)]
    with RunReader(out) as run:
        counts = run.rows(
            "select step, count(*) n, min(temperature) t from evals group by step order by step"
        )
    assert [(row["step"], row["n"]) for row in counts] == [(0, 2), (2, 2), (3, 2)]
    assert counts[0]["t"] == 0.75
    before = {name: (out / "evals" / name).read_bytes() for name in files}
    assert train(["--resume", str(out), "--steps=4"]) == 0
    assert {name: (out / "evals" / name).read_bytes() for name in files} == before
    assert (out / "evals" / f"{eval_name('held_out', 4)}.parquet").exists()


def load_small(episodes: int) -> Suite:
    """The first two mechanics of the held-out suite."""
    whole = pool_suite("held_out", ROOT / "data" / "pools" / "held_out", episodes)
    return Suite("held_out", tuple(case for case in whole.cases if case.item in whole.items[:2]))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--model", "nowhere"], "--model names 'nowhere', but there is no such file or directory"),
        (["--model", "data/corpus"], "--model: no causal language model can be loaded"),
        (["--model", "data/corpus", "--suite", "moon"], "there is no suite 'moon', expected one of held_out"),
        (["--model", "data/models/spade-tiny-base", "--run", "nowhere"], "run.json does not exist"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(arguments, sentence, capsys):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1


def test_an_imported_run_has_no_settings_and_that_is_said(tmp_path, capsys):
    RunWriter.create(tmp_path / "theirs", {"run_id": "theirs", "preset": "imported"})
    assert main(["--model", "nowhere", "--run", str(tmp_path / "theirs")]) == 2
    note, error = capsys.readouterr().err.splitlines()
    assert (
        note == f"{tmp_path / 'theirs'} was imported and says nothing of settings: those of cpu-tiny are used"
    )
    assert error.startswith("--model names 'nowhere'")


def test_a_pool_without_mechanics_is_named(pool):
    manifest = pool / "manifest.jsonl"
    manifest.write_text(manifest.read_text().replace('"mechanic"', '"rule"'))
    with pytest.raises(SuiteError, match=re.escape(f"{manifest} has a line without the field 'mechanic'")):
        pool_suite("test", pool, 1)


def test_the_interval_is_that_of_a_stratified_mean():
    rng = np.random.default_rng(0)
    returns = np.concatenate([rng.random(200) < 0.1, rng.random(200) < 0.6]).astype(float)
    items = ["a"] * 200 + ["b"] * 200
    found = score_interval(returns, items)
    # normal theory: variance of the mean of two independent means
    variance = sum(returns[s].var() / 200 for s in (slice(0, 200), slice(200, 400))) / 4
    assert found.mean == pytest.approx((returns[:200].mean() + returns[200:].mean()) / 2)
    assert found.high - found.low == pytest.approx(2 * 1.96 * variance**0.5, rel=0.1)


def test_items_count_equally_whatever_their_episodes():
    assert score_interval([1.0, 0.0, 0.0, 0.0], ["a", "b", "b", "b"]).mean == 0.5


def test_pairs_that_differ_always_by_the_same_leave_no_doubt():
    before = [0.0, 1.0, 0.0, 1.0]
    found = difference_interval([b + 0.25 for b in before], before, ["a", "a", "b", "b"])
    assert (found.mean, found.low, found.high) == (0.25, 0.25, 0.25)
    with pytest.raises(ValueError, match="expected pairs"):
        difference_interval([1.0], [1.0, 0.0], ["a"])


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([-1.0, 0.0, 1.0])), min_size=1, max_size=20)
)
def test_a_mean_lies_in_its_interval_and_in_the_range_of_returns(pairs):
    items, returns = [p[0] for p in pairs], [p[1] for p in pairs]
    found = score_interval(returns, items)
    assert min(returns) - 1e-9 <= found.low <= found.mean + 1e-9
    assert found.mean - 1e-9 <= found.high <= max(returns) + 1e-9


def test_no_episode_has_no_score():
    with pytest.raises(ValueError, match="at least one"):
        score_interval([], [])
