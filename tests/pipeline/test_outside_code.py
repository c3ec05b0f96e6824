"""LiveCodeBench: its published form is read, replies are judged by running them, and nothing else gets out."""

from __future__ import annotations

import base64
import json
import os
import pickle
import zlib

import pytest

from pipeline.outside_benchmarks import main
from pipeline.outside_judge import Trial, judge, judge_limits, same_lines, same_value
from pipeline.outside_livecodebench import extract_code, read_questions
from pipeline.sandbox import Sandbox
from tests.pipeline.endpoint_server import chat_reply, serving
from tests.pipeline.outside_samples import SUM, code_file

RIGHT_SUM = "n = int(input())\nprint(sum(map(int, input().split())))"
RIGHT_LEAST = (
    "class Solution:\n    def least(self, xs: List[int], k: int) -> List[int]:\n"
    "        print('noise')\n        return heapq.nsmallest(k, xs)"
)
TRIALS = [Trial("3\n1 2 3\n", "6\n"), Trial("2\n5 5", "10")]


@pytest.fixture
def data(tmp_path):
    return code_file(tmp_path / "test.jsonl")


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox(judge_limits(1.0)) as sandbox:
        yield sandbox


def answering(replies):
    """A server's answers by words of the question."""
    return lambda path, body: (
        200,
        {},
        chat_reply(next(r for words, r in replies.items() if words in body["messages"][-1]["content"])),
    )


def fenced(code):
    return f"```python\n{code}\n```"


def test_three_published_questions_are_asked_run_and_scored(data, tmp_path, capsys):
    replies = {
        "their sum": f"I add them up.\n{fenced(RIGHT_SUM)}",
        "k least": f"First try:\n{fenced('return 1')}\nBetter:\n{fenced(RIGHT_LEAST)}\n",
        "Print the line": fenced("print(input())\nprint('!')"),
    }
    out = tmp_path / "found.json"
    with serving(answering(replies)) as script:
        url = f"{script.url}/chat/completions"
        arguments = ["livecodebench", "--data", str(data), "--url", url, "--model", "m", "--out", str(out)]
        assert main([*arguments, "--max-tokens", "77", "--temperature", "0.2"]) == 0
        asked = {body["messages"][-1]["content"]: body for _, body, _ in script.requests}
        assert "pass@1: 0.667" in capsys.readouterr().out
        assert main([*arguments, "--limit", "1"]) == 0 and len(script.requests) == 4
    assert json.loads(out.read_text())["questions"] == 1
    sent = {(body["model"], body["max_tokens"], body["temperature"]) for body in asked.values()}
    assert sent == {("m", 77, 0.2)}
    [functional] = [text for text in asked if "k least" in text]
    assert "def least(self, xs" in functional and "standard input" not in functional
    assert all("standard input" in text for text in asked if text != functional)


def test_a_question_counts_only_when_every_test_passes(data, tmp_path):
    wrong_on_the_last = "n = int(input())\nprint(6) if n == 3 else print(input())"
    codes = {"their sum": wrong_on_the_last, "k least": RIGHT_LEAST, "Print the line": "print(input())"}
    out = tmp_path / "found.json"
    with serving(answering({words: fenced(code) for words, code in codes.items()})) as script:
        arguments = ["--data", str(data), "--url", script.url, "--model", "m", "--out", str(out)]
        assert main(["livecodebench", *arguments]) == 0
    found = json.loads(out.read_text())
    rows = [
        (row["question_id"], row["passed"], row["tests_passed"], row["reason"]) for row in found["replies"]
    ]
    assert rows == [("sum_a", False, 2, "wrong answer"), ("least_b", True, 2, ""), ("echo_c", True, 1, "")]
    assert found["scores"]["pass@1"] == pytest.approx(2 / 3)
    # two of three right: a variance of 1/3 over three questions, so a standard error of 1/3
    assert found["scores"]["pass@1_stderr"] == pytest.approx(1 / 3)
    assert (found["scores"]["pass@1,easy"], found["scores"]["pass@1,medium"]) == (0.5, 1.0)


@pytest.mark.parametrize(
    "code",
    [
        RIGHT_SUM,
        "import sys\ninput = sys.stdin.readline\nn = int(input())\nif __name__ == '__main__':\n    print(sum(map(int, input().split())))",
        "import sys\nd = sys.stdin.buffer.read().split()\nsys.stdout.buffer.write(str(sum(map(int, d[1:]))).encode())",
        "d = open(0).read().split()\nprint(sum(map(int, d[1:])))\nexit()",
        "n = int(input()); print(reduce(lambda a, b: a + b, [int(x) for x in input().split()]))",
        "n = int(input()); print('%.3f' % sum(map(int, input().split())), end='  \\n\\n')",
        "def f(n): return 0 if n == 0 else 1 + f(n - 1)\nf(5000)\n" + RIGHT_SUM + "  # \\boxed{3}",
    ],
)
def test_ways_to_read_and_print(sandbox, code):
    assert judge(sandbox, code, TRIALS).passed


