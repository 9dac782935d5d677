"""The parts of a reward that score: terms below every nesting, with the product of the weights above them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real

from gradatim.core.sample import Sample
from gradatim.core.verdict import Status
from gradatim.rewards.errors import TermError
from gradatim.rewards.term import Term
from gradatim.rewards.weighted import WeightedTerm, When, holds


@dataclass(frozen=True)
class Leaf:
    """A term that is no reward, seen from the outermost reward.

    Attributes:
        owner: the part of the outermost reward that it belongs to.
        path: the names down to it, joined by `/`.
        term: what scores.
        weight: the product of the weights down to it.
        whens: the conditions down to it; it counts where all hold.
    """

    owner: WeightedTerm
    path: str
    term: Term
    weight: float
    whens: tuple[When, ...]

    def counts(self, status: Status, terminated: bool | None) -> bool:
        """Returns whether all conditions hold."""
        return all(holds(when, status, terminated) for when in self.whens)

    def bounds(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        """Returns the term's own bounds.

        Raises:
            TermError: they are not two finite numbers in order.
        """
        low, high = self.term.bounds(status, terminated)
        if not (math.isfinite(low) and math.isfinite(high) and low <= high):
            raise TermError(f"term {self.path!r} gives the bounds [{low}, {high}] for {status}, {terminated=}")
        return float(low), float(high)

    def contribution(self, status: Status, terminated: bool | None) -> tuple[float, float]:
        """Returns the lowest and the highest weighted contribution to the total."""
        if not self.counts(status, terminated):
            return 0.0, 0.0
        ends = [self.weight * end for end in self.bounds(status, terminated)]
        return min(ends), max(ends)

    def checked(self, value: object, sample: Sample, low: float, high: float) -> float:
        """Returns the term's value as a float.

        Raises:
            TermError: it is not a finite number within the bounds.
        """
        if isinstance(value, Real) and low <= float(value) <= high:
            return float(value)
        raise TermError(
            f"term {self.path!r} returned {value!r}, outside of its bounds [{low}, {high}] for a sample with "
            f"status={sample.verdict.status}, terminated={sample.terminated}: {sample.completion[:80]!r}"
        )
