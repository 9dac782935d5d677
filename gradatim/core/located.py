"""Plain data with the place of every key and value in the text that it was read from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradatim.core.diagnostics import Diagnostic, config_error, dotted
from gradatim.core.errors import ConfigError
from gradatim.core.findings import DataPath, Finding
from gradatim.core.text import LINE_END


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of one line.

    Attributes:
        file: the file's name as in diagnostics.
        line: from 1.
        col: from 1, in code points.
        end_col: the first column behind it, > `col`.
        anchor: for a value that an alias stands for, the line of its anchor; the mark itself is then the alias.
    """

    file: str
    line: int
    col: int
    end_col: int
    anchor: int | None = None


class Lines:
    """Turns character offsets of a text into marks."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]

    @property
    def texts(self) -> dict[str, str]:
        """The text by its file's name, for `config_error`."""
        return {self.file: self.text}

    def mark(self, start: int, end: int) -> Mark:
        """Returns the stretch from `start` to `end`, cut at the end of its first line, at least one column wide."""
        line = bisect_right(self._starts, start)
        first = self._starts[line - 1]
        limit = self._starts[line] if line < len(self._starts) else len(self.text)
        stretch = self.text[start : min(end, limit)].rstrip()
        return Mark(self.file, line, start - first + 1, start - first + 1 + max(1, len(stretch)))


@dataclass(frozen=True)
class Located:
    """Data with the place of its parts.

    Attributes:
        data: mappings with text keys, lists and scalars; treat it as read-only, aliases share parts.
        file: the name shown in diagnostics.
        text: the text it was read from; empty for data that came from Python objects, which has no places.
        values: places of values by path; the root is `()`.
        keys: places of mapping keys by path.
        texts: the text of every file that has a say, by name: `file`, then one for each override.
    """

    data: Any
    file: str
    text: str = ""
    values: Mapping[DataPath, Mark] = field(default_factory=dict)
    keys: Mapping[DataPath, Mark] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def mark(self, path: DataPath) -> Mark | None:
        """Returns the place of a value; None where there is no such value, or no text."""
        return self.values.get(path)

    def diagnostic(self, finding: Finding) -> Diagnostic:
        """Returns the finding at its place, or at the closest enclosing one that the text has."""
        mark = self._closest(finding.path, finding.at_key)
        hint = finding.hint
        if mark and mark.anchor:
            hint = "; ".join(filter(None, [hint, f"the alias stands for the value on line {mark.anchor}"]))
        file, line, col, end_col = _place(mark) if mark else (self.file, None, None, None)
        return Diagnostic(file, line, col, end_col, finding.code, finding.message, hint, dotted(finding.path))

    def error(self, *findings: Finding | Diagnostic) -> ConfigError:
        """Returns the error that shows all findings with their places."""
        found = [self.diagnostic(item) if isinstance(item, Finding) else item for item in findings]
        return config_error(found, self.texts or {self.file: self.text})

    def _closest(self, path: DataPath, at_key: bool) -> Mark | None:
        if not at_key and path in self.values:
            return self.values[path]
        for length in range(len(path), 0, -1):
            if mark := self.keys.get(path[:length]) or self.values.get(path[:length]):
                return mark
        return self.values.get(())


def _place(mark: Mark) -> tuple[str, int, int, int]:
    return mark.file, mark.line, mark.col, mark.end_col
