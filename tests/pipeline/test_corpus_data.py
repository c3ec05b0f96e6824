"""The first corpus: enough passages, each complete, each noun really in its text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[2] / "data" / "corpus" / "passages.jsonl"
FIELDS = {"id", "text", "source", "subject", "licence", "nouns", "setting", "person"}
SUBJECTS = {
    "mathematics",
    "physics",
    "chemistry",
    "biology",
    "astronomy",
    "earth science",
    "engineering",
    "everyday systems",
}
WORD = re.compile(r"[a-z]+")


@pytest.fixture(scope="module")
def passages() -> list[dict]:
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def test_at_least_120_numbered_passages_with_every_field(passages):
    assert len(passages) >= 120
    assert [p["id"] for p in passages] == [f"p{i:03d}" for i in range(1, len(passages) + 1)]
    assert all(set(p) == FIELDS for p in passages)
    assert {p["licence"] for p in passages} == {"CC0-1.0"}
    assert {p["source"] for p in passages} == {"SPADE Explorer authors"}


def test_texts_and_settings_are_unique_and_of_the_stated_length(passages):
    assert len({p["text"] for p in passages}) == len(passages)
    assert len({p["setting"] for p in passages}) == len(passages)
    for p in passages:
        assert 30 <= len(p["text"].split()) <= 60, p["id"]
        assert 2 <= len(p["setting"].split()) <= 4, p["id"]
        assert WORD.fullmatch(p["person"]), p["id"]


def test_nouns_are_distinct_lower_case_words_of_the_text(passages):
    for p in passages:
        words = set(re.findall(r"[a-z]+", p["text"]))
        assert 6 <= len(p["nouns"]) <= 8, p["id"]
        assert len(set(p["nouns"])) == len(p["nouns"]), p["id"]
        for noun in p["nouns"]:
            assert WORD.fullmatch(noun) and noun in words, (p["id"], noun)


def test_every_subject_is_covered(passages):
    assert {p["subject"] for p in passages} == SUBJECTS
    assert len({noun for p in passages for noun in p["nouns"]}) >= 300
