"""The shortcut for common numbers reads nothing differently from the long way round."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.numbers.clean import clean
from gradatim.verifiers.math.numbers.number import Number, read_number
from gradatim.verifiers.math.numbers.quick import MAX_LENGTH, quick_number
from gradatim.verifiers.math.numbers.reading import read

READ: list[tuple[str, Number]] = [
    ("-12", Number(-12)),
    ("007", Number(7)),
    ("1,200", Number(1200)),
    ("1{,}234,567", Number(1_234_567)),
    ("-3.50", Number(Fraction(-7, 2), digits=3, places=2)),
    ("0.050", Number(Fraction(1, 20), digits=2, places=3)),
    ("1,200.5", Number(Fraction(2401, 2), digits=5, places=1)),
    (r"-2.5\%", Number(Fraction(-1, 40), decorated=True)),
    ("15%", Number(Fraction(3, 20), decorated=True)),
    ("7/2", Number(Fraction(7, 2))),
    ("6/4", Number(Fraction(3, 2), finished=False)),
    ("0/3", Number(Fraction(0), finished=False)),
    ("7/1", Number(Fraction(7), finished=False)),
    (r"-\frac{1}{2}", Number(Fraction(-1, 2))),
    (r"\dfrac{4}{6}", Number(Fraction(2, 3), finished=False)),
    (r"-3 \tfrac{1}{2}", Number(Fraction(-7, 2))),
    (r"3\frac{2}{4}", Number(Fraction(7, 2), finished=False)),
]
LEFT = [
    *["", "-", "x", "1,20", "1234,567", "1,2345", "1.", ".5", "1/0", r"\frac{1}{0}", "1,000/2", "+5", "5 cm", "1e3"],
    *["1/2%", r"3\frac{3}{2}", r"3\frac{0}{2}", "$5", "٣", "5²", r"3 1/2", "--5", "5\n", " 5"],
]
PIECES = ["-", "0", "00", "7", "12", "1000", "999", ",", "{,}", ".", "%", r"\%", "/", " ", r"\frac{", r"\dfrac{"]
PIECES += ["}{", "}"]
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=9).map("".join),
    st.from_regex(r"-?[0-9]{1,3}(,[0-9]{3}|\{,\}[0-9]{3}){0,3}(\.[0-9]{1,4})?(\\?%)?", fullmatch=True),
    st.from_regex(r"-?([0-9]{1,2} ?)?\\[dt]?frac\{[0-9]{1,2}\}\{[0-9]{1,2}\}|-?[0-9]{1,3}/[0-9]{1,3}", fullmatch=True),
)


@pytest.mark.parametrize(("text", "number"), READ)
def test_common_forms_are_read_at_once(text: str, number: Number) -> None:
    assert quick_number(text) == number
    assert read((text,)).numbers == (number,)


@pytest.mark.parametrize("text", LEFT)
def test_what_is_not_common_is_left_to_the_long_way(text: str) -> None:
    assert quick_number(text) is None


@given(TEXTS)
def test_what_is_read_at_once_is_what_the_cleaned_text_says(text: str) -> None:
    quick = quick_number(text)
    assert quick is None or repr(quick) == repr(read_number(clean(text)))


def test_longer_texts_are_left_to_the_long_way() -> None:
    assert quick_number("7" * MAX_LENGTH) == Number(int("7" * MAX_LENGTH))
    assert quick_number("7" * (MAX_LENGTH + 1)) is None
