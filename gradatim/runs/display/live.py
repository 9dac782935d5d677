"""A live table on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import IO, cast

from rich.console import Console
from rich.live import Live
from rich.text import Text

from gradatim.runs.display.panel import Panel, Progress
from gradatim.runs.display.sentences import event_sentence
from gradatim.runs.display.state import RunState
from gradatim.runs.display.stream import SafeStream
from gradatim.runs.events import parse_event
from gradatim.runs.records import StepMetrics
from gradatim.runs.sinks import Facts

REFRESH_SECONDS = 0.25


def drawable_console(stream: SafeStream) -> Console | None:
    """Returns a console on `stream`, or None where rich sees no terminal with cursor movement."""
    console = Console(file=cast(IO[str], stream), highlight=False, markup=False)
    return console if console.is_terminal and not console.is_dumb_terminal else None


class LiveDisplay:
    """Redraws a table in place, at most every `REFRESH_SECONDS`; events are printed above it and stay.

    It draws in the caller's thread, and the cursor stays visible, so that even a killed run leaves a usable terminal.
    """

    def __init__(
        self,
        state: RunState,
        console: Console,
        stream: SafeStream,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._state = state
        self._console = console
        self._stream = stream
        self._clock = clock
        self._panel = Panel(state)
        self._live: Live | None = None
        self._closed = False
        self._drawn = -REFRESH_SECONDS

    def on_event(self, event: Facts) -> None:
        """Prints the event above the table."""
        record = parse_event(event)
        self._state.take_event(record)
        if self._ready():
            self._console.print(Text(event_sentence(record), style="dim"))

    def on_metrics(self, metrics: Facts) -> None:
        """Redraws the table, unless it was drawn a moment ago."""
        self._panel.progress = None
        self._state.take_metrics(StepMetrics.model_validate(metrics))
        self._draw()

    def on_completions(self, step: int, rows: Sequence[Facts]) -> None:
        """Shows none of them."""

    def on_progress(self, phase: str, done: int, total: int, facts: Facts) -> None:
        """Redraws the progress bar, unless it was drawn a moment ago."""
        figures = "".join(f"  {name} {value:.3g}" for name, value in facts.items() if isinstance(value, int | float))
        self._panel.progress = Progress(phase, done, total, figures)
        self._draw(force=done == total)

    def close(self) -> None:
        """Draws the last state and gives the terminal back."""
        self._closed = True
        live, self._live = self._live, None
        if live is not None:
            live.stop()

    def _draw(self, *, force: bool = False) -> None:
        now = self._clock()
        if (force or now - self._drawn >= REFRESH_SECONDS) and self._ready():
            self._drawn = now
            if self._live is not None:
                self._live.refresh()

    def _ready(self) -> bool:
        """Starts drawing with the first thing to show; what is piped on standard output stays there."""
        if self._closed or self._stream.broken:
            return False
        if self._live is None:
            self._live = Live(
                self._panel,
                console=self._console,
                auto_refresh=False,
                redirect_stdout=sys.stdout is not None and sys.stdout.isatty(),
            )
            self._live.start()
            self._console.show_cursor(True)
        return True
