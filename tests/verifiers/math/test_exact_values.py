"""Exact values are those of fractions, and nothing large is computed to get them."""

from __future__ import annotations

import operator
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from math import ceil, comb, factorial, floor, gcd, lcm
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.evaluation import exact
from gradatim.verifiers.math.evaluation.exact import MAX_DIGITS, UndefinedError, exact_value, power
from gradatim.verifiers.math.evaluation.plain import plain
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, node, number, symbol


class Both(NamedTuple):
    """A tree, and its value computed by hand; None for one that does not exist."""

    tree: Node
    value: Fraction | None


def both(kind: str, compute: Callable[..., Fraction], value: str | None = None) -> Callable[..., Both]:
    def build(*parts: Both) -> Both:
        tree = node(kind, *[part.tree for part in parts], value=value)
        if any(part.value is None for part in parts):
            return Both(tree, None)
        try:
            return Both(tree, Fraction(compute(*[part.value for part in parts])))
        except ZeroDivisionError:
            return Both(tree, None)

    return build


def rational_power(base: Fraction, exponent: int) -> Fraction:
    result = Fraction(1)
    for _ in range(abs(exponent)):
        result *= base
    return result if exponent >= 0 else 1 / result


LEAVES = st.fractions(-9, 9, max_denominator=12).map(lambda value: Both(number(value), value))
EXPONENTS = st.integers(-3, 3).map(lambda value: Both(number(value), Fraction(value)))
POINT = {"x": Fraction(-5, 3)}


def grown(inner: st.SearchStrategy[Both]) -> st.SearchStrategy[Both]:
    return st.one_of(
        st.builds(both("add", lambda *terms: sum(terms, Fraction(0))), inner, inner, inner),
        st.builds(both("mul", operator.mul), inner, inner),
        st.builds(both("neg", operator.neg), inner),
        st.builds(both("div", operator.truediv), inner, inner),
        st.builds(both("pow", lambda base, exponent: rational_power(base, int(exponent))), inner, EXPONENTS),
        st.builds(both("call", abs, "abs"), inner),
        st.builds(both("call", lambda value: Fraction(floor(value)), "floor"), inner),
        st.builds(both("call", lambda value: Fraction(ceil(value)), "ceil"), inner),
        st.builds(both("call", min, "min"), inner, inner),
        st.builds(both("call", max, "max"), inner, inner),
        st.builds(both("call", operator.mod, "mod"), inner, inner),
    )


TREES = st.recursive(LEAVES | st.just(Both(symbol("x"), POINT["x"])), grown, max_leaves=12)


@given(TREES)
def test_a_value_is_that_of_fractions_or_undefined_where_something_is_divided_by_zero(drawn: Both) -> None:
    if drawn.value is None:
        with pytest.raises(UndefinedError):
            exact_value(drawn.tree, POINT)
    else:
        assert exact_value(drawn.tree, POINT) == drawn.value


@given(st.fractions(-20, 20, max_denominator=20), st.integers(1, 7), st.integers(-5, 5))
def test_a_root_of_a_power_is_the_base_again_as_a_real_number(base: Fraction, index: int, exponent: int) -> None:
    if not base and exponent < 0:
        return
    raised = rational_power(base, index)
    expected = rational_power(base if index % 2 else abs(base), exponent)
    assert power(raised, Fraction(exponent, index)) == expected
    assert power(raised + Fraction(1, 7**index * 11), Fraction(1, index)) is None or index == 1


@given(st.integers(-3, 30), st.integers(-3, 30))
def test_functions_of_integers(left: int, right: int) -> None:
    def value(name: str, *args: int) -> Fraction | None:
        return exact_value(node("call", *map(number, args), value=name))

    assert value("gcd", left, right) == gcd(left, right)
    assert value("lcm", left, right, 4) == lcm(left, right, 4)
    assert value("factorial", left) == (factorial(left) if left >= 0 else None)
    assert value("binomial", left, right) == (comb(left, right) if min(left, right) >= 0 else None)


