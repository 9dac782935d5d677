r"""Exact numbers from their written form, nothing evaluated.

Read are: integers and decimals with or without grouped thousands, e-notation and `a \times 10^{b}`, fractions
(`\frac12`, `a/b`, `{a \over b}`), mixed numbers (`3 1/2`; the sign binds the whole), repeating decimals
(`0.\overline{3}`); with a sign, a currency sign, and what `units` reads. The text is cleaned first (see `clean`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from gradatim.verifiers.math.tree import Written
from gradatim.verifiers.math.units import NOTHING, Suffix, read_suffix

MAX_EXPONENT = 400
"""Largest power of ten, either sign, that is written out; beyond it a text is no number."""

MIN_DIGITS = 10
"""Significant digits from which a decimal stands for a value that no decimal can express."""

_DIGITS = "[0-9]++"
_REAL = r"(?:(?:[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?|\.[0-9]++)"
_SIGNED = rf"[-+]? ?{_REAL}"
_OPERAND = rf"(?:\{{ ?({_SIGNED}) ?\}}|([0-9]))"
_FRAC = rf"\\frac ?{_OPERAND} ?{_OPERAND}"
_EXPONENT = rf"(?:[eE]([-+]?{_DIGITS}))?"
_PLAIN = re.compile(rf"([-+]?{_REAL}){_EXPONENT}")
_PREFIX = re.compile(r"(?:([-+]) ?)?(?:([$€£¥]) ?([-+])?)?")
_INTEGER = re.compile(r"[-+]?[0-9]{1,600}")
# What `int` takes at once whatever `sys.set_int_max_str_digits` says.
_CHUNK = 600


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

    value: Fraction
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
        return Number(Fraction(int(cleaned)))
    if plain := _PLAIN.fullmatch(cleaned):
        return _decimal(plain)
    prefix = _PREFIX.match(cleaned)
    if prefix is None or (prefix[1] and prefix[3]):
        return None
    for pattern, build in _FORMS:
        match = pattern.match(cleaned, prefix.end())
        suffix = read_suffix(cleaned[match.end() :]) if match else None
        number = build(match) if match and suffix else None
        if number and suffix:
            return _applied(number, "-" in (prefix[1], prefix[3]), prefix[2] or "", suffix)
    return None


def _applied(number: Number, negative: bool, currency: str, suffix: Suffix) -> Number:
    if negative:
        number = number._replace(value=-number.value)
    if suffix.factor != 1:
        number = number._replace(value=number.value * suffix.factor, digits=0, places=0)
    if suffix != NOTHING:
        number = number._replace(decorated=True)
    unit = suffix.unit or currency.strip("$")
    return number._replace(unit=unit) if unit else number


def _mixed(match: re.Match[str]) -> Number | None:
    part = _quotient(match[2] or match[3] or match[6], match[4] or match[5] or match[7])
    if part is None or not 0 < part.value < 1:
        return None
    return Number(part.value + read_integer(match[1]), finished=part.finished)


def _fraction(match: re.Match[str]) -> Number | None:
    return _quotient(match[1] or match[2], match[3] or match[4])


def _division(match: re.Match[str]) -> Number | None:
    return _quotient(match[1], match[2])


def _repeating(match: re.Match[str]) -> Number:
    head, fixed, block = match[1], match[2], match[3]
    tail = Fraction(read_integer(block), 10 ** len(fixed) * (10 ** len(block) - 1))
    return Number(tail + _real(f"{head or 0}.{fixed}"))


def _scientific(match: re.Match[str]) -> Number | None:
    return _scaled(match[1], match[2] or match[3])


def _power_of_ten(match: re.Match[str]) -> Number | None:
    power = _scaled("1", match[1] or match[2])
    return power and Number(power.value, finished=False)


def _decimal(match: re.Match[str]) -> Number | None:
    if match[2]:
        return _scaled(match[1], match[2])
    whole, point, places = match[1].partition(".")
    if not point:
        return Number(Fraction(_real(whole)))
    digits = (whole.replace(",", "") + places).lstrip("+-0")
    return Number(Fraction(_real(match[1])), digits=len(digits), places=len(places))


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Number | None]], ...] = (
    (re.compile(rf"({_DIGITS})(?: ?{_FRAC}| ({_DIGITS}) ?/ ?({_DIGITS}))"), _mixed),
    (re.compile(_FRAC), _fraction),
    (re.compile(rf"({_REAL}) ?/ ?({_SIGNED})"), _division),
    (re.compile(rf"({_SIGNED}) ?\\over ?({_SIGNED})"), _division),
    (re.compile(rf"([0-9]*)\.([0-9]*)\\overline ?\{{({_DIGITS})\}}"), _repeating),
    (re.compile(rf"({_REAL}) ?(?:\\times|\*) ?10 ?\^ ?(?:\{{ ?([-+]?{_DIGITS}) ?\}}|(-?{_DIGITS}))"), _scientific),
    (re.compile(rf"10 ?\^ ?(?:\{{ ?([-+]?{_DIGITS}) ?\}}|(-?{_DIGITS}))"), _power_of_ten),
    (re.compile(rf"({_REAL}){_EXPONENT}"), _decimal),
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


def _real(text: str) -> int | Fraction:
    bare = text.replace(",", "").replace(" ", "")
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


def writes_out(decimal: Number | Written, exact: Fraction) -> bool:
    """Whether a decimal of `MIN_DIGITS` or more is the rounded or cut-off form of a value without end."""
    if decimal.digits < MIN_DIGITS or _terminates(exact.denominator):
        return False
    return is_rounded(decimal, exact)


def is_rounded(decimal: Number | Written, exact: Fraction) -> bool:
    """Whether a decimal is a value rounded to its places, or cut off there."""
    error = abs(exact - decimal.value) * 10**decimal.places
    return error <= Fraction(1, 2) or (error < 1 and abs(decimal.value) < abs(exact))


def _terminates(denominator: int) -> bool:
    # 10**n holds every power of 2 and 5 that a number of n bits can have.
    return pow(10, denominator.bit_length(), denominator) == 0
