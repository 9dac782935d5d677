"""Long step logs as a few hundred points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gradatim.runs.records import Counts, StepMetrics
from gradatim.runs.text import finite

MAX_POINTS = 500
MIN_WINDOW = 10

Values = tuple[float | None, ...]


@dataclass(frozen=True)
class Sampler:
    """Where a run's charts have their points, and over how many rows each of them looks back.

    Attributes:
        rows: the run's steps.
        ends: one row index per point: the last row that counts for it.
        window: rows that a smoothed value averages over, that row included.
    """

    rows: Sequence[StepMetrics]
    ends: tuple[int, ...]
    window: int

    @property
    def steps(self) -> tuple[int, ...]:
        """The step of each point."""
        return tuple(self.rows[end].step for end in self.ends)

    def mean(self, read: Callable[[StepMetrics], float | None]) -> Values:
        """Returns the mean of what `read` finds over each point's window; None where it finds nothing finite."""
        values = [finite(read(row)) for row in self.rows]
        return self._ratio(
            [0.0 if value is None else value for value in values], [value is not None for value in values]
        )

    def rate(self, read: Callable[[StepMetrics], Counts], *, own: bool = False) -> Values:
        """Returns pooled rates over each point's window: all correct by all completions, None without any.

        Args:
            read: `(correct, total)` of a row.
            own: only points whose own rows have completions, so that the line ends where the data do.
        """
        counts = [read(row) for row in self.rows]
        rates = self._ratio([k for k, _ in counts], [n for _, n in counts])
        if not own:
            return rates
        present = self.peak(lambda row: float(read(row)[1]))
        return tuple(rate if there else None for rate, there in zip(rates, present, strict=True))

    def peak(self, read: Callable[[StepMetrics], float | None]) -> Values:
        """Returns the largest finite value among the rows between each point and the one before."""
        peaks: list[float | None] = []
        start = 0
        for end in self.ends:
            found = [value for row in self.rows[start : end + 1] if (value := finite(read(row))) is not None]
            peaks.append(max(found, default=None))
            start = end + 1
        return tuple(peaks)

    def _ratio(self, tops: Sequence[float], bottoms: Sequence[float]) -> Values:
        top_sums, bottom_sums = _running(tops), _running(bottoms)
        ratios: list[float | None] = []
        for end in self.ends:
            start = max(0, end + 1 - self.window)
            bottom = bottom_sums[end + 1] - bottom_sums[start]
            ratios.append((top_sums[end + 1] - top_sums[start]) / bottom if bottom else None)
        return tuple(ratios)


def sampler(rows: Sequence[StepMetrics], max_points: int = MAX_POINTS) -> Sampler:
    """Returns at most `max_points` evenly spread points; the last row is always one."""
    stride = max(1, math.ceil(len(rows) / max_points))
    ends = tuple(reversed(range(len(rows) - 1, -1, -stride)))
    return Sampler(rows, ends, max(MIN_WINDOW, stride))


def _running(values: Sequence[float]) -> list[float]:
    sums = [0.0]
    for value in values:
        sums.append(sums[-1] + value)
    return sums
