"""Plain YAML scalars by the core schema of YAML 1.2.2, section 10.3.2: `no` is text, `1e-5` a number, `010` is ten."""

from __future__ import annotations

import re
from math import isinf

Scalar = bool | int | float | str | None

OLD_BOOLEANS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
"""Words that YAML 1.1 took for booleans, and how they are written now."""

_MAX_INT = 1 << 64
_MAX_DIGITS = 300
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o([0-7]+)")
_HEXADECIMAL = re.compile(r"0x([0-9a-fA-F]+)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"([-+]?)\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def resolve(text: str) -> Scalar:
    """Returns the value of an unquoted scalar.

    Raises:
        OverflowError: a whole number of more than 64 bits, or a float beyond the range of doubles.
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INFINITE.fullmatch(text):
        return float(text.replace(".", "", 1))
    for pattern, base in ((_DECIMAL, 10), (_OCTAL, 8), (_HEXADECIMAL, 16)):
        if match := pattern.fullmatch(text):
            return _integer(match[match.lastindex or 0], base)
    if not _FLOAT.fullmatch(text):
        return text
    value = float(text)
    if isinf(value):
        raise OverflowError
    return value


def _integer(digits: str, base: int) -> int:
    # The limit on digits comes first: Python itself refuses to read thousands of them, with a ValueError.
    if len(digits) > _MAX_DIGITS or abs(value := int(digits, base)) >= _MAX_INT:
        raise OverflowError
    return value
