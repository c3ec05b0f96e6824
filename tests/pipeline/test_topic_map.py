"""The topic map: where rows land, what new rows move (nothing), what topics are called."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.run_log import RunWriter
from pipeline.topic_layout import condense, make_frame, project, through
from pipeline.topic_levels import levels, topic_rows
from pipeline.topic_map import (
    FIRST_MAP,
    build_map,
    build_maps,
    describe,
    follow,
    main,
    minilm,
    rename,
)
from pipeline.topic_store import TopicMapError, nearest

SUBJECTS = {
    "lamps": "Flip switches until every lamp over the {} glows.",
    "weights": "Find how many grams the {} weighs from heavier or lighter.",
    "ferry": "Carry passengers over the river to the {} by boat.",
    "ledger": "Post payments to the {} account and close the ledger.",
}
THINGS = ("barrel", "comet", "orchid", "glacier", "bridge", "whale", "clock", "turnip", "anvil", "kettle")


def design(step: int, index: int, subject: str, thing: str) -> dict:
    title = f"{thing.title()} {subject}"
    summary = SUBJECTS[subject].format(thing)
    code = f'class TestEnv:\n    """{title}\n    {summary}"""\n'
    return {
        "env_id": f"r-{step}-{index}", "step": step, "attempt": index, "title": title, "summary": summary,
        "first_observation": summary, "code": code, "valid": index != 99,
    }  # fmt: skip


def write_run(path: Path, steps: int, start: int = 0) -> None:
    """``steps`` steps of one design per subject; step ``s`` names the thing ``THINGS[s]``, then a number."""
    writer = RunWriter.open(path) if start else RunWriter.create(path, {"run_id": "r"})
    for step in range(start, start + steps):
        thing = THINGS[step % len(THINGS)] + (f" {step}" if step >= len(THINGS) else "")
        rows = [design(step, i, subject, thing) for i, subject in enumerate(SUBJECTS)]
        rows.append({**design(step, 99, "lamps", thing), "valid": False})
        writer.write_step(step, designs=rows, plays=[], updates=[])


def by_subject(texts: Sequence[str]) -> np.ndarray:
    """A stand-in for MiniLM: four well separated directions, one for anything else, and a little noise fixed
    by the text."""
    rows = []
    for text in texts:
        centre = np.zeros(32)
        held = (i for i, s in enumerate(SUBJECTS) if re.match(rf"\w+( \d+)? {s}\n", text.lower()))
        centre[next(held, len(SUBJECTS))] = 1.0
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
        row = centre + 0.08 * np.random.default_rng(seed).normal(size=32)
        rows.append(row / np.linalg.norm(row))
    return np.asarray(rows, dtype=np.float32)


def points(run: Path) -> dict[str, dict]:
    return {row["env_id"]: row for row in pq.read_table(run / "map/points.parquet").to_pylist()}


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("map") / "r"
    write_run(run, 12)
    build_map(run, embed=by_subject)
    return run


def test_every_valid_design_is_placed_once(mapped: Path) -> None:
    placed = points(mapped)
    assert len(placed) == 48
    assert not any(env_id.endswith("-99") for env_id in placed)
    assert all(-1 <= row[axis] <= 1 for row in placed.values() for axis in "xy")
    assert max(row["x"] for row in placed.values()) == pytest.approx(1)


def test_subjects_land_together_and_get_names(mapped: Path) -> None:
    placed = points(mapped)
    for row in placed.values():
        own = row["env_id"].split("-")[2]
        assert all(other.split("-")[2] == own for other in row["neighbors"])
    topics = pq.read_table(mapped / "map/topics.parquet").to_pylist()
    finest = max(t["level"] for t in topics)
    fine = {t["topic"]: t for t in topics if t["level"] == finest}
    assert len(fine) >= 4
    assert sum(t["size"] for t in fine.values()) == 48 == sum(t["size"] for t in topics if t["level"] == 0)
    subjects_of = {key: {e.split("-")[2] for e, row in placed.items() if row["topic"] == key} for key in fine}
    assert all(len(subjects) == 1 for subjects in subjects_of.values())
    labels = [t["label"] for t in topics if t["level"] == finest]
    assert len(set(labels)) == len(labels)
    assert not any(label.lower().startswith("topic") or any(c.isdigit() for c in label) for label in labels)


def test_new_rows_move_nothing(mapped: Path, tmp_path: Path) -> None:
    run = tmp_path / "r"
    write_run(run, 12)
    build_map(run, embed=by_subject)
    before = points(run)
    assert before == points(mapped)  # the seeded layout repeats
    write_run(run, 2, start=12)
    calls: list[int] = []

    def counting(texts: Sequence[str]) -> np.ndarray:
        calls.append(len(texts))
        return by_subject(texts)

    assert build_map(run, embed=counting)["added"] == 8
    assert calls == [8]
    after = points(run)
    assert len(after) == 56
    assert all(after[e]["x"] == row["x"] and after[e]["y"] == row["y"] for e, row in before.items())
    for env_id in (f"r-12-{i}" for i in range(4)):
        new = after[env_id]
        same = [r for e, r in before.items() if e.split("-")[2] == env_id.split("-")[2]]
        other = [r for e, r in before.items() if e.split("-")[2] != env_id.split("-")[2]]
        assert new["topic"] in {r["topic"] for r in same}

        def closest(rows: list[dict], at: dict = new) -> float:
            return min((r["x"] - at["x"]) ** 2 + (r["y"] - at["y"]) ** 2 for r in rows)

        assert closest(same) < closest(other)
    assert build_map(run, embed=counting)["added"] == 0
    assert calls == [8]


def test_a_second_run_shares_the_plane(mapped: Path, tmp_path: Path) -> None:
    run = tmp_path / "second"
    write_run(run, 3)
    meta = build_map(run, like=mapped, embed=by_subject)
    assert meta["projection"] == json.loads((mapped / "map/meta.json").read_text())["projection"]
    first, second = points(mapped), points(run)
    assert set(second) == {f"r-{step}-{i}" for step in range(3) for i in range(4)}
    for env_id, row in second.items():
        assert row["topic"] == first[env_id]["topic"]
    with pytest.raises(TopicMapError, match="has no usable map"):
        build_map(run, like=tmp_path, embed=by_subject)


def test_changed_or_few_rows_are_laid_out_again(tmp_path: Path) -> None:
    run = tmp_path / "r"
    write_run(run, 1)
    assert build_map(run, embed=by_subject)["method"] == "principal components"
    write_run(run, 1, start=1)
    meta = build_map(run, embed=by_subject)
    assert (meta["added"], meta["points"]) == (4, 8)
    (run / "map/points.parquet").write_bytes(b"torn")
    with pytest.raises(TopicMapError, match=r"map cannot be read; delete the folder"):
        build_map(run, embed=by_subject)


def test_minilm_itself_groups_meanings_and_the_command_line_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "r"
    write_run(run, 2)
    assert main([str(run)]) == 0
    assert "8 environments, 8 placed now" in capsys.readouterr().out
    vectors = minilm(["Flip the lamp switches.", "Turn the lights on.", "Post a payment to the account."])
    assert vectors.shape == (3, 384)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]
    assert main([str(tmp_path / "absent")]) == 2
    assert "is not a run directory" in capsys.readouterr().err


def test_a_run_that_is_not_there_is_told_before_any_is_mapped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run, readme, nope = tmp_path / "r", tmp_path / "README.md", tmp_path / "nope"
    write_run(run, 1)
    readme.write_text("not a run")
    absent = f"{nope}/run.json does not exist, so {nope} is not a run directory\n"
    for arguments, sentence in (
        ([run, nope], absent),
        ([run, readme, nope, "--refit"], absent),
        ([run, "--like", nope], absent),
        ([readme], f"{readme} is a file, expected a run directory\n"),
    ):
        assert main(list(map(str, arguments))) == 2
        assert capsys.readouterr().err == sentence
    assert not (run / "map").exists()
    mapped = []
    made = {"points": 4, "added": 4, "method": "umap"}
    monkeypatch.setattr("pipeline.topic_map.build_map", lambda path, **_: mapped.append(path) or made)
    assert main([str(run), str(readme)]) == 0  # as data/runs/* names them
    assert mapped == [run]


@pytest.mark.parametrize("moved", range(4))
def test_a_refit_cut_short_leaves_one_map_or_none(tmp_path: Path, monkeypatch, moved: int) -> None:
    """Killed while files take their places, the next call lays out anew instead of mixing two makings."""
    write_run(tmp_path / "r", 4)
    build_map(tmp_path / "r", embed=by_subject)
    expected = build_map(tmp_path / "r", refit=True, seed=1, embed=by_subject)
    build_map(tmp_path / "r", refit=True, embed=by_subject)
    replace, done = os.replace, []

    def cut_short(old: Path, new: Path) -> None:
        if ".new." in str(old) and ".tmp" not in str(old):
            done.append(new)
            if len(done) > moved:
                raise KeyboardInterrupt
        replace(old, new)

    monkeypatch.setattr(os, "replace", cut_short)
    with pytest.raises(KeyboardInterrupt):
        build_map(tmp_path / "r", refit=True, seed=1, embed=by_subject)
    monkeypatch.undo()
    again = build_map(tmp_path / "r", seed=1, embed=by_subject)
    assert {**again, "added": None} == {**expected, "added": None}
    assert not list((tmp_path / "r" / "map").glob(".*"))


def test_ctrl_c_is_no_success(tmp_path: Path, monkeypatch, capsys) -> None:
    def interrupted(*_args, **_named):
        raise KeyboardInterrupt

    write_run(tmp_path / "r", 1)
    monkeypatch.setattr("pipeline.topic_map.build_map", interrupted)
    assert main([str(tmp_path / "r")]) == 130
    assert capsys.readouterr().err.startswith("interrupted")


def test_nothing_valid_is_a_sentence(tmp_path: Path) -> None:
    RunWriter.create(tmp_path / "r", {"run_id": "r"})
    with pytest.raises(TopicMapError, match="no valid environment yet"):
        build_map(tmp_path / "r", embed=by_subject)


def test_description_says_each_part_once() -> None:
    row = design(0, 0, "lamps", "barrel") | {"title": None}
    assert describe(row).splitlines() == [row["summary"], "Barrel lamps"]


def test_nearest_matches_brute_force() -> None:
    vectors = by_subject([f"lamps {i}" for i in range(7)])
    index, value = nearest(vectors, 3)
    for i in range(7):
        others = sorted((j for j in range(7) if j != i), key=lambda j: -float(vectors[i] @ vectors[j]))
        assert index[i].tolist() == others[:3]
        assert value[i] == pytest.approx([float(vectors[i] @ vectors[j]) for j in others[:3]], abs=1e-6)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=2, max_size=40))
def test_frame_keeps_order_and_returns(places: list[tuple[float, float]]) -> None:
    raw = np.asarray(places)
    shown = through(raw, make_frame(raw))
    assert np.abs(shown).max() <= 1 + 1e-6
    for axis in range(2):
        order = np.argsort(raw[:, axis], kind="stable")
        assert (np.diff(shown[order, axis]) >= -1e-5).all()


def blobs(counts: dict[tuple[float, float], int], spread: float = 0.02) -> np.ndarray:
    """Clouds of points round the given centres."""
    rng = np.random.default_rng(0)
    return np.vstack([rng.normal(centre, spread, size=(n, 2)) for centre, n in counts.items()])


def test_layouts_repeat_when_groups_hang_together_only_within_themselves() -> None:
    rng = np.random.default_rng(0)
    centres = np.repeat(np.eye(5, 32), 4, axis=0) + 0.02 * rng.normal(size=(20, 32))
    vectors = centres[rng.integers(0, 20, 750)]  # programs told alike, in five subjects that share nothing
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    for lay_out in (lambda: project(vectors, 3)[0], lambda: condense(vectors, 3)):
        assert np.array_equal(lay_out(), lay_out())


def test_levels_follow_the_density_and_nest() -> None:
    near = [(0.0, 0.0), (0.3, 0.0), (0.0, 0.3)]
    counts = {(x + 9 * i, y + 9 * j): 15 for i in range(6) for j in range(5) for x, y in near}
    found = levels(blobs(counts), blobs(counts))
    sizes = [len(np.unique(member)) for member in found]
    assert sizes == [90, 30, 12]  # ninety clouds, standing in thirty groups of three; then regions
    for fine, coarse in itertools.pairwise(found):
        for topic in np.unique(fine):
            assert len(np.unique(coarse[fine == topic])) == 1
    told = [(None, f"Reach hut {chr(97 + int(t))}{chr(97 + int(t))} by rope") for t in found[0]]
    rows = topic_rows(found, blobs(counts), told, [None] * len(told))
    for level, member in enumerate(reversed(found)):
        own = [row for row in rows if row["level"] == level]
        assert {row["topic"]: row["size"] for row in own} == dict(enumerate(np.bincount(member)))
    few = blobs({(0.0, 0.0): 3})
    assert levels(few, few)[0].tolist() == [0, 0, 0]


def test_regions_lie_together_on_the_map_where_topics_alike_do_not() -> None:
    places = {(10.0 * i, 10.0 * j): 30 for i in range(6) for j in range(5)}
    order = np.random.default_rng(1).permutation(30)  # topics stand in a row, on the map in a grid
    row = blobs({(float(place), 0.0): 30 for place in order}, spread=0.01)
    xy = blobs(places)
    fine, regions = levels(row, xy)
    assert (len(np.unique(fine)), len(np.unique(regions))) == (30, 12)
    for region in np.unique(regions):
        own = np.unique(np.round(xy[regions == region] / 10), axis=0)
        apart = np.linalg.norm(own[:, None] - own[None], axis=2)
        assert len(own) == 1 or (np.sort(apart, axis=1)[:, 1] <= 1.5).all()  # each beside another of its own


def test_two_runs_are_laid_out_together(tmp_path: Path) -> None:
    runs = [tmp_path / "a", tmp_path / "b"]
    write_run(runs[0], 8)
    write_run(runs[1], 4)
    metas = build_maps(runs, embed=by_subject)
    assert [meta["points"] for meta in metas] == [32, 16]
    assert metas[0]["projection"] == metas[1]["projection"]
    first, second = points(runs[0]), points(runs[1])
    assert all(first[e]["topic"] == row["topic"] for e, row in second.items())
    for env_id, row in second.items():
        near = min(first, key=lambda e: (first[e]["x"] - row["x"]) ** 2 + (first[e]["y"] - row["y"]) ** 2)
        assert near.split("-")[2] == env_id.split("-")[2]  # the same subject, so the same part of the plane
    before = points(runs[0])
    write_run(runs[1], 1, start=4)
    assert [meta["added"] for meta in build_maps(runs, embed=by_subject)] == [0, 4]
    assert points(runs[0]) == before and len(points(runs[1])) == 20


def test_following_a_job_places_what_it_writes_and_moves_nothing(tmp_path: Path) -> None:
    run = tmp_path / "r"
    write_run(run, 3)
    said: list[str] = []
    seen: list[dict[str, dict]] = []

    def job(seconds: float) -> None:
        """What the training job does while the follower waits."""
        steps = RunWriter.open(run).steps
        made = (run / "map/points.parquet").exists()
        assert made == (4 * steps >= FIRST_MAP)
        if made:
            seen.append(points(run))
        if len(seen) < 3:
            write_run(run, 9 if steps == 3 else 2, start=steps)
        else:
            RunWriter.open(run).finish("complete")

    follow(run, embed=by_subject, say=said.append, wait=job)
    assert [len(rows) for rows in seen] == [48, 56, 64]
    for earlier, later in itertools.pairwise([*seen, points(run)]):
        assert all((later[e]["x"], later[e]["y"]) == (row["x"], row["y"]) for e, row in earlier.items())
    assert [line.split(" placed")[0] for line in said] == [
        "48 environments, 48", "56 environments, 8", "64 environments, 8",
    ]  # fmt: skip


def test_renaming_changes_names_alone(tmp_path: Path) -> None:
    runs = [tmp_path / "a", tmp_path / "b"]
    write_run(runs[0], 8)
    write_run(runs[1], 4)
    build_maps(runs, embed=by_subject)
    before = [(points(run), pq.read_table(run / "map/topics.parquet").to_pylist()) for run in runs]

    def scales(texts: Sequence[str]) -> np.ndarray:
        """Whatever hides a weight is a weighing puzzle; nothing else in the vocabulary is near."""
        weights = np.eye(32, dtype=np.float32)[list(SUBJECTS).index("weights")]
        return np.stack([weights if text.startswith("Weighing puzzles: ") else -weights for text in texts])

    rename(runs, embed=scales)
    for run, (dots, topics) in zip(runs, before, strict=True):
        assert points(run) == dots
        after = pq.read_table(run / "map/topics.parquet").to_pylist()
        assert [(t["topic"], t["level"], t["size"]) for t in after] == [
            (t["topic"], t["level"], t["size"]) for t in topics
        ]
        assert any(t["label"].startswith("Weighing puzzles") for t in after)
    alone = tmp_path / "c"
    write_run(alone, 4)
    with pytest.raises(TopicMapError, match="c has no map on the plane"):
        rename([runs[0], alone], embed=scales)
