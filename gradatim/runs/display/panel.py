"""The live table as rich renderables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from gradatim.core.text import visible
from gradatim.runs.display.sentences import alarm, evidence, term
from gradatim.runs.display.state import RunState
from gradatim.runs.events import FINISH
from gradatim.runs.records import GateReading
from gradatim.runs.text import duration, number, short_rate

_WIDE, _MEDIUM = 72, 48
_BAR = 12
_LINES_AROUND = 8
_STYLES = {"waiting": "dim", "training": "bold yellow", "opened": "cyan", "held": "green"}


@dataclass(frozen=True)
class Progress:
    """A phase before GRPO: `done` of `total`, and figures to show."""

    phase: str
    done: int
    total: int
    figures: str


class Panel:
    """Draws the present state of a run in the width and height that the terminal has."""

    def __init__(self, state: RunState) -> None:
        self._state = state
        self.progress: Progress | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields headline, stage table and figures."""
        width, ascii_only = options.max_width, options.ascii_only
        if self.progress is not None:
            yield _progress_line(self.progress, width, ascii_only)
            return
        if not self._state.rows:
            return
        yield from _headline(self._state, width, ascii_only)
        yield self._table(width, ascii_only, console.size.height - _LINES_AROUND)
        yield from map(Text, _figures(self._state))
        warning = alarm(self._state)
        if warning is not None:
            yield Text(warning, style="bold red", no_wrap=True, overflow="ellipsis")

    def _table(self, width: int, ascii_only: bool, height: int) -> Table:
        state = self._state
        table = Table(box=None, padding=(0, 1), pad_edge=False, expand=False, header_style="dim")
        table.add_column("stage", no_wrap=True, overflow="ellipsis", max_width=max(8, width // 3))
        table.add_column("state", no_wrap=True)
        table.add_column("pass", justify="right", no_wrap=True)
        if width >= _MEDIUM:
            table.add_column("gate", justify="right", no_wrap=True)
        if width >= _WIDE:
            table.add_column("evidence", no_wrap=True)
        shown, left_out = _around(state.stages, state.phase, max(3, height))
        for name in shown:
            table.add_row(*self._cells(name, width, ascii_only))
        if left_out:
            table.add_row(Text(f"and {left_out} more", style="dim"))
        return table

    def _cells(self, name: str, width: int, ascii_only: bool) -> Iterator[Text]:
        where, gate = self._state.stage_state(name), self._state.gate(name)
        yield Text(visible(name), style="bold" if where == "training" else "")
        yield Text(where, style=_STYLES[where])
        yield Text(short_rate(self._state.rate(name)))
        if width >= _MEDIUM:
            yield Text(short_rate(gate.pass_rate) if gate else "", style="dim")
        if width >= _WIDE:
            yield Text(f"{_bar(_toward(gate), _BAR, ascii_only)} {evidence(gate)}" if gate else "")


def _around(stages: list[str], phase: str, limit: int) -> tuple[list[str], int]:
    """Returns at most `limit` stages about the one being trained, and how many are left out."""
    if len(stages) <= limit:
        return stages, 0
    at = stages.index(phase) if phase in stages else len(stages) - 1
    start = min(max(0, at - limit // 2), len(stages) - limit + 1)
    return stages[start : start + limit - 1], len(stages) - limit + 1


def _headline(state: RunState, width: int, ascii_only: bool) -> Iterator[Text]:
    phase = "final mixture" if state.phase == FINISH else visible(state.phase)
    limit = "" if state.total_steps is None else f"/{state.total_steps}"
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(phase, style="bold")
    line.append(f"  step {state.step}{limit}")
    if state.total_steps is not None and width >= _WIDE:
        line.append(f"  {_bar(state.step / state.total_steps, 2 * _BAR, ascii_only)}")
    speed, left = state.steps_per_second(), state.seconds_left()
    if speed is not None and width >= _MEDIUM:
        line.append(f"  {speed:.2g} steps/s" if speed >= 1 else f"  {1 / speed:.2g} s/step")
    if left is not None:
        line.append(f"  ETA {duration(left)}")
    yield line


def _figures(state: RunState) -> Iterator[str]:
    terms = "  ".join(f"{visible(name)} {term(value)}" for name, value in state.terms().items())
    yield f"reward {number(state.mean(lambda row: row.reward), 2)}  {terms}"
    length = number(state.mean(lambda row: row.length.mean), 1)
    yield f"length {length} tokens  EOS {short_rate(state.mean(lambda row: row.eos_rate))}"
    silent, right, wrong = (
        short_rate(state.group_share(count))
        for count in (
            lambda row: row.groups.no_signal,
            lambda row: row.groups.all_correct,
            lambda row: row.groups.all_wrong,
        )
    )
    yield f"no signal {silent} (right {right}, wrong {wrong})"


def _progress_line(progress: Progress, width: int, ascii_only: bool) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(visible(progress.phase), style="bold")
    if width >= _MEDIUM:
        line.append(f"  {_bar(progress.done / max(progress.total, 1), 2 * _BAR, ascii_only)}")
    line.append(f"  {progress.done}/{progress.total}{progress.figures}")
    return line


def _toward(gate: GateReading) -> float:
    """How near a gate is to opening; evidence that is multiplied step by step counts by its logarithm."""
    value, threshold = gate.evidence, gate.threshold
    if value is None or not threshold or value <= 0:
        return 0.0
    return math.log1p(value) / math.log1p(threshold) if threshold > 1 else value / threshold


def _bar(share: float, width: int, ascii_only: bool) -> str:
    full = round(width * min(max(share, 0.0), 1.0))
    return ("#" * full + "." * (width - full)) if ascii_only else ("█" * full + "░" * (width - full))
