"""What the player offers: moves that the observation names as replies, and silence otherwise."""

from __future__ import annotations

import pytest
import spade_env
from bank_sample import bank_programs
from hypothesis import given
from hypothesis import strategies as st
from spade_env.actions import legal_looking
from spade_env.offers import MOST_MOVES, MOST_WORDS, offers
from spade_env.protocols import last_box


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (r"Move with \boxed{south}, north, west or east. You: (5, 5).", "north south west east"),
        (r"Each reply is \boxed{go up}, \boxed{go down} or \boxed{go left}.", "go up|go down|go left"),
        (r"Reply \boxed{left} or \boxed{right}, or \boxed{wait}.", "left right wait"),
        (r"Answer \boxed{fair} or \boxed{tricky}; no mistakes. Known: gus tricky.", "fair tricky"),
        (r"Answer \boxed{k}. Row 1: p k p k ? Options: p s k t. Right 0 of 3.", "p s k t"),
        (
            r"Send \boxed{bar} to turn it or \boxed{cause bar} to answer. Handles: bar arm.",
            "bar|arm|cause bar|cause arm",
        ),
        (
            r"Send \boxed{lever up} or \boxed{lever down}. Up adds: arm ?, lever ?.",
            "arm up|lever up|arm down|lever down",
        ),
        (r"Reply \boxed{lever} to load one. Space 2. Items: arm 2, bar 1, track 7.", "arm bar track"),
        (r"Send \boxed{signal} to open one. Plan: a feeds b, s feeds a, b feeds c. Target: c.", "a b c"),
        (r"Press with \boxed{number}. 1 up 2 down 3 down 4 up", "1 2 3 4"),
        (r"Send \boxed{2} to take 2. Now 9. You may take 1 to 3.", "1 2 3"),
        (r"Take up to 3 with \boxed{n}. There are 9.", "1 2 3"),
        (r"Choose one with \boxed{price}. Left to pay: 14. Prices: 4 5 6.", "4 5 6"),
        ("Which one?\nA) iron\nB) gold\nC) tin\nReply \\boxed{letter}.", "A B C"),
        (r"Pick one of: red, green or blue. Reply \boxed{colour}.", "red green blue"),
    ],
)
def test_moves_that_are_named_become_buttons(text, moves):
    expected = moves.split("|") if "|" in moves else moves.split()
    assert offers(text, text).moves == tuple(expected)


@pytest.mark.parametrize(
    "text",
    [
        r"Find it. Reply \boxed{number}. It is above 25 and below 108.",
        r"Range: more than 26, less than 139. Answer as \boxed{number}.",
        "You are at (4, 2) and the goal is (6, 1).",
        r"Turn all lamps up or down with \boxed{number}.",
        r"Send \boxed{sum} or another way for the first pair.",
        "",
    ],
)
def test_where_nothing_is_named_nothing_is_offered(text):
    assert offers(text, text).moves == ()


def test_replies_of_several_words_are_built_from_chips():
    text = r"Swap with \boxed{left right}. Row: 4 3 10 6 9."
    assert offers(text, text).words == ("4", "3", "10", "6", "9")
    text = r"Write \boxed{mix lever cabin} or \boxed{other cabin bar}. Jars: cabin bar lever. Log: none."
    assert offers(text, text).words == ("mix", "other", "cabin", "bar", "lever")


def test_the_latest_observation_decides_and_the_first_gives_the_format():
    first = r"Reply \boxed{lever} to load one. Items: arm 2, bar 1, track 7."
    assert offers("Loaded. Items: arm 2, track 7.", first).moves == ("arm", "track")


def test_a_wall_of_choices_is_no_offer():
    many = " ".join(f"w{i}" for i in range(MOST_MOVES + 1))
    text = rf"Say \boxed{{w0}}. Options: {many}."
    assert offers(text, text).moves == ()


UNREAD = {
    *("area_fence", "carousel", "common_cause", "domino_chain", "domino_fall", "fault_hunt", "mirror_row"),
    *("nim_heaps", "pairing_table", "post_coverage", "predator_pond", "push_crate", "remainder_gate"),
    *("roll_cube", "seed_trial", "shelf_arm", "stack_towers", "suspect_sheet", "toll_lanes"),
    *("track_switches", "twin_marks"),
}
"""Games of which some observations offer words that are no winning first move: there a move is typed. A game
leaves this list when its moves are found, and none may join it."""


def test_every_game_of_the_bank_offers_its_own_solution_or_nothing():
    """A button that leads nowhere would be worse than none."""
    silent = set()
    for name, source in bank_programs().items():
        episode = spade_env.Episode(spade_env.load(source), 3)
        if episode.tools() or name.rsplit("-", 1)[0] in UNREAD:
            continue
        found = offers(episode.observation, episode.first_observation)
        wanted = last_box(episode.solution()[0])
        if not found.moves and not found.words:
            silent.add(name.rsplit("-", 1)[0])
        else:
            joined = {move.replace(" ", "") for move in found.moves}
            assert wanted.replace(" ", "") in joined or set(wanted.split()) <= set(found.words), name
    assert silent == {"number_range", "coin_weigh", "missing_beat", "talk_plan", "weave_cloth"}


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_gives_a_bounded_offer_and_always_the_same(latest, first):
    found = offers(latest, first)
    assert found == offers(latest, first)
    assert len(found.moves) <= MOST_MOVES and len(found.words) <= MOST_WORDS
    assert all(item == item.strip() != "" for item in (*found.moves, *found.words))


def test_a_huge_observation_is_read_where_moves_are_named():
    first = "Reply \\boxed{a}. Options: a, b. " + "x" * 60_000
    assert offers("y" * 60_000, first).moves == ("a", "b")


def test_the_random_agent_guesses_wider():
    text = r"Reply \boxed{number}. It is above 25 and below 108."
    assert offers(text, text).moves == () and "25" in legal_looking([text])
