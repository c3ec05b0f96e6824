"""The boards of "Take the Controls": which programs they are, and what stands beside the game."""

from __future__ import annotations

SOKOBAN, MAZE = "sokoban", "maze"
NAMES = {SOKOBAN: "Rotating Sokoban", MAZE: "Walled maze"}
FILES = {SOKOBAN: "rotating_sokoban.py", MAZE: "rotating_maze_walled.py"}


def _gauges(what: str) -> list[dict[str, str]]:
    """Numbers that the player takes out of an observation and shows large (``hud.js``)."""
    turning = f"until the {what} turns"
    return [
        {"label": "moves left", "pattern": r"Turns left: (\d+)"},
        {"label": turning, "pattern": r"turns in (\d+)", "last": turning},
    ]


GAUGES = {SOKOBAN: _gauges("grid"), MAZE: _gauges("maze")}

WALLED = (
    "Walled off",
    "A wall closes the exit off on every seed, so **no play ever wins**. This is what an environment looks "
    "like whose return is 0 whatever anyone does: there is nothing to learn from it, and a designer that "
    "keeps writing such programs has stopped teaching.",
)
"""Title and text (Markdown) about the maze."""
