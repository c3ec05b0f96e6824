"""Three items of every outside benchmark, in the form it is published in."""

from __future__ import annotations

import base64
import csv
import importlib.util
import json
import pickle
import zlib

import pytest

needs_lm_eval = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in ("lm_eval", "datasets", "tenacity")),
    reason="needs the 'benchmarks' extra",
)
PROBLEMS = [{"problem": f"What is {n} plus {n}?", "answer": str(2 * n)} for n in (31, 47, 58)]
GPQA = ("Question", "Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3")


def aime_file(path):
    path.write_text("\n".join(json.dumps(row) for row in PROBLEMS))
    return path


def gpqa_file(path):
    with path.open("w", newline="") as handle:
        writer = csv.DictWriter(handle, GPQA)
        writer.writeheader()
        for name in ("iron", "gold", "zinc"):
            row = {"Question": f"Which is {name}?", "Correct Answer": f"it is {name}"}
            writer.writerow(row | {f"Incorrect Answer {i}": f"wrong {name} {i}" for i in (1, 2, 3)})
    return path


def packed(cases) -> str:
    """Private tests as the benchmark publishes them."""
    return base64.b64encode(zlib.compress(pickle.dumps(json.dumps(cases)))).decode()


def stdin_cases(*pairs):
    return [{"input": given, "output": said, "testtype": "stdin"} for given, said in pairs]


SUM = {
    "question_id": "sum_a",
    "question_title": "Sum",
    "question_content": "Read n, then n numbers; print their sum.",
    "platform": "atcoder",
    "difficulty": "easy",
    "starter_code": "",
    "public_test_cases": json.dumps(stdin_cases(("3\n1 2 3\n", "6\n"))),
    "private_test_cases": packed(stdin_cases(("1\n-4\n", "-4\n"), ("2\n5 5\n", "10\n"))),
    "metadata": "{}",
}
LEAST = {
    "question_id": "least_b",
    "question_content": "Return the k least numbers in order.",
    "platform": "leetcode",
    "difficulty": "medium",
    "starter_code": "class Solution:\n    def least(self, xs: List[int], k: int) -> List[int]:\n        ",
    "public_test_cases": json.dumps(
        [{"input": "[3, 1, 2]\n2", "output": "[1, 2]", "testtype": "functional"}]
    ),
    "private_test_cases": json.dumps([{"input": "[9, 9]\n1", "output": "[9]", "testtype": "functional"}]),
    "metadata": '{"func_name": "least"}',
}
ECHO = SUM | {
    "question_id": "echo_c",
    "question_content": "Print the line you read.",
    "difficulty": "easy",
    "public_test_cases": json.dumps(stdin_cases(("a b", "a b"))),
    "private_test_cases": "[]",
}


def code_file(path):
    """Three questions of LiveCodeBench: two on standard input, one with a function."""
    path.write_text("\n".join(json.dumps(row) for row in (SUM, LEAST, ECHO)) + "\n")
    return path


def function(name, required, **properties):
    parameters = {"type": "dict", "properties": properties, "required": required}
    return {"name": name, "description": f"about {name}", "parameters": parameters}


AREA = function(
    "geometry.area",
    ["base", "height"],
    base={"type": "integer", "description": "base"},
    height={"type": "integer"},
    unit={"type": "string"},
)
WEATHER = function("weather", ["city"], city={"type": "string"}, days={"type": "integer"})
QUESTIONS = [
    {
        "id": "simple_python_0",
        "question": [[{"role": "user", "content": "Area of a triangle, base 10, height 5?"}]],
        "function": [AREA],
    },
    {
        "id": "multiple_4",
        "question": [
            [
                {"role": "system", "content": "Speak plainly."},
                {"role": "user", "content": "Weather in Oslo, Norway?"},
            ]
        ],
        "function": [AREA, WEATHER],
    },
    {
        "id": "live_parallel_multiple_2-0-1",
        "question": [[{"role": "user", "content": "Weather in Rome and the area of 2 by 3"}]],
        "function": [AREA, WEATHER],
    },
]
ANSWERS = [
    {
        "id": "simple_python_0",
        "ground_truth": [{"geometry.area": {"base": [10], "height": [5], "unit": ["units", ""]}}],
    },
    {
        "id": "multiple_4",
        "ground_truth": [{"weather": {"city": ["Oslo, Norway", "Oslo"], "days": ["", 1]}}],
    },
    {
        "id": "live_parallel_multiple_2-0-1",
        "ground_truth": [
            {"weather": {"city": ["Rome"], "days": ["", 1]}},
            {"geometry.area": {"base": [2], "height": [3], "unit": [""]}},
        ],
    },
]


def calls_file(path):
    """Three questions of BFCL; their possible answers lie beside them."""
    (path.parent / "possible_answer").mkdir()
    for rows, file in ((QUESTIONS, path), (ANSWERS, path.parent / "possible_answer" / path.name)):
        file.write_text("\n".join(json.dumps(row) for row in rows) + "\n")
    return path
