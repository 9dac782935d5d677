"""The part of a gate's state that all gates have: a count of prompts and the latest rates."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.curricula.gates.base import GateState
from gradatim.curricula.gates.intervals import clustered_interval


def nothing_seen() -> GateState:
    """Returns the shared part of a state before the first prompt."""
    return {"prompts": 0, "recent": []}


def remember(state: GateState, rates: Sequence[float], window: int) -> GateState:
    """Returns the shared part of a state after more prompts, of which the last `window` (>= 1) are kept.

    Raises:
        ValueError: a rate outside [0, 1], or not a number.
    """
    for rate in rates:
        if not 0.0 <= rate <= 1.0:
            raise ValueError(f"a rate must be in [0, 1], not {rate!r}")
    return {"prompts": state["prompts"] + len(rates), "recent": [*state["recent"], *rates][-window:]}


def recent_rate(state: GateState) -> tuple[float | None, tuple[float, float] | None]:
    """Returns the mean of the latest rates with its 95 % interval; twice None before the first prompt."""
    recent: list[float] = state["recent"]
    if not recent:
        return None, None
    return sum(recent) / len(recent), clustered_interval(recent)
