"""Proofs of equality by sympy, in a process of their own that starts when it is first needed."""

from __future__ import annotations

import atexit
import os

from gradatim.verifiers.math.notation.tree import Node
from gradatim.verifiers.math.proof.protocol import write_request
from gradatim.verifiers.math.proof.prover import ProofEngineError, Prover
from gradatim.verifiers.math.proof.to_sympy import expressible

__all__ = ["ProofEngineError", "prove_equal"]


def prove_equal(left: Node, right: Node) -> bool | None:
    """Whether sympy proves that two expressions in the kinds of `plain` are equal; symbols are real.

    The answer is the same in both orders. Any thread may ask, and so may a forked process; all threads of a process
    share one process for proofs, which proves one thing after the other.

    Returns:
        True if it is proved. None if it is not, within the limits, or cannot be asked. Never False.

    Raises:
        ProofEngineError: the process for proofs cannot be started, or is lost again and again.
    """
    if not (_is_possible() and expressible(left) and expressible(right)):
        return None
    return _current().prove(write_request(left, right)) or None


def _is_possible() -> bool:
    return hasattr(os, "fork")


_prover = Prover()


def _current() -> Prover:
    if _prover.owner != os.getpid():
        _begin_anew()
    return _prover


def _begin_anew() -> None:
    """In a forked child: locks may be held by threads that it does not have."""
    global _prover
    inherited, _prover = _prover, Prover()
    inherited.disown()


def _close() -> None:
    if _prover.owner == os.getpid():
        _prover.close()


if _is_possible():
    os.register_at_fork(after_in_child=_begin_anew)
    atexit.register(_close)
