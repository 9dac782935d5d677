"""Findings with a place in a file, shown like a compiler's: `file:line:col`, the line, a caret, a hint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import accumulate
from unicodedata import category, east_asian_width

from gradatim.core.errors import ConfigError
from gradatim.core.findings import DataPath
from gradatim.core.text import LINE_END, one_line

MAX_SHOWN = 20
"""How many diagnostics the text of one error shows; its `diagnostics` hold all of them."""

_MAX_WIDTH, _BEFORE_CARET = 120, 60
_MAX_CHARS = 240  # combining characters take no room, so a limit in columns alone would not end


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding at its place.

    Attributes:
        file: the file as the user named it, or a pseudo-file such as `override #1`.
        line: line number from 1; None where only the path is known (data that came from Python objects).
        col: column from 1, in Unicode code points.
        end_col: the first column behind the marked text, on the same line.
        code: a stable word for machines, such as `unknown-key`.
        message: one line, without a full stop.
        hint: what to do about it, one line or more.
        path: the place in the data, such as `stages[1].gate.pass_rate`.
    """

    file: str
    line: int | None
    col: int | None
    end_col: int | None
    code: str
    message: str
    hint: str | None = None
    path: str = ""

    def to_json(self) -> dict[str, str | int | None]:
        """Returns the diagnostic as plain JSON, its fields by name."""
        return asdict(self)


def render(diagnostic: Diagnostic, text: str = "") -> str:
    """Returns the diagnostic as lines for a terminal.

    Nothing of the file or the message reaches the terminal raw: control and format characters are written out. The
    caret stands right under tabs, wide and combining characters; of long lines the part around it is shown.

    Args:
        diagnostic: what to show.
        text: the whole text of its file.
    """
    place = ":".join(str(part) for part in (diagnostic.line, diagnostic.col) if part is not None)
    where = f"{diagnostic.file}:{place}" if place else diagnostic.file
    if not place and diagnostic.path:
        where += f": {diagnostic.path}"
    lines = [one_line(f"{where}: error: {diagnostic.message}  [{diagnostic.code}]")]
    if diagnostic.line is not None and diagnostic.col is not None:
        lines += _excerpt(text, diagnostic.line, diagnostic.col, diagnostic.end_col or diagnostic.col + 1)
    if diagnostic.hint:
        gutter = " " * len(str(diagnostic.line or ""))
        first, *more = diagnostic.hint.split("\n")
        lines += [one_line(f" {gutter} = {first}"), *(one_line(f" {gutter}   {line}") for line in more)]
    return "\n".join(lines)


def config_error(diagnostics: Iterable[Diagnostic], texts: Mapping[str, str]) -> ConfigError:
    """Returns the error that shows all diagnostics, each once, sorted by place.

    Args:
        diagnostics: at least one.
        texts: the text of each file by its name; the order of the files is that of the mapping.
    """
    order = {name: position for position, name in enumerate(texts)}

    def place(item: Diagnostic) -> tuple[int, int, int, str, str]:
        return order.get(item.file, len(order)), item.line or 0, item.col or 0, item.path, item.message

    found = sorted(dict.fromkeys(diagnostics), key=place)
    blocks = [render(item, texts.get(item.file, "")) for item in found[:MAX_SHOWN]]
    if len(found) > MAX_SHOWN:
        blocks.append(f"{len(found)} errors, the first {MAX_SHOWN} shown")
    elif len(found) > 1:
        blocks.append(f"{len(found)} errors")
    return ConfigError("\n\n".join(blocks), found)


def dotted(path: DataPath) -> str:
    """Returns a path as text: `("stages", 1, "gate")` is `stages[1].gate`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def split_lines(text: str) -> list[str]:
    """Returns the lines of a text as editors count them: ended by LF, CR LF or CR, by nothing else."""
    return LINE_END.split(text)


def _excerpt(text: str, line: int, col: int, end_col: int) -> list[str]:
    lines = split_lines(text)
    source = lines[line - 1] if line <= len(lines) else ""
    start, clipped = _window(source, col)
    before, marked = source[start : col - 1], source[col - 1 : end_col - 1]
    lead = "..." if start else ""
    shown = lead + one_line(source[start : start + clipped]) + ("..." if start + clipped < len(source) else "")
    room = _MAX_WIDTH - _width(before)
    carets = "^" * max(1, min(_width(marked), room))
    gutter = " " * len(str(line))
    return [f" {line} | {shown}".rstrip(), f" {gutter} | {' ' * (len(lead) + _width(before))}{carets}"]


def _window(source: str, col: int) -> tuple[int, int]:
    """Returns where the shown part of a line starts, and its length, both in characters."""
    if len(source) <= _MAX_CHARS and _width(source) <= _MAX_WIDTH:
        return 0, len(source)
    caret = col - 1
    start = caret - _fitting(reversed(source[max(0, caret - _MAX_CHARS) : caret]), _BEFORE_CARET)
    rest = _fitting(source[caret : caret + _MAX_CHARS], _MAX_WIDTH - _width(source[start:caret]))
    return start, caret - start + rest


def _fitting(chars: Iterable[str], room: int) -> int:
    """Returns how many of the characters fit into `room` columns."""
    return sum(total <= room for total in accumulate(map(_width, chars)))


def _width(text: str) -> int:
    return sum(_cells(char) for char in one_line(text))


def _cells(char: str) -> int:
    if category(char) in {"Mn", "Me"}:
        return 0
    return 2 if east_asian_width(char) in {"W", "F"} else 1
