"""Who asks for proofs: one process for all threads, replaced when it is lost, and its last answers."""

from __future__ import annotations

import os
from functools import lru_cache
from threading import Lock
from time import monotonic

from gradatim.verifiers.math.proof.process import ProcessLostError, ProofProcess
from gradatim.verifiers.math.proof.protocol import LOST, PROVED, Limits

_DEFAULT = Limits()
_REMEMBERED = 2048
_STARTS = 2
_LOSSES = 3
_PAUSE = 30.0


class ProofEngineError(Exception):
    """The process for proofs cannot be started, or is lost again and again."""


class Prover:
    """The process for proofs, replaced when it is lost, and the last answers."""

    def __init__(self, limits: Limits = _DEFAULT) -> None:
        self.owner = os.getpid()
        self._limits = limits
        self._lock = Lock()
        self._answer = lru_cache(_REMEMBERED)(self._ask)
        self._process: ProofProcess | None = None
        self._losses = 0
        self._failure = ""
        self._paused_until = 0.0
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process for proofs, if there is one."""
        return self._process.pid if self._process else None

    def prove(self, request: bytes) -> bool:
        """Whether what a line of `write_request` asks is proved."""
        try:
            return self._answer(request)
        except ProcessLostError:
            # Not remembered: the next time it may be proved.
            return False

    def close(self) -> None:
        """Ends the process for good; a thread that waits for an answer sees that at once."""
        self._closed = True
        if self._process:
            self._process.kill()
        if self._lock.acquire(timeout=1):
            self._discard()
            self._lock.release()

    def disown(self) -> None:
        """Leaves the process to the parent, in a forked child."""
        if self._process:
            self._process.disown()

    def _ask(self, request: bytes) -> bool:
        with self._lock:
            try:
                answer = self._ready().ask(request)
            except BaseException as error:
                # After an interruption, the answer would be taken for that to the next request.
                self._discard()
                if isinstance(error, ProcessLostError) and not self._closed:
                    self._count_loss(error)
                raise
            self._losses = 0
        if answer == LOST:
            raise ProcessLostError("the proof was lost")
        return answer == PROVED

    def _ready(self, starts: int = _STARTS) -> ProofProcess:
        if monotonic() < self._paused_until:
            raise ProofEngineError(self._failure)
        try:
            process = self._started()
            process.wait_until_ready()
            return process
        except ProcessLostError as error:
            self._discard()
            if self._closed:
                raise
            if starts == 1:
                raise self._failed(f"the process for proofs does not start: {error}") from error
        return self._ready(starts - 1)

    def _started(self) -> ProofProcess:
        if self._closed:
            raise ProcessLostError("closed")
        if self._process and not self._process.is_alive():
            self._discard()
        if not self._process:
            self._process = ProofProcess(self._limits)
        return self._process

    def _count_loss(self, error: ProcessLostError) -> None:
        self._losses += 1
        if self._losses >= _LOSSES:
            raise self._failed(f"the process for proofs was lost {self._losses} times in a row: {error}") from error

    def _failed(self, failure: str) -> ProofEngineError:
        # So that a thousand answers do not wait for a thousand vain starts.
        self._failure = failure
        self._paused_until = monotonic() + _PAUSE
        return ProofEngineError(failure)

    def _discard(self) -> None:
        if self._process:
            process, self._process = self._process, None
            process.close()
