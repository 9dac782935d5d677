"""The numbers that an operand can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from gradatim.curricula.sources.hash_random import Rng, below

Spans = tuple[tuple[int, int], ...]
"""Intervals as (lowest number, how many)."""

_SMALL = 1 << 32


@dataclass(frozen=True)
class NumberSet:
    """Whole numbers in disjoint intervals of equal size.

    Attributes:
        intervals: `(low, high)` in ascending order, both ends included.
    """

    intervals: tuple[tuple[int, int], ...]

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(high - low + 1 for low, high in self.intervals)

    @property
    def low(self) -> int:
        """The smallest number."""
        return self.intervals[0][0]

    @property
    def high(self) -> int:
        """The largest number."""
        return self.intervals[-1][1]

    @cached_property
    def spans(self) -> Spans:
        """The intervals as (low, size)."""
        return tuple((low, high - low + 1) for low, high in self.intervals)

    def overlap(self, other: NumberSet) -> int:
        """Returns how many numbers are in both sets."""
        return sum(
            max(0, min(high, top) - max(low, bottom) + 1)
            for low, high in self.intervals
            for bottom, top in other.intervals
        )

    def __contains__(self, number: int) -> bool:
        return any(low <= number <= high for low, high in self.intervals)

    def __iter__(self) -> Iterator[int]:
        for low, high in self.intervals:
            yield from range(low, high + 1)


@dataclass(frozen=True)
class Operand:
    """One place of a problem.

    Attributes:
        sets: what a draw chooses from first, each equally likely: one set per number of digits, or a single range.
        parts: the same numbers in disjoint sets.
    """

    sets: tuple[NumberSet, ...]
    parts: tuple[NumberSet, ...]

    @cached_property
    def size(self) -> int:
        """How many different numbers the operand can be."""
        return sum(part.size for part in self.parts)

    @property
    def low(self) -> int:
        """The smallest number."""
        return min(part.low for part in self.parts)

    @property
    def high(self) -> int:
        """The largest number."""
        return max(part.high for part in self.parts)

    @cached_property
    def spans(self) -> Spans:
        """The intervals as (low, size), as often as makes each set equally likely."""
        most = max(len(numbers.spans) for numbers in self.sets)
        return tuple(span for numbers in self.sets for span in numbers.spans * (most // len(numbers.spans)))

    def __iter__(self) -> Iterator[int]:
        for part in self.parts:
            yield from part


def draw_numbers(rng: Rng, places: Iterable[Spans]) -> list[int]:
    """Returns a number for each place: from one of its spans, each equally likely."""
    random = rng.random
    numbers = []
    for spans in places:
        # The whole part of one random number chooses the span, its fraction the number there.
        point = random() * len(spans)
        which = int(point)
        low, size = spans[which]
        numbers.append(low + (int((point - which) * size) if size <= _SMALL else below(rng, size)))
    return numbers


def of_digits(low: int, high: int, leading_zeros: bool, signed: bool) -> Operand:
    """Returns the operand with `low` to `high` digits.

    Args:
        low: fewest digits, >= 1.
        high: most digits.
        leading_zeros: k digits mean 0 to 10^k - 1; else 10^(k-1) to 10^k - 1, and 0 to 9 for one digit.
        signed: negative numbers as well; not together with `leading_zeros`.
    """
    if leading_zeros:
        sets = tuple(NumberSet(((0, 10**k - 1),)) for k in range(low, high + 1))
        return Operand(sets, sets[-1:])
    sets = tuple(_of_length(k, signed) for k in range(low, high + 1))
    return Operand(sets, sets)


def of_range(low: int, high: int) -> Operand:
    """Returns the operand that is `low` to `high`."""
    whole = (NumberSet(((low, high),)),)
    return Operand(whole, whole)


def _of_length(digits: int, signed: bool) -> NumberSet:
    high = 10**digits - 1
    if digits == 1:
        return NumberSet(((-high if signed else 0, high),))
    low = 10 ** (digits - 1)
    return NumberSet(((-high, -low), (low, high)) if signed else ((low, high),))
