"""Which published layout a path holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pipeline.importers.pools import GAMES, open_folder, open_pool
from pipeline.importers.run_sets import MANIFEST, manifest_format, open_run_set, open_tool_use_set
from pipeline.importers.source import ImportProblem, LayoutProblem, Source
from pipeline.importers.tables import SUFFIXES, open_table, table_files
from pipeline.importers.training_output import is_training_output, open_training_output

FORMATS: dict[str, Callable[[Path], Source]] = {
    "table": open_table,
    "pool": open_pool,
    "run-set": open_run_set,
    "tool-use-set": open_tool_use_set,
    "training-output": open_training_output,
    "folder": open_folder,
}
"""Name of a layout -> how a path of that layout is looked through."""

LAYOUTS = {
    "table": "a Parquet, CSV or JSON-lines table with a column 'code'",
    "pool": "a folder with games/*.py",
    "run-set": "a folder with a manifest.json of games",
    "tool-use-set": "a folder with a manifest.json of environments of several source runs",
    "training-output": "an output folder of the training code (step_NNNNN/game_*.py)",
    "folder": "a folder of .py programs",
}
"""Name of a layout -> what it is, for messages."""

EXPECTED = "; ".join([*LAYOUTS.values()][:-1]) + f"; or {LAYOUTS['folder']}"


def find_source(path: Path, format: str | None = None, source_run: str | None = None) -> Source:
    """The set at ``path``, of the layout it has or of the ``format`` named.

    ``source_run`` picks one run of a tool-use set. Raises :class:`ImportProblem`.
    """
    if not path.exists():
        raise ImportProblem(f"{path} does not exist; expected {EXPECTED}")
    if path.is_file() and path.suffix == ".py":
        raise ImportProblem(
            f"{path} is a single program; give the folder it is in, or check it with "
            f"python -m pipeline.validator {path}"
        )
    try:
        chosen = format or detect(path)
        if source_run is not None:
            if chosen != "tool-use-set":
                raise ImportProblem(
                    f"{path} is a {chosen}; only a tool-use set has source runs to choose from"
                )
            return open_tool_use_set(path, source_run)
        return FORMATS[chosen](path)
    except LayoutProblem as error:
        raise ImportProblem(f"{error}; the format '{chosen}' is {LAYOUTS[chosen]}") from None
    except OSError as error:
        raise ImportProblem(f"{error.filename or path} cannot be read ({error.strerror})") from None


def detect(path: Path) -> str:
    """The layout's name. Raises :class:`ImportProblem` when ``path`` has none of them."""
    if path.is_file():
        if path.suffix.lower() in SUFFIXES:
            return "table"
        raise ImportProblem(f"{path} is no environment set; expected {EXPECTED}")
    if (path / "run.json").is_file():
        raise ImportProblem(f"{path} is a run log already; the explorer opens it as it is")
    if any(path.glob("*/run.json")):
        raise ImportProblem(f"{path} holds run logs already; the explorer opens them as they are")
    if (path / MANIFEST).is_file() and (published := manifest_format(path)):
        return published
    if is_training_output(path):
        return "training-output"
    if any((path / GAMES).glob("*.py")):
        return "pool"
    if table_files(path):
        return "table"
    if any(path.glob("*.py")):
        return "folder"
    raise ImportProblem(f"{path} is no environment set; expected {EXPECTED}")
