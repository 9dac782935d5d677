"""Pairs of operands under one operation: drawing them uniformly, counting and listing them.

A cell holds the pairs whose first operand comes from one number set and whose second comes from another. Cells of
symmetric operations count and list a pair and its mirror image once; drawing keeps the order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Protocol

from gradatim.curricula.sources.arithmetic.operand import NumberSet, Spans, draw_numbers
from gradatim.curricula.sources.base import Count
from gradatim.curricula.sources.hash_random import Rng

Pair = tuple[int, int]
Column = tuple[Pair, ...]


class _Counted(ABC):
    """Cells whose number of pairs has a closed form."""

    @property
    def empty(self) -> bool:
        """Whether there is no pair."""
        return self.count().value == 0

    @abstractmethod
    def count(self) -> Count:
        """Returns how many distinct pairs there are."""


class Cell(Protocol):
    """Pairs of operands that fit one operation."""

    @property
    def empty(self) -> bool:
        """Whether there is no pair."""
        ...

    def draw(self, rng: Rng) -> Pair:
        """Returns one ordered pair, each equally likely."""
        ...

    def count(self) -> Count:
        """Returns how many distinct pairs there are."""
        ...

    def pairs(self) -> Iterator[Pair]:
        """Returns each distinct pair once."""
        ...


@dataclass(frozen=True)
class Free(_Counted):
    """All pairs of two sets."""

    left: NumberSet
    right: NumberSet
    symmetric: bool

    def draw(self, rng: Rng) -> Pair:
        """Returns one ordered pair, each equally likely."""
        a, b = draw_numbers(rng, self._places)
        return a, b

    @cached_property
    def _places(self) -> tuple[Spans, Spans]:
        return self.left.spans, self.right.spans

    def count(self) -> Count:
        """Returns the number of pairs; of two numbers in both sets, one of the two orders is counted."""
        both = self.left.overlap(self.right) if self.symmetric else 0
        return Count(self.left.size * self.right.size - both * (both - 1) // 2, exact=True)

    def pairs(self) -> Iterator[Pair]:
        """Returns each distinct pair once."""
        for a, b in product(self.left, self.right):
            if not (self.symmetric and a > b and a in self.right and b in self.left):
                yield a, b


@dataclass(frozen=True)
class NotLess(_Counted):
    """The pairs `a, b` of two intervals with a >= b, whose difference is not negative."""

    left: NumberSet
    right: NumberSet

    def draw(self, rng: Rng) -> Pair:
        """Returns one pair, each equally likely; half of the trials succeed at the least."""
        while True:
            a, b = draw_numbers(rng, self._trimmed)
            if a >= b:
                return a, b

    @cached_property
    def _trimmed(self) -> tuple[Spans, Spans]:
        first, last = max(self.left.low, self.right.low), min(self.left.high, self.right.high)
        return ((first, self.left.high - first + 1),), ((self.right.low, last - self.right.low + 1),)

    def count(self) -> Count:
        """Returns the number of pairs: those with `a` inside the range of `b`, and those with `a` above it."""
        bottom, top = self.right.low, self.right.high
        first, last = max(self.left.low, bottom), min(self.left.high, top)
        inside = max(0, last - first + 1) * (first - bottom + 1 + last - bottom + 1) // 2
        above = max(0, self.left.high - max(self.left.low, top + 1) + 1) * (top - bottom + 1)
        return Count(inside + above, exact=True)

    def pairs(self) -> Iterator[Pair]:
        """Returns each pair once."""
        for a in self.left:
            for b in range(self.right.low, min(a, self.right.high) + 1):
                yield a, b


@dataclass(frozen=True)
class NoCarry(_Counted):
    """The pairs without a carry in their sum, or without a borrow in their difference.

    Each column of digits can then be chosen by itself. Both sets are all numbers of one number of digits.
    """

    left: NumberSet
    right: NumberSet
    symbol: str

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The digit pairs that each column allows, lowest column first."""
        digits = zip(_column_digits(self.left, self._places), _column_digits(self.right, self._places), strict=True)
        return tuple(
            tuple(pair for pair in product(upper, lower) if not carries(self.symbol, *pair)) for upper, lower in digits
        )

    @property
    def _places(self) -> int:
        return max(len(str(self.left.high)), len(str(self.right.high)))

    def draw(self, rng: Rng) -> Pair:
        """Returns one ordered pair, each equally likely."""
        a, b, place = 0, 0, 1
        for column in self.columns:
            x, y = column[int(rng.random() * len(column))]
            a += x * place
            b += y * place
            place *= 10
        return a, b

    def count(self) -> Count:
        """Returns the number of pairs."""
        ordered = prod(map(len, self.columns))
        if self.symbol == "-" or self.left != self.right:
            return Count(ordered, exact=True)
        doubles = prod(sum(x == y for x, y in column) for column in self.columns)
        return Count((ordered + doubles) // 2, exact=True)

    def pairs(self) -> Iterator[Pair]:
        """Returns each distinct pair once."""
        mirrored = self.symbol == "+" and self.left == self.right
        for chosen in product(*self.columns):
            a = sum(x * 10**place for place, (x, _) in enumerate(chosen))
            b = sum(y * 10**place for place, (_, y) in enumerate(chosen))
            if not (mirrored and a > b):
                yield a, b


@dataclass(frozen=True)
class SomeCarry(_Counted):
    """The pairs of `every` that are not in `without`: those with at least one carry or borrow."""

    every: Free | NotLess
    without: NoCarry

    def draw(self, rng: Rng) -> Pair:
        """Returns one ordered pair, each equally likely; more than one trial in three succeeds."""
        while True:
            pair = self.every.draw(rng)
            if carries(self.without.symbol, *pair):
                return pair

    def count(self) -> Count:
        """Returns the number of pairs."""
        return Count(self.every.count().value - self.without.count().value, exact=True)

    def pairs(self) -> Iterator[Pair]:
        """Returns each distinct pair once."""
        return (pair for pair in self.every.pairs() if carries(self.without.symbol, *pair))


def carries(symbol: str, a: int, b: int) -> bool:
    """Whether a sum needs a carry or a difference `a - b` (a >= b >= 0) needs a borrow, in any column."""
    while b:
        x, y = a % 10, b % 10
        if (x + y > 9) if symbol == "+" else (x < y):
            return True
        a //= 10
        b //= 10
    return False


def _column_digits(numbers: NumberSet, places: int) -> Iterator[range]:
    length = len(str(numbers.high))
    for place in range(places):
        leading = place == length - 1 and numbers.low > 0
        yield range(1 if leading else 0, 10 if place < length else 1)
