from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gradatim.core.text import one_line, visible

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)


@given(ANY_TEXT)
def test_what_is_visible_can_be_encoded_and_controls_nothing(text: str) -> None:
    shown = visible(text)
    shown.encode()
    assert not any(char < " " and char not in "\n\t" for char in shown)
    assert not set(shown) & set("\x7f\x9b\u202a\u202e\u2066\u2069\u200b\u200f\ufeff\u2028")


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=40))
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@given(ANY_TEXT)
def test_one_line_is_printable_and_stays_so(text: str) -> None:
    assert one_line(text).isprintable()
    assert one_line(one_line(text)) == one_line(text)
    one_line(text).encode()
