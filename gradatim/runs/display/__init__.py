"""Following a run on a terminal: a live table, or plain lines where there is no terminal to draw on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Literal, TextIO

from gradatim.runs.display.plain import PlainDisplay
from gradatim.runs.display.state import RunState
from gradatim.runs.display.stream import SafeStream
from gradatim.runs.sinks import Display, Silent

__all__ = ["Display", "Mode", "make_display"]

Mode = Literal["auto", "rich", "plain", "none"]


def make_display(
    mode: Mode = "auto",
    stream: TextIO | None = None,
    total_steps: int | None = None,
    stages: Sequence[str] = (),
    *,
    every: int = 10,
) -> Display:
    """Returns a display that never fails the run: a stream that breaks or is closed only ends the display.

    Args:
        mode: `auto` draws a live table on a terminal and writes plain lines elsewhere; `rich` asks for the table, but
            still writes lines where rich sees no terminal that it can draw on; `none` shows nothing.
        stream: where to write; standard error by default.
        total_steps: the step limit; None when there is none.
        stages: all stages in order.
        every: steps from one plain line to the next, >= 1.
    """
    target = sys.stderr if stream is None else stream
    # Python has no sys.stderr where the process was started with it closed.
    if mode == "none" or target is None:
        return Silent()
    safe = SafeStream(target)
    state = RunState(stages, total_steps if total_steps and total_steps > 0 else None)
    if mode == "rich" or (mode == "auto" and safe.isatty()):
        from gradatim.runs.display.live import LiveDisplay, drawable_console

        console = drawable_console(safe)
        if console is not None:
            return LiveDisplay(state, console, safe)
    return PlainDisplay(state, safe, every)
