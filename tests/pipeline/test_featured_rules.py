"""The rules of the showpieces, told a second time: each game is read off what a player sees and checked
by brute force, a formula or a small instance worked out by hand."""

from __future__ import annotations

import functools
import itertools
import math
import random
import re
from collections import deque
from pathlib import Path

import pytest
import spade_env
from spade_env import Episode
from spade_env.protocols import last_box

FEATURED = Path(__file__).resolve().parents[2] / "data" / "pools" / "featured"
STEPS = {"go up": (-1, 0), "go down": (1, 0), "go left": (0, -1), "go right": (0, 1)}


@functools.cache
def program(name: str) -> spade_env.Program:
    return spade_env.load((FEATURED / f"{name}.py").read_text(encoding="utf-8"))


def deal(name: str, seed: int) -> tuple[Episode, list[str]]:
    episode = Episode(program(name), seed)
    return episode, [last_box(reply) for reply in episode.solution()]


def send(episode: Episode, move: str) -> str:
    return episode.act(f"\\boxed{{{move}}}").observation


def cells(episode: Episode, skip: int = 0) -> dict[tuple[int, int], str]:
    """Board cells by (row, column), without `skip` rows and columns of labels."""
    rows = [line.split(" ")[skip:] for line in episode.render().split("\n")[skip:-1]]
    return {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}


def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + dr, cell[1] + dc) for dr, dc in STEPS.values()]


def place(move: str) -> tuple[int, int]:
    """The cell of ``b 3`` or ``b3``."""
    return int(move[-1]) - 1, "abcdefg".index(move.split()[-2] if " " in move else move[0])


@pytest.mark.parametrize("seed", range(6))
def test_ice_no_shorter_way_exists_than_the_solution(seed):
    episode, moves = deal("ice_glide", seed)
    ice = cells(episode)
    fish = frozenset(cell for cell, mark in ice.items() if mark == "T")
    queue = deque([(next(cell for cell, mark in ice.items() if mark == "P"), fish, 0)])
    seen = set()
    while queue:
        at, left, turns = queue.popleft()
        if not left:
            break
        if (at, left) in seen:
            continue
        seen.add((at, left))
        for dr, dc in STEPS.values():
            path = list(
                itertools.takewhile(
                    lambda c: ice.get(c, "#") != "#",
                    ((at[0] + dr * n, at[1] + dc * n) for n in itertools.count()),
                )
            )
            queue.append((path[-1], left - set(path), turns + 1))
    assert turns == len(moves)


def test_paint_every_step_of_the_stroke_takes_one_dry_tile():
    for seed in range(20):
        episode, moves = deal("wet_paint", seed)
        start = cells(episode)
        assert sum(mark == "." for mark in start.values()) == len(moves) == 22
        at = next(cell for cell, mark in start.items() if mark == "P")
        crossed = [at]
        for move in moves:
            back = (at[0] - STEPS[move][0], at[1] - STEPS[move][1])
            assert back in crossed or start.get(back, "#") != "P"
            at = (at[0] + STEPS[move][0], at[1] + STEPS[move][1])
            assert start[at] == "." and at not in crossed
            crossed.append(at)
            send(episode, move)
            assert {cell for cell, mark in cells(episode).items() if mark in "P*"} == set(crossed)


def test_paint_wet_tiles_stop_you_and_a_corner_ends_it():
    episode, moves = deal("wet_paint", 2)
    opposite = {"go up": "go down", "go down": "go up", "go left": "go right", "go right": "go left"}
    send(episode, moves[0])
    before = cells(episode)
    assert "still wet" in send(episode, opposite[moves[0]])
    assert cells(episode) == before
    ends = set()
    for seed in range(30):
        rng = random.Random(seed)
        episode = Episode(program("wet_paint"), seed)
        while not episode.done:
            text = send(episode, rng.choice(list(STEPS)))
        marks = cells(episode)
        at = next(cell for cell, mark in marks.items() if mark == "P")
        stuck = not any(marks.get(cell) == "." for cell in beside(at))
        assert stuck == ("into a corner" in text) == (episode.outcome == "lost")
        ends.add(episode.outcome)
    assert ends == {"lost", "truncated"}


