"""The training page through Streamlit's AppTest: every section on sound, growing, damaged and dead runs."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import pytest
from sample_run import write_sample_run
from streamlit.runtime.scriptrunner import RerunData
from streamlit.testing.v1 import AppTest, local_script_runner

from pipeline.run_log import RunReader, RunWriter, read_meta
from pipeline.summary import table

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


def specs(test: AppTest) -> list[str]:
    return [element.proto.spec for element in test.get("plotly_chart")]


def charts(test: AppTest) -> list[str]:
    """Titles of the figures drawn."""
    figures = [json.loads(spec) for spec in specs(test)]
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
    assert list(facts.columns) == ["Sample alpha (alpha)", "Sample beta (beta)"]
    assert list(facts.loc["design attempts"]) == ["12", "12"]  # three common steps of four attempts
    assert {"Sample alpha (alpha)", "Sample beta (beta)"} <= {
        element.value.replace("\\", "") for element in test.subheader
    }
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


def test_an_unknown_address_falls_back_to_what_is_there_and_says_so(training, sample_root: Path) -> None:
    test = training(sample_root, run="gone", view="Nowhere", film="999", window="3", smooth="x", step="7")
    assert test.selectbox(key="run").value == "alpha"
    assert len(charts(test)) == 4
    asides = [warning.value.replace("\\", "") for warning in test.warning]
    assert asides == [
        "In the address, step is '7', but this page has no such parameter and is shown without it.",
        "In the address, run is 'gone', expected one of alpha, beta; shown instead: Sample alpha (alpha).",
        "In the address, smooth is 'x', expected a whole number from 1 to 31; shown instead: 9.",
        "In the address, view is 'Nowhere', expected one of Progress, Designs, Cost, Early and late, Compare, "
        "Live; shown instead: Progress.",
        "In the address, film is '999', expected a step from 0 to 5; shown instead: 5.",
        "In the address, window is '3', expected one of 1, 4, 8, 16, 32; shown instead: 8.",
    ]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            {"view": "Designs", "funnel": "middle"},
            "funnel is 'middle', expected one of all steps, first third",
        ),
        (
            {"view": "Early and late", "measure": "charm"},
            "measure is 'charm', expected one of regret, return",
        ),
        ({"view": "Early and late", "skill": "Juggling"}, "skill is 'Juggling', expected one of "),
        (
            {"view": "Compare", "with": "alpha"},
            "with is 'alpha', expected one of beta; shown instead: Sample beta",
        ),
        ({"view": "Compare", "at": "77"}, "at is '77', expected two steps from 0 to 2"),
        ({"view": "Cost", "film": "2"}, "film is '2', but what is shown here has no use for it"),
        (
            {"view": "Cost", "table-returns": "true"},
            "table-returns is 'true', but no such table is shown here",
        ),
        ({"view": "Cost", "table-seconds": "1"}, "table-seconds is '1', expected one of true, false"),
    ],
)
def test_an_odd_value_of_one_view_is_said(training, sample_root: Path, query, sentence) -> None:
    test = training(sample_root, run="alpha", **query)
    assert sentence in test.warning[0].value.replace("\\", "")
    assert len(test.warning) == 1


def test_what_an_address_names_is_shown_without_a_word(training, sample_root: Path) -> None:
    query = {"run": "beta", "view": "Compare", "with": "alpha", "smooth": "3"}
    test = training(sample_root, **query)
    assert not test.warning
    assert test.selectbox(key="with").value == "alpha" and test.slider(key="smooth").value == 3
    assert test.query_params == query
    test = training(sample_root, run="alpha", film="3", window="1")
    assert not test.warning and test.slider(key="film").value == 3


def test_another_view_takes_over_the_address(training, sample_root: Path) -> None:
    test = training(sample_root, run="beta", smooth="3", film="1")
    test.segmented_control(key="view").set_value("Cost").run()
    assert test.query_params == {"run": "beta", "smooth": "3", "view": "Cost"}
    assert charts(test) == ["Seconds of a step", "Tokens written in a step"]
    test.segmented_control(key="view").set_value("Progress").run()
    assert test.query_params == {"run": "beta", "smooth": "3"}
    assert test.slider(key="film").value == 2  # the last step again
    test.selectbox(key="run").set_value("alpha").run()
    assert test.query_params == {"smooth": "3"}
    assert not test.warning


def test_back_shows_what_the_entry_of_the_history_says(
    training, sample_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = training(sample_root, run="beta", film="1")
    test.segmented_control(key="view").set_value("Cost").run()
    test.selectbox(key="run").set_value("alpha").run()
    for name in list(test.query_params):
        del test.query_params[name]
    for name, value in (("run", "beta"), ("film", "1")):
        test.query_params[name] = value
    # What Streamlit's page sends when the browser goes back.
    monkeypatch.setattr(local_script_runner, "RerunData", partial(RerunData, is_history_navigation=True))
    test.run()
    assert not test.exception and not test.warning
    assert test.selectbox(key="run").value == "beta"
    assert test.segmented_control(key="view").value == "Progress" and test.slider(key="film").value == 1


def test_a_run_is_never_compared_with_itself(training, sample_root: Path) -> None:
    test = training(sample_root, run="alpha", view="Compare", **{"with": "beta"})
    test.selectbox(key="run").set_value("beta").run()
    assert not test.exception and not test.warning
    assert test.selectbox(key="with").value == "alpha"
    assert list(test.table[0].value.columns) == ["Sample beta (beta)", "Sample alpha (alpha)"]


def test_a_second_click_that_brings_the_old_address_changes_no_view(training, sample_root: Path) -> None:
    test = training(sample_root, run="beta")
    test.segmented_control(key="view").set_value("Cost").run()
    del test.query_params["view"]  # the browser has not heard of the new address yet
    test.slider(key="smooth").set_value(3).run()
    assert test.segmented_control(key="view").value == "Cost"
    assert charts(test) == ["Seconds of a step", "Tokens written in a step"]


def test_tiles_and_the_summary_say_the_same_numbers(training, tmp_path: Path) -> None:
    write_sample_run(tmp_path / "a", run_id="a", steps=9, with_map=False)
    with RunReader(tmp_path / "a") as run:
        lines = {line.split(" | ")[0].strip("| "): line for line in table(run)}
    tiles = {metric.label: (metric.value, metric.delta) for metric in training(tmp_path).metric}
    for tile, row in (("Return without hint", "return, plain arm"), ("Regret", "regret")):
        _, last, change = lines[row].strip("| ").split(" | ")[1:]
        value, delta = tiles[f"{tile}, last third"]
        assert last.startswith(value + " ±") and delta == f"{change} since the first third"
    assert tiles["Valid"] == ("27", "0.750 of attempts")


def test_a_score_of_zero_is_said_in_words(training, tmp_path: Path) -> None:
    write_sample_run(tmp_path / "a", run_id="a", steps=2, with_map=False)
    writer = RunWriter(tmp_path / "a", read_meta(tmp_path / "a"))
    for step in (0, 2):
        rows = [
            {"step": step, "suite": "held_out", "item": "i", "seed": seed, "arm": "plain", "return": 0.0,
             "outcome": "lost", "temperature": 0.8}
            for seed in range(18)
        ]  # fmt: skip
        writer.write_evals(f"held_out-step-{step:06d}", rows)
    test = training(tmp_path)
    assert "0 of 18 won (0.000, interval 0.000 to 0.176) at each of 2 evaluations, steps 0 to 2" in said(test)
    figure = next(spec for spec in map(json.loads, specs(test)) if "Held-out" in str(spec["layout"]["title"]))
    words = figure["layout"]["annotations"][0]["text"]
    assert words.startswith("<b>0 of 18 won each time</b>") and "win rate: 0 to 0.176" in words
