r"""The commonest numbers, read at once, without cleaning: `-12`, `1,200`, `3.50`, `15\%`, `\frac{1}{2}`, `7/2`.

Only a shortcut: what it reads, `read_number` reads from the cleaned text, with the same result.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd

from gradatim.verifiers.math.numbers.number import Number

MAX_LENGTH = 40
"""Characters of the longest text that is tried."""

_FORM = re.compile(
    r"(-?)(?:([0-9]{1,3}(?:(?:,|\{,\})[0-9]{3})++|[0-9]++)(?:\.([0-9]++))?(\\?%)?"
    r"|(?:([0-9]++) ?)?\\[dt]?frac\{([0-9]++)\}\{([0-9]++)\}"
    r"|([0-9]++)/([0-9]++))"
)


def quick_number(text: str) -> Number | None:
    """The number that a text is, if it is one of the common forms."""
    match = _FORM.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if match is None:
        return None
    sign, whole, places, percent, mixed, top, bottom, dividend, divisor = match.groups()
    if whole is not None:
        return _decimal(sign, whole, places, percent)
    return _fraction(sign, mixed, int(top or dividend), int(bottom or divisor))


def _decimal(sign: str, whole: str, places: str | None, percent: str | None) -> Number:
    if "," in whole:
        whole = whole.replace("{,}", "").replace(",", "")
    digits = whole + places if places else whole
    value = -int(digits) if sign else int(digits)
    if percent:
        return Number(Fraction(value, 10 ** (len(places or "") + 2)), "", True, True)
    if not places:
        return Number(value)
    return Number(Fraction(value, 10 ** len(places)), "", True, False, len(digits.lstrip("0")), len(places))


def _fraction(sign: str, mixed: str | None, top: int, bottom: int) -> Number | None:
    if not bottom or (mixed is not None and not 0 < top < bottom):
        return None
    finished = gcd(top, bottom) == 1 != bottom
    if mixed is not None:
        top += int(mixed) * bottom
    return Number(Fraction(-top if sign else top, bottom), "", finished)
