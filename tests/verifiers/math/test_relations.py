"""Inequalities hold where they hold by hand, and curves are equal if their sides differ by a factor."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import number
from gradatim.verifiers.math.realsets import NoSetError, Pieces, between, intersected, pieces, same_pieces
from gradatim.verifiers.math.relations import same_relation, solved, variable

SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    r"\le ": operator.le,
    ">": operator.gt,
    r"\ge ": operator.ge,
    "=": operator.eq,
    r"\ne ": operator.ne,
}
SAMPLES = [Fraction(sixth, 6) for sixth in range(-30, 31)]


class Side(NamedTuple):
    """Something linear in x, as a text and as a function."""

    slope: int
    shift: Fraction

    @property
    def text(self) -> str:
        return f"{self.slope}x+({self.shift})" if self.slope else f"({self.shift})"

    def at(self, x: Fraction) -> Fraction:
        return self.slope * x + self.shift


def members(one: Pieces) -> list[bool]:
    return [bool(intersected(one, between(number(at), number(at), False, False))) for at in SAMPLES]


SIDES = st.builds(Side, st.integers(-3, 3), st.integers(-12, 12).map(lambda value: Fraction(value, 3)))
SIGN = st.sampled_from(list(SIGNS))


@given(SIDES, SIGN, SIDES)
def test_a_linear_relation_holds_where_it_holds_by_hand(left: Side, sign: str, right: Side) -> None:
    relation = parse(f"{left.text}{sign}{right.text}")
    if left.slope == right.slope:
        with pytest.raises(NoSetError):
            solved(relation)
    else:
        assert members(solved(relation)) == [SIGNS[sign](left.at(x), right.at(x)) for x in SAMPLES]


@given(SIDES.filter(lambda side: bool(side.slope)), SIGN, SIGN, st.integers(-5, 5), st.integers(-5, 5))
def test_chains_and_joined_relations(side: Side, one: str, other: str, low: int, high: int) -> None:
    left = [SIGNS[one](low, side.at(x)) for x in SAMPLES]
    right = [SIGNS[other](side.at(x), high) for x in SAMPLES]
    both = [first and second for first, second in zip(left, right, strict=True)]
    either = [first or second for first, second in zip(left, right, strict=True)]
    text = side.text
    assert members(solved(parse(f"{low}{one}{text}{other}{high}"))) == both
    for join in (",", " and "):
        assert members(solved(parse(f"{low}{one}{text}{join}{text}{other}{high}"))) == both
    assert members(solved(parse(f"{low}{one}{text} or {text}{other}{high}"))) == either


@given(st.integers(-4, 4), st.integers(-4, 4), st.sampled_from([-2, 1, 3]), SIGN)
def test_a_quadratic_relation_holds_where_it_holds_by_hand(low: int, high: int, factor: int, sign: str) -> None:
    found = members(solved(parse(f"{factor}(x-({low}))(x-({high})){sign}0")))
    for x, holds in zip(SAMPLES, found, strict=True):
        # Roots are known to 70 digits, not exactly.
        assert x in (low, high) or holds == SIGNS[sign](factor * (x - low) * (x - high), 0)


SOLVED = r"""2x<6 = (-\infty,3)
-2x<6 = (-3,\infty)
6>2x = (-\infty,3)
x\ne 2 = (-\infty,2)\cup(2,\infty)
x=2 = \{2\}
\sqrt2 x<2 = (-\infty,\sqrt2)
\frac{x}{3}+1\ge\pi = [3\pi-3,\infty)
1<x\le 2 = (1,2]
3>x>1 = (1,3)
x<1 \text{ or } x>2 = (-\infty,1)\cup(2,\infty)
x>1, x<2 = (1,2)
x>2 \text{ and } x<1 = \emptyset
x^2<4 = (-2,2)
x^2\ge 4 = (-\infty,-2]\cup[2,\infty)
x^2+1>0 = \mathbb{R}
x^2<0 = \emptyset
(x-1)^2\le 0 = \{1\}
\left|x-1\right|<2 = (-1,3)
2\le\left|x\right| = (-\infty,-2]\cup[2,\infty)"""


@pytest.mark.parametrize("line", SOLVED.splitlines())
def test_solutions(line: str) -> None:
    relation, _, region = line.rpartition(" = ")
    assert same_pieces(solved(parse(relation)), pieces(parse(region)))
    assert variable(parse(relation)) == "x"


CURVED = [("x(x-1)(x-2)>x-3", 10), (r"x+\sin(\pi x)>3", Fraction(5, 2)), ("x^3-3x^2+x-3>0", 4)]


@pytest.mark.parametrize(("text", "holds_at"), CURVED)
def test_a_curve_through_three_points_of_a_line_is_no_line(text: str, holds_at: Fraction | int) -> None:
    point = number(holds_at)
    try:
        found = solved(parse(text))
    except NoSetError:
        return
    assert intersected(found, between(point, point, False, False))


def test_rational_roots_are_exact() -> None:
    assert same_pieces(solved(parse("(x-5)(x-2)<0 or x=5")), pieces(parse("(2,5]")))


NOT_SOLVED = r"x<y;1<2;\sin(x)<1;x+1;x\approx 1;x<1, y<1;x=x;x\in(0,1);e^x<1;\frac{x}{0}<1;x<i"


@pytest.mark.parametrize("text", NOT_SOLVED.split(";"))
def test_what_is_not_solved(text: str) -> None:
    with pytest.raises(NoSetError):
        solved(parse(text))


def test_the_variable_of_a_relation() -> None:
    assert variable(parse("y<2 or y>3")) == "y"
    assert variable(parse("x<y")) is None
    assert variable(parse("1<2")) is None


CURVES = r"""x+y=1 | y+x=1 | same
x+y=1 | 2x+2y=2 | same
x+y=1 | 1-x=y | same
x+y=1 | -x-y=-1 | same
y=-\frac12x+\frac34 | 2x+4y-3=0 | same
x^2+y^2=4 | 4=y^2+x^2 | same
x<y | y>x | same
x<y | 2x<2y | same
x\ge y | -x\le -y | same
x\ne y | y\ne x | same
x^2+y^2=4 | x^2+y^2=2 | different
x+y=1 | x-y=1 | different
x+y=1 | x+2y=1 | different
x<y | x\le y | different
x<y | y<x | different
x<y | x=y | different
x<y | -x<-y | different
x+y=1 | x+z=1 | different
x+y=1 | (x+y-1)^2=0 | different
x<y<z | x<y | different
x\subset y | y\supset x | different"""


@pytest.mark.parametrize("line", CURVES.splitlines())
def test_relations_say_the_same_if_their_sides_differ_by_a_factor(line: str) -> None:
    left, right, answer = line.split(" | ")
    assert same_relation(parse(left), parse(right)).equal is (answer == "same")
    assert same_relation(parse(right), parse(left)).equal is (answer == "same")


COEFFICIENTS = st.lists(st.integers(-5, 5), min_size=3, max_size=3)


@given(COEFFICIENTS, COEFFICIENTS, SIGN, st.sampled_from([Fraction(2), Fraction(1, 3), Fraction(-1), Fraction(-5, 2)]))
def test_lines_and_half_planes(one: list[int], other: list[int], sign: str, factor: Fraction) -> None:
    def written(values: list[Fraction], sign: str) -> str:
        return f"({values[0]})x+({values[1]})y{sign}({values[2]})"

    if not one[0] * one[1] * other[0] * other[1]:
        return
    flipped = {"<": ">", ">": "<", r"\le ": r"\ge ", r"\ge ": r"\le "}.get(sign, sign) if factor < 0 else sign
    first = [Fraction(value) for value in one]
    scaled = parse(written([factor * value for value in first], flipped))
    assert same_relation(parse(written(first, sign)), scaled).equal
    second = [Fraction(value) for value in other]
    ratio = second[0] / first[0]
    parallel = [ratio * value for value in first] == second
    expected = parallel and (ratio > 0 or sign in ("=", r"\ne "))
    assert same_relation(parse(written(first, sign)), parse(written(second, sign))).equal is expected
