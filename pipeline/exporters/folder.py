"""What every export holds, and a folder that appears whole or not at all."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import spade_env

from pipeline.durable import staged
from pipeline.exporters.sources import Environment, ExportError, Selection, Source
from pipeline.importers.rows import clean

HOST = Path(spade_env.__file__).resolve().parent
LICENSE = Path(__file__).resolve().parents[2] / "LICENSE"
FORMAT = 1
"""Version of ``manifest.json``; raised when a field changes meaning."""


def refuse_occupied(out: Path) -> None:
    """Raise :class:`ExportError` when ``out`` is there and is not an empty folder, or cannot be."""
    if clean(str(out.absolute())) != str(out.absolute()):
        raise ExportError(f"--out {clean(str(out))} cannot be made: its path is not UTF-8 text")
    try:
        free = not out.exists() or (out.is_dir() and not any(out.iterdir()))
        out.resolve()
    except OSError as error:
        raise ExportError(f"--out {out} cannot be read ({error.strerror})") from None
    except RuntimeError:
        raise ExportError(f"--out {out} leads round in a circle of links") from None
    if not free:
        raise ExportError(f"--out {out} is there already; give a folder that does not exist or is empty")


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder to write into that becomes ``out`` when the block ends without an error, and else vanishes.

    Raises :class:`ExportError` when ``out`` is there already and is not an empty folder, or cannot be made.
    """
    refuse_occupied(out)
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(staged(out.resolve()))
        except OSError as error:
            raise ExportError(f"--out {out} cannot be made ({error.strerror})") from None
        try:
            yield folder
            stack.close()
        except OSError as error:
            raise ExportError(f"--out {out} cannot be written ({error})") from None


def write_text(path: Path, text: str) -> None:
    """Write a text file, with its folder; line ends are newlines everywhere."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def copy_host(target: Path) -> None:
    """Put the host's modules into ``target``, which is their package's folder."""
    for file in sorted(HOST.iterdir()):
        if file.suffix == ".py" or file.name == "py.typed":
            write_text(target / file.name, file.read_text(encoding="utf-8"))


def write_programs(target: Path, source: Source) -> None:
    """Write every program as ``<id>.py``, byte for byte what was validated."""
    target.mkdir(parents=True)
    for environment in source.environments:
        (target / environment.file_name).write_bytes(environment.code.encode("utf-8"))


def write_manifest(path: Path, target: str, source: Source, selection: Selection) -> None:
    """Write ``manifest.json``: where the environments come from, the selection, and an entry for each."""
    manifest = {
        "format": FORMAT,
        "target": target,
        "license": "Apache-2.0",
        "host": {"package": "spade_env", "version": spade_env.__version__},
        "source": {"kind": source.kind, "name": source.name, "title": source.title, **source.facts},
        "selection": selection.as_dict(),
        "environments": [_entry(environment) for environment in source.environments],
    }
    write_text(path, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")


def _entry(environment: Environment) -> dict[str, Any]:
    row = environment.row
    known = {key: row[key] for key in _ENTRY if row.get(key) is not None}
    return {"id": environment.id, "file_name": environment.file_name, **published(environment), **known}


_ENTRY = (
    *("kind", "difficulty", "title", "summary", "max_turns", "imports", "mechanic", "theme", "blurb"),
    *("env_id", "step", "solvable", "random_win_rate", "solve_rate_plain", "solve_rate_hint", "regret"),
)


def published(environment: Environment) -> dict[str, Any]:
    """The columns that published pools have, under the names they have there (without id and code)."""
    return {
        "skill": environment.row.get("skill"),
        "sha256": environment.row["code_sha256"],
        "line_count": environment.row["lines"],
        "byte_count": len(environment.code.encode("utf-8")),
    }


def needs(source: Source) -> list[str]:
    """Imported packages that Python does not bring along, sorted."""
    names = {name for environment in source.environments for name in environment.row["imports"] or ()}
    return sorted(names - sys.stdlib_module_names)
