"""What an environment is handed for a reply: the last complete box, or calls and an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spade_env import protocols
from spade_env.protocols import Call, call_text, tool_call

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | st.sampled_from(["</tool_call>", "<tool_call>{", "\\boxed{", '"}}', "<function=x>"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
ARGUMENTS = st.dictionaries(st.text(max_size=6), JSON, max_size=3)


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ("go \\boxed{north} now", "\\boxed{north}"),
        ("\\boxed{a} no \\boxed{b}", "\\boxed{b}"),
        ("\\boxed{\\frac{1}{2}}", "\\boxed{\\frac{1}{2}}"),
        ("\\boxed{a \\boxed{b}}", "\\boxed{a \\boxed{b}}"),
        ("\\boxed{a} then \\boxed{open", "\\boxed{a}"),
        ("\\boxed{open and \\boxed{closed}", "\\boxed{closed}"),
        ("\\boxed{a { b}", "\\boxed{a { b}"),
        ("} \\boxed{a} } {", "\\boxed{a}"),
        ("\\boxed{ a }", "\\boxed{ a }"),
        ("  plain words \n", "plain words"),
        ("\\boxed{}", "\\boxed{}"),
        ("", ""),
    ],
)
def test_the_last_complete_box_wins(reply, action):
    assert protocols.boxed(reply) == action


def last_box_by_definition(reply: str) -> str | None:
    """Close every box by counting braces, drop those inside another, take the last. Quadratic and plain."""
    spans = []
    for start in range(len(reply)):
        if reply.startswith("\\boxed{", start):
            depth = 0
            for i in range(start + 6, len(reply)):
                depth += {"{": 1, "}": -1}.get(reply[i], 0)
                if depth == 0:
                    spans.append((start, i))
                    break
    outer = [s for s in spans if not any(t[0] < s[0] and s[1] < t[1] for t in spans)]
    return reply[outer[-1][0] + 7 : outer[-1][1]] if outer else None


@given(st.lists(st.sampled_from(["\\boxed{", "{", "}", "a", "\\boxed", " "]), max_size=14).map("".join))
def test_the_last_box_is_the_one_the_definition_names(reply):
    assert protocols.last_box(reply) == last_box_by_definition(reply)


@given(st.text(alphabet="ab{}\\boxed ", max_size=60))
def test_boxing_is_idempotent(reply):
    once = protocols.boxed(reply)
    assert protocols.boxed(once) == once


@pytest.mark.timeout(20)
def test_a_hundred_thousand_open_boxes_take_linear_time():
    assert protocols.boxed("\\boxed{" * 100_000 + "x}") == "\\boxed{x}"


@given(st.lists(st.tuples(st.text(max_size=8), ARGUMENTS), max_size=3))
def test_calls_are_read_back_as_written(calls):
    text = "thinking… " + "\n".join(call_text(name, arguments) for name, arguments in calls)
    turn = tool_call(text)
    assert [(call.name, call.arguments) for call in turn.calls] == calls
    assert turn.errors == () and turn.answer is None


@given(st.text(alphabet=st.sampled_from(list('<>/tool_callfunctionparameter=answer{}[]":, ')), max_size=80))
def test_no_text_breaks_the_parser(text):
    turn = tool_call(text)
    assert all(isinstance(sentence, str) and sentence for sentence in turn.errors)


def test_nested_arguments_survive_braces_and_tags_in_texts():
    deep = {"filter": {"tags": ["a", "}"], "range": {"from": 1}}, "note": "say <tool_call>{x}</tool_call> {"}
    assert tool_call("first " + call_text("find", deep) + call_text("next", {})).calls == (
        Call("find", deep),
        Call("next", {}),
    )


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('<tool_call>{"name": "f", "arguments": "{\\"n\\": 2}"}</tool_call>', {"n": 2}),
        ('<tool_call>{"name": "f", "parameters": {"n": 2}}</tool_call>', {"n": 2}),
        ('<tool_call>\n  {"name": "f"}\n</tool_call>', {}),
        ('<tool_call>{"name": "f", "arguments": {"n": 2}}', {"n": 2}),
        ("<tool_call><function=f><parameter=n>2</parameter></function></tool_call>", {"n": 2}),
        (
            "<tool_call>\n<function=f>\n<parameter=a>\nred rope\n</parameter>\n<parameter=b>[1, {}]</parameter>\n</function>\n</tool_call>",
            {"a": "red rope", "b": [1, {}]},
        ),
    ],
)
def test_the_forms_models_write(text, arguments):
    assert tool_call(text).calls == (Call("f", arguments),)


def test_an_answer_beats_calls_and_the_last_answer_wins():
    turn = tool_call(call_text("x", {}) + "<answer>1</answer> no, <answer> 2 </answer>")
    assert turn.answer == "2" and turn.calls == ()


@pytest.mark.parametrize(
    "text",
    [
        "<tool_call>{oops</tool_call>",
        "<tool_call>[1]</tool_call>",
        '<tool_call>{"name": 3}',
        '<tool_call>{"name": "f", "arguments": [1]}</tool_call>',
        '<tool_call>{"name": "f", "arguments": "n=2"}</tool_call>',
        '<tool_call>{"name": "f", "arguments": {"n": NaN}}</tool_call>',
        "<tool_call><function f></tool_call>",
        "<tool_call>" + "[" * 5000 + "</tool_call>",
        "<tool_call>",
    ],
)
def test_unreadable_calls_are_sentences(text):
    turn = tool_call(text)
    assert turn.calls == () and len(turn.errors) == 1


def test_a_bad_call_does_not_hide_the_next():
    turn = tool_call("<tool_call>{bad</tool_call>" + call_text("good", {}))
    assert turn.calls == (Call("good", {}),) and len(turn.errors) == 1


@pytest.mark.parametrize(
    ("item", "reply"),
    [
        ("north", "\\boxed{north}"),
        ("", "\\boxed{}"),
        ("so \\boxed{x}", "so \\boxed{x}"),
        ("<answer>4</answer>", "<answer>4</answer>"),
        (call_text("f", {}), call_text("f", {})),
    ],
)
def test_a_solution_item_as_a_reply(item, reply):
    assert protocols.as_reply(item) == reply
