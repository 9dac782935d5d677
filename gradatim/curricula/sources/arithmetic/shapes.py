"""Expressions without their numbers: operations, at most one pair of parentheses, and what follows from them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, product

from gradatim.curricula.sources.arithmetic.key import expression_key

OPERATE: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}
_LARGEST: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": lambda a, _: a,
    "*": operator.mul,
    "/": lambda a, _: a,
}
Step = tuple[str, int, int]
Write = Callable[[int], str]


class Shape:
    """The form of an expression.

    Attributes:
        symbols: the operation between operands i and i + 1, one of `+-*/` each.
        group: the first and the last operand in parentheses; None without.
        steps: the order of evaluation as (symbol, left, right); each result takes the place of the left operand.
        divisions: the operands that are dividends; a division always stands between two plain numbers.
        bare: the operands that can be negative without parentheses, because no operation precedes them.
        template: the expression with `%s` for each operand.
    """

    def __init__(self, symbols: tuple[str, ...], group: tuple[int, int] | None = None) -> None:
        self.symbols = symbols
        self.group = group
        self.steps = tuple(_steps(symbols, group))
        self.divisions = tuple(i for i, symbol in enumerate(symbols) if symbol == "/")
        self.bare = frozenset({0} if group is None else {0, group[0]})
        count = len(symbols) + 1
        self.template = self._layout(["%s"] * count, range(count))

    def spell(self, numbers: Sequence[int], write: Write | None) -> tuple[str, str]:
        """Returns the canonical text and the written form of this expression of the given numbers.

        Args:
            numbers: the operands.
            write: how numbers >= 0 are written; None: in decimal, and there are no negative ones.
        """
        texts = tuple(map(str, numbers))
        written = texts if write is None else tuple(self._operands(numbers, write))
        return expression_key(self.symbols, self.group, texts), self.template % written

    def key(self, numbers: Sequence[int]) -> str:
        """Returns the canonical text alone."""
        return expression_key(self.symbols, self.group, tuple(map(str, numbers)))

    def _operands(self, numbers: Sequence[int], write: Write) -> Iterator[str]:
        for place, number in enumerate(numbers):
            bare = str(number) if number < 0 else write(number)
            yield bare if number >= 0 or place in self.bare else f"({bare})"

    def evaluate(self, values: Sequence[int], nonnegative: bool) -> int | None:
        """Returns the value; None when `nonnegative` and some step is below 0. Divisions must be exact."""
        work = list(values)
        for symbol, left, right in self.steps:
            result = OPERATE[symbol](work[left], work[right])
            if nonnegative and result < 0:
                return None
            work[left] = result
        return work[0]

    def largest(self, highs: Sequence[int]) -> int:
        """Returns an upper bound of the value for operands from 0 to `highs`."""
        work = list(highs)
        for symbol, left, right in self.steps:
            work[left] = _LARGEST[symbol](work[left], work[right])
        return work[0]

    def reductions(self, values: Sequence[int], write: Write) -> Iterator[str]:
        """Returns the expression after each step of its evaluation, the last one excepted."""
        work, alive = list(values), list(range(len(values)))
        for symbol, left, right in self.steps[:-1]:
            work[left] = OPERATE[symbol](work[left], work[right])
            alive.remove(right)
            texts = [
                f"({write(v)})" if v < 0 and i not in self._leading(alive) else write(v) for i, v in enumerate(work)
            ]
            yield self._layout(texts, alive)

    def _leading(self, alive: Sequence[int]) -> frozenset[int]:
        return self.bare if self._open(alive) else frozenset({0})

    def _open(self, alive: Sequence[int]) -> bool:
        return self.group is not None and any(self.group[0] < i <= self.group[1] for i in alive)

    def _layout(self, texts: Sequence[str], alive: Sequence[int]) -> str:
        first, last = self.group if self.group is not None and self._open(alive) else (-1, -1)
        closing = max((i for i in alive if i <= last), default=-1)
        pieces = []
        for i in alive:
            symbol = self.symbols[i - 1] if i else ""
            pieces.append(f"{symbol}{'(' * (i == first)}{texts[i]}{')' * (i == closing)}")
        return "".join(pieces)


class Sum(Shape):
    """A shape of sums and differences only, without parentheses: the most common one, so it has a shorter way."""

    def __init__(self, symbols: tuple[str, ...]) -> None:
        super().__init__(symbols)
        self._signs = ("+", *symbols)
        self._weights = tuple(1 if sign == "+" else -1 for sign in self._signs)

    def spell(self, numbers: Sequence[int], write: Write | None) -> tuple[str, str]:
        """Returns the canonical text and the written form of this expression of the given numbers."""
        if write is not None:
            return super().spell(numbers, write)
        terms = list(map(operator.add, self._signs, map(str, numbers)))
        written = "".join(terms)[1:]
        terms.sort()
        return "".join(terms), written

    def evaluate(self, values: Sequence[int], nonnegative: bool) -> int | None:
        """Returns the value; None when `nonnegative` and some step is below 0."""
        signed = map(operator.mul, self._weights, values)
        if not nonnegative:
            return int(sum(signed))
        *totals, value = accumulate(signed)
        return value if value >= 0 and min(totals) >= 0 else None


def flat_shapes(symbols: Sequence[str], operands: int) -> tuple[Shape, ...]:
    """Returns all shapes without parentheses in which no division follows another one."""
    chains = product(symbols, repeat=operands - 1)
    return tuple(
        Shape(chain) if {"*", "/"} & set(chain) else Sum(chain) for chain in chains if "//" not in "".join(chain)
    )


def grouped_shapes(symbols: Sequence[str], operands: int) -> tuple[Shape, ...]:
    """Returns all shapes with one pair of parentheses that changes the meaning and is no side of a division."""
    spans = [(first, last) for last in range(1, operands) for first in range(last)]
    flat = flat_shapes(symbols, operands)
    return tuple(Shape(shape.symbols, span) for shape in flat for span in spans if _matters(shape.symbols, *span))


def _matters(symbols: Sequence[str], first: int, last: int) -> bool:
    before = symbols[first - 1] if first else ""
    after = symbols[last] if last < len(symbols) else ""
    if "/" in (before, after) or not {"+", "-"} & set(symbols[first:last]):
        return False
    return before in ("-", "*") or after == "*"


def _steps(symbols: tuple[str, ...], group: tuple[int, int] | None) -> Iterator[Step]:
    items = list(range(len(symbols) + 1))
    if group is None:
        yield from _order(items, list(symbols))
        return
    first, last = group
    yield from _order(items[first : last + 1], list(symbols[first:last]))
    yield from _order(items[: first + 1] + items[last + 1 :], list(symbols[:first] + symbols[last:]))


def _order(items: list[int], symbols: list[str]) -> Iterator[Step]:
    for tier in ("*/", "+-"):
        place = 0
        while place < len(symbols):
            if symbols[place] in tier:
                yield symbols.pop(place), items[place], items.pop(place + 1)
            else:
                place += 1
