"""Pairs of a dividend and a divisor without remainder."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice

from gradatim.curricula.sources.arithmetic.cells import Pair
from gradatim.curricula.sources.arithmetic.operand import NumberSet
from gradatim.curricula.sources.base import ENUMERABLE, Count
from gradatim.curricula.sources.hash_random import Rng, below


@dataclass(frozen=True)
class Exact:
    """The pairs of a dividend and a divisor (never 0) that divides it.

    Uniform drawing without a table of all divisors: the divisors lie in blocks `[m, 2m)`, and none in a block has more
    than `slots` multiples among the dividends. A block is chosen by (divisors x slots), then a divisor and a slot
    equally likely; a slot without a multiple is a miss, and all is drawn again.
    """

    dividends: NumberSet
    divisors: NumberSet
    few: bool
    """Whether the divisors, those of other cells of the problem included, are few enough to be counted one by one."""

    def draw(self, rng: Rng) -> Pair:
        """Returns one pair, each equally likely."""
        blocks, totals = self._blocks
        while True:
            low, size, slots = blocks[bisect_right(totals, below(rng, totals[-1]))]
            divisor = low + below(rng, size)
            dividend = self._multiple(abs(divisor), below(rng, slots))
            if dividend is not None:
                return dividend, divisor

    @property
    def empty(self) -> bool:
        """Whether there is no pair; of more than 200,000 divisors only the first ones are tried."""
        return not any(self._multiples(abs(divisor)) for divisor in islice(self._usable(), ENUMERABLE))

    def count(self) -> Count:
        """Returns the number of pairs; a lower bound where the divisors are not few."""
        return self._count

    @cached_property
    def _count(self) -> Count:
        if self.few:
            return Count(sum(self._multiples(abs(divisor)) for divisor in self._usable()), exact=True)
        # An interval of n numbers holds at least n // d multiples of d.
        least = 0
        for low, size, _ in self._blocks[0]:
            largest = max(abs(low), abs(low + size - 1))
            least += size * sum((top - bottom + 1) // largest for bottom, top in self.dividends.intervals)
        return Count(least, exact=False)

    def pairs(self) -> Iterator[Pair]:
        """Returns each pair once."""
        for divisor in self._usable():
            for slot in range(self._multiples(abs(divisor))):
                dividend = self._multiple(abs(divisor), slot)
                if dividend is not None:
                    yield dividend, divisor

    def _usable(self) -> Iterator[int]:
        for low, size, _ in self._blocks[0]:
            yield from range(low, low + size)

    def _multiples(self, step: int) -> int:
        return sum(high // step - -(-low // step) + 1 for low, high in self.dividends.intervals)

    def _multiple(self, step: int, slot: int) -> int | None:
        for low, high in self.dividends.intervals:
            first = -(-low // step)
            here = high // step - first + 1
            if slot < here:
                return (first + slot) * step
            slot -= here
        return None

    @cached_property
    def _blocks(self) -> tuple[list[tuple[int, int, int]], list[int]]:
        """Blocks as (lowest divisor, number of divisors, slots) and the running totals of their weights."""
        reach = max(abs(self.dividends.low), abs(self.dividends.high))
        # A divisor beyond every dividend divides nothing but 0.
        limit = max(abs(self.divisors.low), abs(self.divisors.high)) if 0 in self.dividends else reach
        blocks = []
        for low, high in _signed_blocks(self.divisors, limit):
            smallest = min(abs(low), abs(high))
            slots = sum((top - bottom) // smallest + 1 for bottom, top in self.dividends.intervals)
            blocks.append((low, high - low + 1, slots))
        return blocks, list(accumulate(size * slots for _, size, slots in blocks))


def _signed_blocks(numbers: NumberSet, limit: int) -> Iterator[Pair]:
    """Cuts the non-zero numbers up to `limit` in magnitude into intervals whose magnitudes lie in some `[m, 2m)`."""
    for low, high in numbers.intervals:
        for start, end in _doubling(max(low, 1), min(high, limit)):
            yield start, end
        for start, end in _doubling(max(-high, 1), min(-low, limit)):
            yield -end, -start


def _doubling(low: int, high: int) -> Iterator[Pair]:
    while low <= high:
        end = min(2 * low - 1, high)
        yield low, end
        low = end + 1
