"""Each wall on its own, so that one cannot hide a hole in another. Every probe runs in a process of its own."""

from __future__ import annotations

import errno
import os
import select
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.sandbox import limits, seccomp

ROOT = Path(__file__).resolve().parents[2]

PROBE = """
import ctypes, errno, os, socket, sys
sys.path[:0] = [{root!r}]
from pipeline.sandbox import limits, seccomp
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    result = libc.syscall(*arguments)
    return "ok" if result >= 0 else errno.errorcode[ctypes.get_errno()]
def attempt(action):
    try:
        action()
    except OSError as error:
        return errno.errorcode[error.errno]
    except MemoryError:
        return "MemoryError"
    return "ok"
{body}
"""


def probe(body: str) -> list[str]:
    """What the probe printed, line by line."""
    code = PROBE.format(root=str(ROOT), body=body)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(limits.landlock_abi() == 0, reason="this kernel offers no landlock")
def test_landlock_alone_denies_files_and_network(tmp_path):
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    answers = probe(f"""
limits.no_new_privs()
limits.landlock_deny_all(limits.landlock_abi())
print(attempt(lambda: open("/etc/hostname")))
print(attempt(lambda: open({str(tmp_path / "new")!r}, "w")))
print(attempt(lambda: os.listdir("/")))
print(attempt(lambda: os.execv("/bin/true", ["true"])))
connection = socket.socket()
print(attempt(lambda: connection.connect(("127.0.0.1", {port}))))
""")
    listener.close()
    expected = ["EACCES"] * 4 + (["EACCES"] if limits.landlock_abi() >= 4 else ["ok"])
    assert answers == expected
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(limits.landlock_abi() < 6, reason="this landlock does not scope signals")
def test_landlock_alone_denies_signals_out_of_its_domain():
    assert probe("""
limits.no_new_privs()
limits.landlock_deny_all(limits.landlock_abi())
print(attempt(lambda: os.kill(os.getppid(), 0)))
print(attempt(lambda: os.kill(os.getpid(), 0)))
""") == ["EPERM", "ok"]


def test_the_allow_list_alone_denies_what_a_program_has_no_business_with():
    x86 = seccomp.platform.machine() == "x86_64"
    # Numbers from the kernel's tables: openat socket execve kill ptrace mount unshare fcntl ioctl prctl seccomp setpgid
    # memfd_create io_uring_setup process_vm_writev pidfd_open bpf userfaultfd keyctl
    numbers = (
        (257, 41, 59, 62, 101, 165, 272, 72, 16, 157, 317, 109, 319, 425, 311, 434, 321, 323, 250)
        if x86
        else (56, 198, 221, 129, 117, 40, 97, 25, 29, 167, 277, 154, 279, 425, 271, 434, 280, 282, 219)
    )
    *denied, clone3, getpid = probe(f"""
sys.stdout.flush()
limits.no_new_privs()
seccomp.install_allow_list()
answers = [call(number, 0, 0, 0, 0, 0, 0) for number in {numbers!r}]
answers += [call(435, 0, 0), call({39 if x86 else 172})]
os.write(1, "\\n".join(answers).encode())
os._exit(0)
""")
    assert denied == ["EPERM"] * len(numbers)
    assert clone3 == "ENOSYS"  # so that libc falls back to clone, which the gate can judge
    assert getpid == "ok"


@pytest.mark.skipif(seccomp.platform.machine() != "x86_64", reason="x32 is an x86 convention")
def test_the_other_calling_convention_is_no_way_around():
    assert probe("""
limits.no_new_privs()
seccomp.install_allow_list()
os.write(1, call(0x40000000 | 2, b"/etc/hostname", 0).encode())
os._exit(0)
""") == ["EPERM"]


def test_the_gate_holds_every_fork_until_it_is_answered():
    ours, theirs = socket.socketpair()
    code = PROBE.format(
        root=str(ROOT),
        body=f"""
channel = socket.socket(fileno={theirs.fileno()})
limits.no_new_privs()
gate = seccomp.install_fork_gate()
socket.send_fds(channel, [b"g"], [gate])
os.close(gate)
def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(7)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
print(attempt(fork), flush=True)
print(attempt(fork), flush=True)
import threading
try:
    threading.Thread(target=print).start()
except RuntimeError:
    print("no thread")
print(call({seccomp._machine().clone}, 0x10000000 | 17, 0, 0, 0, 0))  # a new user namespace
""",
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], pass_fds=[theirs.fileno()], stdout=subprocess.PIPE, text=True
    )
    theirs.close()
    _, (gate,), _, _ = socket.recv_fds(ours, 1, 1)
    poll = select.poll()
    poll.register(gate, select.POLLIN)
    for permit in (False, True):
        assert poll.poll(10_000)
        assert seccomp.answer_fork(gate, permit)
    out, _ = process.communicate(timeout=10)
    os.close(gate)
    ours.close()
    assert out.splitlines() == ["EPERM", "7", "ok", "no thread", "EPERM"]


def test_the_limits_bind():
    answers = probe("""
import resource
limits.apply_rlimits(limits.Limits(memory_mb=200, cpu_s=5))
print(attempt(lambda: bytearray(300 << 20)))
print(attempt(lambda: os.write(os.open("/dev/null", os.O_WRONLY), b"x")))
import tempfile
print([resource.getrlimit(getattr(resource, "RLIMIT_" + name))[1] for name in ("CPU", "FSIZE", "CORE", "NOFILE")])
""")
    assert answers == ["MemoryError", "ok", "[5, 0, 0, 16]"]


def test_capabilities_are_gone():
    (line,) = probe("""
limits.drop_capabilities()
status = open("/proc/self/status").read()
print(*[row.split()[1] for row in status.splitlines() if row[:6] in ("CapPrm", "CapEff", "CapInh")])
""")
    assert line.split() == ["0" * 16] * 3


def test_no_tables_for_a_machine_is_an_error(monkeypatch):
    monkeypatch.setattr(seccomp.platform, "machine", lambda: "riscv64")
    assert not seccomp.usable()
    with pytest.raises(OSError, match="no seccomp tables for riscv64") as raised:
        seccomp.allow_list_program()
    assert raised.value.errno == errno.ENOSYS


def test_the_probe_itself_can_do_all_this_without_walls():
    """Guards the tests above: the same calls succeed, or fail for other reasons, when nothing is walled."""
    assert probe("""
print(attempt(lambda: open("/etc/hostname")), attempt(lambda: os.listdir("/")), attempt(lambda: os.kill(os.getppid(), 0)))
""") == ["ok ok ok"]
