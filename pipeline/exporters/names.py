"""Names that are safe everywhere an export uses them: in a registry, as a file, as a Python package."""

from __future__ import annotations

import re
from collections.abc import Iterable

LENGTH = 80
"""Characters of an id at most, before a number that tells it from another."""

_OUTSIDE = re.compile(r"[^A-Za-z0-9_.-]+")
_VERSION = re.compile(r"-v(\d+)$")


def slug(name: str) -> str:
    """``name`` as an id: ASCII letters, digits and ``_ . -``, beginning and ending with a letter or digit.

    Gymnasium reads a final ``-v3`` as a version, so that hyphen becomes an underscore. ``slug(slug(x))`` is
    ``slug(x)``; nothing usable in ``name`` gives ``environment``.
    """
    text = _OUTSIDE.sub("-", name).strip("_.-")[:LENGTH].rstrip("_.-")
    return _VERSION.sub(r"_v\1", text) or "environment"


def slugs(names: Iterable[str]) -> list[str]:
    """One id for each name, in order and all different even where letter case does not count; a name whose
    slug is taken gets the next free number (``maze``, ``maze.2``)."""
    taken: set[str] = set()
    found = []
    for name in names:
        first = slug(name)
        candidate, number = first, 1
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{first}.{number}"
        taken.add(candidate.casefold())
        found.append(candidate)
    return found


def module_name(name: str) -> str:
    """``name`` as the end of a package's name: lower-case ASCII letters, digits, single underscores."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:LENGTH].rstrip("_") or "environments"
