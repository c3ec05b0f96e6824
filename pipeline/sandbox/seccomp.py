"""System call filters: what a sandboxed process may ask of the kernel at all, and who may fork it.

* **Allow-list** (`install_allow_list`): the few system calls a computing Python process needs; `clone3`
  answers ENOSYS (so that libc falls back to `clone`), everything else EPERM. No open, no stat, no socket, no
  exec, no kill, no fcntl, no sigaction, no threads.
* **Fork gate** (`install_fork_gate`): every `clone` that is a plain fork stops in the kernel until the holder
  of the returned listener descriptor answers (`answer_fork`); every other `clone` (threads, namespaces,
  vfork) is refused outright. This is how a process that runs untrusted code can be forked *when its owner
  asks* and yet not fork by itself: RLIMIT_NPROC counts per user and does not bind root, and a filter alone
  cannot tell one fork from another. Answering "continue" is safe here because the filter has judged the
  flags, which are in a register and cannot change while the process waits.

Standard library only; the zygote imports this file. Numbers are from the kernel's own tables (asm/unistd.h,
linux/seccomp.h, linux/filter.h), for x86_64 and aarch64.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import platform
import struct
from dataclasses import dataclass

from .limits import libc

_ALLOWED = """
read 0 63, write 1 64, close 3 57, lseek 8 62, mmap 9 222, mprotect 10 226, munmap 11 215, brk 12 214,
mremap 25 216, madvise 28 233, rt_sigprocmask 14 135, rt_sigreturn 15 139, sigaltstack 131 132,
restart_syscall 219 128, getpid 39 172, gettid 186 178, getppid 110 173, getuid 102 174, geteuid 107 175,
getgid 104 176, getegid 108 177, clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115,
nanosleep 35 101, gettimeofday 96 169, time 201 -, getrusage 98 165, futex 202 98, set_robust_list 273 99,
sched_yield 24 124, getrandom 318 278, recvmsg 47 212, dup2 33 -, dup3 292 24, exit 60 93, exit_group 231 94
"""
"""Name, number on x86_64, number on aarch64 (`-`: does not exist there)."""


def _numbers(column: int) -> tuple[int, ...]:
    rows = [row.split() for row in _ALLOWED.replace("\n", " ").split(",")]
    return tuple(int(row[column]) for row in rows if row[column] != "-")


@dataclass(frozen=True)
class _Machine:
    """System call numbers of one architecture."""

    audit_arch: int
    seccomp: int
    clone: int
    forks: tuple[int, ...]  # legacy calls that mean fork()
    vforks: tuple[int, ...]
    allowed: tuple[int, ...]


_MACHINES = {
    "x86_64": _Machine(
        audit_arch=0xC000003E, seccomp=317, clone=56, forks=(57,), vforks=(58,), allowed=_numbers(1)
    ),
    "aarch64": _Machine(
        audit_arch=0xC00000B7, seccomp=277, clone=220, forks=(), vforks=(), allowed=_numbers(2)
    ),
}
_CLONE3 = 435

# SIGCHLD, alone (musl) and with CHILD_SETTID | CHILD_CLEARTID (glibc): the two ways a libc spells fork().
_FORK_FLAGS = (0x11, 0x01200011)

_LOAD, _JUMP_EQUAL, _JUMP_GE, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _NOTIFY, _KILL = 0x7FFF0000, 0x7FC00000, 0x80000000
_DENY, _NO_SUCH_CALL = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
_OFFSET_NR, _OFFSET_ARCH, _OFFSET_ARG0 = 0, 4, 16
_X32_BIT = 0x40000000

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


def _machine() -> _Machine:
    name = platform.machine()
    if name not in _MACHINES:
        raise OSError(errno.ENOSYS, f"no seccomp tables for {name}; the sandbox knows {', '.join(_MACHINES)}")
    return _MACHINES[name]


def _prologue(machine: _Machine) -> list[Instruction]:
    """Kill on a foreign calling convention, refuse x32 numbers, leave the call number in the accumulator."""
    return [
        (_LOAD, 0, 0, _OFFSET_ARCH),
        (_JUMP_EQUAL, 1, 0, machine.audit_arch),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _OFFSET_NR),
        (_JUMP_GE, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _DENY),
    ]


def allow_list_program() -> list[Instruction]:
    """The strict filter: the allow-list (with `clone`, which the fork gate judges), ENOSYS for `clone3`,
    EPERM for the rest.
    """
    machine = _machine()
    program = _prologue(machine)
    program += [(_JUMP_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _NO_SUCH_CALL)]
    allowed = (*machine.allowed, machine.clone, *machine.forks)
    for index, number in enumerate(allowed):
        program.append((_JUMP_EQUAL, len(allowed) - index, 0, number))
    program += [(_RETURN, 0, 0, _DENY), (_RETURN, 0, 0, _ALLOW)]
    return program


def fork_gate_program() -> list[Instruction]:
    """Ask the listener about every plain fork, refuse every other clone, let all other calls pass to the next
    filter.
    """
    machine = _machine()
    program = _prologue(machine)
    answers = [(_CLONE3, _NO_SUCH_CALL)]
    answers += [(number, _NOTIFY) for number in machine.forks]
    answers += [(number, _DENY) for number in machine.vforks]
    for number, answer in answers:
        program += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]
    program += [(_JUMP_EQUAL, 1, 0, machine.clone), (_RETURN, 0, 0, _ALLOW), (_LOAD, 0, 0, _OFFSET_ARG0)]
    for flags in _FORK_FLAGS:
        program += [(_JUMP_EQUAL, 0, 1, flags), (_RETURN, 0, 0, _NOTIFY)]
    program.append((_RETURN, 0, 0, _DENY))
    return program


class _FilterProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install_filter(program: list[Instruction], flags: int = 0) -> int:
    """Add one seccomp filter to this process. Returns the kernel's answer (a descriptor with the new-listener
    flag). Raises OSError.
    """
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in program)
    header = _FilterProgram(len(program), code)
    result = libc.syscall(
        _machine().seccomp, ctypes.c_uint(1), ctypes.c_uint(flags), ctypes.byref(header)
    )  # SET_MODE_FILTER
    if result < 0:
        raise OSError(ctypes.get_errno(), f"seccomp filter refused: {os.strerror(ctypes.get_errno())}")
    return result


def install_allow_list() -> None:
    """From here on only the allow-list works, in this process and all its descendants. Raises OSError."""
    install_filter(allow_list_program())


def install_fork_gate() -> int:
    """Put every later fork of this process and its descendants under `answer_fork`. Returns the listener
    descriptor.
    """
    return install_filter(fork_gate_program(), flags=1 << 3)  # SECCOMP_FILTER_FLAG_NEW_LISTENER


def usable() -> bool:
    """Whether this kernel and container offer filters with user notification (Linux 5.5 and later)."""
    action = ctypes.c_uint32(_NOTIFY)
    try:
        number = _machine().seccomp
    except OSError:
        return False
    return libc.syscall(number, ctypes.c_uint(2), ctypes.c_uint(0), ctypes.byref(action)) == 0


_NOTIF_RECEIVE, _NOTIF_SEND = 0xC0502100, 0xC0182101
_CONTINUE = 1


def answer_fork(listener: int, permit: bool) -> bool:
    """Answer the fork that waits on `listener`: let the kernel carry it out, or make it fail with EPERM.

    Returns whether an answer arrived: False when the process that asked is gone.
    """
    request = bytearray(80)
    try:
        fcntl.ioctl(listener, _NOTIF_RECEIVE, request)
        (identity,) = struct.unpack_from("=Q", request)
        answer = struct.pack("=QqiI", identity, 0, 0 if permit else -errno.EPERM, _CONTINUE if permit else 0)
        fcntl.ioctl(listener, _NOTIF_SEND, bytearray(answer))
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EINTR):
            return False
        raise
    return True
