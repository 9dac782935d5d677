"""The bytes of values, and their comparison with what is expected."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict, namedtuple
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers.code.child.codec import COMPLEX, SIZE, UnencodableError, decode, encode
from gradatim.verifiers.code.comparing import Tolerance, compare_frame

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.sampled_from([0, 10, 1023, 1024, 1300]).map(lambda bits: -(2**bits) + bits % 3),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=5),
    st.sampled_from(["\ud800", "é", "a" * 300]),
    st.binary(max_size=5),
)
KEYS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.binary(max_size=3)),
    lambda inner: st.one_of(st.tuples(inner, inner), st.frozensets(inner, max_size=3)),
    max_leaves=4,
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.sets(KEYS, max_size=4),
        st.frozensets(KEYS, max_size=4),
        st.dictionaries(KEYS, inner, max_size=4),
    ),
    max_leaves=12,
)


def equal(value: Any, expected: Any) -> bool:
    """The rule again, on objects, slow and plain."""
    if isinstance(value, list | tuple) or isinstance(expected, list | tuple):
        same = type(value) is type(expected) and len(value) == len(expected)
        return same and all(equal(a, b) for a, b in zip(value, expected, strict=True))
    if isinstance(value, dict) or isinstance(expected, dict):
        if not (isinstance(value, dict) and isinstance(expected, dict) and value.keys() == expected.keys()):
            return False
        return all(equal(value[key], expected[key]) for key in value)
    if isinstance(expected, float | complex) and isinstance(value, int | float | complex):
        try:
            pairs = [(complex(value).real, complex(expected).real), (complex(value).imag, complex(expected).imag)]
        except OverflowError:
            return False
        return all(math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9) or (a != a and b != b) for a, b in pairs)
    if isinstance(value, set | frozenset) and isinstance(expected, set | frozenset):
        return value == expected
    if isinstance(value, int | float | complex) and isinstance(expected, int):
        return bool(value == expected)
    return type(value) is type(expected) and bool(value == expected)


@given(VALUES)
def test_a_value_survives_and_equals_itself(value: Any) -> None:
    frame = encode(value)
    assert compare_frame(frame, value) == "equal"
    assert compare_frame(encode(decode(frame)), value) == "equal"


@given(VALUES, VALUES)
def test_the_walk_agrees_with_the_plain_rule(value: Any, expected: Any) -> None:
    assert (compare_frame(encode(value), expected) == "equal") == equal(value, expected)


@given(VALUES, st.data())
def test_a_small_change_is_judged_by_the_plain_rule(expected: Any, data: st.DataObject) -> None:
    value = changed(expected, data)
    assert (compare_frame(encode(value), expected) == "equal") == equal(value, expected)


def changed(value: Any, data: st.DataObject) -> Any:
    """A value that differs in one place, or in none that counts."""
    if isinstance(value, list | tuple) and value:
        at = data.draw(st.integers(0, len(value) - 1))
        items = [changed(item, data) if i == at else item for i, item in enumerate(value)]
        return data.draw(st.sampled_from([type(value), type(value), list, tuple]))(items)
    if isinstance(value, dict) and value:
        key = data.draw(st.sampled_from(list(value)))
        return {name: changed(item, data) if name == key else item for name, item in reversed(value.items())}
    if isinstance(value, bool | int | float) and not isinstance(value, bool) and abs(value) < 1e300:
        return data.draw(st.sampled_from([value, value + 1, float(value), value * (1 + 1e-8), complex(value)]))
    return data.draw(SCALARS)


@given(VALUES, VALUES, st.data())
def test_no_bytes_make_it_raise(expected: Any, sent: Any, data: st.DataObject) -> None:
    frame = bytearray(encode(sent))
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(frame) - 1))
        frame[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(frame)))
    tail = data.draw(st.binary(max_size=8))
    assert compare_frame(bytes(frame[:cut]) + tail, expected) in ("equal", "different", "malformed")
    assert compare_frame(tail, expected) in ("equal", "different", "malformed")


@given(VALUES, st.binary(min_size=1, max_size=9))
def test_bytes_behind_a_right_value_are_malformed(value: Any, tail: bytes) -> None:
    assert compare_frame(encode(value) + tail, value) == "malformed"


class Anything(int):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Color(str, Enum):  # noqa: UP042
    RED = "red"


Pair = namedtuple("Pair", "a b")


@pytest.mark.parametrize(
    ("value", "expected", "match"),
    [
        (Anything(3), 3, "equal"),
        (Anything(3), 4, "different"),
        (Color.RED, "red", "equal"),
        (Pair(1, 2), (1, 2), "equal"),
        (Counter("aab"), {"a": 2, "b": 1}, "equal"),
        (OrderedDict(b=1, a=2), {"a": 2, "b": 1}, "equal"),
        (bytearray(b"x"), b"x", "equal"),
        (True, 1, "equal"),
        (1.0, 1, "equal"),
        (1.0000001, 1, "different"),
        (0.9999999, True, "different"),
        (1, 1.0000001, "equal"),
        (1.00001, 1.0, "different"),
        (0.0, 1e-10, "equal"),
        (-0.0, 0.0, "equal"),
        (10**400, 1.0, "different"),
        (1j, math.factorial(200), "different"),
        (10**400, 1j, "different"),
        (1 + 0j, 1, "equal"),
        (None, False, "different"),
        ([1], (1,), "different"),
        ({1}, frozenset({1}), "equal"),
        ({1.5}, {1.5000001}, "different"),
        ("1", 1, "different"),
        ("a", b"a", "different"),
    ],
)
def test_what_is_equal(value: object, expected: object, match: str) -> None:
    assert compare_frame(encode(value), expected) == match


def test_a_tolerance_of_its_own() -> None:
    assert compare_frame(encode(1.04), 1.0, Tolerance(0.05, 0)) == "equal"
    assert compare_frame(encode(1.06), 1.0, Tolerance(0.05, 0)) == "different"


@pytest.mark.parametrize("value", [object(), Decimal(1), range(3), iter([]), len, int, Exception()])
def test_other_things_are_no_values(value: object) -> None:
    with pytest.raises(UnencodableError):
        encode([value])


def nested(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


def test_depth() -> None:
    assert compare_frame(encode(nested(500)), nested(500)) == "equal"
    with pytest.raises(UnencodableError, match="500 levels"):
        encode(nested(501))


MIB = 1 << 20
COLLIDING = b"".join(encode(i * (2**61 - 1)) for i in range(60_000))
HOSTILE = {
    "colliding keys": b"d" + SIZE.pack(60_000) + COLLIDING,
    "colliding members": b"S" + SIZE.pack(60_000) + COLLIDING,
    "a deep list": (b"l" + SIZE.pack(1)) * (MIB // 5),
    "a deep tuple of keys": b"S" + SIZE.pack(1) + (b"t" + SIZE.pack(1)) * (MIB // 5),
    "a wide tuple of keys": b"S" + SIZE.pack(1) + b"t" + SIZE.pack(MIB // 5) + encode(7) * (MIB // 5),
    "a long int": b"i" + SIZE.pack(MIB) + b"\x7f" * MIB,
    "a long text": b"s" + SIZE.pack(MIB) + b"\xff" * MIB,
    "many floats": b"l" + SIZE.pack(MIB // 17) + (b"c" + COMPLEX.pack(1.0, 2.0)) * (MIB // 17),
    "a count without items": b"l" + SIZE.pack(2**32 - 1),
}
EXPECTED = [1, 1.5, "a", b"a", [1] * 60_000, list(range(1000)), (1,), {i: i for i in range(60_000)}, set(range(60_000))]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_frame_costs_little(name: str) -> None:
    for expected in [*EXPECTED, {frozenset({1}): 1}, {(1, (2, 3)): 1}, nested(500)]:
        before = time.process_time()
        assert compare_frame(HOSTILE[name], expected) != "equal"
        # Half of it would be slow already; collisions took minutes before the walk.
        assert time.process_time() - before < 1
