"""The held-out bank: mechanics kept away from training, for measuring what a policy does with new rules.

Nothing is imported here before :func:`load_held_out` is called, so that code which discovers the seed bank
never sees these mechanics. They share the seed bank's types, scaffold and wording and none of its rules.
"""

from __future__ import annotations

import importlib
import pkgutil

from ..base import Mechanic

__all__ = ["load_held_out"]


def load_held_out() -> dict[str, Mechanic]:
    """Every held-out mechanic by name, sorted; ValueError if two share a name."""
    found: dict[str, Mechanic] = {}
    for info in pkgutil.iter_modules(__path__):
        mechanic = getattr(importlib.import_module(f"{__name__}.{info.name}"), "MECHANIC", None)
        if mechanic is None:
            continue
        if mechanic.name in found:
            raise ValueError(f"two held-out mechanics are named {mechanic.name!r}")
        found[mechanic.name] = mechanic
    return dict(sorted(found.items()))
