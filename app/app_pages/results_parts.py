"""What the sections of the results page share: the computed files, the runs' conditions, one evaluation
setting."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from app.address import Address, one_of
from app.charts import Palette
from app.held_out import SUITES, setting_words
from app.run_names import RunName
from app.settings import runs_root
from app.text import THREE, plain

Row = dict[str, Any]

RESULTS_VARIABLE = "SPADE_RESULTS"
VERSION = 2
FILES = ("runs", "held_out", "ablations", "diversity", "curriculum", "sizes", "showcase")


class MissingResults(Exception):
    """A file that is not there or cannot be used; one sentence."""


def results_root() -> Path:
    """Directory of the computed files: ``SPADE_RESULTS``, or ``results`` beside the directory of runs."""
    return Path(os.environ.get(RESULTS_VARIABLE) or runs_root().parent / "results")


def load(name: str) -> Row:
    """One computed file. Raises :class:`MissingResults`."""
    file = results_root() / f"{name}.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MissingResults(f"{file} does not exist") from None
    except (OSError, ValueError) as error:
        raise MissingResults(f"{file} cannot be read as JSON ({error})") from None
    if not isinstance(found, dict) or found.get("version") != VERSION:
        raise MissingResults(f"{file} should hold version {VERSION} of the results; make it again")
    return found


def command() -> str:
    """What makes the files this page reads."""
    return f"python -m pipeline.results --runs {runs_root()} --out {results_root()}"


@dataclass(frozen=True)
class Results:
    """Everything one drawing of the page needs."""

    files: dict[str, Row]
    colours: Palette
    address: Address

    def __getitem__(self, name: str) -> Row:
        return self.files[name]

    @property
    def runs(self) -> dict[str, Row]:
        """Conditions by run id."""
        return {row["run_id"]: row for row in self.files["runs"]["runs"]}

    @property
    def main(self) -> str | None:
        return self.files["runs"]["main"]

    def full_name(self, run_id: str) -> str:
        """Title and directory of a run; its id where these results do not know it."""
        run = self.runs.get(run_id)
        return str(RunName.of(run["directory"], run)) if run else run_id

    def name(self, run_id: str) -> str:
        """A run as a legend shows it: its title, with the directory where others have the same title."""
        run = self.runs.get(run_id)
        twins = [other for other in self.runs.values() if run and other["title"] == run["title"]]
        if run is None or len(twins) > 1:
            return self.full_name(run_id)
        return RunName.of(run["directory"], run).title

    def source(self, run_ids: Iterable[str]) -> str:
        """Under a figure's title: the models and seeds its runs have."""
        runs = [self.runs[name] for name in dict.fromkeys(run_ids) if name in self.runs]
        models = list(dict.fromkeys(Path(run["model"]).name for run in runs))
        seeds = sorted({run["seed"] for run in runs if run["seed"] is not None})
        words = [", ".join(models[:2]) + (f" and {len(models) - 2} more" if len(models) > 2 else "")]
        if seeds:
            words.append(f"seed{'s' if len(seeds) > 1 else ''} {', '.join(map(str, seeds))}")
        return " · ".join(words)

    def conditions(self, run_ids: Iterable[str], setting: Row | None = None) -> str:
        """A caption: preset, model, machine, steps, seed and evaluation of every run in a figure."""
        said = []
        for name in dict.fromkeys(run_ids):
            run = self.runs.get(name)
            if run:
                size = run["parameters"]
                weights = f" ({size / 1e6:.1f} M parameters)" if size else ""
                said.append(
                    f"{plain(self.full_name(name))}: preset {plain(run['variant'])}, "
                    f"{plain(Path(run['model']).name)}{weights}, {run['steps']} steps, "
                    f"seed {run['seed']}, {plain(run['machine'] or 'machine not recorded')}"
                )
        text = "; ".join(said) + "."
        if setting:
            found = [e for name in run_ids for e in self.runs.get(name, {}).get("evaluations", ())]
            of = [e for e in found if all(e[key] == setting[key] for key in ("suite", "arm", "temperature"))]
            if of:
                counts = sorted({(e["episodes"], e["items"]) for e in of})
                sizes = " or ".join(f"{episodes} episodes over {items} items" for episodes, items in counts)
                text += f" Evaluation: {plain(setting_words(setting))}, {sizes} each time."
        return text


def choose_setting(rows: Sequence[Row], address: Address) -> Row | None:
    """The suite, arm and temperature to show: asked for when there are several; held_out without hint
    first."""
    parts = ("suite", "arm", "temperature")
    found = {setting_words(row): {part: row[part] for part in parts} for row in rows if "suite" in row}
    if not found:
        return None
    order = sorted(
        found, key=lambda name: (found[name]["suite"] != "held_out", found[name]["arm"] != "plain", name)
    )
    chosen = order[0]
    if len(order) > 1:
        chosen = st.selectbox("Suite", order, key="suite", bind="query-params", width=420)
    address.check("suite", chosen, one_of(order))
    suite = found[chosen]["suite"]
    if suite in SUITES:
        st.caption(f"{plain(suite)}: {SUITES[suite]}.")
    return found[chosen]


def of_setting(rows: Iterable[Row], setting: Row | None) -> list[Row]:
    """The rows measured under ``setting``."""
    return [row for row in rows if setting and all(row.get(key) == setting[key] for key in setting)]


def interval(low: float | None, high: float | None, form: str = THREE) -> str:
    """``[low, high]`` for a table."""
    return "–" if low is None or high is None else f"[{low:{form}}, {high:{form}}]"


def nothing(sentence: str) -> None:
    """Why a section has nothing to show."""
    st.info(sentence, icon=":material/info:")
