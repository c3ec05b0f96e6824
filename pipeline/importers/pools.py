"""A pool folder (``games/*.py``) and a plain folder of programs, each with an optional ``manifest.jsonl``.

With a manifest, the manifest is the pool: it says which programs belong and what they are. Without one, every
program file does. SHA-256 sums in the manifest and in ``checksums.sha256`` are verified.
"""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.importers.card import card
from pipeline.importers.entries import item_of, locate
from pipeline.importers.source import (
    ImportProblem,
    Item,
    LayoutProblem,
    Source,
    file_sha256,
    inside,
    json_lines,
    listed,
    python_files,
    same_digest,
)

GAMES = "games"
MANIFEST = "manifest.jsonl"
CHECKSUMS = "checksums.sha256"
_CHECKSUM = re.compile(r"\\?([0-9a-fA-F]{64}) [ *](.+)")


def open_pool(path: Path) -> Source:
    """The pool in a folder with ``games/*.py``. Raises :class:`ImportProblem`."""
    return _open("pool", path, GAMES)


def open_folder(path: Path) -> Source:
    """The programs that lie directly in a folder. Raises :class:`ImportProblem`."""
    return _open("folder", path, "")


def _open(format: str, path: Path, folder: str) -> Source:
    if not path.is_dir():
        raise LayoutProblem(f"{path} is no folder")
    files = python_files(path, path / folder)
    items, notes = [], []
    manifest = path / MANIFEST
    if manifest.is_file():
        items = _of_manifest(path, manifest, folder)
        named = {item.content for item in items}
        rest = [file for file in files if file not in named]
        if rest:
            names = rest[0].name if len(rest) == 1 else f"{rest[0].name} and {len(rest) - 1} more"
            notes.append(f"{names} in {path / folder}: not in {manifest.name}, so left out")
    else:
        items = [item_of({}, file, str(file), file_name=file.name) for file in files]
    verify_checksums(path)
    said = card(path)
    title = said.pop("pretty_name", path.resolve().name)
    return listed(format, path, title, items, facts=said, notes=notes)


def _of_manifest(root: Path, manifest: Path, folder: str) -> list[Item]:
    items = []
    for number, entry in json_lines(manifest):
        where = f"{manifest}:{number}"
        file = locate(root, entry, where, ("", folder) if folder else ("",))
        if entry.get("sha256") is not None:
            same_digest(entry["sha256"], file_sha256(file), str(file), where)
        items.append(item_of(entry, file, where, file_name=file.name))
    return items


def verify_checksums(root: Path) -> None:
    """Check every file that ``checksums.sha256`` lists (the form of ``sha256sum``, paths below ``root``).

    Raises :class:`ImportProblem` naming the first line that is malformed, or whose file is missing, outside
    ``root`` or different.
    """
    file = root / CHECKSUMS
    if not file.is_file():
        return
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ImportProblem(f"{file} cannot be read ({error})") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{file}:{number}"
        found = _CHECKSUM.fullmatch(line)
        if found is None:
            raise ImportProblem(f"{where} is no line of sha256sum (64 hex digits, two spaces, a path)")
        listed_file = inside(root, found[2], where)
        if not listed_file.is_file():
            raise ImportProblem(f"{where} lists {found[2]!r}, which is not in {root}")
        same_digest(found[1], file_sha256(listed_file), str(listed_file), where)
