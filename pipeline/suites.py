"""Held-out suites: fixed lists of instances that no run trains on.

A suite is data: which program, which instance seed, under which item its score is reported. The seeds
depend on the program and the episode's number alone, so every policy, step and run meets the same instances.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from spade_env import derive_seed

from pipeline.config import ROOT
from pipeline.pool import MANIFEST, PoolError, load_pool

EVALUATION_SEED = 20_260
"""In place of a run's seed: for instances, and for what the policy samples in them."""


class SuiteError(Exception):
    """A suite that does not exist or cannot be read; one sentence."""


@dataclass(frozen=True)
class Case:
    """One episode: ``item`` is what its score is reported under (a mechanic), ``program`` its file.

    ``rescore`` replaces the program's own reward by what it says of the last reply (0 to 1)."""

    item: str
    program: str
    source: str
    kind: str
    seed: int
    rescore: Callable[[str], float] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Suite:
    """Cases of equal number per item. ``columns`` (item -> column) says how a published table groups the
    items, where there is one; ``note`` is what a reader of the score has to know, a sentence."""

    name: str
    cases: tuple[Case, ...]
    columns: Mapping[str, str] = field(default_factory=dict, hash=False)
    note: str = ""

    @property
    def items(self) -> tuple[str, ...]:
        return tuple(sorted({case.item for case in self.cases}))


def pool_suite(name: str, directory: Path, episodes: int) -> Suite:
    """``episodes`` instances of every mechanic of a pool, spread over its programs in turn.

    Raises :class:`SuiteError` naming the file that cannot be used.
    """
    try:
        programs = {program.file_name: program for program in load_pool(directory)}
        rows = map(json.loads, (directory / MANIFEST).read_text(encoding="utf-8").splitlines())
        mechanics: dict[str, list[str]] = {}
        for row in rows:
            mechanics.setdefault(row["mechanic"], []).append(row["file_name"])
    except PoolError as error:
        raise SuiteError(str(error).removeprefix("designer.pool: ")) from None
    except KeyError as error:
        raise SuiteError(f"{directory / MANIFEST} has a line without the field {error}") from None
    cases = []
    for mechanic, names in sorted(mechanics.items()):
        for number in range(episodes):
            program = programs[sorted(names)[number % len(names)]]
            seed = derive_seed(EVALUATION_SEED, program.file_name, number)
            cases.append(Case(mechanic, program.file_name, program.code, program.kind, seed))
    return Suite(name, tuple(cases))


def _pool(name: str) -> Callable[[int], Suite]:
    return lambda episodes: pool_suite(name, ROOT / "data" / "pools" / name, episodes)


def _outside(name: str) -> Callable[[int], Suite]:
    def make(episodes: int) -> Suite:
        from pipeline.outside_suites import reasoning_gym_suite  # an optional package behind it

        return reasoning_gym_suite(name, episodes)

    return make


SUITES: Mapping[str, Callable[[int], Suite]] = MappingProxyType(
    {
        "held_out": _pool("held_out"),
        "seed": _pool("seed"),
        "reasoning_gym": _outside("reasoning_gym"),
        "reasoning_gym_hard": _outside("reasoning_gym_hard"),
    }
)
"""Suite name -> what makes it, given the episodes per item. ``seed`` is the bank the base model was trained
on: a check, not a held-out score."""


def load_suite(name: str, episodes: int) -> Suite:
    """The suite called ``name``; :class:`SuiteError` when there is none."""
    if name not in SUITES:
        raise SuiteError(f"there is no suite '{name}', expected one of {', '.join(sorted(SUITES))}")
    return SUITES[name](episodes)
