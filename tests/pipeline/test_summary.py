"""The summary's numbers are those a reader computes by hand from the log."""

from __future__ import annotations

import pytest

from pipeline.run_log import RunReader, RunWriter
from pipeline.summary import by_step, main, thirds


def test_thirds_by_hand():
    a, a_se, b, b_se = thirds([0.0, 2.0, 9.0, 9.0, 4.0, 8.0])
    assert (a, b) == (1.0, 6.0)
    assert a_se == pytest.approx(1.0) and b_se == pytest.approx(2.0)  # sd 1.414 and 2.828 over root 2


def test_invalid_designs_count_for_validity_only(tmp_path, capsys):
    writer = RunWriter.create(tmp_path / "r", {"run_id": "r", "preset": "p", "model": "m"})
    for step in range(6):
        rows = [
            {
                "env_id": "a",
                "step": step,
                "valid": True,
                "return_plain": step / 10,
                "regret": 0.5,
                "lines": 30,
                "quadrant": "frontier" if step % 3 else "mastered",
                "return_hint": 1.0,
                "turns_mean": 2.0,
                "novelty": 0.1,
            },
            {"env_id": "b", "step": step, "valid": False, "return_plain": None, "lines": 99},
        ]
        writer.write_step(step, designs=rows, plays=[], updates=[])
    with RunReader(tmp_path / "r") as run:
        values = by_step(run)
    assert values["valid designs"] == [0.5] * 6
    assert values["return, plain arm"] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.5])
    assert values["lines per program"] == [30.0] * 6
    assert values["frontier, of valid designs"] == [0.0, 1.0, 1.0, 0.0, 1.0, 1.0]
    assert main([str(tmp_path / "r")]) == 0
    rows = [line.split(" | ")[0] for line in capsys.readouterr().out.splitlines()]
    assert "| frontier, of valid designs" in rows


def test_a_measure_that_few_steps_have_is_left_blank(tmp_path, capsys):
    writer = RunWriter.create(tmp_path / "r", {"run_id": "r", "preset": "p", "model": "m"})
    for step in range(6):
        regret = 0.5 if step < 5 else None
        row = {"env_id": "a", "step": step, "valid": True, "return_plain": step / 10, "regret": regret}
        writer.write_step(step, designs=[row], plays=[], updates=[])
    assert main([str(tmp_path / "r")]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert "| regret | – | – | – |" in rows
    assert "| return, plain arm | 0.050 ± 0.050 | 0.450 ± 0.050 | +0.400 ± 0.071 |" in rows


def test_a_short_or_missing_run_is_one_sentence(tmp_path, capsys):
    RunWriter.create(tmp_path / "r", {"run_id": "r"})
    for path in (tmp_path / "r", tmp_path / "none"):
        assert main([str(path)]) == 2
        error = capsys.readouterr().err
        assert str(path) in error and error.count("\n") == 1
