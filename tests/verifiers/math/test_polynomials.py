"""Sums of monomials: what is added and multiplied has the values that numbers have."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.identity.polynomials import (
    IMAGINARY,
    MAX_MONOMIALS,
    Key,
    Polynomial,
    added,
    constant,
    multiplied,
    single,
)

KEYS: list[Key] = [("sym", "x"), ("sym", "y"), ("const", "pi"), IMAGINARY]
TERMS = st.builds(
    lambda value, keys: [constant(value), *map(single, keys)],
    st.fractions(-5, 5, max_denominator=6),
    st.lists(st.sampled_from(KEYS), max_size=3),
)
POINT: dict[Key, complex] = {("sym", "x"): 3, ("sym", "y"): -2, ("const", "pi"): 7, IMAGINARY: 1j}


def value(poly: Polynomial) -> complex:
    total: complex = 0
    for monomial, coefficient in poly.items():
        term: complex = complex(coefficient)
        for key, exponent in monomial:
            term *= POINT[key] ** exponent
        total += term
    return total


def product(factors: list[Polynomial]) -> Polynomial:
    result: Polynomial | None = constant(Fraction(1))
    for factor in factors:
        result = multiplied(result or {}, factor)
    return result or {}


POLYNOMIALS = st.builds(added, TERMS.map(product), TERMS.map(product))


@given(POLYNOMIALS, POLYNOMIALS)
def test_sums_of_monomials_add_and_multiply(one: Polynomial, other: Polynomial) -> None:
    both = multiplied(one, other)
    assert abs(value(added(one, other)) - value(one) - value(other)) < 1e-6
    assert both is not None
    assert abs(value(both) - value(one) * value(other)) < 1e-6 * (1 + abs(value(both)))
    assert both == multiplied(other, one)
    assert all(both.values())
    assert added(one, {monomial: -coefficient for monomial, coefficient in one.items()}) == {}
    assert all(exponent == 1 for monomial in both for key, exponent in monomial if key == IMAGINARY)


def test_products_have_a_limited_number_of_monomials() -> None:
    many: Polynomial = {((("sym", str(index)), 1),): Fraction(1) for index in range(MAX_MONOMIALS)}
    assert multiplied(many, single(("sym", "x"))) is not None
    assert multiplied(many, added(single(("sym", "x")), constant(Fraction(1)))) is None
