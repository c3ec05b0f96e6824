"""Renders the bank into a pool of programs, or prints how experts and chance fare in it.

``python -m pipeline.bootstrap.pool --out data/pools/seed --per-mechanic 6 --seed 0`` writes one file per
program and ``manifest.jsonl``, the form ``pipeline.pool`` reads. ``--only NAME`` replaces the programs of
one mechanic and leaves the others in the pool. ``--check`` prints a table instead.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spade_env import Episode, Program, load

from pipeline.bootstrap.mechanics import Mechanic, Theme, load_mechanics, render
from pipeline.bootstrap.mechanics.held_out import load_held_out
from pipeline.bootstrap.passages import PASSAGES, passage_lines
from pipeline.bootstrap.players import Player, play_blind, play_chance, play_expert, players
from pipeline.config import ROOT
from pipeline.option_types import count
from pipeline.pool import MANIFEST
from pipeline.run_log import write_atomic
from pipeline.vocabulary import DIFFICULTIES

__all__ = ["play_blind", "play_chance", "play_expert", "read_themes", "render_pool", "write_pool"]

INSTANCES = 12
"""Instances played per program by ``--check``."""
CHECK_SEED = 1_000_000
"""First instance seed of ``--check``, away from the small seeds that chance players are given."""


class PoolInputError(Exception):
    """Input that no pool can be made of; one sentence naming the file or option."""


@dataclass(frozen=True)
class Entry:
    """One rendered program with what its manifest row says."""

    file_name: str
    mechanic: Mechanic
    difficulty: str
    theme: str
    source: str

    def row(self) -> dict[str, Any]:
        """The manifest row: file_name, sha256, mechanic, kind, skill, difficulty, theme, lines."""
        return {
            "file_name": self.file_name,
            "sha256": hashlib.sha256(self.source.encode()).hexdigest(),
            "mechanic": self.mechanic.name,
            "kind": self.mechanic.kind,
            "skill": self.mechanic.skill,
            "difficulty": self.difficulty,
            "theme": self.theme,
            "lines": len(self.source.splitlines()),
        }


def read_themes(path: Path) -> list[tuple[str, Theme]]:
    """(passage id, theme) of every passage; :class:`PoolInputError` names the line that cannot be used."""
    try:
        lines = passage_lines(path)
    except ValueError as error:
        raise PoolInputError(str(error)) from None
    themes = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            themes.append((row["id"], Theme(tuple(row["nouns"]), row["setting"], row["person"], number)))
        except (ValueError, KeyError, TypeError):
            raise PoolInputError(
                f"--passages {path}:{number}: expected a JSON object with id, nouns, setting and person"
            ) from None
    return themes


def render_pool(
    mechanics: Mapping[str, Mechanic], themes: Sequence[tuple[str, Theme]], per_mechanic: int, seed: int
) -> list[Entry]:
    """``per_mechanic`` programs of every mechanic, difficulties in turn, sorted by file name.

    A function of its arguments alone. Every program has its own random source, so that adding a mechanic
    or asking for more programs leaves the others as they were.
    """
    entries = []
    for mechanic in mechanics.values():
        for index in range(per_mechanic):
            difficulty = DIFFICULTIES[index % len(DIFFICULTIES)]
            rng = random.Random(f"{seed}/{mechanic.name}/{index}")
            passage, theme = rng.choice(themes)
            source = render(mechanic, theme, difficulty, rng)
            name = f"{mechanic.name}_{difficulty}_{index // len(DIFFICULTIES)}.py"
            entries.append(Entry(name, mechanic, difficulty, passage, source))
    return sorted(entries, key=lambda entry: entry.file_name)


def write_pool(directory: Path, entries: Sequence[Entry], only: str | None = None) -> int:
    """Write programs and manifest; returns how many programs the manifest lists.

    Programs that an earlier manifest here lists and this one does not, go; with ``only``, those of other
    mechanics stay. The manifest is replaced after the new programs are written and before old ones go, so
    that it never lists a program that is not there. Raises :class:`PoolInputError`.
    """
    old = _manifest_rows(directory / MANIFEST)
    rows = {entry.file_name: entry.row() for entry in entries}
    if only is not None:
        others = {name: row for name, row in old.items() if row.get("mechanic") != only}
        rows = dict(sorted((others | rows).items()))
    for entry in entries:
        write_atomic(directory / entry.file_name, entry.source.encode())
    write_atomic(directory / MANIFEST, "".join(json.dumps(row) + "\n" for row in rows.values()).encode())
    for name in old.keys() - rows.keys():
        (directory / name).unlink(missing_ok=True)
    return len(rows)


def _manifest_rows(manifest: Path) -> dict[str, dict[str, Any]]:
    """The rows of the manifest that is already there, by file name."""
    if not manifest.exists():
        return {}
    try:
        lines = manifest.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise PoolInputError(f"--out: {manifest} cannot be read ({reason})") from None
    rows = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            rows[Path(row["file_name"]).name] = row
        except (ValueError, KeyError, TypeError):
            raise PoolInputError(
                f"--out: {manifest}:{number} is not a JSON object with file_name, as a pool's manifest has"
            ) from None
    return rows


def check_table(entries: Sequence[Entry]) -> Iterator[str]:
    """Markdown lines: per mechanic and difficulty, what expert, hinted expert and chance players win.

    "chance" draws legal replies of the latest observation and "blind" of the first; "reader" follows the
    words of the hint (``players.py``). Turns are means over all episodes.
    """
    columns = [name for name, _ in players()]
    yield "| mechanic | skill | level | lines | characters | " + " | ".join(columns) + " | turns | + hint |"
    yield "|---|---|---|---|---|" + "---|" * len(columns) + "---|---|"
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.mechanic.name, entry.difficulty), []).append(entry)
    for (name, difficulty), group in sorted(
        groups.items(), key=lambda item: (item[0][0], DIFFICULTIES.index(item[0][1]))
    ):
        fares = [fares_of(group, player) for _, player in players()]
        lines = [len(entry.source.splitlines()) for entry in group]
        characters = sum(len(entry.source) for entry in group) // len(group)
        wins = " | ".join(f"{won:.2f}" for won, _ in fares)
        yield (
            f"| {name} | {group[0].mechanic.skill} | {difficulty} | {min(lines)}-{max(lines)} | {characters} "
            f"| {wins} | {fares[0][1]:.1f} | {fares[1][1]:.1f} |"
        )


def fares_of(group: Sequence[Entry], player: Player) -> tuple[float, float]:
    """(win rate, mean turns) of ``player`` over :data:`INSTANCES` instances of every program."""
    rng = random.Random(CHECK_SEED)
    episodes: list[Episode] = []
    for entry in group:
        program: Program = load(entry.source)
        for index in range(INSTANCES):
            episode = Episode(program, CHECK_SEED + index)
            player(entry.mechanic, episode, rng)
            episodes.append(episode)
    wins = sum(episode.outcome == "won" for episode in episodes)
    return wins / len(episodes), sum(episode.turn for episode in episodes) / len(episodes)


BANKS = {"seed": load_mechanics, "held_out": load_held_out}
"""Bank name -> loader of its mechanics. Only this command and evaluation ever load the second."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; exit code 2 and one sentence for input that cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.bootstrap.pool", description=__doc__)
    parser.add_argument(
        "--bank", choices=sorted(BANKS), default="seed", help="which mechanics (default: seed)"
    )
    parser.add_argument("--out", type=Path, help="directory of the pool (default: data/pools/<bank>)")
    parser.add_argument("--per-mechanic", type=count, default=6, help="programs of each mechanic")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other programs")
    parser.add_argument("--passages", type=Path, default=PASSAGES, help="where themes come from")
    parser.add_argument("--only", metavar="NAME", help="this mechanic alone; others in --out stay")
    parser.add_argument("--check", action="store_true", help="print the win table instead of writing")
    options = parser.parse_args(arguments)
    mechanics = BANKS[options.bank]()
    out = options.out or ROOT / "data" / "pools" / options.bank
    if options.only is not None and options.only not in mechanics:
        parser.error(f"--only is {options.only!r}, expected one of {', '.join(mechanics)}")
    if options.only is not None:
        mechanics = {options.only: mechanics[options.only]}
    try:
        entries = render_pool(mechanics, read_themes(options.passages), options.per_mechanic, options.seed)
        if options.check:
            for line in check_table(entries):
                print(line, flush=True)
        else:
            listed = write_pool(out, entries, options.only)
            print(f"{len(entries)} programs of {len(mechanics)} mechanics written, {listed} in {out}")
    except PoolInputError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"--out: {error.filename or out} cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
