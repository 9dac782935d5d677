from __future__ import annotations

from fractions import Fraction

import pytest

from gradatim.verifiers import MathVerifier
from gradatim.verifiers.math.numbers.clean import clean
from gradatim.verifiers.math.numbers.number import read_number

QUANTITIES: list[tuple[str, str, str]] = [
    ("7 apples", "7", "apple"),
    (r"7\text{ cm}", "7", "cm"),
    ("7cm", "7", "cm"),
    ("7 centimeters", "7", "cm"),
    (r"7\text{ cm}^2", "7", "cm2"),
    (r"7\,\mathrm{m}^{3}", "7", "m3"),
    ("7 m²", "7", "m2"),
    (r"90\text{ km/h}", "90", "km/hour"),
    ("90 miles per hour", "90", "mile/hour"),
    ("1/2 cup", "1/2", "cup"),
    (r"30^\circ", "30", "degree"),
    (r"30^{\circ}", "30", "degree"),
    ("30°", "30", "degree"),
    ("30 degrees", "30", "degree"),
    ("€30", "30", "euro"),
    ("30 €", "30", "euro"),
    ("3 million", "3000000", ""),
    ("3 thousand dollars", "3000", "dollar"),
    ("2 dozen eggs", "24", "egg"),
    ("1.5 hundred thousand", "150000", ""),
]


@pytest.mark.parametrize(("text", "value", "unit"), QUANTITIES)
def test_reads_value_and_unit(text: str, value: str, unit: str) -> None:
    number = read_number(clean(text))
    assert number is not None
    assert (number.value, number.unit) == (Fraction(value), unit)


CHANGED = """7x|7 x|7ab|7 squared|7 factorial|7 choose two|7 over two|7 tenths|7 halves|7 pi|7 percent more|7 times ten
7 not|7 or more|7 if true|7 is wrong|7 less than ten|7 point five|7 cm 8 mm|7 to the power of two|7^\\circ\\pi
7 log|7 a b c d|7 base ten""".replace("\n", "|")


@pytest.mark.parametrize("text", CHANGED.split("|"))
def test_words_that_change_the_value_are_no_units(text: str) -> None:
    assert read_number(clean(text)) is None


UNIT_RULE: list[tuple[str, str, str | None]] = [
    ("5 cm", "5", None),
    ("5 pears", "5", None),
    ("5", "5 cm", None),
    ("5 cm", "5 centimetres", None),
    ("5 hours", "5 hr", None),
    ("5 m", "5 cm", "wrong_unit"),
    ("5 cm^2", "5 cm", "wrong_unit"),
    ("6 cm", "5 cm", "wrong_value"),
    ("5 million", "5", "wrong_value"),
    ("5000000", "5 million", None),
]


@pytest.mark.parametrize(("answer", "gold", "reason"), UNIT_RULE)
def test_unit_may_be_missing_but_not_another(answer: str, gold: str, reason: str | None) -> None:
    assert MathVerifier(answer="plain").verify(answer, gold).reason == reason
