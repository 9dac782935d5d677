"""Stacking series above and below zero."""

from __future__ import annotations

from collections.abc import Mapping

from gradatim.runs.report.chart import Band
from gradatim.runs.report.series import Values


def stacked(series: Mapping[str, Values]) -> tuple[Band, ...]:
    """Returns the series as bands: positive parts stacked upwards from zero, negative parts downwards.

    A series that changes its sign gets a band on either side, so that neither side is ever drawn across zero.
    """
    size = len(next(iter(series.values()), ()))
    up, down = [0.0] * size, [0.0] * size
    bands: list[Band] = []
    for color, (label, values) in enumerate(series.items()):
        gains = [max(value or 0.0, 0.0) for value in values]
        losses = [min(value or 0.0, 0.0) for value in values]
        raised = [base + gain for base, gain in zip(up, gains, strict=True)]
        lowered = [base + loss for base, loss in zip(down, losses, strict=True)]
        if any(gains) or not any(losses):
            bands.append(Band(label, color, tuple(up), tuple(raised), values))
        if any(losses):
            bands.append(Band(label, color, tuple(lowered), tuple(down), values))
        up, down = raised, lowered
    return tuple(bands)