@pytest.mark.parametrize("seed", range(4))
def test_lanterns_fewest_presses_by_trying_all_65536_sets(seed):
    episode, moves = deal("lantern_court", seed)
    lit = cells(episode, skip=1)
    order = sorted(lit)
    dark = sum(1 << i for i, cell in enumerate(order) if lit[cell] == ".")
    masks = [sum(1 << order.index(c) for c in [cell, *beside(cell)] if c in lit) for cell in order]
    state, best, pressed = 0, 99, 0
    for count in range(1, 1 << 16):  # a Gray code: neighbours in the order differ in one press
        state ^= masks[(count & -count).bit_length() - 1]
        pressed = count ^ (count >> 1)
        if state == dark:
            best = min(best, pressed.bit_count())
    assert best == len(moves)


def test_lanterns_a_press_in_a_corner_changes_three():
    episode, _ = deal("lantern_court", 5)
    before = cells(episode, skip=1)
    send(episode, "d1")
    after = cells(episode, skip=1)
    assert {cell for cell in before if before[cell] != after[cell]} == {(0, 3), (0, 2), (1, 3)}


@pytest.mark.parametrize("seed", range(3))
def test_meadow_every_dig_is_safe_in_all_placements_that_fit_the_numbers(seed):
    episode, moves = deal("quiet_meadow", seed)
    for move in moves:
        shown = cells(episode, skip=1)
        closed = [cell for cell, mark in shown.items() if mark == "?"]
        bits = {cell: 1 << i for i, cell in enumerate(closed)}
        facts = []
        for (r, c), mark in shown.items():
            if mark != "?":
                near = sum(bits.get((r + i, c + j), 0) for i in (-1, 0, 1) for j in (-1, 0, 1))
                facts.append((near, 0 if mark == "." else int(mark)))
        possible = [sum(five) for five in itertools.combinations(bits.values(), 5)]
        for near, moles in facts:
            possible = [field for field in possible if (field & near).bit_count() == moles]
        assert possible and all(field & bits[place(move)] == 0 for field in possible), move
        send(episode, move)
    assert episode.outcome == "won"


def test_meadow_a_mole_ends_the_game():
    episode, _ = deal("quiet_meadow", 1)
    mole = re.search(r"[a-e] [1-5]", episode.hint()).group()
    assert send(episode, mole).startswith("You woke a mole.")
    assert episode.outcome == "lost" and cells(episode, skip=1)[place(mole)] == "M"


def test_queen_the_golden_ratio_knows_the_places_to_leave_her_on():
    phi = (1 + math.sqrt(5)) / 2
    pairs = [(math.floor(k * phi), math.floor(k * phi * phi)) for k in range(5)]
    cold = {pair for low, high in pairs for pair in ((low, high), (high, low))}
    for seed in range(30):
        episode, moves = deal("corner_queen", seed)
        for move in moves:
            way, squares = move.split()
            at = next(cell for cell, mark in cells(episode).items() if mark == "Q")
            x, y = at[1] - int(squares) * (way != "down"), 9 - at[0] - int(squares) * (way != "left")
            assert (9 - at[0], at[1]) not in cold and (x, y) in cold
            send(episode, move)
        assert episode.outcome == "won"


def test_queen_the_rival_never_forgives():
    phi = (1 + math.sqrt(5)) / 2
    cold = {(math.floor(k * phi), math.floor(k * phi * phi)) for k in range(5)}
    for seed in range(12):
        for move in ("left 1", "down 1", "diagonal 1", "down 2"):
            episode = Episode(program("corner_queen"), seed)
            before = re.search(r"stands (\d) right of the corner and (\d)", episode.observation).groups()
            way, squares = move.split()
            x, y = (
                int(before[0]) - int(squares) * (way != "down"),
                int(before[1]) - int(squares) * (way != "left"),
            )
            text = send(episode, move)
            after = tuple(map(int, re.search(r"stands (\d) right of the corner and (\d)", text).groups()))
            if tuple(sorted((x, y))) not in cold:
                assert tuple(sorted(after)) in cold, (seed, move)


