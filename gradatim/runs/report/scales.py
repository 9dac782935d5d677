"""Axis scales with round ticks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

CANVAS = 1000
"""Width and height of a chart's own coordinates; the page stretches them."""

_NOTHING = 1e-300


@dataclass(frozen=True)
class Scale:
    """A vertical axis from `low` (bottom) to `high` (top)."""

    low: float
    high: float
    ticks: tuple[float, ...]
    log: bool = False

    def share(self, value: float) -> float:
        """Returns how far up the axis `value` stands, in [0, 1]; values beyond the ends stand at them."""
        inside = min(max(value, self.low), self.high)
        if self.log:
            return math.log(inside / self.low) / math.log(self.high / self.low)
        return (inside - self.low) / (self.high - self.low)

    def y(self, value: float) -> int:
        """Returns the canvas coordinate, counted from the top."""
        return round(CANVAS * (1 - self.share(value)))


SHARES = Scale(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))


def linear(values: Iterable[float | None]) -> Scale:
    """Returns an axis with round ends that holds 0 and all values."""
    known = [0.0, *(value for value in values if value is not None)]
    low, high = min(known), max(known)
    if high - low < _NOTHING:
        low, high = 0.0, 1.0
    step = nice_step((high - low) / 4)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(float(f"{index * step:.12g}") for index in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], ticks)


def decades(values: Iterable[float | None], low: float, high: float) -> Scale:
    """Returns a logarithmic axis over whole decades that holds `low`, `high` and all values above `low`."""
    top = max([high, *(value for value in values if value is not None)])
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(top))
    stride = max(1, math.ceil((last - first) / 5))
    return Scale(10.0**first, 10.0**last, tuple(10.0**power for power in range(first, last + 1, stride)), log=True)


def nice_step(rough: float) -> float:
    """Returns the smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `rough` (> 0)."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * (1 - 1e-9))


def step_ticks(last: int) -> tuple[int, ...]:
    """Returns round steps from 0 to at most `last`, about five of them."""
    stride = max(1, round(nice_step(max(last, 1) / 5)))
    return tuple(range(0, last + 1, stride))
