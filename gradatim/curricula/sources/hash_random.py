"""Random numbers out of a hash: a stream of its own for every problem, at a fraction of `random.Random`'s set-up."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from struct import Struct
from typing import Protocol

_WORDS = Struct("<8Q").unpack
# Just below 2^-64: the largest word, rounded to 2^64 as a float, still gives less than 1.
_to_unit = (2.0**-64 * (1 - 2.0**-53)).__mul__

_FLOAT_SAFE = 1 << 32


class Rng(Protocol):
    """What sources draw from; both `random.Random` and `HashRandom` fit."""

    def random(self) -> float:
        """Returns the next number of the stream, uniform in [0, 1)."""
        ...


class HashRandom:
    """The random stream of a key: equal parts give equal streams, on every machine and Python version.

    Seeding `random.Random` fills 624 words of state, which costs more than all else that a small problem needs. Here
    the stream is a chain of BLAKE2b hashes, eight words each: of the key, of that hash, and so on.
    """

    __slots__ = ("random",)

    def __init__(self, *parts: str | int) -> None:
        self.random = _stream(repr(parts).encode()).__next__


def below(rng: Rng, bound: int) -> int:
    """Returns a whole number in [0, bound), each equally likely up to one part in 2^21; bound >= 1."""
    if bound <= _FLOAT_SAFE:
        return int(rng.random() * bound)
    # 32 bits more than the bound has, so that no number is noticeably likelier than another.
    words = bound.bit_length() // 32 + 2
    drawn = 0
    for _ in range(words):
        drawn = drawn << 32 | int(rng.random() * _FLOAT_SAFE)
    return drawn * bound >> 32 * words


def _stream(key: bytes) -> Iterator[float]:
    while True:
        key = blake2b(key).digest()
        yield from map(_to_unit, _WORDS(key))
