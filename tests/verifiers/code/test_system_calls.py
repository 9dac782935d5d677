"""The filter of system calls, run by an interpreter of its own machine."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.code.child.system_calls import ALLOWED, CONDITIONS, OPENING, SystemCallFilter

ALLOW, KILL, EPERM, ENOSYS = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026
X86_64, PID = 0xC000003E, 4711
FILTERS = {may_open: SystemCallFilter(may_open=may_open) for may_open in (True, False)}


def verdict(number: int, args: tuple[int, ...] = (), *, may_open: bool = True, arch: int = X86_64) -> int:
    """What the kernel's machine returns for a call (the subset of classic BPF that filters use)."""
    code = FILTERS[may_open].for_process(PID)
    steps = [struct.unpack_from("HBBI", code, at) for at in range(0, len(code), 8)]
    data = struct.pack("<IIQ6Q", number & 0xFFFFFFFF, arch, 0, *(args + (0,) * 6)[:6])
    register, at = 0, 0
    while True:
        operation, then, otherwise, value = steps[at]
        at += 1
        if operation == 0x06:
            return int(value)
        if operation == 0x20:
            (register,) = struct.unpack_from("<I", data, value)
        elif operation == 0x54:
            register &= value
        else:
            holds = {0x15: register == value, 0x35: register >= value, 0x45: bool(register & value)}[operation]
            at += then if holds else otherwise


CASES: list[tuple[int, tuple[int, ...], int]] = [
    (0, (), ALLOW),  # read
    (41, (), EPERM),  # socket
    (57, (), EPERM),  # fork
    (58, (), EPERM),  # vfork
    (59, (), EPERM),  # execve
    (62, (PID, 0), EPERM),  # kill, even itself
    (101, (), EPERM),  # ptrace
    (157, (), EPERM),  # prctl
    (160, (), EPERM),  # setrlimit
    (272, (), EPERM),  # unshare
    (310, (), EPERM),  # process_vm_readv
    (317, (), EPERM),  # seccomp
    (319, (), EPERM),  # memfd_create
    (425, (), EPERM),  # io_uring_setup
    (434, (), EPERM),  # pidfd_open
    (435, (), ENOSYS),  # clone3
    (257, (0, 0, 0), ALLOW),  # openat
    (257, (0, 0, 0o2000000), ALLOW),  # O_CLOEXEC
    (257, (0, 0, 0o1), EPERM),
    (257, (0, 0, 0o2), EPERM),
    (257, (0, 0, 0o100), EPERM),
    (257, (0, 0, 0o20200000), EPERM),  # O_TMPFILE
    (257, (0, 0, 0o10000000), EPERM),  # O_PATH
    (2, (0, 0o1001), EPERM),
    (9, (0, 4096, 3, 0x22), ALLOW),  # private, anonymous
    (9, (0, 4096, 3, 0x21), EPERM),  # shared
    (9, (0, 4096, 3, 0x40022), EPERM),  # huge pages
    (56, (0x3D0F00,), ALLOW),  # a thread of glibc
    (56, (0x7D0F00,), ALLOW),  # of musl
    (56, (0x3D0B00,), EPERM),  # with descriptors of its own
    (56, (0x11,), EPERM),  # a process
    (56, (0x3D0F00 | 0x10000000,), EPERM),  # in a user namespace
    (302, (0, 7, 0), ALLOW),  # prlimit64: read
    (302, (0, 7, 1), EPERM),
    (302, (0, 7, 1 << 32), EPERM),
    (302, (1, 7, 0), EPERM),  # of another process
    (234, (PID, PID, 6), ALLOW),
    (234, (PID + 1, PID, 6), EPERM),
    (228, (1,), ALLOW),
    (228, ((~PID << 3 | 2) & 0xFFFFFFFF,), EPERM),  # the clock of a process
    (204, (0,), ALLOW),
    (204, (1,), EPERM),
    (72, (3, 1030), ALLOW),
    (72, (3, 8), EPERM),  # F_SETOWN
    (72, (3, 10), EPERM),  # F_SETSIG
    (16, (3, 0x5421), ALLOW),
    (16, (3, 0x5412), EPERM),  # TIOCSTI
    (53, (1, 0x80001), ALLOW),
    (53, (1, 2), EPERM),  # datagrams
    (53, (2, 1), EPERM),
    (44, (3, 0, 1, 0x4000), ALLOW),
    (44, (3, 0, 1, 1), EPERM),  # MSG_OOB
    (55, (3, 1, 3), ALLOW),
    (55, (3, 1, 17), EPERM),  # SO_PEERCRED
]


@pytest.mark.parametrize(("number", "args", "wanted"), CASES)
def test_calls_and_their_arguments(number: int, args: tuple[int, ...], wanted: int) -> None:
    assert verdict(number, args) == wanted


@pytest.mark.parametrize("number", [2, 257])
def test_a_sealed_program_opens_nothing(number: int) -> None:
    assert verdict(number, (0, 0, 0), may_open=False) == EPERM


@given(st.integers(0, 2**32 - 1), st.tuples(*[st.integers(0, 2**64 - 1)] * 6), st.booleans())
def test_what_is_not_named_is_refused(number: int, args: tuple[Any, ...], may_open: bool) -> None:
    named = {*ALLOWED.values(), *CONDITIONS, *OPENING, 435}
    if number >= 0x40000000:
        assert verdict(number, args, may_open=may_open) == KILL
    elif number not in named:
        assert verdict(number, args, may_open=may_open) == EPERM


@given(st.sampled_from([*ALLOWED.values(), *CONDITIONS]), st.tuples(*[st.integers(0, 2**64 - 1)] * 6))
def test_other_machines_are_killed(number: int, args: tuple[int, ...]) -> None:
    assert verdict(number, args, arch=0x40000003) == KILL


def test_a_call_is_named_once() -> None:
    numbers = [*ALLOWED.values(), *CONDITIONS, *OPENING]
    assert len(numbers) == len(set(numbers))
