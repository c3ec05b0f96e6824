"""The sandbox through its public seam: fidelity to the host, isolation of plays, failure of every party."""

from __future__ import annotations

import logging
import os
import random
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import spade_env
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.sandbox import Limits, Sandbox, SandboxError, limits
from tests.pipeline.sandbox_helpers import (
    COUNT,
    GLOBAL_DICE,
    OBEDIENT,
    descendants,
    open_descriptors,
    wait_until,
)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox(Limits(step_s=1.0, reset_s=2.0)) as opened:
        yield opened


def test_the_banner_says_what_holds(sandbox):
    assert sandbox.banner.startswith("sandbox: ")
    assert "seccomp" in sandbox.banner and "no network" in sandbox.banner


def test_an_episode_is_the_hosts_episode(sandbox):
    program = spade_env.load(COUNT)
    with sandbox.open(COUNT, 7) as instance:
        assert instance.fault is None
        assert instance.turn_limit == 6
        assert instance.program_info == spade_env.describe(program)
        assert instance.hint == spade_env.Episode(program, 7).hint()
        solution = instance.solution
        assert solution == spade_env.Episode(program, 7).solution()
        play = instance.play()
        for reply in solution:
            play.act(reply)
        assert (play.done, play.outcome, play.ret, play.turn) == (True, "won", 1.0, 3)
        assert play.transcript() == spade_env.replay(program, 7, solution)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=40), max_size=8), st.integers(0, 2**31 - 1))
def test_any_replies_give_the_hosts_transcript(sandbox, replies, seed):
    with sandbox.open(COUNT, seed) as instance:
        play = instance.play()
        for reply in replies:
            play.act(reply)
        assert play.transcript() == spade_env.replay(spade_env.load(COUNT), seed, replies)


def test_plays_start_from_one_state_and_go_their_own_ways(sandbox):
    with sandbox.open(GLOBAL_DICE, 5) as instance:
        first, second = instance.play(), instance.play()
        heard = [first.act("x")["observation"] for _ in range(3)]
        assert instance.hint.startswith("hint ")  # draws from the generator, in a process of its own
        assert [second.act("x")["observation"] for _ in range(3)] == heard
        assert len(set(heard)) == 3
        late = instance.play()
        assert [late.act("x")["observation"] for _ in range(3)] == heard
    expected = spade_env.replay(spade_env.load(GLOBAL_DICE), 5, ["x"] * 3)
    assert [step["observation"] for step in expected["steps"]] == heard


def test_many_plays_at_once_answer_in_order(sandbox):
    with sandbox.open(OBEDIENT, 0) as instance:
        plays = [instance.play() for _ in range(40)]
        order = list(range(40))
        random.Random(1).shuffle(order)
        steps = sandbox.act_many([(plays[i], f"say {i}") for i in order])
        assert [step["observation"] for step in steps] == [f"say {i}" for i in order]


def test_one_bad_play_costs_only_itself(sandbox):
    with sandbox.open(OBEDIENT, 0) as instance:
        plays = [instance.play() for _ in range(8)]
        words = ["ok", "hang", "ok", "die", "ok", "ok", "hang", "ok"]
        sandbox.act_many(list(zip(plays, words, strict=True)))
        faults = {"ok": None, "hang": "env_timeout", "die": "env_fault:ProcessDied"}
        assert [play.fault for play in plays] == [faults[word] for word in words]
        assert {play.outcome for play in plays if play.fault} == {"void"}
        assert all(play.ret is None for play in plays)
        alive = [play for play in plays if not play.done]
        assert [step["observation"] for step in sandbox.act_many([(p, "again") for p in alive])] == [
            "again"
        ] * 5


def test_plays_are_not_charged_for_each_others_work(sandbox):
    """16 x 0.15 s of work take longer than the one second any one of them may take."""
    with sandbox.open(OBEDIENT, 0) as instance:
        plays = [instance.play() for _ in range(16)]
        sandbox.act_many([(play, "slow") for play in plays])
        assert [play.fault for play in plays] == [None] * 16


def test_the_agent_may_run_out(sandbox):
    with sandbox.open(COUNT, 1) as instance:
        play = instance.play()
        play.act("nothing")
        play.truncate_agent()
        assert (play.done, play.outcome, play.ret, play.fault) == (True, "truncated", 0.0, None)
        assert play.act("more")["observation"] == ""
        assert play.turn == 1