RED = "♥♦"
RULES = {
    "red and black": lambda r, s, q, t: (s in RED) + (t in RED) == 1 and (r % 2) + (q % 2) == 1,
    "up or down": lambda r, s, q, t: q in (r - 2, r - 1, r + 1, r + 2),
    "at least 9": lambda r, s, q, t: r + q in (9, 10, 11),
    "suits follow": lambda r, s, q, t: s + t in ("♠♥", "♥♣", "♣♦", "♦♠"),
    "after an odd": lambda r, s, q, t: t in ("♠♥" if r in (1, 3, 5, 7, 9) else "♣♦"),
    "after a red": lambda r, s, q, t: q in ((6, 7, 8, 9) if s in RED else (1, 2, 3, 4, 5)),
    "same suit": lambda r, s, q, t: s == t or q in (r - 3, r + 3),
    "multiple of three": lambda r, s, q, t: r + q in (3, 6, 9, 12, 15, 18),
}


def test_dealer_takes_exactly_the_cards_that_his_rule_allows():
    met = set()
    for seed in range(40):
        episode = Episode(program("secret_dealer"), seed)
        rng = random.Random(seed)
        rule = next(name for name in RULES if name in episode.hint())
        met.add(rule)
        while not episode.done:
            ranks, suits, _, held, colours, _ = (line.split(" ") for line in episode.render().split("\n")[:6])
            length = 10 if "." not in ranks else ranks.index(".")
            last = (int(ranks[length - 1]), suits[length - 1])
            fits = [
                (int(held[i]), colours[i]) != last and RULES[rule](*last, int(held[i]), colours[i])
                for i in range(6)
            ]
            assert sum(fits) in (1, 2)
            choice = fits.index(True) if rng.random() < 0.6 else rng.randrange(6)
            text = send(episode, "abcdef"[choice])
            if not episode.done:
                assert text.startswith("The dealer nods" if fits[choice] else "The dealer shakes"), (
                    seed,
                    rule,
                )
    assert met == set(RULES)


def joins(kind: str, x: int, y: int) -> int:
    return {"both": int(x + y == 2), "either": int(x + y > 0), "single": int(x + y == 1)}[kind]


def test_gates_what_was_seen_leaves_one_circuit_when_labelling_begins():
    for seed in range(40):
        episode, moves = deal("gate_bench", seed)
        labels = moves[-4:-1]
        for move in moves[:-4]:
            send(episode, move)
        seen = re.findall(r"([aA][bB][cC][dD]) (on|off)", episode.render())
        left = []
        for kinds in itertools.product(("both", "either", "single"), repeat=3):
            told = []
            for switches, _ in seen:
                a, b, c, d = (int(mark.isupper()) for mark in switches)
                told.append(("off", "on")[joins(kinds[2], joins(kinds[0], a, b), joins(kinds[1], c, d))])
            if told == [lamp for _, lamp in seen]:
                left.append(kinds)
        assert left == [tuple(label.split()[1] for label in labels)]


def test_gates_a_wrong_check_loses_and_the_drawing_shows_the_labels():
    episode, moves = deal("gate_bench", 0)
    for label in moves[-4:-2]:
        send(episode, label)
    assert sum(mark in "&|^" for mark in cells(episode).values()) == 2
    send(episode, "check")
    assert episode.outcome == "lost"


def test_embers_the_clocks_read_leave_one_square():
    for seed in range(12):
        episode, moves = deal("cold_embers", seed)
        for move in moves[:-1]:
            send(episode, move)
        town = cells(episode, skip=1)
        streets = {cell for cell, mark in town.items() if mark != "#"}
        digits = {cell: int(mark) for cell, mark in town.items() if mark.isdigit()}
        suspects = []
        for origin in streets:
            minutes = {origin: 0}
            queue = deque([origin])
            while queue:
                cell = queue.popleft()
                for near in beside(cell):
                    if near in streets and near not in minutes:
                        minutes[near] = minutes[cell] + 1
                        queue.append(near)
            if len({(digit - minutes[cell]) % 10 for cell, digit in digits.items()}) == 1:
                suspects.append(origin)
        assert len(digits) == len(moves) - 1
        assert suspects == [place(moves[-1])]


