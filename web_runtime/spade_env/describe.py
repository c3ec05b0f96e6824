"""What a program says about itself, without playing it."""

from __future__ import annotations

import ast
from typing import Any

from .episode import Episode
from .program import Program


def describe(program: Program) -> dict[str, Any]:
    """Title, kind, tools, turn cap, imports, sizes and the first observation of instance 0."""
    episode = Episode(program, 0)
    return {
        "title": program.title,
        "summary": program.summary,
        "kind": program.kind,
        "class_name": program.class_name,
        "sha256": program.sha256,
        "tools": episode.tools(),
        "max_turns": episode.turn_limit,
        "imports": list(program.imports),
        "lines": len(program.source.splitlines()),
        "ast_nodes": sum(1 for _ in ast.walk(ast.parse(program.source))),
        "first_observation": episode.first_observation,
        "fault": episode.fault,
        "has_hint": program.has_hint,
        "has_solution": program.has_solution,
        "has_render": program.has_render,
    }
