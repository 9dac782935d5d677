"""The process that forks programs: small, without data, and never told what they read, run or return.

It gets the limits and a descriptor for each program, kills what takes too long, and reports how programs ended.
"""

from __future__ import annotations

import array
import gc
import json
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from gradatim.verifiers.code.child.locks import LockError, Locks, adopt_orphans
from gradatim.verifiers.code.child.modules import modules_for
from gradatim.verifiers.code.child.program import forget_ourselves, run_program
from gradatim.verifiers.code.child.wire import (
    ENDED,
    NOT_STARTED,
    REQUEST_SIZE,
    START,
    STOPPED,
    TOO_LATE,
    TOO_MANY,
    Report,
    Request,
)

_WORKING = 0.05
"""Share of one core by which a program counts as working, though slowly, and not as waiting."""
_PATIENCE = 10
"""How often a working program is given its wall time again."""
_IDLE = 2.0
_WATCH = 0.05
"""Seconds between looks at running programs."""
_MOST_THREADS = 128
"""Threads count against a limit of the whole user, or machine, so one program must not have them all."""


@dataclass
class _Program:
    job: int
    wall: float
    deadline: float
    cpu: float = 0.0
    rounds: int = 1
    how: int = ENDED


class Zygote:
    """Forks programs on request until its other end closes, or the process that started it ends."""

    def __init__(self, control: socket.socket, locks: Locks) -> None:
        self._control, self._locks = control, locks
        self._parent, self._pid = os.getppid(), os.getpid()
        self._programs: dict[int, _Program] = {}
        self._wakeup, writing = os.pipe()
        os.set_blocking(self._wakeup, False)
        os.set_blocking(writing, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Handles requests and ends of programs."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(self._wakeup, select.POLLIN)
        while os.getppid() == self._parent:
            ready = {descriptor for descriptor, _ in poll.poll(self._patience() * 1000)}
            if self._wakeup in ready:
                with suppress(BlockingIOError):
                    os.read(self._wakeup, 512)
            self._reap()
            if self._control.fileno() in ready and not self._request():
                return
            self._check_clocks()
            self._check_threads()

    def kill_all(self) -> None:
        """Ends all programs."""
        for pid in self._programs:
            _kill(pid)

    def _patience(self) -> float:
        return _WATCH if self._programs else _IDLE

    def _request(self) -> bool:
        data, ancillary, _, _ = self._control.recvmsg(REQUEST_SIZE, socket.CMSG_SPACE(4))
        while data and len(data) < REQUEST_SIZE:
            data += self._control.recv(REQUEST_SIZE - len(data))
        if not data:
            return False
        request = Request.unpack(data)
        if request.kind == START:
            self._start(request, array.array("i", ancillary[0][2])[0])
            return True
        for pid, program in self._programs.items():
            if program.job == request.job and program.how == ENDED:
                program.how = STOPPED
                _kill(pid)
        return True

    def _start(self, request: Request, channel: int) -> None:
        try:
            pid = os.fork()
        except OSError:
            self._report(Report(request.job, NOT_STARTED, 0, 0.0, 0))
            os.close(channel)
            return
        if not pid:
            try:
                run_program(channel, request, self._locks, self._pid)
            finally:
                os._exit(99)
        os.close(channel)
        self._programs[pid] = _Program(request.job, request.wall, time.monotonic() + request.wall)

    def _reap(self) -> None:
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            program = self._programs.pop(pid, None)
            if program is None:
                continue
            if self._locks.level == "basic":
                self._kill_descendants(pid)
            memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
            self._report(Report(program.job, program.how, status, usage.ru_utime + usage.ru_stime, memory))

    def _kill_descendants(self, group: int) -> None:
        """Ends what a program left behind: its group, and on Linux what has become a child of ours."""
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
        with suppress(OSError), open(f"/proc/self/task/{os.getpid()}/children") as children:
            for pid in map(int, children.read().split()):
                if pid not in self._programs:
                    _kill(pid)

    def _check_clocks(self) -> None:
        now = time.monotonic()
        for pid, program in self._programs.items():
            if now < program.deadline:
                continue
            used = _cpu_seconds(pid)
            working = used - program.cpu > _WORKING * program.wall or _stat(pid, 0) == b"R"
            if working and program.rounds < _PATIENCE:
                # Not asleep but starved by a busy machine; its CPU time has a limit of its own.
                program.cpu, program.rounds, program.deadline = used, program.rounds + 1, now + program.wall
                continue
            program.how = TOO_LATE if program.how == ENDED else program.how
            program.deadline = now + program.wall
            _kill(pid)

    def _check_threads(self) -> None:
        for pid, program in self._programs.items():
            if program.how == ENDED and _threads(pid) > _MOST_THREADS:
                program.how = TOO_MANY
                _kill(pid)

    def _report(self, report: Report) -> None:
        self._control.sendall(report.pack())


def _kill(pid: int) -> None:
    for kill in (os.kill, os.killpg):
        with suppress(OSError):
            kill(pid, signal.SIGKILL)


def _cpu_seconds(pid: int) -> float:
    """Returns the CPU time of another process so far; Linux names its clock by the inverted id (clock_getres(2))."""
    try:
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


def _threads(pid: int) -> int:
    """Returns how many threads another process has; 0 where that cannot be told."""
    count = _stat(pid, 17)
    return int(count) if count.isdigit() else 0


def _stat(pid: int, field: int) -> bytes:
    """Returns a field of /proc/pid/stat, counted from the state on (proc(5)); nothing where there is none."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            return stat.read().rpartition(b")")[2].split()[field]
    except (OSError, IndexError):
        return b""


def main(level: str) -> NoReturn:
    """Runs on descriptor 0, a socket; says first what is wrong, or that nothing is."""
    control = socket.socket(fileno=os.dup(0))
    os.close(0)
    os.open(os.devnull, os.O_RDONLY)
    try:
        for name in modules_for(level):
            with suppress(ImportError):
                __import__(name)
        locks = Locks(level)
        if level == "basic":
            adopt_orphans()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.environ.clear()
        forget_ourselves()
        gc.collect()
        gc.freeze()
        zygote = Zygote(control, locks)
    except (LockError, OSError) as error:
        control.sendall(json.dumps({"error": str(error)}).encode() + b"\n")
        os._exit(1)
    control.sendall(json.dumps({"pid": os.getpid()}).encode() + b"\n")
    try:
        zygote.serve()
    except OSError:
        pass
    finally:
        zygote.kill_all()
        os._exit(0)
