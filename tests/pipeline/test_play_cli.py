"""`python -m pipeline.play`: the JSON shape, the exit codes, and playing in a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
import spade_env

from pipeline import play_cli
from pipeline.sandbox import Limits, Sandbox
from tests.pipeline.sandbox_helpers import COUNT

ROOT = Path(__file__).resolve().parents[2]
TOOLS = '''
class BellEnv(ToolUseBaseEnv):
    """Ring the bell."""
    def reset(self, seed=None):
        self._start()
        self._state = {"rung": False}
        self._tools = {"ring": {"description": "Ring.", "parameters": {"type": "object",
            "properties": {"times": {"type": "integer"}}, "required": ["times"]}}}
        self._user_messages = ["Ring the bell twice."]
        self._message_criteria = [lambda state: state["rung"]]
        return self._first_obs(), {}
    def tool_ring(self, times):
        self._state["rung"] = times == 2
        return f"rang {times}"
'''


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox(Limits(step_s=1.0)) as opened:
        yield opened


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "count.py"
    path.write_text(COUNT)
    return path


def actions(tmp_path, content) -> str:
    """A file with the given JSON (or raw text)."""
    path = tmp_path / "actions.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


def test_actions_give_the_hosts_transcript(program, tmp_path, capsys):
    solution = spade_env.Episode(spade_env.load(COUNT), 4).solution()
    assert play_cli.main([str(program), "--seed", "4", "--actions", actions(tmp_path, solution)]) == 0
    out = capsys.readouterr().out
    transcript = json.loads(out)
    assert transcript == spade_env.replay(spade_env.load(COUNT), 4, solution)
    assert (transcript["outcome"], transcript["return"], transcript["fault"]) == ("won", 1.0, None)
    assert set(transcript["steps"][0]) == {"action", "observation", "reward", "terminated", "truncated"}


def test_unfinished_and_superfluous_actions(program, tmp_path, capsys):
    play_cli.main([str(program), "--actions", actions(tmp_path, ["nothing"])])
    transcript = json.loads(capsys.readouterr().out)
    assert (transcript["outcome"], transcript["return"], len(transcript["steps"])) == ("unfinished", None, 1)
    play_cli.main([str(program), "--actions", actions(tmp_path, ["nothing"] * 9)])
    transcript = json.loads(capsys.readouterr().out)
    assert (transcript["outcome"], transcript["return"], len(transcript["steps"])) == ("truncated", 0.0, 6)


def test_the_random_policy_ends_and_repeats_itself(program, capsys):
    heard = []
    for _ in range(2):
        assert play_cli.main([str(program), "--seed", "2", "--policy", "random"]) == 0
        heard.append(capsys.readouterr().out)
    assert heard[0] == heard[1]
    assert json.loads(heard[0])["outcome"] in ("won", "lost", "truncated")


def test_malformed_tools_are_one_sentence(tmp_path, capsys):
    path = tmp_path / "bell.py"
    path.write_text(TOOLS + "    def get_tools(self):\n        return [{'function': {'parameters': 3}}]\n")
    seeds = [str(seed) for seed in range(6)]  # an agent may also answer at once, and never look at the tools
    assert {play_cli.main([str(path), "--policy", "random", "--seed", seed]) for seed in seeds} == {0, 2}
    assert "tool schemas are malformed" in capsys.readouterr().err


def test_a_broken_program_is_a_void_episode(tmp_path, capsys):
    path = tmp_path / "broken.py"
    path.write_text(COUNT.replace("if action", "1 // 0\n        if action"))
    assert play_cli.main([str(path), "--actions", actions(tmp_path, ["x"])]) == 0
    transcript = json.loads(capsys.readouterr().out)
    assert (transcript["outcome"], transcript["return"]) == ("void", None)
    assert transcript["fault"].startswith("env_fault:ZeroDivisionError@")
    path.write_text("\nclass A(:\n")
    assert play_cli.main([str(path), "--policy", "random"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["outcome"] == "void"
    assert "did not load" in captured.err and "line 2" in captured.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is not JSON"),
        ('{"a": 1}', "must hold a JSON list of strings"),
        ("[1]", "must hold a JSON list of strings"),
    ],
)
def test_bad_actions_are_one_sentence(program, tmp_path, capsys, content, words):
    assert play_cli.main([str(program), "--actions", actions(tmp_path, content)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err and "actions.json" in captured.err
    assert captured.err.count("\n") == 1


def test_missing_files_and_bad_options(program, tmp_path, capsys):
    assert play_cli.main([str(tmp_path / "none.py"), "--policy", "random"]) == 2
    assert play_cli.main([str(program), "--actions", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.count("No such file") == 2
    for bad in (["--policy", "best"], ["--seed", "x"], ["--policy", "random", "--actions", "a.json"]):
        with pytest.raises(SystemExit) as raised:
            play_cli.main([str(program), *bad])
        assert raised.value.code == 2


def test_the_module_is_the_command(program):
    done = subprocess.run(
        [sys.executable, "-m", "pipeline.play", str(program), "--seed", "1", "--policy", "random"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["seed"] == 1
    assert "Traceback" not in done.stderr
    piped = subprocess.run(
        [sys.executable, "-m", "pipeline.play", str(program)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert piped.returncode == 2
    assert "not a terminal" in piped.stderr


def played(sandbox, source: str, seed: int, lines: list[str]) -> str:
    """Everything a person sees who types these lines and then leaves."""
    typed, shown = iter(lines), []

    def read(prompt: str) -> str:
        shown.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    play_cli.Terminal(sandbox, source, seed, read, shown.append).run()
    return "\n".join(shown)


def test_a_person_can_win_take_back_and_start_again(sandbox):
    first, second, third = [
        action.removeprefix("\\boxed{").rstrip("}")
        for action in spade_env.Episode(spade_env.load(COUNT), 4).solution()
    ]
    shown = played(
        sandbox, COUNT, 4,
        ["wrong", first, "/undo", "/undo", first, second, "/hint", third, "late", "/restart", "/quit", "never"],
    )  # fmt: skip
    assert shown.count("turn 1/6> ") == 3  # at the start, after the second undo, after the restart
    assert f"stop at {third}" in shown
    assert "-- won after 3 turns (return 1)" in shown
    assert "The episode is over" in shown
    assert "over> " in shown
    assert "never" not in shown


def test_other_instances_and_help(sandbox):
    shown = played(sandbox, COUNT, 4, ["/seed 9", "/seed x", "/nonsense", "/tools", "/give-up", ""])
    assert spade_env.Episode(spade_env.load(COUNT), 9).first_observation in shown
    assert "expects a whole number" in shown
    odd = played(sandbox, COUNT, 4, [f"/seed {seed}" for seed in ("²", "--5", "9" * 5000)])
    assert (
        odd.count("/seed expects a whole number, for example /seed 7") == 3 and "invalid literal" not in odd
    )
    assert "no command /nonsense" in shown
    assert "has no tools" in shown
    assert spade_env.Episode(spade_env.load(COUNT), 9).solution()[0] in shown


def test_tools_can_be_called_by_hand(sandbox):
    shown = played(
        sandbox, TOOLS, 0, ["/tools", '/call ring {"times": 1}', "/call ring {", '/call ring {"times": 2}']
    )
    assert '"name": "ring"' in shown
    assert "rang 1" in shown
    assert "not JSON" in shown
    assert "-- won after 2 turns" in shown


def test_turns_so_far_and_moves_found_in_the_text(sandbox):
    source = COUNT.replace("Say the next number.", "Reply \\\\boxed{{up}} or \\\\boxed{{down}}.", 2)
    shown = played(sandbox, source, 4, ["/history", "/moves", "up", "down", "/undo", "/history"])
    assert "No turns yet." in shown
    assert "up, down" in shown
    history = shown[shown.rindex("1  ") :]
    assert history.startswith("1  \\boxed{up}  ->  At ") and "down" not in history


def test_control_codes_are_not_obeyed(sandbox):
    source = COUNT.replace('return f"At {self.at}.", float', 'return "\\x1b[2Jgone", float')
    shown = played(sandbox, source, 0, ["x"])
    assert "\x1b" not in shown and "gone" in shown


def test_a_program_that_breaks_during_play_says_so(sandbox):
    source = COUNT.replace("if action", "1 // 0\n        if action")
    assert "-- void after 0 turns (no return, env_fault:ZeroDivisionError@" in played(
        sandbox, source, 0, ["x"]
    )


def test_a_real_terminal(program):
    """prompt_toolkit on a pseudo-terminal, through the real command."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pipeline.play", str(program), "--seed", "4"],
        cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "dumb"},
    )  # fmt: skip
    os.close(theirs)
    seen = _read_until(ours, b"turn 1/6>")
    os.write(ours, b"wrong\r")
    seen += _read_until(ours, b"turn 2/6>")
    os.write(ours, b"/quit\r")
    assert process.wait(20) == 0
    os.close(ours)
    assert b"/undo" in seen and b"At " in seen


def _read_until(descriptor: int, words: bytes, seconds: float = 30.0) -> bytes:
    seen, end = b"", time.monotonic() + seconds
    while words not in seen:
        ready, _, _ = select.select([descriptor], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"{words!r} did not appear in {seen!r}"
        seen += os.read(descriptor, 4096)
    return seen
