"""A fixed pool of programs in the designer's place (``designer.source = pool``): drawn, never adapted."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spade_env import derive_seed

from pipeline.config_sections import Config
from pipeline.designer import Draft
from pipeline.prompts import DesignRequest
from pipeline.vocabulary import TOOL_SKILL

MANIFEST = "manifest.jsonl"


class PoolError(Exception):
    """A pool that cannot be used; one sentence naming the file."""


@dataclass(frozen=True)
class PoolProgram:
    """One program of a pool and what its manifest says about it."""

    file_name: str
    code: str
    skill: str
    difficulty: str

    @property
    def kind(self) -> str:
        return "tool_use" if self.skill == TOOL_SKILL else "game"


class PoolDesigner:
    """Draws programs in seeded order, each once before any twice."""

    def __init__(self, config: Config, programs: Sequence[PoolProgram]):
        self._options = config.designer
        self._seed = config.run.seed
        self._programs = programs

    def write(self, step: int) -> list[Draft]:
        """As many programs as a policy designer would write on this step; a function of seed and step."""
        per_step = self._options.prompts * self._options.designs_per_prompt
        first = step // self._options.interval * per_step
        drafts = []
        for index in range(per_step):
            lap, offset = divmod(first + index, len(self._programs))
            order = list(range(len(self._programs)))
            random.Random(derive_seed(self._seed, "pool", lap)).shuffle(order)
            program = self._programs[order[offset]]
            request = DesignRequest(program.kind, program.skill, program.difficulty, passage=None)
            prompt = index // self._options.designs_per_prompt
            drafts.append(Draft(request, prompt, program.code, None, (), None))
        return drafts


def load_pool(directory: Path, option: str = "designer.pool") -> list[PoolProgram]:
    """Programs listed by ``manifest.jsonl`` (``file_name``, ``skill``, ``difficulty``), in its order.

    Raises :class:`PoolError` naming the ``option`` that asked for it, the file and what is missing.
    """
    manifest = directory / MANIFEST
    try:
        lines = [line for line in manifest.read_text(encoding="utf-8").splitlines() if line.strip()]
    except OSError as error:
        raise PoolError(f"{option}: {manifest} cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise PoolError(f"{option}: {manifest} cannot be read (it is not UTF-8 text)") from None
    programs = []
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            code = (directory / entry["file_name"]).read_text(encoding="utf-8")
            programs.append(PoolProgram(entry["file_name"], code, entry["skill"], entry["difficulty"]))
        except (ValueError, KeyError, TypeError, OSError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise PoolError(f"{option}: {manifest}:{number} cannot be used ({reason})") from None
    if not programs:
        raise PoolError(f"{option}: {manifest} lists no program")
    return programs
