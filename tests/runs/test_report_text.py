from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.runs.report.markup import Html, escape, join, tag
from gradatim.runs.text import cut, duration, listing, moment, number, percent, short_rate, signed

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)


@given(ANY_TEXT)
def test_no_text_can_become_markup(text: str) -> None:
    assert not set(escape(text)) & set("<>\"'")
    element = tag("p", text, title=text)
    assert element.count("<") == element.count(">") == 2
    assert element.count('"') == 2


def test_only_markup_is_taken_as_it_stands() -> None:
    assert join("<b>", Html("<i>"), None, [Html("<u>")]) == "&lt;b&gt;<i><u>"


def test_attributes_that_are_false_or_none_are_left_out() -> None:
    assert tag("input", hidden=False, name=None, rows=0, class_="a", data_x=True) == '<input rows="0" class="a" data-x>'


@pytest.mark.parametrize(
    ("text", "head", "tail", "shown"),
    [
        ("short", 5, 0, "short"),
        ("a" * 1_000_000, 2, 0, "aa […999,998 characters left out…] "),
        ("abcdefgh", 2, 1, "ab […5 characters left out…] h"),
    ],
)
def test_long_text_is_cut_with_a_note(text: str, head: int, tail: int, shown: str) -> None:
    assert cut(text, head, tail) == shown


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, "0 %"), (1, "100 %"), (0.5, "50 %"), (0.0004, "0.04 %"), (0.9999, "99.9 %"), (0.996, "99.6 %")],
)
def test_percentages_never_round_to_none_or_all(share: float, shown: str) -> None:
    assert percent(share) == shown


@pytest.mark.parametrize(
    ("rate", "shown"), [(0.834, ".83"), (1.0, "1.00"), (0.0, ".00"), (None, "–"), (float("nan"), "–")]
)
def test_rates_are_short(rate: float | None, shown: str) -> None:
    assert short_rate(rate) == shown


def test_numbers_times_and_lists_read_well() -> None:
    assert [number(1.23456), number(None), number(float("inf"))] == ["1.235", "–", "–"]
    assert [signed(0.25), signed(-0.001), signed(-1)] == ["+0.25", "0.00", "-1.00"]
    assert [duration(80), duration(7509), duration(-1)] == ["1:20", "2:05:09", "0:00"]
    assert [moment(0), moment(1e30)] == ["1970-01-01 00:00 UTC", "–"]
    assert [listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
