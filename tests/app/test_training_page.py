"""The training page through Streamlit's AppTest: every section on sound, growing, damaged and dead runs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from sample_run import write_sample_run
from streamlit.testing.v1 import AppTest

from pipeline.run_log import RunWriter, read_meta

MAIN = Path(__file__).parents[2] / "app" / "main.py"


@pytest.fixture
def training(runs_at):
    """``training(root, view=…)``: the page on the runs of a directory, opened by its address."""

    def open_at(root: Path, **query: str) -> AppTest:
        runs_at(root)
        test = AppTest.from_file(str(MAIN), default_timeout=90).run()
        test.switch_page("app_pages/training.py")
        for name, value in query.items():
            test.query_params[name] = value
        test.run()
        assert not test.exception, test.exception
        return test

    return open_at


def said(test: AppTest) -> str:
    """What a reader sees of the page's sentences, Markdown escapes aside."""
    parts = [test.markdown, test.info, test.warning, test.error, test.caption, test.subheader]
    return "\n".join(str(element.value) for group in parts for element in group).replace("\\", "")


def charts(test: AppTest) -> list[str]:
    """Titles of the figures drawn."""
    figures = [json.loads(element.proto.spec) for element in test.get("plotly_chart")]
    return [figure["layout"]["title"]["text"].removeprefix("<b>").removesuffix("</b>") for figure in figures]


def set_status(path: Path, **fields) -> None:
    meta = read_meta(path) | fields
    (path / "run.json").write_text(json.dumps(meta))


def test_progress_draws_its_charts_and_says_what_is_missing(training, sample_root: Path) -> None:
    test = training(sample_root, run="alpha")
    drawn = ["Return of the agent", "Regret: what the hint is worth", "Where environments fall"]
    assert charts(test) == [*drawn, "Quadrants over time"]
    assert "python -m pipeline.evaluate --model DIR" in said(test)
    assert "95 % interval of the mean over the environments" in said(test)


def test_film_shows_the_chosen_steps(training, sample_root: Path) -> None:
    test = training(sample_root, run="alpha", film="3", window="1")
    spec = json.loads(test.get("plotly_chart")[2].proto.spec)
    assert sum(sum(trace["marker"]["size"]) for trace in spec["data"]) == 3  # environments of step 3
    assert "step 3" in spec["layout"]["annotations"][0]["text"]
    assert [frame["name"] for frame in spec["frames"]] == list("012345")
    assert spec["layout"]["updatemenus"][0]["buttons"][0]["args"][0] == ["3", "4", "5"]


def test_numbers_of_a_chart_open_as_a_table(training, sample_root: Path) -> None:
    test = training(sample_root, run="alpha", **{"table-regret": "true"})
    frame = test.dataframe[0].value
    assert list(frame["step"]) == list(range(6))
    assert frame["paired standard error"].iloc[0] == pytest.approx(0.1 / 3**0.5)


def test_designs_section(training, sample_root: Path) -> None:
    test = training(sample_root, run="alpha", view="Designs")
    assert charts(test)[:2] == ["Valid designs", "From attempt to valid environment"]
    assert "python -m pipeline.diversity" in said(test)
    spec = json.loads(test.get("plotly_chart")[1].proto.spec)
    assert spec["data"][0]["text"] == ["24", "18  (−6)"]


def test_diversity_and_held_out_scores_appear_once_computed(training, tmp_path: Path) -> None:
    write_sample_run(tmp_path / "a", run_id="a", steps=4, with_map=False)
    rows = [
        {"scope": s, "step": n, "designs": 12, "distinct": 9, "vendi": 3.0}
        for s in ("written", "valid")
        for n in range(3)
    ]
    table = {"version": 1, "size": 12, "steps": 3, "rows": rows}
    (tmp_path / "a/map").mkdir()
    (tmp_path / "a/map/diversity.json").write_text(json.dumps(table))
    episode = {"step": 2, "suite": "held_out", "item": "i", "seed": 0, "arm": "plain", "return": 1.0}
    writer = RunWriter(tmp_path / "a", read_meta(tmp_path / "a"))
    writer.write_evals("held_out-step-000002", [{**episode, "outcome": "won", "temperature": 0.8}])
    designs = training(tmp_path, view="Designs")
    assert {"Distinct programs", "Vendi score"} <= set(charts(designs))
    assert "Computed up to step 2" in said(designs)
    assert "Held-out score" in charts(training(tmp_path))


