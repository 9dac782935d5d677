"""One spelling for each unit: `mph`, `miles per hour` and `miles/hour` are `mile/hour`, `square feet` is `foot2`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

_SPELLINGS = """
mm: millimeter millimetre | cm: cms centimeter centimetre | m: meter metre | km: kms kilometer kilometre
inch: in inche | foot: ft feet | yard: yd yds | mile: mi
mg: milligram | g: gram gm gms | kg: kgs kilogram kilo | pound: lb lbs | ounce: oz | ton: tonne
ml: milliliter millilitre | l: liter litre ltr | gallon: gal gals | quart: qt
second: s sec secs | minute: min mins | hour: h hr hrs | day: d | week: wk wks | month: mo | year: yr yrs
degree: deg degs | celsius: celsiu | radian: rad rads
newton: n | joule: j | watt: w | volt: v | ampere: a amp | kelvin: k | pascal: pa | hertz: hz hert | ohm: Ω
dollar: $ us$ usd buck | euro: € eur | pound: £ gbp | yen: ¥ jpy | rupee: ₹ rs inr | won: ₩ | ruble: ₽ | cent: ¢
"""
_NAMES: Mapping[str, str] = MappingProxyType(
    {
        spelling: name.strip()
        for entry in _SPELLINGS.replace("\n", "|").split("|")
        if ":" in entry
        for name, spellings in [entry.split(":")]
        for spelling in spellings.split()
    }
)
_KNOWN = frozenset(_NAMES.values())
_COMPOUNDS: Mapping[str, str] = MappingProxyType(
    {"mph": "mile / hour", "kph": "km / hour", "kmh": "km / hour", "kmph": "km / hour", "fps": "foot / second"}
)
_POWERS: Mapping[str, int] = MappingProxyType({"square": 2, "sq": 2, "cubic": 3, "cu": 3})
_PER = frozenset({"/", "per", "a", "an", "every", "each"})
_PART = re.compile(r"(/|[A-Za-zΩ]+\$?|[$€£¥₹₩₽¢])(?: ?\^ ?\{?(-?[123])\}?|([²³]))?")

# The international yard and pound of 1959 are exact: 0.9144 m and 0.45359237 kg.
_FACTORS = {
    "length": "mm 1/1000 cm 1/100 m 1 km 1000 inch 254/10000 foot 3048/10000 yard 9144/10000 mile 1609344/1000",
    "mass": "mg 1/1000000 g 1/1000 kg 1 ounce 45359237/1600000000 pound 45359237/100000000",
    "time": "second 1 minute 60 hour 3600 day 86400 week 604800",
    "volume": "ml 1/1000 l 1",
    "money": "cent 1/100 dollar 1",
}
_CONVERSIONS: Mapping[str, tuple[str, Fraction]] = MappingProxyType(
    {
        name: (dimension, Fraction(factor))
        for dimension, table in _FACTORS.items()
        for name, factor in zip(table.split()[::2], table.split()[1::2], strict=True)
    }
)


def unit_name(text: str) -> str:
    """The one spelling of a unit or counted noun: words and signs with `/`, `per`, powers, `square` and `cubic`.

    >>> unit_name("square feet"), unit_name("miles per hour"), unit_name("m/s^2")
    ('foot2', 'mile/hour', 'm/second2')
    """
    above: list[str] = []
    below: list[str] = []
    side, power = above, 1
    for match in _PART.finditer(" ".join(_COMPOUNDS.get(word, word) for word in text.split())):
        word = match[1]
        if word.lower() in _PER and above:
            side = below
        elif word.lower() in _POWERS and power == 1:
            power = _POWERS[word.lower()]
        else:
            power = power * int(match[2] or {"²": 2, "³": 3}.get(match[3], 1))
            target = below if power < 0 else side
            target.append(_singular(word) + (str(abs(power)) if abs(power) > 1 else ""))
            power = 1
    return " ".join(above) + ("/" + " ".join(below) if below else "")


def _singular(word: str) -> str:
    word = word.lower()
    singular = word[:-1] if word.endswith("s") and len(word) > 3 else word
    return _NAMES.get(word) or _NAMES.get(singular, singular)


def is_known_unit(unit: str) -> bool:
    """Whether a unit, in the spelling of `unit_name`, is made of known ones; "" is."""
    return all(part.rstrip("23") in _KNOWN for part in re.split("[ /]", unit) if part)


class Conversion(NamedTuple):
    """A unit as a multiple of its dimension's basic unit."""

    dimension: str
    factor: Fraction


def conversion(unit: str) -> Conversion | None:
    """How a unit, in the spelling of `unit_name`, converts; None if that is not known."""
    base, power = (unit[:-1], int(unit[-1])) if unit[-1:] in ("2", "3") else (unit, 1)
    if base not in _CONVERSIONS:
        return None
    dimension, factor = _CONVERSIONS[base]
    return Conversion(f"{dimension}^{power}", factor**power)
