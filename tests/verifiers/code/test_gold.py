from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.core import ProblemError
from gradatim.verifiers import CallTest, CodeGold, ExpressionTest, StdinTest, Tolerance
from tests.verifiers.code.test_comparing import VALUES, nested

GOLD = CodeGold(
    "f", [{"args": [1], "expected": 2}, ExpressionTest("sorted(f(2))", [1], Tolerance(0.1, 0))], "import re"
)


@given(st.lists(VALUES, min_size=1, max_size=3), VALUES)
def test_a_gold_survives_as_text(args: list[Any], expected: Any) -> None:
    gold = CodeGold("f", [CallTest(args, expected, {"key": expected})])
    read = CodeGold.read(gold.text())
    assert read.text() == gold.text()
    assert read == gold
    assert hash(read) == hash(gold)


def test_the_text_of_a_gold() -> None:
    assert GOLD.text() == (
        '{"entry_point":"f","setup":"import re","tests":[{"args":[1],"expected":2},'
        '{"expected":[1],"expression":"sorted(f(2))","tolerance":[0.1,0]}]}'
    )
    assert CodeGold.read(GOLD.text()) == GOLD


def test_the_order_of_keys_is_kept() -> None:
    gold = CodeGold("f", [{"args": [{"b": 1, "a": 2}], "expected": 1}])
    (test,) = CodeGold.read(gold.text()).cases
    assert isinstance(test, CallTest)
    assert list(test.args[0]) == ["b", "a"]


def test_deep_values_survive() -> None:
    (test,) = CodeGold.read(CodeGold("f", [CallTest([], nested(500))]).text()).cases
    assert test.expected == nested(500)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "needs either tests or a program"),
        ({"tests": [{"args": [1], "expected": 1}], "program": "assert f(1)"}, "needs either tests or a program"),
        ({"entry_point": "2f", "tests": [{"args": [1], "expected": 1}]}, "'2f' is no name of a function"),
        ({"tests": [{"args": [1]}]}, "a test needs 'expected'"),
        ({"tests": [{"args": 1, "expected": 1}]}, "args must be a list"),
        ({"tests": [{"args": [1], "expects": 1, "expected": 1}]}, "has no 'expects'; known: args, expected"),
        ({"tests": [{"stdin": 1, "expected": "1"}]}, "must be text"),
        ({"tests": [{"args": [object()], "expected": 1}]}, "is of type builtins.object; plain data only"),
        ({"tests": [{"args": [1], "expected": 1}, StdinTest("", "")]}, "make two problems of it"),
        ({"tests": [3]}, "a test must be a mapping"),
        ({"tests": [{"args": [1], "expected": 1, "tolerance": 0.1}]}, "must be two numbers from 0 on"),
        ({"tests": [{"args": [1], "expected": 1, "tolerance": [-1, 0]}]}, "must be two numbers from 0 on"),
        ({"tests": [CallTest([1], 1, tolerance=Tolerance(float("nan"), 0))]}, "must be two numbers from 0 on"),
        ({"tests": [{"args": [1], "expected": 1, "kwargs": ["ab"]}]}, "kwargs a mapping with text keys"),
        ({"setup": 3, "tests": [{"args": [1], "expected": 1}]}, "setup of a code gold must be text, got int"),
        ({"tests": [{"args": [], "expected": nested(501)}]}, "more than 500 levels"),
        ({"tests": [{"args": [], "expected": 1}] * 1001}, "at most 1,000"),
    ],
)
def test_a_gold_that_judges_nothing_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        CodeGold(**{"entry_point": "f", **fields})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("18", "must be a JSON object"),
        ("#### 18", "must be JSON"),
        ('{"entry": "f"}', "has no 'entry'; known: entry_point, program"),
        ('{"entry_point": "f", "tests": 3}', "must be a list"),
        ('{"entry_point": "f", "tests": [3]}', "must be a JSON object, got 3"),
        ('{"entry_point": "f", "tests": [{"args": [{"$tupel": 1}], "expected": 1}]}', "'\\$tupel' names no kind"),
        ('{"entry_point": "f", "tests": [{"args": [{"$set": [[1]]}], "expected": 1}]}', "\\$set cannot hold"),
        ('{"entry_point": "f", "tests": [{"args": [{"$encoded": "6c"}], "expected": 1}]}', "\\$encoded cannot hold"),
    ],
)
def test_a_text_that_is_no_gold(text: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        CodeGold.read(text)


def test_literals_are_read() -> None:
    gold = CodeGold.read(
        '{"entry_point": "f", "tests": [{"args": [{"$py": "{(1, 2)}"}], "expected": {"$py": "set()"}}]}'
    )
    assert gold == CodeGold("f", [CallTest([{(1, 2)}], set())])


@pytest.mark.parametrize(
    ("tests", "kind"),
    [
        ([([1], 5), ([2], 5)], "constant"),
        ([([1], 5), ([2], 6)], None),
        ([([1], 1), ([2], 2)], "echo"),
        ([([0, "a"], "a"), ([1, "b"], "b")], "echo"),
        ([([1], 1.0), ([2], 2.0)], "echo"),
        ([([[1]], [1]), ([[2]], (2,))], None),
    ],
)
def test_trivial_solutions(tests: list[tuple[list[Any], Any]], kind: str | None) -> None:
    assert CodeGold("f", [CallTest(args, expected) for args, expected in tests]).trivial() == kind


def test_trivial_scripts() -> None:
    assert CodeGold(tests=[StdinTest("1", "5"), StdinTest("2", "5\n")]).trivial() == "constant"
    assert CodeGold(tests=[StdinTest("1", "1"), StdinTest("2", "2\n")]).trivial() == "echo"
    assert CodeGold("f", program="assert f(1)").trivial() is None
