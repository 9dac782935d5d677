"""Plain Python values as JSON and back.

What JSON lacks is an object with one key: `{"$tuple": [...]}`, `{"$set": [...]}`, `{"$frozenset": [...]}`,
`{"$dict": [[key, value], ...]}` (keys that are no text), `{"$bytes": "hex"}`, `{"$complex": [re, im]}`,
`{"$float": "nan" | "inf" | "-inf"}`, `{"$int": "0x..."}` (more than 4,000 digits), `{"$encoded": "hex"}` (the bytes of
`encode`, for values nested more than 100 levels deep). `{"$py": "..."}` with a Python literal is read, too.
"""

from __future__ import annotations

import ast
import math
import struct
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from gradatim.core.errors import ProblemError
from gradatim.verifiers.code.child.codec import UnencodableError, decode, encode

_DEEP = 100
"""Levels up to which a value is written as JSON, whose readers recurse."""
_LONG = 13_000
"""Bits of an int beyond which its decimal digits are not worth their time (Python refuses more than 4,300 of them)."""


def to_json(value: object) -> Any:  # noqa: ANN401 - JSON
    """Returns a value as JSON can hold it; sets in a fixed order.

    Raises:
        ProblemError: it is no plain data, or nested more than 500 levels deep.
    """
    try:
        return _json(value, _DEEP)
    except _TooDeepError:
        pass
    try:
        return {"$encoded": encode(value).hex()}
    except UnencodableError as error:
        raise ProblemError(f"a value of a test cannot be used: {error}") from None


class _TooDeepError(Exception):
    pass


def _json(value: Any, depth: int) -> Any:  # noqa: ANN401 - JSON
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind is int:
        return value if int(value).bit_length() <= _LONG else {"$int": hex(value)}
    if kind is float:
        return value if math.isfinite(value) else {"$float": str(value)}
    if isinstance(value, bytes | bytearray):
        return {"$bytes": value.hex()}
    if kind is complex:
        return {"$complex": [_json(value.real, 0), _json(value.imag, 0)]}
    if depth <= 0:
        raise _TooDeepError
    return _container(value, depth - 1)


def _container(value: object, depth: int) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict):
        if _is_object(value):
            return {key: _json(item, depth) for key, item in value.items()}
        return {"$dict": [[_json(key, depth), _json(item, depth)] for key, item in value.items()]}
    if isinstance(value, list):
        return [_json(item, depth) for item in value]
    if isinstance(value, tuple):
        return {"$tuple": [_json(item, depth) for item in value]}
    if isinstance(value, set | frozenset):
        items = sorted((_json(item, depth) for item in value), key=repr)
        return {"$set" if isinstance(value, set) else "$frozenset": items}
    raise ProblemError(
        f"a value of a test is of type {type(value).__module__}.{type(value).__qualname__}; "
        "plain data only: None, bool, int, float, complex, str, bytes, list, tuple, set, frozenset, dict"
    )


def _is_object(value: dict[Any, Any]) -> bool:
    """Whether a JSON object says it all: text keys, none of ours, in the order that canonical JSON gives them."""
    keys = list(value)
    if not all(type(key) is str for key in keys) or keys != sorted(keys):
        return False
    return len(keys) != 1 or not keys[0].startswith("$")


def from_json(data: object) -> Any:  # noqa: ANN401 - any plain value
    """Returns the value of what `to_json` gave.

    Raises:
        ProblemError: an object with an unknown `$` key, or one that does not fit its key.
    """
    if isinstance(data, list):
        return [from_json(item) for item in data]
    if not isinstance(data, Mapping):
        return data
    key = next(iter(data), "")
    if len(data) == 1 and key.startswith("$"):
        return _tagged(key, data[key])
    return {name: from_json(item) for name, item in data.items()}


def _tagged(key: str, content: Any) -> Any:  # noqa: ANN401 - JSON
    if key not in _READERS:
        raise ProblemError(f"{key!r} names no kind of value; known: {', '.join(_READERS)}")
    try:
        return _READERS[key](content)
    except (TypeError, ValueError, KeyError, SyntaxError, MemoryError, RecursionError, struct.error) as error:
        if isinstance(error, ProblemError):
            raise
        raise ProblemError(f"{key} cannot hold {str(content)[:80]!r}: {error}") from error


def _float(text: str) -> float:
    if text not in ("nan", "inf", "-inf"):
        raise ValueError("nan, inf or -inf")
    return float(text)


_READERS: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        "$tuple": lambda items: tuple(map(from_json, items)),
        "$set": lambda items: set(map(from_json, items)),
        "$frozenset": lambda items: frozenset(map(from_json, items)),
        "$dict": lambda pairs: {from_json(key): from_json(item) for key, item in pairs},
        "$bytes": bytes.fromhex,
        "$complex": lambda parts: complex(*map(from_json, parts)),
        "$float": _float,
        "$int": lambda digits: int(digits, 16),
        "$encoded": lambda digits: decode(bytes.fromhex(digits)),
        "$py": ast.literal_eval,
    }
)