def test_programs_that_do_not_load_say_why(sandbox):
    broken = sandbox.open("class A(:\n", 0)
    assert broken.fault == "env_fault:LoadError@1"
    assert broken.load_error["stage"] == "parse"
    assert sandbox.open("x = 1\n", 0).load_error["stage"] == "contract"
    raising = sandbox.open("\n\n1 / 0\n", 0)
    assert (raising.load_error["stage"], raising.load_error["line"]) == ("load", 3)
    play = raising.play()
    assert (play.done, play.outcome, play.fault) == (True, "void", raising.fault)
    assert play.transcript()["outcome"] == "void"
    assert sandbox.open("#" * 300_000, 0).load_error["reason"].startswith("the program has 300000 characters")


def test_hash_seeds_are_honoured(sandbox):
    source = COUNT.replace('f"At {self.at}. Say the next number."', 'str(hash("spade"))')
    texts = [sandbox.open(source, 0, hash_seed=seed).first_observation for seed in (0, 0, 1)]
    assert texts[0] == texts[1] != texts[2]
    code = "print(hash('spade'))"
    outside = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=True
    )
    assert outside.stdout.strip() == texts[0]


def test_a_long_reply_is_refused_with_a_sentence(sandbox):
    with sandbox.open(COUNT, 1) as instance:
        play = instance.play()
        with pytest.raises(ValueError, match="at most 65536 characters"):
            play.act("x" * 65_537)
        play.act("\x00" * 65_536)  # as long as can be, and six times that when escaped
        assert play.fault is None


def test_nothing_is_left_behind():
    before = open_descriptors()
    opened = Sandbox()
    zygote = opened._zygotes[0].pid
    instances = [opened.open(OBEDIENT, seed) for seed in range(3)]
    plays = [instance.play() for instance in instances for _ in range(5)]
    opened.act_many([(play, "x") for play in plays])
    assert len(descendants(zygote)) == 18
    for play in plays[:5]:
        play.close()
    assert wait_until(lambda: len(descendants(zygote)) == 13)
    instances[1].close()
    assert wait_until(lambda: len(descendants(zygote)) == 7)
    processes = descendants(zygote) | {zygote}
    opened.close()
    opened.close()
    assert wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in processes))
    for play in plays:
        play.close()
    assert open_descriptors() == before


def test_a_finished_play_frees_its_process(sandbox):
    with sandbox.open(COUNT, 1) as instance:
        template = descendants(sandbox._zygotes[0].pid)
        play = instance.play()
        for reply in instance.solution:
            play.act(reply)
        assert play.outcome == "won"
        assert wait_until(lambda: descendants(sandbox._zygotes[0].pid) <= template)


def test_a_lost_zygote_is_nobodys_fault_and_is_replaced():
    with Sandbox() as opened:
        instance = opened.open(OBEDIENT, 0)
        play = instance.play()
        processes = descendants(opened._zygotes[0].pid)
        os.kill(opened._zygotes[0].pid, signal.SIGKILL)
        assert wait_until(lambda: not opened._zygotes[0].alive)
        assert play.act("still here")["observation"] == "still here"
        late = instance.play()
        assert (late.outcome, late.fault) == ("void", "infra_fault")
        assert opened.open(OBEDIENT, 0).play().act("x")["observation"] == "x"
        play.close()
        assert wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in processes))


def test_descriptors_others_have_under_way_are_no_obstacle():
    """The kernel counts descriptors in flight per user and compares with the sender's own limit."""
    sender, receiver = socket.socketpair()
    with sender, receiver, Sandbox() as sandbox:
        for _ in range(4 * limits.MAX_DESCRIPTORS):
            socket.send_fds(sender, [b"."], [receiver.fileno()])
        with sandbox.open(OBEDIENT, 1) as instance:
            assert instance.fault is None


