"""The hashed random stream."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gradatim.curricula.sources import HashRandom
from gradatim.curricula.sources.hash_random import Rng, below


def stream(*parts: str | int, count: int = 20) -> list[float]:
    rng = HashRandom(*parts)
    return [rng.random() for _ in range(count)]


def test_streams_never_change() -> None:
    """Changed numbers would give a resumed run other problems than before."""
    assert stream("gradatim", 7, count=9)[::8] == [0.5018225185243026, 0.7602993557336737]


def test_parts_are_kept_apart() -> None:
    keys: list[tuple[str | int, ...]] = [
        (1, 23),
        (12, 3),
        (123,),
        ("123",),
        ("1", 23),
        ("1, 23",),
        ("a", "b"),
        ("a', 'b",),
    ]
    assert len({tuple(stream(*key)) for key in keys}) == len(keys)
    assert stream(1, "a") == stream(1, "a")


def test_numbers_are_uniform() -> None:
    numbers = stream("uniform", count=20_000)
    assert all(0 <= number < 1 for number in numbers)
    assert abs(sum(numbers) / 20_000 - 0.5) < 0.01
    tenths = [sum(int(number * 10) == tenth for number in numbers) for tenth in range(10)]
    assert all(abs(count - 2000) < 200 for count in tenths)
    pairs = list(zip(numbers, islice(numbers, 8, None), strict=False))
    assert abs(sum((a - 0.5) * (b - 0.5) for a, b in pairs) / len(pairs)) < 0.003


class Constant:
    def __init__(self, number: float) -> None:
        self._number = number

    def random(self) -> float:
        return self._number


@pytest.mark.parametrize("bound", [1, 2, 10, 2**31 + 1, 2**32, 2**32 + 1, 10**18, 10**100])
def test_below_reaches_both_ends(bound: int) -> None:
    assert below(Constant(0.0), bound) == 0
    assert below(Constant(1 - 2**-53), bound) == bound - 1


@pytest.mark.parametrize("rng", [Random(1), HashRandom(1)], ids=["Random", "HashRandom"])
def test_below_is_uniform_for_large_bounds(rng: Rng) -> None:
    drawn = [below(rng, 3 * 10**40) for _ in range(3000)]
    thirds = [sum(number // 10**40 == third for number in drawn) for third in range(3)]
    assert all(abs(count - 1000) < 120 for count in thirds)
    digits = [sum(number % 10 == digit for number in drawn) for digit in range(10)]
    assert all(abs(count - 300) < 80 for count in digits)
