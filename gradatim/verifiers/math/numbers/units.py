"""What stands after a number: a percent sign, a scale word, a unit or a counted noun."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from gradatim.verifiers.math.numbers.unit_names import unit_name

_PERCENT = re.compile(r" ?%| per ?cent")
CURRENCY_SIGN = r"(?:US ?)?\$|[€£¥₹₩₽]|(?:USD|EUR|GBP|JPY|INR)(?![A-Za-z])|Rs(?![A-Za-z])\.?"
"""What may stand before an amount."""
_DEGREE = re.compile(r" ?\^ ?(?:\{ ?\\circ ?\}|\\circ)(?![A-Za-z])")
_SCALE_WORD = re.compile(r" ([A-Za-z]+?)s?(?![A-Za-z])")
_WORD = r"[A-Za-z]+\.?(?: ?\^ ?\{?-?[123]\}?|[²³])?"
_UNIT = re.compile(rf" ?{_WORD}(?:(?: ?\\times | |/){_WORD}){{0,4}}")
_SIGNS = frozenset("$€£¥₹₩₽¢Ω")

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
_SHORT = "m g s h l L N J W V A K C F"
# Words after a number that change its value, deny it or go on with another.
_NO_UNIT = """
all and approximately around at base be between but by choose cos couple couples cubed divided else even except
excluded excluding excludes exp factorial fail failed fails for from giga grand greater guess if imaginary impossible
in inf infinity into invalid is kilo lacking lacks less ln log maybe mega micro milli minus mod modulo more myriad nan
nano nd negative neither never no none nor not nothing odd of off omitted on only or over percent percentage permille
pi plus possibly power ppb ppm rd rejected rejects remainder repeating sin sqrt squared st tan th than thrice times to
twice unless unsure was with without wrong zillion bps debt mil pct short
half halves third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths
ninth ninths tenth tenths hundredth hundredths thousandth thousandths millionth millionths
twelfth twelfths double doubled halved tripled quadrupled versus vs incorrect false untrue unlikely rather instead
zero one two three four five six seven eight nine ten tens eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety gross score bn mn quadrillion quintillion
"""

_TOUCHING_UNITS = frozenset(_TOUCHING.split())
_SHORT_UNITS = frozenset(_SHORT.split())
# 7 probably, 7 roughly; of counted things only these end so.
_ADVERB = re.compile(r"(?!family|assembly|supply|reply|ally|bully)[a-z]+ly", re.IGNORECASE)
_NO_UNITS = frozenset(_NO_UNIT.split())


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
    if text.strip() in _SIGNS:
        return unit_name(text)
    if _DEGREE.fullmatch(text):
        return "degree"
    match = _UNIT.fullmatch(text)
    if not match:
        return None
    words = re.findall("[A-Za-z]+", match[0])
    touches = text[0] != " " and re.split(r" ?\^|[²³]", match[0])[0] not in _TOUCHING_UNITS
    if touches or not (words == ["in"] or all(map(_may_be_unit, words, range(len(words))))):
        return None
    return unit_name(match[0])


def _may_be_unit(word: str, place: int) -> bool:
    if len(word) == 1:
        return word in _SHORT_UNITS or (word == "a" and place > 0)
    return not is_hedge(word)


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
    return unit_name(sign.replace(" ", "").rstrip(".")) if sign else ""
