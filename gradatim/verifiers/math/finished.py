"""How far an answer is worked out: nothing left to compute, fractions and roots in lowest terms."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from gradatim.verifiers.math.evaluation.exact import UndefinedError, exact_value
from gradatim.verifiers.math.evaluation.plain import plain
from gradatim.verifiers.math.identity.field import PRIMES
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, postorder

_LITERALS = frozenset({"num", "dec"})
_DECORATED = frozenset({"percent", "unit", "sum", "prod", "base"})
_COMPUTATIONS = frozenset({"add", "mul", "div", "pow", "root", "call"})


def is_evaluated(root: Node) -> bool:
    """Whether no part of a value is a computation with numbers that could be carried out.

    Finished are numbers with their signs, fractions in lowest terms and mixed numbers; unfinished are `2+3`, `2^{10}`,
    `6/3` and anything with a unit, a percent sign or a sum sign.
    """
    for part in postorder(root):
        if part.kind in _DECORATED:
            return False
        if part.kind not in _COMPUTATIONS:
            continue
        if _is_number(part) and not _is_finished(part):
            return False
    return True


def _is_number(part: Node) -> bool:
    try:
        return exact_value(plain(part)) is not None
    except (TooComplexError, UndefinedError):
        return True


def _is_finished(part: Node) -> bool:
    if part.kind == "div":
        top, bottom = _whole(part.args[0]), _whole(part.args[1])
        return top is not None and bottom is not None and bottom > 1 and gcd(top, bottom) == 1
    if part.kind == "add" and len(part.args) == 2:
        whole, fraction = part.args
        return whole.kind == "num" and whole.value > 0 and fraction.kind == "div" and _is_finished(fraction)
    return False


def _whole(part: Node) -> int | None:
    if part.kind == "neg":
        inner = _whole(part.args[0])
        return None if inner is None else -inner
    return int(part.value) if part.kind == "num" and part.value.denominator == 1 else None


def is_literal(root: Node) -> bool:
    """Whether a value is a number that is written out: digits, a fraction in lowest terms, a mixed number, a sign."""
    inner = root.args[0] if root.kind == "neg" else root
    return inner.kind in _LITERALS or _is_finished(inner)


def is_rational(root: Node) -> bool:
    """Whether a value is a rational number that can be computed."""
    try:
        return exact_value(plain(root)) is not None
    except (TooComplexError, UndefinedError):
        return False


def is_in_lowest_terms(root: Node) -> bool:
    """Whether no fraction of integers can be reduced and no square (cube, ...) drawn out of a root."""
    for part in postorder(root):
        if part.kind == "div":
            top, bottom = (_whole(arg) for arg in part.args)
            if top is not None and bottom is not None and (abs(bottom) == 1 or gcd(top, bottom) > 1):
                return False
        if part.kind == "root" and not _is_bare(part.args[0], part.args[1]):
            return False
    return True


def _is_bare(radicand: Node, index: Node) -> bool:
    value, degree = _whole(radicand), _whole(index)
    if value is None or degree is None or not 2 <= degree <= 64 or not value:
        return True
    return all(Fraction(value, prime**degree).denominator != 1 for prime in PRIMES)
