"""The limits of a sandboxed process, and the walls that need no system call filter.

Standard library only (ctypes), because the zygote imports this file with no packages on its path.

* **rlimits** (`apply_rlimits`): address space, CPU seconds, file size 0, no core file, 16 descriptors.
* **capabilities** (`drop_capabilities`): a container that runs us as root still runs programs without any
  power of root.
* **Landlock** (`landlock_deny_all`): no file, no TCP port, no abstract socket, no signal outside the
  process's own domain.

The system call filters are in `seccomp`. Numbers are from the kernel's own headers (linux/prctl.h,
linux/capability.h, linux/landlock.h).
"""

from __future__ import annotations

import ctypes
import os
import resource
import struct
from dataclasses import dataclass

libc = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER = 1, 38, 36
MAX_DESCRIPTORS = 16


@dataclass(frozen=True)
class Limits:
    """What one program may use. Seconds are wall clock unless they say CPU; sizes are MiB; `max_turns` caps
    every episode.
    """

    step_s: float = 2.0
    reset_s: float = 4.0
    cpu_s: int = 20
    memory_mb: int = 256
    max_turns: int = 25

    def __post_init__(self) -> None:
        for name in ("step_s", "reset_s", "cpu_s", "memory_mb", "max_turns"):
            if not getattr(self, name) > 0:
                raise ValueError(f"Limits.{name} must be positive, got {getattr(self, name)!r}")
        if self.memory_mb < 96:
            needed = "the interpreter itself needs about 60"
            raise ValueError(f"Limits.memory_mb must be at least 96 ({needed}), got {self.memory_mb}")


def apply_rlimits(limits: Limits) -> None:
    """Set the hard limits of this process; they are inherited by forks and cannot be raised again without
    privileges.
    """
    memory = limits.memory_mb << 20
    for what, value in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, limits.cpu_s),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, MAX_DESCRIPTORS),
    ):
        resource.setrlimit(what, (value, value))


def _prctl(option: int, value: int, what: str) -> None:
    if libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({what}) failed: {os.strerror(ctypes.get_errno())}")


def no_new_privs() -> None:
    """Give up gaining privileges by exec, for this process and its descendants. Landlock and seccomp require
    it.
    """
    _prctl(PR_SET_NO_NEW_PRIVS, 1, "PR_SET_NO_NEW_PRIVS")


def become_subreaper() -> None:
    """Orphaned descendants become children of this process, which can then reap them."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1, "PR_SET_CHILD_SUBREAPER")


def die_with_parent(signal_number: int) -> None:
    """Ask the kernel to send this process `signal_number` when its parent dies."""
    _prctl(PR_SET_PDEATHSIG, signal_number, "PR_SET_PDEATHSIG")


def drop_capabilities() -> None:
    """Empty the permitted, effective and inheritable capability sets (a no-op for an ordinary user)."""
    header = struct.pack("=Ii", 0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
    if libc.capset(header, bytes(24)) != 0:
        raise OSError(ctypes.get_errno(), "capset failed")


_LANDLOCK_CREATE, _LANDLOCK_RESTRICT = 444, 446
# Access rights by ABI version: the first 13 file rights are version 1, then REFER (2), TRUNCATE (3),
# IOCTL_DEV (5).
_FS_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NET_RIGHTS, _SCOPES = 0b11, 0b11  # bind and connect TCP (4); abstract unix sockets and signals (6)


def landlock_abi() -> int:
    """Landlock's version on this kernel, 0 when it is absent, disabled, or hidden by the container."""
    return max(0, libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1)))


def landlock_deny_all(abi: int) -> None:
    """Deny every right this Landlock version can handle. Needs `no_new_privs`. Raises OSError."""
    handled = struct.pack(
        "=QQQ",
        (1 << _FS_RIGHTS[min(abi, 5)]) - 1,
        _NET_RIGHTS if abi >= 4 else 0,
        _SCOPES if abi >= 6 else 0,
    )
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    ruleset = libc.syscall(_LANDLOCK_CREATE, handled, ctypes.c_size_t(size), ctypes.c_uint32(0))
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset failed")
    restricted = libc.syscall(_LANDLOCK_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    code = ctypes.get_errno()
    os.close(ruleset)
    if restricted != 0:
        raise OSError(code, "landlock_restrict_self failed")
