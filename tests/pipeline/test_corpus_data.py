"""The corpus: enough passages of every subject, each complete, each noun really in its text."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[2] / "data" / "corpus" / "passages.jsonl"
FIELDS = {"id", "text", "source", "subject", "licence", "nouns", "setting", "person"}
SCIENCES = {
    "mathematics",
    "physics",
    "chemistry",
    "biology",
    "astronomy",
    "earth science",
    "engineering",
    "everyday systems",
}
DATA_FORMAT = "data format"
WORD = re.compile(r"[a-z]+")


@pytest.fixture(scope="module")
def passages() -> list[dict]:
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def test_numbered_passages_with_every_field(passages):
    assert [p["id"] for p in passages] == [f"p{i:03d}" for i in range(1, len(passages) + 1)]
    assert all(set(p) == FIELDS for p in passages)
    assert {p["licence"] for p in passages} == {"CC0-1.0"}
    assert {p["source"] for p in passages} == {"SPADE Explorer authors"}


def test_texts_and_settings_are_unique_and_of_the_stated_length(passages):
    assert len({p["text"] for p in passages}) == len(passages)
    assert len({p["setting"] for p in passages}) == len(passages)
    for p in passages:
        assert p["text"].isascii() and p["text"] == " ".join(p["text"].split()), p["id"]
        assert 30 <= len(p["text"].split()) <= 60, p["id"]
        assert re.fullmatch(r"the( [a-z]+){1,3}", p["setting"]), p["id"]
        assert WORD.fullmatch(p["person"]), p["id"]


def test_nouns_are_distinct_lower_case_words_of_the_text(passages):
    """Seven at least: the largest games of the bank name seven things of one theme."""
    for p in passages:
        words = set(WORD.findall(p["text"]))
        assert 7 <= len(p["nouns"]) <= 8, p["id"]
        assert len(set(p["nouns"])) == len(p["nouns"]), p["id"]
        for noun in p["nouns"]:
            assert WORD.fullmatch(noun) and noun in words, (p["id"], noun)


def test_subjects_are_balanced(passages):
    count = Counter(p["subject"] for p in passages)
    assert set(count) == SCIENCES | {DATA_FORMAT}
    assert sum(count[name] for name in SCIENCES) >= 420
    assert count[DATA_FORMAT] >= 100
    assert min(count[name] for name in SCIENCES) >= 40


def test_nouns_are_many_yet_fit_a_small_vocabulary(passages):
    used = Counter(noun for p in passages for noun in p["nouns"])
    assert 800 <= len(used) <= 1300
    assert max(map(len, used)) <= 10
    shared = [sum(used[noun] > 1 for noun in p["nouns"]) / len(p["nouns"]) for p in passages]
    assert sum(shared) / len(shared) >= 0.75


def test_no_two_passages_share_most_of_their_words(passages):
    """The same situation told twice would show: long words of both texts mostly agree."""
    long_words = {p["id"]: set(re.findall(r"[a-z]{5,}", p["text"])) for p in passages}
    for (one, words), (other, others) in combinations(long_words.items(), 2):
        assert len(words & others) / len(words | others) < 0.35, (one, other)
