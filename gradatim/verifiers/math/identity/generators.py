"""Images of powers, exponentials and logarithms in the field of `field`, made so that their laws hold.

A value without known relations, such as ln 2 or 2^x, is a random element; a coefficient in front of it becomes an
exponent, so that 2^(3x) is the cube of 2^x. Coefficients are multiples of 1 / `PARTS`, so that every random element is
the image of the value's PARTS-th root.
"""

from __future__ import annotations

from fractions import Fraction

from gradatim.verifiers.math.identity.field import (
    PRIMES,
    NotModularError,
    P,
    factored,
    generic,
    power,
    root_of_unity,
    square_root,
    turn,
)
from gradatim.verifiers.math.identity.polynomials import IMAGINARY, Key, Monomial, Polynomial

PARTS = 5040
_PI: Monomial = ((("const", "pi"), 1),)


class Generators:
    """One choice of the random elements.

    Attributes:
        exact: whether all images so far keep every law, so that different images prove different values.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.exact = True

    def symbol(self, name: str) -> int:
        """The image of a symbol: a power, so that the symbol's roots have images, too."""
        return power(generic(self.seed, "sym", name), PARTS)

    def opaque(self, *key: object) -> int:
        """A random element for a value of which some law is left out."""
        self.exact = False
        return generic(self.seed, *key)

    def number_power(self, base: Fraction, exponent: Polynomial) -> int:
        """A positive rational number to a sum of monomials."""
        result = 1
        for sign, part in ((1, base.numerator), (-1, base.denominator)):
            for prime, count in factored(part).items():
                scaled = {key: coefficient * count * sign for key, coefficient in exponent.items()}
                result = result * self.generator_power(("prime", prime), scaled, prime % P) % P
        return result

    def negative_power(self, base: Fraction, exponent: Polynomial) -> int | None:
        """A negative rational number to a half-integer power; None for other powers."""
        fraction = exponent.get((), Fraction(0))
        if exponent.keys() != {()} or fraction.denominator != 2:
            return None
        return power(root_of_unity(4), fraction.numerator) * self.number_power(-base, exponent) % P

    def generator_power(self, key: Key, exponent: Polynomial, element: int) -> int:
        """A prime or symbol, of which `element` is the image, to a sum of monomials."""
        result = 1
        for monomial, coefficient in exponent.items():
            if monomial == ():
                result = result * self._constant_power(key, coefficient, element) % P
            else:
                result = result * power(self.opaque("to", key, monomial), _in_parts(coefficient)) % P
        return result

    def _constant_power(self, key: Key, exponent: Fraction, element: int) -> int:
        if exponent.denominator == 1:
            return power(element, int(exponent))
        if key[0] == "sym":
            return power(generic(self.seed, *key), _in_parts(exponent))
        whole, rest = divmod(exponent.numerator, exponent.denominator)
        if exponent.denominator == 2 and key[1] in PRIMES:
            return power(element, whole) * square_root(element) % P
        return power(element, whole) * self.opaque("root", key, rest, exponent.denominator) % P

    def exponential(self, exponent: Polynomial) -> int:
        """The image of e to a sum of monomials; those with i are turns."""
        result = 1
        for monomial, coefficient in exponent.items():
            real = tuple(factor for factor in monomial if factor[0] != IMAGINARY)
            if real == monomial:
                factor = power(self.opaque("exp", monomial), _in_parts(coefficient))
            elif real == _PI:
                factor = turn(coefficient / 2)
            else:
                factor = power(self.opaque("turn", real), _in_parts(coefficient))
            result = result * factor % P
        return result

    def number_log(self, number: Fraction) -> int:
        """The natural logarithm of a positive rational number."""
        total = 0
        for sign, part in ((1, number.numerator), (-1, number.denominator)):
            total += sum(sign * count * self.opaque("ln", prime) for prime, count in factored(part).items())
        return total % P


def _in_parts(coefficient: Fraction) -> int:
    parts = coefficient * PARTS
    if parts.denominator != 1:
        raise NotModularError("fraction")
    return int(parts)
