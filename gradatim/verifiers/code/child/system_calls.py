"""Which system calls a program may make on Linux x86_64, as a filter of the kernel's (seccomp, classic BPF).

All others fail with EPERM, which honest code sees as PermissionError. Numbers: arch/x86/entry/syscalls/syscall_64.tbl
of Linux; the filter's machine: its Documentation/userspace-api/seccomp_filter.rst and include/uapi/linux/seccomp.h.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

# Those that programs make most often come first, as the filter is a list.
ALLOWED: Mapping[str, int] = {
    "read": 0, "write": 1, "futex": 202, "mmap": 9, "munmap": 11, "brk": 12, "mremap": 25, "madvise": 28,
    "mprotect": 10, "close": 3, "fstat": 5, "newfstatat": 262, "lseek": 8, "stat": 4, "lstat": 6, "statx": 332,
    "pread64": 17, "readv": 19, "writev": 20, "poll": 7, "select": 23, "ppoll": 271, "pselect6": 270,
    "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230, "nanosleep": 35, "gettimeofday": 96, "time": 201,
    "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "sigaltstack": 131, "restart_syscall": 219,
    "sched_yield": 24, "getpid": 39, "gettid": 186, "getppid": 110, "getuid": 102, "geteuid": 107, "getgid": 104,
    "getegid": 108, "uname": 63, "sysinfo": 99, "times": 100, "getrusage": 98, "getrlimit": 97, "getrandom": 318,
    "sched_getaffinity": 204, "getcwd": 79, "readlink": 89, "readlinkat": 267, "access": 21, "faccessat": 269,
    "faccessat2": 439, "getdents": 78, "getdents64": 217, "dup": 32, "dup2": 33, "dup3": 292,
    "pipe": 22, "pipe2": 293, "alarm": 37, "getitimer": 36, "setitimer": 38, "set_tid_address": 218,
    "epoll_create1": 291, "epoll_ctl": 233, "epoll_wait": 232, "epoll_pwait": 281, "sendto": 44, "recvfrom": 45,
    "getsockname": 51, "getsockopt": 55,
    "set_robust_list": 273, "rseq": 334, "exit": 60, "exit_group": 231,
}  # fmt: skip

_OPEN, _OPENAT, _CLONE, _CLONE3, _PRLIMIT, _TGKILL, _FCNTL, _SOCKETPAIR, _IOCTL = 2, 257, 56, 435, 302, 234, 72, 53, 16
_DESCRIPTOR_COMMANDS = 0, 1, 2, 3, 4, 1030
"""F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC; F_SETOWN with F_SETSIG would kill other processes."""
_SOCKET_MODES = 0x5421, 0x5450, 0x5451
"""FIONBIO, FIONCLEX, FIOCLEX."""
_AF_UNIX, _NOT_STREAM = 1, 0xE
"""A stream pair leads nowhere else; a datagram one can write to any address."""
_WRITING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o2000 | 0o20000000
"""O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, and the bit of O_TMPFILE that is not O_DIRECTORY."""
_CLONE_THREAD, _NAMESPACES = 0x10000, 0x7E020000 | 0x80
_X86_64, _X32 = 0xC000003E, 0x40000000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _EPERM, _ENOSYS = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026
_NUMBER_AT, _ARCH_AT, _ARGS_AT = 0, 4, 16

Instruction = tuple[int, int, int, int]

_PLACEHOLDER = 0xFFFFFFFE


class SystemCallFilter:
    """A filter that is assembled once, and completed with the id of each process that it locks.

    Args:
        may_open: whether files can be opened for reading, which another lock must then narrow down.
    """

    def __init__(self, *, may_open: bool) -> None:
        program = _program(may_open=may_open)
        self.length = len(program)
        self._code = bytearray(b"".join(struct.pack("HBBI", *step) for step in program))
        self._pid_at = self._code.index(struct.pack("I", _PLACEHOLDER))

    def for_process(self, pid: int) -> bytes:
        """Returns the filter's instructions for a process; signals may go to none but itself."""
        struct.pack_into("I", self._code, self._pid_at, pid)
        return bytes(self._code)


def _program(*, may_open: bool) -> list[Instruction]:
    steps: list[Instruction] = [(_LOAD, 0, 0, _ARCH_AT), (_EQUAL, 1, 0, _X86_64), _returning(_KILL)]
    steps += [(_LOAD, 0, 0, _NUMBER_AT), (_AT_LEAST, 0, 1, _X32), _returning(_KILL)]
    for number in ALLOWED.values():
        steps += _for_call(number, [_returning(_ALLOW)])
    if may_open:
        for number, flags in ((_OPEN, 1), (_OPENAT, 2)):
            steps += _for_call(number, [_argument(flags), (_ANY_BIT, 0, 1, _WRITING), *_either(_EPERM, _ALLOW)])
    # Threads only, in no namespace of their own; what libc tries first (clone3) hides its flags from a filter.
    threads = [_argument(0), (_ANY_BIT, 2, 0, _NAMESPACES), (_ANY_BIT, 0, 1, _CLONE_THREAD), *_either(_ALLOW, _EPERM)]
    steps += _for_call(_CLONE, threads)
    steps += _for_call(_CLONE3, [_returning(_ENOSYS)])
    # Limits can be read, not set: the pointer to new ones is null in both halves.
    nothing_new = [_argument(2), (_EQUAL, 0, 3, 0), _argument(2, high=True), (_EQUAL, 0, 1, 0)]
    steps += _for_call(_PRLIMIT, [*nothing_new, *_either(_ALLOW, _EPERM)])
    steps += _for_call(_TGKILL, [_argument(0), (_EQUAL, 0, 1, _PLACEHOLDER), *_either(_ALLOW, _EPERM)])
    for number, commands in ((_FCNTL, _DESCRIPTOR_COMMANDS), (_IOCTL, _SOCKET_MODES)):
        known = [(_EQUAL, len(commands) - i, 0, command) for i, command in enumerate(commands)]
        steps += _for_call(number, [_argument(1), *known, *_either(_EPERM, _ALLOW)])
    pair = [_argument(0), (_EQUAL, 0, 3, _AF_UNIX), _argument(1), (_ANY_BIT, 1, 0, _NOT_STREAM)]
    steps += _for_call(_SOCKETPAIR, [*pair, *_either(_ALLOW, _EPERM)])
    return [*steps, _returning(_EPERM)]


def _for_call(number: int, body: Sequence[Instruction]) -> list[Instruction]:
    return [(_EQUAL, 0, len(body), number), *body]


def _argument(index: int, *, high: bool = False) -> Instruction:
    return _LOAD, 0, 0, _ARGS_AT + 8 * index + (4 if high else 0)


def _returning(action: int) -> Instruction:
    return _RETURN, 0, 0, action


def _either(first: int, second: int) -> list[Instruction]:
    return [_returning(first), _returning(second)]
