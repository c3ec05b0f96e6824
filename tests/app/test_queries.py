"""The explorer's questions to run logs, answered against what was written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_run import write_sample_run

from app.geometry import COLUMNS, SKILL_CODES, geometry, ipc
from app.queries import RunStore, UnknownEnvironment
from app.routes import jsonable
from pipeline.run_log import RunLogError, RunReader


def test_catalogue_lists_runs_with_their_dots(store: RunStore) -> None:
    listing = store.catalogue()
    assert [(run["run"], run["dots"]) for run in listing["runs"]] == [("alpha", 18), ("beta", 9)]
    assert listing["problems"] == []
    assert listing["runs"][0]["counts"] == {"steps": 6, "designs": 24, "valid": 18, "plays": 288}


def test_geometry_has_one_row_per_valid_design_in_step_order(store: RunStore, sample_root: Path) -> None:
    points = store.points("alpha")
    with RunReader(sample_root / "alpha") as run:
        rows = run.rows("select * from designs where valid order by step, attempt")
        place = {row["env_id"]: row for row in run.rows("select * from points")}
    assert points["step"].to_pylist() == [row["step"] for row in rows]
    assert [SKILL_CODES[code] for code in points["skill"].to_pylist()] == [row["skill"] for row in rows]
    x = np.array(points["x"].to_pylist()) / 32767
    assert np.allclose(x, [place[row["env_id"]]["x"] for row in rows], atol=1e-4)
    rates = np.array(points["solve"].to_pylist()) / 250
    assert np.allclose(rates, [row["solve_rate_plain"] for row in rows], atol=0.003)
    assert points.nbytes <= 14 * len(rows)


def test_text_chunks_follow_the_rows_of_the_geometry(store: RunStore) -> None:
    text = store.text("alpha", 0)
    assert text.column_names == ["env_id", "title", "summary"]
    assert text["env_id"].to_pylist()[:4] == ["alpha-0-0", "alpha-0-1", "alpha-0-2", "alpha-1-0"]
    assert store.text("alpha", 1).num_rows == 0


def test_environment_carries_plays_relatives_and_topic(store: RunStore) -> None:
    found = store.environment("alpha", "alpha-3-0")
    assert found["design"]["env_id"] == "alpha-3-0"
    assert {play["arm"] for play in found["plays"]} == {"plain", "hint"}
    assert len(found["plays"]) == 16
    first = found["plays"][0]["steps"][0]
    assert set(first) == {"action", "observation", "reward", "terminated", "truncated"}
    assert [row["env_id"] for row in found["parents"]] == ["alpha-2-1"]
    assert len(found["nearest"]) == 3 and found["nearest"][0]["similarity"] == pytest.approx(0.9)
    assert found["topic"]
    children = store.environment("alpha", "alpha-2-1")["children"]
    assert {row["env_id"] for row in children} == {"alpha-3-0", "alpha-3-1", "alpha-3-2"}


def test_an_environment_opens_when_files_around_it_are_broken(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "r", run_id="r", steps=4)
    torn, gone = tmp_path / "r/plays/step-000001.parquet", tmp_path / "r/plays/step-000002.parquet"
    torn.write_bytes(torn.read_bytes()[:100])
    gone.unlink()
    for name in ("points", "topics"):
        (tmp_path / f"r/map/{name}.parquet").write_bytes(b"torn")
    store = RunStore(tmp_path)
    whole = store.environment("r", "r-3-0")
    assert len(whole["plays"]) == 16 and whole["problems"] == []
    assert (whole["nearest"], whole["topic"]) == ([], None)
    for env_id, file in (("r-1-0", torn), ("r-2-0", gone)):
        found = store.environment("r", env_id)
        assert found["plays"] == [] and found["design"]["code"]
        assert len(found["problems"]) == 1 and str(file) in found["problems"][0]
    listing = store.catalogue()
    assert listing["runs"][0]["dots"] == 0 and store.topics("r") == []
    assert all(
        any(name in said for said in listing["problems"]) for name in ("points.parquet", "topics.parquet")
    )


def test_parents_that_the_run_does_not_hold_are_listed_as_such(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "r", run_id="r", steps=2)
    (tmp_path / "r/designs/step-000000.parquet").write_bytes(b"torn")
    found = RunStore(tmp_path).environment("r", "r-1-0")
    assert found["parents"] == [{"env_id": "r-0-1", "known": False}]
    assert (found["children"], found["children_total"]) == ([], 0)


def test_unknown_names_are_sentences(store: RunStore) -> None:
    with pytest.raises(UnknownEnvironment, match="holds no environment 'x'"):
        store.environment("alpha", "x")
    with pytest.raises(RunLogError, match="no run called 'gamma'"):
        store.points("gamma")


def test_quotes_in_names_are_data_not_sql(store: RunStore) -> None:
    with pytest.raises(UnknownEnvironment):
        store.environment("alpha", "' or 1=1 --")


def test_picks_are_proved_and_hint_helps(store: RunStore) -> None:
    picks = store.picks("alpha", 4)
    assert len(picks) == 4
    assert all(pick["solvable"] == "proved" for pick in picks)
    regrets = [pick["regret"] for pick in picks]
    assert regrets == sorted(regrets, reverse=True)


def test_steps_and_rejections_add_up(store: RunStore) -> None:
    steps = store.steps("alpha")
    assert [row["step"] for row in steps] == list(range(6))
    assert all(row["attempts"] == 4 and row["valid"] == 3 for row in steps)
    assert all(row["frontier"] + row["mastered"] + row["intractable"] == 3 for row in steps)
    assert [(row["stage"], row["count"]) for row in store.rejections("alpha")] == [("parse", 1)] * 6
    assert store.seconds("alpha")[0]["seconds_play"] == 5.0


def test_a_growing_run_is_noticed(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "live", run_id="live", steps=2)
    store = RunStore(tmp_path)
    before = store.catalogue()["runs"][0]
    shutil.rmtree(tmp_path / "live")
    write_sample_run(tmp_path / "live", run_id="live", steps=3)
    after = store.catalogue()["runs"][0]
    assert (before["dots"], after["dots"]) == (6, 9)
    assert before["version"] != after["version"]


def test_problem_runs_are_named_and_the_rest_opens(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "good", run_id="good", steps=2)
    write_sample_run(tmp_path / "unmapped", run_id="unmapped", steps=2, with_map=False)
    write_sample_run(tmp_path / "newer", run_id="newer", steps=1)
    meta = json.loads((tmp_path / "newer/run.json").read_text())
    (tmp_path / "newer/run.json").write_text(json.dumps(meta | {"schema_version": 99}))
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn/run.json").write_text('{"schema_version": 1')
    write_sample_run(tmp_path / "cut", run_id="cut", steps=2)
    cut = tmp_path / "cut/designs/step-000001.parquet"
    cut.write_bytes(cut.read_bytes()[:100])
    listing = RunStore(tmp_path).catalogue()
    assert {run["run"]: run["dots"] for run in listing["runs"]} == {"good": 6, "cut": 3, "unmapped": 0}
    said = "\n".join(listing["problems"])
    for words in (
        "newer/run.json has schema_version 99",
        "torn/run.json",
        str(cut),
        "unmapped has no topic map",
    ):
        assert words in said


def test_a_map_of_another_shape_is_one_sentence(tmp_path: Path) -> None:
    write_sample_run(tmp_path / "odd", run_id="odd", steps=1)
    table = pa.table({"env_id": ["odd-0-0"], "u": [0.0]})
    pa.parquet.write_table(table, tmp_path / "odd/map/points.parquet")
    listing = RunStore(tmp_path).catalogue()
    assert listing["runs"] == []
    assert len(listing["problems"]) == 1 and str(tmp_path / "odd") in listing["problems"][0]


def test_no_runs_at_all(tmp_path: Path) -> None:
    assert RunStore(tmp_path / "absent").catalogue()["runs"] == []


@settings(deadline=None)
@given(
    regret=st.one_of(st.none(), st.floats(-1, 1)),
    rate=st.one_of(st.none(), st.floats(0, 1)),
    plays=st.one_of(st.none(), st.integers(0, 10_000)),
)
def test_geometry_keeps_numbers_and_gaps(regret: float | None, rate: float | None, plays: int | None) -> None:
    row = dict.fromkeys(COLUMNS, None) | {
        "step": 3, "x": -1.0, "y": 1.0, "topic": 2, "regret": regret, "solve_rate_plain": rate, "n_plain": plays,
    }  # fmt: skip
    dot = geometry(pa.Table.from_pylist([row])).to_pylist()[0]
    assert (dot["x"], dot["y"], dot["step"], dot["topic"]) == (-32767, 32767, 3, 2)
    assert dot["regret"] == -128 if regret is None else abs(dot["regret"] / 100 - regret) <= 0.0051
    assert dot["solve"] == 255 if rate is None else abs(dot["solve"] / 250 - rate) <= 0.0021
    assert dot["plays"] == min(plays or 0, 255)


def test_stream_is_plain_arrow(store: RunStore) -> None:
    points = store.points("beta")
    assert pa.ipc.open_stream(ipc(points)).read_all().equals(points)


def test_json_has_no_nan() -> None:
    assert jsonable({"a": [float("nan"), 1.5, float("inf")], "b": "x"}) == {"a": [None, 1.5, None], "b": "x"}
