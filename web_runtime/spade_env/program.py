"""Loading an environment program: source text in, a :class:`Program` out (ENVIRONMENT.md section 1)."""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import sys
import types
import warnings
from dataclasses import dataclass
from typing import Any

from .prelude import MODULE_NAME, STAND_INS, bound_names
from .randomness import draws_globally
from .shapes import clean_text, fault_name, plain_tools
from .tool_use import ToolUseBaseEnv

FILENAME = "<environment>"
"""File name the program is compiled under, so that its own frames can be told from the host's."""

TURN_CAP = 25
"""Turns an episode may take at most, whatever the program asks for (published limit)."""

TITLE_LENGTH = 80
SUMMARY_LENGTH = 300


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
    """One loaded environment program. ``kind`` is ``game`` or ``tool_use``; ``uses_numpy`` says that it
    mentions numpy, ``draws_globally`` that it may use the shared generator of ``random``."""

    source: str
    sha256: str
    env_class: type
    class_name: str
    kind: str
    title: str
    summary: str
    imports: tuple[str, ...]
    uses_numpy: bool
    draws_globally: bool

    @property
    def has_hint(self) -> bool:
        return callable(getattr(self.env_class, "hint", None))

    @property
    def has_solution(self) -> bool:
        return callable(getattr(self.env_class, "solution", None))

    @property
    def has_render(self) -> bool:
        return callable(getattr(self.env_class, "render", None))

    @property
    def max_turns(self) -> int:
        """The class's own turn limit as its constructor or class body states it, at most :data:`TURN_CAP`;
        an instance may set another, which an episode's ``turn_limit`` tells."""
        parameter = inspect.signature(self.env_class.__init__).parameters.get("max_turns")  # type: ignore[misc]
        stated = parameter.default if parameter else getattr(self.env_class, "max_turns", None)
        return min(turns(stated) or TURN_CAP, TURN_CAP)

    def tools(self) -> list[dict[str, Any]]:
        """Tools of a fresh environment in OpenAI function-calling form; empty for games. What the program
        raises passes through; an episode's ``tools()`` never raises."""
        return plain_tools(self.new_env().get_tools()) if self.kind == "tool_use" else []

    def new_env(self, seed: int | None = None) -> Any:
        """A fresh environment object; whatever the program's constructor raises passes through.

        The contract has constructors end in ``self.reset()``, and ``random.Random(None)`` there would draw
        from the operating system: a program that fails for some instances only would then fail now and
        then. So the reset a constructor calls is the reset of instance ``seed``.
        """
        make: Any = self.env_class
        env = make.__new__(make)
        if not hasattr(env, "__dict__"):
            return make()
        env.reset = lambda *args, **options: make.reset(env, seed=seed)
        env.__init__()
        env.__dict__.pop("reset", None)
        return env


def turns(value: Any) -> int | None:
    """A turn limit that a program states, or None where it is no positive integer."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def load(source: str) -> Program:
    """Compile and execute ``source`` in a fresh namespace and pick its environment class.

    Raises :class:`LoadError`: ``parse`` for text that is not Python, ``load`` for a program that fails
    when executed, ``contract`` when no class ends in ``Env`` with both ``reset`` and ``step``.
    """
    tree, code = _compiled(source)
    imports = _imports(tree)
    uses_numpy = "numpy" in imports or re.search(r"\b(np|numpy)\b", source) is not None
    # Dataclasses, enums and typing look a class's module up by name, so there has to be one. The name is
    # always the same, because it shows in the text of objects, which must not differ between hosts.
    module = types.ModuleType(MODULE_NAME)
    module.__dict__.update(bound_names(with_numpy=uses_numpy))
    sys.modules[MODULE_NAME] = module
    try:
        exec(code, module.__dict__)
        env_class = _environment_class(module.__dict__)
        title, summary = _words(env_class)
        return Program(
            source=source,
            sha256=hashlib.sha256(source.encode("utf-8")).hexdigest(),
            env_class=env_class,
            class_name=clean_text(env_class.__name__),
            kind="tool_use" if issubclass(env_class, ToolUseBaseEnv) else "game",
            title=title,
            summary=summary,
            imports=imports,
            uses_numpy=uses_numpy,
            draws_globally=draws_globally(tree),
        )
    except LoadError:
        raise
    except BaseException as error:  # the program's own code runs here: anything it raises is its fault
        message = f"executing the program raised {fault_name(error)}"
        raise LoadError("load", message, fault_line(error)) from None


def _compiled(source: str) -> tuple[ast.Module, types.CodeType]:
    """Annotations are never evaluated: Python evaluates them eagerly before 3.14 and lazily since, so a
    wrong one would fail on one host only. (``annotations`` is the feature this file imports at its top; the
    flag is named because it is meant, not inherited.)"""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\\b" in a plain string is the commonest sight in programs
            tree = ast.parse(source, FILENAME)
            return tree, compile(tree, FILENAME, "exec", flags=annotations.compiler_flag, dont_inherit=True)
    except SyntaxError as error:
        raise LoadError("parse", f"the program is not valid Python: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise LoadError("parse", f"the program cannot be parsed ({type(error).__name__})") from None


def _imports(tree: ast.Module) -> tuple[str, ...]:
    """Top-level names of the imported modules, without those the host stands in for."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return tuple(sorted(names - STAND_INS.keys()))


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
    text = env_class.__doc__
    lines = [line.strip() for line in clean_text(text).splitlines()] if isinstance(text, str) else []
    lines = [line for line in lines if line]
    if not lines:
        name = clean_text(re.sub(r"Env$", "", env_class.__name__) or env_class.__name__)
        lines = [re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)]
    title, summary = lines[0], "".join(lines[1:2])
    if not summary:
        title, _, summary = title.partition(". ")
    return title.rstrip(".")[:TITLE_LENGTH], summary[:SUMMARY_LENGTH]
