"""The words every room shares: skills, difficulty words, kinds, arms.

They are data in run logs and prompts, so they are fixed here once and never spelled out twice.
"""

from __future__ import annotations

SKILLS: tuple[str, ...] = (
    "Mathematical Reasoning",
    "Logical Deduction",
    "Spatial Reasoning",
    "Pattern Recognition",
    "Optimization",
    "Causal Inference",
)
"""The six skills a game environment may be asked to exercise (SPADE, environment design prompts)."""

TOOL_SKILL = "Tool Use"
"""The skill label of every tool-use environment."""

DIFFICULTIES: tuple[str, ...] = ("easy", "medium", "hard")
KINDS: tuple[str, ...] = ("game", "tool_use")
ARMS: tuple[str, ...] = ("plain", "hint")
