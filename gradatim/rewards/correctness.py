"""Is the answer right?"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from pydantic.dataclasses import dataclass

from gradatim.core.config import STRICT
from gradatim.core.sample import Sample
from gradatim.core.verdict import Status


@dataclass(frozen=True, config=STRICT)
class Correctness:
    """1 for a correct verdict, 0 for any other.

    With `partial` an incorrect verdict is worth its `fraction` (0 where it has none; an unparsed one stays 0). Such a
    fraction can come close to 1, hence the bounds of an incorrect sample are then [0, 1] and the term alone proves
    no ordering. Give partial credit a term of its own beside the plain one: `correctness` with weight 1, and with
    weight 0.3 one more of this kind with `partial`.
    """

    partial: Annotated[bool, Field(description="Pay an incorrect completion the share of tests that it passes")] = False

    def __call__(self, sample: Sample) -> float:
        """Returns 1.0, the verdict's fraction, or 0.0."""
        verdict = sample.verdict
        if verdict.correct:
            return 1.0
        if self.partial and verdict.status == "incorrect" and verdict.fraction is not None:
            return verdict.fraction
        return 0.0

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        """Returns the range of values at this status."""
        if status == "correct":
            return 1.0, 1.0
        return 0.0, 1.0 if self.partial and status == "incorrect" else 0.0
