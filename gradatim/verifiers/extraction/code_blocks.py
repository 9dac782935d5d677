"""Fenced code blocks of a completion, as CommonMark has them (https://spec.commonmark.org/0.31.2/#fenced-code-blocks).

A fence is a line that starts with three or more backticks or tildes, indented or not; the block ends with a line of at
least as many of them and nothing else, or with the text. The word behind an opening fence is the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gradatim.verifiers.extraction.statement import Statement

MAX_CODE = 200_000
"""Characters of the longest program that is read."""

_FENCE = re.compile(r"(?m)^([ \t]*+)(`{3,}+|~{3,}+)[ \t]*+([^\s`]*+)([^`\n]*+)$")
_PYTHON = frozenset({"", "python", "py", "python3", "python2", "{python}", "{.python}", "ipython", "pycon"})


class CodeBlock(NamedTuple):
    """A fenced block: its language in lower case, its content `[start, end)`, where its fence ends, its indentation."""

    language: str
    start: int
    end: int
    outer_end: int
    indent: str
    closed: bool

    @property
    def is_python(self) -> bool:
        """Whether it may hold Python: it says so, or says nothing."""
        return self.language in _PYTHON


def code_blocks(text: str, start: int = 0) -> Iterator[CodeBlock]:
    """Returns the fenced blocks of a text from `start` on, which counts as the start of a line, in order."""
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text[start:]):
        if opened is None:
            opened = fence
        elif _closes(fence, opened):
            yield _block(opened, start, start + fence.start(), start + fence.end(), closed=True)
            opened = None
    if opened is not None:
        end, outer_end = _end_of_unclosed(text, start + opened.end(), opened[2])
        yield _block(opened, start, end, outer_end, closed=False)


def _end_of_unclosed(text: str, start: int, marks: str) -> tuple[int, int]:
    """Returns where a block without a closing line ends: before marks at the end of a line, or with the text."""
    marked = re.compile(rf"{re.escape(marks)}[ \t\r]*$", re.MULTILINE).search(text, start)
    return (marked.start(), marked.end()) if marked else (len(text), len(text))


def final_code(text: str, start: int) -> Statement | str:
    """Finds the last Python block, or takes the whole text where there is no fence."""
    blocks = list(code_blocks(text, start))
    if not blocks:
        return Statement.of(start, len(text), len(text))
    python = [block for block in blocks if block.is_python]
    if not python:
        return "no_marker"
    return Statement.of(python[-1].start, python[-1].end, python[-1].outer_end)


def _closes(fence: re.Match[str], opened: re.Match[str]) -> bool:
    marks, first = fence[2], opened[2]
    return marks[0] == first[0] and len(marks) >= len(first) and not (fence[3] + fence[4]).strip()


def _block(opened: re.Match[str], offset: int, end: int, outer_end: int, *, closed: bool) -> CodeBlock:
    start = min(offset + opened.end() + 1, end)
    return CodeBlock(opened[3].lower(), start, end, outer_end, opened[1], closed)
