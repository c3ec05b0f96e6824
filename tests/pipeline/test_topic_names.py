"""What topics are called: by the kinds of environment they hold, else by a phrase of their members."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline.topic_labels import FILLER, phrases, stem, topic_phrases
from pipeline.topic_map import docstring, minilm
from pipeline.topic_names import names
from pipeline.topic_vocabulary import Kind, kinds


def test_names_are_phrases_of_the_members_and_all_differ() -> None:
    texts = {
        0: ["Sort a row by swapping neighbours, smallest first.", "Sort a row by swapping neighbours."],
        1: [
            "Find the hidden boat number by halving a range.",
            "Find the hidden pond number by halving a range.",
        ],
        2: ["Keep the wait low at the bank.", "Keep the wait low at the pier."],
        3: ["Keep the wait low at the mill.", "Keep the wait low at the dock."],
        4: ["Xyzzy.", "Plugh."],
    }
    made = names(texts, {t: ["lamps", "switches", "wires"] for t in texts})
    assert made[0] == "Sort a row by swapping neighbours"
    assert "halving a range" in made[1].lower()
    assert "Keep the wait low" in {made[2], made[3]}
    assert made[4] == "Lamps and switches"
    assert len(set(made.values())) == 5


def test_a_topic_is_called_by_the_kinds_of_its_members() -> None:
    tours, queues, jobs = (Kind("Plans", name) for name in ("Tours", "Queues", "Jobs and dates"))
    mazes, nim, dice = (Kind(name, name) for name in ("Mazes", "Nim", "Dice"))
    members: dict[int, list[Kind | None]] = {
        0: [tours] * 13 + [queues] * 5 + [None] * 2,  # mainly one kind
        1: [tours] * 8 + [mazes] * 7,  # two
        2: [tours] * 4 + [queues] * 4 + [jobs] * 3 + [mazes] * 2 + [nim] * 2,  # three
        3: [tours] * 2 + [queues] * 2 + [nim, dice, mazes] + [Kind("Plans", n) for n in "abcd"],
        4: [queues] * 9,
        5: [queues] * 8,  # taken: the words that set it apart
        7: [Kind(f"F{n}", f"{n} a") for n in "bcdefghijklmnop"] + [dice],  # of everything something
        6: [nim] * 3 + [None] * 4,  # mostly of no kind that has a name
    }
    texts = {t: ["Leave the last stone."] * len(kinds) for t, kinds in members.items()}
    assert names(texts, {t: ["queue", "ferry"] for t in texts}, members) == {
        0: "Tours",
        1: "Tours and mazes",
        2: "Queues, tours, jobs and dates",
        3: "Plans",
        4: "Queues",
        5: "Queues: ferry",
        6: "Leave the last stone",
        7: "Dice, b a and c a",
    }


OBVIOUS = {
    "area_fence": "Fencing and areas", "balance_pans": "Balancing scales", "booking_desk": "Booking rooms",
    "cart_desk": "Shopping carts", "cipher_key": "Ciphers", "clock_steps": "Clock dials",
    "coin_weigh": "Weighing puzzles", "delay_bell": "Timing and delays", "domino_chain": "Domino chains",
    "drop_tokens": "Falling tokens", "key_rooms": "Mazes", "lamps": "Lights out",
    "levers": "Finding the cause", "load_cart": "Loading for value", "merge_piles": "Merging piles",
    "missing_beat": "Rhythm and beats", "nim_heaps": "Nim and piles", "number_range": "Number guessing",
    "pairing_table": "Logic grids", "plan_desk": "Phone plans", "predator_pond": "Food chains",
    "price_steps": "Pricing", "push_crate": "Pushing crates", "return_desk": "Returns and refunds",
    "roll_cube": "Rolling a cube", "roster_desk": "Shifts and rotas", "safe_steps": "Minesweeper",
    "scene_desk": "Smart home", "seat_row": "Seating puzzles", "shortest_queue": "Queues",
    "sort_row": "Sorting by swaps", "stack_towers": "Towers and stacks", "suspect_sheet": "Detective cases",
    "toll_lanes": "Shortest routes", "trip_desk": "Journeys and tickets",
    "truth_tellers": "Truth tellers and liars", "turn_compass": "Compass headings",
    "weave_cloth": "Weaving patterns",
}  # fmt: skip


def test_environments_of_the_bank_are_of_the_kind_a_person_would_say() -> None:
    pool = Path(__file__).parents[2] / "data/pools/seed"
    texts, mechanic = [], []
    for file in sorted(pool.glob("*_easy_*.py")):
        name = file.stem.split("_easy_")[0]
        if name in OBVIOUS:
            texts.append(docstring(file.read_text(encoding="utf-8")))
            mechanic.append(list(OBVIOUS).index(name))
    assert set(mechanic) == set(range(len(OBVIOUS)))
    called = kinds(minilm(texts), np.asarray(mechanic), minilm)
    right = [
        kind and kind.name == OBVIOUS[list(OBVIOUS)[m]] for kind, m in zip(called, mechanic, strict=True)
    ]
    assert sum(map(bool, right)) >= 0.8 * len(right)


def test_a_name_is_not_cut_out_of_what_belongs_together() -> None:
    lag = [f"Hold a set point in spite of lag for the {who}." for who in ("ringer", "baker", "pilot")]
    taker = [f"Take from a pile against the {who}, who never errs." for who in ("mason", "carter", "clerk")]
    texts = {0: lag, 1: taker}
    assert names(texts, topic_phrases(texts)) == {
        0: "Hold a set point in spite of lag",
        1: "Take from a pile",
    }


@given(
    st.dictionaries(
        st.integers(0, 5), st.lists(st.text("abc theo,.", max_size=30), min_size=1, max_size=5), min_size=1
    )
)
def test_names_never_repeat_and_are_never_empty(texts: dict[int, list[str]]) -> None:
    made = names(texts, topic_phrases(texts))
    assert made.keys() == texts.keys()
    assert len(set(made.values())) == len(made) and all(made.values())


def test_phrases_skip_filler_and_stop_at_punctuation() -> None:
    assert phrases("Light the red lamp, small lantern") == [
        ("light",), ("red",), ("lamp",), ("red", "lamp"), ("lantern",),
    ]  # fmt: skip
    assert stem("ferries") == stem("ferry")
    assert "boxed" in FILLER
