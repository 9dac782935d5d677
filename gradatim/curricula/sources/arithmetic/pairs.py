"""Problems with two numbers: drawn uniformly and counted exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal

from gradatim.core import Problem
from gradatim.curricula.sources.arithmetic.cells import Cell, Free, NoCarry, NotLess, Pair, SomeCarry
from gradatim.curricula.sources.arithmetic.division import Exact
from gradatim.curricula.sources.arithmetic.key import pair_key, problem_id
from gradatim.curricula.sources.arithmetic.notation import Notation
from gradatim.curricula.sources.arithmetic.operand import NumberSet, Operand
from gradatim.curricula.sources.arithmetic.shapes import OPERATE
from gradatim.curricula.sources.arithmetic.working import worked_pair
from gradatim.curricula.sources.base import ENUMERABLE, Count
from gradatim.curricula.sources.hash_random import Rng

Carry = Literal["any", "none", "some"]


@dataclass(eq=False)
class Pairs:
    """The operand pairs of one operation.

    Attributes:
        symbol: one of `+-*/`.
        operands: what the two operands can be.
        nonnegative: differences are at least 0.
        carry: which sums and differences qualify.
    """

    symbol: str
    operands: tuple[Operand, Operand]
    nonnegative: bool
    carry: Carry = "any"

    def __post_init__(self) -> None:
        left, right = self.operands
        cells = (self._cell(a, b) for a, b in product(left.sets, right.sets))
        self.drawn = tuple(cell for cell in cells if not cell.empty)
        """The cells that a draw chooses from, each equally likely: one for each two lengths that have a pair."""

    @cached_property
    def distinct(self) -> tuple[Cell, ...]:
        """Cells that hold each distinct pair once."""
        left, right = self.operands
        mirrored = self.symbol in "+*" and left == right
        return tuple(
            self._cell(a, b)
            for (i, a), (j, b) in product(enumerate(left.parts), enumerate(right.parts))
            if not (mirrored and j < i)
        )

    def draw(self, rng: Rng) -> Pair:
        """Returns one pair."""
        cells = self.drawn
        return (cells[0] if len(cells) == 1 else cells[int(rng.random() * len(cells))]).draw(rng)

    def _cell(self, left: NumberSet, right: NumberSet) -> Cell:
        if self.symbol == "/":
            return Exact(left, right, few=self.operands[1].size <= ENUMERABLE)
        ordered = self.symbol == "-" and self.nonnegative
        every = NotLess(left, right) if ordered else Free(left, right, symmetric=self.symbol in "+*")
        if self.carry == "any":
            return every
        without = NoCarry(left, right, self.symbol)
        return without if self.carry == "none" else SomeCarry(every, without)


@dataclass(frozen=True)
class PairPlan:
    """How problems with two numbers are made.

    Attributes:
        operations: their pairs; each operation is equally likely.
        notation: how they are written.
        worked: whether they have a worked solution.
    """

    operations: tuple[Pairs, ...]
    notation: Notation
    worked: bool

    def draw(self, rng: Rng) -> Problem:
        """Returns one problem."""
        operations = self.operations
        pairs = operations[0] if len(operations) == 1 else operations[int(rng.random() * len(operations))]
        symbol, (a, b) = pairs.symbol, pairs.draw(rng)
        notation = self.notation
        right = notation.operand(b) if b >= 0 else f"({b})"
        gold = notation.gold(OPERATE[symbol](a, b))
        return Problem(
            problem_id(pair_key(symbol, a, b)),
            f"{notation.operand(a)}{symbol}{right}",
            gold,
            worked_pair(symbol, a, b, notation.number, gold) if self.worked else None,
        )

    def count(self) -> Count:
        """Returns the number of distinct problems."""
        return total(cell.count() for pairs in self.operations for cell in pairs.distinct)

    def ids(self) -> Iterator[str] | None:
        """Returns each id once; None when there are too many."""
        count = self.count()
        return self._ids() if count.exact and count.value <= ENUMERABLE else None

    def lack(self) -> str | None:
        """Says which operation has no problem at all; None when each has some."""
        missing = [pairs.symbol for pairs in self.operations if not pairs.drawn]
        return f"no two operands qualify for {missing[0]!r}" if missing else None

    def _ids(self) -> Iterator[str]:
        for pairs in self.operations:
            for cell in pairs.distinct:
                for a, b in cell.pairs():
                    yield problem_id(pair_key(pairs.symbol, a, b))


def total(counts: Sequence[Count] | Iterator[Count]) -> Count:
    """Returns the sum of counts of disjoint problems."""
    summed, exact = 0, True
    for count in counts:
        summed += count.value
        exact = exact and count.exact
    return Count(summed, exact)