def test_cost_section(training, sample_root: Path) -> None:
    test = training(sample_root, run="alpha", view="Cost")
    assert charts(test) == ["Seconds of a step", "Tokens written in a step"]
    assert "1.3 minutes in all" in said(test)  # 6 steps of 13 s


def test_pair_follows_its_rule_and_the_reader(training, sample_root: Path) -> None:
    test = training(sample_root, run="alpha", view="Early and late")
    early, late = test.selectbox(key="early"), test.selectbox(key="late")
    assert early.value.split("-")[1] in "01" and late.value.split("-")[1] in "45"
    assert len(test.code) == 4 and "class " in test.code[1].value
    other = next(option for option in late.options if option != late.options[0])
    late.select(other).run()
    assert not test.exception
    assert other.rsplit(" (", 1)[0] in said(test)


def test_comparison_shows_both_runs_at_the_same_steps(training, sample_root: Path) -> None:
    test = training(sample_root, run="alpha", view="Compare", **{"with": "beta"})
    facts = test.table[0].value
    assert list(facts.columns) == ["alpha", "beta"]
    assert list(facts.loc["design attempts"]) == ["12", "12"]  # three common steps of four attempts
    assert {"alpha", "beta"} <= {element.value for element in test.subheader}
    assert "without a title" in said(test)
    test.slider(key="at").set_value((1, 1)).run()
    assert list(test.table[0].value.loc["design attempts"]) == ["4", "4"]


def test_a_lone_run_says_what_a_comparison_needs(training, tmp_path: Path) -> None:
    write_sample_run(tmp_path / "a", run_id="a", steps=1, with_map=False)
    assert "needs a second run" in said(training(tmp_path, view="Compare"))
    assert "at least two complete steps" in said(training(tmp_path, view="Early and late"))


def test_live_follows_a_job_until_it_ends(training, tmp_path: Path) -> None:
    write_sample_run(tmp_path / "a", run_id="a", steps=3, with_map=False)
    set_status(tmp_path / "a", status="running", config={"run": {"steps": 10}})
    test = training(tmp_path, view="Live")
    assert "Running: step 3 of 10 complete, 13.0 s a step" in said(test)
    assert "about 91 s left" in said(test) or "about 2 min left" in said(test)
    assert "rejected at parse" in said(test)
    set_status(tmp_path / "a", status="failed", problem="the sampler drifted")
    test.run()
    assert not test.exception
    assert "This run failed after 3 of 10 steps: the sampler drifted" in said(test)


def test_a_job_that_died_is_called_dead(training, tmp_path: Path) -> None:
    write_sample_run(tmp_path / "a", run_id="a", steps=2, with_map=False)
    set_status(tmp_path / "a", status="running")
    for name in ("run.json", "designs", "plays", "updates"):
        os.utime(tmp_path / "a" / name, (1_000_000, 1_000_000))
    test = training(tmp_path)
    assert "none of its files has changed" in said(test) and "--resume" in said(test)
    assert charts(test)  # the rest of the page is there


def test_a_job_without_a_step_is_waited_for(training, tmp_path: Path) -> None:
    RunWriter.create(tmp_path / "a", {"run_id": "a", "title": "a", "config": {"run": {"steps": 5}}})
    assert "no complete step yet" in said(training(tmp_path))
    assert "No step is complete yet" in said(training(tmp_path, view="Live"))


def test_broken_runs_are_named_and_the_rest_works(training, tmp_path: Path) -> None:
    write_sample_run(tmp_path / "good", run_id="good", steps=3, with_map=False)
    (tmp_path / "good/plays/step-000001.parquet").write_bytes(b"")
    for name, text in (
        ("bad", "{"),
        ("newer", '{"schema_version": 9, "run_id": "n", "counts": {"steps": 1}}'),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.json").write_text(text)
    test = training(tmp_path, view="Cost")
    for sentence in ("bad/run.json", "newer/run.json has schema_version 9", "plays/step-000001.parquet"):
        assert sentence in said(test)
    assert len(charts(test)) == 2


def test_an_unknown_address_falls_back_to_what_is_there(training, sample_root: Path) -> None:
    test = training(sample_root, run="gone", view="Nowhere", film="999", smooth="x")
    assert test.selectbox(key="run").value == "alpha"
    assert len(charts(test)) == 4
