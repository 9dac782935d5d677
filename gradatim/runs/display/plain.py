"""Lines for logs, pipes and terminals that cannot be drawn on."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.runs.display.sentences import alarm, event_sentence, progress_sentence, step_sentence
from gradatim.runs.display.state import RunState
from gradatim.runs.display.stream import SafeStream
from gradatim.runs.events import parse_event
from gradatim.runs.records import StepMetrics
from gradatim.runs.sinks import Facts


class PlainDisplay:
    """Writes one line per event, per `every` steps, and per tenth of a phase before GRPO."""

    def __init__(self, state: RunState, stream: SafeStream, every: int) -> None:
        self._state = state
        self._stream = stream
        self._every = every
        self._tenth = ("", 0)

    def on_event(self, event: Facts) -> None:
        """Writes the event."""
        record = parse_event(event)
        self._state.take_event(record)
        self._line(event_sentence(record))

    def on_metrics(self, metrics: Facts) -> None:
        """Writes the figures of the first step, every `every`-th and the last, and an alarm at once."""
        first, fine = not self._state.rows, not self._state.excluded
        self._state.take_metrics(StepMetrics.model_validate(metrics))
        warning = alarm(self._state)
        if fine and warning is not None:
            self._line(f"step {self._state.step}: {warning}")
        step = self._state.step
        if first or step % self._every == 0 or step == self._state.total_steps:
            self._line(step_sentence(self._state))

    def on_completions(self, step: int, rows: Sequence[Facts]) -> None:
        """Shows none of them."""

    def on_progress(self, phase: str, done: int, total: int, facts: Facts) -> None:
        """Writes the progress when another tenth is done."""
        tenth = (phase, 10 * done // max(total, 1))
        if tenth != self._tenth:
            self._tenth = tenth
            self._line(progress_sentence(phase, done, total, facts))

    def close(self) -> None:
        """Flushes."""
        self._stream.flush()

    def _line(self, text: str) -> None:
        self._stream.write(f"{text}\n")
        self._stream.flush()
