"""The asserts of HumanEval and MBPP as tests: how many there are, and that they mean the same.

With the environment variable GRADATIM_DATA naming a folder that has `humaneval/HumanEval.jsonl.gz` and
`mbpp_sanitized/sanitized-mbpp.json`, all 164 and 427 rows.
"""

from __future__ import annotations

import ast
import gzip
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gradatim.verifiers import CallTest, CodeTest
from gradatim.verifiers.code.asserts import tests_from_asserts as from_asserts
from gradatim.verifiers.code.asserts import tests_from_check as from_check
from gradatim.verifiers.code.asserts_syntax import syntax_tree


def data(name: str) -> bytes:
    folder = os.environ.get("GRADATIM_DATA")
    if not folder:
        pytest.skip(f"GRADATIM_DATA names no folder with {name}")
    path = Path(folder, name)
    if not path.is_file():
        pytest.skip(f"GRADATIM_DATA has no {path}")
    return path.read_bytes()


def called(row: dict[str, Any]) -> str:
    """The function of the reference's that all asserts of an MBPP row name."""
    names = [
        {node.id for node in ast.walk(syntax_tree(text)) if isinstance(node, ast.Name)} for text in row["test_list"]
    ]
    functions = {part.name for part in syntax_tree(row["code"]).body if isinstance(part, ast.FunctionDef)}
    (name,) = functions.intersection(*names)
    return name


def kinds(tests: tuple[CodeTest, ...]) -> Counter[str]:
    return Counter(type(test).__name__ for test in tests)


def test_all_of_humaneval_but_random_inputs() -> None:
    rows = [json.loads(line) for line in gzip.decompress(data("humaneval/HumanEval.jsonl.gz")).splitlines()]
    tests = {row["task_id"]: from_check(row["test"], row["entry_point"]) for row in rows}
    assert len(tests) == 164
    left = {name for name, found in tests.items() if found is None}
    assert left == {f"HumanEval/{number}" for number in (32, 38, 50, 53)}
    total = sum((kinds(found) for found in tests.values() if found), Counter[str]())
    assert total == {"CallTest": 1089, "ExpressionTest": 40}


def test_all_of_mbpp_but_sizes_of_objects() -> None:
    rows = json.loads(data("mbpp_sanitized/sanitized-mbpp.json"))
    tests = {row["task_id"]: from_asserts(row["test_list"], called(row)) for row in rows}
    assert len(tests) == 427
    assert {number for number, found in tests.items() if found is None} == {596}
    total = sum((kinds(found) for found in tests.values() if found), Counter[str]())
    assert total == {"CallTest": 1284, "ExpressionTest": 37}
    for row in rows:
        found = tests[row["task_id"]]
        assert found is None or len(found) == len(row["test_list"])
        assert all(isinstance(test, CallTest) or called(row) in test.expression for test in found or ())  # type: ignore[union-attr]
