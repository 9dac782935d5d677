"""How far an answer is worked out."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.finished import is_evaluated, is_in_lowest_terms, is_literal, is_rational
from gradatim.verifiers.math.notation.parser import parse

EVALUATED = r"""21;-21;2.50;\frac12;-\frac{7}{2};\frac{-7}{2};3\frac12;3 1/2;x;2x;x+1;2\pi;\sqrt2;2\sqrt3
\frac{\sqrt2}{2};x^2;e^{2x};\sin(x);(1,2);\{1,\frac12\};x=5;\frac{x}{2};1+\sqrt2;\pi^2;2^{x};\ln(2);0;(\frac12,\frac23)"""
OPEN = r"""2+3;2\cdot3;2^{10};6/3;\frac24;\frac{6}{3};\frac31;\frac{1}{-2};\frac{1.5}{2};3\frac24;\sqrt4;\sqrt[3]{8};3!
2-1;\left|-3\right|;15\%;5\text{ cm};30^\circ;101_2;\sum_{k=1}^{3}k;\frac10;9^{9^{9^{9}}};x+2\cdot3;(1,1+1);x=2+3
\binom52;\sqrt{2+2};\gcd(4,6);\frac{0}{5};1\frac{0}{5};2x+\frac24;\{2^2\}"""
DISGUISED = r"17\pi\cdot23/\pi;17x\cdot23/x;(17)(23\cos(0));400-9\cos(0);17\sqrt2\cdot23\sqrt2/2;e^{\ln17+\ln23}"


def rows(texts: str) -> list[str]:
    return texts.replace("\n", ";").split(";")


@pytest.mark.parametrize("text", rows(EVALUATED))
def test_nothing_is_left_to_compute(text: str) -> None:
    assert is_evaluated(parse(text))


@pytest.mark.parametrize("text", rows(OPEN))
def test_a_computation_is_left(text: str) -> None:
    assert not is_evaluated(parse(text))


@pytest.mark.parametrize("text", rows(DISGUISED))
def test_a_number_in_disguise_is_no_literal(text: str) -> None:
    assert not is_literal(parse(text))


def test_literals_are_rational_numbers_written_out() -> None:
    literals = r"21;-21;2.50;-0.5;\frac12;-\frac{7}{2};3\frac12;-3 1/2;0;\frac{-1}{2}"
    others = r"\frac24;2+3;6/3;15\%;--5+0;\sqrt4;3\frac24;2^1;-\frac{2}{4};1+\frac12+1"
    assert [text for text in rows(literals) if not is_literal(parse(text))] == []
    assert [text for text in rows(others) if is_literal(parse(text))] == []
    assert [text for text in rows(literals + ";" + others) if not is_rational(parse(text))] == []
    assert [text for text in rows(r"\pi;x;\sqrt2;\frac10;9^{9^{9}};(1,2);\infty") if is_rational(parse(text))] == []


LOWEST = r"""1/2;-\frac{7}{2};\sqrt2;2\sqrt3;\sqrt6;\sqrt[3]{4};\frac{x}{2};\frac{2x}{4};0.5;6;\sqrt{x^4};\sqrt{-3}
\sqrt[x]{4};\frac{0.5}{2}"""
REDUCIBLE = r"""2/4;\frac{6}{3};\frac31;\frac{3}{-1};\sqrt8;\sqrt{12};\sqrt4;\sqrt[3]{16};\sqrt{-8};x+\frac{2}{4}
(1,\frac24);\frac{0}{5};\sqrt{9409}"""


@pytest.mark.parametrize("text", rows(LOWEST))
def test_in_lowest_terms(text: str) -> None:
    assert is_in_lowest_terms(parse(text))


@pytest.mark.parametrize("text", rows(REDUCIBLE))
def test_not_in_lowest_terms(text: str) -> None:
    assert not is_in_lowest_terms(parse(text))


@given(st.integers(-50, 50), st.integers(1, 50))
def test_fractions_are_finished_if_they_are_in_lowest_terms_and_no_integers(top: int, bottom: int) -> None:
    tree = parse(rf"\frac{{{top}}}{{{bottom}}}")
    finished = gcd(top, bottom) == 1 and bottom > 1
    assert is_evaluated(tree) is is_in_lowest_terms(tree) is finished
    value = Fraction(abs(top), bottom)
    assert is_evaluated(parse(f"{3 + value.numerator}")) is True
    if value.denominator > 1:
        assert is_evaluated(parse(f"{value}"))


@given(st.integers(2, 400), st.integers(2, 4))
def test_roots_are_bare_if_no_power_divides_the_radicand(radicand: int, index: int) -> None:
    divided = any(radicand % base**index == 0 for base in range(2, 21))
    assert is_in_lowest_terms(parse(rf"\sqrt[{index}]{{{radicand}}}")) is not divided
