"""Which system calls a program may make on Linux x86_64, as a filter of the kernel's (seccomp, classic BPF).

All others fail with EPERM, which honest code sees as PermissionError. Numbers: arch/x86/entry/syscalls/syscall_64.tbl
of Linux; the filter's machine: its Documentation/userspace-api/seccomp_filter.rst and include/uapi/linux/seccomp.h.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Instruction = tuple[int, int, int, int]

_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _EPERM, _ENOSYS = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026
_NUMBER_AT, _ARCH_AT, _ARGS_AT = 0, 4, 16
_X86_64, _X32 = 0xC000003E, 0x40000000
_FAIL = -1
"""In place of a jump: to where the call is refused."""
_OWN_PID = 0xFFFFFFFE
"""Stands for the id of the process that is locked."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What an argument must be: its lower 32 bits, which is what the kernel reads of these."""

    argument: int
    test: tuple[Instruction, ...]

    def instructions(self) -> list[Instruction]:
        """Returns the steps; they go on where it holds, and jump to `_FAIL` where not."""
        return [(_LOAD, 0, 0, _ARGS_AT + 8 * self.argument), *self.test]


def has_none(argument: int, bits: int) -> Condition:
    """No bit of these is set."""
    return Condition(argument, ((_ANY_BIT, _FAIL, 0, bits),))


def has_all(argument: int, bits: int) -> Condition:
    """All bits of these are set."""
    return Condition(argument, ((_AND, 0, 0, bits), (_EQUAL, 0, _FAIL, bits)))


def below(argument: int, bound: int) -> Condition:
    """It is less, as an unsigned number."""
    return Condition(argument, ((_AT_LEAST, _FAIL, 0, bound),))


def one_of(argument: int, *values: int) -> Condition:
    """It is one of these."""
    known = [(_EQUAL, len(values) - 1 - i, 0, value) for i, value in enumerate(values[:-1])]
    return Condition(argument, (*known, (_EQUAL, 0, _FAIL, values[-1])))


def is_null(argument: int) -> Condition:
    """It is a null pointer, in both halves."""
    upper = (_LOAD, 0, 0, _ARGS_AT + 8 * argument + 4)
    return Condition(argument, ((_EQUAL, 0, _FAIL, 0), upper, (_EQUAL, 0, _FAIL, 0)))


# Those that programs make most often come first, as the filter is a list.
ALLOWED: Mapping[str, int] = {
    "read": 0, "write": 1, "futex": 202, "munmap": 11, "brk": 12, "mremap": 25, "madvise": 28,
    "mprotect": 10, "close": 3, "fstat": 5, "newfstatat": 262, "lseek": 8, "stat": 4, "lstat": 6, "statx": 332,
    "pread64": 17, "readv": 19, "writev": 20, "poll": 7, "select": 23, "ppoll": 271, "pselect6": 270,
    "nanosleep": 35, "gettimeofday": 96, "time": 201,
    "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "sigaltstack": 131, "restart_syscall": 219,
    "sched_yield": 24, "getpid": 39, "gettid": 186, "getppid": 110, "getuid": 102, "geteuid": 107, "getgid": 104,
    "getegid": 108, "uname": 63, "sysinfo": 99, "times": 100, "getrusage": 98, "getrlimit": 97, "getrandom": 318,
    "getcwd": 79, "readlink": 89, "readlinkat": 267, "access": 21, "faccessat": 269,
    "faccessat2": 439, "getdents": 78, "getdents64": 217, "dup": 32, "dup2": 33, "dup3": 292,
    "pipe": 22, "pipe2": 293, "alarm": 37, "getitimer": 36, "setitimer": 38, "set_tid_address": 218,
    "epoll_create1": 291, "epoll_ctl": 233, "epoll_wait": 232, "epoll_pwait": 281,
    "getsockname": 51,
    "set_robust_list": 273, "rseq": 334, "exit": 60, "exit_group": 231,
}  # fmt: skip