@pytest.mark.parametrize(
    ("code", "passed", "reason"),
    [
        ("print(6)", 1, "wrong answer"),
        ("print('6 6')", 0, "wrong answer"),
        ("while True: pass", 0, "out of time"),
        ("x = bytearray(3 << 30)", 0, "failed: MemoryError"),
        ("def (", 0, "failed: SyntaxError"),
        ("print(1 / 0)", 0, "failed: ZeroDivisionError"),
        ("print(open('/etc/passwd').read())", 0, "failed: PermissionError"),
        ("import socket", 0, "failed: ModuleNotFoundError"),
        ("import os\nos._exit(0)", 0, "failed: ProcessDied"),
        ("print('a' * (20 << 20))", 0, "too much output"),
        ("#" + "x" * 300_000, 0, "the program is too long"),
    ],
)
def test_what_fails_and_why(sandbox, code, passed, reason):
    found = judge(sandbox, code, TRIALS)
    assert (found.passed, found.tests, found.reason) == (False, passed, reason)


def test_the_answer_expected_is_nowhere_in_the_process(sandbox):
    """A program that looks through all memory it can name finds what it was given, and nothing else."""
    search = (
        "import gc\ngc.unfreeze()\n"
        "mark = ''.join(['not', 'ed', '-', '83'])\n"
        "parts = [p for x in gc.get_objects() if type(x) in (dict, list, tuple)\n"
        "         for p in (x.values() if type(x) is dict else x) if type(p) in (str, bytes) and p is not mark]\n"
        "texts = [p if type(p) is str else p.decode('utf-8', 'replace') for p in parts]\n"
        "print(mark if any(mark in text for text in texts) else 'nothing')"
    )
    assert judge(sandbox, search, [Trial("noted-83", "noted-83")]).passed, "it does find its input"
    assert judge(sandbox, search, [Trial("x", "nothing")]).passed
    assert judge(sandbox, search, [Trial("x", "noted-83")]).reason == "wrong answer"


def test_functions_return_values_as_json_would_hold_them(sandbox):
    trials = [Trial("[3, 1, 2]\n2", "[1, 2]"), Trial("[9]\n1", "[9]")]
    assert judge(sandbox, RIGHT_LEAST, trials, "least").passed
    assert judge(sandbox, "def least(xs, k):\n    return tuple(sorted(xs)[:k])", trials, "least").passed
    assert judge(sandbox, "def least(xs, k):\n    return xs[:k]", trials, "least").reason == "wrong answer"
    assert judge(sandbox, "def least(xs, k):\n    return {1}", trials, "least").reason == "failed: TypeError"
    assert judge(sandbox, "def other(xs, k): ...", trials, "least").reason == "failed: KeyError"


def test_large_inputs_and_outputs_travel_whole(sandbox):
    numbers = " ".join(str(n) for n in range(60_000))
    trial = Trial(f"1\nä {numbers}", f"60001\nä {numbers}")
    assert judge(sandbox, "input(); a = input().split(); print(len(a)); print(*a)", [trial]).passed


@pytest.mark.parametrize(
    ("said", "expected", "same"),
    [
        ("1 2 \n3\n\n", "1 2\n3", True),
        ("1.50", "1.5", True),
        ("1e1 2", "10 2", True),
        ("50000000000000001", "50000000000000000", False),
        ("Yes", "YES", False),
        ("1\n2", "1 2", False),
        ("nan", "nan", True),
        ("sNaN", "1", False),
    ],
)
def test_lines_agree_as_texts_or_as_numbers(said, expected, same):
    assert same_lines(said, expected) is same


def test_values_agree_as_json():
    assert same_value("[1.0, true]", "[1, true]") and not same_value('"1"', "1")
    assert not same_value("[" * 5000, "[]") and not same_value("", "0")


def test_the_last_block_is_the_program():
    assert extract_code("```python\na\n```\ntext\n```py\nb\n```") == "b\n"
    assert extract_code("no block") == "" == extract_code("```python\nnever closed")


def test_a_pickle_that_would_run_something_is_refused(tmp_path, capsys):
    class Evil:
        def __reduce__(self):
            return os.system, ("touch " + str(tmp_path / "ran"),)

    code = base64.b64encode(zlib.compress(pickle.dumps(Evil()))).decode()
    file = tmp_path / "test.jsonl"
    file.write_text(json.dumps(SUM | {"private_test_cases": code}))
    arguments = ["--data", str(file), "--url", "http://127.0.0.1:9/v1", "--model", "m"]
    assert main(["livecodebench", *arguments, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert "question sum_a is not of LiveCodeBench's published form" in error and error.count("\n") == 1
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"private_test_cases": "%%%"}, "question sum_a is not of LiveCodeBench's published form"),
        ({"public_test_cases": "[]", "private_test_cases": "[]"}, "no test"),
        ({"metadata": '{"func_name": "f"}'}, ""),
        ({"difficulty": None}, "test.jsonl:1 lacks 'difficulty'"),
    ],
)
def test_what_a_question_lacks_is_one_sentence(change, sentence, tmp_path, capsys):
    file = tmp_path / "test.jsonl"
    file.write_text(json.dumps(SUM | change))
    if not sentence:
        [question] = read_questions([file])
        assert question.call == "f" and len(question.tests) == 3
        return
    arguments = ["--data", str(file), "--url", "http://127.0.0.1:9/v1", "--model", "m"]
    assert main(["livecodebench", *arguments, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1
