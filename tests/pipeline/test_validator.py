"""The validator: every check rejects the program made to fail it, with a sentence, and nothing else does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline import validator
from pipeline.novelty import NoveltyIndex
from pipeline.sandbox import Limits, Sandbox
from pipeline.validator import STAGES, validate

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = Path(__file__).parent / "hostile"

GOOD = '''
import random

class VaultEnv:
    """Open the vault. Find the code before the guard returns."""
    def __init__(self, max_turns=6):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.code = rng.randint(100, 999)
        self.t = 0
        return "Guess the code, a number from 100 to 999, as \\\\boxed{number}.", {}
    def step(self, action):
        self.t += 1
        won = action == f"\\\\boxed{{{self.code}}}"
        return ("It opens." if won else "Nothing moves."), float(won), won, self.t >= self.max_turns, {}
    def hint(self):
        return f"the digits add up to {sum(map(int, str(self.code)))}, and the code is {self.code}"
    def solution(self):
        return [str(self.code)]
'''
TOOLS = '''
class ShelfEnv(ToolUseBaseEnv):
    """The shelf. Put the right thing away."""
    def reset(self, seed=None):
        self._start()
        self.thing = random.Random(seed).choice(["lamp", "rope", "bell", "drum", "kite"])
        self._state = {"shelf": []}
        self._tools = {"put": {"description": "Put a thing away.", "parameters": {"type": "object",
            "properties": {"thing": {"type": "string"}}, "required": ["thing"]}}}
        self._user_messages = [f"Put the {self.thing} away."]
        self._message_criteria = [lambda state: self.thing in state["shelf"]]
        return self._first_obs(), {}
    def tool_put(self, thing):
        self._state["shelf"].append(thing)
        return "ok"
    def solution(self):
        return ['<tool_call>{"name": "put", "arguments": {"thing": "' + self.thing + '"}}</tool_call>']
'''


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox(Limits(step_s=1.0, reset_s=1.5)) as opened:
        yield opened


def changed(old: str, new: str) -> str:
    """GOOD with one place changed."""
    assert old in GOOD
    return GOOD.replace(old, new)


def test_a_good_game_passes_every_check(sandbox):
    verdict = validate(GOOD, sandbox, known=NoveltyIndex())
    assert verdict.valid, verdict.reason
    assert (verdict.stage, verdict.reason, verdict.fault) == (None, None, None)
    assert verdict.checks == dict.fromkeys(STAGES, "pass") | {"tools": "skip"}
    assert (verdict.kind, verdict.title, verdict.solvable) == ("game", "Open the vault", "proved")
    assert verdict.summary == "Find the code before the guard returns."
    assert verdict.random_win_rate < 0.15
    assert (verdict.imports, verdict.max_turns, verdict.lines) == (["random"], 6, GOOD.count("\n"))
    assert verdict.first_observation.startswith("Guess the code")
    assert (verdict.novelty, verdict.nearest) == (1.0, None)
    assert set(verdict.timings_ms) == set(STAGES)


def test_a_good_tool_environment_passes(sandbox):
    verdict = validate(TOOLS, sandbox, checks=frozenset(STAGES) - {"trivial"})
    assert verdict.valid, verdict.reason
    assert verdict.kind == "tool_use"
    assert [tool["function"]["name"] for tool in verdict.tools] == ["put"]
    assert (verdict.checks["tools"], verdict.checks["trivial"]) == ("pass", "skip")


HASHED = changed("self.t = 0", 'self.t = 0\n        self.code = 100 + hash("vault") % 900')
WALKED = changed('"Nothing moves."', '"".join({"left", "right", "up", "down", "in", "out"})')
REMEMBERED = changed("self.t = 0", "self.t = 0\n        VaultEnv.n = getattr(VaultEnv, 'n', 0) + 1").replace(
    '"Nothing moves."', 'f"Nothing moves ({VaultEnv.n})."'
)
REJECTED = [
    ("parse", "class A(:\n", None, "not valid Python"),
    ("load", "import subprocess\n" + GOOD, "env_fault", "ModuleNotFoundError"),
    ("load", "while True:\n    pass\n", "env_timeout", "did not end within"),
    ("contract", "class Vault:\n    pass\n", None, "class whose name ends in Env"),
    ("contract", changed("return (", "return 3, ("), "env_fault", "step"),
    ("contract", changed("self.t += 1", "while True: pass"), "env_timeout", "did not end within"),
    ("reset", changed("self.t = 0", "self.t = 0\n        1 // (0 if seed == 3 else 1)"), "env_fault", "seed 3"),
    ("determinism", changed("random.Random(seed)", "random.SystemRandom()"), None, "same seed and actions"),
    ("determinism", HASHED, None, "hash()"),
    ("determinism", WALKED, None, "sort sets"),
    ("determinism", REMEMBERED, None, "same seed and actions"),
    ("diversity", changed("random.Random(seed)", "random.Random(4)"), None, "same instance"),
    ("probes", changed("self.t += 1", "int(action[7:-1] or 'x'); self.t += 1"), "env_fault", "broke the program"),
    ("solvable", changed("[str(self.code)]", "[str(self.code + 1)]"), None, "does not win"),
    ("trivial", changed("randint(100, 999)", "randint(100, 102)").replace("to 999", "to 102"), None, "random play wins"),
    ("leak", changed('"Guess the code,', "self.hint() + '. Guess the code," ).replace('number}."', "number}.'"), None, "hint"),
    ("cost", changed("self.t += 1", "self.t += 1; time.sleep(0.06)").replace("import random", "import random, time"), None, "50 ms"),
    ("cost", changed("self.t = 0", "self.t = 0; self.ballast = bytearray(45 << 20)"), None, "MiB"),
]  # fmt: skip


@pytest.mark.parametrize(("stage", "source", "fault", "words"), REJECTED, ids=lambda value: str(value)[:12])
def test_a_flaw_is_found_at_its_stage(sandbox, stage, source, fault, words):
    known = NoveltyIndex()
    # What is slow or large for `cost` is too slow for forty random episodes, which come first.
    checks = frozenset({"cost"}) if stage == "cost" else None
    verdict = validate(source, sandbox, known=known, checks=checks)
    assert (verdict.valid, verdict.stage, verdict.fault) == (False, stage, fault), verdict
    assert words in verdict.reason
    assert "\n" not in verdict.reason
    assert verdict.checks[stage] == "fail"
    later = STAGES[STAGES.index(stage) + 1 :]
    assert {verdict.checks[name] for name in later} <= {"skip"}


def test_tools_that_crash_are_found(sandbox):
    source = TOOLS.replace('return "ok"', "return 1 / 0")
    verdict = validate(source, sandbox, checks=frozenset({"tools"}))
    assert (verdict.stage, verdict.fault) == ("tools", "env_fault")
    assert "put" in verdict.reason


def test_repetition_is_found(sandbox):
    known = NoveltyIndex()
    known.add("first", GOOD)
    retold = validate(changed("Nothing moves.", "The door stays shut."), sandbox, known=known)
    assert retold.valid
    assert (retold.nearest, 0 < retold.novelty < 0.3) == ("first", True)
    again = validate(GOOD + "\n# the same\n", sandbox, known=known)
    assert (again.valid, again.stage, again.novelty) == (False, "novelty", 0.0)
    assert "first" in again.reason


def test_checks_can_be_switched_off(sandbox):
    trivial = changed("randint(100, 999)", "randint(100, 102)").replace("to 999", "to 102")
    verdict = validate(trivial, sandbox, checks=frozenset(STAGES) - {"trivial"})
    assert verdict.valid
    assert (verdict.checks["trivial"], verdict.random_win_rate) == ("skip", None)
    with pytest.raises(ValueError, match="unknown check 'style'"):
        validate(GOOD, sandbox, checks=frozenset({"style"}))


def test_no_solution_is_unknown_and_said_so(sandbox):
    verdict = validate(GOOD.partition("    def solution")[0], sandbox)
    assert verdict.valid
    assert (verdict.solvable, verdict.checks["solvable"]) == ("unknown", "unknown")
    refuted = validate(changed("[str(self.code)]", "['1']"), sandbox)
    assert refuted.solvable == "refuted"


@pytest.mark.parametrize("path", sorted(HOSTILE.glob("protocol_*.py")), ids=lambda path: path.stem)
def test_forged_answers_are_rejections(sandbox, path):
    verdict = validate(path.read_text(), sandbox)
    assert not verdict.valid
    assert verdict.fault == "env_fault" or verdict.fault == "env_timeout"


def test_a_program_cannot_answer_for_its_checks_in_the_wrong_shape(sandbox):
    source = """