UNKNOWN = r"\sqrt2|\sqrt{-4}|2^{1/2}|(-4)^{3/2}|\sqrt[3]{4}|\pi|0\cdot\pi|e^0+x|\sin(0)|\log(1)|(1/2)!|(-1)!|x"
UNKNOWN += r"|\binom{1/2}{2}|\binom{-1}{2}|\gcd(1/2,2)|2^{x}|\max(\pi,1)"
UNDEFINED = r"1/0|0^{-1}|0^{-1/2}|5/(1/2-1/2)|\sqrt[0]{5}|5 \bmod 0|1/(0^{1})|\pi+1/0"
VALUES = {
    r"\sqrt{9/4}": "3/2",
    r"\sqrt[3]{-8}": "-2",
    r"\sqrt[3]{-\frac{8}{27}}": "-2/3",
    "(-8)^{2/3}": "4",
    "(-8)^{-1/3}": "-1/2",
    "16^{-3/4}": "1/8",
    "0^0": "1",
    "0^{1/2}": "0",
    r"\pi^0": "1",
    "x^0": "1",
    "1^{10^{400}}": "1",
    "(-1)^{10^{400}+1}": "-1",
    r"7 \bmod 5/2": "1",
    r"-7 \bmod 5": "-2",
    r"\binom{5}{7}": "0",
    r"\binom{10^{15}}{2}": "499999999999999500000000000000",
    r"\sum_{k=1}^{100} k": "5050",
    r"1.50+1\frac12": "3",
    "101_2": "5",
    r"3\%": "3/100",
}


@pytest.mark.parametrize("text", VALUES)
def test_notations_of_rational_values(text: str) -> None:
    assert exact_value(plain(parse(text))) == Fraction(VALUES[text])


@pytest.mark.parametrize("text", UNKNOWN.split("|"))
def test_what_is_not_known_to_be_rational_has_no_exact_value(text: str) -> None:
    assert exact_value(plain(parse(text))) is None


@pytest.mark.parametrize("text", UNDEFINED.split("|"))
def test_what_has_no_value_is_undefined(text: str) -> None:
    with pytest.raises(UndefinedError):
        exact_value(plain(parse(text)))


JUST_TOO_LARGE = r"""10^{10000}*9 10^{-10000}/9 (10^{5001})^2 2^{33220} 3201! \binom{10^{15}}{2000} \binom{10^{15}+1}{2}
(10^{6000}+1)(10^{6000}+1) 10^{6000}/10^{-6000} 1/10^{10001} (\frac{2}{3})^{-99999} \sqrt{10^{10001}*7}"""
JUST_SMALL_ENOUGH = r"10^{9999} 10^{-9999} 3200! (10^{4999})^2 2^{33218} \binom{10^{15}}{500} (1-2^{-9000})^2"
TOWERS = r"""9^{9^{9}} 9^{9^{9^{9^{9}}}} 2^{-10^{18}} (1+10^{-9})^{10^{15}} 100000000! ((9!)!)! \binom{10^{14}}{10^{13}}
7^{10^{4000}} \frac{1}{9^{9^9}} (\frac{3}{2})^{10^{9}} \sqrt{2}^{10^9}+9^{9^9} (2^{1/2})^{2} \sqrt[3]{10^{9000}}
\gcd(10^{9999}+1,7^{9999}) \lfloor9^{9^{9}}\rfloor x^{9^{9^{9}}} \sqrt[9^{99}]{2} \sqrt[10^{9}]{5} 5^{1/10^{9}}"""
LARGE = [*JUST_TOO_LARGE.split(), *JUST_SMALL_ENOUGH.split(), *TOWERS.split()]


@pytest.mark.parametrize("text", LARGE)
def test_at_most_ten_thousand_digits_are_ever_computed(text: str) -> None:
    tree = plain(parse(text))
    value = None
    began = time.process_time()
    tracemalloc.start()
    try:
        with suppress(TooComplexError):
            value = exact_value(tree)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # A number of 10,000 digits takes 5 kB.
    assert peak < 40_000
    assert time.process_time() - began < 0.5
    assert value is None or max(abs(value.numerator), value.denominator) < 10 ** (MAX_DIGITS + 1)


@pytest.mark.parametrize("text", JUST_TOO_LARGE.split())
def test_values_just_beyond_the_limit_are_too_complex(text: str) -> None:
    with pytest.raises(TooComplexError):
        exact_value(plain(parse(text)))


@pytest.mark.parametrize("text", JUST_SMALL_ENOUGH.split())
def test_values_within_the_limit_are_computed(text: str) -> None:
    assert exact_value(plain(parse(text))) is not None


@pytest.mark.parametrize("kind", ["mul", "add"])
def test_many_parts_stop_at_the_first_that_is_too_many(kind: str) -> None:
    parts = [node("div", number(1), number(10**9000 + index)) for index in range(1, 200)]
    with pytest.raises(TooComplexError):
        exact_value(node(kind, *parts))


def test_a_common_multiple_stops_growing_when_it_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    digits = []

    def spy(*values: int) -> int:
        result = lcm(*values)
        digits.append(result.bit_length() * 0.30103)
        return result

    monkeypatch.setattr(exact, "lcm", spy)
    assert exact_value(parse(r"\lcm(4,6,10)")) == 60
    with pytest.raises(TooComplexError):
        exact_value(parse(r"\lcm(" + ",".join(f"10^{{9990}}+{index}" for index in range(1, 60)) + ")"))
    assert max(digits) < 3 * MAX_DIGITS
