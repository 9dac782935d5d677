"""Choices out of a random stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from gradatim.curricula.sources.hash_random import Rng

T = TypeVar("T")


class Choice:
    """Draws numbers and elements; everything random in a code problem comes through here."""

    __slots__ = ("_random",)

    def __init__(self, rng: Rng) -> None:
        self._random = rng.random

    def between(self, low: int, high: int) -> int:
        """Returns a whole number from low to high, both included."""
        return low + int(self._random() * (high - low + 1))

    def pick(self, options: Sequence[T]) -> T:
        """Returns one of the options, each equally likely."""
        return options[int(self._random() * len(options))]

    def chance(self, share: float) -> bool:
        """Returns True for the given share of calls."""
        return self._random() < share

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Returns the items in random order."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = int(self._random() * (last + 1))
            result[last], result[other] = result[other], result[last]
        return result

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Returns `count` different positions' items in random order."""
        return self.shuffled(items)[:count]

    def ints(self, low: int, high: int, fewest: int, most: int) -> list[int]:
        """Returns a list of whole numbers."""
        random, span = self._random, high - low + 1
        return [low + int(random() * span) for _ in range(self.between(fewest, most))]

    def text(self, letters: str, fewest: int, most: int) -> str:
        """Returns a text of these letters; a letter that stands there twice is twice as likely."""
        random, count = self._random, len(letters)
        return "".join([letters[int(random() * count)] for _ in range(self.between(fewest, most))])
