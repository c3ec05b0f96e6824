"""BFCL: its published form is read, and calls are compared with the possible answers as the leaderboard says."""

from __future__ import annotations

import json

import pytest

from pipeline.outside_benchmarks import main
from pipeline.outside_bfcl import Question, calls_agree, read_calls, read_questions
from tests.pipeline.endpoint_server import chat_reply, serving
from tests.pipeline.outside_samples import QUESTIONS, WEATHER, calls_file, function


@pytest.fixture
def data(tmp_path):
    return calls_file(tmp_path / "BFCL_v4_mixed.json")


def run(data, out, replies):
    """Exit status with a server that answers by the question's words; the requests it got."""
    answer = lambda path, body: (  # noqa: E731
        200,
        {},
        chat_reply(next(r for q, r in replies.items() if q in body["messages"][-1]["content"])),
    )
    with serving(answer) as script:
        url = f"{script.url}/chat/completions"
        arguments = ["--data", str(data), "--url", url, "--model", "m", "--out", str(out)]
        return main(["bfcl", *arguments]), [body for _, body, _ in script.requests]


def test_three_published_questions_are_asked_and_scored(data, tmp_path):
    out = tmp_path / "found.json"
    status, asked = run(
        data,
        out,
        {
            "triangle": "[geometry.area(base=10, height=5)]",
            "Norway": '<tool_call>{"name": "weather", "arguments": {"city": "oslo norway"}}</tool_call>',
            "Rome": "```python\n[geometry.area(base=2, height=3), weather(city='Paris')]\n```",
        },
    )
    assert status == 0
    found = json.loads(out.read_text())
    assert [(row["category"], row["right"]) for row in found["replies"]] == [
        ("simple_python", True),
        ("multiple", True),
        ("live_parallel_multiple", False),
    ]
    assert found["scores"]["accuracy"] == pytest.approx(2 / 3)
    assert found["scores"]["accuracy,live_parallel_multiple"] == 0
    systems = {body["messages"][-1]["content"]: body["messages"][0] for body in asked}
    assert all(message["role"] == "system" for message in systems.values())
    assert "about weather" not in systems[QUESTIONS[0]["question"][0][0]["content"]]["content"]
    assert systems["Weather in Oslo, Norway?"]["content"].endswith("Speak plainly.")
    assert all(len(body["messages"]) == 2 for body in asked)


def test_calls_in_any_order_but_all_of_them(data):
    question = list(read_questions([data]))[2]
    first, second = "weather(city='Rome', days=1)", "geometry.area(base=2, height=3)"
    for reply, right in (
        (f"[{first}, {second}]", True),
        (f"[{second}, {first}]", True),
        (f"[{first}]", False),
        (f"[{first}, {first}]", False),
        (f"[{first}, {second}, {second}]", False),
    ):
        assert calls_agree(read_calls(reply), question) is right, reply


MANY = function(
    "act",
    ["n"],
    n={"type": "integer"},
    x={"type": "float"},
    on={"type": "boolean"},
    who={"type": "string"},
    many={"type": "array", "items": {"type": "string"}},
    pair={"type": "tuple", "items": {"type": "integer"}},
    what={"type": "dict", "properties": {"k": {"type": "string"}}},
    rows={"type": "array", "items": {"type": "dict"}},
    free={"type": "any"},
)
POSSIBLE = {
    "n": [3],
    "x": ["", 2.0],
    "on": ["", True],
    "who": ["", "Dr. O'Neil", "none"],
    "many": ["", ["a-b", "c"]],
    "pair": ["", [1, 2]],
    "what": ["", {"k": ["v", "w"], "t": ["", 1]}],
    "rows": ["", [{"k": ["v"]}, {"k": [5], "m": ["", "z"]}]],
    "free": ["", None, 7],
}
ACT = Question("simple_python_0", "simple_python", [], {"act": MANY["parameters"]}, [{"act": POSSIBLE}])


