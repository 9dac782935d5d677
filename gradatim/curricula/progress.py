"""The curriculum's mutable state: schedule, gate evidence and history, all plain JSON; no trainer in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from gradatim.curricula.gates import Decision, Gate, GateState
from gradatim.curricula.rules import Outcome, Rules
from gradatim.curricula.saved import Ending, SavedProgress, kinds, read_saved
from gradatim.curricula.schedule import Schedule

Event = dict[str, Any]


@dataclass
class Progress:
    """Where a run stands in its curriculum.

    Attributes:
        rules: the fixed part.
        schedule: which slots belong to which phase.
        since: step of the last change of phase.
        ended: why training should end; None while it should go on.
        warned: whether the current phase has been reported as stuck.
        evidence: gate state by stage, restarted at each change of phase.
        doubt: state of the test that demotes the current stage; None where there is none.
        readings: what the gates said at the last step, before it changed the phase; by stage.
    """

    rules: Rules
    schedule: Schedule = field(default_factory=Schedule)
    since: int = 0
    ended: Ending | None = None
    warned: bool = False
    evidence: dict[str, GateState] = field(init=False)
    doubt: GateState | None = field(init=False)
    readings: dict[str, Decision] = field(init=False, default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        self._restart()

    @property
    def phase(self) -> int:
        """The newest phase: a stage's number, or the number of stages for the finish."""
        return self.schedule.phase

    @property
    def phase_name(self) -> str:
        """The newest phase's name; `finish` for the mixture."""
        return self.rules.name_of(self.phase)

    def active(self) -> dict[str, Gate]:
        """Returns the gates that are being asked now, by stage."""
        return self.rules.asked(self.phase)

    def decisions(self) -> dict[str, Decision]:
        """Returns what each active gate says now."""
        return {name: gate.decide(self.evidence[name]) for name, gate in self.active().items()}

    def observe(self, outcomes: Sequence[Outcome], step: int, next_slot: int) -> list[Event]:
        """Takes in one step's outcomes and decides.

        Nothing changes before the newest phase has begun (a row of it has been fetched), nor during the cooldown.

        Args:
            outcomes: one per prompt, merged over processes; any order.
            step: optimizer steps done.
            next_slot: the first slot that no process has fetched yet; a change of phase starts there.

        Returns:
            The events of this step: `opened`, `demoted`, `stuck` (once per visit to a phase), `finished`; none after
            the end.
        """
        if self.ended:
            return []
        self._collect(outcomes)
        self.readings = self.decisions()
        if self.phase == len(self.rules.names):
            return self._finish(step)
        fetched = next_slot > self.schedule.marks[-1].from_slot
        if not fetched or step - self.since < self.rules.policies[self.phase].cooldown:
            return []
        return self._promote(step, next_slot) or self._demote_if_low(step, next_slot) or self._stuck(step, next_slot)

    def _collect(self, outcomes: Sequence[Outcome]) -> None:
        begun = self.schedule.marks[-1].from_slot
        # A phase can come back after a demotion, so its number alone does not tell rows of its earlier visit apart.
        counted = [o for o in outcomes if o.role == "fresh" and o.phase == self.phase and o.slot >= begun]
        counted.sort(key=lambda outcome: outcome.slot)
        for name, gate in self.active().items():
            rates = [outcome.rate for outcome in counted if outcome.stage == name]
            self.evidence[name] = gate.update(self.evidence[name], rates)
        demoting = self.rules.demoting(self.phase)
        if demoting is not None and self.doubt is not None:
            self.doubt = demoting.update(self.doubt, [outcome.rate for outcome in counted])

    def _finish(self, step: int) -> list[Event]:
        if not all(reading.opens for reading in self.readings.values()):
            return []
        self.ended = "finished"
        plain = {name: asdict(reading) for name, reading in self.readings.items()}
        return [{"event": "finished", "step": step, "decisions": plain}]

    def _promote(self, step: int, next_slot: int) -> list[Event]:
        by = self.phase_name
        decision = self.readings[by]
        if not decision.opens:
            return []
        event: Event = {"event": "opened", "step": step, "by": by, "decision": asdict(decision)}
        if self.phase == self.rules.last_phase:
            self.ended = "finished"
            return [{"event": "finished", "step": step, "decisions": {by: asdict(decision)}}]
        self._enter(self.phase + 1, step, next_slot)
        return [event | {"stage": self.phase_name, "effective_slot": next_slot}]

    def _demote_if_low(self, step: int, next_slot: int) -> list[Event]:
        demoting = self.rules.demoting(self.phase)
        if demoting is None or self.doubt is None:
            return []
        decision = demoting.decide(self.doubt)
        return [self._demote("low_rate", decision, step, next_slot)] if decision.opens else []

    def _stuck(self, step: int, next_slot: int) -> list[Event]:
        policy = self.rules.policies[self.phase]
        if policy.patience is None or self.warned or step - self.since < policy.patience:
            return []
        # The first stage has none before it.
        action = "hold" if policy.on_stuck == "demote" and self.phase == 0 else policy.on_stuck
        name = self.phase_name
        decision = self.readings[name]
        event: Event = {"event": "stuck", "step": step, "stage": name, "action": action, "decision": asdict(decision)}
        if action == "demote":
            return [event, self._demote("stuck", decision, step, next_slot)]
        self.warned = True
        self.ended = "stuck" if action == "stop" else None
        return [event]

    def _demote(self, why: str, decision: Decision, step: int, next_slot: int) -> Event:
        by = self.phase_name
        self._enter(self.phase - 1, step, next_slot)
        event = {"event": "demoted", "step": step, "why": why, "stage": self.phase_name, "by": by}
        return event | {"effective_slot": next_slot, "decision": asdict(decision)}

    def _enter(self, phase: int, step: int, next_slot: int) -> None:
        self.schedule.append(next_slot, phase)
        self.since = step
        self.warned = False
        self._restart()

    def _restart(self) -> None:
        self.evidence = {name: gate.start() for name, gate in self.active().items()}
        demoting = self.rules.demoting(self.phase)
        self.doubt = None if demoting is None else demoting.start()

    def to_json(self) -> dict[str, Any]:
        """Returns the state as plain JSON; later steps do not change it."""
        saved = SavedProgress(
            marks=[(mark.from_slot, mark.phase) for mark in self.schedule.marks],
            gates=kinds(self.active()),
            evidence=self.evidence,
            doubt=self.doubt,
            since=self.since,
            ended=self.ended,
            warned=self.warned,
        )
        return saved.model_dump(mode="json")

    @classmethod
    def from_json(cls, rules: Rules, data: Mapping[str, Any]) -> Progress:
        """Reads what `to_json` wrote.

        Raises:
            ProgressError: the state is damaged, or one of another curriculum.
        """
        saved, schedule = read_saved(rules, data)
        progress = cls(rules, schedule, saved.since, saved.ended, saved.warned)
        progress.evidence, progress.doubt = saved.evidence, saved.doubt
        return progress
