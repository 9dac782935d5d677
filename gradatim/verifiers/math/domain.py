"""Where an expression has no value: the real zeros of its denominators."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest

from gradatim.verifiers.math.evaluation.exact import exact_value
from gradatim.verifiers.math.evaluation.numeric import real_roots
from gradatim.verifiers.math.evaluation.plain import plain
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, fold, postorder, symbols

MAX_DEGREE = 40
Coefficients = list[Fraction]


def same_domain(left: Node, right: Node) -> bool:
    """Whether two expressions lack a value at the same points.

    Denominators that are polynomials in one variable are compared by their real zeros, others as they are written.

    Raises:
        TooComplexError: a denominator's degree is over `MAX_DEGREE`.
    """
    sides = [_denominators(plain(side)) for side in (left, right)]
    if sides[0] == sides[1]:
        return True
    names = frozenset().union(*(symbols(part) for side in sides for part in side))
    if len(names) != 1:
        return False
    (name,) = names
    zeros = []
    for side in sides:
        product: Coefficients = [Fraction(1)]
        for part in side:
            coefficients = coefficients_of(part, name)
            if coefficients is None:
                return False
            product = _product(product, coefficients)
        zeros.append(squarefree(product))
    common = _gcd(*zeros)
    return not any(real_roots(_quotient(side, common)) for side in zeros)


def _denominators(root: Node) -> frozenset[Node]:
    found = set()
    for part in postorder(root):
        if part.kind == "div" and symbols(part.args[1]):
            found.add(part.args[1])
        elif part.kind == "pow" and symbols(part.args[0]) and not symbols(part.args[1]):
            exponent = exact_value(part.args[1])
            if exponent is not None and exponent < 0:
                found.add(part.args[0])
    return frozenset(found)


def coefficients_of(root: Node, name: str) -> Coefficients | None:
    """A polynomial's coefficients from its values, the constant first; None if it is none with rational ones."""
    degree = fold(root, _degree)
    if degree is None:
        return None
    points = [Fraction(point) for point in range(degree + 1)]
    values = [exact_value(root, {name: point}) for point in points]
    result: Coefficients = [Fraction(0)]
    for index, value in enumerate(values):
        if value is None:
            return None
        basis = [value]
        for other in points:
            if other != points[index]:
                gap = points[index] - other
                basis = _product(basis, [-other / gap, 1 / gap])
        result = [left + right for left, right in zip_longest(result, basis, fillvalue=Fraction(0))]
    return _trimmed(result)


def _degree(part: Node, args: list[int | None]) -> int | None:
    known = [arg for arg in args if arg is not None]
    if len(known) < len(args):
        return None
    if part.kind in ("num", "sym", "const"):
        return int(part.kind == "sym")
    if part.kind in ("add", "neg"):
        return max(known)
    if part.kind == "pow" and part.args[1].kind == "num" and part.args[1].value.denominator == 1:
        degree = known[0] * int(part.args[1].value)
        if abs(degree) > MAX_DEGREE:
            raise TooComplexError("degree")
        return degree if degree >= 0 else None
    if part.kind == "mul":
        return sum(known)
    return known[0] if part.kind == "div" and not known[1] else None


def _trimmed(poly: Sequence[Fraction]) -> Coefficients:
    result = list(poly)
    while len(result) > 1 and not result[-1]:
        result.pop()
    return result


def _product(left: Sequence[Fraction], right: Sequence[Fraction]) -> Coefficients:
    result = [Fraction(0)] * (len(left) + len(right) - 1)
    for place, one in enumerate(left):
        for shift, other in enumerate(right):
            result[place + shift] += one * other
    if len(result) > MAX_DEGREE + 2:
        raise TooComplexError("degree")
    return _trimmed(result)


def _divided(top: Sequence[Fraction], bottom: Sequence[Fraction]) -> tuple[Coefficients, Coefficients]:
    rest, quotient = list(top), [Fraction(0)] * max(len(top) - len(bottom) + 1, 1)
    while len(rest) >= len(bottom) and any(rest):
        factor = rest[-1] / bottom[-1]
        shift = len(rest) - len(bottom)
        quotient[shift] = factor
        for place, value in enumerate(bottom):
            rest[shift + place] -= factor * value
        rest.pop()
    return _trimmed(quotient), _trimmed(rest or [Fraction(0)])


def _quotient(top: Sequence[Fraction], bottom: Sequence[Fraction]) -> Coefficients:
    return _divided(top, bottom)[0]


def _gcd(left: Coefficients, right: Coefficients) -> Coefficients:
    while any(right):
        left, right = right, _divided(left, right)[1]
    return left


def value_at(poly: Coefficients, point: Fraction) -> Fraction:
    """The value of a polynomial at a point."""
    value = Fraction(0)
    for coefficient in reversed(poly):
        value = value * point + coefficient
    return value


def squarefree(poly: Coefficients) -> Coefficients:
    """The polynomial with the same zeros, each of them once."""
    derivative = _trimmed([place * value for place, value in enumerate(poly)][1:] or [Fraction(0)])
    return _quotient(poly, _gcd(poly, derivative)) if any(derivative) else [Fraction(1)]
