from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from gradatim.verifiers.math.numbers.clean import clean
from gradatim.verifiers.math.numbers.number import read_number

READ = {
    "integers": {"7": "7", "007": "7", "-7": "-7", "+7": "7", "- 7": "-7", "−7": "-7", "–7": "-7", "-0": "0"},
    "decimals": {"2.50": "5/2", ".5": "1/2", "-.5": "-1/2", "0.000": "0", "7.0": "7", "7.": "7", "2.5.": "5/2"},
    "grouped": {
        "1,250": "1250",
        "-12,345,678": "-12345678",
        "1,250.5": "2501/2",
        "1{,}250": "1250",
        r"1,\!250": "1250",
        r"1\,250\,000": "1250000",
        "1\u202f250": "1250",
    },
    "fractions": {
        "3/4": "3/4",
        "-3 / 4": "-3/4",
        r"\frac{3}{4}": "3/4",
        r"\frac34": "3/4",
        r"\frac3{4}": "3/4",
        r"\frac{3}4": "3/4",
        r"\dfrac{3}{4}": "3/4",
        r"\tfrac{3}{4}": "3/4",
        r"\cfrac{3}{4}": "3/4",
        r"\\frac{3}{4}": "3/4",
        r"\frac{-3}{4}": "-3/4",
        r"-\frac{3}{-4}": "3/4",
        r"\frac{1,500}{4}": "375",
        r"\frac{1.5}{2}": "3/4",
        r"{3 \over 4}": "3/4",
        "3⁄4": "3/4",
        "¾": "3/4",
    },
    "mixed": {"2 3/4": "11/4", "-2 3/4": "-11/4", r"2\frac{3}{4}": "11/4", r"2 \frac34": "11/4", "2¾": "11/4"},
    "exponents": {
        "1e3": "1000",
        "2.5E-2": "1/40",
        r"3\times 10^{4}": "30000",
        r"3 \cdot 10^4": "30000",
        "3×10^4": "30000",
        "3*10^{-1}": "3/10",
        "10^5": "100000",
        "10^{-2}": "1/100",
    },
    "repeating": {r"0.\overline{6}": "2/3", r"-1.2\overline{34}": "-611/495"},
    "percent": {"15%": "3/20", r"15\%": "3/20", "15 percent": "3/20", "15 per cent": "3/20", r"\frac12\%": "1/200"},
    "currency": {"$7": "7", r"\$1,250.50": "2501/2", "-$7": "-7", "$-7": "-7", "€7": "7", "7 £": "7"},
    "wrapped": {
        "**7**": "7",
        "__7__": "7",
        "`7`": "7",
        r"\(7\)": "7",
        r"\[ 7 \]": "7",
        "$$7$$": "7",
        "**$7$.**": "7",
        r"\text{7}": "7",
        r"\mathbf{7}": "7",
        r"\textbf{\text{7}}": "7",
        r"\boxed{7}": "7",
        "{{7}}": "7",
        r"\displaystyle 7": "7",
        r"7\,": "7",
        r"7\text{.}": "7",
    },
    "ascii forms": {"１２": "12", "１，２５０": "1250", "𝟏𝟐": "12", "𝟙": "1", "７％": "7/100"},
}
TABLE = [(text, value) for group in READ.values() for text, value in group.items()]


@pytest.mark.parametrize(("text", "value"), TABLE)
def test_reads_the_exact_value(text: str, value: str) -> None:
    number = read_number(clean(text))
    assert number is not None
    assert number.value == Fraction(value)


NONE = {
    "lists": "1,2|1,20|12,34|1,2345|1234,567|0.1,234|1,234,56|4 2|1 25",
    "broken": "1.2.3|7..|1/2/3|--7|+-7|-$-7|e3|1e3e3|15%%|52_8|3:30|0x10|1_000",
    "fractions": r"1/0|\frac{1}{0}|\frac123|3 7/2|3\frac{7}{2}|3 4/4",
    "expressions": r"2^{10}|5!|5x|5 x|5i|5\pi|5^2|5²|½x|7=7|<8|about 7|7 or 8|(5)|[5]|{5",
    "too large": r"1e401|1e-401|1e99999999999|3\times10^{9999}|10^{100000}",
    "no ASCII digits": "①|٣|५|5\u0301|5\x00|5\u202e",
    "words": "inf|nan|five|",
}


@pytest.mark.parametrize("text", [text for group in NONE.values() for text in group.split("|")])
def test_what_is_no_number(text: str) -> None:
    assert read_number(clean(text)) is None


OPEN = ["84/4", "21/1", r"\frac{2}{4}", "2/-4", "0/3", "1.5/2", "1.0/2", "3 2/4", "10^3"]
FINISHED = ["21", "-2.50", "1/2", r"\frac{-7}{2}", "3 1/2", "1e3", r"2\times 10^3", "15%", "3 million"]


@pytest.mark.parametrize("text", OPEN + FINISHED)
def test_tells_finished_forms_from_open_ones(text: str) -> None:
    number = read_number(clean(text))
    assert number is not None
    assert number.finished is (text in FINISHED)


def test_digits_beyond_the_interpreters_limit() -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        numbers = [read_number(text) for text in ("9" * 2000, "1" + "0" * 2000, f"0.{'3' * 1990}", "9" * 700 + "/7")]
        huge = read_number("1e" + "9" * 700)
    finally:
        sys.set_int_max_str_digits(limit)
    assert [number and number.value for number in numbers] == [
        10**2000 - 1,
        10**2000,
        Fraction((10**1990 - 1) // 3, 10**1990),
        Fraction(10**700 - 1, 7),
    ]
    assert huge is None
