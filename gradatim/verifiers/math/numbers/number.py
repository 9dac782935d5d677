r"""Exact numbers from their written form, nothing evaluated.

Read are: integers and decimals with or without grouped thousands, e-notation and `a \times 10^{b}`, fractions
(`\frac12`, `a/b`, `{a \over b}`), mixed numbers (`3 1/2`; the sign binds the whole), repeating decimals
(`0.\overline{3}`); with a sign, a currency sign, and what `units` reads. The text is cleaned first (see `clean`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from gradatim.verifiers.math.numbers.units import CURRENCY_SIGN, NOTHING, Suffix, currency_unit, read_suffix

MAX_EXPONENT = 400
"""Largest power of ten, either sign, that is written out; beyond it a text is no number."""

MIN_DIGITS = 10
"""Significant digits from which a decimal stands for a value that no decimal can express."""

_DIGITS = "[0-9]++"
_REAL = r"(?:(?:[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?|\.[0-9]++)"
_SIGNED = rf"[-+]? ?{_REAL}"
_OPERAND = rf"(?:\{{ ?{_SIGNED} ?\}}|[0-9])"
_POWER = rf"10 ?\^ ?(?:\{{ ?[-+]?{_DIGITS} ?\}}|-?{_DIGITS})"
_INTEGER = re.compile(r"[-+]?[0-9]{1,600}")
_PLAIN = re.compile(rf"[-+]?{_REAL}(?:[eE][-+]?{_DIGITS})?")
# The forms that start alike stand from long to short.
_NUMBER = re.compile(
    rf"(?P<sign>[-+])? ?(?:(?P<currency>{CURRENCY_SIGN}) ?(?P<inner>[-+])?)?"
    rf"(?:(?P<spaced>[0-9]{{1,3}}(?: [0-9]{{3}})++(?:\.[0-9]++)?)(?! ?[0-9/,])"
    rf"|(?P<whole>{_DIGITS})(?: ?\\frac ?(?P<mixed_top>{_OPERAND}) ?(?P<mixed_bottom>{_OPERAND})"
    rf"| (?P<rest_top>{_DIGITS}) ?/ ?(?P<rest_bottom>{_DIGITS}))"
    rf"|\\frac ?(?P<top>{_OPERAND}) ?(?P<bottom>{_OPERAND})"
    rf"|(?P<head>[0-9]*)\.(?P<fixed>[0-9]*)\\overline ?\{{(?P<block>{_DIGITS})\}}"
    rf"|(?P<dividend>{_REAL}) ?(?:/|\\over) ?(?P<divisor>{_SIGNED})"
    rf"|(?P<mantissa>{_REAL}) ?(?:\\times|\*) ?(?P<scale>{_POWER})|(?P<power>{_POWER})"
    rf"|(?P<plain>{_REAL}(?:[eE][-+]?{_DIGITS})?))"
)
# What `int` takes at once whatever `sys.set_int_max_str_digits` says.
_CHUNK = 600

Value = int | Fraction


class Written(NamedTuple):
    """A decimal: its value, its significant digits, and how many of its digits stand after the point."""

    value: Fraction
    digits: int
    places: int


class Number(NamedTuple):
    """An exact number as it was written.

    Attributes:
        value: its value, percent signs and scale words applied.
        unit: the unit or counted noun in one spelling; "" for none.
        finished: False where a computation is left open: a fraction that is not in lowest terms or whose denominator
            is 1, a decimal in a fraction, a bare power of ten.
        decorated: whether a percent sign, scale word or unit follows; a product such as `7 dozen` is not evaluated.
        digits: the significant digits of a plain decimal; 0 for any other form.
        places: of these, the digits after the point.
    """

    value: Value
    unit: str = ""
    finished: bool = True
    decorated: bool = False
    digits: int = 0
    places: int = 0


def read_number(cleaned: str) -> Number | None:
    r"""The number that a cleaned text is, or None.

    Never evaluates: `2^{10}` and `6*7` are no numbers. Costs at most some arithmetic on as many digits as the text
    has, whatever `sys.set_int_max_str_digits` says.

    >>> read_number(r"-1 \frac{1}{2} hours")
    Number(value=Fraction(-3, 2), unit='hour', finished=True, decorated=True, digits=0, places=0)
    """
    if _INTEGER.fullmatch(cleaned):
        return Number(int(cleaned))
    if _PLAIN.fullmatch(cleaned):
        return _decimal(cleaned)
    match = _NUMBER.match(cleaned)
    if match is None or (match["sign"] and match["inner"]):
        return None
    suffix = read_suffix(cleaned[match.end() :])
    number = _FORMS[match.lastgroup or ""](match) if suffix else None
    if number is None or suffix is None:
        return None
    if suffix is NOTHING and not match["sign"] and not match["currency"]:
        return number
    return _applied(number, "-" in (match["sign"], match["inner"]), match["currency"] or "", suffix)


def _applied(number: Number, negative: bool, currency: str, suffix: Suffix) -> Number:
    value, unit, finished, decorated, digits, places = number
    if suffix.factor != 1:
        value, digits, places = value * suffix.factor, 0, 0
    unit = currency_unit(currency) or suffix.unit or unit
    return Number(
        -value if negative else value,
        unit,
        finished,
        decorated or bool(currency) or suffix is not NOTHING,
        digits,
        places,
    )


def _mixed(match: re.Match[str]) -> Number | None:
    top = _real(match["mixed_top"] or match["rest_top"])
    bottom = _real(match["mixed_bottom"] or match["rest_bottom"])
    if not isinstance(top, int) or not isinstance(bottom, int) or not 0 < top < bottom:
        return None
    value = Fraction(read_integer(match["whole"]) * bottom + top, bottom)
    return Number(value, finished=value.denominator == bottom)


def _fraction(match: re.Match[str]) -> Number | None:
    return _quotient(match["top"], match["bottom"])


def _division(match: re.Match[str]) -> Number | None:
    return _quotient(match["dividend"], match["divisor"])


def _repeating(match: re.Match[str]) -> Number:
    head, fixed, block = match["head"], match["fixed"], match["block"]
    tail = Fraction(read_integer(block), 10 ** len(fixed) * (10 ** len(block) - 1))
    return Number(tail + _real(f"{head or 0}.{fixed}"))


def _scientific(match: re.Match[str]) -> Number | None:
    return _scaled(match["mantissa"], _exponent(match["scale"]))


def _power_of_ten(match: re.Match[str]) -> Number | None:
    power = _scaled("1", _exponent(match["power"]))
    return power and Number(power.value, finished=False)


def _exponent(power: str) -> str:
    return power.partition("^")[2].strip("{ }")


def _decimal(text: str) -> Number | None:
    if "e" in text or "E" in text:
        mantissa, _, exponent = text.replace("E", "e").partition("e")
        return _scaled(mantissa, exponent)
    whole, point, places = text.partition(".")
    if not point:
        return Number(_real(whole))
    digits = (whole.replace(",", "") + places).lstrip("+-0")
    return Number(_real(text), digits=len(digits), places=len(places))


_FORMS: Mapping[str, Callable[[re.Match[str]], Number | None]] = MappingProxyType(
    {
        "mixed_bottom": _mixed,
        "rest_bottom": _mixed,
        "bottom": _fraction,
        "block": _repeating,
        "divisor": _division,
        "scale": _scientific,
        "power": _power_of_ten,
        "spaced": lambda match: _decimal(match["spaced"].replace(" ", "")),
        "plain": lambda match: _decimal(match["plain"]),
    }
)


def _quotient(top: str, bottom: str) -> Number | None:
    numerator, denominator = _real(top), _real(bottom)
    if not denominator:
        return None
    value = Fraction(numerator, denominator)
    whole = isinstance(numerator, int) and isinstance(denominator, int)
    return Number(value, finished=whole and value.denominator == abs(denominator) != 1)


def _scaled(mantissa: str, exponent: str) -> Number | None:
    # The length first: an exponent with a million digits must not even become an int.
    if len(exponent) > 5 or abs(int(exponent)) > MAX_EXPONENT:
        return None
    return Number(Fraction(10) ** int(exponent) * _real(mantissa))


def _real(text: str) -> Value:
    """The value of a signed decimal, with commas, blanks and braces around it."""
    bare = text.replace(",", "").strip("{ }").replace(" ", "")
    if len(bare) < _CHUNK and bare.lstrip("+-").isdigit():
        return int(bare)
    whole, _, places = bare.lstrip("+-").partition(".")
    value = read_integer(whole + places)
    if bare[0] == "-":
        value = -value
    return Fraction(value, 10 ** len(places)) if places else value


def read_integer(digits: str) -> int:
    """The value of decimal digits, however many."""
    value = 0
    for start in range(0, len(digits), _CHUNK):
        chunk = digits[start : start + _CHUNK]
        value = value * 10 ** len(chunk) + int(chunk)
    return value


def writes_out(decimal: Number | Written, exact: Value) -> bool:
    """Whether a decimal of `MIN_DIGITS` or more is the rounded or cut-off form of a value without end."""
    if decimal.digits < MIN_DIGITS or _terminates(exact.denominator):
        return False
    return is_rounded(decimal, exact)


def is_rounded(decimal: Number | Written, exact: Value) -> bool:
    """Whether a decimal is a value rounded to its places, or cut off there."""
    written, value = Fraction(decimal.value), Fraction(exact)
    error = abs(value - written) * 10**decimal.places
    return error <= Fraction(1, 2) or (error < 1 and abs(written) < abs(value))


def _terminates(denominator: int) -> bool:
    # 10**n holds every power of 2 and 5 that a number of n bits can have.
    return pow(10, denominator.bit_length(), denominator) == 0
