"""From a configuration to the plans that make its problems, one for each number of operands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from gradatim.core import Problem
from gradatim.curricula.sources.arithmetic.expressions import ExpressionPlan
from gradatim.curricula.sources.arithmetic.notation import SYMBOLS, Notation
from gradatim.curricula.sources.arithmetic.operand import Operand, of_digits, of_range
from gradatim.curricula.sources.arithmetic.pairs import PairPlan, Pairs
from gradatim.curricula.sources.arithmetic.shapes import flat_shapes, grouped_shapes
from gradatim.curricula.sources.base import Count
from gradatim.curricula.sources.hash_random import Rng

if TYPE_CHECKING:
    from gradatim.curricula.sources.arithmetic.config import Arithmetic, Span


class Plan(Protocol):
    """Makes the problems with one number of operands."""

    def draw(self, rng: Rng) -> Problem:
        """Returns one problem."""
        ...

    def count(self) -> Count:
        """Returns the number of distinct problems, or a lower bound."""
        ...

    def ids(self) -> Iterator[str] | None:
        """Returns each id once; None when they are too many or cannot be listed."""
        ...

    def lack(self) -> str | None:
        """Says which problems were asked for that do not exist or are very rare; None when there is no such lack."""
        ...


def make_plans(config: Arithmetic) -> tuple[Plan, ...]:
    """Returns one plan for each number of operands, ascending."""
    notation = _notation(config)
    low, high = span(config.operands)
    return tuple(_plan(config, count, notation) for count in range(low, high + 1))


def span(value: Span) -> tuple[int, int]:
    """Returns the lowest and the highest value of a setting that is a number or a range."""
    return (value, value) if isinstance(value, int) else value


def largest_operand(digits: Span | None, ranges: tuple[tuple[int, int], ...] | None) -> int:
    """Returns the largest operand that the settings allow."""
    if digits is not None:
        return int(10 ** span(digits)[1]) - 1
    return max(high for _, high in ranges or ())


def _plan(config: Arithmetic, count: int, notation: Notation) -> Plan:
    symbols = _symbols(config)
    places = _places(config, count)
    nonnegative = config.negatives == "none"
    if count == 2:
        operations = tuple(Pairs(symbol, (places[0], places[1]), nonnegative, config.carry) for symbol in symbols)
        return PairPlan(operations, notation, config.worked)
    return ExpressionPlan(places, symbols, config.parentheses, nonnegative, notation, config.worked)


def _symbols(config: Arithmetic) -> tuple[str, ...]:
    return tuple(SYMBOLS[operation] for operation in config.operations)


def is_positional(config: Arithmetic) -> bool:
    """Whether numbers have fixed places, so that leading zeros are written."""
    return config.layout == "lowest_first" or config.width is not None


def _places(config: Arithmetic, count: int) -> tuple[Operand, ...]:
    if config.digits is not None:
        low, high = span(config.digits)
        return (of_digits(low, high, is_positional(config), config.negatives == "operands"),) * count
    ranges = [of_range(*bounds) for bounds in config.ranges or ()]
    return tuple(ranges * count if len(ranges) == 1 else ranges)


def _notation(config: Arithmetic) -> Notation:
    if not is_positional(config):
        return Notation(reverse=False, width=0, gold_width=0)
    width = config.width or len(str(largest_operand(config.digits, config.ranges)))
    count = span(config.operands)[1]
    highs = [place.high for place in _places(config, count)]
    shapes = (*flat_shapes(_symbols(config), count), *grouped_shapes(_symbols(config), count))
    # The most operands have the largest results: one more never lowers the bound.
    largest = max(shape.largest(highs) for shape in shapes)
    return Notation(config.layout == "lowest_first", width, gold_width=len(str(largest)))
