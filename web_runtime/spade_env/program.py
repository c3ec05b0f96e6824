"""Loading an environment program: source text in, a :class:`Program` out (ENVIRONMENT.md section 1)."""

from __future__ import annotations

import ast
import hashlib
import re
from dataclasses import dataclass
from typing import Any

from .prelude import bound_names
from .tool_use import ToolUseBaseEnv

FILENAME = "<environment>"
"""File name the program is compiled under, so that its own frames can be told from the host's."""

TURN_CAP = 25
"""Turns an episode may take at most, whatever the program asks for (published limit)."""


class LoadError(Exception):
    """A program that cannot become an environment. ``stage`` is ``parse``, ``load`` or ``contract``."""

    def __init__(self, stage: str, message: str, line: int | None = None):
        super().__init__(message)
        self.stage = stage
        self.line = line


def fault_line(error: BaseException) -> int | None:
    """Line of the program (innermost frame compiled under :data:`FILENAME`) where ``error`` was raised."""
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILENAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


@dataclass(frozen=True)
class Program:
    """One loaded environment program. ``kind`` is ``game`` or ``tool_use``."""

    source: str
    sha256: str
    env_class: type
    class_name: str
    kind: str
    title: str
    summary: str
    imports: tuple[str, ...]
    uses_numpy: bool

    @property
    def has_hint(self) -> bool:
        return callable(getattr(self.env_class, "hint", None))

    @property
    def has_solution(self) -> bool:
        return callable(getattr(self.env_class, "solution", None))

    @property
    def has_render(self) -> bool:
        return callable(getattr(self.env_class, "render", None))

    def new_env(self) -> Any:
        """A fresh environment object; whatever the program's constructor raises passes through."""
        return self.env_class()


def load(source: str) -> Program:
    """Compile and execute ``source`` in a fresh namespace and pick its environment class.

    Raises :class:`LoadError`: ``parse`` for text that is not Python, ``load`` for a program that fails
    when executed, ``contract`` when no class ends in ``Env`` with both ``reset`` and ``step``.
    """
    try:
        tree = ast.parse(source, FILENAME)
        code = compile(tree, FILENAME, "exec")
    except SyntaxError as error:
        raise LoadError("parse", f"the program is not valid Python: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise LoadError("parse", f"the program cannot be parsed ({type(error).__name__})") from None
    imports = _imports(tree)
    uses_numpy = "numpy" in imports or re.search(r"\b(np|numpy)\b", source) is not None
    namespace = bound_names(with_numpy=uses_numpy)
    try:
        exec(code, namespace)
    except BaseException as error:  # the program's own code runs here: anything it raises is its fault
        name = type(error).__name__
        raise LoadError("load", f"executing the program raised {name}", fault_line(error)) from None
    env_class = _environment_class(namespace)
    title, summary = _words(env_class)
    return Program(
        source=source,
        sha256=hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest(),
        env_class=env_class,
        class_name=env_class.__name__,
        kind="tool_use" if issubclass(env_class, ToolUseBaseEnv) else "game",
        title=title,
        summary=summary,
        imports=imports,
        uses_numpy=uses_numpy,
    )


def _imports(tree: ast.Module) -> tuple[str, ...]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return tuple(sorted(names))


def _environment_class(namespace: dict[str, Any]) -> type:
    """The last class defined here whose name ends in Env, has both methods, and is no other's base."""
    own = [
        value
        for name, value in namespace.items()
        if isinstance(value, type) and name.endswith("Env") and value.__module__ == namespace["__name__"]
    ]
    if not own:
        raise LoadError("contract", "the program defines no class whose name ends in Env")
    complete = [c for c in own if callable(getattr(c, "reset", None)) and callable(getattr(c, "step", None))]
    if not complete:
        raise LoadError(
            "contract", f"class {own[-1].__name__} needs both reset(self, seed=None) and step(self, action)"
        )
    leaves = [c for c in complete if not any(c is not other and issubclass(other, c) for other in complete)]
    return leaves[-1]


def _words(env_class: type) -> tuple[str, str]:
    """Title and one-sentence summary from the class docstring, else from the class name."""
    lines = [line.strip() for line in (env_class.__doc__ or "").strip().splitlines() if line.strip()]
    if not lines:
        name = re.sub(r"Env$", "", env_class.__name__) or env_class.__name__
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name), ""
    title = lines[0]
    if len(lines) == 1 and ". " in title:
        title, _, rest = title.partition(". ")
        return title, rest
    return title.rstrip("."), " ".join(lines[1:2])
