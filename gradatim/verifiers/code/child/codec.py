"""Plain values as bytes, for the way into the sandbox and back.

A value is one tag byte and its content: numbers little-endian, sizes as unsigned 32-bit integers.

    N None   T True   F False   i int (size, two's complement)   f float64   c two float64
    s str (size, UTF-8 with lone surrogates)   b bytes (size)
    l list   t tuple   S set   Z frozenset (count, items)   d dict (count, key, value, ...)

What comes back from a program is never decoded, only compared (see `comparing`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

MAX_DEPTH = 500
"""Levels of containers that are encoded."""

SIZE = struct.Struct("<I")
FLOAT = struct.Struct("<d")
COMPLEX = struct.Struct("<dd")

SEQUENCES: dict[bytes, Any] = {b"l": list, b"t": tuple, b"S": set, b"Z": frozenset}


class UnencodableError(Exception):
    """A value that is not plain data; the message names its type."""


def encode(value: object) -> bytes:
    """Returns a plain value as bytes; an object of a subclass as its base.

    Raises:
        UnencodableError: some part is no plain data, or nested more than 500 levels deep.
    """
    out = bytearray()
    stack: list[Iterator[object]] = [iter((value,))]
    while stack:
        for item in stack[-1]:
            inner = _encode(item, out)
            if inner is not None:
                if len(stack) > MAX_DEPTH:
                    raise UnencodableError(f"more than {MAX_DEPTH} levels")
                stack.append(inner)
                break
        else:
            stack.pop()
    return bytes(out)


def _encode(value: Any, out: bytearray) -> Iterator[object] | None:  # noqa: ANN401
    """Writes a scalar, or the head of a container whose items it returns."""
    # Only types decide, and only methods of the built-in types are called: a program may have redefined its own.
    kind = type(value)
    if value is None or value is True or value is False:
        out += b"N" if value is None else b"T" if value else b"F"
    elif issubclass(kind, int):
        number = int.__index__(value)
        _sized(b"i", number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True), out)
    elif issubclass(kind, float):
        out += b"f" + FLOAT.pack(float.__float__(value))
    elif issubclass(kind, str):
        _sized(b"s", str.encode(value, "utf-8", "surrogatepass"), out)
    elif issubclass(kind, bytes):
        _sized(b"b", bytes.__getitem__(value, slice(None)), out)
    elif issubclass(kind, bytearray):
        _sized(b"b", bytes(bytearray.__getitem__(value, slice(None))), out)
    elif issubclass(kind, complex):
        parts = complex.__complex__(value)
        out += b"c" + COMPLEX.pack(parts.real, parts.imag)
    else:
        return _opened(value, kind, out)
    return None


def _opened(value: Any, kind: type, out: bytearray) -> Iterator[object]:  # noqa: ANN401
    # Copies, as another thread may change the original meanwhile.
    if issubclass(kind, dict):
        pairs = list(dict.items(value))
        out += b"d" + SIZE.pack(len(pairs))
        return chain.from_iterable(pairs)
    for tag, base in SEQUENCES.items():
        if issubclass(kind, base):
            items = list(base.__iter__(value))
            out += tag + SIZE.pack(len(items))
            return iter(items)
    raise UnencodableError(f"{kind.__module__}.{kind.__qualname__}")


def _sized(tag: bytes, content: bytes, out: bytearray) -> None:
    out += tag + SIZE.pack(len(content)) + content


def decode(data: bytes) -> object:
    """Returns the value of bytes that `encode` made; not for bytes of anybody else."""
    value, _ = _decode(data, 0)
    return value


def _decode(data: bytes, at: int) -> tuple[object, int]:
    tag, at = data[at : at + 1], at + 1
    if tag in b"NTF":
        return {b"N": None, b"T": True, b"F": False}[tag], at
    if tag == b"f":
        return FLOAT.unpack_from(data, at)[0], at + FLOAT.size
    if tag == b"c":
        return complex(*COMPLEX.unpack_from(data, at)), at + COMPLEX.size
    (size,) = SIZE.unpack_from(data, at)
    at += SIZE.size
    if tag in b"isb":
        return _decoded_bytes(tag, data[at : at + size]), at + size
    items: list[object] = []
    for _ in range(2 * size if tag == b"d" else size):
        item, at = _decode(data, at)
        items.append(item)
    return _filled(tag, items), at


def _decoded_bytes(tag: bytes, content: bytes) -> object:
    if tag == b"i":
        return int.from_bytes(content, "little", signed=True)
    return content.decode("utf-8", "surrogatepass") if tag == b"s" else content


def _filled(tag: bytes, items: Iterable[object]) -> object:
    if tag == b"d":
        flat = iter(items)
        return dict(zip(flat, flat, strict=True))
    return SEQUENCES[tag](items)
