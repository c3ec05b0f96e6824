"""The featured programs: proved Sokoban deals, and a maze that no play can win."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from spade_env import Episode, load

from pipeline.bootstrap import sokoban_solver
from pipeline.bootstrap.sokoban_solver import Board, parse_board, prove_deals, solve, spoken, write_deals

FEATURED = Path(__file__).resolve().parents[2] / "data" / "pools" / "featured"
WORDS = ("up", "right", "down", "left")


@pytest.fixture(scope="module")
def sokoban():
    return load((FEATURED / "rotating_sokoban.py").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def maze():
    return load((FEATURED / "rotating_maze_walled.py").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def deals():
    return json.loads((FEATURED / "sokoban_deals.json").read_text(encoding="utf-8"))


def play(program, seed, words):
    episode = Episode(program, seed)
    for word in words:
        episode.act(f"\\boxed{{{word}}}")
        if episode.done:
            break
    return episode


def quarter_turn(rows):
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


def grid_rows(text):
    return [line for line in text.splitlines() if line and set(line) <= set("#.PBT*+E")]


def test_deals_file_belongs_to_the_program_and_is_ordered(sokoban, deals):
    assert deals["program_sha256"] == sokoban.sha256
    assert deals["examined"] == 300
    assert deals["beatable"] == len(deals["deals"]) >= 50
    order = [(deal["turns"], deal["seed"]) for deal in deals["deals"]]
    assert order == sorted(order)
    assert len({seed for _, seed in order}) == len(order)
    assert all(
        deal["turns"] == len(deal["solution"]) <= 25 and 0 <= deal["seed"] < 300 for deal in deals["deals"]
    )


def test_every_listed_line_wins_with_its_last_move_and_not_before(sokoban, deals):
    for deal in deals["deals"]:
        episode = play(sokoban, deal["seed"], deal["solution"])
        assert (episode.outcome, episode.turn) == ("won", deal["turns"]), deal["seed"]


def test_program_and_solver_agree_on_what_is_beatable_and_on_the_shortest_length(sokoban, deals):
    listed = {deal["seed"]: deal["turns"] for deal in deals["deals"]}
    for seed in range(0, 300, 12):
        own = Episode(sokoban, seed).solution()
        assert (len(own) if own else None) == listed.get(seed), seed


def test_no_shorter_line_exists_on_the_easiest_deal(sokoban, deals):
    easiest = deals["deals"][0]
    for words in itertools.product(WORDS, repeat=min(4, easiest["turns"] - 1)):
        assert play(sokoban, easiest["seed"], [f"go {word}" for word in words]).outcome is None


def test_three_boxes_targets_and_one_player_always(sokoban):
    for seed in range(60):
        board = parse_board(Episode(sokoban, seed).first_observation)
        assert len(board.boxes) == len(board.targets) == 3
        assert not board.boxes & board.targets
        assert board.player not in board.boxes | board.targets | board.walls


def test_the_grid_turns_clockwise_with_the_player_after_every_third_turn(sokoban):
    episode = Episode(sokoban, 4)
    rows = grid_rows(episode.first_observation)
    for turn in range(1, 13):
        rows = grid_rows(episode.act("nothing usable").observation)
        before = grid_rows(Episode(sokoban, 4).first_observation)
        for _ in range(turn // 3):
            before = quarter_turn(before)
        assert rows == before, turn
    assert episode.turn == 12


def test_a_move_goes_the_way_the_shown_grid_says(sokoban):
    rng = random.Random(5)
    offsets = dict(zip(WORDS, ((-1, 0), (0, 1), (1, 0), (0, -1)), strict=True))
    for seed in range(20):
        episode = Episode(sokoban, seed)
        while not episode.done:
            shown = grid_rows(episode.observation)
            at = next((r, c) for r, row in enumerate(shown) for c, mark in enumerate(row) if mark in "P+")
            word = rng.choice(WORDS)
            ahead = (at[0] + offsets[word][0], at[1] + offsets[word][1])
            step = episode.act(f"\\boxed{{go {word}}}")
            after = grid_rows(step.observation)
            for _ in range(3 if episode.turn % 3 == 0 else 0):
                after = quarter_turn(after)
            free = shown[ahead[0]][ahead[1]] in ".T"
            if free:
                assert after[ahead[0]][ahead[1]] in "P+"
            if shown[ahead[0]][ahead[1]] == "#":
                assert after[at[0]][at[1]] in "P+"
                assert step.observation.startswith("Out of turns." if episode.done else "Blocked.")


def test_twenty_five_turns_end_the_deal_and_random_play_hardly_wins(sokoban):
    rng = random.Random(1)
    wins = 0
    for seed in range(100):
        episode = Episode(sokoban, seed)
        while not episode.done:
            episode.act(f"\\boxed{{go {rng.choice(WORDS)}}}")
        assert episode.turn <= 25
        wins += episode.outcome == "won"
    assert wins < 15


def test_solver_on_a_board_worked_out_by_hand():
    row = [(0, c) for c in range(8)] + [(2, c) for c in range(8)] + [(1, 0), (1, 7)]
    board = Board(frozenset(row), frozenset({(1, 6)}), frozenset({(1, 3)}), (1, 1))
    assert solve(board) == [1, 1, 1, 1]
    assert spoken([1, 1, 1, 1]) == ["go right", "go right", "go right", "go down"]
    assert solve(board, max_turns=3) is None
    cornered = Board(frozenset(row), frozenset({(1, 3)}), frozenset({(1, 6)}), (1, 1))
    assert solve(cornered) is None


def test_command_writes_the_same_file_and_refuses_bad_options(tmp_path, sokoban, deals, capsys):
    out = tmp_path / "deals.json"
    assert sokoban_solver.main(["--seeds", "12", "--out", str(out)]) == 0
    written = json.loads(out.read_text(encoding="utf-8"))
    assert written["deals"] == [deal for deal in deals["deals"] if deal["seed"] < 12]
    write_deals(out, prove_deals(sokoban, 3))
    assert json.loads(out.read_text(encoding="utf-8"))["examined"] == 3
    for bad, words in (
        (["--seeds", "0"], "argument --seeds: 0 is not a whole number above 0"),
        (["--out", str(tmp_path / "no" / "x.json")], f"--out: folder {tmp_path / 'no'} does not exist"),
        (["--out", str(tmp_path)], f"--out: {tmp_path} is a folder, expected a file"),
    ):
        with pytest.raises(SystemExit) as exit_info:
            sokoban_solver.main(bad)
        assert exit_info.value.code == 2 and words in capsys.readouterr().err


def test_command_says_where_it_cannot_write(tmp_path, capsys, monkeypatch):
    (tmp_path / "loop").symlink_to("loop")
    assert sokoban_solver.main(["--seeds", "1", "--out", str(tmp_path / "loop")]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"--out: {tmp_path / 'loop'} cannot be written (") and said.count("\n") == 1


def test_walled_maze_cannot_be_won(maze):
    for seed in range(40):
        episode = Episode(maze, seed)
        rows = grid_rows(episode.first_observation)
        cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        reached = [cell for cell, mark in cells.items() if mark == "P"]
        assert len(reached) == 1 and "E" in cells.values()
        for r, c in reached:
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if cells.get(cell, "#") != "#" and cell not in reached:
                    reached.append(cell)
        assert all(cells[cell] != "E" for cell in reached), seed
        rng = random.Random(seed)
        while not episode.done:
            episode.act(f"\\boxed{{go {rng.choice(WORDS)}}}")
        assert episode.outcome == "truncated"
        assert Episode(maze, seed).solution() is None


@pytest.mark.parametrize("name", ["rotating_sokoban.py", "rotating_maze_walled.py"])
def test_pictures_and_hints_exist_and_starts_differ(name):
    program = load((FEATURED / name).read_text(encoding="utf-8"))
    assert program.kind == "game" and program.has_hint and program.has_render
    starts = {Episode(program, seed).first_observation for seed in range(10)}
    assert len(starts) == 10
    episode = Episode(program, 3)
    assert len(grid_rows(episode.render())) == 7
    assert episode.hint() and episode.hint() not in episode.first_observation
