"""Page logic through Streamlit's AppTest; the components themselves are tested in a browser."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from sample_run import write_sample_run
from streamlit.testing.v1 import AppTest

MAIN = Path(__file__).parents[2] / "app" / "main.py"


def open_page(page: str | None = None, **query: str) -> AppTest:
    test = AppTest.from_file(str(MAIN), default_timeout=30)
    for name, value in query.items():
        test.query_params[name] = value
    test.run()
    if page:
        test.switch_page(page).run()
        if query:
            for name, value in query.items():
                test.query_params[name] = value
            test.run()
    assert not test.exception, test.exception
    return test


def words(test: AppTest) -> str:
    heads = [test.title, test.header, test.subheader]
    parts = [*heads, test.markdown, test.info, test.warning, test.error, test.caption]
    return shown("\n".join(str(element.value) for group in parts for element in group))


def shown(markdown: str) -> str:
    """What a reader sees of escaped Markdown."""
    return markdown.replace("\\", "")


@pytest.mark.parametrize("page", re.findall(r"app_pages/\w+\.py", MAIN.read_text(encoding="utf-8")))
def test_no_page_writes_a_stray_string(page: str) -> None:
    """Streamlit shows every bare expression of a page's own file, strings beside constants included."""
    _, *body = ast.parse((MAIN.parent / page).read_text(encoding="utf-8")).body
    assert not [n.lineno for n in body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)]


def test_map_page_mounts_the_component(sample_root: Path, runs_at) -> None:
    runs_at(sample_root)
    test = open_page()
    assert not test.info and not test.warning
    assert "key='map'" in str(test.main)


def test_empty_runs_directory_says_what_to_do(tmp_path: Path, runs_at) -> None:
    runs_at(tmp_path)
    assert "pipeline/run.py --preset cpu-tiny" in words(open_page())


def test_broken_run_is_named_while_the_map_still_shows(tmp_path: Path, runs_at) -> None:
    write_sample_run(tmp_path / "good", run_id="good", steps=1)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/run.json").write_text("{")
    runs_at(tmp_path)
    test = open_page()
    assert "bad/run.json" in shown(test.warning[0].value)
    assert "key='map'" in str(test.main)


def test_play_page_without_address_offers_picks(sample_root: Path, runs_at) -> None:
    runs_at(sample_root)
    said = words(open_page("app_pages/play.py"))
    assert "Play an environment" in said
    assert "Sample alpha" in said


def test_play_page_mounts_the_player(sample_root: Path, runs_at) -> None:
    runs_at(sample_root)
    test = open_page("app_pages/play.py", env="alpha-1-1", run="alpha", seed="7")
    assert "key='player-alpha-alpha-1-1-7'" in str(test.main)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"env": "alpha-99-0", "run": "alpha"}, "holds no environment 'alpha-99-0'"),
        ({"env": "gamma-1-1"}, "no run holds an environment 'gamma-1-1'"),
        ({"env": "alpha-1-1", "seed": "-3"}, "expected a whole number"),
        ({"pool": "seed", "file": "../../secrets.py"}, "holds no file"),
        ({"pool": "etc", "file": "a.py"}, "expected one of"),
    ],
)
def test_bad_play_addresses_are_sentences(
    sample_root: Path, runs_at, query: dict[str, str], sentence: str
) -> None:
    runs_at(sample_root)
    test = open_page("app_pages/play.py", **query)
    assert sentence in shown(test.error[0].value)


def test_training_page(sample_root: Path, runs_at) -> None:
    runs_at(sample_root)
    test = open_page("app_pages/training.py")
    assert [metric.value for metric in test.metric[:3]] == ["24", "18", "288"]
    test.selectbox(key="run").set_value("beta").run()
    assert not test.exception
    assert test.metric[0].value == "12"


def test_training_page_without_runs(tmp_path: Path, runs_at) -> None:
    runs_at(tmp_path)
    assert "No run has a complete step yet" in words(open_page("app_pages/training.py"))


def open_at(page: str, **query: str) -> AppTest:
    """A page as a link opens it: its first run has the address."""
    test = AppTest.from_file(str(MAIN), default_timeout=60).run()
    test.switch_page(page)
    for name, value in query.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception, test.exception
    return test


@pytest.mark.parametrize(
    ("page", "query", "sentence"),
    [
        (
            "controls",
            {"board": "chess"},
            "board is 'chess', expected one of sokoban, maze; shown instead: Rot",
        ),
        ("controls", {"seed": "abc"}, "seed is 'abc', expected one of the "),
        (
            "controls",
            {"board": "maze", "seed": "-1"},
            "seed is '-1', expected a whole number from 0 to 2147483647",
        ),
        ("controls", {"tab": "2"}, "tab is '2', but this page has no such parameter"),
        (
            "tools",
            {"in": "nowhere", "env": "x"},
            "in is 'nowhere', expected one of seed, held_out;",
        ),
        ("tools", {"in": "seed", "env": "gone.py"}, "env is 'gone.py', expected one of "),
        ("tools", {"in": "seed"}, "env is '', expected one of "),
        ("tools", {"seed": "many"}, "seed is 'many', expected a whole number from 0 to 2147483647"),
        ("play", {"env": "alpha-1-1", "tab": "2"}, "tab is '2', but this page has no such parameter"),
        ("play", {"file": "lamps_easy_0.py", "env": "x"}, "env is 'x', but what is shown here has no use"),
        ("beat", {"plays": "0"}, "plays is '0', expected a whole number from 1 to 10000; shown instead: 16."),
    ],
)
def test_odd_addresses_are_said(sample_root: Path, runs_at, page: str, query, sentence: str) -> None:
    runs_at(sample_root)
    test = open_at(f"app_pages/{page}.py", **query)
    assert len(test.warning) == 1
    assert shown(test.warning[0].value).startswith("In the address, ")
    assert sentence in shown(test.warning[0].value)
    assert "spade_playground" in str(test.main) or "key='" in str(test.main)  # the page is there all the same


def test_a_run_alone_names_no_program_and_that_is_said(sample_root: Path, runs_at) -> None:
    runs_at(sample_root)
    test = open_at("app_pages/play.py", run="alpha")
    assert [shown(warning.value) for warning in test.warning] == [
        "In the address, run is 'alpha', but what is shown here has no use for it and is shown without it."
    ]
    assert test.title[0].value == "Play an environment"


def test_choices_go_into_the_address_and_come_out_of_it(sample_root: Path, runs_at) -> None:
    runs_at(sample_root)
    test = open_at("app_pages/controls.py", seed="3")
    test.segmented_control(key="board").set_value("maze").run()
    assert test.query_params == {"board": "maze"}
    test.segmented_control(key="board").set_value("sokoban").run()
    assert test.query_params == {}

    test = open_at("app_pages/tools.py")
    first = test.selectbox(key="choice").value
    assert test.query_params == {}  # opening a page adds nothing to the history
    other = test.selectbox(key="choice").options[1]
    test.selectbox(key="choice").select(other).run()
    address = dict(test.query_params)
    again = open_at("app_pages/tools.py", **address)
    assert again.selectbox(key="choice").value == (address["in"], address["env"]) != first
    assert not again.warning
