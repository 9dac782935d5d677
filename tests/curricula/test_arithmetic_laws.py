"""What holds for every problem of every arithmetic source."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gradatim.core import Problem
from gradatim.core.config import build
from gradatim.curricula.sources import Arithmetic, HashRandom, Rng

COMPUTE: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}


def value(node: ast.expr) -> Fraction:
    """The exact value of an expression; not an integer where a division is inexact."""
    if not isinstance(node, ast.BinOp):
        return Fraction(ast.literal_eval(node))
    result = COMPUTE[type(node.op)](value(node.left), value(node.right))
    assert result.denominator == 1
    return result


def plain(question: str, lowest_first: bool) -> str:
    """The question with numbers as Python writes them."""
    return re.sub(r"\d+", lambda number: str(int(number[0][::-1] if lowest_first else number[0])), question)


CONFIGS = st.fixed_dictionaries(
    {
        "operations": st.lists(st.sampled_from(["add", "sub", "mul", "div"]), min_size=1, max_size=4, unique=True),
        "digits": st.one_of(
            st.integers(1, 12), st.tuples(st.integers(1, 4), st.integers(0, 4)).map(lambda t: [t[0], sum(t)])
        ),
        "operands": st.one_of(
            st.integers(2, 6), st.tuples(st.integers(2, 4), st.integers(0, 2)).map(lambda t: [t[0], sum(t)])
        ),
    },
    optional={
        "negatives": st.sampled_from(["results", "operands"]),
        "parentheses": st.sampled_from([0.5, 1]),
        "carry": st.sampled_from(["none", "some"]),
        "layout": st.just("lowest_first"),
        "width": st.integers(8, 14),
        "worked": st.just(True),
    },
)


def built(config: dict[str, Any]) -> Arithmetic:
    try:
        return build(Arithmetic, config)
    except ValueError:
        assume(False)
        raise


@settings(max_examples=150, deadline=None)
@given(config=CONFIGS, seed=st.integers(0, 2**64 - 1))
def test_every_problem(config: dict[str, Any], seed: int) -> None:
    source = built(config)
    rng = HashRandom(seed)
    for problem in (source.draw(rng) for _ in range(5)):
        check_value(config, problem)
        check_writing(config, problem)
        assert set(problem.question + problem.gold + (problem.solution or "")) <= source.alphabet()
        assert (problem.solution is not None) == config.get("worked", False)
        assert problem.solution is None or re.split("[,=]", problem.solution)[-1] == problem.gold


def check_value(config: dict[str, Any], problem: Problem) -> None:
    lowest_first = "layout" in config
    result = value(ast.parse(plain(problem.question, lowest_first), mode="eval").body)
    gold = problem.gold[::-1] if lowest_first else problem.gold
    assert int(gold) == result
    assert "negatives" in config or result >= 0
    if "width" not in config and not lowest_first:
        assert gold == str(result)


def check_writing(config: dict[str, Any], problem: Problem) -> None:
    texts = re.findall(r"\d+", problem.question)
    digits, operands = ([n, n] if isinstance(n, int) else n for n in (config["digits"], config["operands"]))
    assert operands[0] <= len(texts) <= operands[1]
    if "width" in config or "layout" in config:
        assert {len(text) for text in texts} == {config.get("width", digits[1])}
        assert max(int(text[::-1] if "layout" in config else text) for text in texts) < 10 ** digits[1]
    else:
        assert all(str(int(text)) == text and digits[0] <= len(text) <= digits[1] for text in texts)
    signs = re.findall(r"(?:^|\()-", problem.question)
    assert not signs or config.get("negatives") == "operands"
    if config.get("parentheses") == 1 and len(texts) > 2:
        assert re.search(r"\((?!-\d+\))", problem.question)


def outcomes(source: Arithmetic, rng: Rng, draws: int) -> Counter[str]:
    return Counter(source.draw(rng).question for _ in range(draws))


def chi_square(found: Counter[str], questions: list[str]) -> float:
    """Pearson's statistic against equal shares, in standard deviations above its mean."""
    assert found.keys() <= set(questions)
    share = found.total() / len(questions)
    statistic = sum((found[question] - share) ** 2 / share for question in questions)
    freedom = len(questions) - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize("rng", [Random(5), HashRandom(5)], ids=["Random", "HashRandom"])
