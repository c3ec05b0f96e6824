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
            "Any", "Callable", "DefaultDict", "Deque", "Dict", "FrozenSet", "Generic", "Iterable", "Iterator",
            "List", "Literal", "Mapping", "NamedTuple", "Optional", "Sequence", "Set", "Tuple", "Type",
            "TypeVar", "Union",
        )
    },
    "deepcopy": copy.deepcopy,
    "ToolUseBaseEnv": ToolUseBaseEnv,
    "parse": math_verify.parse,
    "verify": math_verify.verify,
}  # fmt: skip

STAND_INS: dict[str, dict[str, Any]] = {
    "math_verify": {"parse": math_verify.parse, "verify": math_verify.verify},
    "tool_use_base_env": {"ToolUseBaseEnv": ToolUseBaseEnv},
}
"""Modules that published programs import and the host provides, the same on every host. One of these names
that the process has imported already is left alone."""


def bound_names(*, with_numpy: bool) -> dict[str, Any]:
    """A fresh namespace for one program; ``np``/``numpy`` only when it mentions them and numpy is there."""
    _install_stand_ins()
    namespace: dict[str, Any] = {"__name__": MODULE_NAME, "__builtins__": __builtins__, **_NAMES}
    if with_numpy:
        try:
            import numpy
        except ImportError:
            return namespace
        namespace["np"] = namespace["numpy"] = numpy
    return namespace


def _install_stand_ins() -> None:
    for name, members in STAND_INS.items():
        if name not in sys.modules:
            module = types.ModuleType(name)
            module.__dict__.update(members)
            sys.modules[name] = module
