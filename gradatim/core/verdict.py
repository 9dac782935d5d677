"""What a verifier says of one completion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Status = Literal["correct", "incorrect", "unparsed", "gold_unparsed", "engine_error"]
Decider = Literal["text", "exact", "structure", "numeric", "symbolic", "execution", "assertion"]

STATUSES: tuple[Status, ...] = get_args(Status)
EXCLUDED: frozenset[Status] = frozenset({"gold_unparsed", "engine_error"})
"""Statuses that are our fault: such a sample gets no reward at all (`None`), not a bad one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verifier's record of one completion.

    Attributes:
        status: `unparsed` (no answer found) is never correct. What the completion causes (too long, too complex,
            too slow) is `incorrect`; only `gold_unparsed` and `engine_error` exclude the sample.
        reason: a code such as `wrong_value`, `no_marker`, `several_answers`, `open_reasoning`; None when correct.
        extracted: the answer as written; None when none was found.
        span: where `extracted` stands in the completion, as `[start, end)` in characters.
        decided_by: the stage of the pipeline that decided; None when nothing could be compared. `execution` compared
            what a program returned; `assertion` is weaker, as there the program judged itself.
        fraction: the share of partial results in [0, 1], for verifiers that have them.
        detail: a few words behind the reason, such as `KeyError in test 3`.
    """

    status: Status
    reason: str | None = None
    extracted: str | None = None
    span: tuple[int, int] | None = None
    decided_by: Decider | None = None
    fraction: float | None = None
    detail: str | None = None

    @property
    def correct(self) -> bool:
        """Whether the completion is right."""
        return self.status == "correct"

    @property
    def excluded(self) -> bool:
        """Whether the sample must not be rewarded either way."""
        return self.status in EXCLUDED
