"""Numbers as the tokenizer writes them: `12`, `1.50`, `0.1(6)`, `1.2e5`, and digits in a base."""

from __future__ import annotations

import re
from fractions import Fraction

from gradatim.verifiers.math.notation.tokens import UnreadableError
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, number
from gradatim.verifiers.math.numbers.number import MAX_EXPONENT, Written, read_integer

_MAX_DIGITS = 600
_FORM = re.compile(r"([0-9]*)(?:\.([0-9]*))?(?:\(([0-9]+)\))?(?:[eE]([-+]?[0-9]+))?")


def literal(text: str) -> Node:
    """A `num` node, or `dec` for a number with a decimal point.

    Raises:
        UnreadableError: it is no number.
        TooComplexError: its exponent is too large.
    """
    match = _FORM.fullmatch(text)
    if not match or not (match[1] or match[2] or match[3]):
        raise UnreadableError(text)
    whole, places, period, exponent = match[1], match[2] or "", match[3], match[4]
    value = Fraction(read_integer(whole + places or "0"), 10 ** len(places))
    if period:
        value += Fraction(read_integer(period), 10 ** len(places) * (10 ** len(period) - 1))
    if exponent:
        if len(exponent) > 5 or abs(int(exponent)) > MAX_EXPONENT:
            raise TooComplexError("exponent")
        value *= Fraction(10) ** int(exponent)
    if match[2] is None or period or exponent:
        return number(value)
    return Node("dec", (), Written(value, len((whole + places).lstrip("0")), len(places)))


def base_number(digits: str, base: str) -> Node:
    """A `base` node.

    Raises:
        UnreadableError: the base is none from 2 to 36, or a digit is too large.
    """
    if not (digits.isalnum() and digits.isascii() and base.isdigit() and len(base) <= 2 and 2 <= int(base) <= 36):
        raise UnreadableError("base")
    if len(digits) > _MAX_DIGITS or any(int(digit, 36) >= int(base) for digit in digits):
        raise UnreadableError("digit")
    return Node("base", (), (digits, int(base)))