@pytest.mark.parametrize(
    ("call", "right"),
    [
        ("act(n=3)", True),
        ("act(n=-3)", False),
        ("act(n=3.0)", False),
        ("act(n='3')", False),
        ("act(n=True)", False),
        ("act(x=2.0)", False),
        ("act(3)", False),
        ("act(n=n)", False),
        ("act(n=1 + 2)", False),
        ("act(**{'n': 3})", False),
        ("Act(n=3)", False),
        ("act(n=3, y=1)", False),
        ("act(n=3, x=2)", True),
        ("act(n=3, x=2.5)", False),
        ("act(n=3, on=True)", True),
        ("act(n=3, on=1)", False),
        ("act(n=3, who='dr ONEIL')", False),
        ("act(n=3, who='dr O\"NEIL')", True),
        ("act(n=3, who='NONE')", True),
        ("act(n=3, many=['AB', 'c'])", True),
        ("act(n=3, many=['c', 'a-b'])", False),
        ("act(n=3, many=('a-b', 'c'))", False),
        ("act(n=3, many=['a-b', 1])", False),
        ("act(n=3, pair=(1, 2))", True),
        ("act(n=3, pair=[1, 2])", True),
        ("act(n=3, pair=(1, True))", False),
        ("act(n=3, what={'k': 'W'})", True),
        ("act(n=3, what={'k': 'w', 't': 1})", True),
        ("act(n=3, what={'t': 1})", False),
        ("act(n=3, what={'k': 'u'})", False),
        ("act(n=3, what={'k': 'v', 'z': 1})", False),
        ("act(n=3, rows=[{'k': 'v'}, {'k': 5}])", True),
        ("act(n=3, rows=[{'k': 'v'}])", False),
        ("act(n=3, rows=[{'k': 5}, {'k': 'v'}])", False),
        ("act(n=3, free=None)", True),
        ("act(n=3, free=7)", True),
        ("act(n=3, free=8)", False),
        ("act(n=3, who=None)", False),
    ],
)
def test_one_call_against_its_possible_values(call, right):
    calls = read_calls(f"[{call}]")
    assert (calls is not None and calls_agree(calls, ACT)) is right


def test_an_argument_without_a_blank_among_its_values_has_to_be_given():
    needs = Question("simple_python_0", "", [], ACT.functions, [{"act": {"n": [3], "who": ["me"]}}])
    assert not calls_agree([("act", {"n": 3})], needs)
    assert calls_agree([("act", {"n": 3, "who": "Me"})], needs)


@pytest.mark.parametrize(
    ("reply", "calls"),
    [
        ("a.b(x=1)", [("a.b", {"x": 1})]),
        ("[f(x=[1, {'a': None}]), g()]", [("f", {"x": [1, {"a": None}]}), ("g", {})]),
        ("I would say:\n```\n[f(x='y')]\n```", [("f", {"x": "y"})]),
        ('<tool_call>{"name": "f", "arguments": {"x": 1}}</tool_call>', [("f", {"x": 1})]),
        ("[]", []),
        ("f(x=1) or g()", None),
        ("[f(x=__import__('os').system('true'))]", None),
        ("f()()", None),
        ("I call f(x=1).", None),
        ("", None),
        ("[" * 3000, None),
        ("<tool_call>{</tool_call>", None),
    ],
)
def test_only_calls_with_literals_are_read(reply, calls):
    assert read_calls(reply) == calls


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"id": "multi_turn_base_0"},
            "question multi_turn_base_0 is of no covered category (simple_python, ",
        ),
        ({"id": "simple_python_7"}, "has no answer to question simple_python_7"),
        ({"question": [[], []]}, "question simple_python_0 is not of BFCL's published form"),
        ({"question": [[{"role": "tool", "content": "x"}]]}, "system, user, assistant"),
        ({"function": [WEATHER]}, "an answer calls no function of the question"),
        ({"function": None}, "BFCL_v4_mixed.json:1 lacks 'function'"),
    ],
)
def test_what_a_question_lacks_is_one_sentence(change, sentence, data, tmp_path, capsys):
    data.write_text(json.dumps(QUESTIONS[0] | change))
    arguments = ["--data", str(data), "--url", "http://127.0.0.1:9/v1", "--model", "m"]
    assert main(["bfcl", *arguments, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (None, " cannot be read (No such file or directory)"),
        ("", " holds no answer"),
        ('{"id": "simple_python_0"}', ":1 lacks 'ground_truth'"),
    ],
)
def test_possible_answers_that_cannot_be_used_are_one_sentence(answers, reason, data, tmp_path, capsys):
    file = data.parent / "possible_answer" / data.name
    file.unlink()
    if answers is not None:
        file.write_text(answers)
    arguments = ["--data", str(data), "--url", "http://127.0.0.1:9/v1", "--model", "m"]
    assert main(["bfcl", *arguments, "--out", str(tmp_path / "out")]) == 2
    expected = "the answers are expected beside it, in possible_answer/BFCL_v4_mixed.json, but"
    said = f"outside_benchmarks: --data {data}: {expected} {file}{reason}\n"
    assert capsys.readouterr().err == said


def test_a_bad_question_is_told_before_missing_answers(data, tmp_path, capsys):
    (data.parent / "possible_answer" / data.name).unlink()
    data.write_text("{")
    arguments = ["--data", str(data), "--url", "http://127.0.0.1:9/v1", "--model", "m"]
    assert main(["bfcl", *arguments, "--out", str(tmp_path / "out")]) == 2
    assert f"--data {data}:1 cannot be read as JSON" in capsys.readouterr().err
