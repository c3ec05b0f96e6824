"""How labelled lists are told from sentences and read, and that no text is too odd or too long to be read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spade_env.offers import MOST_MOVES, MOST_WORDS, Offers, offers
from spade_env.offers_lists import groups


@pytest.mark.parametrize(
    "text",
    [
        "The current stops: parts are broken.",
        "One rule: each tile must match the open end.",
        "Numbers: what it waters.",
        "Blocked: [(4, 6), (3, 3)].",
        "Told: nia sits just left of ole.",
        "Seen: none.",
        r"Reply as one of these: \boxed{a}.",
    ],
)
def test_sentences_and_empty_lists_are_no_groups(text):
    assert groups(text) == []


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Tokens: 6 7 5.", "6 7 5"),
        ("Tune: map, row / row, hotel.", "map row hotel"),
        ("String: lamp - gate - hill.", "lamp gate hill"),
        ("Row 1: ? a b ?. Row 2: b c ? c.", "a b c"),
        ("Free: card 2 4, chair 3, clock 3 5 6.", "card chair clock"),
        ("Talks: ben 0-3, cleo 8-15.", "ben cleo"),
        ("Board: bin off, cage on, dust off.", "bin cage dust"),
        ("Gates: oak door is open, elm door is shut.", ""),
        ("Lamps: oak is open, elm is open.", "oak elm"),
        ("Set 1 of 3: red frame, green wax, green honey.", "frame wax honey"),
        ("Doors: a to b, b to c, c to d. Your room: b.", "a c"),
        ("Meetings: lisa and gil, abel and gil, lisa and jill.", "abel gil jill lisa"),
        ("Grid: b3 \\, c2 /, c3 \\.", "b3 c2 c3"),
    ],
)
def test_the_best_reading_of_a_list(text, items):
    found = max(groups(text), key=lambda group: group.rank, default=None)
    assert (found.items if found else ()) == tuple(items.split())


def test_a_list_that_says_to_choose_goes_before_one_that_holds_the_example():
    text = r"Answer \boxed{k}. Shown: p k p k. Options: p s k t."
    assert offers(text, text).moves == ("p", "s", "k", "t")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (r"Reply \boxed{lamp} to take it. Tried: lamp rope. Tools: lamp rope saw.", "lamp rope saw"),
        (r"Reply \boxed{hook} to lay it. Target: oak elm ash. Pieces: fir yew box.", "fir yew box"),
        (r"Reply \boxed{red} to add it. Pattern: red blue red. Beads: red blue green.", "red blue green"),
        (
            r"Reply \boxed{cup} to go there. Doors: cup to jug, jug to pot. Here: cup. Visit: pot then cup.",
            "jug",
        ),
        (r"Reply \boxed{weight}. Pieces: saw axe. Weights: 3 4 5. Costs: 6 7 8.", "3 4 5"),
        (r"Reply \boxed{2} to add a token. Doors: 2 10 5. Tokens in hand: 6 7 2.", "6 7 2"),
        (r"Reply \boxed{oak} to saw it. Room: hall attic. Logs: oak 3, elm 4.", "oak elm"),
    ],
    ids=["memory", "state", "repeats", "sequence", "label", "numbers", "table"],
)
def test_which_of_several_lists_is_meant(text, moves):
    assert offers(text, text).moves == tuple(moves.split())


def test_whole_rows_are_replies_where_the_example_is_one():
    text = r"Send \boxed{add 1} to press a key. Counter: 40. Keys: add 10, add 1, double."
    assert offers(text, text).moves == ("add 10", "add 1", "double")


def test_two_directions_shown_are_all_there_are():
    text = r"Look up the rule. Reply \boxed{left} or \boxed{right}. Pans: left 10, right 4."
    assert offers(text, text).moves == ("left", "right")


def test_an_example_that_is_no_pattern_is_read_as_text():
    text = r"Reply \boxed{((+ 3} or \boxed{[a 1}. Keys: ((+ [a."
    assert isinstance(offers(text, text), Offers)


def test_a_heap_without_end_is_no_wall_of_buttons():
    text = rf"Write \boxed{{jar 1}} to take 1 jar. Heaps: jar {10**12}, bank ²."
    assert len(offers(text, text).moves) <= MOST_MOVES


_BOXES = st.sampled_from(
    [r"\boxed{a}", r"\boxed{fix a}", r"\boxed{n n}", r"\boxed{jar 1}", "to open it", "take"]
)
_SIGNS = st.sampled_from([" or ", ", ", ": ", ". ", "; ", "\n", "? ", "-", "/", "?", "_", "²", "٣"])
_HEADS = st.sampled_from(["Map", "Row 1", "You can hear", "Here", "Open end", "Known", "such as "])
_WORDS = st.sampled_from(
    ["a feeds b", "c and d", "a 1", "1-2", "none", "of", "then", "up", "left", "is", "two"]
)
_MIXTURES = st.lists(st.one_of(_BOXES, _SIGNS, _HEADS, _WORDS), max_size=40).map(" ".join)


@settings(deadline=None)
@given(_MIXTURES, _MIXTURES)
def test_any_mixture_of_lists_gives_a_bounded_offer_and_always_the_same(latest, start):
    found = offers(latest, start)
    assert found == offers(latest, start)
    assert len(found.moves) <= MOST_MOVES and len(found.words) <= MOST_WORDS
    assert all(item == item.strip() != "" for item in (*found.moves, *found.words))


def test_the_longest_lists_are_read_and_not_offered():
    text = r"Send \boxed{w1 w2} to join. Row: " + " ".join(f"w{i}" for i in range(3000)) + "."
    assert offers(text, text) == Offers()
