"""Constant expressions: the values of Python, without Python."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.code.asserts_fold import fold
from gradatim.verifiers.code.asserts_operations import UNKNOWN, NotConstantError
from gradatim.verifiers.code.plain_data import to_json

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.binary()
)
KEYS = st.none() | st.booleans() | st.integers() | st.text() | st.tuples(st.integers(), st.text())
PLAIN = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=4)
        | st.sets(KEYS, max_size=4)
    ),
    max_leaves=12,
)
SMALL = st.integers(-50, 50)


def folded(text: str, **names: Any) -> Any:
    return fold(ast.parse(text, mode="eval").body, names)


@given(PLAIN)
def test_a_literal_is_its_value(value: Any) -> None:
    found = folded(repr(value))
    assert json.dumps(to_json(found)) == json.dumps(to_json(value))


@given(SMALL, SMALL, SMALL)
def test_arithmetic_is_that_of_python(a: int, b: int, c: int) -> None:
    assert folded(f"{a} + {b} * {c} - -{a}") == a + b * c - -a
    assert folded("[a * b - c, a & b | c ^ a, ~a, abs(b)]", a=a, b=b, c=c) == [a * b - c, a & b | c ^ a, ~a, abs(b)]
    assert folded("a < b <= c or a == c", a=a, b=b, c=c) == (a < b <= c or a == c)
    if b:
        assert folded("(a / b, a // b, a % b)", a=a, b=b) == (a / b, a // b, a % b)
    assert folded("[x * y for x in range(a) if x > b for y in (x, c)]", a=a, b=b, c=c) == [
        x * y for x in range(a) if x > b for y in (x, c)
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0 ** 0", 1),
        ("2 ** -1", 0.5),
        ("(-8) ** 0.5", (-8) ** 0.5),
        ("2.0 / 3.0", 2.0 / 3.0),
        ("1j * 1j", -1 + 0j),
        ("'abc' + 'd' * 2", "abcdd"),
        ("[1] * 2 + [*range(2), 3]", [1, 1, 0, 1, 3]),
        ("{**{'a': 1}, 'b': 2}", {"a": 1, "b": 2}),
        ("set()", set()),
        ("frozenset((1, 2))", frozenset({1, 2})),
        ("dict(a=1)", {"a": 1}),
        ("dict([(1, 2)])", {1: 2}),
        ("tuple([1, 2])", (1, 2)),
        ("list('ab')", ["a", "b"]),
        ("sorted({3, 1, 2}, reverse=True)", [3, 2, 1]),
        ("str(1.5) + str(True) + str()", "1.5True"),
        ("round(2.567, 2)", 2.57),
        ("max(1, 2.5) + min([3, 4])", 5.5),
        ("float('-inf')", float("-inf")),
        ("math.pi", 3.141592653589793),
        ("[1, 2, 3, 4][1:-1]", [2, 3]),
        ("'hello'[::-1]", "olleh"),
        ("{'a': (1, 2)}['a'][0]", 1),
        ("{x % 2 for x in range(5)}", {0, 1}),
        ("sum(x for x in (1, 2))", 3),
        ("1 and 0 or 5", 5),
        ("not 3", False),
        ("2 in (1, 2) and 3 not in [4]", True),
        ("any([0, 1]) and all(())", True),
        ("len({1: 2})", 1),
        ("x[0] + y", 4),
    ],
)
def test_what_is_known(text: str, value: object) -> None:
    found = folded(text, x=[1], y=3)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "unknown",
        "...",
        "f'{1}'",
        "'%s' % 1",
        "'{}'.format(1)",
        "lambda: 1",
        "print(1)",
        "len(*1)",
        "dict(**{'a': 1})",
        "range(3)",
        "(i for i in [1])",
        "int",
        "[range(2)]",
        "list({1, 2})",
        "tuple({1, 2})",
        "[i for i in {1, 2}]",
        "[*{1, 2}]",
        "str({1})",
        "str([1])",
        "1 if 1 else 2",
        "(y := 3)",
        "1 is 1",
        "math.tan",
        "os.sep",
        "[a.b for a.b in [1]]",
        "1 @ 2",
        "sum([[1], [2]], [])",
        "2 ** 20001",
        "2 ** 10 ** 10",
        "1 << 20001",
        "2 ** 15000 * 2 ** 15000",
        "'a' * 20001",
        "20001 * [0]",
        "len(range(20001))",
        "[len([0] * 20000) for i in range(2000)]",
    ],
)
def test_what_is_not_known_or_too_large(text: str) -> None:
    with pytest.raises(NotConstantError):
        folded(text, x=UNKNOWN)


def test_a_local_name_hides_a_function_of_the_same_name() -> None:
    with pytest.raises(NotConstantError):
        folded("len([1])", len=UNKNOWN)
    with pytest.raises(NotConstantError):
        folded("math.pi", math=3)


def test_a_name_of_a_comprehension_ends_with_it() -> None:
    assert folded("[[x for x in [5]], x]", x=1) == [[5], 1]
    with pytest.raises(NotConstantError):
        folded("[[y for y in [5]], y]")
