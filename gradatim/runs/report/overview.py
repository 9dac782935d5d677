"""How far each stage came: the facts behind the verdict, the stage table and the warnings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from gradatim.runs.events import FINISH, Demoted, End, Finished, Opened, Probe, ProbeStage, Sft
from gradatim.runs.run import Run

RECENT_STEPS = 20

State = Literal["waiting", "training", "closed again", "opened the next", "held"]


@dataclass(frozen=True)
class Measured:
    """One stage's pass rate in one probe."""

    label: str
    step: int
    decoding: str
    result: ProbeStage


@dataclass(frozen=True)
class StageRow:
    """How far one stage came.

    Attributes:
        opened_at: the step at which it was opened; 0 for the first stage; None for one that never was.
        passed_at: the step at which its gate opened what comes next.
        held_at: the step at which it held its goal, in the final mixture or, without one, as the last stage.
        goal: the pass rate its gate asks for; None when unknown.
        measured: its probes, in order.
        recent: correct and all fresh completions over its last `RECENT_STEPS` steps with fresh ones.
    """

    name: str
    number: int
    opened_at: int | None
    passed_at: int | None
    held_at: int | None
    goal: float | None
    measured: tuple[Measured, ...]
    recent: tuple[int, int]
    state: State

    @property
    def recall(self) -> bool:
        """Whether its rates are recall: problems that may have been trained on."""
        return any(each.result.recall for each in self.measured)

    @property
    def first(self) -> Measured | None:
        """The probe before GRPO, if there was one."""
        return next((each for each in self.measured if each.label == "after_sft"), None)

    @property
    def last(self) -> Measured | None:
        """The newest probe after GRPO, if there was one."""
        return next((each for each in reversed(self.measured) if each.label == "at_end"), None)


@dataclass(frozen=True)
class Overview:
    """The run in facts.

    Attributes:
        status: of the `end` event; None for a run that goes on or was killed.
        finish_goal: the pass rate each stage must hold in the final mixture; None without one.
        finish_at: the step at which the final mixture began.
        warmed_up: whether a supervised warm-up came before GRPO.
    """

    stages: tuple[StageRow, ...]
    status: str | None
    finish_goal: float | None
    finish_at: int | None
    warmed_up: bool

    @property
    def all_opened(self) -> bool:
        """Whether every stage was opened."""
        return bool(self.stages) and all(stage.opened_at is not None for stage in self.stages)

    @property
    def all_held(self) -> bool:
        """Whether every stage held its goal."""
        return bool(self.stages) and all(stage.state == "held" for stage in self.stages)


def overview(run: Run) -> Overview:
    """Returns the facts about each stage of a run, stages in curriculum order."""
    finish_at = next(iter([event.step for event in run.of_kind(Opened) if event.stage == FINISH]), None)
    ends = run.of_kind(End)
    status = ends[-1].status if ends and not _resumed_after_end(run) else None
    has_finish = finish_at is not None or isinstance(run.config.get(FINISH), dict)
    goals = _goals(run)
    rows = [_stage_row(run, name, index, goals.get(name)) for index, name in enumerate(stage_names(run))]
    if not has_finish:
        rows = [_without_finish(row, status) for row in rows]
    return Overview(
        stages=tuple(rows),
        status=status,
        finish_goal=_finish_goal(run),
        finish_at=finish_at,
        warmed_up=bool(run.of_kind(Sft)),
    )


def stage_names(run: Run) -> list[str]:
    """Returns all stages in curriculum order: those of the config, else as probes, events and steps name them."""
    configured = [str(stage["name"]) for stage in _config_stages(run) if "name" in stage]
    if configured:
        return configured
    probed = [stage.name for probe in run.of_kind(Probe) for stage in probe.stages]
    stepped = [name for row in run.metrics for name in (*row.stages, row.phase)]
    opened = [event.stage for event in run.of_kind(Opened)]
    return [name for name in dict.fromkeys((*probed, *stepped, *opened)) if name and name != FINISH]


def _stage_row(run: Run, name: str, index: int, goal: float | None) -> StageRow:
    demoted = run.of_kind(Demoted)
    opened = [event.step for event in run.of_kind(Opened) if event.stage == name]
    held = [event.step for event in run.of_kind(Finished) if name in event.decisions and event.decisions[name].opens]
    passed = [event.step for event in run.of_kind(Opened) if event.by == name]
    passed = _after(passed, [event.step for event in demoted if event.stage == name])
    closed = not _after(opened, [event.step for event in demoted if event.by == name])
    opened_at = opened[0] if opened else (0 if index == 0 else None)
    return StageRow(
        name=name,
        number=index + 1,
        opened_at=opened_at,
        passed_at=passed[-1] if passed else None,
        held_at=held[-1] if held else None,
        goal=goal,
        measured=_measured(run, name),
        recent=_recent(run, name),
        state="closed again" if opened and closed else _state(opened_at, passed, held),
    )


def _after(steps: list[int], marks: list[int]) -> list[int]:
    return [step for step in steps if step > max(marks, default=-1)]


def _state(opened_at: int | None, passed: list[int], held: list[int]) -> State:
    if held:
        return "held"
    if passed:
        return "opened the next"
    return "waiting" if opened_at is None else "training"


def _without_finish(row: StageRow, status: str | None) -> StageRow:
    """Where no final mixture follows, passing the gate is all there is to hold, and the last stage opens nothing."""
    held = row.state == "opened the next" or (row.state == "training" and status == "finished")
    return replace(row, state="held") if held else row


def _measured(run: Run, name: str) -> tuple[Measured, ...]:
    return tuple(
        Measured(probe.label, probe.step, probe.decoding, result)
        for probe in run.of_kind(Probe)
        for result in probe.stages
        if result.name == name
    )


def _recent(run: Run, name: str) -> tuple[int, int]:
    counts = [row.stages[name].fresh for row in run.metrics if name in row.stages and row.stages[name].fresh[1]]
    return sum(k for k, _ in counts[-RECENT_STEPS:]), sum(n for _, n in counts[-RECENT_STEPS:])


def _goals(run: Run) -> dict[str, float]:
    goals: dict[str, float] = {}
    for stage in _config_stages(run):
        goal = _pass_rate(stage.get("gate")) or _pass_rate(run.config.get("gate"))
        if goal is not None:
            goals[str(stage.get("name"))] = goal
    for row in run.metrics:
        reading = row.gates.get(row.phase)
        if reading is not None and reading.pass_rate is not None:
            goals[row.phase] = reading.pass_rate
    return goals


def _finish_goal(run: Run) -> float | None:
    readings = [gate.pass_rate for row in run.metrics if row.phase == FINISH for gate in row.gates.values()]
    known = [rate for rate in readings if rate is not None]
    return known[-1] if known else _pass_rate(run.config.get(FINISH))


def _pass_rate(block: object) -> float | None:
    rate = block.get("pass_rate") if isinstance(block, dict) else None
    return float(rate) if isinstance(rate, int | float) else None


def _config_stages(run: Run) -> list[Mapping[str, object]]:
    stages = run.config.get("stages")
    return [stage for stage in stages if isinstance(stage, dict)] if isinstance(stages, list) else []


def _resumed_after_end(run: Run) -> bool:
    order = [event.event for event in run.events if event.event in ("end", "interrupted", "resumed")]
    return bool(order) and order[-1] == "resumed"
