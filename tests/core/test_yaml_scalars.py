from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.core.scalars import resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("NULL", None),
        ("nULL", "nULL"),
        ("true", True),
        ("True", True),
        ("FALSE", False),
        ("tRUE", "tRUE"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("0", 0),
        ("010", 10),
        ("-07", -7),
        ("+12", 12),
        ("0o10", 8),
        ("0o8", "0o8"),
        ("-0o10", "-0o10"),
        ("0x1F", 31),
        ("0xg", "0xg"),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2026-01-02", "2026-01-02"),
        ("=", "="),
        ("1e-5", 1e-5),
        ("1e3", 1000.0),
        ("1E+3", 1000.0),
        ("4.0e-4", 4.0e-4),
        (".5", 0.5),
        ("-.5", -0.5),
        ("5.", 5.0),
        (".", "."),
        ("e5", "e5"),
        ("1e", "1e"),
        ("1.2.3", "1.2.3"),
        (".inf", math.inf),
        ("-.INF", -math.inf),
        ("inf", "inf"),
        ("nan", "nan"),
        ("1.0 ", "1.0 "),
        ("１２", "１２"),
        ("18446744073709551615", 2**64 - 1),
        ("1" * 299 + "x", "1" * 299 + "x"),
    ],
)
def test_a_plain_scalar_means_what_yaml_1_2_says(text: str, value: object) -> None:
    found = resolve(text)
    assert found == value
    assert type(found) is type(value)


def test_not_a_number_is_read() -> None:
    found = resolve(".nan")
    assert isinstance(found, float)
    assert math.isnan(found)


@pytest.mark.parametrize(
    "text",
    ["1e999", "-1e999", "18446744073709551616", "-18446744073709551616", "9" * 5000, "0x" + "f" * 17, "0o" + "7" * 400],
)
def test_a_number_that_no_field_can_hold_is_refused(text: str) -> None:
    with pytest.raises(OverflowError):
        resolve(text)


@given(st.integers(-(2**64) + 1, 2**64 - 1))
def test_whole_numbers_are_read_back(value: int) -> None:
    assert resolve(str(value)) == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_read_back(value: float) -> None:
    assert resolve(repr(value)) == value


@given(st.text(max_size=12))
def test_anything_else_stays_the_text_it_is(text: str) -> None:
    try:
        found = resolve(text)
    except OverflowError:
        return
    assert found == text or not isinstance(found, str)
