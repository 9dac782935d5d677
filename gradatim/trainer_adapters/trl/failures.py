"""An exception while scoring: kept for replay, and raised on every process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accelerate import PartialState
from accelerate.utils import gather_object

from gradatim.core import GradatimError


class ScoringError(GradatimError, RuntimeError):
    """A verifier or reward term raised on another process; a bug there, never a bad completion."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What is needed to replay a failed scoring."""

    rank: int
    message: str
    path: str


def save_failure(folder: Path, step: int, error: Exception, context: dict[str, Any]) -> Failure:
    """Writes the completion whose scoring raised, or several judged together; says so in the exception's notes."""
    rank = PartialState().process_index
    path = folder / f"failure-step{step}-rank{rank}.json"
    folder.mkdir(parents=True, exist_ok=True)
    message = f"{type(error).__name__}: {error}"
    path.write_text(json.dumps(context | {"error": message}, indent=1, default=str), encoding="utf-8")
    what = "completions that are" if "samples" in context else "completion that is"
    error.add_note(f"while scoring the {what} kept in {path}")
    return Failure(rank, message, str(path))


def guarded(
    score: Callable[[], list[Any]], context: Callable[[], dict[str, Any]], folder: Path, step: int
) -> list[Any]:
    """Returns what `score` returns, of all processes in order of rank.

    Args:
        score: scores this process's completions.
        context: what is needed to replay the completion at which `score` stopped.
        folder: where that is kept.
        step: optimizer steps done.

    Raises:
        Exception: whatever `score` raised, once no other process waits for this one.
        ScoringError: another process failed.
    """
    payload: list[Any] = []
    failure: Failure | None = None
    error: Exception | None = None
    try:
        payload = score()
    except Exception as raised:  # noqa: BLE001 - raised again below
        error = raised
        failure = save_failure(folder, step, raised, context())
    gathered = exchange(payload, failure)
    if error is not None:
        raise error
    return gathered


def exchange(payload: list[Any], failure: Failure | None) -> list[Any]:
    """Returns the payloads of all processes, in order of rank.

    Every process must call this as often as the others; a process that failed takes part before it raises, so that
    none waits for it for ever.

    Raises:
        ScoringError: another process failed.
    """
    if PartialState().num_processes == 1:
        return payload
    gathered: list[tuple[list[Any], Failure | None]] = gather_object([(payload, failure)])
    failures = [other for _, other in gathered if other is not None]
    if failures and failure is None:
        first = failures[0]
        raise ScoringError(f"process {first.rank} failed while scoring: {first.message} (kept in {first.path} there)")
    return [item for part, _ in gathered for item in part]
