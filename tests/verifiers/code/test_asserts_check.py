"""Programs with a function `check(candidate)` as tests."""

from __future__ import annotations

from math import pi

import pytest

from gradatim.verifiers import CallTest, ExpressionTest, Tolerance
from gradatim.verifiers.code.asserts import tests_from_check as from_check

CHECK = """
METADATA = {'author': 'x'}

def check(candidate):
    import math
    assert candidate(1) == 2, "message" + str(candidate(1))
    assert True, "always"
    for x in range(2, 4):
        for y, z in [(1, 2)]:
            assert tuple(candidate(x, y)) == (str(x), z)
    assert abs(candidate(2) - math.pi) < 1e-6
    print
"""


def test_a_check_function_is_unrolled() -> None:
    tests = (
        CallTest((1,), 2),
        ExpressionTest("tuple(f(2, 1))", ("2", 2)),
        ExpressionTest("tuple(f(3, 1))", ("3", 2)),
        CallTest((2,), pi, {}, Tolerance(0.0, 1e-6)),
    )
    assert from_check(CHECK, "f") == tests
    assert from_check(f"{CHECK}\ncheck(f)\n", "f") == tests


@pytest.mark.parametrize(
    "program",
    [
        "assert f(1) == 2",
        "def check(candidate, other):\n    assert candidate(1) == 2",
        "def verify(candidate):\n    assert candidate(1) == 2",
        "def helper(): pass\ndef check(candidate):\n    assert candidate(1) == 2",
        "import os\nos.remove('x')\ndef check(candidate):\n    assert candidate(1) == 2",
        "def check(candidate):\n    import random\n    assert candidate(random.random()) == 2",
        "def check(candidate):\n    candidate = print\n    assert candidate(1) == 2",
        "def check(",
    ],
)
def test_a_program_with_other_parts_is_left_as_it_is(program: str) -> None:
    assert from_check(program, "f") is None
