"""The tool-use environments on offer, and what the player is told of each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.programs import contrast, from_pool, from_run, pool_titles, tool_picks
from app.puzzles import HELD_OUT, PuzzleBook, readable, vocabulary
from app.queries import RunStore

PICKS_PER_RUN = 6
SHOWN_FACTS = ("Skill", "Difficulty", "Step")
VERBATIM = 2
"""Episodes that are shown whole."""


def tool_choices(store: RunStore, pools: Path) -> Iterator[tuple[str, str, str]]:
    """Run or pool, environment or file, and title of every tool-use environment on offer: of each run the few
    most evenly won that are pleasant to read, then those written by hand."""
    words = vocabulary(pools.parent)
    for entry in store.catalogue()["runs"]:
        picks = [pick for pick in tool_picks(store, entry["run"]) if readable(pick, words)]
        for pick in picks[:PICKS_PER_RUN]:
            title = f"{pick['title']} (written by the policy, run {entry['name']})"
            yield entry["run"], pick["env_id"], title
    for (pool, file), title in pool_titles(pools).items():
        if "Tool Use" in title:
            yield pool, file, f"{title}, by hand"


def tool_options(store: RunStore, pools: Path, place: str, name: str) -> dict[str, Any]:
    """The player's options for one of :func:`tool_choices`, two contrasting episodes first."""
    if not name.endswith(".py"):
        chosen = from_run(store, place, name, None)
    else:
        chosen = from_pool(pools, place, name, None)
        if place == HELD_OUT:
            chosen.episodes.extend(PuzzleBook(store, pools).puzzle(f"{HELD_OUT}/{name}")["episodes"])
    episodes = contrast(chosen.episodes)
    return {
        "program": chosen.program,
        "seed": episodes[0]["seed"] if episodes else chosen.seed,
        "episodes": episodes,
        "verbatim": VERBATIM,
        "meta": [fact for fact in chosen.meta if fact[0] in SHOWN_FACTS],
    }
