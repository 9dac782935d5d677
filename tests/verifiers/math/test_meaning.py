"""What statements say: values, the names that they have, and whether chains are true."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.meaning import Meaning, Said, equal, is_name, meaning
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import Node, TooComplexError

# The names, the values, how they are joined, and marks: s for steps, r for rounded, ! for untrue.
SAID = r"""5 | - | 5 | |
x=5 | x | 5 | |
5=x | x | 5 | |
f(x)=2x+1 | f(x) | 2x+1 | |
y=2x | y | 2x | |
(x,y)=(1,2) | (x,y) | (1,2) | |
x\in\{1,2\} | x | \{1,2\} | |
x=5\text{ cm} | x | 5\text{ cm} | |
\text{Area}=5 | \text{Area} | 5 | |
x=1 or x=2 | x; x | 1; 2 | or |
x=1, y=2 | x; y | 1; 2 | , |
1, 2, and 3 | -; -; - | 1; 2; 3 | and |
\pm 5 | -; - | 5; -5 | +- |
x=\pm 5 | x; x | 5; -5 | +- |
\pm 5, 3 | -; -; - | 5; -5; 3 | , |
12*4=48 | - | 48 | | s
12*4=49 | - | 49 | | s!
7=8 | - | 8 | | s!
2=2 | - | 2 | | s
x=2+3=5 | x | 5 | | s
x=2+3=6 | x | 6 | | s!
x=y+y=2y | x | 2y | | s
x+y=5 | x+y | 5 | |
x+y=2+3=5 | x+y | 5 | | s
x+y=2+3=6 | x+y | 6 | | s!
\frac10\approx1 | - | \frac10 | | r!
10\sqrt2\approx14.14 | - | 10\sqrt2 | | r
10\sqrt2\approx14.15 | - | 10\sqrt2 | | r!
x=\pi\approx3.14 | x | \pi | | r
-\pi\approx-3.14 | - | -\pi | | r
-\pi\approx3.14 | - | -\pi | | r!
2\cdot21=42\approx42.0 | - | 42 | | sr
\frac13\approx0.34 | - | \frac13 | | r!
\frac13\approx\frac{3}{10} | - | \frac13 | | r!
\{x\mid x>3\} | - | x>3 | |
x^2=4 | - | x^2=4 | |
x=x+1 | - | x=x+1 | |
x<3 | - | x<3 | |
x\ne 5 | - | x\ne 5 | |
1<x<3 | - | 1<x<3 | |
x\approx 3.14 | - | x\approx 3.14 | |
2=3\approx4 | - | 3 | | sr!"""


def trees(texts: str) -> list[Node | None]:
    return [None if text == "-" else parse(text) for text in texts.split("; ")]


@pytest.mark.parametrize("line", SAID.splitlines())
def test_what_a_statement_says(line: str) -> None:
    text, names, values, joint, marks = (field.strip() for field in line.split(" |"))
    found = meaning(parse(text))
    assert [said.name for said in found.said] == trees(names)
    assert [said.value for said in found.said] == trees(values)
    assert found.joint == joint
    for said in found.said:
        assert (said.steps, said.rounded, said.true) == ("s" in marks, "r" in marks, "!" not in marks)


def test_a_relation_is_kept_as_it_was_written() -> None:
    for text in ("x=5", "12*4=48", "x<3", r"\pi\approx3.14"):
        assert meaning(parse(text)).said[0].relation == parse(text)
    assert meaning(parse("5")) == Meaning((Said(parse("5")),))


def test_too_many_signs_are_too_complex() -> None:
    with pytest.raises(TooComplexError):
        meaning(parse(r"0\pm1\pm1\pm1\pm1\pm1"))


NAMES = r"\sin x;\ln(y);x;x_1;f(x);f'(x);(x,y);xy;\theta;P(n)"
NO_NAMES = r"\arctan(x);\sin(5);5;2x;x+1;x^2;(1,2);[x,y];\frac{x}{2};-x;\pi;e;\{x\};5\text{ cm}"


def test_what_may_be_a_name() -> None:
    assert [text for text in NAMES.split(";") if not is_name(parse(text))] == []
    assert [text for text in NO_NAMES.split(";") if is_name(parse(text))] == []


def test_values_without_existence_are_not_equal() -> None:
    assert equal(parse("0.5"), parse(r"\frac12"))
    assert not equal(parse("0.5"), parse("0.51"))
    assert not equal(parse("1"), parse(r"\frac10"))
    assert not equal(parse(r"\frac10"), parse("1"))


@given(st.lists(st.integers(-99, 99), min_size=1, max_size=4), st.sampled_from([", ", " or ", " and "]))
def test_named_values_say_the_same_as_bare_ones(values: list[int], joint: str) -> None:
    bare = meaning(parse(joint.join(map(str, values))))
    named = meaning(parse(joint.join(f"x={value}" for value in values)))
    worked = meaning(parse(joint.join(f"{value - 1}+1={value}" for value in values)))
    assert [said.value for said in named.said] == [said.value for said in bare.said]
    assert [said.value for said in worked.said] == [said.value for said in bare.said]
    assert bare.joint == named.joint == worked.joint == (joint.strip() if len(values) > 1 else "")
    assert all(said.steps and said.true for said in worked.said)
