"""Problems with three to six numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from gradatim.core import Problem
from gradatim.curricula.sources.arithmetic.key import problem_id
from gradatim.curricula.sources.arithmetic.notation import Notation
from gradatim.curricula.sources.arithmetic.operand import Operand, draw_numbers
from gradatim.curricula.sources.arithmetic.pairs import Pairs
from gradatim.curricula.sources.arithmetic.shapes import Shape, flat_shapes, grouped_shapes
from gradatim.curricula.sources.base import ENUMERABLE, Count
from gradatim.curricula.sources.hash_random import HashRandom, Rng

_SAMPLED = 20_000
_RARE = 20  # fewer in these draws: making one would take milliseconds


@dataclass(eq=False)
class ExpressionPlan:
    """How expressions of a fixed number of operands are made.

    A draw chooses with or without parentheses, then one of these shapes, then the numbers; when a step of the
    evaluation is negative though it must not be, all is drawn again.

    Attributes:
        operands: what each operand can be; at least three.
        symbols: the operations.
        parentheses: share of expressions with a pair of parentheses (before the redrawing).
        nonnegative: each step of the evaluation is at least 0.
        notation: how they are written.
        worked: whether they have a worked solution.
    """

    operands: tuple[Operand, ...]
    symbols: tuple[str, ...]
    parentheses: float
    nonnegative: bool
    notation: Notation
    worked: bool

    def __post_init__(self) -> None:
        # Plain attributes: a draw reads them, and a cached property costs several times as much.
        count = len(self.operands)
        self._flat = flat_shapes(self.symbols, count)
        self._grouped = grouped_shapes(self.symbols, count) if self.parentheses else ()
        self._spans = tuple(operand.spans for operand in self.operands)
        plain = not self.notation.positional and all(operand.low >= 0 for operand in self.operands)
        self._write = None if plain else self.notation.operand

    def draw(self, rng: Rng) -> Problem:
        """Returns one problem."""
        value = None
        while value is None:
            shape, numbers = self._candidate(rng)
            value = shape.evaluate(numbers, self.nonnegative)
        key, question = shape.spell(numbers, self._write)
        gold = self.notation.gold(value)
        solution = "=".join([*shape.reductions(numbers, self.notation.number), gold]) if self.worked else None
        return Problem(problem_id(key), question, gold, solution)

    def _candidate(self, rng: Rng) -> tuple[Shape, list[int]]:
        shapes = self._grouped if self.parentheses and rng.random() < self.parentheses else self._flat
        shape = shapes[int(rng.random() * len(shapes))]
        numbers = draw_numbers(rng, self._spans)
        for place in shape.divisions:
            numbers[place : place + 2] = self._divisions[place].draw(rng)
        return shape, numbers

    @cached_property
    def _divisions(self) -> tuple[Pairs, ...]:
        """The exact divisions of operand i by operand i + 1."""
        return tuple(Pairs("/", pair, self.nonnegative) for pair in zip(self.operands, self.operands[1:], strict=False))

    @property
    def _shapes(self) -> tuple[Shape, ...]:
        flat = self._flat if self.parentheses < 1 else ()
        return (*flat, *self._grouped) if self.parentheses else flat

    def count(self) -> Count:
        """Returns the number of distinct problems, or a lower bound where they are too many to list."""
        return self._count

    @cached_property
    def _count(self) -> Count:
        if self._is_multiset:
            return Count(comb(self.operands[0].size + len(self.operands) - 1, len(self.operands)), exact=True)
        if self._listable:
            return Count(len(self._listed), exact=True)
        return Count(self._arrangements or len(set(self._sampled)), exact=False)

    def ids(self) -> Iterator[str] | None:
        """Returns each id once; None when they are too many or cannot be listed."""
        if self._is_multiset and self.count().value <= ENUMERABLE:
            chains = combinations_with_replacement(list(self.operands[0]), len(self.operands))
            return (problem_id(self._flat[0].key(chain)) for chain in chains)
        return iter(self._listed) if self._listable else None

    def lack(self) -> str | None:
        """Says that there is no exact division or hardly an expression that qualifies; None when there are enough."""
        if "/" in self.symbols and not all(pairs.drawn for pairs in self._divisions):
            return "no two neighbouring operands qualify for '/'"
        if self._arrangements or len(self._sampled) >= _RARE:
            return None
        return f"only {len(self._sampled)} in {_SAMPLED:,} drawn expressions of {len(self.operands)} operands qualify"

    @property
    def _is_multiset(self) -> bool:
        """Whether an expression is nothing but a multiset of numbers: one commutative operation, equal operands."""
        return self.symbols in (("+",), ("*",)) and len(set(self.operands)) == 1

    @property
    def _listable(self) -> bool:
        return len(self._shapes) * prod(operand.size for operand in self.operands) <= ENUMERABLE

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        found = {
            problem_id(shape.key(values)): None
            for shape in self._shapes
            for values in product(*self.operands)
            if self._qualifies(shape, values)
        }
        return tuple(found)

    def _qualifies(self, shape: Shape, values: tuple[int, ...]) -> bool:
        exact = all(values[i + 1] and values[i] % values[i + 1] == 0 for i in shape.divisions)
        return exact and shape.evaluate(values, self.nonnegative) is not None

    @cached_property
    def _arrangements(self) -> int:
        """A lower bound from one shape that any numbers fit: at most n! arrangements of n numbers are one problem."""
        subtracts = {"-", "/"} if self.nonnegative else {"/"}
        if not any(subtracts.isdisjoint(shape.symbols) for shape in self._shapes):
            return 0
        return -(-prod(operand.size for operand in self.operands) // factorial(len(self.operands)))

    @cached_property
    def _sampled(self) -> tuple[str, ...]:
        """The canonical texts of those that qualify among some draws: how different they are is a lower bound."""
        rng = HashRandom("arithmetic", _SAMPLED)
        candidates = (self._candidate(rng) for _ in range(_SAMPLED))
        return tuple(
            shape.key(numbers) for shape, numbers in candidates if shape.evaluate(numbers, self.nonnegative) is not None
        )
