"""The shared random generators belong to the episode that is playing, and to nobody else."""

from __future__ import annotations

import ast
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import GUESS, one_liner
from spade_env import Episode, describe, load, replay
from spade_env.randomness import draws_globally

DICE = one_liner("str(random.random()), 0.0, False, False, {}", reset="str(random.random()), {}").replace(
    "max_turns=3", "max_turns=9"
)
NUMPY_DICE = DICE.replace("str(random.random())", "str(float(np.random.rand()))")


def rolls(source: str, seed: int, turns: int) -> list[str]:
    transcript = replay(load(source), seed, ["x"] * turns)
    return [step["observation"] for step in transcript["steps"]]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.booleans(), max_size=12))
def test_interleaved_episodes_do_not_disturb_each_other(order):
    for source in (DICE, NUMPY_DICE):
        program = load(source)
        both = [Episode(program, 1), Episode(program, 2)]
        for second in order:
            both[second].act("x")
        for episode in both:
            assert [step.observation for step in episode.steps] == rolls(
                source, episode.seed, min(9, episode.turn)
            )


def test_the_host_may_draw_reseed_and_describe_in_between():
    program = load(DICE)
    episode = Episode(program, 5)
    for _ in range(4):
        random.seed(99)
        random.random()
        describe(program)
        episode.act("x")
    assert [step.observation for step in episode.steps] == rolls(DICE, 5, 4)


def test_an_episode_leaves_the_hosts_generator_alone():
    random.seed(3)
    expected = random.Random(3)
    episode = Episode(load(DICE), 5)
    episode.act("x")
    assert random.random() == expected.random()


def test_what_a_hint_or_picture_draws_does_not_count():
    source = (
        DICE
        + "    def hint(self): return 'h' + str(random.random())\n    def render(self): return 'r' + str(random.random())\n"
    )
    episode = Episode(load(source), 5)
    hints = set()
    for _ in range(4):
        hints.add(episode.hint())
        assert episode.hint() in hints
        episode.render()
        episode.act("x")
    assert [step.observation for step in episode.steps] == rolls(DICE, 5, 4)
    assert len(hints) == 4


@pytest.mark.parametrize(
    ("source", "shared"),
    [
        (GUESS, False),
        ("import random\nrng = random.Random(3)\nrng.choice([1])", False),
        ("from random import Random", False),
        ("x = 'random.choice'", False),
        ("random.choice([1])", True),
        ("import random as r\nr.choice([1])", True),
        ("from random import choice", True),
        ("from random import *", True),
        ("draw = random", True),
        ("random.Random(random.random())", True),
        ("from random import Random, choice", True),
    ],
)
def test_who_uses_the_shared_generator(source, shared):
    assert draws_globally(ast.parse(source)) is shared
