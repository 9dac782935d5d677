"""A tree in fewer kinds: what can be written otherwise is, sums are written out, plus-minus is several trees."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from gradatim.verifiers.math.evaluation.exact import UndefinedError, exact_value
from gradatim.verifiers.math.notation.tree import MAX_NODES, Node, TooComplexError, fold, node, number, postorder
from gradatim.verifiers.math.numbers.number import read_integer

MAX_TERMS = 1000
"""Most terms of a written-out sum or product; all of them together have at most `MAX_NODES` nodes."""
MAX_SIGNS = 4
"""Most plus-minus signs; each doubles the number of values."""


def plain(root: Node) -> Node:
    """The same value in `num`, `const`, `sym`, `add`, `mul`, `neg`, `div`, `pow`, `root` and `call`.

    Degrees inside of an expression are multiples of pi/180.

    Raises:
        TooComplexError: a sum has too many terms, or bounds that are no integers.
        UndefinedError: infinity is computed with.
    """
    budget = [MAX_NODES]

    def combine(part: Node, args: list[Node]) -> Node:
        if part.kind == "const" and part.value == "inf":
            raise UndefinedError("infinity in an expression")
        if part.kind == "dec":
            return number(part.value.value)
        if part.kind == "base":
            return number(base_value(*part.value))
        if part.kind == "percent":
            return node("div", args[0], number(100))
        if part.kind == "unit" and part.value == "degree":
            return node("div", node("mul", args[0], Node("const", (), "pi")), number(180))
        if part.kind in ("sum", "prod"):
            return _written_out(part.kind, args, budget)
        return node(part.kind, *args, value=part.value) if args else part

    return fold(root, combine)


def base_value(digits: str, base: int) -> int:
    """The value of digits in a base."""
    if base == 10:
        return read_integer(digits)
    value = 0
    for digit in digits:
        value = value * base + int(digit, 36)
    return value


def _written_out(kind: str, args: list[Node], budget: list[int]) -> Node:
    body, variable = args[0], args[1]
    low, high = exact_value(args[2]), exact_value(args[3])
    if low is None or high is None or low.denominator != 1 or high.denominator != 1:
        raise TooComplexError("bounds")
    terms = max(int(high - low) + 1, 0)
    budget[0] -= terms * sum(1 for _ in postorder(body))
    if terms > MAX_TERMS or budget[0] < 0:
        raise TooComplexError("terms")
    written = [substituted(body, variable.value, Fraction(index)) for index in range(int(low), int(high) + 1)]
    if not written:
        return number(0 if kind == "sum" else 1)
    return written[0] if len(written) == 1 else node("add" if kind == "sum" else "mul", *written)


def substituted(root: Node, name: str, value: Fraction | Node) -> Node:
    """The tree with a value in the place of a symbol."""
    replacement = value if isinstance(value, Node) else number(value)

    def combine(part: Node, args: list[Node]) -> Node:
        if part.kind == "sym" and part.value == name:
            return replacement
        return node(part.kind, *args, value=part.value) if args else part

    return fold(root, combine)


def sign_choices(root: Node) -> tuple[Node, ...]:
    """The values of a tree with plus-minus signs, one tree each.

    With a minus-plus among them all signs change together, else each on its own.

    Raises:
        TooComplexError: there are more than `MAX_SIGNS`.
    """
    signs = [part.value for part in postorder(root) if part.kind == "pm"]
    if not signs:
        return (root,)
    if len(signs) > MAX_SIGNS:
        raise TooComplexError("plus-minus signs")
    if "-+" in signs:
        flips = [tuple((sign == "-+") ^ second for sign in signs) for second in (False, True)]
    else:
        flips = list(product((False, True), repeat=len(signs)))
    return tuple(_with_signs(root, flip) for flip in flips)


def _with_signs(root: Node, negative: tuple[bool, ...]) -> Node:
    remaining = iter(negative)

    def combine(part: Node, args: list[Node]) -> Node:
        if part.kind != "pm":
            return node(part.kind, *args, value=part.value) if args else part
        last = node("neg", args[-1]) if next(remaining) else args[-1]
        return last if len(args) == 1 else node("add", args[0], last)

    return fold(root, combine)