_READ_ONLY = 0o1 | 0o2 | 0o100 | 0o1000 | 0o2000 | 0o20000000 | 0o10000000
"""Not O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_PATH, nor the bit of O_TMPFILE that is not O_DIRECTORY."""
_THREAD, _NAMESPACES = 0x10F00, 0x7E020000 | 0x80
"""CLONE_VM, FS, FILES, SIGHAND and THREAD: what is not shared could be had many times over."""
_SHARED_MEMORY = 0x1 | 0x40000
"""MAP_SHARED, whose pages outlive their mapping beyond all limits, and MAP_HUGETLB."""
_OTHERS_CLOCKS = 0x80000000
"""From here on the ids of clocks stand for other processes and for devices."""
_OUT_OF_BAND = 0x1

CONDITIONS: dict[int, tuple[Condition, ...]] = {
    9: (has_none(3, _SHARED_MEMORY),),  # mmap
    56: (has_none(0, _NAMESPACES), has_all(0, _THREAD)),  # clone
    302: (one_of(0, 0), is_null(2)),  # prlimit64: to read one's own
    234: (one_of(0, _OWN_PID),),  # tgkill
    204: (one_of(0, 0),),  # sched_getaffinity
    228: (below(0, _OTHERS_CLOCKS),),  # clock_gettime
    229: (below(0, _OTHERS_CLOCKS),),  # clock_getres
    230: (below(0, _OTHERS_CLOCKS),),  # clock_nanosleep
    # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC; F_SETOWN with F_SETSIG would kill other processes.
    72: (one_of(1, 0, 1, 2, 3, 4, 1030),),  # fcntl
    16: (one_of(1, 0x5421, 0x5450, 0x5451),),  # ioctl: FIONBIO, FIONCLEX, FIOCLEX
    # A stream pair leads nowhere else; a datagram one can write to any address.
    53: (one_of(0, 1), has_none(1, 0xE)),  # socketpair: AF_UNIX, SOCK_STREAM
    44: (has_none(3, _OUT_OF_BAND),),  # sendto
    45: (has_none(3, _OUT_OF_BAND),),  # recvfrom
    55: (one_of(1, 1), one_of(2, 3, 4, 38, 39)),  # getsockopt: SO_TYPE, SO_ERROR, SO_PROTOCOL, SO_DOMAIN
}
"""Calls that are allowed with certain arguments only."""
OPENING: dict[int, tuple[Condition, ...]] = {2: (has_none(1, _READ_ONLY),), 257: (has_none(2, _READ_ONLY),)}
"""The calls that open files."""
_CLONE3 = 435


class SystemCallFilter:
    """A filter that is assembled once, and completed with the id of each process that it locks.

    Args:
        may_open: whether files can be opened for reading, which another lock must then narrow down.
    """

    def __init__(self, *, may_open: bool) -> None:
        program = _program(CONDITIONS | OPENING if may_open else CONDITIONS)
        self.length = len(program)
        self._code = bytearray(b"".join(struct.pack("HBBI", *step) for step in program))
        self._pid_at = self._code.index(struct.pack("I", _OWN_PID))

    def for_process(self, pid: int) -> bytes:
        """Returns the filter's instructions for a process; signals may go to none but itself."""
        struct.pack_into("I", self._code, self._pid_at, pid)
        return bytes(self._code)


def _program(conditions: Mapping[int, Sequence[Condition]]) -> list[Instruction]:
    steps: list[Instruction] = [(_LOAD, 0, 0, _ARCH_AT), (_EQUAL, 1, 0, _X86_64), (_RETURN, 0, 0, _KILL)]
    steps += [(_LOAD, 0, 0, _NUMBER_AT), (_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL)]
    for number in ALLOWED.values():
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    for number, needed in conditions.items():
        body = _body(needed)
        steps += [(_EQUAL, 0, len(body), number), *body]
    # libc tries it before clone, and a filter cannot see its flags.
    steps += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ENOSYS)]
    return [*steps, (_RETURN, 0, 0, _EPERM)]


def _body(conditions: Sequence[Condition]) -> list[Instruction]:
    steps = [step for condition in conditions for step in condition.instructions()]
    refused = len(steps) + 1
    resolved: list[Instruction] = []
    for at, (code, then, otherwise, value) in enumerate(steps):
        fail = refused - at - 1
        resolved.append((code, fail if then == _FAIL else then, fail if otherwise == _FAIL else otherwise, value))
    return [*resolved, (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _EPERM)]
