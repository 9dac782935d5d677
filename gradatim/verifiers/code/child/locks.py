"""The kernel's locks on a process, put on by itself: from then on it can take none of them off.

Made ready once, in the process that forks the programs'; each of those spends a few system calls. Every return code is
checked: a lock that cannot be put on ends the process. Landlock: Documentation/userspace-api/landlock.rst of Linux.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
import sys

from gradatim.verifiers.code.child.system_calls import SystemCallFilter

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 36, 38
_SECCOMP_MODE_FILTER = 2
_CAPSET, _LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 126, 444, 445, 446
_CAPABILITIES_V3 = 0x20080522
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_ALL_FILES = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF}
"""All that a Landlock of this version can forbid about files; later versions add 1 << 15."""
_NOT_STANDARD = {
    "site-packages",
    "dist-packages",
    "test",
    "idlelib",
    "lib2to3",
    "ensurepip",
    "turtledemo",
    "__pycache__",
}
_SIGKILL = 9

_libc = ctypes.CDLL(None, use_errno=True)

HAS_LOCKS = sys.platform == "linux" and platform.machine() == "x86_64" and sys.maxsize > 1 << 32
"""Whether these locks exist here at all."""


class LockError(Exception):
    """A lock that could not be put on; the message names it."""


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


class Locks:
    """The locks of a level: `strict` (Landlock and system calls), `sealed` (system calls) or `basic` (none).

    Raises:
        LockError: a lock of this level does not exist here.
    """

    def __init__(self, level: str) -> None:
        self.level = level
        self._filter = None if level == "basic" else self._system_calls()
        self._readable = _standard_library() if level == "strict" else -1

    def _system_calls(self) -> SystemCallFilter:
        if not HAS_LOCKS:
            raise LockError("the locks exist on Linux x86_64 only")
        return SystemCallFilter(may_open=self.level == "strict")

    @property
    def descriptors(self) -> tuple[int, ...]:
        """The descriptors that `put_on` needs."""
        return (self._readable,) if self._readable >= 0 else ()

    def put_on(self) -> None:
        """Locks this process, for good.

        Raises:
            LockError: a lock that is part of the level could not be put on.
        """
        if sys.platform == "linux":
            _control(_PR_SET_NO_NEW_PRIVS, 1, "no_new_privs")
            _control(_PR_SET_DUMPABLE, 0, "dumpable")
        if self._filter is None:
            return
        _drop_capabilities()
        if self._readable >= 0:
            if _libc.syscall(_LANDLOCK_RESTRICT, self._readable, 0):
                raise LockError(f"landlock: errno {ctypes.get_errno()}")
            os.close(self._readable)
        code = self._filter.for_process(os.getpid())
        buffer = ctypes.create_string_buffer(code, len(code))
        program = _Filter(self._filter.length, ctypes.addressof(buffer))
        if _libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0):
            raise LockError(f"seccomp: errno {ctypes.get_errno()}")


def die_with_parent(parent: int) -> None:
    """Has this process killed when its parent ends, or ends it at once if that has happened; on Linux only."""
    if sys.platform == "linux":
        _control(_PR_SET_PDEATHSIG, _SIGKILL, "pdeathsig")
        if os.getppid() != parent:
            raise LockError("the parent has ended")


def adopt_orphans() -> None:
    """Makes this process the parent of all its descendants whose parents end; on Linux only."""
    if sys.platform == "linux":
        _control(_PR_SET_CHILD_SUBREAPER, 1, "subreaper")


def set_limits(cpu_seconds: int, memory: int, *, processes: int | None) -> None:
    """Sets the limits of this process; none of them can be raised again by a process without capabilities."""
    limits = {
        resource.RLIMIT_CPU: (cpu_seconds, cpu_seconds + 1),
        resource.RLIMIT_AS: (memory, memory),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_NOFILE: (32, 32),
        resource.RLIMIT_CORE: (0, 0),
    }
    if sys.platform == "linux":
        # Counted per user, as is what the trainer needs.
        limits[resource.RLIMIT_SIGPENDING] = (64, 64)
    if processes is not None:
        limits[resource.RLIMIT_NPROC] = (processes, processes)
    for kind, values in limits.items():
        try:
            resource.setrlimit(kind, values)
        except (OSError, ValueError) as error:
            # macOS refuses RLIMIT_AS (https://github.com/python/cpython/issues/78783).
            if not (sys.platform == "darwin" and kind == resource.RLIMIT_AS):
                raise LockError(f"rlimit {kind}: {error}") from error


def _control(option: int, value: int, name: str) -> None:
    if _libc.prctl(option, value, 0, 0, 0):
        raise LockError(f"{name}: errno {ctypes.get_errno()}")


def _drop_capabilities() -> None:
    header = ctypes.create_string_buffer(struct.pack("Ii", _CAPABILITIES_V3, 0))
    if _libc.syscall(_CAPSET, header, ctypes.create_string_buffer(24)):
        raise LockError(f"capset: errno {ctypes.get_errno()}")


def _standard_library() -> int:
    """Returns a Landlock ruleset in which nothing can be done to files but reading the standard library."""
    version = _libc.syscall(_LANDLOCK_CREATE, None, 0, 1)
    if version < 1:
        raise LockError("this kernel has no Landlock")
    handled = [_ALL_FILES.get(version, 0xFFFF)]
    handled += [3] if version >= 4 else []  # TCP: bind and connect
    handled += [3] if version >= 6 else []  # abstract sockets of others, signals to others
    attributes = struct.pack(f"{len(handled)}Q", *handled)
    rules: int = _libc.syscall(
        _LANDLOCK_CREATE, ctypes.create_string_buffer(attributes, len(attributes)), len(attributes), 0
    )
    if rules < 0:
        raise LockError(f"landlock: errno {ctypes.get_errno()}")
    for path in _readable_paths():
        _allow(rules, path)
    os.set_inheritable(rules, False)
    return rules


def _allow(rules: int, path: str) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        access = _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0)
        rule = ctypes.create_string_buffer(struct.pack("<Qi", access, descriptor), 12)
        if _libc.syscall(_LANDLOCK_ADD, rules, 1, rule, 0):
            raise LockError(f"landlock: errno {ctypes.get_errno()} for {path}")
    finally:
        os.close(descriptor)


def _readable_paths() -> list[str]:
    """Entry by entry: a data set may lie in the site-packages beside them, or in an archive that someone put there."""
    folder = os.path.dirname(os.__file__)
    entries = [name for name in sorted(os.listdir(folder)) if name not in _NOT_STANDARD]
    known = [name for name in entries if name.partition(".")[0] in sys.stdlib_module_names or name == "lib-dynload"]
    paths = [os.path.join(folder, name) for name in known]
    return [*paths, *filter(os.path.isdir, ["/usr/share/zoneinfo"])]
