"""Rational values, exactly, and never larger than `MAX_DIGITS`: every size is estimated before it is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, comb, factorial, floor, gcd, lcm, lgamma, log, log10
from types import MappingProxyType

from gradatim.verifiers.math.notation.tree import Node, TooComplexError, fold

MAX_DIGITS = 10_000
"""Digits of the largest numerator or denominator that is computed."""
_MAX_BITS = int(MAX_DIGITS / log10(2))
_LARGEST_FACTORIAL = 3_200
_MAX_ROOT_BITS = 2048


class UndefinedError(Exception):
    """The text has no value: 1/0. Never leaves this package."""


Value = Fraction | None
NOTHING: Mapping[str, Fraction] = MappingProxyType({})


def exact_value(root: Node, point: Mapping[str, Fraction] = NOTHING) -> Value:
    """The value if it is rational and can be computed with rational numbers alone, else None.

    Args:
        root: an expression.
        point: values of symbols.

    Raises:
        TooComplexError: it or a part of it is too large.
        UndefinedError: it or a part of it does not exist.
    """

    def combine(part: Node, args: list[Value]) -> Value:
        if part.kind == "num":
            return _bounded(part.value)
        if part.kind == "dec":
            return _bounded(part.value.value)
        if part.kind == "sym":
            return point.get(part.value)
        known = [arg for arg in args if arg is not None]
        if part.kind == "pow" and args[1] == 0 and args[0] is None:
            return Fraction(1)
        operation = _OPERATIONS.get(part.kind)
        if operation is None or len(known) < len(args):
            return None
        return _bounded(operation(part, known))

    return fold(root, combine)


def _bounded(value: Value) -> Value:
    if value is not None and max(value.numerator.bit_length(), value.denominator.bit_length()) > _MAX_BITS:
        raise TooComplexError("digits")
    return value


def _product(_: Node, args: Sequence[Fraction]) -> Value:
    value = Fraction(1)
    for arg in args:
        value = _multiplied(value, arg)
    return value


def _multiplied(left: Fraction, right: Fraction) -> Fraction:
    for one, other in ((left.numerator, right.numerator), (left.denominator, right.denominator)):
        if one.bit_length() + other.bit_length() > _MAX_BITS + 64:
            raise TooComplexError("digits")
    return left * right


def _sum(_: Node, args: Sequence[Fraction]) -> Value:
    value = Fraction(0)
    for arg in args:
        _bounded(value)
        value += arg
    return value


def _quotient(_: Node, args: Sequence[Fraction]) -> Value:
    if not args[1]:
        raise UndefinedError("division by zero")
    return _multiplied(args[0], 1 / args[1])


def _power(_: Node, args: Sequence[Fraction]) -> Value:
    return power(args[0], args[1])


def power(base: Fraction, exponent: Fraction) -> Value:
    """A power if it is rational; the real root where the exponent's denominator is odd.

    Raises:
        TooComplexError: it has too many digits.
        UndefinedError: zero to a negative power.
    """
    if not base:
        if exponent < 0:
            raise UndefinedError("division by zero")
        return Fraction(0 if exponent else 1)
    if abs(base) == 1 and exponent.denominator == 1:
        return base if exponent.numerator % 2 else Fraction(1)
    size = max(_log10(base.numerator), _log10(base.denominator))
    # Beyond floats, a Fraction compares exactly and at once.
    if abs(exponent) * Fraction(size) > MAX_DIGITS:
        raise TooComplexError("power")
    if exponent.denominator > 1:
        root = _root(base, exponent.denominator)
        if root is None:
            return None
        base = root
    return Fraction(base) ** exponent.numerator


def _log10(value: int) -> float:
    return log(abs(value), 10) if value else 0.0


def _root(value: Fraction, index: int) -> Value:
    if value < 0:
        root = _root(-value, index) if index % 2 else None
        return None if root is None else -root
    top, bottom = _integer_root(value.numerator, index), _integer_root(value.denominator, index)
    return None if top is None or bottom is None else Fraction(top, bottom)


def _integer_root(value: int, index: int) -> int | None:
    if value in (0, 1):
        return value
    if index > value.bit_length() or value.bit_length() > _MAX_ROOT_BITS:
        return None
    low, high = 1, 1 << (value.bit_length() // index + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**index < value:
            low = middle + 1
        else:
            high = middle
    return low if low**index == value else None


def _root_node(_: Node, args: Sequence[Fraction]) -> Value:
    if not args[1]:
        raise UndefinedError("zeroth root")
    return power(args[0], 1 / args[1])


def _call(part: Node, args: Sequence[Fraction]) -> Value:
    function = _CALLS.get(part.value)
    return function(args) if function else None


def _whole(args: Sequence[Fraction]) -> list[int] | None:
    return [int(arg) for arg in args] if all(arg.denominator == 1 for arg in args) else None


def _factorial(args: Sequence[Fraction]) -> Value:
    whole = _whole(args)
    if whole is None or whole[0] < 0:
        return None
    if whole[0] > _LARGEST_FACTORIAL:
        raise TooComplexError("factorial")
    return Fraction(factorial(whole[0]))


def _binomial(args: Sequence[Fraction]) -> Value:
    whole = _whole(args)
    if whole is None or whole[0] < 0 or whole[1] < 0:
        return None
    top, bottom = whole[0], min(whole[1], whole[0] - whole[1])
    if bottom < 0:
        return Fraction(0)
    if top > 10**15 or bottom > 10**5:
        raise TooComplexError("binomial")
    if (lgamma(top + 1) - lgamma(bottom + 1) - lgamma(top - bottom + 1)) / log(10) > MAX_DIGITS:
        raise TooComplexError("binomial")
    return Fraction(comb(top, bottom))


def _divisors(function: Callable[..., int]) -> Callable[[Sequence[Fraction]], Value]:
    def apply(args: Sequence[Fraction]) -> Value:
        whole = _whole(args)
        return None if whole is None else Fraction(function(*whole))

    return apply


def _least_common_multiple(args: Sequence[Fraction]) -> Value:
    whole = _whole(args)
    if whole is None:
        return None
    value = Fraction(1)
    for one in whole:
        value = Fraction(lcm(int(value), one))
        _bounded(value)
    return value


def _remainder(args: Sequence[Fraction]) -> Value:
    if not args[1]:
        raise UndefinedError("division by zero")
    return args[0] % args[1]


_CALLS: Mapping[str, Callable[[Sequence[Fraction]], Value]] = MappingProxyType(
    {
        "abs": lambda args: abs(args[0]),
        "floor": lambda args: Fraction(floor(args[0])),
        "ceil": lambda args: Fraction(ceil(args[0])),
        "factorial": _factorial,
        "binomial": _binomial,
        "gcd": _divisors(gcd),
        "lcm": _least_common_multiple,
        "min": lambda args: min(args),
        "max": lambda args: max(args),
        "mod": _remainder,
    }
)
_OPERATIONS: Mapping[str, Callable[[Node, Sequence[Fraction]], Value]] = MappingProxyType(
    {
        "add": _sum,
        "mul": _product,
        "neg": lambda _, args: -args[0],
        "div": _quotient,
        "pow": _power,
        "root": _root_node,
        "call": _call,
    }
)
