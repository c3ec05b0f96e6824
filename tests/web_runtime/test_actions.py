"""What the player offers: moves that the observation names as replies, and silence otherwise."""

from __future__ import annotations

import pytest
import spade_env
from bank_sample import bank_programs
from hypothesis import given, settings
from hypothesis import strategies as st
from spade_env.actions import legal_looking
from spade_env.offers import MOST_MOVES, MOST_WORDS, offers
from spade_env.protocols import last_box

from pipeline.bootstrap.mechanics.frame import UNCLEAR


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
        (r"Send \boxed{signal} to open one. Plan: a feeds b, s feeds a, b feeds c. Reached: s.", "a b c"),
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


TYPED = {
    "area_fence": "the side of a plot is worked out from its area",
    "coin_weigh": "as many coins as one likes go on a pan",
    "number_range": "any number of a wide range",
}
"""Games that are won by a number of the player's own, which no list of the observation holds: it is typed."""

RULED_OUT = {
    "inhibitor_bench": "undo, where nothing was added",
    "job_deadlines": "a job before the one that it waits for",
    "mirror_row": "undo, where nothing was added",
    "push_crate": "the side one stands on and the one across",
    "shelf_arm": "a move off the row",
    "stack_towers": "a stack with nothing on it",
    "toll_lanes": "a lane too far away",
}
"""Games whose rules forbid some replies for now that are replies in form; what those are."""


def _start(name: str, source: str) -> tuple[str, spade_env.Episode]:
    return name.rsplit("-", 1)[0], spade_env.Episode(spade_env.load(source), 3)


def test_every_game_of_the_bank_offers_its_own_solution_or_nothing():
    """A button that leads nowhere would be worse than none."""
    silent = set()
    for name, source in bank_programs().items():
        game, episode = _start(name, source)
        for reply in [] if episode.tools() else episode.solution():
            found = offers(episode.observation, episode.first_observation)
            if not found.moves and not found.words:
                silent.add(game)
            else:
                wanted = last_box(reply)
                joined = {move.replace(" ", "") for move in found.moves}
                built = set(wanted.split()) <= set(found.words)
                assert built or wanted.replace(" ", "") in joined, (name, episode.observation)
            episode.act(reply)
    assert silent == set(TYPED)


def test_every_button_of_the_bank_is_a_reply_the_game_understands():
    misread: dict[str, list[str]] = {}
    for name, source in bank_programs().items():
        game, episode = _start(name, source)
        if episode.tools():
            continue
        for move in offers(episode.observation, episode.first_observation).moves:
            answer = _start(name, source)[1].act(f"\\boxed{{{move}}}").observation
            if answer.startswith(UNCLEAR):
                misread.setdefault(game, []).append(move)
    assert set(misread) <= set(RULED_OUT), misread


@settings(deadline=None)
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