def test_everything_dies_with_the_parent():
    code = f"""
import os, signal, sys
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "web_runtime")!r}]
from pipeline.sandbox import Sandbox
from tests.pipeline.sandbox_helpers import OBEDIENT, descendants
opened = Sandbox()
play = opened.open(OBEDIENT, 0).play()
print(*descendants(os.getpid()), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.returncode == -signal.SIGKILL
    processes = [int(pid) for pid in done.stdout.split()]
    assert len(processes) == 3
    assert wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in processes))


def test_no_sandbox_is_a_choice_and_a_warning(caplog):
    with caplog.at_level(logging.WARNING), Sandbox(level="none") as opened:
        assert "none" in opened.banner
        assert opened.banner in caplog.text
        with opened.open(COUNT, 2) as instance:
            play = instance.play()
            for reply in instance.solution:
                play.act(reply)
            assert play.outcome == "won"
    with pytest.raises(ValueError, match="'auto' or 'none'"):
        Sandbox(level="maybe")


def test_limits_are_checked():
    with pytest.raises(ValueError, match=r"Limits\.step_s must be positive"):
        Limits(step_s=0)
    with pytest.raises(ValueError, match=r"at least 96"):
        Limits(memory_mb=10)


BLOCKED = """
import sys
sys.path[:0] = [{root!r}, {runtime!r}]
from pipeline.sandbox import Sandbox, SandboxError, limits, seccomp
machine = seccomp._machine()
denied = {denied}
def _absent(machine):  # ENOSYS, as an old kernel would say
    tests = [((0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | 38)) for number in denied]
    return [*seccomp._prologue(machine), *(line for test in tests for line in test), (0x06, 0, 0, 0x7FFF0000)]
def _listener_refused(machine):  # EBUSY to seccomp(SET_MODE_FILTER, NEW_LISTENER, ...), as inside another supervisor
    return [
        *seccomp._prologue(machine),
        (0x15, 1, 0, machine.seccomp), (0x06, 0, 0, 0x7FFF0000),
        (0x20, 0, 0, 24), (0x15, 0, 1, 8), (0x06, 0, 0, 0x00050000 | 16), (0x06, 0, 0, 0x7FFF0000),
    ]
program = {program}
limits.no_new_privs()
seccomp.install_filter(program)
try:
    with Sandbox() as opened:
        print(opened.banner)
        from tests.pipeline.sandbox_helpers import COUNT
        print(opened.open(COUNT, 1).play().act("x")["observation"])
        bad = COUNT.replace("won = ", "open('/etc/passwd'); won = ")
        play = opened.open(bad, 1).play()
        play.act("x")
        print(play.fault)
except SandboxError as error:
    print("refused:", error)
"""


def _on_a_host_without(denied: str, program: str = "_absent(machine)") -> list[str]:
    code = BLOCKED.format(root=str(ROOT), runtime=str(ROOT / "web_runtime"), denied=denied, program=program)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_without_landlock_seccomp_alone_holds_and_says_so():
    banner, observation, fault = _on_a_host_without("(444, 445, 446)")
    assert "landlock v" not in banner and "offers no landlock" in banner and "seccomp" in banner
    assert observation.startswith("At ")
    assert fault.startswith("env_fault:PermissionError@")


def test_without_seccomp_it_refuses():
    (line,) = _on_a_host_without("(machine.seccomp,)")
    assert line.startswith("refused: this kernel or container does not offer seccomp")
    assert "level 'none'" in line


def test_a_container_that_forbids_what_the_kernel_offers_is_found_out_at_once():
    """Filters are offered, but a new listener is refused: the first process cannot be walled."""
    (line,) = _on_a_host_without("()", program="_listener_refused(machine)")
    assert line.startswith("refused: the sandbox could not start a process, twice: OSError")


def _interpreter_for_others() -> str | None:
    """An interpreter of a supported version that an ordinary user may run, if there is one."""
    for candidate in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        try:
            done = subprocess.run(
                [candidate, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"],
                user=65534,
                group=65534,
                extra_groups=[],
                cwd="/",
                capture_output=True,
            )
        except (OSError, subprocess.SubprocessError):
            continue
        if done.returncode == 0:
            return candidate
    return None


@pytest.mark.skipif(os.geteuid() != 0, reason="this run is an ordinary user already")
def test_it_works_for_an_ordinary_user():
    interpreter = _interpreter_for_others()
    if interpreter is None:
        pytest.skip("no interpreter that an ordinary user may run")
    code = f"""
import sys
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "web_runtime")!r}]
from pipeline.sandbox import Sandbox
from tests.pipeline.sandbox_helpers import COUNT
with Sandbox() as opened:
    instance = opened.open(COUNT, 1)
    play = instance.play()
    for reply in instance.solution:
        play.act(reply)
    print(play.outcome)
"""
    done = subprocess.run(
        [interpreter, "-B", "-c", code],
        user=65534,
        group=65534,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.strip() == "won", done.stderr


def test_a_sandbox_that_cannot_start_says_so(monkeypatch):
    monkeypatch.setattr("pipeline.sandbox.process._RUNTIME", Path("/nonexistent"))
    with pytest.raises(SandboxError, match=r"the zygote ended: .*spade_env"):
        Sandbox()
