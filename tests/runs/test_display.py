from __future__ import annotations

import errno
import io
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest

from gradatim.runs.display import Display, make_display
from gradatim.runs.display.live import LiveDisplay
from gradatim.runs.display.plain import PlainDisplay
from gradatim.runs.sinks import Silent

Ladder = Callable[..., Any]


class Terminal(io.StringIO):
    """A terminal that keeps what it is sent."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise io.UnsupportedOperation


@pytest.fixture(autouse=True)
def terminal_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")


def play(display: Display, ladder: Any) -> None:
    for done in range(0, 901, 30):
        display.on_progress("warm-up", done, 900, {"loss": 0.3})
    for event in ladder.events():
        display.on_event(event)
    for row in ladder.metrics():
        display.on_metrics(row)
    display.close()
    display.close()


def test_auto_draws_on_terminals_and_writes_lines_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(make_display("auto", Terminal()), LiveDisplay)
    assert isinstance(make_display("auto", io.StringIO()), PlainDisplay)
    assert isinstance(make_display("plain", Terminal()), PlainDisplay)
    assert isinstance(make_display("none", Terminal()), Silent)
    assert isinstance(make_display("rich", io.StringIO()), PlainDisplay)
    monkeypatch.setenv("TERM", "dumb")
    assert isinstance(make_display("auto", Terminal()), PlainDisplay)
    assert isinstance(make_display("rich", Terminal()), PlainDisplay)


def test_a_process_without_standard_error_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert isinstance(make_display(), Silent)


def test_plain_writes_a_line_per_tenth_event_and_logging_step(ladder: Ladder) -> None:
    stream = io.StringIO()
    play(make_display("plain", stream, 120, ladder().stages, every=20), ladder(120))
    lines = stream.getvalue().splitlines()
    assert len([line for line in lines if line.startswith("warm-up")]) == 11
    steps = [line.split()[1] for line in lines if line.startswith("step") and "/120 " in line]
    assert steps == [f"{step}/120" for step in (1, 20, 40, 60, 80, 100, 120)]
    assert "step 36: add-4 opens: add-3 passed its gate" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize("mode", ["plain", "rich"])
def test_a_reader_that_leaves_does_not_stop_the_run(mode: Any, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    reading, writing = os.pipe()
    os.close(reading)
    stream = os.fdopen(writing, "w")
    play(make_display(mode, stream, 50), ladder(50))
    with pytest.raises(BrokenPipeError):
        stream.close()


class GoneTerminal(Terminal):
    """A terminal whose window was closed."""

    def write(self, text: str) -> int:
        raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize("mode", ["plain", "rich"])
def test_a_terminal_that_is_gone_does_not_stop_the_run(mode: Any, ladder: Ladder) -> None:
    play(make_display(mode, GoneTerminal(), 50), ladder(50))


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
def test_a_stream_closed_on_the_way_does_not_stop_the_run(kind: Callable[[], TextIO], ladder: Ladder) -> None:
    stream = kind()
    display = make_display("auto", stream, 50)
    display.on_metrics(next(iter(ladder(50).metrics())))
    stream.close()
    play(display, ladder(50))


@pytest.mark.parametrize("mode", ["plain", "rich"])
def test_an_ascii_stream_gets_ascii(mode: Any, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    display = make_display(mode, stream, 50)
    display.on_event({"event": "note", "step": 0, "field": "é", "value": 1, "reason": "–"})
    play(display, ladder(50))
    assert b"note: \\xe9 set to 1" in raw.getvalue()
    assert raw.getvalue().isascii()
    assert b"\\u2588" not in raw.getvalue()


def frames(output: str) -> list[str]:
    return [frame for frame in output.split("\x1b[2K") if "stage" in frame]


def test_the_live_table_shows_every_stage_and_figure(ladder: Ladder) -> None:
    stream = Terminal()
    display = make_display("rich", stream, 800, ladder().stages)
    for row in list(ladder(100).metrics())[:40]:
        display.on_metrics(row)
    display.close()
    last = frames(stream.getvalue())[-1]
    for shown in (
        "add-1",
        "add-5",
        "waiting",
        "step 40/800",
        "2.5 steps/s",
        "ETA 5:04",
        "reward",
        "no signal",
        "/1000",
    ):
        assert shown in last


@pytest.mark.parametrize(("mode", "stream"), [("rich", Terminal()), ("plain", io.StringIO())])
def test_excluded_samples_raise_an_alarm(mode: Any, stream: io.StringIO, ladder: Ladder) -> None:
    display, rows = make_display(mode, stream, 40, every=100), list(ladder(40).metrics())
    for row in rows[:20]:
        display.on_metrics(row)
    for row in rows[20:]:
        display.on_metrics({**row, "excluded": 64})
    display.close()
    shown = stream.getvalue()
    before, _, after = shown.partition("ALARM: ")
    assert "step 1/40" in before
    # A line at once and once; a table with the newest figures.
    if mode == "plain":
        assert after.startswith("64 of 5,376 completions (1 %) were excluded")
        assert "ALARM" not in after
    assert ("EXCLUDED 12 %" if mode == "plain" else "1,280 of 10,240 completions (12 %)") in after


def test_colour_is_left_out_where_it_is_not_wanted(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    play(make_display("rich", stream, 50, ladder().stages), ladder(50))
    assert not any(f"\x1b[3{digit}" in stream.getvalue() for digit in range(8))


@pytest.mark.parametrize(("columns", "lines"), [(40, 24), (20, 10), (200, 60)])
def test_frames_fit_the_terminal(
    columns: int, lines: int, ladder: Ladder, make_run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    stages = [*ladder().stages, *(f"a-stage-with-a-long-name-{number}" for number in range(60))]
    display = make_display("rich", stream, 50, stages)
    display.on_metrics(next(iter(ladder(50).metrics())))
    (frame,) = frames(stream.getvalue().replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", ""))
    rows = frame.replace("\x1b[?25h", "").replace("\x1b[?25l", "").splitlines()
    assert all(len(row) <= columns for row in rows)
    assert len(rows) <= lines
    assert "add-2  " in frame
    assert "no signal" in frame or columns < 40
    display.close()


def test_the_table_is_drawn_at_most_four_times_a_second_and_once_at_the_end(ladder: Ladder) -> None:
    stream, now = Terminal(), iter(range(1000))
    display = make_display("rich", stream, 100, ladder().stages)
    assert isinstance(display, LiveDisplay)
    display._clock = lambda: 0.05 * next(now)
    for row in ladder(100).metrics():
        display.on_metrics(row)
    drawn = len(frames(stream.getvalue()))
    assert 18 <= drawn <= 22
    display.close()
    assert "step 100/100" in frames(stream.getvalue())[-1]


def test_following_a_step_costs_little(ladder: Ladder) -> None:
    display, now = make_display("rich", Terminal(), 200, ladder().stages), iter(range(1000))
    assert isinstance(display, LiveDisplay)
    display._clock = lambda: 0.2 * next(now)
    rows = list(ladder(200).metrics())
    begun = time.process_time()
    for row in rows:
        display.on_metrics(row)
    # Measured: 2.4 ms at five steps a second on one slow core; the rest is room for a busy machine.
    assert (time.process_time() - begun) / len(rows) < 0.01


def test_standard_streams_are_given_back(ladder: Ladder) -> None:
    before = sys.stdout, sys.stderr
    display = make_display("rich", Terminal(), 50)
    display.on_metrics(next(iter(ladder(50).metrics())))
    assert sys.stdout is before[0], "what is piped on standard output must stay there"
    display.close()
    assert (sys.stdout, sys.stderr) == before


PROGRAM = """
import sys
from gradatim.runs.display import make_display
display = make_display("auto", total_steps=9, stages=["a"])
try:
    for step in range(1, 9):
        display.on_metrics({"step": step, "time": float(step), "phase": "a"})
        print("a library says hello", file=sys.stderr)
        if step == 5:
            raise ERROR
