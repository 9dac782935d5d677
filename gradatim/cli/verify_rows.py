"""Rows of a JSONL file of completions and golds, read one by one."""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from gradatim.core import Diagnostic, canonical_json
from gradatim.core.explain import describe

MAX_ROW = 1 << 26
"""Bytes of the longest row that is read."""
MAX_DEPTH = 32

_FORM = 'write {"completion": "...", "gold": "..."}'
# What is left of \boxed, \binom, \frac and \fbox where the backslash was not doubled: \b and \f are escapes of JSON.
_EATEN = re.compile("[\x08][a-z]|\x0c(?:rac|box)")


class Row(NamedTuple):
    """One completion and its gold.

    Attributes:
        number: the row's line in the file, from 1; None for a pair from the command line.
        extra: the row's other keys.
    """

    number: int | None
    completion: str
    gold: str
    extra: dict[str, Any]


class _RowError(Exception):
    def __init__(self, message: str, code: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.code, self.hint = message, code, hint


def read_rows(stream: BinaryIO, name: str) -> Iterator[Row | Diagnostic]:
    """Reads the rows, each when it is asked for; blank lines are none.

    Args:
        stream: the file; of a pipe, each row is there as soon as its line is.
        name: the file's name in diagnostics.

    Yields:
        The row, or what is wrong with it.
    """
    for number, raw in enumerate(_lines(stream), 1):
        line = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
        if not line.strip():
            continue
        try:
            yield _row(number, line)
        except _RowError as error:
            yield Diagnostic(name, number, None, None, error.code, error.message, error.hint)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yields the lines; of one that is too long the beginning, which is too long, too."""
    while line := stream.readline(MAX_ROW + 1):
        part = line
        while len(part) > MAX_ROW and not part.endswith(b"\n"):
            part = stream.readline(MAX_ROW + 1)
        yield line


def _row(number: int, raw: bytes) -> Row:
    if len(raw) > MAX_ROW:
        raise _RowError(f"longer than {MAX_ROW:,} bytes", "size", "a row is one line, and holds one completion")
    data = _object(raw)
    completion, gold = _text(data, "completion"), _gold(data)
    if _deeper_than(data, MAX_DEPTH):
        raise _RowError(f"nested deeper than {MAX_DEPTH} levels", "depth", "leave out what is not needed here")
    return Row(number, completion, gold, {key: data[key] for key in data if key not in ("completion", "gold")})


def _object(raw: bytes) -> dict[str, Any]:
    try:
        text = raw.decode().rstrip("\r\n")
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_refused, parse_float=_finite)
    except UnicodeDecodeError as error:
        message = f"byte 0x{error.object[error.start]:02x} is not UTF-8"
        raise _RowError(message, "encoding", "save the file as UTF-8") from None
    except json.JSONDecodeError as error:
        raise _syntax(error) from None
    except ValueError as error:
        raise _RowError(f"a number that cannot be read: {error}", "number", "put it in quotes") from None
    except RecursionError:
        raise _RowError("nested too deeply", "depth", "leave out what is not needed here") from None
    if not isinstance(data, dict):
        hint = "a JSON array becomes rows by: jq -c '.[]'" if isinstance(data, list) else _FORM
        raise _RowError(f"expected an object, got {describe(data)}", "wrong-type", hint)
    return data


def _syntax(error: json.JSONDecodeError) -> _RowError:
    what = error.msg[:1].lower() + error.msg[1:]
    if "escape" in what:
        hint = r'in JSON a backslash is doubled: "\\boxed{4}"'
    elif error.doc.strip() in ("[", "{"):
        hint = "a row is one line; jq -c . writes an object on one, jq -c '.[]' the objects of an array"
    else:
        hint = f"each line holds one object: {_FORM}"
    return _RowError(f"no JSON: {what}, column {error.colno}", "syntax", hint)


def _text(data: dict[str, Any], key: str) -> str:
    if key not in data:
        there = ", ".join(data) or "none"
        raise _RowError(f"missing key {key!r}", "missing-key", f"{_FORM}; the keys of this row: {there[:200]}")
    value = data[key]
    if not isinstance(value, str):
        hint = "put it in quotes" if isinstance(value, bool | int | float) else _FORM
        raise _RowError(f"{key}: expected text, got {describe(value)}", "wrong-type", hint)
    if eaten := _EATEN.search(value):
        escape = "b" if eaten[0][0] == "\b" else "f"
        message = f"{key}: the \\{escape} of \\{escape}{eaten[0][1:]}... became a control character"
        raise _RowError(message, "escape", r'in JSON a backslash is doubled: "\\boxed{4}"')
    return value


def _gold(data: dict[str, Any]) -> str:
    """Returns the gold; one of several fields, such as that of a program, may be an object."""
    gold = data.get("gold")
    return canonical_json(gold) if isinstance(gold, dict) else _text(data, "gold")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in data if names.count(name) > 1)
        raise _RowError(f"the key {twice[:60]!r} stands twice", "duplicate-key", "leave one out")
    return data


def _refused(word: str) -> float:
    raise _RowError(f"{word} is no JSON", "number", "write null, or put it in quotes")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise _RowError(f"the number {text[:40]} is too large", "number", "put it in quotes")
    return value


def _deeper_than(data: object, levels: int) -> bool:
    level = [data]
    for _ in range(levels):
        level = [part for outer in level for part in _parts(outer) if isinstance(part, dict | list)]
    return bool(level)


def _parts(value: object) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
