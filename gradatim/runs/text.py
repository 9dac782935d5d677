"""Text as people can read it: long text cut, numbers short."""

from __future__ import annotations

import math
from datetime import UTC, datetime

MISSING = "–"


def cut(text: str, head: int, tail: int = 0) -> str:
    """Returns `text`, or its first `head` and last `tail` characters around a note of how many are left out."""
    left_out = len(text) - head - tail
    if left_out <= 0:
        return text
    return f"{text[:head]}{cut_note(left_out)}{text[len(text) - tail :]}"


def cut_note(left_out: int) -> str:
    """Returns the note that stands for `left_out` characters."""
    return f" […{left_out:,} characters left out…] "


def finite(value: float | None) -> float | None:
    """Returns `value`, or None for NaN and infinities, which no chart or sentence can use."""
    return value if value is not None and math.isfinite(value) else None


def short_rate(value: float | None) -> str:
    """Returns a rate in [0, 1] with two digits and no leading zero: `.83`, `1.00`."""
    if finite(value) is None:
        return MISSING
    return f"{value:.2f}".removeprefix("0")


def number(value: float | None, digits: int = 3) -> str:
    """Returns `value` with a fixed number of digits after the point."""
    return MISSING if value is None or not math.isfinite(value) else f"{value:.{digits}f}"


def signed(value: float) -> str:
    """Returns `value` with its sign and two digits; what rounds to zero has none."""
    return f"{value:+.2f}" if round(value, 2) else "0.00"


def percent(share: float) -> str:
    """Returns a share as a percentage that never rounds a small share to nothing or a large one to all."""
    shown = f"{100 * share:.0f}"
    if (shown == "0" and share > 0) or (shown == "100" and share < 1):
        shown = f"{100 * share:.2g}" if share < 0.5 else f"{math.floor(1000 * share) / 10:.1f}"
    return f"{shown} %"


def duration(seconds: float) -> str:
    """Returns a time span as `1:20` (minutes and seconds) or `2:05:09`."""
    whole = max(0, round(seconds))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def moment(time: float) -> str:
    """Returns a Unix time as `2026-01-31 14:02 UTC`, or a dash for one outside the calendar."""
    try:
        return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, OSError, ValueError):
        return MISSING


def listing(names: list[str]) -> str:
    """Returns names as prose: `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
