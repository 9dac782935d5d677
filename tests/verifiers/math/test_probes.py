"""Numeric probes: what agrees at enough points is equal, and one point that disagrees is enough."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradatim.verifiers.math.evaluation.exact import exact_value
from gradatim.verifiers.math.evaluation.plain import plain
from gradatim.verifiers.math.evaluation.probes import differ_in_more_digits, probe
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, node, number


def sides(text: str) -> tuple[Node, Node]:
    left, right = text.split(" = ")
    return plain(parse(left)), plain(parse(right))


EQUAL = r"""x+y = y+x
(x+1)^2 = x^2+2x+1
\sin(2x) = 2\sin(x)\cos(x)
\left|x\right| = \sqrt{x^2}
\frac{x^2-1}{x-1} = x+1
\sqrt{x}\sqrt{x} = x
\ln(x) = \ln\left|x\right|
\arcsin(\frac{x}{100}) = \frac{\pi}{2}-\arccos(\frac{x}{100})
e^{ix} = \cos(x)+i\sin(x)
\sqrt{-x^2-1} = \sqrt{-1-x^2}
\ln(-1-x^2) = \ln(-x^2-1)
\max(x,y) = \frac{x+y+\left|x-y\right|}{2}
\binom{n}{2} = \frac{n(n-1)}{2}
(n+1)! = (n+1)\cdot n!
e^{\pi\sqrt{163}} = \exp(\pi\sqrt{163})
(x+10^{30})-10^{30} = x
(\pi+10^{200})-10^{200} = \pi
\sqrt[3]{-8} = -2
x^{1000} = (x^{500})^2"""
UNEQUAL = r"""x = y
x = x+10^{-40}
x = \sqrt{x^2}
\sqrt{x^2} = -x
e^{ix} = \cos(x)-i\sin(x)
i = -i
x i = \left|x\right| i
\sqrt{-x^2-1} = -\sqrt{-x^2-1}
\pi = \frac{355}{113}
e^{\pi\sqrt{163}} = 262537412640768744
\max(x,1000) = 1000
\min(x,10^{15}) = x
\lfloor\frac{x}{1000}\rfloor = 0
x \bmod 1000 = x
\lfloor x\rfloor = x
10^{-70} = 10^{-71}\pi
x^{2} = 2x
(x-1)(x-2)(x-3) = 0
\sin(x)\sin(\pi x) = 0
(\pi+10^{200})-10^{200} = e"""
UNDEFINED = r"""\frac{1}{x-x} = 1
\ln(x-x) = x
\frac{\pi}{0} = \pi
0^{-1}x = 5"""
UNKNOWN = r"""(x+10^{2000})-10^{2000} = x
(x+10^{900})-10^{900} = y"""
TOO_COMPLEX = r"""10^{10^{10}x^2+10^{6}} = x
e^{9^{9^{9}}}+x = 1
\sin(\sin(\sin(x)))+10^{10^{9}} = x"""
GROUPS = {"equal": EQUAL, "unequal": UNEQUAL, "undefined": UNDEFINED, "unknown": UNKNOWN}
ANSWERS = [(text, answer) for answer, texts in GROUPS.items() for text in texts.splitlines()]


@pytest.mark.parametrize(("text", "answer"), ANSWERS)
def test_probes_answer(text: str, answer: str) -> None:
    left, right = sides(text)
    assert probe(left, right) == answer
    assert probe(right, left) == answer


@pytest.mark.parametrize("text", TOO_COMPLEX.splitlines())
def test_what_is_too_large_at_every_point_is_too_complex(text: str) -> None:
    with pytest.raises(TooComplexError):
        probe(*sides(text))


def test_many_functions_are_too_complex() -> None:
    sines = node("add", *[plain(parse(f"\\sin({index}x)")) for index in range(1, 101)])
    assert probe(sines, sines) == "equal"
    with pytest.raises(TooComplexError):
        probe(sines, node("add", sines, plain(parse(r"\sin(0)"))))


LEAVES = st.sampled_from(["x", "y", "2", "3", r"\frac12", "-1", "7"])


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def put(shape: str, one: str, other: str) -> str:
        return shape.replace("@", one).replace("#", other)

    return st.builds(put, st.sampled_from(["(@+#)", "(@-#)", "(@)(#)", r"\frac{@}{(#)^2+1}", "(@)^2"]), inner, inner)


TREES = st.recursive(LEAVES, grown, max_leaves=8).map(parse).map(plain)
POINTS = [{"x": Fraction(x, 7), "y": Fraction(y, 11)} for x in range(-30, 31, 6) for y in range(-29, 31, 6)]


@settings(max_examples=60)
@given(TREES, TREES)
def test_rational_functions_are_told_apart_by_the_probes_as_by_their_exact_values(left: Node, right: Node) -> None:
    same = all(exact_value(left, point) == exact_value(right, point) for point in POINTS)
    assert probe(left, right) == ("equal" if same else "unequal")
    assert probe(left, node("add", number(0), left)) == "equal"
    assert probe(left, node("add", left, number(Fraction(1, 10**30)))) == "unequal"


MORE = {
    r"\sqrt{\pi^2+10^{-300}} = \pi": True,
    r"\sqrt{x^2+10^{-300}} = x": True,
    r"\sqrt{x^2+2x+1} = x+1": False,
    r"\frac{1}{x-\frac32} = \frac{1}{x-\frac32}": False,
    r"e^{10^{9}} = x": False,
    r"\sqrt{\pi^2+10^{-3000}} = \pi": False,
}


@pytest.mark.parametrize("text", MORE)
def test_hundreds_of_digits_tell_apart_what_agrees_in_fewer(text: str) -> None:
    assert differ_in_more_digits(*sides(text)) is MORE[text]


def test_long_expressions_are_not_evaluated_in_more_digits() -> None:
    left, right = sides(r"\sqrt{\pi^2+10^{-300}} = \pi")
    filler = node("add", *[number(0)] * 190)
    assert differ_in_more_digits(left, right) is True
    assert differ_in_more_digits(node("add", left, filler), right) is False


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    pairs = [sides(text) for text, _ in ANSWERS]
    assert [probe(*pair) for pair in pairs[::-1]][::-1] == [answer for _, answer in ANSWERS]
