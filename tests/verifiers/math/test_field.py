"""The finite field holds exact images of rationals, roots and cosines: what is equal in the reals is equal there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import cos, pi, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import isprime

from gradatim.verifiers.math.identity.field import (
    ORDER,
    PRIMES,
    NotModularError,
    P,
    factored,
    generic,
    image,
    inverse,
    power,
    root_of_unity,
    some_square_root,
    square_root,
    turn,
)
from gradatim.verifiers.math.identity.generators import PARTS, Generators
from gradatim.verifiers.math.identity.polynomials import IMAGINARY, constant, single

RATIONALS = st.fractions(-(10**9), 10**9, max_denominator=10**6)
ELEMENTS = st.integers(1, P - 1)
ANGLES = st.builds(Fraction, st.integers(-500, 500), st.sampled_from([1, 2, 3, 4, 5, 8, 12, 24, 35, 60, 97, 210]))
HALF = inverse(2)


def cosine(part: Fraction) -> int:
    """The image of cos(2 pi * part)."""
    return (turn(part) + turn(-part)) * HALF % P


def sine(part: Fraction) -> int:
    return (turn(part) - turn(-part)) * HALF * inverse(root_of_unity(4)) % P


def test_the_field_and_its_roots_of_unity() -> None:
    assert isprime(P)
    assert list(PRIMES) == [number for number in range(98) if isprime(number)]
    assert (P - 1) % ORDER == 0
    assert pow(root_of_unity(ORDER), ORDER, P) == 1
    assert all(pow(root_of_unity(ORDER), ORDER // prime, P) != 1 for prime in PRIMES)
    assert root_of_unity(4) ** 2 % P == P - 1


@given(RATIONALS, RATIONALS)
def test_images_of_rationals_keep_sums_products_and_quotients(one: Fraction, other: Fraction) -> None:
    assert image(one + other) == (image(one) + image(other)) % P
    assert image(one * other) == image(one) * image(other) % P
    assert (image(one) == image(other)) is (one == other)
    if other:
        assert image(one / other) == image(one) * inverse(image(other)) % P


@given(ELEMENTS, st.integers(-50, 50), st.integers(-50, 50))
def test_powers_add_their_exponents(element: int, one: int, other: int) -> None:
    assert power(element, one) * power(element, other) % P == power(element, one + other)
    assert power(element, -1) == inverse(element)


@pytest.mark.parametrize("element", [0, P, -P])
def test_nothing_is_divided_by_zero(element: int) -> None:
    for divide in (inverse, lambda zero: power(zero, -2), lambda zero: image(Fraction(1, P + abs(zero)))):
        with pytest.raises(NotModularError):
            divide(element)
    assert power(element, 0) == 1


@pytest.mark.parametrize("prime", PRIMES)
def test_a_root_squares_to_its_prime_and_has_the_sign_of_the_positive_one(prime: int) -> None:
    assert square_root(prime) ** 2 % P == prime
    # The product of 2 sin(k pi / p) for 0 < k < p/2 is the positive root of p.
    sines = [2 * sine(Fraction(index, 2 * prime)) for index in range(1, (prime + 1) // 2)]
    assert square_root(prime) == (prod(sines) % P if prime > 2 else 2 * cosine(Fraction(1, 8)) % P)


def test_cosines_in_roots() -> None:
    root = {prime: square_root(prime) for prime in PRIMES}
    quarter = inverse(4)
    assert cosine(Fraction(1, 10)) == (1 + root[5]) * quarter % P
    assert cosine(Fraction(1, 5)) == (root[5] - 1) * quarter % P
    assert cosine(Fraction(1, 8)) == root[2] * HALF % P
    assert cosine(Fraction(1, 12)) == root[3] * HALF % P
    assert cosine(Fraction(1, 24)) == root[2] * (root[3] + 1) * quarter % P
    assert sine(Fraction(1, 24)) == root[2] * (root[3] - 1) * quarter % P


@given(ANGLES, ANGLES)
def test_turns_add_and_come_round(one: Fraction, other: Fraction) -> None:
    assert turn(one) * turn(other) % P == turn(one + other)
    assert turn(one + 1) == turn(one)
    assert (cosine(one) ** 2 + sine(one) ** 2) % P == 1
    same = abs(cos(2 * pi * one) - cos(2 * pi * other)) < 1e-9
    assert (cosine(one) == cosine(other)) is same


def test_an_angle_without_image() -> None:
    for part in (Fraction(1, 101), Fraction(1, 16), Fraction(1, 9)):
        with pytest.raises(NotModularError):
            turn(part)


@given(ELEMENTS)
def test_half_of_all_elements_have_a_square_root(element: int) -> None:
    root = some_square_root(element)
    square = some_square_root(element**2 % P)
    assert square in (element, P - element)
    assert root is None or (root**2 % P == element and root <= P - root)
    assert (root is None) is (pow(element, (P - 1) // 2, P) != 1)


@given(st.integers(1, 10**12))
def test_factors_multiply_to_the_number(value: int) -> None:
    exponents = factored(value)
    assert prod(prime**count for prime, count in exponents.items()) == value
    assert sum(prime not in PRIMES for prime in exponents) <= 1
    assert all(value % prime**count == 0 for prime, count in exponents.items())


def test_a_generic_element_depends_on_its_key_and_on_nothing_else() -> None:
    keys: list[tuple[object, ...]] = [("x",), ("y",), ("x", 1), (("x", 1),), ("\ud800",)]
    elements = [generic(seed, *key) for key in keys for seed in (1, 2)]
    assert len(set(elements)) == 2 * len(keys)
    assert elements == [generic(seed, *key) for key in keys for seed in (1, 2)]
    assert all(0 < element < P for element in elements)


SMALL = st.lists(st.sampled_from(PRIMES), max_size=4).map(prod)
SMOOTH = st.builds(Fraction, SMALL, SMALL)
HALVES = st.integers(-9, 9).map(lambda value: Fraction(value, 2))


@given(SMOOTH, SMOOTH, HALVES, HALVES)
def test_half_integer_powers_of_small_primes_keep_their_laws(
    base: Fraction, factor: Fraction, one: Fraction, other: Fraction
) -> None:
    made = Generators(3)

    def raised(value: Fraction, exponent: Fraction) -> int:
        return made.number_power(value, constant(exponent))

    assert raised(base, one) * raised(base, other) % P == raised(base, one + other)
    assert raised(base, one) * raised(factor, one) % P == raised(base * factor, one)
    assert raised(base, Fraction(2)) == image(base**2)
    assert made.exact


@given(SMOOTH, SMOOTH)
def test_logarithms_of_products_are_sums(one: Fraction, other: Fraction) -> None:
    made = Generators(4)
    assert made.number_log(one * other) == (made.number_log(one) + made.number_log(other)) % P
    assert (made.number_log(one) == made.number_log(other)) is (one == other)


def test_only_exact_images_leave_the_choice_exact() -> None:
    made = Generators(1)
    made.symbol("x")
    made.number_power(Fraction(6), constant(Fraction(-3, 2)))
    made.negative_power(Fraction(-6), constant(Fraction(1, 2)))
    made.generator_power(("sym", "x"), constant(Fraction(1, 3)), made.symbol("x"))
    made.exponential({((IMAGINARY, 1), (("const", "pi"), 1)): Fraction(1, 7)})
    assert made.exact
    inexact: list[Callable[[], object]] = [
        lambda: made.number_power(Fraction(6), constant(Fraction(1, 3))),
        lambda: made.number_power(Fraction(101), constant(Fraction(1, 2))),
        lambda: made.number_log(Fraction(2)),
        lambda: made.exponential(constant(Fraction(1))),
        lambda: made.generator_power(("prime", 2), single(("sym", "x")), 2),
    ]
    for make in inexact:
        made.exact = True
        make()
        assert not made.exact


def test_exponents_finer_than_the_parts_have_no_image() -> None:
    made = Generators(1)
    assert made.exponential(constant(Fraction(1, PARTS)))
    with pytest.raises(NotModularError):
        made.exponential(constant(Fraction(1, 11)))
    assert made.negative_power(Fraction(-2), constant(Fraction(1, 3))) is None
    assert made.negative_power(Fraction(-2), single(("sym", "x"))) is None
    assert made.negative_power(Fraction(-4), constant(Fraction(-3, 2))) == image(Fraction(1, 8)) * root_of_unity(4) % P