finally:
    display.close()
"""


@pytest.fixture
def on_terminal(tmp_path: Path) -> Iterator[Callable[[str], tuple[int, str]]]:
    """Runs a program on a pseudo-terminal; returns its exit status and what the terminal got."""
    ours, theirs = pty.openpty()

    def run(program: str) -> tuple[int, str]:
        command = [sys.executable, "-c", program]
        status = subprocess.run(command, stdin=theirs, stdout=theirs, stderr=theirs, timeout=60, check=False).returncode
        os.close(theirs)
        received = b""
        try:
            while chunk := os.read(ours, 1 << 16):
                received += chunk
        except OSError:
            pass  # Linux: EIO is how the end of a terminal reads
        return status, received.decode()

    yield run
    os.close(ours)


@pytest.mark.parametrize("error", ["ValueError('a bug')", "KeyboardInterrupt", "SystemExit(3)"])
def test_the_terminal_is_restored_after_an_error(on_terminal: Callable[[str], tuple[int, str]], error: str) -> None:
    status, received = on_terminal(PROGRAM.replace("ERROR", error))
    assert status != 0
    assert received.rindex("\x1b[?25h") > received.rfind("\x1b[?25l")
    assert received.count("a library says hello") == 5
    assert "step 5/9" in received
    assert ("Traceback" in received) == (error != "SystemExit(3)")


def test_a_killed_run_leaves_the_cursor_visible(on_terminal: Callable[[str], tuple[int, str]]) -> None:
    killed = PROGRAM.replace("ERROR", "__import__('os').kill(__import__('os').getpid(), 9)")
    status, received = on_terminal(killed)
    assert status == -9
    assert received.rindex("\x1b[?25h") > received.rfind("\x1b[?25l")


def test_report_and_display_are_light() -> None:
    program = (
        "import sys, gradatim.runs.report, gradatim.runs.display;"
        "print(sorted({'torch', 'transformers', 'trl', 'datasets', 'sympy', 'rich'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
