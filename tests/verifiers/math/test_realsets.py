"""Sets of real numbers: what union, intersection and complement do to pieces is what they do to their members."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import number
from gradatim.verifiers.math.realsets import (
    MAX_PIECES,
    NoSetError,
    Pieces,
    between,
    complement,
    intersected,
    pieces,
    same_pieces,
)

SAMPLES = [Fraction(quarter, 4) for quarter in range(-8, 9)]


class Drawn(NamedTuple):
    """A set as a text, and which of the samples are in it."""

    text: str
    members: list[bool]


def interval(opening: str, low: Fraction | None, high: Fraction | None, closing: str) -> Drawn:
    def holds(at: Fraction) -> bool:
        above = low is None or low < at or (low == at and opening == "[")
        return above and (high is None or at < high or (at == high and closing == "]"))

    left = r"(-\infty" if low is None else f"{opening}{low}"
    right = r"\infty)" if high is None else f"{high}{closing}"
    return Drawn(f"{left},{right}", [holds(at) for at in SAMPLES])


def points(values: list[Fraction]) -> Drawn:
    return Drawn(rf"\{{{','.join(map(str, values))}\}}", [at in values for at in SAMPLES])


def joined(parts: list[Drawn]) -> Drawn:
    members = [any(column) for column in zip(*[part.members for part in parts], strict=True)]
    return Drawn(r"\cup".join(part.text for part in parts), members)


HALVES = st.integers(-3, 3).map(lambda value: Fraction(value, 2))
ENDS = HALVES | st.none()
INTERVALS = st.builds(interval, st.sampled_from("(["), ENDS, ENDS, st.sampled_from(")]"))
PARTS = INTERVALS | st.lists(HALVES, min_size=1, max_size=3).map(points)
DRAWN = st.lists(PARTS, min_size=1, max_size=4).map(joined)
SETS = DRAWN.map(lambda drawn: pieces(parse(drawn.text)))


def members(one: Pieces) -> list[bool]:
    return [bool(intersected(one, between(number(at), number(at), False, False))) for at in SAMPLES]


@given(DRAWN, DRAWN)
def test_operations_agree_with_membership(one: Drawn, other: Drawn) -> None:
    operations: dict[str, Callable[[bool, bool], bool]] = {
        r"%s\cup %s": lambda left, right: left or right,
        r"(%s)\cap(%s)": lambda left, right: left and right,
        r"(%s)\setminus(%s)": lambda left, right: left and not right,
        r"\mathbb{R}\setminus(%s)\cap(%s)": lambda left, right: right and not left,
    }
    for template, operation in operations.items():
        expected = [operation(*pair) for pair in zip(one.members, other.members, strict=True)]
        assert members(pieces(parse(template % (one.text, other.text)))) == expected


@given(DRAWN)
def test_pieces_are_in_order_and_do_not_touch(drawn: Drawn) -> None:
    found = pieces(parse(drawn.text))
    assert members(found) == drawn.members
    for (_, high), (low, _) in pairwise(found):
        assert high.at < low.at or (high.at == low.at and high.open and low.open)
    assert all(low.side < high.side or low.at <= high.at for low, high in found)


def union(one: Pieces, other: Pieces) -> Pieces:
    return complement(intersected(complement(one), complement(other)))


@given(SETS, SETS, SETS)
def test_laws_of_sets(one: Pieces, other: Pieces, third: Pieces) -> None:
    assert same_pieces(complement(complement(one)), one)
    assert same_pieces(complement(union(one, other)), intersected(complement(one), complement(other)))
    assert same_pieces(intersected(one, one), one)
    assert same_pieces(union(one, one), one)
    assert same_pieces(intersected(one, other), intersected(other, one))
    assert same_pieces(union(one, other), union(other, one))
    assert same_pieces(intersected(one, intersected(other, third)), intersected(intersected(one, other), third))
    assert same_pieces(intersected(one, union(other, third)), union(intersected(one, other), intersected(one, third)))
    assert same_pieces(union(one, complement(one)), pieces(parse(r"\mathbb{R}")))
    assert intersected(one, complement(one)) == ()
    assert same_pieces(one, other) is same_pieces(other, one) is (members(one) == members(other))


SAME = r"""[0,1)\cup[1,2) = [0,2)
(0,1)\cup\{1\} = (0,1]
(-\infty,0)\cup(0,\infty) = \mathbb{R}\setminus\{0\}
(-\infty,\infty) = \mathbb{R}
[2,1] = \emptyset
(1,1] = \emptyset
(\infty,1) = \emptyset
[1,1] = \{1\}
\{2,1,1\} = \{1\}\cup\{2\}
(0,\pi)\cap(3,4) = (3,\pi)
[\sqrt{75},9) = [5\sqrt3,9)
(10^{30},10^{40}) = (\sqrt{10^{60}},10^{40})
(0.5,\frac{3}{2}) = (\frac12,1.5)
(0,9)\setminus[1,2] = (0,1)\cup(2,9)
[-1,0]\cup[0,1]\cap(0,5) = (0,1]"""
DIFFERENT = r"""(0,1) = (0,1]
(0,1) = [0,1)
(0,1) = (0,2)
(0,1) = (0,1+10^{-58})
(0,1)\cup(1,2) = (0,2)
(-\infty,1) = (1,\infty)
(0,\infty) = (0,10^{99})
(0,\sqrt2) = (0,1.41421356)
\emptyset = \{0\}
\mathbb{R} = (0,\infty)"""
SIDES = [(text, True) for text in SAME.splitlines()] + [(text, False) for text in DIFFERENT.splitlines()]


@pytest.mark.parametrize(("text", "same"), SIDES)
def test_which_sets_are_equal(text: str, same: bool) -> None:
    left, right = (pieces(parse(side)) for side in text.split(" = "))
    assert same_pieces(left, right) is same
    assert same_pieces(right, left) is same


def test_pieces_touch_where_equal_ends_are_written_differently() -> None:
    assert same_pieces(pieces(parse(r"(0,\sqrt{75}]\cup[5\sqrt3,9)")), pieces(parse("(0,9)")))


@pytest.mark.parametrize(
    "text", ["(0,x)", "(0,i)", "(1,2,3)", r"\mathbb{Q}", "5", r"\{x\}", r"(0,\frac{1}{0})", "x<1", "0:1"]
)
def test_what_is_no_set_of_real_numbers(text: str) -> None:
    with pytest.raises(NoSetError):
        pieces(parse(text))


def test_a_set_has_a_limited_number_of_pieces() -> None:
    texts = [f"[{2 * index},{2 * index + 1}]" for index in range(MAX_PIECES + 1)]
    assert len(pieces(parse(r"\cup".join(texts[:-1])))) == MAX_PIECES
    with pytest.raises(NoSetError):
        pieces(parse(r"\cup".join(texts)))
