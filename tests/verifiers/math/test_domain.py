"""Where two expressions lack a value: the real zeros of their denominators, whatever these look like."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradatim.verifiers.math.domain import MAX_DEGREE, same_domain
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import TooComplexError

SAME = r"""x+1 = x
\frac{1}{2} = \frac{x}{3}
\frac{1}{x} = \frac{5}{x}
\frac{1}{x} = x^{-2}
\frac{1}{x} = \frac{1}{2x}
\frac{1}{x-1} = \frac{x}{1-x}
\frac{1}{x^2-1} = \frac{1}{x-1}+\frac{1}{x+1}
\frac{1}{x^2+1} = x
\frac{1}{(x-1)^3} = \frac{1}{x-1}
\frac{1}{x^3-x^2+x-1} = \frac{1}{x-1}
\frac{1}{x^2-2} = \frac{1}{(x-\frac12)^2+x-\frac94}
\frac{1}{\sin(x)} = \frac{2}{\sin(x)}
\frac{1}{xy} = \frac{3}{xy}
\frac{1}{x^{20}} = \frac{1}{x}
\frac{1}{\frac{x}{2}-1} = \frac{1}{x-2}
\frac{1}{0\cdot x+1} = x"""
DIFFERENT = r"""\frac{x^2-1}{x-1} = x+1
\frac{1}{x} = \frac{1}{x-1}
\frac{1}{x^2-1} = \frac{1}{x-1}
x^{-1} = x
x^{-1/2} = x
\frac{1}{x} = \frac{1}{y}
\frac{1}{x^2-2} = \frac{1}{x^2-3}
\frac{1}{\sin(x)} = \frac{1}{x}
\frac{1}{xy} = \frac{1}{x}
\frac{1}{x^4+x-1} = 1
\frac{1}{x^2-2x+1-10^{-20}} = \frac{1}{x-1}"""
SIDES = [(text, True) for text in SAME.splitlines()] + [(text, False) for text in DIFFERENT.splitlines()]


@pytest.mark.parametrize(("text", "same"), SIDES)
def test_domains(text: str, same: bool) -> None:
    left, right = map(parse, text.split(" = "))
    assert same_domain(left, right) is same
    assert same_domain(right, left) is same


ROOTS = st.lists(st.builds(Fraction, st.integers(-6, 6), st.integers(1, 3)), min_size=1, max_size=4)
FACTORS = st.sampled_from(["", "(x^2+1)", "(x^2+x+1)", "(-3)", "(x^4+2)"])


def over(roots: list[Fraction], factor: str, *, spread: bool = False) -> str:
    if spread:
        return "+".join(rf"\frac{{x}}{{x-({root})}}" for root in roots)
    return rf"\frac{{x+1}}{{{factor}{''.join(f'(x-({root}))' for root in roots)}}}"


@settings(max_examples=50)
@given(ROOTS, ROOTS, FACTORS, FACTORS, st.booleans())
def test_domains_are_equal_if_the_denominators_have_the_same_real_zeros(
    one: list[Fraction], other: list[Fraction], first: str, second: str, spread: bool
) -> None:
    left = parse(over(one, first))
    assert same_domain(left, parse(over(other, second, spread=spread))) is (set(one) == set(other))
    assert same_domain(left, parse(over([*one[::-1], one[0]], second, spread=spread)))


@pytest.mark.parametrize(
    "text", [rf"\frac{{1}}{{(x+1)^{{{MAX_DEGREE + 1}}}}}", r"\frac{1}{(x^9+1)(x^9+2)(x^9+3)(x^9+4)(x^9+5)}"]
)
def test_denominators_of_a_high_degree_are_too_complex(text: str) -> None:
    with pytest.raises(TooComplexError):
        same_domain(parse(text), parse(r"\frac{1}{x}"))


def test_denominators_up_to_the_highest_degree_are_compared() -> None:
    half = rf"\frac{{1}}{{(x-1)^{{{MAX_DEGREE // 2}}}(x+2)^{{{MAX_DEGREE // 2}}}}}"
    assert same_domain(parse(half), parse(r"\frac{1}{x^2+x-2}"))


@pytest.mark.xfail(reason="zeros nearer to the real axis than 10^-30 are taken for real")
def test_zeros_next_to_the_real_axis_are_not_real() -> None:
    assert same_domain(parse(r"\frac{1}{x^2+10^{-70}}"), parse("x"))
