"""How sympy is asked whether an expression is zero: one way after the other, from cheap to dear.

Each way is sound by itself, up to single points: like `cancel`, none cares where an expression has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

Expression = Any
"""sympy's types are not imported with this module."""


def is_zero(difference: Expression) -> bool:
    """Whether some way shows that a sympy expression is zero. False says nothing: it may still be."""
    return _shown(_WAYS, difference)


def _shown(ways: Iterable[Callable[[Expression], Expression]], difference: Expression) -> bool:
    from sympy.polys.polyerrors import BasePolynomialError

    for way in ways:
        try:
            if way(difference) == 0:
                return True
        except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError, BasePolynomialError):
            # sympy has many ways to say that a method does not apply.
            continue
    return False


def _rational(difference: Expression) -> Expression:
    from sympy import cancel

    return cancel(difference)


def _denested(difference: Expression) -> Expression:
    from sympy import expand, sqrtdenest

    return expand(sqrtdenest(difference))


def _minimal_polynomial(number: Expression) -> Expression:
    from sympy import Dummy, minimal_polynomial

    x = Dummy()
    return number if number.free_symbols or not number.is_algebraic else minimal_polynomial(number, x) - x


def _logarithms(difference: Expression) -> Expression:
    from sympy import cancel, expand_log

    return cancel(expand_log(difference, factor=True))


def _exponentials(difference: Expression) -> Expression:
    """Circular and hyperbolic functions become rational functions of exponentials, and so do powers."""
    from sympy import cancel, exp

    return cancel(difference.rewrite(exp))


def _angle_sums(difference: Expression) -> Expression:
    from sympy import expand

    return expand(difference, trig=True)


def _absolute_values(difference: Expression) -> Expression:
    """Squares show themselves below roots, and extremes become absolute values."""
    from sympy import Abs, Max, Min, cancel, factor

    return cancel(factor(difference.rewrite([Min, Max], Abs), deep=True))


def _sine(number: Expression) -> Expression:
    """A number in (-1, 1) is zero if its sine is; the sines of inverse functions are algebraic."""
    from sympy import acos, asin, atan, expand, sin

    inverse = number.has(acos, asin, atan) and _is_near_zero(number)
    return _of(expand(sin(number), trig=True)) if inverse else number


def _exponential(difference: Expression) -> Expression:
    """What is real or in (-1, 1) is zero if its exponential is 1; those of logarithms are often algebraic."""
    from sympy import Abs, Dummy, exp, log

    if not difference.has(log):
        return difference
    if _is_near_zero(difference):
        return _of(exp(difference) - 1)
    # Where it has a value, no absolute value in a logarithm is zero. Even powers open them.
    real = difference.replace(Abs, lambda _: Dummy(positive=True)).is_extended_real
    return _of(exp(4 * difference.replace(Abs, _quotient)) - 1) if real else difference


def _quotient(value: Expression) -> Expression:
    """The absolute value of a fraction, as a fraction."""
    from sympy import Abs, fraction, together

    over, under = fraction(together(value))
    return Abs(over) / Abs(under)


def _of(image: Expression) -> int:
    return 0 if _shown((_rational, _minimal_polynomial, _exponentials), image) else 1


def _is_near_zero(number: Expression) -> bool:
    return not number.free_symbols and bool(abs(number.evalf(20)) < 1)


def _signs(difference: Expression) -> Expression:
    """Proves it for each combination of signs of up to three symbols: a sign opens roots and logarithms."""
    from sympy import Dummy

    names = sorted(difference.free_symbols, key=str)
    if not 1 <= len(names) <= 3:
        return difference
    for signs in product((1, -1), repeat=len(names)):
        signed = {name: sign * Dummy(positive=True) for name, sign in zip(names, signs, strict=True)}
        if not _shown((_rational, _logarithms, _exponentials), difference.subs(signed, simultaneous=True)):
            return difference
    return 0


def _simplified(difference: Expression) -> Expression:
    from sympy import simplify

    return simplify(difference)


_WAYS = (
    _rational,
    _denested,
    _minimal_polynomial,
    _exponentials,
    _angle_sums,
    _sine,
    _exponential,
    _absolute_values,
    _signs,
    _simplified,
)


def warm_up() -> None:
    """Lets sympy load what it loads late, and compute what it keeps."""
    from sympy import Abs, Rational, Symbol, atan, cos, exp, factorial, log, pi, sin, sqrt

    x = Symbol("x", real=True)
    for difference in (
        sin(2 * x) + exp(x) - 1 / (x + 1),
        log(Abs(x) + 2) + factorial(x),
        sqrt(3 + 2 * sqrt(2)) + cos(pi / 7),
        atan(Rational(1, 2)) + atan(Rational(1, 3)) - pi / 4,
        log(3 + 2 * sqrt(2)) - 2 * log(1 + sqrt(2)),
    ):
        is_zero(difference)
