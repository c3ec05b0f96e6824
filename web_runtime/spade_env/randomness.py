"""The global random generators as an episode's own: seeded by it, carried by it, given back after each call.

Programs may draw from the module-level ``random`` functions or numpy's legacy generator. Those are shared by
the whole process, so an episode takes them over only while its program runs. Two episodes in one process, or
a host that draws numbers in between, then cannot change each other.
"""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_OWNED = {"Random"}
"""What a program may take from the random module without touching the shared generator."""


def draws_globally(tree: ast.Module) -> bool:
    """Whether a program may use the shared generator: any use of ``random`` other than ``random.Random``."""
    owned: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in _OWNED and _is_random(node.value):
            owned.add(node.value)
    return any(_touches(node) and node not in owned for node in ast.walk(tree))


def _touches(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "random" and any(alias.name not in _OWNED for alias in node.names)
    if isinstance(node, ast.Import):
        return any(alias.name == "random" and alias.asname for alias in node.names)
    return _is_random(node)


def _is_random(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "random"


class Generators:
    """The shared generators' state as one episode sees it. ``shared`` False: the program owns its generator
    and nothing is saved or restored (which costs as much as a small step)."""

    def __init__(self, *, shared: bool, with_numpy: bool):
        self._shared = shared or with_numpy
        self._with_numpy = with_numpy
        self._state: Any = None

    def seed(self, seed: int) -> None:
        """Seed them all; called inside :meth:`lent`."""
        random.seed(seed)
        if self._with_numpy and "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed % 2**32)

    @contextmanager
    def lent(self, *, keep: bool = True) -> Iterator[None]:
        """While inside, the process's generators are this episode's; draws count only if ``keep``."""
        if not self._shared:
            yield
            return
        outer = self._read()
        if self._state is not None:
            self._write(self._state)
        try:
            yield
        finally:
            if keep:
                self._state = self._read()
            self._write(outer)

    def _read(self) -> Any:
        numpy = sys.modules.get("numpy") if self._with_numpy else None
        return random.getstate(), numpy.random.get_state() if numpy else None

    def _write(self, state: Any) -> None:
        random.setstate(state[0])
        numpy = sys.modules.get("numpy") if self._with_numpy else None
        if numpy and state[1] is not None:
            numpy.random.set_state(state[1])
