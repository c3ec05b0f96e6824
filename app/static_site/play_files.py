"""What the Play, Beat, Controls and Tool use pages show, as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.components.boards import FILES, GAUGES, MAZE, NAMES, SOKOBAN, WALLED
from app.programs import Playable, featured_deals, from_pool, pool_titles
from app.puzzles import PuzzleBook
from app.queries import RunStore
from app.static_site.run_files import write_json
from app.tool_choices import tool_choices, tool_options

PICKS_PER_RUN = 6
FEATURED = "featured"


def write_play(store: RunStore, pools: Path, games: Path) -> None:
    """``play.json``: environments worth playing first, of each run, and the programs of the pools; and each
    of these as ``pool/<pool>/<file>.json.gz``, the player's options."""
    runs = [
        {"run": entry["run"], "name": entry["name"], "picks": store.picks(entry["run"], PICKS_PER_RUN)}
        for entry in store.catalogue()["runs"]
    ]
    titles = pool_titles(pools)
    programs = [{"pool": pool, "file": file, "title": title} for (pool, file), title in titles.items()]
    write_json(games / "play.json", {"runs": [run for run in runs if run["picks"]], "programs": programs})
    for pool, file in titles:
        write_json(games / "pool" / pool / f"{file}.json.gz", _options(from_pool(pools, pool, file, None)))


def write_puzzles(store: RunStore, pools: Path, games: Path) -> int:
    """``puzzles.json``, and each puzzle as ``puzzle/<id>.json.gz``, as the routes answer; how many."""
    book = PuzzleBook(store, pools)
    contents = book.contents()
    write_json(games / "puzzles.json", contents)
    for puzzle in contents["puzzles"]:
        write_json(games / "puzzle" / f"{puzzle['id']}.json.gz", book.puzzle(puzzle["id"]))
    return len(contents["puzzles"])


def write_controls(pools: Path, games: Path) -> None:
    """``controls.json``: the boards, each with its component, that component's options and a note.

    Raises :class:`ProgramError` when a program or the list of proved boards is missing.
    """
    modules = {SOKOBAN: "controls.js", MAZE: "player.js"}
    boards = []
    for board, name in NAMES.items():
        chosen = from_pool(pools, FEATURED, FILES[board], None)
        options: dict[str, Any] = {
            "program": chosen.program,
            "seed": chosen.seed,
            "gauges": GAUGES[board],
        }
        if board == SOKOBAN:
            options["deals"] = featured_deals(pools)
        note = [part.replace("**", "") for part in WALLED] if board == MAZE else None
        boards.append({"id": board, "name": name, "module": modules[board], "options": options, "note": note})
    write_json(games / "controls.json", boards)


def write_tools(store: RunStore, pools: Path, games: Path) -> None:
    """``tools.json``: the tool-use environments on offer, those of runs first; and each of them as
    ``tools/<run or pool>/<environment or file>.json.gz``, the player's options."""
    listed = []
    for place, name, title in tool_choices(store, pools):
        listed.append({"in": place, "env": name, "title": title})
        write_json(games / "tools" / place / f"{name}.json.gz", tool_options(store, pools, place, name))
    write_json(games / "tools.json", listed)


def _options(chosen: Playable) -> dict[str, Any]:
    return {"program": chosen.program, "seed": chosen.seed, "meta": chosen.meta}
