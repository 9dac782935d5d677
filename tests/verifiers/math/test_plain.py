"""Trees in fewer kinds, with symbols replaced and plus-minus signs chosen, keep their values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.math.evaluation.exact import UndefinedError, exact_value
from gradatim.verifiers.math.evaluation.plain import MAX_SIGNS, MAX_TERMS, base_value, plain, sign_choices, substituted
from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import Node, TooComplexError, node, postorder, symbols

PLAIN = frozenset({"num", "const", "sym", "add", "mul", "neg", "div", "pow", "root", "call"})
LEAVES = st.sampled_from(["x", "y", "2", "3.50", r"7\%", "101_2", "1 1/2", r"\frac23", "0.1(6)"])
_SHAPES = r"(@+#) (@-#) @\cdot(#) (@)^2 \left|@\right| \sum_{k=1}^{3}(@+k) \prod_{k=0}^{2}(k+@) \frac{@}{7} \max(@,#)"
SHAPES = _SHAPES.split()


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def put(shape: str, one: str, other: str) -> str:
        return shape.replace("@", one).replace("#", other)

    return st.builds(put, st.sampled_from(SHAPES), inner, inner)


TREES = st.recursive(LEAVES, grown, max_leaves=5).map(parse)
VALUES = st.fractions(-5, 5, max_denominator=9)


def by_hand(part: Node, point: dict[str, Fraction]) -> Fraction:
    """The value of a tree of the kinds above."""
    if part.kind == "sym":
        return point[part.value]
    if part.kind == "dec":
        return Fraction(part.value.value)
    if part.kind == "base":
        return Fraction(int(*part.value))
    if part.kind == "percent":
        return by_hand(part.args[0], point) / 100
    if part.kind in ("sum", "prod"):
        body, variable, low, high = part.args
        terms = [
            by_hand(body, point | {variable.value: Fraction(index)})
            for index in range(int(low.value), int(high.value) + 1)
        ]
        return sum(terms, Fraction(0)) if part.kind == "sum" else product(terms)
    args = [by_hand(arg, point) for arg in part.args]
    if part.kind == "num":
        return Fraction(part.value)
    if part.kind == "pow":
        return args[0] ** int(args[1])
    if part.kind == "call":
        return max(args) if part.value == "max" else abs(args[0])
    return {
        "add": sum(args, Fraction(0)),
        "mul": product(args),
        "neg": -args[0],
        "div": args[0] / args[-1] if args[-1] else args[0],
    }[part.kind]


def product(values: list[Fraction]) -> Fraction:
    result = Fraction(1)
    for value in values:
        result *= value
    return result


@given(TREES, VALUES, VALUES)
def test_plain_trees_have_the_same_value_in_fewer_kinds(root: Node, x: Fraction, y: Fraction) -> None:
    point = {"x": x, "y": y}
    result = plain(root)
    assert {part.kind for part in postorder(result)} <= PLAIN
    assert exact_value(result, point) == by_hand(root, point)
    assert plain(result) == result


@given(TREES, VALUES, VALUES)
def test_substituted_values_are_those_at_the_point(root: Node, x: Fraction, y: Fraction) -> None:
    root = plain(root)
    assert exact_value(substituted(substituted(root, "x", x), "y", y)) == exact_value(root, {"x": x, "y": y})
    assert symbols(substituted(root, "x", x)) == symbols(root) - {"x"}
    assert substituted(root, "z", x) == root
    swapped = substituted(substituted(substituted(root, "x", parse("z")), "y", parse("x")), "z", parse("y"))
    assert exact_value(swapped, {"y": x, "x": y}) == exact_value(root, {"x": x, "y": y})


CHOICES = {
    r"5": ["5"],
    r"\pm 5": ["5", "-5"],
    r"\mp 5": ["-5", "5"],
    r"1 \pm 5": ["6", "-4"],
    r"1 \mp 5": ["-4", "6"],
    r"\pm 1 \pm 2": ["3", "-1", "1", "-3"],
    r"\pm 1 \mp 2": ["-1", "1"],
    r"2(3 \pm 4)": ["14", "-2"],
    r"\frac{-6 \pm \sqrt{16}}{2}": ["-1", "-5"],
    r"-\pm 5": ["-5", "5"],
    r"(1 \pm 2)(1 \mp 2)": ["-3", "-3"],
    r"(1 \pm 2)^2 \pm 3": ["12", "6", "4", "-2"],
}


@pytest.mark.parametrize("text", CHOICES)
def test_plus_minus_is_every_value(text: str) -> None:
    chosen = sign_choices(parse(text))
    assert [exact_value(plain(tree)) for tree in chosen] == [Fraction(value) for value in CHOICES[text]]
    assert all(part.kind != "pm" for tree in chosen for part in postorder(tree))


def test_at_most_four_signs_are_chosen() -> None:
    assert len(sign_choices(parse(r"0" + r" \pm 1" * MAX_SIGNS))) == 2**MAX_SIGNS
    with pytest.raises(TooComplexError):
        sign_choices(parse("0" + r" \pm 1" * (MAX_SIGNS + 1)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"\sum_{k=1}^{1000} 1", "1000"),
        (r"\sum_{k=3}^{2} k", "0"),
        (r"\prod_{k=3}^{2} k", "1"),
        (r"\sum_{k=-2}^{2} k^2", "10"),
        (r"\prod_{k=1}^{2+3} k", "120"),
        (r"\sum_{j=1}^{3}\sum_{k=1}^{3} jk", "36"),
        (r"\sum_{k=5}^{5} k", "5"),
        ("30_{7}", "21"),
        ("777_{10}", "777"),
        (r"50\%\cdot 4", "2"),
    ],
)
def test_sums_bases_and_percents_are_written_out(text: str, value: str) -> None:
    assert exact_value(plain(parse(text))) == Fraction(value)


@pytest.mark.parametrize(
    "text",
    [
        r"\sum_{k=1}^{1001} 1",
        r"\sum_{k=1}^{n} k",
        r"\sum_{k=1}^{3/2} k",
        r"\sum_{k=1}^{600}\sum_{j=1}^{600} 1",
        r"\sum_{k=1}^{10^{9}} k",
    ],
)
def test_long_sums_and_bounds_that_are_no_integers_are_too_complex(text: str) -> None:
    assert MAX_TERMS == 1000
    with pytest.raises(TooComplexError):
        plain(parse(text))


def test_sums_in_sums_count_all_their_terms() -> None:
    with pytest.raises(TooComplexError):
        plain(parse(r"\sum_{k=1}^{40}\sum_{j=1}^{40} (k+j)"))


def test_infinity_in_an_expression_is_undefined() -> None:
    with pytest.raises(UndefinedError):
        plain(parse(r"\infty-\infty"))


@pytest.mark.parametrize("base", [2, 7, 10])
def test_digits_in_a_base_have_the_value_that_python_reads(base: int) -> None:
    assert base_value("110", base) == int("110", base)
    assert base_value("1" * 5000, 10) == (10**5000 - 1) // 9


def test_degrees_are_multiples_of_pi() -> None:
    assert plain(parse(r"\sin(30^\circ)")) == plain(parse(r"\sin(\frac{30\pi}{180})"))
    assert plain(node("unit", parse("5"), value="metre")).kind == "unit"
