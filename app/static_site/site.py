"""A whole site, in one directory that is there when it is complete and not before."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.programs import ProgramError
from app.static_site import pages, play_files
from app.static_site.run_files import write_json, write_run
from app.static_site.store import ChosenRuns, ExportError
from pipeline.durable import staged
from pipeline.run_log import RunLogError

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Written:
    """What a site came to: its files and their bytes, and a sentence for each thing of the runs that could
    not be read."""

    files: int
    bytes: int
    problems: list[str]


def check_target(out: Path) -> None:
    """Raises :class:`ExportError` unless ``out`` is free, or an empty directory."""
    if out.is_dir() and any(out.iterdir()):
        raise ExportError(f"{out} is not empty; name a directory that does not exist yet")
    if out.exists() and not out.is_dir():
        raise ExportError(f"{out} is a file; name a directory that does not exist yet")


def build(
    out: Path, store: ChosenRuns, pools: Path, wheels: Path | None, say: Callable[[str], None]
) -> Written:
    """Write the site into ``out``, by way of a directory beside it. ``wheels`` is a folder of Python packages
    for the player; ``say`` hears a line now and then.

    Raises :class:`ExportError` when ``out`` is taken, a run cannot be read, or the runtime is not built.
    """
    check_target(out)
    with staged(out) as site:
        try:
            problems = _write(site, store, pools, wheels, say)
        except (RunLogError, ProgramError) as error:
            raise ExportError(str(error)) from error
        sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    return Written(len(sizes), sum(sizes), problems)


def _write(
    site: Path, store: ChosenRuns, pools: Path, wheels: Path | None, say: Callable[[str], None]
) -> list[str]:
    pages.copy_components(site, wheels)
    pages.write_pages(site)
    problems = _write_runs(site / "data", store, say)
    games = site / "games"
    play_files.write_play(store, pools, games)
    play_files.write_controls(pools, games)
    play_files.write_tools(store, pools, games)
    say(f"{play_files.write_puzzles(store, pools, games)} puzzles")
    (site / ".nojekyll").touch()  # hosts that run Jekyll over a site would leave files out
    pages.write_worker(site)
    return problems


def _write_runs(data: Path, store: ChosenRuns, say: Callable[[str], None]) -> list[str]:
    """The data of every run and ``runs.json``, the catalogue that the map opens with."""
    catalogue = store.catalogue()
    entries: list[dict[str, Any]] = []
    for entry in catalogue["runs"]:
        if not _PLAIN.fullmatch(entry["run"]):
            expected = "a run whose id is letters, digits, '.', '_' and '-'"
            raise ExportError(
                f"run id {entry['run']!r} cannot be a folder of a web site, expected {expected}"
            )
        entries.append({**entry, "shards": write_run(store, entry["run"], data / entry["run"])})
        say(f"{entry['name']}: {entry['counts']['valid']} environments, {entry['dots']} on the map")
    # What could not be read is for whoever writes the site: it names files of this machine.
    write_json(data / "runs.json", {**catalogue, "runs": entries, "problems": [], "static": True})
    return [*store.unreadable, *catalogue["problems"]]
