"""Equations as curves, and inequalities as sets of numbers or as half spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

from gradatim.verifiers.math.domain import coefficients_of, squarefree, value_at
from gradatim.verifiers.math.equality import Equality, equality
from gradatim.verifiers.math.evaluation.exact import UndefinedError
from gradatim.verifiers.math.evaluation.numeric import real_roots
from gradatim.verifiers.math.evaluation.plain import plain, substituted
from gradatim.verifiers.math.notation.tree import Node, fold, node, number, symbol, symbols
from gradatim.verifiers.math.realsets import REALS, NoSetError, Pieces, between, complement, intersected, pieces, union

_FLIPPED: Mapping[str, str] = MappingProxyType({"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "=": "="})
_ZERO = number(0)
_MAX_DEGREE, _MAX_COEFFICIENT, _MAX_PARTS = 6, 10**12, 8


def solved(relation: Node) -> Pieces:
    """The values of the one variable for which a chain of comparisons holds, each linear in it.

    Raises:
        NoSetError: it is no such chain.
        TooComplexError: a part is too large.
    """
    if relation.kind == "list":
        return _joined(relation)
    names = symbols(relation)
    if (
        relation.kind != "rel"
        or len(relation.args) > _MAX_PARTS
        or len(names) != 1
        or not set(relation.value) <= _FLIPPED.keys()
    ):
        raise NoSetError("not one variable")
    result = pieces(REALS)
    for left, sign, right in zip(relation.args, relation.value, relation.args[1:], strict=False):
        result = intersected(result, _holding(_without_bars(left, sign, right), sign, *names))
    return result


def _holding(side: Node, sign: str, name: str) -> Pieces:
    try:
        return _linear(side, sign, name)
    except NoSetError:
        return _polynomial(side, sign, name)


def _polynomial(side: Node, sign: str, name: str) -> Pieces:
    """Where a polynomial, compared with zero, holds."""
    try:
        coefficients = coefficients_of(plain(side), name)
    except UndefinedError:
        coefficients = None
    if coefficients is None or not 2 <= len(coefficients) <= _MAX_DEGREE + 1:
        raise NoSetError("no polynomial")
    if max(max(abs(one.numerator), one.denominator) for one in coefficients) > _MAX_COEFFICIENT:
        raise NoSetError("large coefficients")
    roots = real_roots(squarefree(coefficients))
    points = [number(root) for root in roots]
    result: Pieces = ()
    for low, high, sample in zip([None, *points], [*points, None], _between(roots), strict=True):
        if _holds(value_at(coefficients, sample), sign):
            result = union(result, between(low, high, True, True))
    if "=" in sign and sign != "!=":
        for point in points:
            result = union(result, between(point, point, False, False))
    return result


def _between(roots: Sequence[Fraction]) -> list[Fraction]:
    """One number left of all roots, between each two, and right of all."""
    if not roots:
        return [Fraction(0)]
    middles = [(one + other) / 2 for one, other in pairwise(roots)]
    return [roots[0] - 1, *middles, roots[-1] + 1]


def _holds(value: Fraction, sign: str) -> bool:
    return value != 0 if sign == "!=" else value > 0 if sign[0] == ">" else value < 0 if sign[0] == "<" else False


def _without_bars(left: Node, sign: str, right: Node) -> Node:
    """The difference of two sides; squared where one is an absolute value and the other a positive number."""
    for one, other in ((left, right), (right, left)):
        if one.kind == "call" and one.value == "abs" and not symbols(other) and _sign(other) > 0:
            return node("add", _squared(left), node("neg", _squared(right)))
    return node("add", left, node("neg", right))


def _squared(side: Node) -> Node:
    return node("pow", side.args[0] if side.kind == "call" and side.value == "abs" else side, number(2))


def variable(relation: Node) -> str | None:
    """The one symbol of a relation or of joined ones."""
    names = symbols(relation)
    return next(iter(names)) if len(names) == 1 else None


def _joined(relation: Node) -> Pieces:
    if len(relation.args) > _MAX_PARTS:
        raise NoSetError("too many")
    parts = [solved(part) for part in relation.args]
    if len(symbols(relation)) != 1:
        raise NoSetError("several variables")
    if relation.value != "or":
        result = parts[0]
        for part in parts[1:]:
            result = intersected(result, part)
        return result
    result = parts[0]
    for part in parts[1:]:
        result = union(result, part)
    return result


def _linear(side: Node, sign: str, name: str) -> Pieces:
    """Where `side`, compared with zero, holds."""
    try:
        at = [plain(substituted(side, name, Fraction(place))) for place in range(2)]
        slope = node("add", at[1], node("neg", at[0]))
        line = node("add", at[0], node("mul", slope, symbol(name)))
        if not equality(side, line).equal:
            raise NoSetError("not linear")
        direction = _sign(slope)
        if not direction:
            raise NoSetError("constant")
    except UndefinedError:
        raise NoSetError("undefined") from None
    boundary = node("div", node("neg", at[0]), slope)
    kind = sign if direction > 0 else _FLIPPED[sign]
    if kind in ("=", "!="):
        point = between(boundary, boundary, False, False)
        return point if kind == "=" else complement(point)
    is_open = len(kind) == 1
    return between(None, boundary, True, is_open) if kind[0] == "<" else between(boundary, None, is_open, True)


def _sign(value: Node) -> int:
    low = between(None, value, True, False)[0].high
    return (low.at > 0) - (low.at < 0)


def same_relation(answer: Node, gold: Node) -> Equality:
    """Whether two relations say the same: the same sign between sides that differ by a constant factor.

    Raises:
        TooComplexError: a side is too large.
    """
    if answer == gold:
        return Equality(True, "structure")
    answer, gold = _ascending(answer), _ascending(gold)
    if len(answer.args) != len(gold.args) or symbols(answer) != symbols(gold):
        return Equality(False, "structure", "wrong_type")
    if len(answer.args) > 2:
        results = [same_relation(one, other) for one, other in zip(_links(answer), _links(gold), strict=True)]
        return next((result for result in results if not result.equal), results[-1])
    if any(side.kind in ("set", "bracket", "matrix", "union") for side in (*answer.args, *gold.args)):
        return Equality(False, "structure", "wrong_type")
    (stated, stated_sign), (wanted, wanted_sign) = _to_zero(answer), _to_zero(gold)
    if stated_sign != wanted_sign or stated_sign not in _FLIPPED:
        return Equality(False, "structure", "wrong_value")
    try:
        result = _proportional(stated, wanted, stated_sign)
        if result.equal or stated_sign not in ("=", "!="):
            return result
        return _proportional(_numerator(stated), _numerator(wanted), stated_sign)
    except UndefinedError:
        return Equality(False, "numeric", "undefined")
    except NoSetError:
        return Equality(False, "numeric", "wrong_value")


def _ascending(relation: Node) -> Node:
    """The chain the other way round if it descends."""
    if relation.value[0][0] != ">":
        return relation
    signs = tuple(_FLIPPED.get(sign, sign) for sign in reversed(relation.value))
    return Node("rel", relation.args[::-1], signs, relation.depth)


def _links(relation: Node) -> list[Node]:
    sides = zip(relation.args, relation.value, relation.args[1:], strict=False)
    return [Node("rel", (left, right), (sign,), relation.depth) for left, sign, right in sides]


def _to_zero(relation: Node) -> tuple[Node, str]:
    """One side against zero, with `<` in place of `>`."""
    left, right = relation.args
    sign = relation.value[0]
    if sign[0] == ">":
        left, right, sign = right, left, _FLIPPED[sign]
    return node("add", left, node("neg", right)), sign


def _proportional(stated: Node, wanted: Node, sign: str) -> Equality:
    for shift in range(3):
        here, there = (_at_point(side, shift) for side in (stated, wanted))
        if equality(there, _ZERO).equal or equality(here, _ZERO).equal:
            continue
        result = equality(node("mul", stated, there), node("mul", wanted, here))
        if result.equal and sign not in ("=", "!=") and _sign(here) != _sign(there):
            return Equality(False, result.decided_by, "wrong_value")
        return result
    return Equality(False, "numeric", "wrong_value")


def _numerator(side: Node) -> Node:
    """The numerator of a side written as one fraction: it has the same zeros but for those of the denominator."""
    return fold(side, _fraction)[0]


def _fraction(part: Node, args: list[tuple[Node, Node]]) -> tuple[Node, Node]:
    one = number(1)
    if part.kind == "div":
        (top, below), (bottom, above) = args
        return node("mul", top, above), node("mul", below, bottom)
    if part.kind in ("add", "mul", "neg") and any(bottom != one for _, bottom in args):
        tops, bottoms = [top for top, _ in args], [bottom for _, bottom in args]
        product = node("mul", *bottoms) if len(bottoms) > 1 else bottoms[0]
        if part.kind != "add":
            return node(part.kind, *tops), product
        terms = [node("mul", top, *bottoms[:place], *bottoms[place + 1 :]) for place, top in enumerate(tops)]
        return node("add", *terms), product
    plain_args = [top if bottom == one else node("div", top, bottom) for top, bottom in args]
    return (node(part.kind, *plain_args, value=part.value) if args else part), one


def _at_point(side: Node, shift: int) -> Node:
    for place, name in enumerate(sorted(symbols(side))):
        side = substituted(side, name, Fraction(7 * place + 5 * shift + 3, 2 * place + shift + 2))
    return side
