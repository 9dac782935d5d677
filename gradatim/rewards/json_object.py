"""Is a text one strict JSON object?"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NoReturn

_MAX_DEPTH = 100
# An unclosed quotation reaches to the end of the text: what matches always keeps the scan linear.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def is_json_object(text: str, keys: Sequence[str]) -> bool:
    """Returns whether the text is one RFC 8259 object that gives each key a value.

    0 and false are values; null and blank strings are none. More keys are allowed. Refused: anything but white space
    around the object, an object with a key twice, `NaN` and `Infinity`, and nesting beyond 100 levels (RFC 8259
    leaves such a limit to the reader).
    """
    if _too_deep(text):
        return False
    try:
        data = json.loads(text.strip(), object_pairs_hook=_unique, parse_constant=_refuse, parse_int=str)
    except ValueError:
        return False
    return isinstance(data, dict) and all(_is_value(data.get(key)) for key in keys)


def _too_deep(text: str) -> bool:
    """Checked before parsing: the parser would recurse, and how far it may depends on its caller's stack."""
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > _MAX_DEPTH:
            return True
    return False


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _is_value(value: object) -> bool:
    return bool(value.strip()) if isinstance(value, str) else value is not None
