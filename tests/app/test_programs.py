"""Play addresses and the text helpers behind the pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.charts import moving_mean
from app.programs import ProgramError, headline, pool_titles, resolve
from app.queries import RunStore
from app.text import plain

PROGRAM = 'class RowLampsEnv:\n    """Row of lamps\n    Light every lamp.\n    More."""\n'


@pytest.fixture
def pools(tmp_path: Path) -> Path:
    folder = tmp_path / "seed"
    folder.mkdir()
    (folder / "lamps_easy_0.py").write_text(PROGRAM)
    entry = {
        "file_name": "lamps_easy_0.py",
        "skill": "Spatial Reasoning",
        "difficulty": "easy",
        "kind": "game",
    }
    (folder / "manifest.jsonl").write_text(json.dumps(entry) + "\n")
    return tmp_path


def test_environment_of_a_run(store: RunStore, pools: Path) -> None:
    found = resolve({"env": "alpha-1-1"}, store, pools)
    assert found is not None
    assert found.run == "alpha"
    assert found.seed == min(play["seed"] for play in found.episodes)
    assert found.program["source"].startswith("import random")
    assert ["Step", "1"] in found.meta
    again = resolve({"env": "alpha-1-1", "seed": "5"}, store, pools)
    assert again is not None and again.seed == 5 and again.key != found.key


def test_file_of_a_pool(store: RunStore, pools: Path) -> None:
    found = resolve({"file": "lamps_easy_0.py"}, store, pools)
    assert found is not None
    assert (found.program["title"], found.program["summary"]) == ("Row of lamps", "Light every lamp.")
    assert ["Difficulty", "easy"] in found.meta
    assert found.episodes == []
    assert pool_titles(pools) == {("seed", "lamps_easy_0.py"): "Row of lamps (Spatial Reasoning, easy)"}


def test_no_address(store: RunStore, pools: Path) -> None:
    assert resolve({}, store, pools) is None


@pytest.mark.parametrize("name", ["../x.py", "/etc/passwd", "x.txt", "..\\x.py", "absent.py"])
def test_only_files_of_the_pool(store: RunStore, pools: Path, name: str) -> None:
    with pytest.raises(ProgramError):
        resolve({"pool": "seed", "file": name}, store, pools)


@pytest.mark.parametrize("seed", ["²", "-1", "x", "2147483648", "9" * 5000])
def test_a_seed_is_a_whole_number(store: RunStore, pools: Path, seed: str) -> None:
    with pytest.raises(ProgramError, match="expected a whole number from 0 to 2147483647"):
        resolve({"env": "alpha-1-1", "seed": seed}, store, pools)


def test_headline_without_a_docstring() -> None:
    assert headline("class SortRowEnv:\n    pass\n") == ("Sort Row", "")
    assert headline("def (")[0] == "A program that does not parse"


@given(st.text(max_size=60))
def test_escaped_text_has_no_live_markdown(text: str) -> None:
    escaped = plain(text)
    assert "\n" not in escaped
    for mark in "*_[]()<>$:#!`":
        assert f"\\{mark}" in escaped or mark not in text
        assert mark not in escaped.replace(f"\\{mark}", "")


def test_moving_mean_leaves_gaps_out() -> None:
    assert moving_mean([1.0, None, 3.0, 5.0], 2) == [1.0, 1.0, 3.0, 4.0]
    assert moving_mean([None], 3) == [None]


def test_the_app_needs_no_heavy_package() -> None:
    code = (
        "import sys, app.routes, app.programs, app.charts, app.components, app.server\n"
        "print([m for m in ('torch', 'umap', 'sentence_transformers', 'sklearn', 'ray') if m in sys.modules])"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
