"""Buttons on the held-out pool, whose mechanics are worded by other hands than those of the bank."""

from __future__ import annotations

from pathlib import Path

import pytest
import spade_env
from spade_env.offers import offers
from spade_env.protocols import last_box

POOL = Path(__file__).parents[2] / "data" / "pools" / "held_out"
PROGRAMS = sorted(path.stem for path in POOL.glob("*_0.py"))

TYPED = {
    "auction_bids": "a bid is a number of one's own",
    "knight_moves": "the squares in reach are not always listed",
    "pouring_jugs": "the jugs are named outside of any list",
    "slide_tiles": "numbers of a board are no list to choose from",
    "sum_grid": "place and number are worked out",
}
"""Where nothing may be offered."""

MISREAD = {"contact_trace"}
"""The easy one names the two who meet in a sentence only, and its example may be somebody else."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_wins_a_held_out_game_can_be_pressed_or_built(name):
    game = name.rsplit("_", 2)[0]
    episode = spade_env.Episode(spade_env.load((POOL / f"{name}.py").read_text(encoding="utf-8")), 3)
    for reply in [] if episode.tools() else episode.solution():
        found = offers(episode.observation, episode.first_observation)
        wanted = last_box(reply)
        if found.moves or found.words:
            reached = wanted in found.moves or set(wanted.split()) <= set(found.words)
            assert reached or game in MISREAD, episode.observation
        else:
            assert game in TYPED, episode.observation
        episode.act(reply)
