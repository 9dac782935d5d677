r"""The last number of a text.

One number is: an integer, with or without grouped thousands (`1,200`, `1{,}200`), a decimal (`.5`, `2.50`), e-notation
(`1.5e3`), a fraction (`3/4`, `\frac{3}{4}`), a mixed number (`3 1/2`); with its sign, a percent sign or a scale word.
An exponent, an index or the digit of a name (`cm^2`, `x_1`, `B2`) is none. A minus between two numbers subtracts.
"""

from __future__ import annotations

import re

from gradatim.core.text import ASCII_FORMS
from gradatim.verifiers.extraction.statement import MAX_ANSWER, Part, Statement

_UNSIGNED = r"(?:[0-9]{1,3}(?:(?:,|\{,\})[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?|\.[0-9]++"
_OPERAND = r"(?:\{-?[0-9]++\}|[0-9])"
_NUMBER = re.compile(
    r"(?<![\w^.])(?<!\^\{)(?<!_\{)"
    rf"(?:(?:[0-9]++ ?)?+\\[dtc]?frac ?{_OPERAND} ?{_OPERAND}"
    r"|[0-9]++ [0-9]++/[0-9]++"
    rf"|(?:{_UNSIGNED})(?:[eE][-+]?[0-9]++(?!\w)| ?/ ?[0-9]++(?!/))?)"
    r"(?: ?\\?%| (?:hundred|thousand|million|billion|trillion|dozen)\b)?"
)
_DIGITS = "0123456789"


def final_number(text: str, start: int) -> Statement | str:
    """The last number at or after `start`, or `no_marker`."""
    if not text.isascii():
        text = text.translate(ASCII_FORMS)
    last_digit = max(text.rfind(digit, start) for digit in _DIGITS)
    if last_digit < 0:
        return "no_marker"
    # Far enough that what is cut from a longer number is still too long; all of it for a number before mere indices.
    near = max(start, last_digit - MAX_ANSWER - 10)
    last = _last_match(text, near) or (_last_match(text, start) if near > start else None)
    if last is None:
        return "no_marker"
    begin = _with_sign(text, start, last.start())
    return Statement((Part(begin, last.end(), begin, last.end()),), last.end())


def _last_match(text: str, start: int) -> re.Match[str] | None:
    last = None
    for match in _NUMBER.finditer(text, start):
        last = match
    return last


def _with_sign(text: str, start: int, number: int) -> int:
    """Where the number starts, a sign of its own included."""
    before = number
    while before > start and text[before - 1] in "$€£¥\\":
        before -= 1
    detached = before > start and text[before - 1] == " "
    sign = before - 1 - detached
    if sign < start or text[sign] not in "-+":
        return number
    left = text[start:sign]
    previous = left.rstrip()[-1:]
    if detached:
        return sign if previous == "=" else number
    subtracts = previous.isdigit() or previous in tuple(")]}%") or left[-1:].isalnum()
    return number if subtracts else sign