@pytest.mark.parametrize(
    ("config", "questions"),
    [
        ({"operations": ["add"], "digits": 1}, [f"{a}+{b}" for a, b in product(range(10), repeat=2)]),
        (
            {"operations": ["add"], "digits": 1, "layout": "lowest_first", "width": 2},
            [f"{a}0+{b}0" for a, b in product(range(10), repeat=2)],
        ),
        (
            {"operations": ["sub"], "ranges": [[3, 12], [0, 9]]},
            [f"{a}-{b}" for a, b in product(range(3, 13), range(10)) if a >= b],
        ),
        (
            {"operations": ["div"], "ranges": [[0, 30], [0, 12]]},
            [f"{a}/{b}" for a, b in product(range(31), range(1, 13)) if a % b == 0],
        ),
        (
            {"operations": ["div"], "ranges": [[12, 40], [5, 99]]},
            [f"{a}/{b}" for a, b in product(range(12, 41), range(5, 41)) if a % b == 0],
        ),
        (
            {"operations": ["add"], "digits": 1, "carry": "none"},
            [f"{a}+{b}" for a, b in product(range(10), repeat=2) if a + b < 10],
        ),
        (
            {"operations": ["add"], "digits": 1, "carry": "some"},
            [f"{a}+{b}" for a, b in product(range(10), repeat=2) if a + b > 9],
        ),
        (
            {"operations": ["sub"], "digits": 1, "negatives": "operands"},
            [f"{a}-{b if b >= 0 else f'({b})'}" for a, b in product(range(-9, 10), repeat=2)],
        ),
        (
            {"operations": ["sub"], "ranges": [[1, 6]], "operands": 3, "negatives": "results"},
            [f"{a}-{b}-{c}" for a, b, c in product(range(1, 7), repeat=3)],
        ),
        (
            {"operations": ["sub"], "ranges": [[1, 9]], "operands": 3},
            [f"{a}-{b}-{c}" for a, b, c in product(range(1, 10), repeat=3) if a >= b + c],
        ),
    ],
)
def test_operands_are_uniform(config: dict[str, Any], questions: list[str], rng: Rng) -> None:
    source = build(Arithmetic, config)
    assert abs(chi_square(outcomes(source, rng, 100 * len(questions)), questions)) < 4


def shares(source: Arithmetic, feature: Callable[[Problem], object]) -> dict[object, float]:
    rng = HashRandom("shares")
    found = Counter(feature(source.draw(rng)) for _ in range(6000))
    return {name: count / 6000 for name, count in found.items()}


def equal(found: dict[object, float], names: list[object]) -> bool:
    """Whether all shares are within four standard deviations of equal ones."""
    share = 1 / len(names)
    spread = 4 * (share * (1 - share) / 6000) ** 0.5
    return found.keys() == set(names) and all(abs(found[name] - share) < spread for name in names)


def test_choices_come_first_and_are_equally_likely() -> None:
    digits = build(Arithmetic, {"operations": ["add"], "digits": [1, 3]})
    lengths = shares(digits, lambda problem: tuple(map(len, problem.question.split("+"))))
    assert equal(lengths, list(product((1, 2, 3), repeat=2)))
    operations = build(Arithmetic, {"operations": ["add", "sub", "mul", "div"], "digits": 2})
    assert equal(shares(operations, lambda problem: re.sub(r"\d", "", problem.question)), list("+-*/"))
    operands = build(Arithmetic, {"operations": ["add"], "digits": [1, 2], "operands": [2, 5]})
    assert equal(shares(operands, lambda problem: problem.question.count("+")), [1, 2, 3, 4])
    signed = build(Arithmetic, {"operations": ["add"], "digits": [1, 2], "operands": 3, "negatives": "operands"})
    assert equal(shares(signed, lambda problem: len(problem.question.split("+")[0].strip("-"))), [1, 2])
    chains = build(Arithmetic, {"operations": ["add", "sub"], "digits": 1, "operands": 3, "negatives": "results"})
    assert equal(shares(chains, lambda problem: re.sub(r"\d", "", problem.question)), ["++", "+-", "-+", "--"])


def test_share_of_parentheses() -> None:
    config = {"operations": ["add", "mul"], "digits": 1, "operands": 4, "parentheses": 0.3}
    assert abs(shares(build(Arithmetic, config), lambda problem: "(" in problem.question)[True] - 0.3) < 0.025


def test_signed_numbers_of_two_digits_are_uniform() -> None:
    source = build(Arithmetic, {"operations": ["mul"], "digits": 2, "operands": 3, "negatives": "operands"})
    firsts = shares(source, lambda problem: problem.question.split("*")[0])
    numbers = [str(sign * number) for sign in (1, -1) for number in range(10, 100)]
    assert abs(chi_square(Counter({str(name): round(share * 6000) for name, share in firsts.items()}), numbers)) < 4


@pytest.mark.parametrize("operands", [2, 3])
def test_long_numbers_are_uniform_to_the_last_digit(operands: int) -> None:
    source = build(Arithmetic, {"operations": ["add"], "digits": 40, "operands": operands})
    assert equal(shares(source, lambda problem: problem.question[39]), list("0123456789"))
