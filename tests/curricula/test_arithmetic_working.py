"""Worked solutions: every step is true, and they lead to the answer."""

from __future__ import annotations

import ast
import re
from random import Random
from typing import Any

import pytest

from gradatim.core.config import build
from gradatim.curricula.sources import Arithmetic


def solution(**settings: Any) -> str:
    source = build(Arithmetic, {"operands": len(settings["ranges"]), "worked": True, **settings})
    return source.draw(Random(0)).solution or ""


@pytest.mark.parametrize(
    ("operation", "a", "b", "expected"),
    [
        ("add", 347, 285, "7+5=12,4+8+1=13,3+2+1=6,632"),
        ("add", 0, 0, "0+0=0,0"),
        ("add", 95, 5, "5+5=10,9+0+1=10,100"),
        ("sub", 632, 285, "12-5=7,13-8-1=4,6-2-1=3,347"),
        ("sub", 100, 1, "10-1=9,10-0-1=9,1-0-1=0,99"),
        ("sub", 5, 5, "5-5=0,0"),
        ("mul", 7, 8, "7*8=56,56"),
        ("mul", 347, 8, "8*7=56,8*40=320,8*300=2400,56+320+2400=2776,2776"),
        ("mul", 347, 28, "347*8=2776,347*20=6940,2776+6940=9716,9716"),
        ("mul", 30, 0, "0*30=0,0"),
        ("mul", 12, 100, "12*100=1200,1200"),
        ("div", 84, 4, "8=4*2+0,4=4*1+0,21"),
        ("div", 9716, 28, "97=28*3+13,131=28*4+19,196=28*7+0,347"),
        ("div", 0, 7, "0=7*0+0,0"),
        ("div", 408, 4, "4=4*1+0,0=4*0+0,8=4*2+0,102"),
    ],
)
def test_two_numbers(operation: str, a: int, b: int, expected: str) -> None:
    assert solution(operations=[operation], ranges=[[a, a], [b, b]]) == expected


@pytest.mark.parametrize(
    ("operation", "a", "b", "expected"),
    [
        ("sub", 5, 8, "8-5=3,-3"),
        ("add", -8, 5, "8-5=3,-3"),
        ("add", -8, -5, "8+5=13,-13"),
        ("sub", -8, 5, "8+5=13,-13"),
        ("sub", 8, -5, "8+5=13,13"),
        ("mul", -8, 5, "8*5=40,-40"),
        ("div", -84, -4, "8=4*2+0,4=4*1+0,21"),
    ],
)
def test_signs_wait_for_the_answer(operation: str, a: int, b: int, expected: str) -> None:
    negatives = "operands" if min(a, b) < 0 else "results"
    assert solution(operations=[operation], ranges=[[a, a], [b, b]], negatives=negatives) == expected


def test_lowest_digit_first_throughout() -> None:
    fixed = {"operations": ["add"], "ranges": [[347, 347], [285, 285]]}
    assert solution(**fixed, layout="lowest_first", width=5) == "7+5=21,4+8+1=31,3+2+1=6,236"
    assert solution(**fixed, width=5) == "7+5=12,4+8+1=13,3+2+1=6,632"


@pytest.mark.parametrize(
    ("operations", "numbers", "extra", "expected"),
    [
        (["sub"], (9, 3, 2), {}, "6-2=4"),
        (["sub"], (9, 3, 2), {"parentheses": 1}, "9-1=8"),
        (["sub"], (9, 2, 3), {"parentheses": 1, "negatives": "results"}, "9-(-1)=10"),
        (["sub"], (2, 9, 3), {"negatives": "results"}, "-7-3=-10"),
        (["mul"], (2, 3, 4), {}, "6*4=24"),
        (["sub"], (9, 1, 2, 3), {}, "8-2-3=6-3=3"),
        (["sub"], (90, 1, 2, 3), {"width": 3}, "89-2-3=87-3=84"),
    ],
)
def test_expressions_are_reduced(
    operations: list[str], numbers: tuple[int, ...], extra: dict[str, Any], expected: str
) -> None:
    assert solution(operations=operations, ranges=[[number, number] for number in numbers], **extra) == expected


def compute(text: str) -> float:
    """Steps hold sums and products of whole numbers, small enough to be exact in floating point."""
    return walk(ast.parse(text, mode="eval").body)


def walk(node: ast.expr) -> float:
    if not isinstance(node, ast.BinOp):
        return float(ast.literal_eval(node))
    a, b = walk(node.left), walk(node.right)
    match node.op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
    return a / b


@pytest.mark.parametrize("operation", ["add", "sub", "mul", "div"])
@pytest.mark.parametrize("layout", ["natural", "lowest_first"])
def test_every_step_is_true(operation: str, layout: str) -> None:
    config = {"operations": [operation], "digits": [1, 4], "layout": layout, "worked": True}
    source, rng = build(Arithmetic, config), Random(2)
    for _ in range(200):
        problem = source.draw(rng)
        *steps, answer = (problem.solution or "").split(",")
        assert answer == problem.gold
        assert steps
        for step in steps:
            turned = re.sub(r"\d+", lambda number: number[0][::-1] if layout == "lowest_first" else number[0], step)
            left, right = re.sub(r"\b0+(?=\d)", "", turned).split("=")
            assert compute(left) == compute(right)


def test_every_reduction_keeps_the_value() -> None:
    config = {"operations": ["add", "sub", "mul", "div"], "digits": 1, "operands": [3, 6], "negatives": "operands"}
    source, rng = build(Arithmetic, {**config, "parentheses": 0.5, "worked": True}), Random(2)
    for _ in range(300):
        problem = source.draw(rng)
        reductions = (problem.solution or "").split("=")
        assert len(reductions) == len(re.findall(r"\d", problem.question)) - 1
        assert {compute(text) for text in reductions} == {compute(problem.question)} == {float(problem.gold)}
