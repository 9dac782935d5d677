"""Verdicts of many completions at once, so that a verifier that runs programs can run them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gradatim.core.problem import Problem
from gradatim.core.verdict import Verdict
from gradatim.verifiers import Verifier


@dataclass(frozen=True, slots=True)
class Ungraded:
    """One completion with all that its score depends on.

    Attributes:
        completion: the text, special tokens stripped.
        gold: the right answer, as the verifier reads it.
        prompt: what the completion goes on from.
        problem: what was asked.
        token_ids: the completion's tokens without padding, EOS included.
        terminated: whether it ended with one of the model's EOS ids; None: unknown.
        length: tokens in the completion, EOS included; by default the number of `token_ids`.
    """

    completion: str
    gold: str
    prompt: str = ""
    problem: Problem | None = None
    token_ids: Sequence[int] | None = None
    terminated: bool | None = None
    length: int | None = None


Request = tuple[Verifier, str, str]
"""A verifier, and the completion and the gold that it is to judge."""


def verify_together(requests: Sequence[Request]) -> list[Verdict]:
    """Asks each verifier once for all of its requests, of equal ones for one; the verdicts in the same order.

    Raises:
        RuntimeError: a verifier does not give one verdict for each pair.
    """
    merged = _merged(requests)
    pairs: dict[int, dict[tuple[str, str], None]] = {}
    for verifier, completion, gold in requests:
        pairs.setdefault(id(merged[id(verifier)]), {})[completion, gold] = None
    asked = {id(verifier): verifier for verifier in merged.values()}
    answered = {key: _verdicts(verifier, list(pairs[key])) for key, verifier in asked.items()}
    return [answered[id(merged[id(verifier)])][completion, gold] for verifier, completion, gold in requests]


def _merged(requests: Sequence[Request]) -> dict[int, Verifier]:
    """Returns by the id of each verifier the first that equals it: every stage has one of its own."""
    merged: dict[int, Verifier] = {}
    for verifier, _, _ in requests:
        if id(verifier) not in merged:
            merged[id(verifier)] = next((one for one in merged.values() if one == verifier), verifier)
    return merged


def first_failing(requests: Sequence[Request]) -> int | None:
    """Finds the first request whose verifier raises on it, by halves: about twice the work of asking for all.

    Returns:
        Its position; None if it raises on none of those alone, such as for lack of memory.
    """
    start, stop = 0, len(requests)
    while stop - start > 1:
        middle = (start + stop) // 2
        start, stop = (start, middle) if _raises(requests[start:middle]) else (middle, stop)
    return start if _raises(requests[start:stop]) else None


def _verdicts(verifier: Verifier, pairs: list[tuple[str, str]]) -> dict[tuple[str, str], Verdict]:
    verdicts = verifier.verify_batch(pairs)
    if len(verdicts) != len(pairs):
        name = type(verifier).__name__
        raise RuntimeError(f"verify_batch of {name} gave {len(verdicts)} verdicts for {len(pairs)} pairs")
    return dict(zip(pairs, verdicts, strict=True))


def _raises(requests: Sequence[Request]) -> bool:
    try:
        verify_together(requests)
    except Exception:  # noqa: BLE001 - what it was is known already
        return True
    return False
