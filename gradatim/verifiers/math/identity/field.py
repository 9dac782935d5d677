"""A finite field into which many real numbers map: rationals, i, roots of small primes, cosines of fractions of pi.

The field has a prime number `P` of elements with `P - 1` a multiple of `ORDER` = 8 * 3 * 5 * ... * 97, so that it holds
a root of unity of that order, which stands for e^(2 pi i / ORDER). Square roots follow from it by Gauss's sums
(K. Ireland, M. Rosen, A Classical Introduction to Modern Number Theory, chapter 6), with the sign of the real root.
Sums and products of numbers map to those of their images: images that differ prove that the numbers do.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from hashlib import blake2b
from math import prod

from gradatim.verifiers.math.notation.tree import spelled

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)
ORDER = 4 * prod(PRIMES)
P = 5 * ORDER + 1
_ROOT = 103**5 % P  # of order ORDER: 103 is no q-th power for any q of PRIMES


class NotModularError(Exception):
    """A number has no image, or its image cannot be divided by. Never leaves this package."""


def image(value: Fraction) -> int:
    """The image of a rational number.

    Raises:
        NotModularError: its denominator is a multiple of `P`.
    """
    return value.numerator * inverse(value.denominator) % P


def inverse(element: int) -> int:
    """1 / element.

    Raises:
        NotModularError: the element is zero.
    """
    if element % P == 0:
        raise NotModularError("zero")
    return pow(element, -1, P)


def power(element: int, exponent: int) -> int:
    """An integer power.

    Raises:
        NotModularError: zero to a negative power.
    """
    return pow(inverse(element), -exponent, P) if exponent < 0 else pow(element, exponent, P)


@cache
def root_of_unity(order: int) -> int:
    """The image of e^(2 pi i / order), for a divisor of `ORDER`."""
    return pow(_ROOT, ORDER // order, P)


def turn(part: Fraction) -> int:
    """The image of e^(2 pi i * part).

    Raises:
        NotModularError: the denominator does not divide `ORDER`.
    """
    if ORDER % part.denominator:
        raise NotModularError("angle")
    return power(_ROOT, ORDER * part.numerator // part.denominator)


@cache
def square_root(prime: int) -> int:
    """The image of the positive square root of a prime of `PRIMES`."""
    if prime == 2:
        return (root_of_unity(8) + inverse(root_of_unity(8))) % P
    unit = root_of_unity(prime)
    total = sum(_legendre(index, prime) * pow(unit, index, P) for index in range(1, prime)) % P
    return total if prime % 4 == 1 else -root_of_unity(4) * total % P


def _legendre(value: int, prime: int) -> int:
    return 1 if pow(value, (prime - 1) // 2, prime) == 1 else -1


def generic(seed: int, *key: object) -> int:
    """An element that stands for a value without known relations to others: the same for the same key."""
    digest = blake2b(spelled(key).encode("utf-8", "backslashreplace"), digest_size=24, salt=seed.to_bytes(8, "big"))
    return int.from_bytes(digest.digest(), "big") % (P - 1) + 1


def factored(value: int) -> dict[int, int]:
    """The exponents of a positive integer's primes, as far as they are small; what is left counts as one prime."""
    exponents: dict[int, int] = {}
    for prime in PRIMES:
        while value % prime == 0:
            exponents[prime] = exponents.get(prime, 0) + 1
            value //= prime
    if value > 1:
        exponents[value] = 1
    return exponents


def some_square_root(element: int) -> int | None:
    """One of the two square roots of an element, or None (A. Tonelli's algorithm, 1891)."""
    odd, twos = (P - 1) // 8, 3
    if pow(element, (P - 1) // 2, P) != 1:
        return None
    generator = root_of_unity(8)
    root, rest = pow(element, (odd + 1) // 2, P), pow(element, odd, P)
    while rest != 1:
        order = next(order for order in range(1, twos) if pow(rest, 2**order, P) == 1)
        factor = pow(generator, 2 ** (twos - order - 1), P)
        root, generator, twos = root * factor % P, factor * factor % P, order
        rest = rest * generator % P
    return min(root, P - root)
