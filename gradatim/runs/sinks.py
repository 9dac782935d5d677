"""What follows a run: a run folder, a display, or something of the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

Facts = dict[str, Any]
"""One record as plain JSON."""


class Sink(Protocol):
    """Takes the records of a run, as `gradatim.runs.records` and `gradatim.runs.events` describe them."""

    def on_event(self, event: Facts) -> None:
        """Takes one event, as in `events.jsonl`."""

    def on_metrics(self, metrics: Facts) -> None:
        """Takes the figures of one GRPO step, as in `metrics.jsonl`."""

    def on_completions(self, step: int, rows: Sequence[Facts]) -> None:
        """Takes some completions of one GRPO step, as in `completions/`."""


class Display(Sink, Protocol):
    """A sink that people look at."""

    def on_progress(self, phase: str, done: int, total: int, facts: Facts) -> None:
        """Takes the progress of a phase before GRPO, such as the warm-up; `facts` are figures to show."""

    def close(self) -> None:
        """Shows the final state and leaves the terminal as it was; calling it again does nothing."""


class Silent:
    """A display that shows nothing."""

    def on_event(self, event: Facts) -> None:
        """Ignores it."""

    def on_metrics(self, metrics: Facts) -> None:
        """Ignores it."""

    def on_completions(self, step: int, rows: Sequence[Facts]) -> None:
        """Ignores it."""

    def on_progress(self, phase: str, done: int, total: int, facts: Facts) -> None:
        """Ignores it."""

    def close(self) -> None:
        """Has nothing to close."""