import os
os.write(3, b'{"program": 3}\\n')
while True:
    pass
"""
    verdict = validate(source, sandbox)
    assert (verdict.valid, verdict.stage, verdict.fault) == (False, "load", "env_fault")
    assert "interfered" in verdict.reason


def test_after_all_that_a_good_program_still_passes(sandbox):
    assert validate(GOOD, sandbox).valid


def cli(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command from the repository root."""
    return subprocess.run(
        [sys.executable, "-m", "pipeline.validator", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_command_line_prints_the_stable_shape(tmp_path):
    path = tmp_path / "vault.py"
    path.write_text(GOOD)
    done = cli(str(path), "--json")
    assert done.returncode == 0, done.stderr
    shape = json.loads(done.stdout)
    assert list(shape) == [
        "valid", "stage", "reason", "fault", "solvable", "random_win_rate", "kind", "title", "tools", "timings_ms",
    ]  # fmt: skip
    assert (shape["valid"], shape["kind"], shape["title"]) == (True, "game", "Open the vault")
    assert done.stderr.startswith("sandbox: ")


def test_the_command_line_exit_codes(tmp_path, capsys):
    path = tmp_path / "vault.py"
    path.write_text("x = 1\n")
    assert validator.main([str(path)]) == 1
    assert "rejected at contract: the program defines no class" in capsys.readouterr().out
    assert validator.main([str(tmp_path / "missing.py")]) == 2
    assert "No such file" in capsys.readouterr().err
    path.write_bytes(b"\xff\xfe\x00")
    assert validator.main([str(path)]) == 2
    assert "not UTF-8" in capsys.readouterr().err
    with pytest.raises(SystemExit) as raised:
        validator.main([str(path), "--loud"])
    assert raised.value.code == 2
