"""The results page: every section from small generated runs, what it says when something is missing, and the
paper apart from our figures."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pipeline.results import main
from pipeline.run_log import RunReader
from tests.pipeline.results_sample import write_run, write_runs

MAIN = Path(__file__).parents[2] / "app" / "main.py"


def embed(texts):
    rows = [np.random.default_rng(zlib.crc32(text.encode())).normal(size=16) for text in texts]
    return np.stack([row / np.linalg.norm(row) for row in rows]).astype(np.float32)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    """A directory of runs with the results beside it."""
    root = write_runs(tmp_path_factory.mktemp("recorded") / "runs")
    (root / "torn" / "run.json").unlink()
    assert main(["--runs", str(root), "--out", str(root.parent / "results")], embed) == 0
    return root


def open_results(view: str | None = None, query: dict[str, str | list[str]] | None = None) -> AppTest:
    """The page at the address ``query``, then at one of its views."""
    test = AppTest.from_file(str(MAIN), default_timeout=60).run()
    test.switch_page("app_pages/results.py")
    for name, value in (query or {}).items():
        test.query_params[name] = value
    test.run()
    if view:
        test.segmented_control(key="show").set_value(view).run()
    assert not test.exception, test.exception
    return test


def said(test: AppTest) -> str:
    parts = [test.title, test.subheader, test.markdown, test.info, test.warning, test.caption]
    return "\n".join(str(element.value) for group in parts for element in group).replace("\\", "")


def charts(test: AppTest) -> list[str]:
    return [chart.proto.spec for chart in test.get("plotly_chart")]


def test_held_out_shows_the_main_run_the_pool_and_the_base_with_conditions(recorded, runs_at):
    runs_at(recorded)
    test = open_results()
    drawn = charts(test)
    assert len(drawn) == 2
    assert "base model" in drawn[0] and "fixed-pool" in drawn[0] and "no-corpus" not in drawn[0]
    words = said(test)
    assert "middle, 6 steps, seed 0, test machine" in words
    assert "held_out, without hint, temperature 0.8, 36 episodes over 3 items each time" in words
    assert "95% percentile bootstrap, 2000 draws" in words
    test.selectbox(key="suite").set_value("reasoning_gym, without hint, temperature 0.8").run()
    assert "6 episodes over 1 items" in said(test)


@pytest.mark.parametrize(
    ("view", "count", "sentence"),
    [
        ("Ablations", 1, "the two runs share no evaluated step and setting"),
        ("While training", 3, "Not measured in fixed-pool: its programs come from a pool."),
        ("Diversity", 2, "12 in a row of 16 programs (Rotating maze)"),
        ("Curriculum", 5, "no measure of skill"),
        ("Sizes", 1, "small"),
        ("Chosen by rule", 0, "wrote Rotating maze 12 times in a row"),
        ("Conditions", 0, "No run of the preset 'two-skills' is recorded."),
    ],
)
def test_every_section(recorded, runs_at, view, count, sentence):
    runs_at(recorded)
    test = open_results(view)
    assert len(charts(test)) == count
    assert sentence in said(test).replace("**", "")


def test_a_measure_of_training_in_the_address_is_opened(recorded, runs_at):
    runs_at(recorded)
    test = open_results(query={"show": "While training", "measure": "Regret"})
    assert not asides(test)
    drawn = charts(test)
    assert "Regret: against spade at the same steps" in drawn[1] and "fixed-pool, steps" in drawn[1]
    assert "the range of 2 runs of spade that differ by seed alone" in said(test)
    shaded = json.loads(drawn[1])["layout"]["shapes"]
    rows = json.loads((recorded.parent / "results" / "ablations.json").read_text())["training"]
    [seed] = [r["difference"] for r in rows if (r["run_id"], r["measure"]) == ("second", "regret")]
    assert sorted([shaded[0]["x0"], shaded[0]["x1"]]) == sorted([0.0, seed])


def test_the_paper_is_cited_and_never_drawn(recorded, runs_at):
    runs_at(recorded)
    test = open_results("The paper")
    assert not charts(test)
    assert len(test.dataframe) == 5
    words = said(test)
    assert words.count("https://arxiv.org/abs/2608.19197") == 5
    assert "nothing in these tables was measured by this project" in words
    games = test.dataframe[0].value
    best = games[games["Model"].str.contains("30B") & (games["Training"] == "SPADE")]
    assert best["Average"].tolist() == [58.3]


def test_without_computed_files_the_command_is_shown(tmp_path, runs_at):
    write_run(tmp_path / "runs" / "a", "spade", steps=1, evaluated=())
    runs_at(tmp_path / "runs")
    test = open_results()
    assert "runs.json does not exist" in said(test)
    assert f"python -m pipeline.results --runs {tmp_path / 'runs'}" in test.code[0].value


def test_little_recorded_is_said_in_every_section_and_grown_logs_are_noticed(tmp_path, runs_at):
    root = tmp_path / "runs"
    write_run(root / "a", "spade", steps=1, evaluated=())
    assert main(["--runs", str(root), "--out", str(tmp_path / "results"), "--no-vendi"]) == 0
    write_run(root / "b", "no-corpus", steps=1, evaluated=())
    runs_at(root)
    for view, sentence in (
        ("Held-out", "No recorded run holds a held-out evaluation."),
        ("Ablations", "No run of another preset is recorded"),
        ("While training", "No recorded run has three steps yet."),
        ("Diversity", "Vendi scores were left out"),
        ("Curriculum", "Blocks of 1 step."),
        ("Sizes", "No spade run was evaluated both before and after"),
        ("Chosen by rule", "No run without a corpus is recorded."),
    ):
        words = said(open_results(view))
        assert sentence in words
        assert "The logs have changed since these figures were computed (no-corpus (b))" in words


def test_a_score_of_zero_is_said_in_words_and_in_the_figure(tmp_path, runs_at):
    root = tmp_path / "runs"
    write_run(root / "a", "spade", gain=-1.0, evaluated=(2, 4))  # a chance below zero: nothing is ever won
    assert main(["--runs", str(root), "--out", str(tmp_path / "results"), "--no-vendi"]) == 0
    runs_at(root)
    test = open_results()
    test.selectbox(key="suite").set_value("held_out, without hint, temperature 0.8").run()
    sentence = "0 of 35 won (0.000, interval 0.000 to 0.099) at step 2, 0 of 36 won"
    assert sentence in said(test)
    assert "0 of 35 or 0 of 36 won each time" in charts(test)[0]


def test_won_episodes_are_counted_from_the_log(recorded, runs_at):
    runs_at(recorded)
    with RunReader(recorded / "main") as run:
        rows = run.rows(
            "select step, count(*) filter (where outcome = 'won') as won, count(*) as played from evals "
            "where suite = 'held_out' and outcome <> 'void' group by step order by step"
        )
    words = said(open_results())
    for row in (rows[0], rows[-1]):
        assert f"{row['won']} of {row['played']} won" in words


def asides(test: AppTest) -> list[str]:
    """The sentences about the address."""
    said = [warning.value.replace("\\", "") for warning in test.warning]
    return [sentence for sentence in said if sentence.startswith("In the address, ")]


SETTINGS = "held_out, without hint, temperature 0.8 / reasoning_gym, without hint, temperature 0.8"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"show": "Nowhere"}, "show is 'Nowhere', expected one of the 9 offered; shown instead: Held-out"),
        ({"tab": "3"}, "tab is '3', but this page has no such parameter"),
        (
            {"suite": "chess"},
            f"suite is 'chess', expected one of {SETTINGS}; shown instead: held_out, without hint, temperature",
        ),
        (
            {"lines": ["gone", "fixed-pool"]},
            "lines is 'gone, fixed-pool', expected each to be one of ",
        ),
        (
            {"show": "Diversity", "scope": "all"},
            "scope is 'all', expected one of written, valid; shown instead: written.",
        ),
        (
            {"show": "Diversity", "until": "yesterday"},
            "until is 'yesterday', expected one of 0 to 3, 0 to 5, 0 to 8; shown instead: 0 to 3.",
        ),
        (
            {"show": "Curriculum", "curriculum-run": "gone"},
            "curriculum-run is 'gone', expected one of spade (main), ",
        ),
        (
            {"show": "Conditions", "suite": "held_out"},
            "suite is 'held_out', but what is shown here has no use for it and is shown without it.",
        ),
        ({"table-held-out": "perhaps"}, "table-held-out is 'perhaps', expected one of true, false; shown instead"),
        ({"table-prices": "true"}, "table-prices is 'true', but no such table is shown here."),
        ({"show": "While training", "measure": "Luck"}, "measure is 'Luck', expected one of Valid designs, "),
        ({"show": "The paper", "lines": "spade"}, "lines is 'spade', but what is shown here has no use for it"),
    ],
)  # fmt: skip
def test_an_odd_address_is_said(recorded, runs_at, query, sentence):
    runs_at(recorded)
    test = open_results(query=query)
    [aside] = asides(test)
    assert sentence in aside
    assert charts(test) or test.dataframe or query["show"] == "Conditions"  # the view is there all the same


def test_what_an_address_names_is_shown_without_a_word(recorded, runs_at):
    runs_at(recorded)
    suite = "reasoning_gym, without hint, temperature 0.8"
    test = open_results(query={"suite": suite, "lines": ["fixed-pool"], "table-held-out": "true"})
    assert not asides(test)
    assert test.selectbox(key="suite").value == suite
    assert test.pills(key="lines").value == ["fixed-pool"]
    assert len(test.dataframe) == 1
    assert not asides(open_results(query={"lines": ""}))
    test = open_results(query={"show": "Diversity", "scope": "valid", "until": "0 to 5"})
    assert not asides(test)
    assert test.selectbox(key="until").value == 5
