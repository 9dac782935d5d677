"""Text that people can look at: what hides, reorders or controls text is written out."""

from __future__ import annotations

import re
import unicodedata

LINE_END = re.compile(r"\r\n|\r|\n")
"""What ends a line, as in editors; nothing else does."""

_TAB = "    "


def visible(text: str) -> str:
    r"""Returns `text` with every character that hides, reorders or controls text written out.

    Control characters, direction overrides, zero-width characters, lone surrogates and the like become `⟨U+202E⟩`;
    line breaks, tabs and blanks of all kinds stay. The result can always be encoded as UTF-8.

    >>> visible("a\x1b[2J\u202eb\ud800")
    'a⟨U+001B⟩[2J⟨U+202E⟩b⟨U+D800⟩'
    """
    if text.isprintable():
        return text
    return "".join(char if _readable(char) else _written_out(char) for char in text)


def one_line(text: str) -> str:
    r"""Returns `text` as `visible` does, but on one line: line breaks and odd blanks are written out, tabs are spaces.

    >>> one_line("a:\tb\xa0c\n")
    'a:    b⟨U+00A0⟩c⟨U+000A⟩'
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _TAB if char == "\t" else _written_out(char) for char in text)


def _readable(char: str) -> bool:
    return char.isprintable() or char in "\n\t" or unicodedata.category(char) == "Zs"


def _written_out(char: str) -> str:
    return f"⟨U+{ord(char):04X}⟩"
