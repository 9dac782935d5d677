"""Which stage decides that two values are equal, and what none of them may call equal."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.equality import Equality, equality, infinity
from gradatim.verifiers.math.evaluation.exact import UndefinedError
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import TooComplexError

DECIDED = r"""x+1 | x+1 | True structure
\infty | \infty | True structure
\infty | -\infty | False structure
\infty | 5 | False structure
0.5 | \frac12 | True exact
2^{10} | 1024 | True exact
1 | 2 | False exact
0.3333333333 | \frac13 | True exact
-0.3333333333 | -\frac13 | True exact
0.333 | \frac13 | False exact
0.6666666666 | \frac23 | True exact
0.6666666665 | \frac23 | False exact
\pi | 3.1415926536 | True numeric
-\pi | -3.1415926535 | True numeric
\pi | 3.1415926537 | False numeric
\pi | 3.14159 | False numeric
x+1 | 1+x | True symbolic
\sqrt2 | \sqrt3 | False numeric
x | \left|x\right| | False numeric
\sin(2x) | 2\sin(x)\cos(x) | True symbolic
\cos(\frac{\pi}{9}) | \cos(\frac{17\pi}{9}) | True symbolic
\log(x) | \ln(x) | True symbolic
\log(x) | \log_{10}(x) | True structure
\log(100x)-2 | \log(x) | True symbolic
\ln(100x)-2 | \ln(x) | False numeric
\log(100x)-2+\ln(y) | \log(x)+\ln(y) | True symbolic
\log(x)+\log_{2}(x) | \ln(x)+\log_{2}(x) | True symbolic"""


@pytest.mark.parametrize("line", DECIDED.splitlines())
def test_the_first_stage_that_can_tell_decides(line: str) -> None:
    answer, gold, decided = line.split(" | ")
    equal, stage = decided.split()
    result = equality(parse(answer), parse(gold))
    assert result == Equality(equal == "True", stage)  # type: ignore[arg-type]


def test_an_answer_without_value_has_a_reason_and_a_gold_without_value_is_the_callers_affair() -> None:
    assert equality(parse(r"\frac10"), parse("1")) == Equality(False, "exact", "undefined")
    assert equality(parse("9^{9^{9}}"), parse("1")) == Equality(False, "structure", "too_complex")
    assert equality(parse(r"\frac{1}{x-x}"), parse("x")).reason == "undefined"
    assert equality(parse(r"(\sin(x)+10^{2000})-10^{2000}"), parse(r"\sin(x)+10^{-1500}")).reason == "too_complex"
    with pytest.raises(UndefinedError):
        equality(parse("1"), parse(r"\frac10"))
    with pytest.raises(TooComplexError):
        equality(parse("1"), parse("9^{9^{9}}"))


def test_infinity_has_a_sign() -> None:
    assert [infinity(parse(text)) for text in (r"\infty", r"-\infty", "5", r"2\infty", "-5")] == [1, -1, 0, 0, 0]


@given(
    st.fractions(-100, 100, max_denominator=50),
    st.fractions(-100, 100, max_denominator=50),
    st.sampled_from([0.01, 0.1]),
)
def test_a_tolerance_is_relative_to_the_gold(answer: Fraction, gold: Fraction, tolerance: float) -> None:
    stated, wanted = parse(f"{answer}"), parse(f"{gold}")
    near = abs(answer - gold) <= Fraction(tolerance) * abs(gold)
    assert equality(stated, wanted, tolerance).equal is near
    assert equality(stated, wanted).equal is (answer == gold)
    assert equality(parse(f"{answer}+0\\pi"), wanted, tolerance).equal is near


@pytest.mark.parametrize(
    ("answer", "equal"), [("3.1416", True), ("3.1427", False), (r"\sqrt{10}", False), ("-3.1416", False)]
)
def test_a_tolerance_for_irrational_values(answer: str, equal: bool) -> None:
    assert equality(parse(answer), parse(r"\pi"), 1e-4).equal is equal


@given(st.integers(-(10**6), 10**6), st.integers(1, 999), st.integers(10, 30))
def test_a_long_decimal_stands_for_the_value_that_it_rounds_or_cuts_off(top: int, bottom: int, places: int) -> None:
    value = Fraction(top, bottom)
    cut = abs(value.numerator) * 10**places // value.denominator
    sign = "-" if top < 0 else ""

    def decimal(digits: int) -> str:
        text = str(digits).zfill(places + 1)
        return f"{sign}{text[:-places]}.{text[-places:]}"

    rounded = round(abs(value) * 10**places)
    if len(str(cut)) < 10:
        return
    assert equality(parse(decimal(cut)), parse(f"{value}")).equal
    assert equality(parse(decimal(rounded)), parse(f"{value}")).equal
    assert not equality(parse(decimal(cut + 2)), parse(f"{value}")).equal
    assert not equality(parse(decimal(max(cut - 1, 0))), parse(f"{value}")).equal or cut == 0


def test_a_root_has_one_sign_however_many_functions_stand_beside_it() -> None:
    assert not equality(parse(r"-\sqrt{5+4\cos(0)}" + r"+\ln x-\ln x" * 101), parse("3")).equal
