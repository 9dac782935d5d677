"""What is proved, what is not, and what is not even asked."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import NamedTuple

import pytest

from gradatim.verifiers.math.notation.tree import Node, node, number, symbol
from gradatim.verifiers.math.proof import client as proof
from gradatim.verifiers.math.proof.client import prove_equal
from gradatim.verifiers.math.proof.protocol import read_request, write_request


class E(NamedTuple):
    """A tree to compute with, so that the tables below can be read."""

    tree: Node

    def __add__(self, other: E | int) -> E:  # type: ignore[override]
        return E(node("add", self.tree, of(other)))

    def __radd__(self, other: int) -> E:
        return E(node("add", of(other), self.tree))

    def __sub__(self, other: E | int) -> E:
        return self + -E(of(other))

    def __rsub__(self, other: int) -> E:
        return E(of(other)) - self

    def __mul__(self, other: E | int) -> E:  # type: ignore[override]
        return E(node("mul", self.tree, of(other)))

    def __rmul__(self, other: int) -> E:  # type: ignore[override]
        return E(node("mul", of(other), self.tree))

    def __truediv__(self, other: E | int) -> E:
        return E(node("div", self.tree, of(other)))

    def __rtruediv__(self, other: int) -> E:
        return E(node("div", of(other), self.tree))

    def __pow__(self, other: E | int) -> E:
        return E(node("pow", self.tree, of(other)))

    def __rpow__(self, other: int) -> E:
        return E(node("pow", of(other), self.tree))

    def __neg__(self) -> E:
        return E(node("neg", self.tree))


def of(value: E | int) -> Node:
    return value.tree if isinstance(value, E) else number(value)


def n(value: int | str) -> E:
    return E(number(Fraction(value)))


def f(name: str, *args: E | int) -> E:
    return E(node("call", *map(of, args), value=name))


def root(radicand: E | int, index: int = 2) -> E:
    return E(node("root", of(radicand), number(index)))


x, y, m = (E(symbol(name)) for name in "xym")
pi, e, i = (E(Node("const", (), name)) for name in ("pi", "e", "i"))

EQUAL = {
    "nested root": (root(3 + 2 * root(2)), 1 + root(2)),
    "nested root with a factor": (pi * root(3 + 2 * root(2)), pi + pi * root(2)),
    "cardano": (root(2 + root(5), 3) - root(root(5) - 2, 3), n(1)),
    "denominator": (1 / (1 + root(2) + root(3)), (2 + root(2) - root(6)) / 4),
    "cube roots": (1 / (root(2, 3) - 1), 1 + root(2, 3) + root(4, 3)),
    "cube root of 8": (root(8, 3), n(2)),
    "cube root of -8": (root(-8, 3), n(-2)),
    "real power": (n(-8) ** n("2/3"), n(4)),
    "cube root of a product": (root(x, 3) * root(y, 3), root(x * y, 3)),
    "cube root of a cube": (root(8 * x**3, 3), 2 * x),
    "double angle": (f("sin", 2 * x), 2 * f("sin", x) * f("cos", x)),
    "angle sum": (f("sin", x + y), f("sin", x) * f("cos", y) + f("cos", x) * f("sin", y)),
    "phase": (root(2) * f("sin", x + pi / 4), f("sin", x) + f("cos", x)),
    "half angle": (f("tan", x / 2), f("csc", x) - f("cot", x)),
    "secant": (f("sec", x) ** 2 - f("tan", x) ** 2, n(1)),
    "heptagon": (f("cos", pi / 7) - f("cos", 2 * pi / 7) + f("cos", 3 * pi / 7), n("1/2")),
    "arcsine of a half": (f("arcsin", n("1/2")), pi / 6),
    "arctangents": (f("arctan", n("1/2")) + f("arctan", n("1/3")), pi / 4),
    "machin": (4 * f("arctan", n("1/5")) - f("arctan", n("1/239")), pi / 4),
    "inverse": (f("arccos", n("1/3")), f("arctan", 2 * root(2))),
    "cosine of arctangent": (f("cos", 2 * f("arctan", x)), (1 - x**2) / (1 + x**2)),
    "hyperbolic": (f("tanh", x), (e ** (2 * x) - 1) / (e ** (2 * x) + 1)),
    "logarithm of 6": (f("ln", 6), f("ln", 2) + f("ln", 3)),
    "bases": (f("log", 27, 9), n("3/2")),
    "one base": (f("log", x**2 + 1), f("ln", x**2 + 1)),
    "logarithm of a surd": (f("ln", 3 + 2 * root(2)), 2 * f("ln", 1 + root(2))),
    "logarithm of a square": (f("ln", x**2), 2 * f("ln", f("abs", x))),
    "logarithm of squares": (f("ln", (x * y * m) ** 2), f("ln", x**2) + f("ln", y**2) + f("ln", m**2)),
    "logarithm of a quotient": (
        f("ln", f("abs", (x - 1) / (x + 1))) / 2,
        (f("ln", f("abs", x - 1)) - f("ln", f("abs", x + 1))) / 2,
    ),
    "logarithm of a secant": (f("ln", f("abs", f("sec", x))), -f("ln", f("abs", f("cos", x)))),
    "powers": (4**x, 2 ** (2 * x)),
    "exponential": (f("exp", x * f("ln", 2)), 2**x),
    "euler": (e ** (i * x), f("cos", x) + i * f("sin", x)),
    "power of i": (i**i, e ** (-pi / 2)),
    "root of i": (root(i), (1 + i) / root(2)),
    "root of a square": (root(x**2), f("abs", x)),
    "root of a binomial": (root(x**2 - 2 * x + 1), f("abs", x - 1)),
    "rational functions": (1 / (x - 1) - 1 / (x + 1), 2 / (x**2 - 1)),
    "rationalised": ((root(x + 1) - 1) / x, 1 / (root(x + 1) + 1)),
    "factorials": (f("factorial", m + 1) / f("factorial", m), m + 1),
    "binomial": (f("binomial", m, 2), m * (m - 1) / 2),
    "minimum": (f("min", x, y), (x + y - f("abs", x - y)) / 2),
    "floor and ceiling": (f("floor", pi), f("ceil", e)),
    "remainder": (f("mod", 17, 5), n(2)),
}
UNEQUAL = {
    "numbers": (root(2), n("1.41421356237309504880168872420969807856967187537694")),
    "sign of a root": (root(x**2), x),
    "principal root": (root(-8, 3), 1 + i * root(3)),
    "positive only": (f("ln", x * y), f("ln", x) + f("ln", y)),
    "roots of negatives": (root(x) * root(y), root(x * y)),
    "one branch": (f("arctan", x) + f("arctan", 1 / x), pi / 2),
    "period": (f("arcsin", f("sin", x)), x),
    "a full turn": (f("arctan", n(1)) + f("arctan", n(2)) + f("arctan", n(3)), 2 * pi),
    "a turn between logarithms": (2 * f("ln", 2 * i - 1), f("ln", -3 - 4 * i)),
    "base": (f("log", x**2 + 1, 10), f("ln", x**2 + 1)),
    "product of logarithms": (f("ln", 2 * 3), f("ln", 2) * f("ln", 3)),
    "nothing in common": (f("sin", x) * e**x, f("cos", y) + root(x, 3)),
}
NOT_ASKED = {
    "infinity": E(Node("const", (), "inf")) + x,
    "list": E(node("list", of(x), of(y))),
    "plus-minus": E(node("pm", of(x), value="+-")),
    "matrix": E(node("matrix", of(x), value=1)),
    "divisors": f("gcd", x, y),
    "divisors of one": f("gcd", x),
    "unknown function": f("erf", x),
    "too few arguments": f("binomial", x),
    "many parts": E(node("add", *[of(x)] * 400)),
    "long number": n(10**300),
    "long denominator": 1 / n(7**400),
    "high power": (x + 1) ** 201,
    "tower": 9 ** (n(9) ** 9),
    "power of a power": ((n(2) ** 200) ** 200) ** 200,
    "fraction in the exponent": n(2) ** (n(10**9) / 7),
    "factorial": f("factorial", 10**5),
    "factorial of a factorial": f("factorial", f("factorial", 20)),
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal_expressions_are_proved(name: str) -> None:
    left, right = EQUAL[name]
    assert prove_equal(left.tree, right.tree) is True


@pytest.mark.parametrize("name", UNEQUAL)
def test_unequal_expressions_are_not_proved(name: str) -> None:
    left, right = UNEQUAL[name]
    assert prove_equal(left.tree, right.tree) is None


@pytest.mark.parametrize("name", ["cardano", "phase", "machin", "logarithm of 6", "euler", "minimum"])
def test_a_slight_change_is_not_proved(name: str) -> None:
    left, right = EQUAL[name]
    assert prove_equal(left.tree, (right + n("1/1000000000")).tree) is None


@pytest.mark.parametrize("name", NOT_ASKED)
def test_what_is_no_small_expression_is_not_asked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "_current", lambda: pytest.fail("asked"))
    assert prove_equal(NOT_ASKED[name].tree, number(1)) is None
    assert prove_equal(number(1), NOT_ASKED[name].tree) is None


@pytest.mark.parametrize("expression", [n(10**299), (x + 1) ** 200, n(2) ** 2000, f("factorial", 100), x ** n("1/3")])
def test_what_is_small_enough_is_asked(expression: E) -> None:
    assert prove_equal(expression.tree, (expression + 0).tree) is True


@pytest.mark.parametrize("name", EQUAL)
def test_a_request_is_read_as_it_was_written(name: str) -> None:
    left, right = (side.tree for side in EQUAL[name])
    request = write_request(left, right)
    assert set(read_request(request)) == {left, right}
    assert request == write_request(right, left)
    assert request.endswith(b"\n")
    assert b"\n" not in request[:-1]
    assert json.loads(request)
