"""Benchmarks through lm-eval against a scripted server: three questions each, scored by lm-eval's own tasks."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest

from pipeline.outside_benchmarks import BENCHMARKS, main
from tests.pipeline.endpoint_server import chat_reply, serving
from tests.pipeline.outside_samples import aime_file, gpqa_file, needs_lm_eval


@contextmanager
def asking(answer):
    """(address of a chat server that answers with a function of the question, the requests it gets)."""
    with serving(lambda _, body: (200, {}, chat_reply(answer(body["messages"][-1]["content"])))) as script:
        yield f"{script.url}/chat/completions", script.requests


@needs_lm_eval
def test_three_aime_questions(tmp_path):
    def answer(question):
        n = int(question.split("What is ")[1].split()[0])
        return f"Adding gives \\boxed{{{2 * n if n != 47 else 0}}}."

    out = tmp_path / "aime.json"
    data = aime_file(tmp_path / "aime.jsonl")
    with asking(answer) as (url, asked):
        arguments = ["aime", "--data", str(data), "--url", url, "--model", "tiny", "--out", str(out)]
        assert main([*arguments, "--max-tokens", "77", "--temperature", "0.3"]) == 0
    found = json.loads(out.read_text())
    assert found["questions"] == 3 and [row["exact_match"] for row in found["replies"]] == [1, 0, 1]
    # two of three right: a variance of 1/3 over three questions
    expected = {"exact_match,none": 2 / 3, "exact_match_stderr,none": 1 / 3}
    assert found["scores"] == pytest.approx(expected)
    sent = {(body["model"], body["max_tokens"], body["temperature"]) for _, body, _ in asked}
    assert sent == {("tiny", 77, 0.3)}


@needs_lm_eval
def test_three_gpqa_questions_the_first_two_only(tmp_path):
    def answer(question):
        right = next(line for line in question.splitlines() if ") it is " in line)
        return f"Hence {right[:3]}" if "iron" in question else "The answer is (A) or (B), unclear"

    out = tmp_path / "gpqa.json"
    data = gpqa_file(tmp_path / "gpqa.csv")
    with asking(answer) as (url, asked):
        arguments = ["gpqa_diamond", "--data", str(data), "--url", url, "--model", "m", "--out", str(out)]
        assert main(arguments) == 0
        found = json.loads(out.read_text())
        assert len(asked) == 3 and found["questions"] == 3
        assert main([*arguments, "--limit", "2"]) == 0
        assert json.loads(out.read_text())["questions"] == 2 and len(asked) == 5
    flexible = [row for row in found["replies"] if row["filter"] == "flexible-extract"]
    assert flexible[0]["exact_match"] == 1
    # the last letter named counts
    assert [row["exact_match"] for row in flexible[1:]] == [
        float(row["target"] == "(B)") for row in flexible[1:]
    ]


@needs_lm_eval
def test_a_server_that_is_not_there_is_one_sentence(tmp_path, capsys):
    data = aime_file(tmp_path / "aime.jsonl")
    url = "http://127.0.0.1:9/v1/chat/completions"
    assert (
        main(["aime", "--data", str(data), "--url", url, "--model", "m", "--out", str(tmp_path / "o")]) == 2
    )
    assert f"--url {url}: the evaluation failed" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("benchmark", "content", "sentence"),
    [
        ("aime", "{", "cannot be read as JSON"),
        ("aime", "", "holds no question"),
        ("aime", '{"problem": "x"}', "questions:1 lacks 'answer'"),
        ("gpqa_diamond", "Question,Correct Answer\na,b\n", "question 1 lacks 'Incorrect Answer 1'"),
    ],
)
def test_what_a_file_lacks_is_one_sentence(benchmark, content, sentence, tmp_path, capsys):
    file = tmp_path / "questions"
    file.write_text(content)
    assert (
        main([benchmark, "--data", str(file), "--url", "u", "--model", "m", "--out", str(tmp_path / "o")])
        == 2
    )
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1


def test_a_missing_package_is_one_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "lm_eval", None)
    data = aime_file(tmp_path / "aime.jsonl")
    assert (
        main(["aime", "--data", str(data), "--url", "u", "--model", "m", "--out", str(tmp_path / "o")]) == 2
    )
    assert "pip install -e '.[benchmarks]'" in capsys.readouterr().err


@pytest.mark.parametrize("benchmark", sorted(BENCHMARKS))
def test_a_missing_file_says_where_it_is_published(benchmark, tmp_path, capsys):
    arguments = [benchmark, "--url", "http://127.0.0.1:9/v1", "--model", "m", "--out", str(tmp_path / "o")]
    sentences = {
        "aime": "math-ai/aime25",
        "gpqa_diamond": "Idavidrein/gpqa",
        "livecodebench": "livecodebench/code_generation_lite",
        "bfcl": "ShishirPatil/gorilla",
    }
    none = tmp_path / "none"
    for data, what in (
        ([], "--data is missing"),
        (["--data", str(none)], f"--data {none} is not there"),
        (["--data", str(tmp_path)], f"--data {tmp_path} is a directory, not a file"),
    ):
        assert main([*arguments, *data]) == 2
        error = capsys.readouterr().err
        assert f"{what}; expected" in error and sentences[benchmark] in error and error.count("\n") == 1


def test_help_says_what_to_fetch_and_what_is_covered(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    assert "code_generation_lite" in text and "bfcl covers simple_python, multiple" in text


@pytest.mark.parametrize("wrong", [["--limit", "0"], ["--max-tokens", "x"], ["--test-seconds", "-1"]])
def test_numbers_out_of_range_are_refused(wrong, tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["bfcl", "--url", "u", "--model", "m", "--out", str(tmp_path / "o"), *wrong])
    assert stop.value.code == 2 and wrong[0] in capsys.readouterr().err