def grown(tree: tuple[str, str, str], weather: str) -> tuple[str, str, str]:
    """A tree as the board writes it (stage, water, cover), the morning after."""
    stage, water, cover = tree
    if weather == "S":
        return ".bf**"[".bf*".index(stage) + (water == "~")], ".", cover
    if weather == "R":
        return stage, "~", cover
    return (stage if cover == "^" else "..bf"[".bf*".index(stage)]), water, "."


@pytest.mark.parametrize("seed", range(3))
def test_orchard_one_basket_more_than_asked_is_the_most_there_is(seed):
    episode, moves = deal("frost_orchard", seed)
    rows = [line.split(" ") for line in episode.render().split("\n")]
    season = {tuple(sorted(tuple(row[1:4]) for row in rows[1:4])): 0}
    for weather in rows[0]:
        later: dict = {}
        for trees, baskets in season.items():
            choices = [(trees, 0)]
            for i, (stage, water, cover) in enumerate(trees):
                for work in ((stage, "~", cover), (stage, water, "^")):
                    choices.append(((*trees[:i], work, *trees[i + 1 :]), 0))
                if stage == "*":
                    choices.append(((*trees[:i], (".", water, cover), *trees[i + 1 :]), 1))
            for after, gain in choices:
                morning = tuple(sorted(grown(tree, weather) for tree in after))
                later[morning] = max(later.get(morning, 0), baskets + gain)
        season = later
    goal = int(re.search(r"of (\d)", episode.render()).group(1))
    assert max(season.values()) == goal + 1
    assert sum(move.startswith("pick") for move in moves) == goal


def test_orchard_the_board_follows_the_weather():
    for seed in range(10):
        episode = Episode(program("frost_orchard"), seed)
        rng = random.Random(seed)
        while not episode.done:
            before = [line.split(" ") for line in episode.render().split("\n")[:4]]
            i = rng.randrange(3)
            tree = tuple(before[i + 1][1:4])
            work, worked = rng.choice([("water", (tree[0], "~", tree[2])), ("cover", (*tree[:2], "^"))])
            send(episode, f"{work} {'abc'[i]}")
            after = [line.split(" ") for line in episode.render().split("\n")[:4]]
            for j in range(3):
                start = worked if i == j else tuple(before[j + 1][1:4])
                assert tuple(after[j + 1][1:4]) == grown(start, before[0][0]), (seed, work)


def test_piles_the_offered_moves_are_those_the_rules_allow():
    for seed in range(8):
        episode, moves = deal("four_piles", seed)
        for move in moves:
            rows = [line.split(" ") for line in episode.render().split("\n")[1:-1]]
            home = {rows[n][1]: int(rows[n][0]) for n in range(2)}
            piles = {
                name: [(int(row[3 + 3 * i]), row[4 + 3 * i]) for row in rows if row[3 + 3 * i] != "."]
                for i, name in enumerate("abcd")
            }
            assert sum(map(len, piles.values())) + sum(home.values()) == 12
            allowed = {"pass"}
            for one, other in itertools.permutations("abcd", 2):
                if piles[one]:
                    rank, suit = piles[one][-1]
                    allowed |= {f"{one}-home"} if home[suit] + 1 == rank else set()
                    fits = piles[other][-1][0] == rank + 1 if piles[other] else len(piles[one]) > 1
                    allowed |= {f"{one}-{other}"} if fits else set()
            offered = set(re.search(r"Moves: (.*)\.$", episode.observation).group(1).split(", "))
            assert offered == allowed and move in allowed
            text = send(episode, move)
            assert text.startswith(f"You move {move}.") or episode.done
        assert episode.outcome == "won"
