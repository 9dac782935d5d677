from __future__ import annotations

from pathlib import Path

import pytest

from gradatim.core import ConfigError
from gradatim.core.yamlfile import MAX_BYTES, read_yaml


def refused(raw: bytes | str | Path) -> list[tuple[int | None, int | None, str]]:
    """Where, and with which codes, a text is refused."""
    with pytest.raises(ConfigError) as caught:
        read_yaml(raw.encode() if isinstance(raw, str) else raw, "f.yaml")
    return [(item.line, item.col, item.code) for item in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: 1", {"a": 1}),
        ("\ufeffa: 1", {"a": 1}),
        ("a: 'no'\nb: no\nc: \"1\"\n", {"a": "no", "b": "no", "c": "1"}),
        ("a:\nb: ~\n", {"a": None, "b": None}),
        ("1: x\ntrue: y\n", {"1": "x", "true": "y"}),
        ("a: |\n  x\n  y\nb: >\n  x\n  y\n", {"a": "x\ny\n", "b": "x y\n"}),
        ("a: &x {b: [1]}\nc: *x\n", {"a": {"b": [1]}, "c": {"b": [1]}}),
        ("a: &x 1\nb: &x 2\nc: *x\n", {"a": 1, "b": 2, "c": 2}),
        ("%YAML 1.2\n---\na: 1\n...\n", {"a": 1}),
        ('a: "\\u2028"', {"a": "\u2028"}),
        ("'<<': 1", {"<<": 1}),
        ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
        ("- - 1\n  - 2\n", [[1, 2]]),
        ("null", None),
    ],
)
def test_what_is_read(text: str, data: object) -> None:
    assert read_yaml(text.encode(), "f.yaml").data == data


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", (1, 1, "empty")),
        ("# only a comment\n", (1, 1, "empty")),
        ("\ta: 1", (1, 1, "syntax")),
        ("a: @b", (1, 4, "syntax")),
        ("a: 'b\nc: d\n", (1, 4, "syntax")),
        ("x: 1\na: {b: 1\nc: 2\n", (2, 4, "syntax")),
        ('a: "\\UFFFFFFFF"', (1, 7, "syntax")),
        ("a: 1\n---\nb: 2\n", (2, 1, "document")),
        ("a: 1\n...\nb: 2\n", (3, 1, "syntax")),
        ("a: 1\n--- b\n", (2, 1, "document")),
        ("b: 1\na: !!str 1\n", (2, 4, "tag")),
        ("a: !local {b: 1}\n", (1, 4, "tag")),
        ("a: ! 1\n", (1, 4, "tag")),
        ("%YAML 1.1\n---\na: 1\n", (1, 1, "directive")),
        ("%TAG ! tag:x,2000:\n---\na: 1\n", (1, 1, "directive")),
        ("a: 1\n<<: {b: 1}\n", (2, 1, "merge-key")),
        ("? [a]\n: 1\n", (1, 3, "key")),
        ("a: &x 1\n*x : 2\n", (2, 1, "key")),
        ("a: &x [1, *x]\n", (1, 11, "alias")),
        ("a: *x\n", (1, 4, "alias")),
        ("a: 1e999\n", (1, 4, "number")),
        ("a: 99999999999999999999\n", (1, 4, "number")),
        ('a: "\\ud800"\n', (1, 4, "encoding")),
        ("a: \x00\n", (1, 4, "encoding")),
        ("a: b\x85\n", (1, 5, "encoding")),
        ("a: b\ufeff\n", (1, 5, "encoding")),
    ],
)
def test_what_is_refused_and_where(text: str, found: tuple[int, int, str]) -> None:
    assert refused(text) == [found]


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"a: 1\nb: caf\xe9\n", (2, 7, "encoding")),
        ("a: é".encode() + b"\xff", (1, 5, "encoding")),
        ("a: 1".encode("utf-16"), (1, 1, "encoding")),
        ("a: 1".encode("utf-16-be"), (1, 1, "encoding")),
        (b"a" * (MAX_BYTES + 1), (1, 1, "size")),
    ],
)
def test_only_utf_8_of_bounded_size_is_read(raw: bytes, found: tuple[int, int, str]) -> None:
    assert refused(raw) == [found]


def test_all_duplicate_keys_are_named_with_the_first_line() -> None:
    with pytest.raises(ConfigError) as caught:
        read_yaml(b"a: 1\nb: {c: 1,\n c: 2}\n'a': 3\n", "f.yaml")
    hints = [(item.line, item.col, item.hint) for item in caught.value.diagnostics]
    assert hints == [(3, 2, "first given on line 2"), (4, 1, "first given on line 1")]


def test_thirty_two_levels_are_read_and_one_more_is_not() -> None:
    assert read_yaml(("[" * 32 + "]" * 32).encode(), "f.yaml").data
    assert refused("[" * 34 + "]" * 34) == [(1, 34, "depth")]


def test_five_thousand_brackets_are_refused_at_once() -> None:
    assert refused("[" * 5000) == [(1, 34, "depth")]


def test_aliases_count_as_what_they_stand_for() -> None:
    ten = ", ".join(["x"] * 10)
    text = f"a: &a [{ten}]\nb: &b [{', '.join(['*a'] * 10)}]\nc: &c [{', '.join(['*b'] * 10)}]\n"
    assert read_yaml(text.encode(), "f.yaml").data["c"][9][9][9] == "x"
    bomb = text + f"d: &d [{', '.join(['*c'] * 10)}]\ne: [{', '.join(['*d'] * 10)}]\n"
    assert [(line, code) for line, _, code in refused(bomb)] == [(5, "size")]


def test_an_alias_cannot_nest_deeper_than_the_text_may() -> None:
    text = "a: &a " + "[" * 20 + "]" * 20 + "\nb: " + "[" * 20 + "*a" + "]" * 20 + "\n"
    assert [code for *_, code in refused(text)] == ["depth"]


def test_a_file_that_is_not_there_is_refused_with_a_near_name(tmp_path: Path) -> None:
    (tmp_path / "ladder.yaml").write_text("a: 1")
    with pytest.raises(ConfigError, match="No such file") as caught:
        read_yaml(tmp_path / "lader.yaml")
    assert caught.value.diagnostics[0].hint == "did you mean 'ladder.yaml'?"
    with pytest.raises(ConfigError, match="cannot be read"):
        read_yaml(tmp_path)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_yaml(tmp_path / "no" / "folder.yaml")
