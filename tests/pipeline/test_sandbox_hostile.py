"""The hostile suite: every program in `hostile/` tries to escape or to do damage.

Its first line says how it must end: `load`, `reset` or `step` with a fault, `harmless` with what it saw, or
`any` (it may do what it likes to itself). In every case the parent goes on with other plays, and afterwards
nothing is left: no process, no descriptor, no file.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pipeline.sandbox import Limits, Sandbox
from tests.pipeline.sandbox_helpers import COUNT, descendants, open_descriptors, wait_until

PROGRAMS = sorted((Path(__file__).parent / "hostile").glob("*.py"))
MARKS = (Path("/tmp/hostile_was_here"), Path("/tmp/hostile_target"))
SECRET = "PLANTED-SECRET"


@pytest.fixture(scope="module")
def sandbox():
    os.environ["HOSTILE_CANARY"] = SECRET
    MARKS[0].unlink(missing_ok=True)
    MARKS[1].write_text("must survive")
    with Sandbox(Limits(step_s=0.6, reset_s=1.2, cpu_s=6)) as opened:
        yield opened
    del os.environ["HOSTILE_CANARY"]
    MARKS[1].unlink()


@pytest.fixture(scope="module")
def bystander(sandbox):
    """Another program, with a secret in its source, that plays on through the whole suite."""
    with sandbox.open(COUNT + f"\nSECRET = {SECRET!r}\n", 1) as instance:
        yield instance


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_it_ends_in_its_own_process(path, sandbox, bystander):
    source = path.read_text()
    phase, _, pattern = source.splitlines()[0].removeprefix("# expect: ").partition(" ")
    zygote = sandbox._zygotes[0].pid
    play = bystander.play()
    descriptors, processes = open_descriptors(), descendants(zygote)

    with sandbox.open(source, 0) as instance:
        outcome = _ending(instance, phase)
        bystander_saw = play.act("\\boxed{0}")

    assert re.fullmatch(pattern, outcome), f"{outcome!r} is not {pattern!r}"
    assert bystander_saw["observation"].startswith("At ")
    assert play.fault is None
    assert open_descriptors() == descriptors
    assert wait_until(lambda: descendants(zygote) <= processes)
    assert not MARKS[0].exists()
    assert MARKS[1].read_text() == "must survive"
    play.close()


def _ending(instance, phase) -> str:
    """What there is to say about the episode, in the form that the expectation of `phase` has."""
    if phase == "load":
        assert instance.fault and not instance.first_observation
        return ""
    if phase == "reset":
        assert not instance.load_error
        return instance.fault
    assert instance.fault is None, instance.fault
    play = instance.play()
    step = play.act("go")
    if phase == "step":
        assert (play.outcome, play.ret, play.steps) == ("void", None, [])
        return play.fault
    if phase == "harmless":
        assert play.fault is None, play.fault
        return f"{step['observation']} {play.outcome}"
    assert phase == "any"
    return ""
