"""Kept embeddings: the same vectors in the same order, each text computed once, a damaged file harmless."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.embedding_cache import cache_file, cached


class Counting:
    """Embeds a text by its length and first letter, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> np.ndarray:
        self.asked += texts
        return np.asarray([[len(text), ord(text[0]) if text else -1, 0.1] for text in texts], np.float32)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=st.lists(st.lists(st.text("ab\ud800é", max_size=3), min_size=1), min_size=1, max_size=4))
def test_vectors_are_those_of_the_model_and_no_text_is_computed_twice(calls: list[list[str]]) -> None:
    cache_file("m").unlink(missing_ok=True)
    model, plain = Counting(), Counting()
    for texts in calls:
        found = cached(model, "m")(texts)
        assert found.dtype == np.float32
        np.testing.assert_array_equal(found, plain(texts))
    assert sorted(model.asked) == sorted({text for texts in calls for text in texts})


def test_models_do_not_share_and_a_damaged_file_is_made_again() -> None:
    first, other, again = Counting(), Counting(), Counting()
    cached(first, "one")(["a"])
    cached(other, "two")(["a"])
    assert other.asked == ["a"]
    cache_file("one").write_bytes(b"torn")
    cached(again, "one")(["a"])
    assert again.asked == ["a"]
    cached(again, "one")(["a"])
    assert again.asked == ["a"]


def test_what_was_computed_before_an_interruption_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.embedding_cache.BATCH", 2)
    model = Counting()

    def stops(texts: list[str]) -> np.ndarray:
        if "e" in texts:
            raise KeyboardInterrupt
        return model(texts)

    with pytest.raises(KeyboardInterrupt):
        cached(stops, "m")(list("abcdef"))
    later = Counting()
    cached(later, "m")(list("abcdef"))
    assert later.asked == ["e", "f"]


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "spade-explorer").write_text("a file where the folder should be")
    model = Counting()
    assert cached(model, "m")(["a", "b"]).shape == (2, 3)
    assert cached(model, "m")(["a", "b"]).shape == (2, 3)
    assert len(model.asked) == 4
