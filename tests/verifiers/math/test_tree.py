"""Walks over trees: in order, without recursion, and no further than the limits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gradatim.verifiers.math.notation.parser import parse
from gradatim.verifiers.math.notation.tree import (
    MAX_DEPTH,
    MAX_NODES,
    Node,
    TooComplexError,
    fold,
    node,
    number,
    postorder,
    symbol,
    symbols,
    written,
)


def test_every_node_comes_after_its_args() -> None:
    root = parse("a(b+c)-d")
    assert [part.value or part.kind for part in postorder(root)] == ["a", "b", "c", "add", "mul", "d", "neg", "add"]
    assert symbols(root) == {"a", "b", "c", "d"}
    assert symbols(number(5)) == frozenset()


def test_folds_compute_bottom_up_with_the_args_in_order() -> None:
    root = parse("2-(3-4)/5")

    def combine(part: Node, args: list[Fraction]) -> Fraction:
        if part.kind == "num":
            return Fraction(part.value)
        return {"add": sum(args, Fraction(0)), "neg": -args[0], "div": args[0] / args[-1]}[part.kind]

    assert fold(root, combine) == Fraction(11, 5)


def test_decimals_keep_their_sign_and_digits() -> None:
    assert written(parse("3.50")) == (Fraction(7, 2), 3, 2)
    assert written(parse("-0.25")) == (Fraction(-1, 4), 2, 2)
    assert [written(parse(text)) for text in ("5", "-5", "-x", "0.5x")] == [None] * 4


def test_trees_have_a_limited_depth() -> None:
    assert node("set").depth == 1
    root = symbol("x")
    for depth in range(2, MAX_DEPTH + 1):
        root = node("neg", root)
        assert root.depth == depth
    with pytest.raises(TooComplexError):
        node("add", number(1), root)


def test_walks_are_limited_in_nodes() -> None:
    assert len(list(postorder(node("add", *[number(1)] * (MAX_NODES - 1))))) == MAX_NODES
    large = node("add", *[number(1)] * MAX_NODES)
    for walk in (
        lambda: list(postorder(large)),
        lambda: symbols(large),
        lambda: fold(large, lambda _, args: len(args)),
    ):
        with pytest.raises(TooComplexError):
            walk()
