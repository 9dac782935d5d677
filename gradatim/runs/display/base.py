"""What every display takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

Facts = Mapping[str, Any]


class Display(Protocol):
    """Follows a run; the records are those of a run folder."""

    def on_event(self, event: Facts) -> None:
        """Takes one event, as in `events.jsonl`."""

    def on_metrics(self, metrics: Facts) -> None:
        """Takes the figures of one GRPO step, as in `metrics.jsonl`."""

    def on_progress(self, phase: str, done: int, total: int, facts: Facts) -> None:
        """Takes the progress of a phase before GRPO, such as the warm-up; `facts` are figures to show."""

    def close(self) -> None:
        """Shows the final state and leaves the terminal as it was; calling it again does nothing."""


class Silent:
    """Shows nothing."""

    def on_event(self, event: Facts) -> None:
        """Ignores it."""

    def on_metrics(self, metrics: Facts) -> None:
        """Ignores it."""

    def on_progress(self, phase: str, done: int, total: int, facts: Facts) -> None:
        """Ignores it."""

    def close(self) -> None:
        """Has nothing to close."""
