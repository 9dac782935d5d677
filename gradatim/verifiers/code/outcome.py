"""What became of one program, and of each of its tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

PASSED = "passed"


class TestOutcome(NamedTuple):
    """One test: `passed`, or a reason of `REASONS` with a detail such as the exception's name."""

    reason: str
    detail: str | None = None

    @property
    def passed(self) -> bool:
        """Whether the program gave the expected value."""
        return self.reason == PASSED


@dataclass(frozen=True, slots=True)
class CodeOutcome:
    """One program.

    Attributes:
        tests: what became of the tests that have an answer, in order.
        reason: why it is not right, as a key of `REASONS`; None if all tests passed.
        detail: a few words behind the reason.
        cpu: seconds of CPU time.
    """

    tests: Sequence[TestOutcome]
    reason: str | None = None
    detail: str | None = None
    cpu: float = 0.0
