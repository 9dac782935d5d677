"""From a tree to a sympy expression, node by node: no text is ever given to sympy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from gradatim.verifiers.math.notation.tree import FUNCTIONS, Node, TooComplexError, fold, postorder

MAX_SYMPY_NODES = 400
MAX_NUMBER = 10**300
"""Numerators and denominators are smaller."""
MAX_RESULT_BITS = 40_000
"""Longest number that sympy may compute; it evaluates powers and factorials of numbers as it meets them."""
MAX_EXPONENT = 200
"""Largest exponent of what holds symbols."""

_KINDS = frozenset({"num", "const", "sym", "add", "mul", "neg", "div", "pow", "root"})
_ONE_OR_MORE = frozenset({"min", "max"})
_TWO = frozenset({"binomial", "mod"})
# Of integers they are decided long before; of all else sympy takes the divisors of polynomials.
_LEFT_OUT = frozenset({"gcd", "lcm"})


class NotExpressibleError(Exception):
    """sympy has no expression for a tree, or has one of another meaning."""


class _Size(NamedTuple):
    """How long the numbers can get that sympy makes of a part, and whether the part holds symbols."""

    bits: float
    symbolic: bool


def expressible(root: Node) -> bool:
    """Whether `to_sympy` may be given the tree: a plain expression, and small after sympy evaluated it."""
    try:
        parts = list(postorder(root))
        return len(parts) <= MAX_SYMPY_NODES and all(map(_is_plain, parts)) and fold(root, _size).bits < MAX_RESULT_BITS
    except TooComplexError:
        return False


def _is_plain(part: Node) -> bool:
    if part.kind == "num":
        return all(abs(side) < MAX_NUMBER for side in part.value.as_integer_ratio())
    if part.kind == "call":
        return part.value in FUNCTIONS - _LEFT_OUT and _takes(part.value, len(part.args))
    return part.kind in _KINDS and part.value != "inf"


def _takes(function: str, count: int) -> bool:
    if function in _ONE_OR_MORE:
        return count >= 1
    if function == "log":
        return count in (1, 2)
    return count == (2 if function in _TWO else 1)


def _size(part: Node, args: list[_Size]) -> _Size:
    if part.kind == "num":
        return _Size(part.value.numerator.bit_length() + part.value.denominator.bit_length(), False)
    symbolic = part.kind == "sym" or any(arg.symbolic for arg in args)
    bits = 1 + sum(arg.bits for arg in args)
    if part.kind == "pow" and not args[1].symbolic:
        exponent = _largest(part.args[1], args[1])
        if symbolic and exponent > MAX_EXPONENT:
            raise TooComplexError("exponent")
        bits = args[0].bits * max(exponent, 1)
    elif part.kind == "call" and part.value in ("factorial", "binomial") and not symbolic:
        bits *= _largest(part.args[0], args[0])
    return _Size(bits, symbolic)


def _largest(part: Node, size: _Size) -> float:
    """A bound of the absolute value of a part without symbols."""
    value = _literal(part)
    return 2.0 ** min(size.bits, 64) if value is None else math.ceil(abs(value))


def _literal(part: Node) -> Fraction | None:
    if part.kind == "neg":
        part = part.args[0]
    if part.kind == "div" and part.args[0].kind == part.args[1].kind == "num" and part.args[1].value:
        return Fraction(part.args[0].value, part.args[1].value)
    return part.value if part.kind == "num" else None


def to_sympy(root: Node) -> Any:  # noqa: ANN401 - sympy's types are not imported with this module
    """The sympy expression of an `expressible` tree, by the rules of `numeric`.

    Symbols are real. Powers and roots are principal values, but of a negative number the one with an odd denominator
    in its exponent is real.

    Raises:
        NotExpressibleError: sympy has no expression of that meaning, or none that is known to have it.
        Exception: what sympy raises where a function has no value, such as the larger one of complex numbers.
    """
    return fold(root, lambda part, args: _builders()[part.kind](part.value, *args))


@cache
def _builders() -> Mapping[str, Callable[..., Any]]:
    import sympy

    constants = {"pi": sympy.pi, "e": sympy.E, "i": sympy.I}
    return {
        "num": lambda value: sympy.Rational(value.numerator, value.denominator),
        "const": lambda value: constants[value],
        "sym": lambda value: sympy.Symbol(value, real=True),
        "add": lambda _, *args: sympy.Add(*args),
        "mul": lambda _, *args: sympy.Mul(*args),
        "neg": lambda _, arg: -arg,
        "div": lambda _, over, under: over / under,
        "pow": lambda _, base, exponent: _power(base, exponent),
        "root": lambda _, radicand, index: _power(radicand, 1 / index),
        "call": lambda value, *args: _functions()[value](*args),
    }


def _power(base: Any, exponent: Any) -> Any:  # noqa: ANN401
    import sympy

    is_odd_root = exponent.is_Rational and exponent.q % 2 and exponent.q > 1
    if not is_odd_root or base.is_nonnegative or base.is_extended_real is False:
        return base**exponent
    if base.is_extended_real is None:
        raise NotExpressibleError("an odd root of what may be negative or complex")
    size = sympy.Abs(base) ** exponent
    return sympy.sign(base) * size if exponent.p % 2 else size


@cache
def _functions() -> Mapping[str, Callable[..., Any]]:
    import sympy

    renamed = {
        "arcsin": sympy.asin,
        "arccos": sympy.acos,
        "arctan": sympy.atan,
        "ln": sympy.log,
        "abs": sympy.Abs,
        "ceil": sympy.ceiling,
        "min": sympy.Min,
        "max": sympy.Max,
        "mod": sympy.Mod,
    }
    return renamed | {name: getattr(sympy, name) for name in FUNCTIONS - _LEFT_OUT - renamed.keys()}
