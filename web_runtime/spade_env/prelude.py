"""Names a program finds already bound, because published environments use them without importing."""

from __future__ import annotations

import collections
import copy
import functools
import heapq
import itertools
import json
import math
import operator
import random
import re
import statistics
import string
import sys
import types
import typing
from typing import Any

from . import math_verify
from .tool_use import ToolUseBaseEnv

MODULE_NAME = "spade_environment"
"""``__name__`` inside a program (so a ``__main__`` block of a program does not run)."""

_MODULES = (
    itertools,
    math,
    random,
    re,
    json,
    collections,
    functools,
    string,
    copy,
    heapq,
    operator,
    statistics,
)
_COLLECTIONS = ("deque", "defaultdict", "Counter", "OrderedDict", "namedtuple")
_ITERTOOLS = ("combinations", "permutations", "product", "chain", "accumulate")
_NAMES: dict[str, Any] = {
    **{module.__name__: module for module in _MODULES},
    **{name: getattr(collections, name) for name in _COLLECTIONS},
    **{name: getattr(itertools, name) for name in _ITERTOOLS},
    **{name: getattr(functools, name) for name in ("reduce", "lru_cache")},
    **{name: getattr(heapq, name) for name in ("heappush", "heappop")},
    **{
        name: getattr(typing, name)
        for name in (
            "Any", "Callable", "Dict", "Iterable", "Iterator", "List", "Optional",
            "Sequence", "Set", "Tuple", "Union",
        )
    },
    "deepcopy": copy.deepcopy,
    "ToolUseBaseEnv": ToolUseBaseEnv,
    "parse": math_verify.parse,
    "verify": math_verify.verify,
}  # fmt: skip


def bound_names(*, with_numpy: bool) -> dict[str, Any]:
    """A fresh namespace for one program; ``np``/``numpy`` only when it mentions them and numpy is there."""
    _install_math_verify()
    namespace: dict[str, Any] = {"__name__": MODULE_NAME, "__builtins__": __builtins__, **_NAMES}
    if with_numpy:
        try:
            import numpy
        except ImportError:
            return namespace
        namespace["np"] = namespace["numpy"] = numpy
    return namespace


def _install_math_verify() -> None:
    """Make ``from math_verify import parse, verify`` work with the stand-in where the package is absent."""
    if "math_verify" not in sys.modules:
        stand_in = types.ModuleType("math_verify")
        stand_in.parse = math_verify.parse  # type: ignore[attr-defined]
        stand_in.verify = math_verify.verify  # type: ignore[attr-defined]
        sys.modules["math_verify"] = stand_in
