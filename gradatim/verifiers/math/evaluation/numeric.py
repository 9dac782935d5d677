"""Values of expressions to a given number of digits, with bounds of their rounding errors.

Built on mpmath's contexts of fixed precision. They are shared by all threads, so one lock guards them; a forked child
gets a new one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import Any

from gradatim.verifiers.math.evaluation.approximation import Approximation, Evaluation
from gradatim.verifiers.math.evaluation.functions import CALLS
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, fold

FINE = 80
"""Digits of the approximations that stand for a value."""

_MAX_STEPS = 120
_lock = Lock()


def _renew_lock() -> None:
    global _lock  # a lock held by another thread at the fork would never open in the child
    _lock = Lock()
    # The fork may have come while a function of mpmath worked with more digits.
    _context.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


@cache
def _context(digits: int) -> Any:  # noqa: ANN401
    from mpmath.ctx_mp import MPContext

    context = MPContext()
    context.dps = digits
    return context


def approximate(root: Node, digits: int, point: Mapping[str, Fraction]) -> Approximation:
    """The value of an expression in the given kinds of `plain`.

    Args:
        root: the expression.
        digits: working precision; cancellation inside of the expression costs some of them.
        point: the value of every symbol.

    Raises:
        TooComplexError: a part has more than `MAX_DIGITS` digits before or after the point, or cannot be computed.
        UndefinedError: it does not exist.
    """
    with _lock:
        return fold(root, Evaluation(_context(digits), point, CALLS).combine)


def rational_approximation(root: Node) -> Fraction | None:
    """The value of an expression without symbols to 80 digits, as a fraction; None if it is not real.

    Raises:
        TooComplexError: it is too large.
        UndefinedError: it does not exist.
    """
    value = approximate(root, FINE, {}).value
    if value.imag != 0:
        return None
    return _fraction(value.real)


def sizes(left: Approximation, right: Approximation, digits: int) -> tuple[int, int]:
    """The distance of two values and the larger of their sizes, as exponents of two that are not reached."""
    with _lock:
        context = _context(digits)
        run = Evaluation(context, {}, CALLS)
        gap = run.size(context.convert(left.value) - context.convert(right.value))
        return gap, max(run.size(left.value), run.size(right.value))


def real_roots(coefficients: Sequence[Fraction]) -> list[Fraction]:
    """The real zeros, in order and to about 70 digits, of a polynomial without repeated ones, its constant first.

    Raises:
        TooComplexError: they are not found.
    """
    if len(coefficients) < 2:
        return []
    with _lock:
        context = _context(FINE)
        try:
            roots = context.polyroots(
                [context.mpf(value.numerator) / value.denominator for value in reversed(coefficients)],
                maxsteps=_MAX_STEPS,
                extraprec=_MAX_STEPS,
            )
        except context.NoConvergence:
            raise TooComplexError("roots") from None
        return sorted(
            _nearest(_fraction(root.real))
            for root in roots
            if abs(root.imag) < context.mpf(10) ** -30 * max(abs(root), 1)
        )


def _nearest(root: Fraction) -> Fraction:
    """A simple fraction if it is as good as all digits, so that rational zeros are exact."""
    simple = root.limit_denominator(10**12)
    return simple if abs(simple - root) <= (abs(root) + 1) / 10**60 else root


def _fraction(value: Any) -> Fraction:  # noqa: ANN401
    sign, mantissa, exponent, _ = value._mpf_  # mpmath documents this layout of a number
    return (-1 if sign else 1) * Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
