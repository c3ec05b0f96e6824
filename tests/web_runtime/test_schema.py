"""Argument checks against the function-calling part of JSON Schema, and answer equality."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spade_env.actions import conforming
from spade_env.math_verify import parse, verify
from spade_env.schema import settled, violations

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
LEAVES = st.sampled_from(["string", "integer", "number", "boolean"]).map(lambda kind: {"type": kind})
SCHEMAS = st.recursive(
    LEAVES
    | st.lists(st.sampled_from(["a", "b", 3, True]), min_size=1).map(lambda options: {"enum": options}),
    lambda inner: (
        inner.map(lambda items: {"type": "array", "items": items})
        | st.dictionaries(st.sampled_from("pqr"), inner, min_size=1).map(
            lambda parts: {
                "type": "object",
                "properties": parts,
                "required": sorted(parts),
                "additionalProperties": False,
            }
        )
    ),
    max_leaves=5,
)


@pytest.mark.parametrize(
    ("value", "schema", "ok"),
    [
        (1, {"type": "integer"}, True),
        (1.0, {"type": "integer"}, True),
        (1.5, {"type": "integer"}, False),
        (float("inf"), {"type": "integer"}, False),
        (True, {"type": "integer"}, False),
        (1, {"type": "number"}, True),
        (True, {"type": "number"}, False),
        (None, {"type": ["string", "null"]}, True),
        (0, {"type": ["string", "null"]}, False),
        ([1, "a"], {"type": "array", "items": {"type": "integer"}}, False),
        (
            {"a": {"b": 1}},
            {"type": "object", "properties": {"a": {"type": "object", "required": ["b"]}}},
            True,
        ),
        ({"a": {}}, {"type": "object", "properties": {"a": {"type": "object", "required": ["b"]}}}, False),
        ({"z": 1}, {"type": "object", "properties": {}, "additionalProperties": False}, False),
        ({"z": 1}, {"type": "object", "properties": {}}, True),
        (True, {"enum": [1]}, False),
        (1.0, {"enum": [1]}, True),
        ("a", {"type": "unheard of"}, True),
    ],
)
def test_values_against_schemas(value, schema, ok):
    assert (violations(value, schema) == []) is ok


@pytest.mark.parametrize(
    ("value", "schema", "sentence"),
    [
        (
            {"n": "two"},
            {"properties": {"n": {"type": "integer"}}},
            "n must be of type integer, not string",
        ),
        ({}, {"required": ["n"]}, "arguments needs 'n'"),
        ({"n": 4}, {"properties": {"n": {"enum": [1, 2]}}}, "n must be one of 1, 2"),
        (
            {"n": None},
            {"properties": {"n": {"type": ["string", "integer"]}}},
            "n must be of type string or integer, not null",
        ),
        (
            {"a": {"b": [0, True]}},
            {"properties": {"a": {"properties": {"b": {"items": {"type": "integer"}}}}}},
            "a.b[1] must be of type integer, not boolean",
        ),
    ],
)
def test_a_violation_says_where_and_what(value, schema, sentence):
    assert violations(value, schema) == [sentence]


@given(SCHEMAS, st.integers(0, 99))
def test_generated_arguments_conform(schema, seed):
    assert violations(conforming(schema, ["a", "7"], random.Random(seed)), schema) == []


@given(PLAIN, PLAIN)
def test_a_part_that_is_no_schema_never_fails(value, schema):
    assert all(isinstance(sentence, str) for sentence in violations(value, schema))
    assert settled(value, schema) == value


def test_whole_floats_become_integers_where_integers_are_asked_for():
    schema = {
        "properties": {"i": {"type": "integer"}, "x": {"type": "number"}, "l": {"items": {"type": "integer"}}}
    }
    value = settled({"i": 2.0, "x": 2.0, "l": [1.0], "other": 3.0}, schema)
    assert [type(value["i"]), type(value["x"]), type(value["l"][0]), type(value["other"])] == [
        int,
        float,
        int,
        float,
    ]


@pytest.mark.parametrize(
    ("gold", "answer", "same"),
    [
        ("1/2", "0.5", True),
        ("\\frac{1}{2}", 0.5, True),
        ("1,000", 1000, True),
        (" North ", "north", True),
        ("2", "3", False),
        ("1/0", "1/0", True),
        ("\\boxed{7}", "7", True),
        ("-3/4", "-0.75", True),
        ("", "0", False),
    ],
)
def test_answers_are_equal_as_text_number_or_fraction(gold, answer, same):
    assert verify(gold, answer) is same and verify(parse(gold), parse(answer)) is same
