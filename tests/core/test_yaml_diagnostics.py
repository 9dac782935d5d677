from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gradatim.core.diagnostics import MAX_SHOWN, Diagnostic, config_error, dotted, render, split_lines


def diagnostic(line: int | None, col: int | None, end_col: int | None, hint: str | None = None) -> Diagnostic:
    return Diagnostic("f.yaml", line, col, end_col, "odd", "it is odd", hint, "a.b")


def caret_line(source: str, col: int, end_col: int) -> tuple[str, str]:
    """The shown line and the line of carets, without the gutter."""
    _, shown, carets = render(diagnostic(1, col, end_col), source).split("\n")
    return shown.removeprefix(" 1 | "), carets.removeprefix("   | ")


def test_the_layout() -> None:
    assert render(diagnostic(2, 4, 7, "do this\nor that"), "x\na: bcd\n") == (
        "f.yaml:2:4: error: it is odd  [odd]\n 2 | a: bcd\n   |    ^^^\n   = do this\n     or that"
    )
    assert render(diagnostic(12, 1, 2), "\n" * 11 + "abc") == "f.yaml:12:1: error: it is odd  [odd]\n 12 | abc\n    | ^"
    assert render(diagnostic(None, None, None, "do this")) == "f.yaml: a.b: error: it is odd  [odd]\n  = do this"


@pytest.mark.parametrize(
    ("source", "marked"),
    [
        ("a: bad", "bad"),
        ("名前: bad", "bad"),
        ("a: '😀😀', b: bad", "bad"),
        ("a: 'e\u0301te\u0301', b: bad", "bad"),
        ("a:\t'x\ty', b: bad", "bad"),
        ("a: \x1b[31m bad", "bad"),
        ("a: x\u200by bad", "bad"),
        ("a: 数字, b: c", "数字"),
        ("x" * 300 + "bad" + "y" * 300, "bad"),
        ("数" * 300 + "bad", "bad"),
        ("\u0301" * 3000 + "bad" + "\u0301" * 3000, "bad"),
    ],
)
def test_the_caret_stands_under_what_is_marked(source: str, marked: str) -> None:
    start = source.index(marked)
    shown, carets = caret_line(source, start + 1, start + 1 + len(marked))
    blanks = len(carets) - len(carets.lstrip())
    before = next(
        shown[:end]
        for end in range(len(shown) + 1)
        if cell_len(shown[:end]) == blanks and shown[end:].startswith(marked)
    )
    assert cell_len(before) == blanks
    assert len(carets.strip()) == cell_len(marked)
    assert cell_len(shown) <= 130


def test_lines_end_where_editors_end_them() -> None:
    assert split_lines("a\r\nb\rc\nd\x85e\u2028f") == ["a", "b", "c", "d\x85e\u2028f"]


@given(st.text(max_size=40), st.text(max_size=20), st.integers(1, 60), st.integers(1, 60))
def test_nothing_of_a_file_reaches_the_terminal_raw(source: str, message: str, col: int, width: int) -> None:
    item = Diagnostic(message, 1, col, col + width, message, message, message, message)
    for line in render(item, source).split("\n"):
        assert line.isprintable()


def test_an_error_shows_each_finding_once_and_sorted() -> None:
    places = [("b.yaml", 1, 1), ("a.yaml", 2, 1), ("a.yaml", 1, 9), ("a.yaml", 1, 2), ("a.yaml", 1, 2)]
    items = [Diagnostic(file, line, col, col + 1, "odd", "it is odd") for file, line, col in places]
    error = config_error(items, {"a.yaml": "some text\nmore", "b.yaml": "x"})
    shown = [(item.file, item.line, item.col) for item in error.diagnostics]
    assert shown == [("a.yaml", 1, 2), ("a.yaml", 1, 9), ("a.yaml", 2, 1), ("b.yaml", 1, 1)]
    heads = [line.split(": error")[0] for line in str(error).split("\n") if "error:" in line]
    assert heads == ["a.yaml:1:2", "a.yaml:1:9", "a.yaml:2:1", "b.yaml:1:1"]
    assert str(error).endswith("4 errors")


def test_a_flood_of_findings_is_cut_in_the_text_only() -> None:
    items = [Diagnostic("a.yaml", line, 1, 2, "odd", "it is odd") for line in range(1, 40)]
    error = config_error(items, {"a.yaml": "\n" * 50})
    assert str(error).count("error:") == MAX_SHOWN
    assert str(error).endswith("39 errors, the first 20 shown")
    assert len(error.diagnostics) == 39


def test_json_has_every_field_by_name() -> None:
    assert diagnostic(1, 2, 3, "do this").to_json() == {
        "file": "f.yaml",
        "line": 1,
        "col": 2,
        "end_col": 3,
        "code": "odd",
        "message": "it is odd",
        "hint": "do this",
        "path": "a.b",
    }


def test_paths_are_dotted() -> None:
    assert dotted(("stages", 1, "gate", "alpha")) == "stages[1].gate.alpha"
    assert dotted(()) == ""
