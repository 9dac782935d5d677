"""Proof of equality by images in a finite field: polynomial identity testing, extended to common functions.

Symbols become random elements; rationals, i, roots of small primes and fractions of pi have exact images (see
`field`). Trigonometric functions follow from exponentials by Euler's formula, roots of numbers that are squares in
the field are those squares' roots up to their sign, which both signs are tried for; any other function is a random
function of its argument's image. So sin 2x = 2 sin x cos x, 2^(x+1) = 2 * 2^x, ln 6 = ln 2 + ln 3 hold.

Two expressions with the same image are equal but for a chance of about degree / 2^126 (J. T. Schwartz, 1980,
doi 10.1145/322217.322225, corollary 1); images are compared for two choices of the random elements. Different images
prove that the values differ only where all images are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from gradatim.verifiers.math.identity import polynomials
from gradatim.verifiers.math.identity.field import (
    NotModularError,
    P,
    image,
    inverse,
    power,
    root_of_unity,
    some_square_root,
)
from gradatim.verifiers.math.identity.generators import Generators
from gradatim.verifiers.math.identity.polynomials import IMAGINARY, Key, Polynomial
from gradatim.verifiers.math.notation.tree import Node, fold

_SEEDS = (1, 2)
_MAX_SIGNS = 3


def identical(left: Node, right: Node, *, agreed: bool = True) -> bool | None:
    """Whether two expressions in the kinds of `plain` are equal.

    Args:
        left: one of them.
        right: the other.
        agreed: whether their probes agree; without them only exact images prove anything.

    Returns:
        True or False if that is proved (True but for the chance above), else None.
    """
    try:
        images = [_images(left, right, seed, ()) for seed in _SEEDS]
        if all(one.equal for one in images) and (agreed or all(one.exact for one in images)):
            return True
        if not agreed and not all(one.exact for one in images):
            return None
        if all(one.exact for one in images):
            return False
        signs = max(one.signs for one in images)
        choices = product((1, -1), repeat=signs) if 0 < signs <= _MAX_SIGNS else ()
        return True if any(_equal_with(left, right, choice) for choice in choices) else None
    except NotModularError:
        return None


class _Images(NamedTuple):
    equal: bool
    exact: bool
    signs: int


def _images(left: Node, right: Node, seed: int, signs: Sequence[int]) -> _Images:
    field = _Field(seed, signs)
    equal = fold(left, field.combine).element == fold(right, field.combine).element
    return _Images(equal, field.generators.exact, len(field.roots))


def _equal_with(left: Node, right: Node, signs: Sequence[int]) -> bool:
    return all(_images(left, right, seed, signs).equal for seed in _SEEDS)


class _Part(NamedTuple):
    """What is known of a node.

    Attributes:
        element: its image.
        polynomial: the sum of monomials that it is, if it is a simple one.
        is_number: whether there is no symbol in it.
        root: where it is a square, the image of what is squared.
    """

    element: int
    polynomial: Polynomial | None
    is_number: bool = True
    root: int | None = None


class _Field:
    """One choice of random elements, and of the signs of roots in the order in which they occur."""

    def __init__(self, seed: int, signs: Sequence[int]) -> None:
        self.generators = Generators(seed)
        self.signs = signs
        self.roots: dict[int, int] = {}

    def combine(self, part: Node, args: list[_Part]) -> _Part:
        is_number = part.kind != "sym" and all(arg.is_number for arg in args)
        if part.kind == "num":
            return _Part(image(part.value), polynomials.constant(part.value))
        if part.kind in ("sym", "const"):
            return _Part(self._leaf(part), polynomials.single((part.kind, part.value)), is_number)
        if part.kind == "call":
            return _atom(self._call(part, args))._replace(is_number=is_number)
        if part.kind not in _OPERATIONS:
            raise NotModularError(part.kind)
        return _OPERATIONS[part.kind](self, args)._replace(is_number=is_number)

    def _leaf(self, part: Node) -> int:
        if part.kind == "sym":
            return self.generators.symbol(part.value)
        if part.value == "i":
            return root_of_unity(4)
        if part.value == "e":
            return self.generators.exponential(polynomials.constant(Fraction(1)))
        return self.generators.opaque(part.kind, part.value)

    def add(self, args: Sequence[_Part]) -> _Part:
        total: Polynomial | None = {}
        for arg in args:
            total = None if total is None or arg.polynomial is None else polynomials.added(total, arg.polynomial)
            if total is not None and len(total) > polynomials.MAX_MONOMIALS:
                total = None
        return _Part(sum(arg.element for arg in args) % P, total)

    def mul(self, args: Sequence[_Part]) -> _Part:
        result = args[0]
        for arg in args[1:]:
            both = None
            if result.polynomial is not None and arg.polynomial is not None:
                both = polynomials.multiplied(result.polynomial, arg.polynomial)
            result = _Part(result.element * arg.element % P, both)
        return result

    def neg(self, args: Sequence[_Part]) -> _Part:
        return self.mul((_Part(P - 1, polynomials.constant(Fraction(-1))), args[0]))

    def div(self, args: Sequence[_Part]) -> _Part:
        divisor = _rational(args[1])
        if divisor:
            return self.mul((args[0], _Part(image(1 / divisor), polynomials.constant(1 / divisor))))
        return _atom(args[0].element * inverse(args[1].element) % P)

    def pow(self, args: Sequence[_Part]) -> _Part:
        base, exponent = args
        rational = _rational(exponent)
        if rational is not None and rational.denominator == 1:
            return _whole_power(base, int(rational))
        return _atom(self._power(base, exponent))

    def root(self, args: Sequence[_Part]) -> _Part:
        index = _rational(args[1])
        if not index:
            raise NotModularError("root")
        return self.pow((args[0], _Part(image(1 / index), polynomials.constant(1 / index))))

    def _power(self, base: _Part, exponent: _Part) -> int:
        number, key, rational = _rational(base), _single_key(base), _rational(exponent)
        if exponent.polynomial is not None and number != 0:
            if key == ("const", "e"):
                return self.generators.exponential(exponent.polynomial)
            if number is not None and number > 0:
                return self.generators.number_power(number, exponent.polynomial)
            if number is not None and (value := self.generators.negative_power(number, exponent.polynomial)):
                return value
            if key and key[0] == "sym":
                return self.generators.generator_power(key, exponent.polynomial, base.element)
        if rational is not None and rational.denominator == 2:
            root = self._square_root(base)
            if root is not None:
                return power(root, rational.numerator)
        return self.generators.opaque("power", base.element, exponent.element)

    def _square_root(self, base: _Part) -> int | None:
        if base.root is not None:
            return self._absolute(base.root)
        root = some_square_root(base.element) if base.is_number else None
        if root is None:
            return None
        self.generators.exact = False
        place = self.roots.setdefault(base.element, len(self.roots))
        return root * self.signs[place] % P if place < len(self.signs) else root

    def _absolute(self, element: int) -> int:
        return self.generators.opaque("abs", min(element, P - element))

    def _call(self, part: Node, args: Sequence[_Part]) -> int:
        name, argument = part.value, args[0]
        if name in ("ln", "log"):
            logs = [self._log(arg) for arg in args]
            return logs[0] if len(logs) == 1 else logs[0] * inverse(logs[1]) % P
        if name == "abs":
            return self._absolute(argument.element)
        if argument.polynomial is not None and name == "exp":
            return self.generators.exponential(argument.polynomial)
        if argument.polynomial is not None and name in _WAVES:
            imaginary = polynomials.single(IMAGINARY)
            angle = (
                argument.polynomial if name in _HYPERBOLIC else polynomials.multiplied(argument.polynomial, imaginary)
            )
            if angle is not None:
                wave = self.generators.exponential(angle)
                return _WAVES[name](wave, inverse(wave))
        return self.generators.opaque(name, *[arg.element for arg in args])

    def _log(self, part: _Part) -> int:
        number = _rational(part)
        if number is not None and number > 0:
            return self.generators.number_log(number)
        return 1 if _single_key(part) == ("const", "e") else self.generators.opaque("ln", part.element)


def _atom(element: int) -> _Part:
    return _Part(element, polynomials.single(("element", element)))


def _whole_power(base: _Part, exponent: int) -> _Part:
    root = power(base.element, exponent // 2) if exponent % 2 == 0 else None
    both: Polynomial | None = polynomials.constant(Fraction(1))
    if not 0 <= exponent <= 4:
        return _atom(power(base.element, exponent))._replace(root=root)
    for _ in range(exponent):
        if both is not None and base.polynomial is not None:
            both = polynomials.multiplied(both, base.polynomial)
        else:
            both = None
    return _Part(power(base.element, exponent), both, root=root)


def _rational(part: _Part) -> Fraction | None:
    if part.polynomial is None or part.polynomial.keys() - {()}:
        return None
    return part.polynomial.get((), Fraction(0))


def _single_key(part: _Part) -> Key | None:
    if part.polynomial is None or len(part.polynomial) != 1:
        return None
    ((monomial, coefficient),) = part.polynomial.items()
    return monomial[0][0] if coefficient == 1 and len(monomial) == 1 and monomial[0][1] == 1 else None


def _half(value: int) -> int:
    return value * inverse(2) % P


_I = root_of_unity(4)
_HYPERBOLIC = frozenset({"sinh", "cosh", "tanh"})
# Of e^(ix) and e^(-ix); of e^x and e^-x for the hyperbolic ones.
_WAVES: Mapping[str, Callable[[int, int], int]] = MappingProxyType(
    {
        "sin": lambda wave, back: _half(back - wave) * _I % P,
        "cos": lambda wave, back: _half(wave + back),
        "tan": lambda wave, back: (back - wave) * _I * inverse(wave + back) % P,
        "cot": lambda wave, back: (wave + back) * inverse((back - wave) * _I) % P,
        "sec": lambda wave, back: 2 * inverse(wave + back) % P,
        "csc": lambda wave, back: 2 * inverse((back - wave) * _I) % P,
        "sinh": lambda wave, back: _half(wave - back),
        "cosh": lambda wave, back: _half(wave + back),
        "tanh": lambda wave, back: (wave - back) * inverse(wave + back) % P,
    }
)
_OPERATIONS: Mapping[str, Callable[[_Field, Sequence[_Part]], _Part]] = MappingProxyType(
    {"add": _Field.add, "mul": _Field.mul, "neg": _Field.neg, "div": _Field.div, "pow": _Field.pow, "root": _Field.root}
)
