"""What stands after a number: a percent sign, a scale word, a unit or a counted noun."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

_PERCENT = re.compile(r" ?%| per ?cent")
_CURRENCIES: Mapping[str, str] = MappingProxyType(
    {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee", "₩": "won", "₽": "ruble", "¢": "cent"}
    | {"us$": "dollar", "usd": "dollar", "eur": "euro", "gbp": "pound", "jpy": "yen", "inr": "rupee", "rs": "rupee"}
)
CURRENCY_SIGN = r"(?:US ?)?\$|[€£¥₹₩₽]|(?:USD|EUR|GBP|JPY|INR)(?![A-Za-z])|Rs(?![A-Za-z])\.?"
"""What may stand before an amount."""
_DEGREE = re.compile(r" ?\^ ?(?:\{ ?\\circ ?\}|\\circ)(?![A-Za-z])")
_SCALE_WORD = re.compile(r" ([A-Za-z]+?)s?(?![A-Za-z])")
_UNIT = re.compile(r" ?([A-Za-z]+(?:[ /][A-Za-z]+){0,3}) ?(\^ ?\{?[23]\}?|[²³])?")

_SCALES: Mapping[str, int] = MappingProxyType(
    {
        "dozen": 12,
        "hundred": 100,
        "thousand": 10**3,
        "million": 10**6,
        "billion": 10**9,
        "trillion": 10**12,
        "lakh": 10**5,
        "crore": 10**7,
    }
)
# Units that may touch the number; any other letters there are symbols (`5x`).
_TOUCHING = "cm mm km kg mg ml mL lb lbs oz ft mph km/h m/s min hr sec"
_SHORT = "m g s h l L"
# Words after a number that change its value, deny it or go on with another.
_NO_UNIT = """
couple except excluded excluding excludes fail failed fails giga guess impossible invalid kilo lacking lacks mega
micro milli myriad nano neither never nor nothing omitted permille possibly ppb ppm rejected rejects unsure zillion
all and approximately around at base be between but by choose cos cubed divided else even exp factorial for from
greater if imaginary in inf infinity into is less ln log maybe minus mod modulo more nan negative no none not odd
of off on only or over percent percentage pi plus power remainder repeating sin sqrt squared tan than times to
unless was with without wrong
half halves third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths
ninth ninths tenth tenths hundredth hundredths thousandth thousandths millionth millionths
twelfth twelfths double doubled halved tripled quadrupled versus vs incorrect false untrue unlikely rather instead
zero one two three four five six seven eight nine ten tens eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety gross score bn mn quadrillion quintillion
"""

_POWERS: Mapping[str, str] = MappingProxyType({"": "", "2": "2", "3": "3", "²": "2", "³": "3"})
_TOUCHING_UNITS = frozenset(_TOUCHING.split())
_SHORT_UNITS = frozenset(_SHORT.split())
# 7 probably, 7 roughly; of counted things only these end so.
_ADVERB = re.compile(r"(?!family|assembly|supply|reply|ally|bully)[a-z]+ly", re.IGNORECASE)
_NO_UNITS = frozenset(_NO_UNIT.split())
_SYNONYMS: Mapping[str, str] = MappingProxyType(
    {
        "centimeter": "cm",
        "centimetre": "cm",
        "millimeter": "mm",
        "millimetre": "mm",
        "kilometer": "km",
        "kilometre": "km",
        "meter": "m",
        "metre": "m",
        "kilogram": "kg",
        "gram": "g",
        "liter": "l",
        "litre": "l",
        "deg": "degree",
        "inche": "inch",
        "celsiu": "celsius",
        "hr": "hour",
        "h": "hour",
        "min": "minute",
        "sec": "second",
        "s": "second",
    }
)

# The international yard and pound of 1959 are exact: 0.9144 m and 0.45359237 kg.
_FACTORS = {
    "length": "mm 1/1000 cm 1/100 m 1 km 1000 inch 254/10000 foot 3048/10000 feet 3048/10000 ft 3048/10000 "
    "yard 9144/10000 mile 1609344/1000",
    "mass": "mg 1/1000000 g 1/1000 kg 1 oz 45359237/1600000000 lb 45359237/100000000 lbs 45359237/100000000",
    "time": "second 1 minute 60 hour 3600 day 86400 week 604800",
    "volume": "ml 1/1000 mL 1/1000 l 1",
    "angle": "degree 1",
    "money": "cent 1/100 dollar 1",
}
_CONVERSIONS: Mapping[str, tuple[str, Fraction]] = MappingProxyType(
    {
        name: (dimension, Fraction(factor))
        for dimension, table in _FACTORS.items()
        for name, factor in zip(table.split()[::2], table.split()[1::2], strict=True)
    }
)


class Suffix(NamedTuple):
    """What the text after a number means: it multiplies by `factor` and names a `unit` ("" if none)."""

    factor: int | Fraction
    unit: str


NOTHING = Suffix(1, "")


def read_suffix(text: str) -> Suffix | None:
    """The meaning of the cleaned text after a number; None if that text is not a mere decoration."""
    if not text:
        return NOTHING
    if _PERCENT.fullmatch(text):
        return Suffix(Fraction(1, 100), "")
    factor = 1
    while (word := _SCALE_WORD.match(text)) and word[1].lower() in _SCALES:
        factor *= _SCALES[word[1].lower()]
        text = text[word.end() :]
    unit = _unit(text)
    return None if unit is None else Suffix(factor, unit)


def _unit(text: str) -> str | None:
    if not text:
        return ""
    if text.strip() in _CURRENCIES:
        return _CURRENCIES[text.strip()]
    if _DEGREE.fullmatch(text):
        return "degree"
    match = _UNIT.fullmatch(text)
    if not match:
        return None
    words = re.split("[ /]", match[1])
    if match[1] not in _TOUCHING_UNITS and not (text[0] == " " and all(map(_may_be_unit, words))):
        return None
    return " ".join(map(_canonical, words)) + _POWERS[(match[2] or "").strip("^{} ")]


def _may_be_unit(word: str) -> bool:
    return (len(word) > 1 or word in _SHORT_UNITS) and not is_hedge(word)


def _canonical(word: str) -> str:
    singular = word.lower().removesuffix("s") if len(word) > 3 else word.lower()
    return _SYNONYMS.get(singular) or _CURRENCIES.get(singular, singular)


def is_hedge(word: str) -> bool:
    """Whether a word takes back, doubts or goes on after what it stands beside."""
    return word.lower() in _NO_UNITS or _ADVERB.fullmatch(word) is not None


def is_touching_unit(word: str) -> bool:
    """Whether these letters are a unit even where they touch the number, as in `5cm`."""
    return word in _TOUCHING_UNITS


def is_short_unit(letter: str) -> bool:
    """Whether one letter may be a unit after a number and a blank, as in `5 m`."""
    return letter in _SHORT_UNITS


def currency_unit(sign: str) -> str:
    """The unit that a sign before an amount means; "" for none."""
    return _CURRENCIES[sign.lower().replace(" ", "").rstrip(".")] if sign else ""


class Conversion(NamedTuple):
    """A unit as a multiple of its dimension's basic unit."""

    dimension: str
    factor: Fraction


def conversion(unit: str) -> Conversion | None:
    """How a unit, in the spelling of `Suffix.unit`, converts; None if that is not known."""
    base, power = (unit[:-1], int(unit[-1])) if unit[-1:] in ("2", "3") else (unit, 1)
    if base not in _CONVERSIONS:
        return None
    dimension, factor = _CONVERSIONS[base]
    return Conversion(f"{dimension}^{power}", factor**power)
