"""A program from the separate bodies of its methods, and word choices that respect a theme."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Sequence
from typing import Any

from .base import Theme
from .frame import make_title, program

RIGHT = ("Right.", "Yes.", "Correct.", "Good.")
FORMS = ("Reply", "Answer", "Write", "Send")

_METHODS = """{reset}
{helpers}
<<READ>>
{step}
<<LAST>>
    def hint(self):
{hint}
    def solution(self):
{solution}
"""


def scaffold(
    *,
    title: str,
    summary: str,
    turns: int,
    reset: str,
    helpers: str,
    step: str,
    hint: str,
    solution: str,
    imports: str = "random, re",
    **slots: Any,
) -> str:
    """A whole game program from the bodies of its methods, dedented and re-indented here.

    ``reset`` starts after ``rng`` and ``self.t`` exist and returns ``(text, {})``; ``helpers`` are whole
    methods, among them ``show()``, the state as text; ``step`` starts after ``a`` (the boxed text, lower
    case, or ``""``) exists, returns on its own when the game is over and else leaves a ``note`` that the
    observation begins with. ``slots`` fill ``<<slot>>`` marks.
    """
    body = _METHODS.format(
        reset=_indent(reset, 2),
        helpers=_indent(helpers, 1),
        step=_indent(step, 2),
        hint=_indent(hint, 2),
        solution=_indent(solution, 2),
    )
    return program(body, title=title, summary=summary, cap=turns, imports=imports, **slots)


def title_for(theme: Theme, rng: random.Random, words: Sequence[str]) -> str:
    """A title such as ``Pier Levers`` or ``Tide Station Levers``: a theme noun or the place, and a word."""
    return make_title(theme.nouns, theme.setting, rng.choice(words), rng)


def free_choice(options: Sequence[tuple[str, ...]], theme: Theme, rng: random.Random) -> tuple[str, ...]:
    """One of ``options`` none of whose words is also a theme noun, so that no word means two things."""
    free = [option for option in options if not set(option) & set(theme.nouns)]
    return rng.choice(free or list(options))


def _indent(body: str, levels: int) -> str:
    lines = textwrap.dedent(body).strip("\n").splitlines()
    return textwrap.indent("\n".join(line for line in lines if line.strip()), "    " * levels)
