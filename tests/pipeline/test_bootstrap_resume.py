"""Stopping and resuming the base model's training, and what its command refuses before training begins."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipeline.bootstrap import train_base
from pipeline.bootstrap.__main__ import main
from pipeline.bootstrap.dataset import read_passages
from pipeline.bootstrap.passages import PASSAGES
from pipeline.bootstrap.train_base import Trainer, TrainOptions

OPTIONS = TrainOptions(size="micro", max_steps=1, tokens=256, tokenizer_programs=30)


@pytest.fixture(scope="module")
def passages():
    return read_passages(PASSAGES)[:20]


@pytest.fixture(scope="module")
def saved(passages, tmp_path_factory):
    """The folder of a training of one step."""
    work = tmp_path_factory.mktemp("saved")
    Trainer(passages, OPTIONS, work).run()
    return work


@pytest.fixture
def work(saved, tmp_path):
    """A copy of that folder."""
    return shutil.copytree(saved, tmp_path / "work")


def _refused(capsys, *arguments):
    """What the command says when it refuses ``arguments``."""
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as stop:
        status = stop.code
    said = capsys.readouterr().err
    assert status == 2 and "Traceback" not in said
    return said


def test_a_training_killed_before_its_first_save_leaves_nothing_older_to_resume(passages, work):
    assert (work / "state.pt").exists() and (work / "latest").exists()
    Trainer(passages, OPTIONS, work)  # and killed here
    assert not (work / "latest").exists()
    with pytest.raises(ValueError, match=r"--resume: .*state\.pt does not exist"):
        Trainer(passages, OPTIONS, work, resume=True)


def test_a_resumed_log_holds_every_step_once(passages, work, monkeypatch):
    monkeypatch.setattr(train_base, "LOG_EVERY", 1)
    log = work / "training_log.jsonl"
    whole = [json.dumps({"step": step, "loss": 9.0}) for step in (1, 2, 3)]
    log.write_text("\n".join(whole) + '\n{"step": 4, "lo')  # killed in the midst of a row, saved at step 1
    resumed = Trainer(passages, TrainOptions(**{**vars(OPTIONS), "max_steps": 2}), work, resume=True)
    assert log.read_text() == whole[0] + "\n"
    resumed.run()
    assert [json.loads(line)["step"] for line in log.read_text().splitlines()] == [1, 2]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--size", "tiny"], "--size is tiny, but the training in {state} has --size micro"),
        (
            ["--size", "micro", "--threads", "1"],
            "--threads is 1, but the training in {state} has --threads 2",
        ),
        (["--size", "micro", "--seed", "3"], "--seed is 3, but the training in {state} has --seed 0"),
    ],
)
def test_resuming_with_other_options_is_refused_by_name(work, tmp_path, capsys, given, words):
    before = (work / "state.pt").read_bytes()
    said = _refused(capsys, "--out", tmp_path / "out", "--work", work, "--resume", *given)
    assert words.format(state=work / "state.pt") in said
    assert (work / "state.pt").read_bytes() == before


def test_a_broken_state_is_refused(work, tmp_path, capsys):
    (work / "state.pt").write_bytes(b"no state")
    said = _refused(capsys, "--out", tmp_path / "out", "--work", work, "--resume")
    assert f"--resume: {work / 'state.pt'} is not a state that can be continued from" in said


@pytest.mark.parametrize("option", ["--threads", "--designs", "--episodes", "--minutes"])
@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_numbers_are_checked_before_training(tmp_path, capsys, option, value):
    assert f"argument {option}: {value} is not a" in _refused(capsys, "--out", tmp_path, option, value)


@pytest.mark.parametrize("option", ["--out", "--work"])
def test_folders_are_tried_before_training(tmp_path, capsys, monkeypatch, option):
    monkeypatch.setattr(train_base, "Trainer", lambda *_, **__: pytest.fail("training began"))
    (tmp_path / "file").touch()
    folders: dict[str, Path] = {"--out": tmp_path / "out", "--work": tmp_path / "work"}
    folders[option] = tmp_path / "file" / "below"
    said = _refused(capsys, "--out", folders["--out"], "--work", folders["--work"])
    assert f"{option}: {folders[option]} cannot be written (Not a directory)" in said
