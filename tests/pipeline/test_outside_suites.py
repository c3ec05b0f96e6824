"""Reasoning Gym as a suite: one turn a question, the package's own score, no answer ever run as code."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace

import pytest

from pipeline.evaluate import Evaluator, _table, main, score
from pipeline.outside_hard import HARD_COLUMNS, HARD_SETTINGS
from pipeline.outside_suites import EASY_TASKS, question_program, reasoning_gym_suite, runs_answers
from pipeline.suites import SuiteError, load_suite
from tests.pipeline.loop_harness import experiment, save_micro_model, small_config


@pytest.fixture(scope="module")
def gym():
    return pytest.importorskip("reasoning_gym", reason="needs the 'evaluate' extra")


@pytest.fixture(scope="module")
def suite(gym):
    return load_suite("reasoning_gym", 3)


def test_the_same_three_questions_of_every_task(gym, suite):
    assert suite.items == tuple(sorted(EASY_TASKS))
    assert len(suite.cases) == 3 * len(EASY_TASKS) == len({(c.item, c.program, c.seed) for c in suite.cases})
    again = load_suite("reasoning_gym", 18)
    for item in suite.items:
        first = [case for case in again.cases if case.item == item][:3]
        assert first == [case for case in suite.cases if case.item == item]
        assert len({case.source for case in again.cases if case.item == item}) == 18


def test_a_loop_of_one_turn_and_the_score_of_the_package(gym, suite, tmp_path):
    cases = [
        case for case in suite.cases if case.item in ("chain_sum", "leg_counting", "calendar_arithmetic")
    ]
    chosen = type(suite)("reasoning_gym", tuple(cases))
    truth = {case.rescore.entry["question"].strip(): str(case.rescore.entry["answer"]) for case in cases}

    def answer(prompt: str, seed: int) -> str:
        place, right = next((i, a) for i, (q, a) in enumerate(truth.items()) if q in prompt)
        return (f"so \\boxed{{{right}}}", right, "\\boxed{wrong}")[place % 3]

    with experiment(small_config(save_micro_model(tmp_path / "model")), answer) as made:
        evaluator = Evaluator(made.config, made.sampler, made.chat, made.sandbox)
        rows = list(evaluator.rows(chosen, step=0, version=0))
    assert [row["turns"] for row in rows] == [1] * 9
    assert [(row["return"], row["outcome"]) for row in rows] == [
        (1.0, "won"),
        (0.0, "lost"),
        (0.0, "lost"),
    ] * 3
    assert score(rows).mean == pytest.approx(1 / 3)
    assert all("\\boxed{answer}" in row["first_observation"] for row in rows)


def test_part_of_a_score_is_kept_and_is_no_win(gym, suite):
    case = next(case for case in suite.cases if case.item == "calendar_arithmetic")
    rescore, right = case.rescore, str(case.rescore.entry["answer"])
    said = f"it is {right} I think"
    assert rescore(f"\\boxed{{{right}}}") == 1.0
    assert rescore(f"\\boxed{{{said}}}") == pytest.approx(
        min(1.0, max(0.0, rescore.score_answer(said, rescore.entry)))
    )
    assert rescore(right) == 0.0 == rescore("\\boxed{}")


def test_scorers_that_would_run_an_answer_are_never_used(gym):
    for task in ("string_insertion", "spiral_matrix", "binary_matrix", "n_queens", "countdown", "puzzle24",
                 "polynomial_multiplication", "simple_integration"):  # fmt: skip
        assert runs_answers(gym, task), task
    assert not [task for task in EASY_TASKS if runs_answers(gym, task)]
    with pytest.raises(SuiteError, match="'countdown' may run an answer as code"):
        reasoning_gym_suite("reasoning_gym_hard", 1, {"countdown": {}})


def test_hard_settings_come_from_a_file(gym, tmp_path, capsys):
    suite = reasoning_gym_suite("reasoning_gym_hard", 2, {"chain_sum": {"min_terms": 9, "max_terms": 9}})
    assert all(case.rescore.entry["question"].count(" + ") + case.rescore.entry["question"].count(" - ") >= 8
               for case in suite.cases)  # fmt: skip
    for content, sentence in (
        ({"moon": {}}, "reasoning-gym has no task 'moon'"),
        ({"chain_sum": {"moons": 3}}, "chain_sum cannot be configured"),
        ([], 'should hold {"task": {"parameter": value}}'),
    ):
        file = tmp_path / "settings.json"
        file.write_text(json.dumps(content))
        arguments = ["--model", "data/models/spade-tiny-base", "--settings", str(file)]
        assert main([*arguments, "--suite", "reasoning_gym_hard"]) == 2
        error = capsys.readouterr().err
        assert sentence in error and error.count("\n") == 1
    assert main([*arguments, "--suite", "held_out"]) == 2
    assert "--settings is for the suite reasoning_gym_hard" in capsys.readouterr().err


def test_the_hundred_hard_tasks_of_the_paper_but_those_whose_scorer_runs_answers(gym):
    sizes = Counter(HARD_COLUMNS.values())
    assert sizes == {"Math": 31, "Algorithmic": 36, "Cognition": 24, "Logic": 9}
    assert set(HARD_SETTINGS) == set(HARD_COLUMNS) <= set(gym.factory.DATASETS)
    for task, options in HARD_SETTINGS.items():
        dataset = gym.create_dataset(task, seed=1, size=1, **options)  # refuses what is no parameter
        assert all(getattr(dataset.config, name) == value for name, value in options.items()), task


def test_the_hard_suite_leaves_out_what_it_says(gym):
    suite = load_suite("reasoning_gym_hard", 2)
    assert len(suite.cases) == 2 * len(suite.items)
    left_out = set(HARD_SETTINGS) - set(suite.items)
    assert {"countdown", "n_queens", "puzzle24"} <= left_out and len(left_out) == 11
    assert suite.note.startswith("without 11 tasks") and all(task in suite.note for task in left_out)
    assert suite.columns == {task: HARD_COLUMNS[task] for task in suite.items}


def test_a_table_by_columns_and_what_was_left_out(suite):
    grouped = replace(suite, columns={"gcd": "Math", "lcm": "Math", "aiw": "Logic"}, note="without one task")
    rows = [
        {"item": item, "arm": "plain", "return": value, "outcome": "won" if value == 1 else "lost"}
        for item, value in (("gcd", 1.0), ("lcm", 0.5), ("aiw", 0.0))
    ]
    lines = list(_table(grouped, rows, ["plain"]))
    assert lines[0].startswith("plain: 0.500") and lines[1] == "without one task"
    assert lines[2:6] == ["| column | plain |", "|---|---|", "| Logic | 0 of 1 |", "| Math | 1 of 2 |"]
    assert lines[6] == "| item | plain |" and lines[-1] == "| lcm | 0 of 1 |"


def test_without_the_package_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "reasoning_gym", None)
    with pytest.raises(SuiteError, match=r"pip install -e '\.\[evaluate\]'"):
        load_suite("reasoning_gym", 1)


@pytest.mark.parametrize("reply", ["\\boxed{4}", "\\boxed{ 4 }", "\\boxed{5}", "4"])
def test_a_question_by_itself(reply):
    import spade_env

    program = spade_env.load(question_program("sum", 'What is "2" + {2}?\nSay.', "4"))
    episode = spade_env.Episode(program, seed=0)
    assert 'What is "2" + {2}?\nSay.' in episode.observation
    episode.act(reply)
    assert episode.done
    assert episode.transcript()["return"] == float(reply.startswith("\\boxed") and "4" in reply)
