"""Novelty: what counts as the same program, as a near duplicate, as something new."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.novelty import NoveltyIndex, features, parse, signature

GUESS = '''
class GuessEnv:
    """Guess the number."""
    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        self.target = random.Random(seed).randint(1, 20)
        self.t = 0
        return "Guess a number from 1 to 20.", {}
    def step(self, action):
        self.t += 1
        won = action.strip() == str(self.target)
        return "yes" if won else "no", float(won), won, self.t >= self.max_turns, {}
'''
WALK = """
class WalkEnv:
    def __init__(self, max_turns=8):
        self.reset()
    def reset(self, seed=None):
        self.cells = [(x, y) for x in range(4) for y in range(4) if (x * y) % 3]
        self.at = self.cells[0]
        return "You stand in a field.", {}
    def step(self, action):
        moves = {"north": (0, 1), "south": (0, -1)}
        dx, dy = moves.get(action, (0, 0))
        self.at = (self.at[0] + dx, self.at[1] + dy)
        if self.at not in self.cells:
            return "You fell.", 0.0, True, False, {}
        return f"You are at {self.at}.", float(self.at == self.cells[-1]), False, False, {}
"""


def test_layout_comments_and_docstrings_do_not_make_a_program_new():
    index = NoveltyIndex()
    index.add("guess", GUESS)
    rewritten = GUESS.replace("Guess the number.", "Another title.").replace(
        "self.t = 0", "self.t = 0  # turns"
    )
    assert index.contains_exact(rewritten)
    assert index.nearest(rewritten) == ("guess", 1.0)
    assert not index.contains_exact(GUESS.replace("20", "30"))


def test_a_retold_program_is_nearer_than_another_one():
    index = NoveltyIndex()
    index.add("walk", WALK)
    index.add("guess", GUESS)
    retold = GUESS.replace("Guess a number", "Name a house").replace("20", "12")
    identity, similarity = index.nearest(retold)
    assert identity == "guess"
    assert 0.75 < similarity < 1.0
    _, distant = NoveltyIndex.from_json(_only("walk", WALK)).nearest(retold)
    assert distant < 0.4


def _only(identity: str, source: str) -> str:
    index = NoveltyIndex()
    index.add(identity, source)
    return index.to_json()


def test_the_estimate_is_close_to_the_true_jaccard_index():
    for other in (WALK, GUESS.replace("20", "12"), GUESS.replace("target", "house")):
        a, b = features(GUESS), features(other)
        true = len(a & b) / len(a | b)
        estimate = float((signature(GUESS) == signature(other)).mean())
        assert abs(estimate - true) < 0.13  # three standard errors of 128 slots


def test_an_index_survives_storage():
    index = NoveltyIndex()
    for number in range(70):  # more than the first block of signatures
        index.add(f"g{number}", GUESS.replace("20", str(number + 100)))
    restored = NoveltyIndex.from_json(index.to_json())
    assert restored.to_json() == index.to_json()
    assert len(restored) == 70
    assert restored.nearest(GUESS.replace("20", "142")) == ("g42", 1.0)


def test_bad_input_is_a_sentence():
    with pytest.raises(ValueError, match="does not parse"):
        NoveltyIndex().add("x", "class A(:")
    with pytest.raises(ValueError, match="not a novelty index"):
        NoveltyIndex.from_json('{"version": 0}')
    assert NoveltyIndex().nearest(GUESS) == (None, 0.0)


@given(st.text(max_size=200))
def test_any_text_is_indexed_or_refused_with_value_error(text):
    index = NoveltyIndex()
    try:
        index.add("x", text)
    except ValueError:
        assert len(index) == 0
    else:
        assert index.contains_exact(text)


def test_nesting_bombs_are_refused():
    with pytest.raises(ValueError):
        NoveltyIndex().add("x", "(" * 5000 + ")" * 5000)
    with pytest.raises(ValueError):
        NoveltyIndex().add("x", "x = " + "-" * 50_000 + "1")
    with pytest.raises(ValueError):
        NoveltyIndex().add("x", "x" + ".a" * 3000)


def test_slips_that_python_warns_of_are_read_in_silence(recwarn):
    assert parse('"\\s" if 1or 2 else 3')
    assert not recwarn.list
