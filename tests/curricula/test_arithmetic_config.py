"""What the arithmetic source refuses, and at which field it says so."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from gradatim.core.config import build
from gradatim.curricula.sources import Arithmetic

ADD = {"operations": ["add"], "digits": 2}


@pytest.mark.parametrize(
    ("settings", "field", "message"),
    [
        ({"digits": 2}, "operations", "required"),
        ({**ADD, "operations": []}, "operations", "at least 1"),
        ({**ADD, "operations": ["plus"]}, "operations", "'add', 'sub', 'mul' or 'div'"),
        ({**ADD, "operations": ["add", "add"]}, "operations", "stands twice"),
        ({**ADD, "digits": 0}, "digits", "from 1 to 100"),
        ({**ADD, "digits": 101}, "digits", "from 1 to 100"),
        ({**ADD, "digits": [3, 1]}, "digits", "[fewest, most]"),
        ({**ADD, "digits": True}, "digits", "valid"),
        ({**ADD, "digits": "2"}, "digits", "valid"),
        ({"operations": ["add"]}, "ranges", "give either digits or ranges"),
        ({**ADD, "ranges": [[1, 2]]}, "ranges", "not both"),
        ({"operations": ["add"], "ranges": [[5, 2]]}, "ranges", "[5, 2] is empty"),
        ({"operations": ["add"], "ranges": [[0, 10**100]]}, "ranges", "more than 100 digits"),
        ({"operations": ["add"], "ranges": []}, "ranges", "at least 1"),
        ({**ADD, "operands": 1}, "operands", "from 2 to 6"),
        ({**ADD, "operands": [2, 7]}, "operands", "from 2 to 6"),
        ({"operations": ["add"], "ranges": [[1, 2], [3, 4]], "operands": 3}, "operands", "there are 2 ranges"),
        ({"operations": ["add"], "ranges": [[1, 2], [3, 4], [5, 6]]}, "operands", "there are 3 ranges"),
        ({"operations": ["div"], "digits": 1, "operands": 3}, "operands", "between two numbers"),
        ({"operations": ["add"], "ranges": [[-5, 5]]}, "negatives", "below 0 need negatives: operands"),
        ({"operations": ["add"], "ranges": [[0, 5]], "negatives": "operands"}, "negatives", "no range goes below 0"),
        ({**ADD, "negatives": "results"}, "negatives", "without sub"),
        ({**ADD, "parentheses": 1.5, "operands": 3}, "parentheses", "less than or equal to 1"),
        ({**ADD, "parentheses": 0.5}, "parentheses", "three operands"),
        ({**ADD, "parentheses": 0.5, "operands": 3}, "parentheses", "would change no value"),
        ({"operations": ["add", "div"], "digits": 2, "parentheses": 1, "operands": 4}, "parentheses", "no value"),
        ({"operations": ["add", "mul"], "digits": 2, "carry": "none"}, "carry", "only add and sub"),
        ({**ADD, "carry": "some", "operands": 3}, "carry", "two operands"),
        ({**ADD, "carry": "some", "negatives": "operands"}, "carry", "without negatives"),
        ({"operations": ["add"], "ranges": [[0, 50]], "carry": "none"}, "carry", "digits in place of ranges"),
        ({**ADD, "layout": "lowest_first", "negatives": "operands"}, "layout", "negatives: none"),
        ({**ADD, "width": 5, "negatives": "operands"}, "width", "negatives: none"),
        ({**ADD, "width": 1}, "width", "the largest operand has 2 digits"),
        ({**ADD, "width": 201}, "width", "less than or equal to 200"),
        ({"operations": ["add"], "ranges": [[0, 9], [0, 1000]], "width": 3}, "width", "has 4 digits"),
        ({"operations": ["sub"], "ranges": [[1, 4], [5, 9]]}, None, "no two operands qualify for '-'"),
        ({"operations": ["add", "div"], "ranges": [[1, 4], [5, 9]]}, None, "no two operands qualify for '/'"),
        ({"operations": ["div"], "ranges": [[0, 9], [0, 0]]}, None, "no two operands qualify for '/'"),
        ({"operations": ["div"], "ranges": [[7, 7], [2, 6]]}, None, "no two operands qualify for '/'"),
        ({"operations": ["sub"], "digits": 1, "carry": "some"}, None, "no two operands qualify for '-'"),
        ({"operations": ["sub"], "ranges": [[5, 9]], "operands": 3}, None, "only 0 in 20,000 drawn expressions of 3"),
        ({"operations": ["sub"], "digits": 2, "operands": 6}, None, "in 20,000 drawn expressions of 6"),
        ({"operations": ["mul", "div"], "ranges": [[2, 3], [7, 8], [5, 6]], "operands": 3}, None, "qualify for '/'"),
        ({**ADD, "layuot": "natural"}, "layuot", "unknown key"),
    ],
)
def test_refused(settings: dict[str, Any], field: str | None, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        build(Arithmetic, settings)
    errors = caught.value.errors()
    assert {error["loc"][0] if error["loc"] else None for error in errors} == {field}
    assert any(message in error["msg"] for error in errors), errors


def test_all_fields_are_checked_at_once() -> None:
    with pytest.raises(ValidationError) as caught:
        build(Arithmetic, {"operations": ["add"], "digits": 0, "parentheses": 2, "width": 0})
    assert [error["loc"][0] for error in caught.value.errors()] == ["digits", "parentheses", "width"]


@pytest.mark.parametrize(
    "settings",
    [
        {"operations": ["add", "mul"], "digits": [1, 3], "operands": [2, 4], "parentheses": 0.5},
        {"operations": ["sub", "div"], "digits": 100},
        {"operations": ["div"], "ranges": [[100, 999], [2, 9]]},
        {"operations": ["sub"], "digits": 3, "operands": 4},
        {"operations": ["add"], "ranges": [[-5, 5], [1, 2]], "negatives": "operands"},
    ],
)
def test_accepted(settings: dict[str, Any]) -> None:
    assert build(Arithmetic, settings).count().value > 0
