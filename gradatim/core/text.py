"""Text that people can look at: what hides, reorders or controls text is written out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

LINE_END = re.compile(r"\r\n|\r|\n")
"""What ends a line, as in editors; nothing else does."""

_TAB = "    "

ASCII_FORMS: Mapping[int, str] = MappingProxyType(
    {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | {code: str((code - 0x1D7CE) % 10) for code in range(0x1D7CE, 0x1D800)}
    | {
        code: letter
        for code in range(0x1D400, 0x1D6A4)
        if (letter := unicodedata.normalize("NFKC", chr(code))).isascii() and letter.isalpha()
    }
    | {0x2212: "-", 0x2013: "-", 0x2044: "/"}
)
"""For `str.translate`: characters that are read as one ASCII character each, so that no index changes."""
NO_WIDTH: Mapping[int, str] = MappingProxyType(dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF), ""))
"""For `str.translate`: characters that are not seen and do not reorder others."""


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


def shortened(text: str, length: int = 80) -> str:
    """Returns a text of at most `length` characters as it is, of a longer one the start, and says how long it is.

    >>> shortened("abcdefgh", 5)
    'abcde... (8 characters)'
    """
    return text if len(text) <= length else f"{text[:length]}... ({len(text):,} characters)"


def _readable(char: str) -> bool:
    return char.isprintable() or char in "\n\t" or unicodedata.category(char) == "Zs"


def _written_out(char: str) -> str:
    return f"⟨U+{ord(char):04X}⟩"
