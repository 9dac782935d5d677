"""Runs batches of programs in parallel, from one thread."""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from collections.abc import Callable, Sequence

from gradatim.core.errors import SandboxError
from gradatim.verifiers.code.engine import Ended, Job, Level
from gradatim.verifiers.code.local.batch import Batch
from gradatim.verifiers.code.local.forker import Forker

_MOST = 16


class LocalEngine:
    """Forks programs on this machine.

    Its processes start with the first batch, as many as it needs and has cores for, and stay for the next ones. One
    batch runs at a time; other threads wait. A process that is forked from this one starts its own.

    Args:
        level: the locks.
        workers: how many processes fork; by default as many as this process has cores.
    """

    def __init__(self, level: Level, workers: int | None = None) -> None:
        self._level = level
        self._workers = workers or min(_MOST, cores())
        self._forget()
        os.register_at_fork(after_in_child=_if_alive(self, LocalEngine._forget))
        atexit.register(_if_alive(self, LocalEngine._close))

    def _forget(self) -> None:
        for forker in getattr(self, "_forkers", ()):
            forker.forget()
        self._lock = threading.Lock()
        self._forkers: list[Forker] = []

    @property
    def level(self) -> Level:
        """How locked up the programs are."""
        return self._level

    @property
    def pids(self) -> list[int]:
        """The processes that fork programs now."""
        return [forker.pid for forker in self._forkers]

    def run(self, jobs: Sequence[Job]) -> list[Ended]:
        """Runs all jobs; those whose forking process went away once more, one by one.

        Raises:
            SandboxError: no process can be started.
        """
        with self._lock:
            try:
                ended = self._run(jobs, self._workers)
                for i, one in enumerate(ended):
                    if one.how == "lost":
                        ended[i] = self._run([jobs[i]], 1)[0]
            except BaseException:
                # The programs of an interrupted batch end with it.
                self._close()
                raise
            return ended

    def _run(self, jobs: Sequence[Job], workers: int) -> list[Ended]:
        self._ready(min(workers, len(jobs)))
        batch = Batch(self._forkers[:workers], jobs)
        batch.run()
        for forker in batch.lost:
            forker.close()
            self._forkers.remove(forker)
        return batch.results()

    def _ready(self, count: int) -> None:
        for forker in [forker for forker in self._forkers if not forker.is_alive()]:
            self._forkers.remove(forker)
            forker.close()
        while len(self._forkers) < count:
            try:
                self._forkers.append(Forker(self._level))
            except SandboxError:
                # Fewer processes are slower, none are an error.
                if not self._forkers:
                    raise
                return

    def close(self) -> None:
        """Ends all processes; the next batch starts new ones."""
        with self._lock:
            self._close()

    def __del__(self) -> None:
        self._close()

    def _close(self) -> None:
        forkers, self._forkers = self._forkers, []
        for forker in forkers:
            forker.close()


def _if_alive(engine: LocalEngine, method: Callable[[LocalEngine], None]) -> Callable[[], None]:
    """Calls a method later, without keeping the engine until then."""
    reference = weakref.ref(engine)

    def call() -> None:
        alive = reference()
        if alive is not None:
            method(alive)

    return call


def cores() -> int:
    """Returns how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
