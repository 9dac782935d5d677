"""What a display knows of a run: the figures of the latest steps and how far each stage is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal

from gradatim.runs.events import FINISH, Demoted, Event, Finished, Opened
from gradatim.runs.records import GateReading, StepMetrics
from gradatim.runs.text import finite

StageState = Literal["waiting", "training", "opened", "held"]

WINDOW = 10
"""Steps that shown figures average over."""


class RunState:
    """Takes records in, and answers what the displays show.

    Attributes:
        stages: all stages in order; those that a record names and the list lacks are added.
        total_steps: the step limit; None when there is none.
        rows: the latest `WINDOW` steps.
        excluded: completions that got no reward because gold or verifier failed, since this display began.
        completions: all completions since then.
    """

    def __init__(self, stages: Sequence[str], total_steps: int | None) -> None:
        self.stages = list(stages)
        self.total_steps = total_steps
        self.rows: deque[StepMetrics] = deque(maxlen=WINDOW)
        self.excluded = 0
        self.completions = 0
        self._opened: set[str] = set()
        self._passed: set[str] = set()
        self._held: set[str] = set()
        self._rates: dict[str, float] = {}

    def take_event(self, event: Event) -> None:
        """Takes one event in."""
        if isinstance(event, Opened):
            self._opened.add(event.stage)
            self._passed.add(event.by or "")
        elif isinstance(event, Finished):
            self._held.update(name for name, decision in event.decisions.items() if decision.opens)
        elif isinstance(event, Demoted):
            self._passed.discard(event.stage)

    def take_metrics(self, row: StepMetrics) -> None:
        """Takes one step in."""
        self.rows.append(row)
        self.excluded += row.excluded
        self.completions += row.completions
        for name in (*row.stages, row.phase):
            if name and name != FINISH and name not in self.stages:
                self.stages.append(name)
        for name in row.stages:
            self._remember_rate(name)

    @property
    def step(self) -> int:
        """The latest step; 0 before the first."""
        return self.rows[-1].step if self.rows else 0

    @property
    def phase(self) -> str:
        """The stage being trained, or `finish`."""
        return self.rows[-1].phase if self.rows else ""

    def stage_state(self, name: str) -> StageState:
        """Returns how far a stage is; in the final mixture it is held while its gate says so."""
        gate = self.gate(name)
        if name in self._held or (self.phase == FINISH and gate is not None and gate.opens):
            return "held"
        if name == self.phase or (self.phase == FINISH and gate is not None):
            return "training"
        if name in self._passed:
            return "opened"
        return "training" if name in self._opened and not self.phase else "waiting"

    def rate(self, name: str) -> float | None:
        """Returns a stage's sampled pass rate over its latest steps, fresh problems before replayed ones."""
        return self._rates.get(name)

    def gate(self, name: str) -> GateReading | None:
        """Returns what a stage's gate said last, if it was asked."""
        return self.rows[-1].gates.get(name) if self.rows else None

    def mean(self, read: Callable[[StepMetrics], float | None]) -> float | None:
        """Returns the mean of a figure over the latest steps that have it."""
        values = [value for row in self.rows if (value := finite(read(row))) is not None]
        return sum(values) / len(values) if values else None

    def terms(self) -> dict[str, float]:
        """Returns the mean weighted contribution of each reward term."""
        names = dict.fromkeys(name for row in self.rows for name in row.terms)
        means = [(name, self.mean(_term(name))) for name in names]
        return {name: value for name, value in means if value is not None}

    def group_share(self, count: Callable[[StepMetrics], int]) -> float | None:
        """Returns which share of the latest groups `count` counts."""
        total = sum(row.groups.total for row in self.rows)
        return sum(count(row) for row in self.rows) / total if total else None

    def steps_per_second(self) -> float | None:
        """Returns the speed over the latest steps; None before the second one."""
        first, last = (self.rows[0], self.rows[-1]) if self.rows else (None, None)
        if first is None or last is None or first.time is None or last.time is None or last.time <= first.time:
            return None
        return (last.step - first.step) / (last.time - first.time)

    def seconds_left(self) -> float | None:
        """Returns the time to the step limit at the present speed; a run may well finish before."""
        speed = self.steps_per_second()
        return (self.total_steps - self.step) / speed if self.total_steps is not None and speed else None

    def _remember_rate(self, name: str) -> None:
        counts = [row.stages[name] for row in self.rows if name in row.stages]
        for pairs in ([count.fresh for count in counts], [count.replay for count in counts]):
            total = sum(n for _, n in pairs)
            if total:
                self._rates[name] = sum(k for k, _ in pairs) / total
                return


def _term(name: str) -> Callable[[StepMetrics], float | None]:
    return lambda row: row.terms.get(name)
