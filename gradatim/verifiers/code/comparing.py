"""Compares what a program sent with the value that is expected, without building the program's containers.

The bytes are walked along the expected value: another tag or count ends the walk, keys and members are only looked up
in the expected container, and nothing larger than the expected value is ever made. So a hostile frame costs no more
than an honest one: no table of colliding hashes, no deep recursion, no number of a million digits.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from gradatim.verifiers.code.child.codec import COMPLEX, FLOAT, SEQUENCES, SIZE

Match = Literal["equal", "different", "malformed"]

_ROOM = 400
"""Bytes of a scalar that may have to equal a number which is written in fewer, such as 1e300 and 10**300."""


class Tolerance(NamedTuple):
    """How far a float may be off, as in `math.isclose`: within `rel` of the larger number, or within `abs`."""

    rel: float = 1e-6
    abs: float = 1e-9


EXACT_ENOUGH = Tolerance()
"""The tolerance where a test says nothing."""


def compare_frame(
    frame: bytes, expected: object, tolerance: Tolerance = EXACT_ENOUGH, encoded: bytes | None = None
) -> Match:
    """Compares an encoded value with the expected one.

    Equal are what `==` calls equal on plain data, but: lists and tuples differ; NaN equals NaN; where a float or
    complex number is expected, another need be within the tolerance only, except inside of sets and keys.

    Args:
        frame: bytes of unknown origin.
        expected: plain data.
        tolerance: for floats.
        encoded: the expected value's own bytes, if they are known; the same bytes need no walk.

    Returns:
        `malformed` for bytes that break off or go on where a value could still have been right. Never raises.
    """
    if frame == encoded:
        return "equal"
    walk = _Walk(frame, tolerance)
    try:
        walk.along(expected)
    except _DifferentError:
        return "different"
    except _MalformedError:
        return "malformed"
    return "equal" if walk.at_end else "malformed"


_INT_HEADS = {size: b"i" + SIZE.pack(size) for size in range(1, 17)}


class _DifferentError(Exception):
    pass


class _MalformedError(Exception):
    pass


class _Walk:
    def __init__(self, frame: bytes, tolerance: Tolerance) -> None:
        self._frame, self._at, self._tolerance = frame, 0, tolerance

    @property
    def at_end(self) -> bool:
        return self._at == len(self._frame)

    def along(self, expected: object) -> None:
        # A stack of its own: an expected value may be nested deeper than what is left of Python's.
        stack: list[Iterator[object]] = [iter((expected,))]
        while stack:
            for value in stack[-1]:
                if self._took_number(value):
                    continue
                inner = self._step(value)
                if inner is not None:
                    stack.append(inner)
                    break
            else:
                stack.pop()

    def _took_number(self, expected: object) -> bool:
        if type(expected) is int:
            return self._took_int(expected)
        return type(expected) is float and self._took_float(expected)

    def _took_int(self, expected: int) -> bool:
        """Takes an int that equals the expected one in one go, as values often hold very many of them."""
        frame, start = self._frame, self._at + 5
        end = start + expected.bit_length() // 8 + 1
        if frame[start - 5 : start] != _INT_HEADS.get(end - start) or end > len(frame):
            return False
        if int.from_bytes(frame[start:end], "little", signed=True) != expected:
            raise _DifferentError
        self._at = end
        return True

    def _took_float(self, expected: float) -> bool:
        """As `_took_int`; what may still be near enough is left to the long way."""
        end = self._at + 9
        if self._frame[self._at : self._at + 1] != b"f" or end > len(self._frame):
            return False
        if FLOAT.unpack_from(self._frame, self._at + 1)[0] != expected:
            return False
        self._at = end
        return True

    def _step(self, expected: object) -> Iterator[object] | None:
        tag = self._take(1)
        if isinstance(expected, list | tuple):
            self._count(tag, b"l" if isinstance(expected, list) else b"t", len(expected))
            return iter(expected)
        if isinstance(expected, dict):
            self._count(tag, b"d", len(expected))
            return self._items(expected)
        if isinstance(expected, set | frozenset):
            self._count(tag, b"SZ", len(expected))
            for _ in self._looked_up(expected):
                pass
            return None
        if not self._same(self._scalar(tag, _room(expected)), expected):
            raise _DifferentError
        return None

    def _items(self, expected: dict[object, object]) -> Iterator[object]:
        for key in self._looked_up(expected):
            yield expected[key]

    def _looked_up(self, expected: Collection[object]) -> Iterator[object]:
        keys = _Keys(expected)
        seen: set[object] = set()
        for _ in range(len(expected)):
            key = self._key(keys, keys.depth)
            if key not in expected or key in seen:
                raise _DifferentError
            seen.add(key)
            yield key

    def _key(self, keys: _Keys, depth: int) -> object:
        """Reads a key no larger than the expected ones."""
        tag = self._take(1)
        if tag not in (b"t", b"Z"):
            return self._scalar(tag, keys.room)
        size = self._size()
        if size > keys.width or not depth:
            raise _DifferentError
        items = [self._key(keys, depth - 1) for _ in range(size)]
        if tag == b"Z" and not keys.members.issuperset(items):
            # Only hashes that are expected go into a set together.
            raise _DifferentError
        return SEQUENCES[tag](items)

    def _count(self, tag: bytes, known: bytes, count: int) -> None:
        if tag not in known or self._size() != count:
            raise _DifferentError

    def _scalar(self, tag: bytes, room: int) -> object:
        if tag in b"NTF":
            return {b"N": None, b"T": True, b"F": False}[tag]
        if tag == b"f":
            return FLOAT.unpack(self._take(FLOAT.size))[0]
        if tag == b"c":
            return complex(*COMPLEX.unpack(self._take(COMPLEX.size)))
        if tag not in b"isb":
            raise _DifferentError if tag in b"ltSZd" else _MalformedError
        size = self._size()
        if size > room:
            raise _DifferentError
        content = self._take(size)
        if tag == b"i":
            return int.from_bytes(content, "little", signed=True)
        try:
            return content.decode("utf-8", "surrogatepass") if tag == b"s" else content
        except UnicodeDecodeError:
            raise _MalformedError from None

    def _same(self, value: object, expected: object) -> bool:
        if isinstance(value, int | float | complex) and isinstance(expected, int | float | complex):
            return _close(value, expected, self._tolerance)
        return type(value) is _base(expected) and value == expected

    def _size(self) -> int:
        size: int = SIZE.unpack(self._take(SIZE.size))[0]
        return size

    def _take(self, size: int) -> bytes:
        end = self._at + size
        if end > len(self._frame):
            raise _MalformedError
        part = self._frame[self._at : end]
        self._at = end
        return part


class _Keys:
    """What keys of an expected container look like: the largest scalar, the widest tuple, the deepest nesting."""

    def __init__(self, expected: Iterable[object]) -> None:
        self.room, self.width, self.depth = _ROOM, 0, 0
        self.members: set[object] = set()
        level = list(expected)
        while level:
            inner: list[object] = []
            for key in level:
                if isinstance(key, tuple | frozenset):
                    self.width = max(self.width, len(key))
                    inner.extend(key)
                    self.members.update(key if isinstance(key, frozenset) else ())
                else:
                    self.room = max(self.room, _room(key))
            self.depth += bool(inner) or any(isinstance(key, tuple | frozenset) for key in level)
            level = inner


def _room(expected: object) -> int:
    """Returns how many bytes a scalar that equals this one can have."""
    if isinstance(expected, str):
        return 4 * len(expected)
    if isinstance(expected, bytes | bytearray):
        return len(expected)
    if isinstance(expected, int):
        return max(_ROOM, expected.bit_length() // 8 + 2)
    return _ROOM


def _base(value: object) -> type:
    return bytes if isinstance(value, bytearray) else type(value)


def _close(value: complex, expected: complex, tolerance: Tolerance) -> bool:
    if value == expected:
        return True
    # Only where a float is expected: a count must not be answered by an approximation of it.
    if isinstance(expected, int):
        return False
    try:
        found, wanted = complex(value), complex(expected)
    except OverflowError:
        return False
    return _near(found.real, wanted.real, tolerance) and _near(found.imag, wanted.imag, tolerance)


def _near(value: float, expected: float, tolerance: Tolerance) -> bool:
    if math.isnan(value) or math.isnan(expected):
        return math.isnan(value) and math.isnan(expected)
    return math.isclose(value, expected, rel_tol=tolerance.rel, abs_tol=tolerance.abs)
