"""Counts, ids and draws against an enumeration that knows nothing of the source: all texts, read with `ast`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gradatim.core.config import build
from gradatim.curricula.sources import Arithmetic

SYMBOLS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
NODES = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
Canon = tuple[Any, ...]


def expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def value(node: ast.expr, steps: list[Fraction]) -> Fraction:
    """The value; those of all operations on the way are added to `steps`."""
    if not isinstance(node, ast.BinOp):
        return Fraction(ast.literal_eval(node))
    a, b = value(node.left, steps), value(node.right, steps)
    results = {"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else a}
    steps.append(results[NODES[type(node.op)]])
    return steps[-1]


def canon(node: ast.expr) -> Canon:
    """Sums as sets of signed terms, products as sets of factors and divisors; the second side of `-` is a whole."""
    if not isinstance(node, ast.BinOp):
        return ("number", ast.literal_eval(node))
    symbol = NODES[type(node.op)]
    kind = "sum" if symbol in "+-" else "product"
    left, right = canon(node.left), canon(node.right)
    parts = list(left[1]) if left[0] == kind else [("+" if kind == "sum" else "*", left)]
    parts += right[1] if right[0] == kind and symbol in "+*" else [(symbol, right)]
    return kind, tuple(sorted(parts, key=repr))


def texts(symbols: str, places: list[list[int]], grouped: bool) -> Iterator[str]:
    """All ways to write an expression, of those with parentheses only such where they matter."""
    count = len(places)
    for numbers in product(*places):
        for chain in product(symbols, repeat=count - 1):
            plain = [f"({number})" if number < 0 else str(number) for number in numbers]
            yield "".join(map("".join, zip(plain, [*chain, ""], strict=True)))
            for first, last in combinations(range(count), 2) if grouped else ():
                parts = plain.copy()
                parts[first] = "[" + parts[first]
                parts[last] += "]"
                yield "".join(map("".join, zip(parts, [*chain, ""], strict=True)))


def round_brackets(text: str) -> str:
    return text.replace("[", "(").replace("]", ")")


def matters(text: str) -> bool:
    """Whether the parentheses, written as brackets, change the meaning and are no side of a division."""
    bare = canon(expression(re.sub(r"[][]", "", text)))
    kept = canon(expression(round_brackets(text)))
    return bare != kept and "/[" not in text and "]/" not in text


def allowed(text: str, nonnegative: bool) -> bool:
    number = r"(\d+|\(-\d+\))"
    if re.search(rf"{number}/{number}/", text) or ("[" in text and not matters(text)):
        return False
    for dividend, divisor in re.findall(rf"{number}/{number}", text):
        a, b = int(dividend.strip("()")), int(divisor.strip("()"))
        if b == 0 or a % b:
            return False
    steps: list[Fraction] = []
    value(expression(round_brackets(text)), steps)
    return not nonnegative or min(steps) >= 0


def expected(config: dict[str, Any], places: list[list[int]]) -> set[Canon]:
    symbols = "".join(SYMBOLS[operation] for operation in config["operations"])
    share = config.get("parentheses", 0)
    return {
        canon(expression(round_brackets(text)))
        for text in texts(symbols, places, grouped=share > 0)
        if allowed(text, config.get("negatives", "none") == "none") and (share < 1 or "[" in text)
    }


def check(config: dict[str, Any], places: list[list[int]], draws: int) -> None:
    source = build(Arithmetic, config)
    problems = expected(config, places)
    count = source.count()
    assert count.exact
    assert count.value == len(problems)
    ids = list(source.ids() or ())
    assert len(ids) == len(set(ids)) == count.value
    rng = Random(1)
    meaning: dict[str, Canon] = {}
    for _ in range(draws):
        problem = source.draw(rng)
        tree = expression(problem.question)
        assert canon(tree) in problems
        assert meaning.setdefault(problem.id, canon(tree)) == canon(tree)
    assert len(set(meaning.values())) == len(meaning)
    assert meaning.keys() <= set(ids)


@pytest.mark.parametrize(
    ("config", "bounds"),
    [
        ({"operations": ["add"]}, [(0, 5), (3, 8)]),
        ({"operations": ["mul"]}, [(-3, 4), (-1, 6)]),
        ({"operations": ["sub"]}, [(2, 7), (0, 9)]),
        ({"operations": ["sub"]}, [(5, 7), (6, 9)]),
        ({"operations": ["sub"]}, [(5, 9), (0, 3)]),
        ({"operations": ["sub"], "negatives": "results"}, [(2, 7), (0, 9)]),
        ({"operations": ["div"]}, [(0, 40), (0, 7)]),
        ({"operations": ["div"]}, [(10, 40), (3, 60)]),
        ({"operations": ["div"]}, [(-10, 20), (-7, 4)]),
        ({"operations": ["add", "sub", "mul", "div"]}, [(0, 12), (0, 12)]),
        ({"operations": ["add"]}, [(0, 3)] * 4),
        ({"operations": ["mul"]}, [(0, 4)] * 3),
        ({"operations": ["mul"]}, [(0, 4), (2, 5), (1, 3)]),
        ({"operations": ["add", "sub"]}, [(0, 4)] * 3),
        ({"operations": ["add", "sub"], "negatives": "results", "parentheses": 0.5}, [(1, 4)] * 3),
        ({"operations": ["sub"], "parentheses": 1}, [(0, 4)] * 3),
        ({"operations": ["add", "sub", "mul", "div"], "parentheses": 0.5}, [(0, 4)] * 3),
        ({"operations": ["add", "sub", "mul", "div"], "parentheses": 0.5}, [(0, 1), (2, 3), (1, 2), (1, 2)]),
        ({"operations": ["sub", "mul"], "parentheses": 0.5}, [(-1, 1)] * 3),
        ({"operations": ["mul", "div"]}, [(1, 4)] * 4),
    ],
)
def test_against_all_texts(config: dict[str, Any], bounds: list[tuple[int, int]]) -> None:
    config = {**config, "ranges": bounds, "operands": len(bounds)}
    if min(low for low, _ in bounds) < 0:
        config["negatives"] = "operands"
    check(config, [list(range(low, high + 1)) for low, high in bounds], draws=300)


def digit_numbers(low: int, high: int, leading_zeros: bool, signed: bool) -> list[int]:
    first = 0 if low == 1 or leading_zeros else 10 ** (low - 1)
    numbers = list(range(first, 10**high))
    return sorted({*numbers, *(-number for number in numbers)}) if signed else numbers


@pytest.mark.parametrize("operation", ["add", "sub", "mul", "div"])
@pytest.mark.parametrize("digits", [1, 2, [1, 2]])
@pytest.mark.parametrize("kind", ["natural", "width", "signed"])
def test_digits_against_all_texts(operation: str, digits: int | list[int], kind: str) -> None:
    low, high = (digits, digits) if isinstance(digits, int) else digits
    numbers = digit_numbers(low, high, kind == "width", kind == "signed")
    extras: dict[str, dict[str, Any]] = {"natural": {}, "width": {"width": 2}, "signed": {"negatives": "operands"}}
    source = build(Arithmetic, {"operations": [operation], "digits": digits, **extras[kind]})
    pairs = product(numbers, repeat=2)
    if operation in ("add", "mul"):
        problems = {tuple(sorted(pair)) for pair in pairs}
    elif operation == "sub":
        problems = {(a, b) for a, b in pairs if a >= b or kind == "signed"}
    else:
        problems = {(a, b) for a, b in pairs if b and a % b == 0}
    assert source.count().value == len(problems)
    ids = list(source.ids() or ())
    assert len(ids) == len(set(ids)) == len(problems)


def carrying(symbol: str, a: int, b: int) -> bool:
    columns = list(zip(reversed(f"{a:05}"), reversed(f"{b:05}"), strict=True))
    over = 0
    for x, y in columns:
        over = int(int(x) + int(y) + over > 9) if symbol == "+" else int(int(x) - int(y) - over < 0)
        if over:
            return True
    return False


@pytest.mark.parametrize("operation", ["add", "sub"])
@pytest.mark.parametrize("digits", [1, 2, [1, 2]])
@pytest.mark.parametrize("layout", ["natural", "lowest_first"])
@pytest.mark.parametrize("carry", ["none", "some"])
def test_carries_against_all_pairs(operation: str, digits: int | list[int], layout: str, carry: str) -> None:
    low, high = (digits, digits) if isinstance(digits, int) else digits
    symbol = SYMBOLS[operation]
    pairs = {
        (a, b) if operation == "sub" else (min(a, b), max(a, b))
        for a, b in product(digit_numbers(low, high, layout == "lowest_first", signed=False), repeat=2)
        if (operation == "add" or a >= b) and carrying(symbol, a, b) == (carry == "some")
    }
    config = {"operations": [operation], "digits": digits, "layout": layout, "carry": carry}
    if not pairs:
        with pytest.raises(ValueError, match="no two operands qualify"):
            build(Arithmetic, config)
        return
    source = build(Arithmetic, config)
    ids = list(source.ids() or ())
    assert source.count().value == len(pairs) == len(ids) == len(set(ids))
    rng = Random(3)
    for _ in range(200):
        parts = source.draw(rng).question.split(symbol)
        a, b = (int(part[::-1] if layout == "lowest_first" else part) for part in parts)
        assert carrying(symbol, a, b) == (carry == "some")


def refused(config: dict[str, Any]) -> bool:
    try:
        build(Arithmetic, config)
    except ValueError:
        return True
    return False


@settings(max_examples=40, deadline=None)
@given(
    operations=st.lists(st.sampled_from(sorted(SYMBOLS)), min_size=1, max_size=4, unique=True),
    bounds=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=2, max_size=3),
    results=st.booleans(),
)
def test_counts_of_any_small_source(operations: list[str], bounds: list[tuple[int, int]], results: bool) -> None:
    ranges = [(low, low + more) for low, more in bounds]
    negatives = "results" if results and "sub" in operations else "none"
    config = {"operations": operations, "ranges": ranges, "operands": len(ranges), "negatives": negatives}
    places = [list(range(low, high + 1)) for low, high in ranges]
    assume(not refused(config))
    check(config, places, draws=30)


@pytest.mark.parametrize(("operations", "high", "operands"), [(["add", "sub"], 12, 4), (["sub"], 60, 3)])
def test_a_bound_is_a_lower_one(operations: list[str], high: int, operands: int) -> None:
    source = build(Arithmetic, {"operations": operations, "ranges": [[0, high]], "operands": operands})
    count = source.count()
    assert not count.exact
    assert source.ids() is None
    problems = set()
    for numbers in product(range(high + 1), repeat=operands):
        for signs in product([1 if operation == "add" else -1 for operation in operations], repeat=operands - 1):
            signed = [numbers[0], *(sign * number for sign, number in zip(signs, numbers[1:], strict=True))]
            if min(accumulate(signed)) >= 0:
                problems.add(tuple(sorted(zip((1, *signs), numbers, strict=True))))
    assert 1000 < count.value <= len(problems)
