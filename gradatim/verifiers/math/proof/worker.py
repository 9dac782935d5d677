"""The program of the process for proofs: sympy, loaded once.

Each proof runs in a process forked for it. So the kernel ends a proof that has used up its processor time, even in the
middle of a long multiplication; no proof leaves anything behind for the next; and all start from the same state.
"""

from __future__ import annotations

import gc
import os
import select
import signal
from contextlib import suppress
from pathlib import Path

from gradatim.verifiers.math.proof.protocol import LOST, OPEN, PROVED, READY, Limits, read_request
from gradatim.verifiers.math.proof.steps import is_zero, warm_up
from gradatim.verifiers.math.proof.to_sympy import to_sympy


def serve(channel: int, limits: Limits) -> None:
    """Answers the requests that come in by a socket, until its other end is closed.

    Args:
        channel: the socket's file descriptor.
        limits: what a proof may use.
    """
    _reset_signals()
    warm_up()
    _limit(limits.memory)
    # The forked processes share all memory that is not written to.
    gc.collect()
    gc.freeze()
    gc.disable()
    with open(channel, "rb", closefd=False) as requests, suppress(ConnectionError):
        os.write(channel, READY)
        for line in requests:
            os.write(channel, _answer(line, limits))


def _reset_signals() -> None:
    """What the parent ignores or blocks is inherited."""
    for number in (signal.SIGCHLD, signal.SIGPROF):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _limit(memory: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Without /proc, or below a limit that is lower already, there is nothing to do.
    with suppress(OSError, ValueError):
        taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + memory, taken + memory))


def _answer(line: bytes, limits: Limits) -> bytes:
    reader, writer = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.close(reader)
        os.close(writer)
        return LOST
    if child == 0:
        _prove(line, writer, limits.processor)
    os.close(writer)
    ready, _, _ = select.select([reader], [], [], limits.proof)
    verdict = os.read(reader, 1) if ready else LOST
    os.close(reader)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    return verdict or (LOST if killed else OPEN)


def _prove(line: bytes, writer: int, processor: float) -> None:
    """Writes the outcome, and ends the process; without a word if time or memory run out."""
    try:
        # The signal's default action is to end the process.
        signal.setitimer(signal.ITIMER_PROF, processor)
        left, right = read_request(line)
        os.write(writer, PROVED if is_zero(to_sympy(left) - to_sympy(right)) else OPEN)
    finally:
        os._exit(0)
