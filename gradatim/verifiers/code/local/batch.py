"""One batch of programs on several forking processes: a loop over their sockets."""

from __future__ import annotations

import os
import select
import socket
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from gradatim.verifiers.code.child.codec import SIZE
from gradatim.verifiers.code.child.wire import ENDED, NOT_STARTED, STOPPED, TOO_LATE, TOO_MANY, Report
from gradatim.verifiers.code.engine import Ended, Ending, Job, Reader
from gradatim.verifiers.code.local.forker import Forker

_AT_ONCE = 2
"""Programs per forking process, so that one that sleeps does not hold a core."""
_HANGS = 30.0
"""Seconds beyond all that a program may take, after which its forking process counts as hanging."""
_PATIENCE = 10
_PART = 1 << 16
_NO_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)
_ENDINGS: dict[int, Ending] = {TOO_LATE: "too_late", TOO_MANY: "too_many", STOPPED: "stopped"}


class _Running:
    """A program that runs, and the socket to it."""

    def __init__(self, number: int, job: Job, forker: Forker, channel: socket.socket) -> None:
        self.number, self.job, self.forker, self.channel = number, job, forker, channel
        self.reader: Reader = job.new_reader()
        payload = job.payload()
        self.unsent = memoryview(SIZE.pack(len(payload)) + payload)
        self.enough = self.at_end = False
        self.deadline = time.monotonic() + job.limits.wall * (_PATIENCE + 1) + _HANGS

    def send(self) -> None:
        try:
            while self.unsent:
                self.unsent = self.unsent[self.channel.send(self.unsent[:_PART], _NO_SIGNAL) :]
        except BlockingIOError:
            return
        except OSError:
            self.unsent = self.unsent[:0]

    def receive(self) -> None:
        """Reads what is there; the rest of what a program sends that nobody wants is left to the kernel."""
        while not (self.enough or self.at_end):
            try:
                data = self.channel.recv(_PART)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self.at_end = True
            elif not self.reader.feed(data):
                self.enough = True


class Batch:
    """Runs jobs, each once.

    Args:
        forkers: the processes; `lost` has those that went away when all is done.
        jobs: what to run.
    """

    def __init__(self, forkers: Sequence[Forker], jobs: Sequence[Job]) -> None:
        self.lost: list[Forker] = []
        self._jobs = jobs
        self._waiting = deque(enumerate(jobs))
        self._results: dict[int, Ended] = {}
        self._forkers = {forker.channel.fileno(): forker for forker in forkers}
        self._running: dict[int, _Running] = {}
        self._poll = select.poll()
        for descriptor in self._forkers:
            self._poll.register(descriptor, select.POLLIN)

    def results(self) -> list[Ended]:
        """Returns how each job ended; those that found no process are lost."""
        gone = "the process that runs programs went away"
        return [
            self._results.get(number) or Ended(job.new_reader(), "lost", error=gone)
            for number, job in enumerate(self._jobs)
        ]

    def run(self) -> None:
        """Runs until every job has ended or no process is left."""
        try:
            while self._forkers and (self._waiting or self._running):
                self._fill()
                self._step()
        finally:
            for program in self._running.values():
                program.channel.close()
            for descriptor in self._forkers:
                self._poll.unregister(descriptor)

    def _fill(self) -> None:
        busy = [program.forker for program in self._running.values()]
        for _ in range(_AT_ONCE):
            for forker in list(self._forkers.values()):
                if self._waiting and busy.count(forker) < _AT_ONCE:
                    busy.append(forker)
                    self._start(forker, *self._waiting.popleft())

    def _start(self, forker: Forker, number: int, job: Job) -> None:
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:
            # Out of descriptors: what runs gives some back; if nothing does, there is nothing to wait for.
            if self._running:
                self._waiting.appendleft((number, job))
            else:
                self._results[number] = Ended(job.new_reader(), "lost", error=f"no socket for a program: {error}")
            return
        ours.setblocking(False)
        program = _Running(number, job, forker, ours)
        self._running[ours.fileno()] = program
        self._poll.register(ours, select.POLLIN | select.POLLOUT)
        try:
            forker.start(number, job.limits, theirs)
        except OSError:
            self._lose(forker)
        finally:
            theirs.close()

    def _step(self) -> None:
        if not self._running:
            return
        nearest = min(program.deadline for program in self._running.values())
        events = self._poll.poll(max(0.0, nearest - time.monotonic()) * 1000 + 1)
        reporting = [self._forkers[descriptor] for descriptor, _ in events if descriptor in self._forkers]
        for descriptor, event in events:
            if descriptor in self._running:
                self._serve(descriptor, event)
        for forker in reporting:
            reports = forker.reports()
            if reports is None:
                self._lose(forker)
            for report in reports or ():
                self._end(report)
        now = time.monotonic()
        for forker in {program.forker for program in self._running.values() if program.deadline < now}:
            self._lose(forker)

    def _serve(self, descriptor: int, event: int) -> None:
        program = self._running[descriptor]
        if event & select.POLLOUT:
            program.send()
        if event & (select.POLLIN | select.POLLHUP | select.POLLERR):
            program.receive()
        if program.enough:
            program.forker.stop(program.number)
        if program.enough or program.at_end:
            self._poll.unregister(descriptor)
        elif not program.unsent:
            self._poll.modify(descriptor, select.POLLIN)

    def _end(self, report: Report) -> None:
        descriptor = next((number for number, one in self._running.items() if one.number == report.job), None)
        if descriptor is None:
            return
        program = self._running[descriptor]
        program.receive()
        if report.how == NOT_STARTED:
            ended = Ended(program.reader, "lost", error="no process could be forked for a program")
        elif report.how == ENDED:
            ended = Ended(program.reader, "exited", os.waitstatus_to_exitcode(report.status), report.cpu)
        else:
            ended = Ended(program.reader, _ENDINGS[report.how], 0, report.cpu)
        self._finish(descriptor, ended)

    def _finish(self, descriptor: int, ended: Ended) -> None:
        program = self._running.pop(descriptor)
        self._results[program.number] = ended
        program.reader.end()
        with suppress(KeyError):
            self._poll.unregister(descriptor)
        program.channel.close()

    def _lose(self, forker: Forker) -> None:
        """Gives up a process and what it runs."""
        if forker in self.lost:
            return
        self.lost.append(forker)
        descriptor = next(number for number, known in self._forkers.items() if known is forker)
        del self._forkers[descriptor]
        self._poll.unregister(descriptor)
        for number, program in list(self._running.items()):
            if program.forker is forker:
                program.receive()
                self._finish(number, Ended(program.reader, "lost", error="the process that runs programs went away"))
