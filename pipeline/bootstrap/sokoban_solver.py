"""Prove which deals of the featured Rotating Sokoban can be won, and how fast.

The whole grid turns, so a turned word still names one of the four board directions: the rotation relabels
moves and changes nothing else. A deal is therefore an ordinary Sokoban board searched breadth first over
(player, boxes), every step counting one turn; the depth limit makes the answer a proof in both directions.
The search reads the first observation only and shares no code with the program it judges. Each line it
finds is then replayed through the program itself.

    python -m pipeline.bootstrap.sokoban_solver --seeds 300 --out data/pools/featured/sokoban_deals.json
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spade_env import Episode, Program, load

from pipeline.option_types import count

FEATURED = Path(__file__).resolve().parents[2] / "data" / "pools" / "featured"
PROGRAM = FEATURED / "rotating_sokoban.py"
DEALS = FEATURED / "sokoban_deals.json"
MAX_TURNS = 25
TURNS_PER_ROTATION = 3

Cell = tuple[int, int]
State = tuple[Cell, frozenset[Cell]]

_STEPS: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
_WORDS = ("up", "right", "down", "left")
"""Clockwise, so that a quarter turn adds one to the index."""


@dataclass(frozen=True)
class Board:
    """A deal as first seen: cells are (row, column), row 0 at the top."""

    walls: frozenset[Cell]
    targets: frozenset[Cell]
    boxes: frozenset[Cell]
    player: Cell


def parse_board(text: str) -> Board:
    """Read the grid (lines of ``#.PBT*+``) out of an observation; ``ValueError`` if there is none."""
    rows = [line for line in text.splitlines() if re.fullmatch(r"[#.PBT*+]{3,}", line)]
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}

    def where(marks: str) -> frozenset[Cell]:
        return frozenset(cell for cell, mark in cells.items() if mark in marks)

    players = where("P+")
    if len(players) != 1:
        raise ValueError(f"expected a Sokoban grid with one player, found {len(players)} players")
    return Board(where("#"), where("T*+"), where("B*"), next(iter(players)))


def solve(board: Board, max_turns: int = MAX_TURNS) -> list[int] | None:
    """Shortest winning line as board directions (0 up, 1 right, 2 down, 3 left), or ``None``.

    ``None`` proves that no line of at most ``max_turns`` moves wins.
    """
    start: State = (board.player, board.boxes)
    came: dict[State, tuple[State, int] | None] = {start: None}
    frontier = [start]
    for _ in range(max_turns + 1):
        for state in frontier:
            if state[1] == board.targets:
                return _line(state, came)
        following: list[State] = []
        for state in frontier:
            for direction, step in enumerate(_STEPS):
                after = _moved(board, state, step)
                if after is not None and after not in came:
                    came[after] = (state, direction)
                    following.append(after)
        frontier = following
    return None


def spoken(line: list[int]) -> list[str]:
    """The same line in the player's words, whose view turns clockwise after every third turn."""
    return [f"go {_WORDS[(move + t // TURNS_PER_ROTATION) % 4]}" for t, move in enumerate(line)]


def prove_deal(program: Program, seed: int) -> list[str] | None:
    """Shortest winning replies of one seed, checked by playing them, or ``None`` if it cannot be won.

    ``RuntimeError`` if the program does not agree that the line wins.
    """
    episode = Episode(program, seed)
    line = solve(parse_board(episode.first_observation))
    if line is None:
        return None
    replies = spoken(line)
    for reply in replies:
        episode.act(f"\\boxed{{{reply}}}")
    if episode.outcome != "won":
        raise RuntimeError(
            f"seed {seed}: the program ended '{episode.outcome}' on a line the solver says wins"
        )
    return replies


def prove_deals(program: Program, seeds: int) -> dict[str, Any]:
    """The deals file: beatable seeds below ``seeds``, fewest turns first (ties by seed)."""
    deals = []
    for seed in range(seeds):
        replies = prove_deal(program, seed)
        if replies is not None:
            deals.append({"seed": seed, "turns": len(replies), "solution": replies})
    deals.sort(key=lambda deal: (deal["turns"], deal["seed"]))
    return {
        "version": 1,
        "program_sha256": program.sha256,
        "max_turns": MAX_TURNS,
        "examined": seeds,
        "beatable": len(deals),
        "deals": deals,
    }


def write_deals(path: Path, deals: dict[str, Any]) -> None:
    """One deal a line, so that a changed deal shows as one changed line."""
    head = {key: value for key, value in deals.items() if key != "deals"}
    lines = ",\n".join("  " + json.dumps(deal) for deal in deals["deals"])
    path.write_text(json.dumps(head)[:-1] + ', "deals": [\n' + lines + "\n]}\n", encoding="utf-8")


def main(argv: list[str] | None = None) -> int:
    """Command line; returns the exit status (2 on a bad option)."""
    parser = argparse.ArgumentParser(description="Find the Rotating Sokoban deals that can be won.")
    parser.add_argument("--seeds", type=count, default=300, help="examine seeds 0 to N-1 (default 300)")
    parser.add_argument("--out", type=Path, default=DEALS, help="file to write")
    options = parser.parse_args(argv)
    if not options.out.parent.is_dir():
        parser.error(f"--out: folder {options.out.parent} does not exist")
    if options.out.is_dir():
        parser.error(f"--out: {options.out} is a folder, expected a file")
    deals = prove_deals(load(PROGRAM.read_text(encoding="utf-8")), options.seeds)
    try:
        write_deals(options.out, deals)
    except OSError as error:
        print(f"--out: {options.out} cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    print(
        f"{deals['beatable']} of {deals['examined']} deals can be won within {MAX_TURNS} turns: {options.out}"
    )
    return 0


def _moved(board: Board, state: State, step: Cell) -> State | None:
    player, boxes = state
    ahead = (player[0] + step[0], player[1] + step[1])
    if ahead in board.walls:
        return None
    if ahead not in boxes:
        return ahead, boxes
    beyond = (ahead[0] + step[0], ahead[1] + step[1])
    if beyond in board.walls or beyond in boxes:
        return None
    return ahead, (boxes - {ahead}) | {beyond}


def _line(state: State, came: dict[State, tuple[State, int] | None]) -> list[int]:
    moves: list[int] = []
    while (link := came[state]) is not None:
        state, direction = link
        moves.append(direction)
    return moves[::-1]


if __name__ == "__main__":
    sys.exit(main())
