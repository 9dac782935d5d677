"""The cells of one row, and what becomes of a row that is no problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Row(NamedTuple):
    """A row of a data set.

    Attributes:
        where: its file and place there.
        cells: by column; None for a line that could not be read.
        fault: why it could not.
    """

    where: str
    cells: Mapping[str, object] | None
    fault: str = ""


class RowError(ValueError):
    """Why a row gives no problem."""


def text_of(cells: Mapping[str, object], *columns: str) -> str:
    """Returns the text in the first of these columns that a row has, with plain line ends.

    Raises:
        RowError: it has none of them, or no text there.
    """
    name = next((column for column in columns if cells.get(column) is not None), None)
    if name is None:
        raise RowError(
            f"no {' or '.join(repr(column) for column in columns)}; its columns: {', '.join(cells) or 'none'}"
        )
    value = cells[name]
    if not isinstance(value, str) or not value.strip():
        raise RowError(f"{name!r} is {'empty' if isinstance(value, str) else type(value).__name__ + ', not text'}")
    return plain_lines(value)


def texts_of(cells: Mapping[str, object], column: str) -> list[str]:
    """Returns the texts of a column with a list; none where the row lacks the column.

    Raises:
        RowError: it is no list of texts.
    """
    value = cells.get(column)
    if value is None:
        return []
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        raise RowError(f"{column!r} is no list of texts")
    return [plain_lines(text).strip() for text in value]


def plain_lines(text: str) -> str:
    """Returns a text with line feeds alone as line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def fenced(code: str) -> str:
    """Returns code as a model should write it."""
    ticks = "```"
    while ticks in code:
        ticks += "`"
    return f"{ticks}python\n{code.strip()}\n{ticks}"
