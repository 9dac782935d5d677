"""Angles and exponents as sums of monomials with rational coefficients, as far as they are that simple."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

Key: TypeAlias = tuple[str, object]
Monomial: TypeAlias = tuple[tuple[Key, int], ...]
"""Factors with their exponents, in order; the empty one is 1."""
Polynomial: TypeAlias = dict[Monomial, Fraction]

IMAGINARY: Key = ("const", "i")
MAX_MONOMIALS = 24


def constant(value: Fraction) -> Polynomial:
    """A polynomial without factors."""
    return {(): value} if value else {}


def single(key: Key) -> Polynomial:
    """One factor."""
    return {((key, 1),): Fraction(1)}


def added(left: Polynomial, right: Polynomial) -> Polynomial:
    """The sum."""
    total = dict(left)
    for monomial, coefficient in right.items():
        total[monomial] = total.get(monomial, Fraction(0)) + coefficient
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def multiplied(left: Polynomial, right: Polynomial) -> Polynomial | None:
    """The product; None where it has too many monomials."""
    if len(left) * len(right) > MAX_MONOMIALS:
        return None
    total: Polynomial = {}
    for first, one in left.items():
        for second, other in right.items():
            monomial, sign = _joined(first, second)
            total = added(total, {monomial: one * other * sign})
    return total


def _joined(left: Monomial, right: Monomial) -> tuple[Monomial, int]:
    exponents = dict(left)
    for key, exponent in right:
        exponents[key] = exponents.get(key, 0) + exponent
    turns = exponents.pop(IMAGINARY, 0) % 4
    if turns % 2:
        exponents[IMAGINARY] = 1
    return tuple(sorted(exponents.items(), key=repr)), -1 if turns > 1 else 1
